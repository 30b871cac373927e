/** Calls and disputes of a player at a table that people deal, and their results. */

import type { CallList, DisputeLine, Disputes, FloorCall, OneCall, OwnDispute } from "../answers";
import { get, post } from "../wire/api";

const LOOK_MS = 4000;

export class Help {
  /** Whether its panel is open, and whether it was opened to dispute something. */
  open = $state(false);
  disputing = $state(false);
  call = $state.raw<FloorCall | null>(null); // the reader's newest waiting call
  answered = $state(false); // the floor has settled the last call
  disputes = $state.raw<readonly DisputeLine[]>([]);

  constructor(readonly table: string) {}

  /** Request now, and repeat while somebody reads or waits for the answer. */
  start(waits = (): boolean => this.open || this.call !== null): () => void {
    void this.look();
    const timer = window.setInterval(() => {
      if (waits()) void this.look();
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }

  get #path(): string {
    return `/api/tables/${encodeURIComponent(this.table)}/calls`;
  }

  async look(): Promise<void> {
    const [calls, found] = await Promise.all([
      get<CallList>(this.#path).catch(() => null),
      get<Disputes>(`/api/disputes?table=${encodeURIComponent(this.table)}&limit=20`).catch(
        () => null,
      ),
    ]);
    if (calls) {
      const own = calls.calls.filter((call) => call.yours).at(-1) ?? null;
      if (this.call !== null && own === null) this.answered = true;
      this.call = own;
    }
    if (found) this.disputes = found.disputes;
  }

  async callFloor(kind: string, words: string): Promise<void> {
    const { call } = await post<OneCall>(this.#path, { kind, words });
    this.call = call;
    this.answered = false;
  }

  /** Open a dispute about a hand and call the floor, unless a call is already waiting. */
  async dispute(round: number, seat: number, claim: string, cents: number | null): Promise<void> {
    const asked = { table: this.table, round, seat, claim, paid_cents: cents };
    const { found } = await post<OwnDispute>("/api/disputes", asked);
    await this.callFloor("dispute", `${found.id}: ${claim}`.slice(0, 200)).catch(() => undefined);
    await this.look();
  }
}

let here: Help | null = null;

/** What is asked at this table; the page shows one at a time. */
export function helpAt(table: string): Help {
  if (here?.table !== table) here = new Help(table);
  return here;
}
