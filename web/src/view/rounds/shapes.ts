/** Past rounds as the service shows them. */

import type { Event, View } from "../../protocol";

export interface PastHand {
  readonly seat: number;
  readonly name: string;
  readonly you: boolean;
  readonly outcome: string;
  readonly cards: readonly string[];
  readonly choice: string | null;
  readonly by_policy: boolean;
  readonly wagered_cents: number;
  readonly returned_cents: number;
  readonly net_cents: number;
  readonly wagers: Readonly<
    Record<string, { readonly staked_cents: number; readonly returned_cents: number }>
  >;
}

export interface PastRound {
  readonly id: string;
  readonly table: string | null; // null: a table by link, kept from strangers
  readonly round: number;
  readonly at: string;
  readonly house: string;
  readonly title: string;
  readonly voided: boolean;
  readonly dealer: readonly string[];
  readonly hands: readonly PastHand[];
}

/** What all hands of one house with one outcome come to, with or without a Tie wager. */
export interface HandSums {
  readonly house: string;
  readonly title: string;
  readonly outcome: string;
  readonly tie: boolean;
  readonly hands: number;
  readonly wagered_cents: number;
  readonly returned_cents: number;
}

export interface Step {
  readonly number: number;
  readonly at: string;
  readonly text: string;
  readonly cites: string;
  readonly event: Event;
  readonly view: View;
}

export interface Steps extends PastRound {
  readonly start: View;
  readonly steps: readonly Step[];
}

/** Whether a Tie wager of a past hand was made, and what it came to. */
export function tieOf(hand: PastHand): { made: boolean; net: number } {
  const bets = [hand.wagers.tie, hand.wagers.war_tie].filter(
    (bet) => bet !== undefined && bet.staked_cents > 0,
  );
  return {
    made: bets.length > 0,
    net: bets.reduce((sum, bet) => sum + (bet?.returned_cents ?? 0) - (bet?.staked_cents ?? 0), 0),
  };
}

/** The step at which a replay opens: the reader's own result, or the end of somebody else's round. */
export function openedAt({ hands, steps }: Pick<Steps, "hands" | "steps">): number {
  const own = hands.find((hand) => hand.you)?.seat;
  const decided = steps.findLastIndex(
    ({ event }) => event.name === "hand_decided" && event.seat === own,
  );
  return decided < 0 ? steps.length : decided + 1;
}
