/**
 * This visit, from the first table on: how long, how many rounds, and their net.
 *
 * It outlives rooms and reloads of its tab. Each round counts once, whether the page saw it
 * played or learnt of it afterwards; its net is the service's.
 */

const KEPT = "casinowar.visit";
const KNOWN_MAX = 400;

/** A seat of one's own, and the last round at it whose result was shown or was not one's own. */
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
    return {}; // storage is switched off, or somebody wrote something else there
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

  /** Somebody is at a table: their visit goes on, or a new one begins. */
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

  /** The service came back from a backup: rounds after it are undone, and their ids come again. */
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

  /** One's own seat at a table. */
  at(table: string): Held | undefined {
    return this.seats.find((one) => one.table === table);
  }

  /** This seat is one's own now; the last round there was not. */
  sits(table: string, seat: number, round: number): void {
    if (this.at(table)?.seat === seat) return;
    this.#seats(table, { table, seat, seen: round });
  }

  /** There is no seat of one's own at this table any more. */
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

  /** The latest rounds as the service lists them: what is new counts. The first list is the past. */
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
      // then it holds until the page is closed
    }
  }
}

export const visit = new Visit();
