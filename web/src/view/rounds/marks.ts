/** The marks of a scrubber: what each step of a round moves. */

import type { Step } from "./shapes";

export interface Mark {
  /** Cards and chips are tall marks, the rest are low ones. */
  readonly kind: "card" | "chips" | "rest";
  /** Beside another round, this step is different. */
  readonly differs?: boolean;
}

const CARDS = new Set(["card_dealt", "war_card_dealt"]);
const CHIPS = new Set([
  "wager_paid",
  "wager_collected",
  "wager_returned",
  "war_chosen",
  "war_matched",
  "wager_placed",
  "war_tie_placed",
]);

export function markOf({ event }: Step): Mark {
  if (CARDS.has(event.name)) return { kind: "card" };
  return { kind: CHIPS.has(event.name) ? "chips" : "rest" };
}
