/** Texts about the proof of a shoe. Amounts come in formatted. */

import type { MarkState } from "../art/proof";
import type { Why } from "../proof/judge";

const seats = (list: readonly number[]): string =>
  list.length === 1
    ? `Seat ${list[0]}`
    : `Seats ${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

const reasons: Readonly<Record<Why, string>> = {
  card: "a card differs",
  cut: "the cut differs",
  depth: "the cutting card was moved",
  seed: "the seed does not match",
  contribution: "a contribution does not match",
  left_out: "your contribution was left out",
  late: "a contribution came too late",
  order: "the steps are out of order",
  number: "a shoe number was skipped or used twice",
  head: "the record differs from what your page saw",
  signature: "a signature is wrong",
  key: "the record is signed with another key",
  fork: "there are two different logs",
  truncated: "the log became shorter",
  events: "the events received are not the ones signed",
  unsigned: "events arrived without a signature",
  other: "the record belongs to another shoe",
  format: "the record cannot be read",
};

export const proof = {
  names: {
    mix: "mixing",
    sealed: "sealed",
    house: "sealed by the house, not proved fair",
    ended: "ended, not checked here",
    proved: "proved",
    not: "not proved",
  } satisfies Record<MarkState, string>,
  tags: {
    mix: "mixing",
    sealed: "sealed",
    house: "house only",
    ended: "ended",
    proved: "proved",
    not: "not proved",
  } satisfies Record<MarkState, string>,
  reasons,
  mark: {
    in: (have: number, of: number): string => `${have} of ${of} are in`,
    short: (have: number, of: number): string => `${have} of ${of} in`,
    show: "Show the proof.",
    shoe: (shoe: number): string => `Shoe ${shoe}`,
    ended: (shoe: number, state: string): string => `Shoe ${shoe} ${state}`,
  },
  panel: {
    title: (shoe: number): string => `Shoe ${shoe}`,
    heads: {
      mix: "Mixing",
      sealed: "Sealed",
      house: "Sealed by the house, not proved fair",
      ended: "Ended",
      proved: "Proved",
      not: "Not proved",
    } satisfies Record<MarkState, string>,
    notBecause: (why: Why): string => `Not proved: ${reasons[why]}`,
    mix: "The house has committed to its seed. Each player's page now adds a number of its own. Nobody knows a card yet, not even the house.",
    sealed:
      "The order of all cards is fixed, and no card can be changed unnoticed. The proof comes when the shoe ends and the house reveals its seed.",
    house:
      "Nobody opened a contribution to this shoe. No card can be changed unnoticed, but the house could have chosen the order. This mark never turns to “proved”.",
    proved: (dealt: string, burned: string): string =>
      `The house has revealed its seed. Your page shuffled the cards again and found the same ones in the same order: ${dealt} dealt and ${burned} burned.`,
    not: "A check failed. Keep the files below: they are the evidence.",
    line: (line: number): string => `Line ${line} of the record:`,
    last: (shoe: number): string => `The previous shoe, shoe ${shoe}`,
    unable:
      "This browser cannot check signatures, so your page contributes nothing and proves nothing. You can check the record with the program below.",
    restored:
      "The service was restored from a backup. Anything after that backup is lost, and the log has started again. That is no sign of cheating; your page keeps the last signed head of the old log.",
    overdue: (shoe: number): string =>
      `The seed of shoe ${shoe} is overdue: its last card was dealt more than a day ago, and the house has not revealed the seed. Ask the house why.`,
    commitment: "The house's commitment",
    commitmentText:
      "The house's seed must match this number, which was published before anybody contributed.",
  },
  who: {
    title: "Who contributed",
    mixing: "Mixing now",
    house: "House",
    houseText: "committed first",
    you: "you",
    yours: "made and kept by your page",
    seat: (seat: number): string => `Seat ${seat}`,
    in: "in",
    opened: "opened",
    withheld: "withheld",
    waits: (seconds: number): string => `${seconds} s left`,
    next: "next shoe",
    one: "One honest contribution is enough. Each is opened after the cut, so nobody who cuts can know the cards.",
    withheldText: (list: readonly number[]): string =>
      `${seats(list)} did not open ${list.length === 1 ? "its contribution" : "their contributions"}. The shoe is shuffled without ${list.length === 1 ? "it" : "them"}. Players who collude with the house can gain from that: see below.`,
  },
  yours: {
    title: "Your contribution",
    made: "Your page has made a random number and sent the house a commitment to it. It opens the number after the cut.",
    sealed:
      "Your contribution is in. Your page opens it after the cut, and only if the house has signed for it.",
    opened: "Your contribution is in and opened: the order of the cards depends on it.",
    soon: "Your page contributes by itself. You do not need to do anything.",
    late: "You sat down after the contributions were closed, so you did not contribute to this shoe. Your page contributes to the next one.",
    watching: "You are not seated here. Seated players contribute, and everybody can check.",
    left_out:
      "Your page did not open its number, because the house has not signed for the commitment.",
    lost: "Your page cannot open its number: it was made in another browser, or this browser's storage was cleared.",
    number: "Your number",
  },
  proves: {
    title: "What a proved shoe shows",
    yes: [
      "The house chose its seed before anybody contributed.",
      "If one contribution was honest, nobody chose the order of the cards.",
      "No card was changed, left out or added.",
    ],
    burned:
      "A burned card's face follows from the seed, so it becomes known after the shoe has ended. That is the one departure from burning a card “without revealing its rank to anyone”.",
    burnedCites: "WI a1i",
    noTitle: "What it does not cover",
    base: "Six decks, one honest seat with flat bets that always goes to war; the honest edge is 2.33 %.",
    columns: ["If the house cheats like this", "Edge"],
    rows: [
      [
        "It tries seeds or stacks the shoe, and one honest player contributed",
        "2.33 %: nothing gained",
      ],
      ["It tries 1,024 seeds, and nobody honest contributed", "38.4 %"],
      [
        "1, 2 or 3 seats collude with it and withhold their numbers, which everybody sees",
        "8.8, 14.1, 18.6 %",
      ],
      [
        "It gives up the worst 5, 22 or 48 % of shoes before the first bet; every seed is revealed",
        "3.6, 6.7, 11.1 %",
      ],
      [
        "It knows the stack, and an accomplice bets or sits out accordingly. No proof of this kind reveals that; alone or among friends there is no accomplice",
        "88.2 %",
      ],
      ["The page itself lies to you", "check with another program"],
    ] as readonly (readonly [string, string])[],
  },
  check: {
    title: "Check it yourself",
    text: (shoe: number): string => `Shoe ${shoe}. Your page did the same a moment ago.`,
    none: "When this shoe ends, its record appears here.",
    steps: [
      "Take the record of the shoe: every event, in order, with signed heads.",
      "Hash the seed: the result is the house's commitment.",
      "Hash each opened number: the result is what that seat sealed.",
      "Shuffle the decks with the seed and all numbers, and cut where the player cut.",
      "Compare card by card, including the place of every burned card.",
    ],
    again: "Check it again here",
    checked: (count: string, ms: string): string => `${count} cards compared in ${ms} ms`,
    file: (shoe: number): string => `Record of shoe ${shoe}`,
    table: "Record of the table",
    heads: "Heads kept by your page",
    command: "With a program other than this page:",
    recipe:
      "“Where the cards come from” in the documentation (docs/shoes.md) has the exact recipe, a worked example and test vectors: enough to write a program of your own.",
    failed: "The record could not be loaded. Try again later.",
  },
  round: {
    title: "Where the cards came from",
    sealed: (shoe: number): string =>
      `Shoe ${shoe} is sealed: the order of its cards was fixed before the first bet. The proof comes when the shoe ends.`,
    house: (shoe: number): string =>
      `Shoe ${shoe} was sealed by the house and is not proved fair: nobody opened a contribution.`,
    proved: (shoe: number, count: string): string =>
      `Checked on this page just now: ${count} of ${count} cards of shoe ${shoe}.`,
    not: (shoe: number): string => `Shoe ${shoe} is not proved.`,
    checking: (shoe: number): string => `Shoe ${shoe} is being checked on this page.`,
    unknown: (shoe: number): string =>
      `Shoe ${shoe} has ended, and its seed is revealed. This page cannot read the shoe's record, so it proves nothing. Anybody with the table's link can check it.`,
    withheld: (count: number): string =>
      count === 1
        ? "1 seat withheld its contribution."
        : `${count} seats withheld their contributions.`,
  },
};
