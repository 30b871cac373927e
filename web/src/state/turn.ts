/** The table's question to this player, and its deadline. */

import type { Command, Offer } from "../protocol";

export type Question = "choice" | "warTie" | "cut";

export interface Turn {
  readonly what: Question;
  readonly until: number | null; // null: no clock runs
}

const ASKS: Readonly<Partial<Record<Command["command"], Question>>> = {
  go_to_war: "choice",
  surrender_hand: "choice",
  decline_war_tie: "warTie",
  take_cut: "cut",
  refuse_cut: "cut",
};

/** The question in these offers; null: none. */
export function turnOf(offers: readonly Offer[], until: number | null): Turn | null {
  for (const { command } of offers) {
    const what = ASKS[command as Command["command"]];
    if (what !== undefined) return { what, until };
  }
  return null;
}

/** The remaining whole seconds; null if no clock runs. */
export function secondsLeft(until: number | null, now: number): number | null {
  return until === null ? null : Math.max(0, Math.ceil((until - now) / 1000));
}
