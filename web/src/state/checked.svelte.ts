/** Shoes of past rounds: the answer of the service, and the result of this page's own check. */

import type { RoundShoe } from "../answers";
import type { MarkState } from "../art/proof";
import { judge, type Verdict } from "../proof/judge";
import { kept } from "../proof/keep";
import { fetchRecord, type Records } from "../wire/records";

const AT_ONCE = 3; // shoes that are checked for one list; each record is work for the service
const BETWEEN_MS = 300;

const name = (table: string, shoe: number): string => `${table} ${shoe}`;

export class Checked {
  found = $state.raw<ReadonlyMap<string, Verdict | "unknown">>(new Map());
  #asked = new Set<string>();
  #left = AT_ONCE;
  #work: Promise<void> = Promise.resolve();

  constructor(readonly records: Records = fetchRecord) {}

  /** The result for a shoe; null if it was not checked, "unknown" if it cannot be. */
  of(table: string | null, shoe: number): Verdict | "unknown" | null {
    if (table === null) return "unknown"; // its record needs the link of the table
    const found = this.found.get(name(table, shoe));
    if (found !== undefined) return found;
    return kept(table)?.verdicts.find((one) => one.shoe === shoe) ?? null;
  }

  /** The mark of a round; null where nothing is claimed. */
  mark(table: string | null, { state, number, contributors }: RoundShoe): MarkState | null {
    if (state === null) return null;
    const found = this.of(table, number);
    if (found !== null && found !== "unknown") return found.state;
    if (contributors === 0) return "house";
    return state === "sealed" ? "sealed" : "ended";
  }

  /** Check a shoe that has ended; one at a time, each once, and not too many. */
  want(table: string | null, shoe: RoundShoe, again = false): void {
    if (table === null || shoe.state !== "revealed") return;
    const asked = name(table, shoe.number);
    if (this.#asked.has(asked) || (!again && this.of(table, shoe.number) !== null)) return;
    if (this.#left === 0) return;
    this.#left -= 1;
    this.#asked.add(asked);
    this.#work = this.#work.then(() => this.#check(table, shoe.number));
  }

  async #check(table: string, shoe: number): Promise<void> {
    await new Promise((done) => window.setTimeout(done, BETWEEN_MS)); // after the page is drawn
    const found = await this.#judged(table, shoe).catch(() => "unknown" as const);
    this.found = new Map([...this.found, [name(table, shoe), found]]);
  }

  async #judged(table: string, shoe: number): Promise<Verdict> {
    const record = await this.records(table, shoe);
    const known = kept(table);
    const origin = JSON.parse(record.slice(0, record.indexOf("\n"))) as { origin?: string };
    if (known === null || origin.origin !== known.origin) return judge(record, { shoe });
    return judge(record, { shoe, key: known.key, kept: known.heads, parts: known.parts });
  }
}
