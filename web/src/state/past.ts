/** One's own rounds that are over, as the table shows them: a bead, a net, and each wager's result. */

import type { Draft } from "../reduce/bets";
import { beadOf } from "../reduce/board";
import { get } from "../wire/api";

export interface Bead {
  readonly kind: "W" | "L" | "S" | "w" | "t" | "l" | "V";
  readonly tie: boolean;
}
export interface PastHand {
  /** The round's id, as its address has it. */
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly outcome: string;
  /** Whether the house's policy answered. */
  readonly byPolicy: boolean;
  readonly netCents: number;
  readonly results: readonly { readonly wager: string; readonly cents: number }[];
  readonly bead: Bead;
  /** What was bet before the deal. */
  readonly bet: Draft;
}

/** Back at the table: for how long it was away, and what happened meanwhile. */
export interface Back {
  readonly seconds: number;
  readonly steps: number;
  /** One's own hands that were decided meanwhile; null until the service has said it. */
  readonly decided: readonly PastHand[] | null;
}

interface Listed {
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly hands: readonly {
    readonly you: boolean;
    readonly outcome: string;
    readonly by_policy: boolean;
    readonly net_cents: number;
    readonly wagers: Readonly<
      Record<string, { readonly staked_cents: number; readonly returned_cents: number }>
    >;
  }[];
}

const AREAS: Readonly<Record<string, string>> = { initial: "first", tie: "tie" };

function pastHand({ id, table, round }: Listed, hand: Listed["hands"][number]): PastHand {
  const bets = Object.entries(hand.wagers).filter(([, bet]) => bet.staked_cents > 0);
  const results = bets.map(([wager, bet]) => ({
    wager,
    cents: bet.returned_cents - bet.staked_cents,
  }));
  const tie = results.some(({ wager, cents }) => /^(war_)?tie$/.test(wager) && cents > 0);
  const bead = beadOf(hand.outcome, hand.net_cents, tie);
  const bet = Object.fromEntries(
    bets
      .filter(([wager]) => wager !== "war" && wager !== "war_tie")
      .map(([wager, { staked_cents }]) => [AREAS[wager] ?? `side:${wager}`, staked_cents]),
  ) as Draft;
  return {
    id,
    table,
    round,
    outcome: hand.outcome,
    byPolicy: hand.by_policy,
    netCents: hand.net_cents,
    results,
    bead,
    bet,
  };
}

/** The latest hands, oldest first; null if the service does not say. */
export async function pastHands(most: number): Promise<readonly PastHand[] | null> {
  const found = await get<{ rounds: Listed[] }>(`/api/rounds?limit=${most}`).catch(() => null);
  if (found === null) return null;
  const own = found.rounds.flatMap((round) =>
    round.hands.filter((hand) => hand.you).map((hand) => pastHand(round, hand)),
  );
  return own.reverse();
}
