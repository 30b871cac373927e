/** Texts of the round's log: what happened, in a few words. `who` is a name, or null for the reader. */

import type { Result } from "../protocol.ts";

type Who = string | null;
const does = (who: Who, yours: string, theirs: string): string => (who === null ? `You ${yours}` : `${who} ${theirs}`);
const name = (who: Who): string => who ?? "You";
const to = (who: Who): string => who ?? "you";
const whose = (who: Who): string => (who === null ? "Your" : `${who}'s`);
const WARS: Readonly<Record<Result, (who: Who) => string>> = {
  lower: (who) => does(who, "lose", "loses"),
  higher: (who) => does(who, "win", "wins"),
  equal: (who) => does(who, "tie", "ties"),
};
const byClock = (called: boolean): string => (called ? ", by the clock" : "");

export const log = {
  dealer: "The dealer",
  seat: (seat: number): string => `Seat ${seat}`,
  sits: (who: Who): string => does(who, "sit down", "sits down"),
  leaves: (who: Who): string => does(who, "leave", "leaves"),
  brings: (who: Who, amount: string): string => `${does(who, "bring", "brings")} ${amount}`,
  sitsOut: (who: Who): string => does(who, "sit out", "sits out"),
  returns: (who: Who): string => does(who, "play again", "plays again"),
  places: (who: Who, amount: string, wager: string): string => `${does(who, "place", "places")} ${amount}, ${wager}`,
  takesBack: (who: Who, amount: string): string => `${does(who, "take", "takes")} ${amount} back`,
  backTo: (who: Who, amount: string): string => `${amount} back to ${to(who)}`,
  card: (who: Who, rank: string): string => `${name(who)}: ${rank}`,
  burned: "One burned",
  taken: (wager: string): string => `${wager} taken`,
  paid: (wager: string, odds: string): string => `${wager}, ${odds}`,
  back: (wager: string, amount: string): string => `${wager} ${amount} back`,
  undone: (wager: string, amount: string): string => `${wager} ${amount} undone`,
  equal: (who: Who): string => `${name(who)}: equal cards, a choice`,
  surrenders: (who: Who, called: boolean): string => does(who, "surrender", "surrenders") + byClock(called),
  goesToWar: (who: Who, amount: string, called: boolean): string => `${does(who, "go", "goes")} to war with ${amount}${byClock(called)}`,
  matched: (amount: string): string => `The house adds ${amount}`,
  noWarTie: (who: Who): string => `${does(who, "make", "makes")} no Tie bet on the war`,
  cutOffered: (who: Who): string => `The cut is offered to ${to(who)}`,
  cutRefused: (who: Who): string => `${does(who, "refuse", "refuses")} the cut`,
  cut: (who: Who, cards: string): string => `${does(who, "cut", "cuts")} at ${cards}`,
  shuffled: "The cards are shuffled",
  loaded: (shoe: string): string => `Shoe ${shoe} is loaded`,
  cuttingCard: "The cutting card is out",
  faceUp: (rank: string): string => `A card lay face up in the shoe: ${rank}`,
  missed: (who: Who): string => `${does(who, "get", "gets")} no card`,
  isVoid: (reason: string): string => `Void: ${reason}`,
  opened: "The table opens",
  /** Steps that only a replay tells. */
  step: {
    compared: (who: Who, result: Result): string => `${whose(who)} card ${{ lower: "is lower than", higher: "is higher than", equal: "ties" }[result]} the dealer's`,
    settled: (who: Who, outcome: string): string => `${whose(who)} hand is settled: ${outcome}`,
    racked: (who: Who, cards: string): string => `${whose(who)} cards go to the rack: ${cards}`,
    war: (who: Who, result: Result, again: boolean): string => `${WARS[result](who)} the war${again ? ": it is dealt again" : ""}`,
    confirmed: (who: Who, war: string): string => `${whose(who)} ${war} wager is confirmed`,
    mayTie: (who: Who): string => `${name(who)} may bet Tie on the war`,
    matchBack: (who: Who, amount: string): string => `The dealer takes ${amount} back${who === null ? "" : ` from ${who}`}`,
    couponTaken: (who: Who, amount: string): string => `${whose(who)} coupon of ${amount} is taken`,
    couponBack: (who: Who, amount: string): string => `${whose(who)} coupon of ${amount} comes back`,
    looks: (who: Who): string => `${does(who, "look", "looks")} at the cards`,
    asksToSee: (who: Who): string => `${does(who, "ask", "asks")} to see the stored batch`,
  },
};

/** The finished example that a newcomer sees. */
export const example = {
  word: "Example",
  call: "Example: king beats 9",
  log: ["You put 25 down", "Your card: king", "The dealer's card: 9", "King beats 9"],
};
