/**
 * This visit, from the first table on: how long, how many rounds, and their net.
 *
 * It outlives rooms and reloads of its tab. Each round counts once, whether the page saw it
 * played or learnt of it afterwards; its net is the service's.
 */

const KEPT = "casinowar.visit";
const KNOWN_MAX = 400;

/** A seat of the reader, and the last round there whose result was shown or was not the reader's. */
interface Held {
  readonly table: string;
  readonly seat: number;
  readonly seen: number;
}

interface Kept {
  readonly person: string;
  readonly since: number;
  readonly netCents: number;
  readonly rounds: number;
  readonly known: readonly string[];
  readonly listed: boolean;
  readonly seats: readonly Held[];
}

function kept(): Partial<Kept> {
  try {
    return (JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Partial<Kept> | null) ?? {};
  } catch {
    return {}; // storage is switched off, or holds something else
  }
}

class Visit {
  since = $state(Date.now());
  netCents = $state(0);
  rounds = $state(0);
  /** Seats that were taken and not left, the latest one last. */
  seats = $state.raw<readonly Held[]>([]);
  #person = "";
  #known = new Set<string>(); // rounds that are counted, or were over before
  #listed = false; // the service has listed those that were over before

  /** The reader is at a table: the visit continues, or a new one begins. */
  of(person: string): void {
    if (person === this.#person) return;
    const found = kept();
    const same = found.person === person;
    this.#person = person;
    this.since = same ? (found.since ?? Date.now()) : Date.now();
    this.netCents = same ? (found.netCents ?? 0) : 0;
    this.rounds = same ? (found.rounds ?? 0) : 0;
    this.seats = same ? (found.seats ?? []) : [];
    this.#known = new Set(same ? found.known : []);
    this.#listed = same && found.listed === true;
    this.#keep();
  }

  /** The service was restored from a backup: later rounds are undone, and their ids are used again. */
  anew(): void {
    this.since = Date.now();
    this.netCents = this.rounds = 0;
    this.#known.clear();
    this.#listed = false;
    this.#keep();
  }

  /** Whether a round is counted, or was over before the visit; answered as of now. */
  knew(): (round: string) => boolean {
    const then = new Set(this.#known);
    return (round) => then.has(round);
  }

  /** The reader's seat at a table. */
  at(table: string): Held | undefined {
    return this.seats.find((one) => one.table === table);
  }

  /** The reader took this seat after the last round there. */
  sits(table: string, seat: number, round: number): void {
    if (this.at(table)?.seat === seat) return;
    this.#seats(table, { table, seat, seen: round });
  }

  /** The reader no longer has a seat at this table. */
  left(table: string): void {
    if (this.at(table)) this.#seats(table);
  }

  /** The result of a round is shown. */
  saw(table: string, round: number): void {
    const held = this.at(table);
    if (held) this.#seats(table, { ...held, seen: round });
  }

  #seats(table: string, ...now: Held[]): void {
    this.seats = [...this.seats.filter((one) => one.table !== table), ...now];
    this.#keep();
  }

  /** A round that was played in this visit. */
  count(round: string, netCents: number): void {
    if (this.#known.has(round)) return;
    this.#known.add(round);
    this.netCents += netCents;
    this.rounds += 1;
    this.#keep();
  }

  /** The latest rounds of the service: new ones count. The first list is the past. */
  listed(found: readonly { readonly id: string; readonly netCents: number }[]): void {
    if (this.#listed) for (const { id, netCents } of found) this.count(id, netCents);
    else for (const { id } of found) this.#known.add(id);
    this.#listed = true;
    this.#keep();
  }

  #keep(): void {
    const { since, netCents, rounds, seats } = this;
    const [person, listed] = [this.#person, this.#listed];
    const known = [...this.#known].slice(-KNOWN_MAX);
    const kept: Kept = { person, since, netCents, rounds, seats, known, listed };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // valid until the page is closed
    }
  }
}

export const visit = new Visit();
