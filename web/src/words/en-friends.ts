/** Texts of the panels among friends, loaded with them. Amounts come in formatted. */

const people = (count: number): string => (count === 1 ? "1 person" : `${count} people`);

export const friends = {
  own: {
    title: "A table of your own",
    text: "It belongs to you: you choose who gets the link, and you can lock or close it.",
    name: "Name",
    more: "House, limits and clock",
    decks: "Decks",
    least: "Lowest bet",
    most: "Highest bet",
    clock: "Time for each decision",
    speeds: {
      slow: "Slow, for friends",
      none: "No clock",
      relaxed: "Relaxed",
      normal: "Normal",
      fast: "Fast",
    },
    notNumber: "write an amount in chips.",
    low: (least: string): string => `at least ${least}.`,
    high: (most: string): string => `at most ${most} at this house.`,
    step: (step: string, nearest: string): string =>
      `in steps of ${step}, so that every payment comes out even: ${nearest}.`,
    order: (least: string): string => `not below the lowest bet, ${least}.`,
    make: "Make the table",
    then: "You sit down at once and get a link for your friends. Up to seven can play.",
  },
  table: {
    yours: "Your table",
    theirs: (owner: string): string => `${owner}'s table`,
    byLink: "A table by link",
    isPublic: "This table",
    publicText: "A public table of the house: anybody may sit down. Only the floor can change it.",
    byLinkText: "Anybody with the link can watch, and sit down while a seat is free.",
    isLocked: "Locked: nobody new can sit down.",
    isLockedYours: "Locked: nobody new can sit down. Those who sit here play on.",
    isClosed: "Closed for good. Nobody can sit down here any more.",
    facts: (house: string, decks: string, limits: string, clock: string): string =>
      `${house} · ${decks} · bets of ${limits} · ${clock}`,
    decks: (count: number): string => (count === 1 ? "1 deck" : `${count} decks`),
    clocks: {
      fast: "fast clock",
      normal: "normal clock",
      relaxed: "relaxed clock",
      slow: "slow clock",
      none: "no clock",
    } as Readonly<Record<string, string>>,
    invite: "Invite",
    link: "The table's link",
    copy: "Copy",
    copied: "Copied",
    share: "Share",
    shareText: (title: string): string => `Play Casino War with me: ${title}`,
    code: "Scan to come here with a phone",
    codeAlt: (link: string): string => `A QR code of ${link}`,
    name: "Name",
    rename: "Rename",
    renamed: "Everybody here sees the new name.",
    lock: "Lock the table",
    unlock: "Unlock the table",
    lockText: "While it is locked, nobody new can sit down. Those who sit here stay.",
    unlockText: "Unlocking also lets back whoever you stood up.",
    close: "Close the table",
    closeText: "The round under way is played to its end. Everybody gets their chips back.",
    closeSure: "Close it for good? The table cannot be opened again.",
    closeYes: "Close it",
    closeNo: "Keep it open",
  },
  people: {
    title: "Who is here",
    seated: "At the table",
    nobody: "Nobody sits here yet.",
    watching: "Watching",
    watchers: (count: number): string => `${people(count)} watching`,
    noneWatch: "Nobody watches.",
    seat: (seat: number): string => `Seat ${seat}`,
    you: "you",
    away: "away",
    of: (name: string): string => `: ${name}`,
    standUp: "Stand up",
    standSure: (name: string): string =>
      `Stand ${name} up? ${name} leaves the seat with all chips, after the hand if one is under way, and cannot sit down here for an hour.`,
    standYes: (name: string): string => `Yes, stand ${name} up`,
    standNo: "No",
    stood: (name: string): string =>
      `${name} leaves the seat, at the latest when the hand is over.`,
    hide: "Hide phrases",
    show: "Show phrases",
  },
  idle: {
    lost: "No connection to the table: nothing can be changed or said until it is back.",
    taken: "You play in another tab: this one can change and say nothing.",
  },
  say: {
    title: "Say something",
    noChat: "Set phrases only: there is no free chat here.",
    hidden: "You have hidden all phrases. You can still say something.",
    hideAll: "Hide all phrases",
    showAll: "Show phrases again",
    mustSit: "At a public table, sit down to say something.",
  },
  road: {
    title: "The table's results",
    none: "No round has been played here yet.",
    round: (round: number): string => `Round ${round}`,
    isVoid: "void",
    noResult: "no result",
    hand: (seat: number | null, result: string): string =>
      `${seat === null ? "you" : `seat ${seat}`} ${result.toLowerCase()}`,
    key: (seats: number): string =>
      `${seats === 1 ? "One column is one round" : "One column is one round, one row one seat"}, the newest at the right. Discs: no war. Diamonds: a war. Filled: won.`,
    rounds: "Rounds",
    hands: "Hands",
    ties: "Ties",
    wars: "Wars",
    latest: (count: string): string => `Of the latest ${count} rounds.`,
    net: "Net by player",
    columns: ["Player", "Hands", "Net"],
    handsOf: (count: number): string => (count === 1 ? "1 hand" : `${count} hands`),
    nobody: "Nobody shows their net here.",
    share: "Show my net here",
    shareText:
      "Everybody at this table then sees your name, hands and net. You can stop at any time.",
  },
  whatIf: {
    title: "What if?",
    names: { war: "War", surrender: "Surrender" },
    chosen: "your choice",
    best: "better",
    youChose: (choice: "war" | "surrender"): string =>
      choice === "war" ? "You went to war." : "You surrendered.",
    policyChose: (choice: "war" | "surrender"): string =>
      choice === "war"
        ? "You did not answer in time, so the house's policy was war."
        : "You did not answer in time, so the house's policy was surrender.",
    better: (more: string): string => `That was the better choice: worth ${more} more on average.`,
    worse: (other: "war" | "surrender", more: string): string =>
      `${other === "war" ? "War" : "Surrender"} would have been worth ${more} more on average.`,
    same: "The other choice was worth exactly as much.",
    only: "This house offers no other choice.",
    onAverage: (bet: string): string => `on average, for your ${bet}`,
    exactly: (decimal: string, fraction: string): string =>
      `${decimal} for each unit bet, exactly ${fraction}`,
    happened: (net: string): string =>
      `What happened: ${net} in all. One round says little about a choice; the average is what counts.`,
    basis: (decks: number, cards: readonly string[]): string =>
      `Worked out for a fresh shoe of ${decks === 1 ? "one deck" : `${decks} decks`} without the ${cards.length} cards you could see when you chose: ${cards.join(", ")}. Cards of earlier rounds and burned cards are not counted.`,
  },
};
