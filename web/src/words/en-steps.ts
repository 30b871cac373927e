/** Texts of the steps that only a replay tells; loaded with it. */

import type { Result } from "../protocol";
import { does, name, whose, type Who } from "./en-log";

const WARS: Readonly<Record<Result, (who: Who) => string>> = {
  lower: (who) => does(who, "lose", "loses"),
  higher: (who) => does(who, "win", "wins"),
  equal: (who) => does(who, "tie", "ties"),
};

export const steps = {
  compared: (who: Who, result: Result): string =>
    `${whose(who)} card ${{ lower: "is lower than", higher: "is higher than", equal: "ties" }[result]} the dealer's`,
  settled: (who: Who, outcome: string): string => `${whose(who)} hand is settled: ${outcome}`,
  racked: (who: Who, cards: string): string => `${whose(who)} cards go to the rack: ${cards}`,
  war: (who: Who, result: Result, again: boolean): string =>
    `${WARS[result](who)} the war${again ? ": it is dealt again" : ""}`,
  confirmed: (who: Who, war: string): string => `${whose(who)} ${war} wager is confirmed`,
  mayTie: (who: Who): string => `${name(who)} may bet Tie on the war`,
  matchBack: (who: Who, amount: string): string =>
    `The dealer takes ${amount} back${who === null ? "" : ` from ${who}`}`,
  looks: (who: Who): string => `${does(who, "look", "looks")} at the cards`,
  asksToSee: (who: Who): string => `${does(who, "ask", "asks")} to see the stored batch`,
  adds: (who: Who): string => `${does(who, "add", "adds")} to the shuffle, sealed`,
  opens: (who: Who): string => `${does(who, "open", "opens")} what was added to the shuffle`,
};
