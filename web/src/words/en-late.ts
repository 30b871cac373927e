/** Texts of what a table shows after a first bet, or when its player cuts. Amounts come in formatted. */

import { en } from "./en";

const { odds, rank } = en;
const ranks = (card: string): string => `${rank(card)}s`;
const more = (units: number): string =>
  units === 1 ? "one more unit" : units === 2 ? "two more units" : `${units} more units`;

export const late = {
  age: {
    title: (years: number): string => `Are you ${years} or older?`,
    text: (name: string, years: number): string =>
      `Players at ${name} must be ${years} or older. We ask only once.`,
    yes: (years: number): string => `I am ${years} or older`,
    no: "I am younger",
    sure: (years: number): string => `You are younger than ${years}?`,
    sureText: (name: string): string =>
      `Then ${name} stays closed to you. The other houses are open.`,
    really: (years: number): string => `Yes, I am younger than ${years}`,
    wrong: "No, that was a mistake",
    tooYoung: (name: string): string => `${name} is closed to you`,
    tooYoungText: (years: number): string =>
      `You said that you are younger than ${years}. Players here must be ${years} or older. You can play at the other houses.`,
    at: (name: string): string => `Sit at ${name}`,
    allHouses: "All houses",
  },
  choice: {
    noAnswer: (seconds: number, what: string): string => `No answer in ${seconds} s: ${what}`,
    noClock: "No clock: take your time",
    clockLater: "A clock may start when the dealer has settled the other hands",
    surrenderWord: "surrender",
    surrender: "Surrender",
    moreNow: "more now",
    lostNow: "lost now",
    higher: "Higher",
    tie: "Tie",
    lower: "Lower",
    comesBack: (amount: string): string => `${amount} comes back.`,
    roundEnds: "The round ends for you.",
    pick: "Choose one first",
    warGo: (amount: string, choice: string): string => `Bet ${amount} and ${choice}`,
    surrenderGo: (amount: string): string => `Give up ${amount} and surrender`,
    fromAccount: (amount: string, some: boolean): string =>
      some ? `${amount} from account` : "from account",
    bringGo: (amount: string, choice: string): string => `Bring ${amount} and ${choice}`,
    shortWar: (need: string, have: string, account: string): string =>
      `A war needs ${need}. You have ${have} here and ${account} in your account.`,
    shortHere: (need: string, have: string): string =>
      `A war needs ${need}, and you have ${have} here.`,
  },
  warTie: {
    wins: "Wins if the war cards are equal too.",
    legend: "Tie bet on the war",
    none: "None",
    pays: (at: string): string => `Pays ${odds(at)}. Decided by the war cards alone.`,
    then: (win: string, lose: string): string => `Equal war cards: ${win}. Otherwise: ${lose}.`,
    noChips: "You have too few chips left here for a Tie bet.",
    asItStands: "The war is dealt without a Tie bet.",
    pick: "Choose one first",
    place: (amount: string): string => `Bet ${amount} on Tie`,
    no: "No Tie bet",
  },
  coupon: {
    title: "Match play coupon",
    rule: (first: string): string =>
      `It lies beside chips of at least its value on ${first}, counts only at even money, and is taken once it is decided.`,
    face: "Face value",
    less: "Lower face value",
    more: "Higher face value",
    add: (amount: string): string => `Add a ${amount} coupon`,
    none: "No coupon",
    back: "Back",
  },
  cut: {
    title: "Where do you cut?",
    least: (cards: number): string => `At least ${cards} cards in from either end.`,
    move: "Move the cutting card",
    toFront: (cards: number): string => `${cards} to the front`,
    toBack: (cards: number): string => `${cards} to the back`,
    fromFront: "from the front",
    where: "Where to cut",
    at: (cards: number, of: number): string => `${cards} cards from the front, of ${of}`,
    cutAt: "Cut at",
    refuse: "Refuse the cut",
    front: "Front",
    back: "Back",
    honest: "The cards behind your cut move to the front. You choose the place.",
  },
  look: {
    title: "The cards are shown to you",
    spread: "The cards lie face up, by suit and in sequence",
    all: (decks: number): string =>
      decks === 1
        ? "They lie face up, by suit and in sequence."
        : `They lie face up, by suit and in sequence: each card ${decks} times.`,
    text: "If something looks wrong, object before the cards are turned face down. The floor then checks them again.",
    object: "Object to the cards",
  },
  dealt: {
    next: (who: string, step: string): string => `${who}'s next step: ${step}.`,
    dealer: "The dealer",
    floor: "The floor",
    you: (seat: string): string => `${seat} (you)`,
    open: "Dealer and floor",
    dispute: "I dispute this",
    called: "The floor has been called",
    coming: (name: string): string => `${name} is coming`,
    real: "Real cards",
  },
  refused: {
    title: (what: string): string => `Not placed: ${what}`,
    titleOther: "The table refused that",
    nothing: "No chips were taken.",
    nearest: "Nearest",
    change: "Change the bet",
    on: (amount: string, name: string): string => `${amount} on ${name}`,
    ok: "Got it",
  },
  watch: {
    pause: "Pause",
    paused: (steps: number): string =>
      steps === 0
        ? "Paused"
        : steps === 1
          ? "Paused, 1 step behind"
          : `Paused, ${steps} steps behind`,
    text: "The table plays on. Step through what you missed, or catch up.",
    step: "One step",
    catchUp: "Catch up",
  },
  out: {
    title: "You are sitting out",
    text: "The seat stays yours, and the table does not wait for you.",
    comeBack: "You can join in until “No more bets”.",
    dealIn: "Deal me in",
  },
  reality: {
    title: (minutes: number): string => `${minutes} minutes at the tables`,
    text: (wagered: string, returned: string, net: string): string =>
      `Wagered ${wagered}, returned ${returned}: ${net}.`,
    goOn: "Keep playing",
    rest: "Take a break",
  },
  stopped: {
    seated: "You keep your seat and your chips until you leave. You cannot bet or bring chips.",
    watching: "You can watch. Your chips stay in your account.",
    hand: "Your current hand is played to the end.",
    chips: "You cannot bring chips during a break.",
    chipsLimit: "You cannot bring chips: you have reached your limit.",
    read: "You can still read your rounds, statement, limits and help.",
  },
  wait: {
    mayChange: "You can change your bets until “No more bets”.",
    final: "A bet stays on the table until it is decided.",
    and: " and ",
    players: "Players this round",
    change: "Change my bets",
    takeBack: "Take my bets back",
    choosing: "choosing",
    sitsOut: "sits out",
    away: "away",
    atWar: "at war",
  },
  result: {
    moved: { pay: "paid", return: "returned", collect: "taken" },
    title: (round: number): string => `Result of round ${round}`,
    onWagered: (amount: string, coupon: string): string =>
      `on ${amount} wagered${coupon === "0" ? "" : `, with a coupon of ${coupon}`}`,
    byPolicy: "By policy",
    noAnswer: ": no answer in time",
    rebet: (amount: string): string => `Rebet ${amount}`,
    newBet: "New bet",
    voidTitle: (round: number): string => `Round ${round} is void`,
    backToYou: (amount: string, coupon: string): string =>
      `${amount}${coupon === "0" ? "" : ` and a coupon of ${coupon}`} returned to you`,
    voidWhy: "Every bet is returned in full, whatever the cards showed.",
    alreadyBet: (names: string): string => `${names} already bet.`,
    goOn: "Continue",
    seeRound: "See the round",
    reason: (text: string): string => `Void: ${text.replace(/\.$/, "")}.`,
  },
  broke: {
    limited: "Your limits leave too little for a bet",
    limitedText: (least: string): string => `The minimum bet here is ${least}.`,
    limits: "Your limits",
    title: "Out of chips here",
    text: (have: string, least: string): string =>
      `You have ${have} here, and the minimum bet is ${least}.`,
    account: (amount: string): string => `You have ${amount} more in your account.`,
    free: (amount: string): string =>
      `We top up your balance to ${amount}, free of charge. Chips are never sold.`,
    later: (time: string, left: string): string =>
      `You can top up your balance again at ${time}, in ${left}, free of charge. Chips are never sold.`,
    elsewhere: (amount: string): string =>
      `You have ${amount} at another table. They come back when you leave that seat.`,
    fetch: (amount: string): string => `Leave that seat and bring ${amount}`,
    fetching: "Bringing your chips",
    goThere: "Go to that table",
    bring: (amount: string): string => `Bring ${amount}`,
    refill: "Top up for free",
  },
  why: {
    paidTitle: (amount: string): string => `Why did ${amount} come to you?`,
    backTitle: (amount: string): string => `Why did ${amount} come back to you?`,
    takenTitle: (amount: string): string => `Why was ${amount} taken?`,
    staked: "the wager",
    stakedBoth: "both wagers",
    stakedCoupon: "chips and coupon",
    paidOut: "paid",
    every: "Every chip of this round",
    clause: "Clause",
    odds: "Odds",
    toPlayer: "Back",
    sum: (wagered: string, returned: string): string =>
      `Wagered ${wagered}, returned ${returned}, net`,
    warAgainst: (a: string, b: string): string => `In the war, ${rank(a)} against ${rank(b)}.`,
    won: (own: string, theirs: string, war: boolean): string =>
      `You won${war ? " the war" : ""} because your ${rank(own)} beats the dealer's ${rank(theirs)}.`,
    lost: (own: string, theirs: string, war: boolean): string =>
      `You lost${war ? " the war" : ""} because the dealer's ${rank(theirs)} beats your ${rank(own)}.`,
    warTied: (card: string): string => `You tied the war: both war cards are ${ranks(card)}.`,
    wentToWar: (card: string): string => `Both first cards are ${ranks(card)}, so there was a war.`,
    surrendered: (card: string): string =>
      `Both cards are ${ranks(card)}, and the hand was surrendered.`,
    equal: (card: string): string => `Both cards are ${ranks(card)}.`,
    ties: (ties: number): string =>
      ties === 1 ? "You tied the dealer once." : `You tied the dealer ${ties} times in a row.`,
    unequal: (own: string, theirs: string): string =>
      `Your ${rank(own)} and the dealer's ${rank(theirs)} are not equal.`,
    isVoid: "The round is void, so every wager is returned in full, whatever the cards showed.",
    paysWar: (house: string, tied: boolean, units: number, odds: string): string =>
      `${house} pays a ${tied ? "tied" : "won"} war with ${more(units)}: ${odds}.`,
    pays: (house: string, wager: string, odds: string): string => `${house} pays ${wager} ${odds}.`,
    surrenderCosts: (house: string, lost: string): string =>
      `At ${house}, surrender costs ${lost === "1/2" ? "half" : lost === "1" ? "all" : lost} of the wager.`,
    surrenderLeaves: (house: string, lost: string): string =>
      `At ${house}, surrender costs ${lost === "1/2" ? "half" : lost} of the wager; this is the rest.`,
    comesBack: (wager: string): string => `You did not lose ${wager}, so it comes back to you.`,
    takenForWar: (house: string, wager: string): string =>
      `${house} takes ${wager} when a war begins, even if you win the war.`,
    tieNeeds: (wager: string, war: boolean): string =>
      `${wager} wins only if the ${war ? "war" : "first"} cards are equal.`,
    couponWins: (amount: string): string =>
      `Your coupon of ${amount} wins with the chips at even money, and is then taken.`,
    couponTaken: (amount: string): string => `Your coupon of ${amount} is taken.`,
    couponBack: (amount: string): string => `Your coupon of ${amount} comes back to you.`,
    goesToHouse: (wager: string): string => `${wager} is lost and goes to the house.`,
  },
};
