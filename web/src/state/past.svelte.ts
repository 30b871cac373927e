/** The reader's finished rounds as the table shows them: a bead, a net, and each wager's result. */

import type { HandView } from "../protocol";
import type { Draft } from "../reduce/bets";
import { beadOf, netOf, results, tieWon, type Bead, type Result } from "../reduce/board";
import { get } from "../wire/api";
import type { TableState } from "./table.svelte";
import { visit } from "./visit.svelte";

const BEADS_MAX = 48;

export interface PastHand {
  /** The round's id in its address. */
  readonly id: string;
  readonly table: string;
  readonly round: number;
  readonly outcome: string;
  /** Whether the house's policy answered. */
  readonly byPolicy: boolean;
  readonly netCents: number;
  readonly results: readonly { readonly wager: string; readonly cents: number }[];
  readonly bead: Bead;
  /** The wagers before the deal. */
  readonly bet: Draft;
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

/** The latest hands, oldest first; null if the service does not answer. */
async function pastHands(): Promise<readonly PastHand[] | null> {
  const found = await get<{ rounds: Listed[] }>(`/api/rounds?limit=${BEADS_MAX}`).catch(() => null);
  if (found === null) return null;
  const own = found.rounds.flatMap((round) =>
    round.hands.filter((hand) => hand.you).map((hand) => pastHand(round, hand)),
  );
  return own.reverse();
}

export class Past {
  beads = $state.raw<readonly Bead[]>([]);
  last = $state.raw<{
    readonly netCents: number;
    readonly results: readonly Pick<Result, "wager" | "cents">[];
  } | null>(null);
  #beads = new Map<string, Bead>(); // by round

  constructor(readonly table: Pick<TableState, "id" | "info">) {}

  /** Whether no round of the reader is known. */
  get none(): boolean {
    return visit.rounds === 0 && this.beads.length === 0;
  }

  /** The id of a round of this table, as the service lists it. */
  round(number: number): string {
    return `${this.table.info?.rounds ?? ""}-${number}`;
  }

  /** Ask the service for the reader's rounds, and return those of this table, oldest first. */
  async load(): Promise<readonly PastHand[] | null> {
    const found = await pastHands();
    if (found === null) return null;
    const listed = new Map(found.map((one) => [one.id, one.bead]));
    const known = [...this.#beads];
    const newer = known.slice(known.findLastIndex(([id]) => listed.has(id)) + 1); // seen meanwhile
    this.#beads = new Map([...listed, ...newer]);
    this.beads = [...this.#beads.values()].slice(-BEADS_MAX);
    const here = found.filter((one) => one.table === this.table.id);
    if (newer.length === 0) this.last = here.at(-1) ?? this.last;
    visit.listed(found);
    return here;
  }

  /** The service was restored from a backup: its rounds are read again. */
  forget(): void {
    this.#beads.clear();
    this.beads = [];
    this.last = null;
  }

  /** A hand of the reader is decided. */
  finished(round: number, hand: HandView): void {
    const net = netOf(hand);
    if (net === null || hand.outcome === null) return;
    const name = this.round(round);
    this.#beads.set(name, beadOf(hand.outcome, net, tieWon(hand)));
    this.beads = [...this.#beads.values()].slice(-BEADS_MAX);
    this.last = { netCents: net, results: results(hand) };
    visit.count(name, net);
  }
}
