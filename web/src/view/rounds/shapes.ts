/** Past rounds as the page reads them. */

import type {
  HandTotals as HandSums,
  PastHand,
  RoundSteps,
  RoundSummary as PastRound,
  Step as PastStep,
} from "../../answers";
import type { View } from "../../protocol";

export type { HandSums, PastHand, PastRound };

/** A step of a replay. For people who did not play, the chips of seats and tray are null. */
export type Step = Omit<PastStep, "view"> & { readonly view: View };

export type Steps = Omit<RoundSteps, "start" | "steps"> & {
  readonly start: View;
  readonly steps: readonly Step[];
};

/** Whether a Tie wager of a past hand was made, and its result. */
export function tieOf(hand: PastHand): { made: boolean; net: number } {
  const bets = [hand.wagers.tie, hand.wagers.war_tie].filter(
    (bet) => bet !== undefined && bet.staked_cents > 0,
  );
  return {
    made: bets.length > 0,
    net: bets.reduce((sum, bet) => sum + (bet?.returned_cents ?? 0) - (bet?.staked_cents ?? 0), 0),
  };
}

/** The step at which a replay opens: the reader's result, or the end of another player's round. */
export function openedAt({ hands, steps }: Pick<Steps, "hands" | "steps">): number {
  const own = hands.find((hand) => hand.you)?.seat;
  const decided = steps.findLastIndex(
    ({ event }) => event.name === "hand_decided" && event.seat === own,
  );
  return decided < 0 ? steps.length : decided + 1;
}
