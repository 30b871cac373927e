/**
 * Sealed shoes, as this page takes part in them. It contributes to the shuffle by itself, follows the
 * table's log and its signed heads, opens its contribution only if the house has signed for it, and
 * checks the whole shoe when it ends. Loaded with the late parts of a table.
 */

import type { MarkState } from "../art/proof";
import type { Countdown, Event, Fair as Signed, Offer, SealedView } from "../protocol";
import { contributionCommitment, hex } from "../proof/bytes";
import { canCheck, Chain, Lie } from "../proof/chain";
import { check, keysOf, type Head, type Report } from "../proof/check";
import { judge, type Verdict, type Why } from "../proof/judge";
import * as keep from "../proof/keep";
import type { Part, SignedHead } from "../proof/keep";
import { fetchRecord, type Records } from "../wire/records";
import { clocksOf, type Clock } from "./clocks";
import type { TableState } from "./table.svelte";

const NEWS_MS = 8000; // the mark shows a shoe that has ended for this long
const RECENT_MS = 15_000; // a head that another tab kept in this time may not be known here yet
const AGAIN_MS = [0, 1000, 4000, 15_000];
const SHOES_BACK = 4; // with more of them between two visits, they are not compared
const VALUE_BYTES = 32;

/** The mark at the shoe; `have` of `of` are in while it is mixed, the house among them. */
export interface Mark {
  readonly state: MarkState;
  readonly over: boolean; // the verdict on a shoe
  readonly shoe: number;
  readonly have: number;
  readonly of: number;
}

/** The shoe that is prepared or played, according to the log. */
interface Seen {
  readonly shoe: number;
  readonly sealed: Map<number, string>;
  closed: boolean;
}

/** The steps of a shoe's contributions, as a record shows them. */
const stepsIn = (record: string): Event[] =>
  record
    .split("\n")
    .filter((line) => /^\{"name":"(contribution|seat_left)/.test(line))
    .map((line) => JSON.parse(line) as Event);

/** Apply an event. */
function follow(seen: Seen, event: Event): void {
  if (event.name === "contribution_sealed") seen.sealed.set(event.seat, event.commitment);
  if (event.name === "contributions_closed") seen.closed = true;
  if (event.name === "seat_left" && !seen.closed) seen.sealed.delete(event.seat);
}

const pause = (ms: number): Promise<void> => new Promise((done) => window.setTimeout(done, ms));

type Around = Pick<TableState, "id" | "person" | "shown" | "connection">;

export class Fair {
  on = $state(false); // the shoes of this table are sealed
  able = $state(true); // this browser can check signatures
  lie = $state.raw<{ readonly why: Why; readonly words: string } | null>(null);
  restored = $state(false); // the log began anew since this browser was here
  /** The reader's contribution to the shoe that is prepared or played. */
  part = $state.raw<Part | null>(null);
  /** The house did not sign for the reader's contribution, so it was not opened. */
  held = $state.raw<"left_out" | "lost" | null>(null);
  overdue = $state<number | null>(null); // a shoe whose seed the house has owed for a day
  clocks = $state.raw<readonly Clock[]>([]); // for whose contribution the table waits
  verdicts = $state.raw<readonly Verdict[]>([]);
  news = $state.raw<Verdict | null>(null); // a shoe has just ended
  ms = $state(0); // that its check took

  #chain: Chain | null = null;
  #seen: Seen | null = null;
  #offers: readonly Offer[] = [];
  #work: Promise<void> = Promise.resolve(); // one task after another
  #gap: Promise<void> = Promise.resolve(); // what was kept is compared with what is signed now
  #given = new Set<string>(); // commands that were sent, so that none is sent twice

  constructor(
    readonly table: Around,
    readonly records: Records = fetchRecord,
  ) {}

  /** The sealed shoe that is shown. */
  view = $derived.by<SealedView | null>(() => this.table.shown.view?.shoe.sealed ?? null);
  /** The mark at the shoe; null at a table without sealed shoes. */
  mark = $derived.by<Mark | null>(() => {
    const { view, news } = this;
    const { loaded, view: table } = this.table.shown;
    if (!this.on) return null;
    const shoe = view?.shoe ?? 0;
    const of = (state: MarkState, at = shoe, have = 0, all = 0): Mark => ({
      ...{ state, shoe: at, have, of: all, over: at !== shoe || state === "not" },
    });
    if (this.lie) return of("not", news?.shoe ?? shoe);
    const mixing = view?.closed === false && this.clocks.length > 0; // a contribution is awaited
    if (news && news.shoe !== shoe && !mixing) return of(news.state, news.shoe);
    if (view === null) return null;
    const seats = (table?.seats ?? []).filter((one) => !one.sitting_out).map((one) => one.seat);
    const given = view.contributions.map((one) => one.seat);
    if (!view.closed)
      return of("mix", shoe, given.length + 1, new Set([...seats, ...given]).size + 1);
    const opened = view.contributions.some((one) => one.value !== null);
    return of(given.length === 0 || (loaded && !opened) ? "house" : "sealed");
  });
  /** The verdict on a shoe, if this page has one. */
  verdictOn(shoe: number): Verdict | null {
    return this.verdicts.find((one) => one.shoe === shoe) ?? null;
  }

  /** All messages so far have been processed. */
  async done(): Promise<void> {
    for (let work = null; work !== this.#work;) await (work = this.#work);
    await this.#gap;
  }

  #later(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch(this.#failed);
  }

  /** A lie is reported; without a connection the log is followed again after the next welcome. */
  #failed = (error: unknown): void => {
    this.#chain = null;
    if (error instanceof Lie) this.#lied(error.why, error.message);
  };

  #lied(why: Why, words: string): void {
    if (this.lie !== null) return;
    this.lie = { why, words };
    if (this.#shoe !== undefined) this.#judged(this.#not(this.#shoe));
  }

  /** The verdict on a shoe during which the service lied. */
  #not(shoe: number): Verdict {
    const none = { sealed: [], opened: [], dealt: 0, burned: 0, at: Date.now() };
    const { why, words } = this.lie ?? { why: "fork" as const, words: "" };
    return { shoe, state: "not", why, words, ...none };
  }

  // --- messages of the service --------------------------------------------------------------------

  /** A welcome; `whole`: with the view, so that no missed events follow. */
  welcomed(signed: Signed | null | undefined, whole: boolean, at: number): void {
    this.on = signed != null;
    this.overdue = signed?.overdue?.shoe ?? null;
    if (signed) this.#later(() => this.#begin(signed, whole, at));
  }

  happened(events: readonly Event[], head: SignedHead | null | undefined): void {
    if (this.on) this.#later(() => this.#extend(events, head));
  }

  offered(offers: readonly Offer[]): void {
    this.#offers = offers;
    if (this.on) this.#later(() => this.#act());
  }

  waits(waits: readonly Countdown[]): void {
    const own = waits.filter((wait) => wait.what === "contribution");
    this.clocks = clocksOf(this.clocks, own, Date.now());
  }

  // --- the log ----------------------------------------------------------------------------------

  async #begin(signed: Signed, whole: boolean, at: number): Promise<void> {
    this.able = await canCheck();
    if (!this.able || this.lie !== null) return;
    const { origin, key, head } = signed;
    const chain = this.#chain;
    const keys = await keysOf(signed.keys).catch(() => {
      throw new Lie("key", "a key of the house is not signed by the one before it");
    });
    const knows = (known: string): void => {
      if (!keys.includes(known))
        throw new Lie("key", `key ${key.slice(0, 16)} is not signed by key ${known.slice(0, 16)}`);
    };
    if (chain?.origin === origin) {
      for (const known of chain.keys) knows(known);
      for (const one of keys) chain.keys.add(one);
      await chain.expect(head);
      if (!whole) return;
    }
    const before = keep.kept(this.table.id);
    this.restored ||= before !== null && before.origin !== origin;
    const same = before?.origin === origin ? before : null;
    if (same) knows(same.key);
    const fresh = await Chain.begin(origin, head, keys);
    for (const old of same?.heads ?? []) {
      if (old.size === head.size && old.hash !== head.hash)
        throw new Lie("fork", `two heads of ${head.size} events contradict each other`);
      if (old.size > head.size && old.at < at - RECENT_MS)
        throw new Lie("truncated", `the log has ${head.size} events; ${old.size} were signed`);
    }
    this.#chain = fresh;
    const own = keep.begin(this.table.id, origin, key);
    this.verdicts = own.verdicts;
    const shoe = this.table.shown.latest?.shoe.sealed?.shoe;
    if (shoe === undefined) return;
    this.part = own.parts.findLast((one) => one.shoe === shoe) ?? null;
    this.#seen = { shoe, sealed: new Map(), closed: false };
    const last = same?.heads.at(-1);
    const between = last !== undefined && last.size < head.size;
    if (between || (this.part !== null && this.part.state !== "opened"))
      this.#gap = this.#recall(fresh, shoe, between ? last : undefined).catch((error: unknown) => {
        if (error instanceof Lie) this.#failed(error); // without a connection nothing is compared
      });
    this.#keep(head, shoe);
  }

  /** A head may be signed by a newer key that the previous key has signed, as the record shows. */
  async #know(chain: Chain, key: string): Promise<void> {
    if (chain.keys.has(key)) return;
    const { keys, fault } = await check(await this.records(this.table.id, this.#shoe ?? 1));
    const known = [...chain.keys].every((one) => keys.includes(one));
    if (known && fault === null) for (const one of keys) chain.keys.add(one);
  }

  /** The shoe that is prepared or played. */
  get #shoe(): number | undefined {
    return this.#seen?.shoe ?? this.table.shown.latest?.shoe.sealed?.shoe;
  }

  /** Read the records back to a kept head: each must contain the known heads. */
  async #recall(chain: Chain, shoe: number, last: Head | undefined): Promise<void> {
    let known: Head = chain.now;
    for (let at = shoe; at > 0 && at > shoe - SHOES_BACK; at -= 1) {
      const record = await this.records(this.table.id, at);
      const report = await check(record, last ? [known, last] : [known]);
      this.#trust(report, chain, known);
      if (at === shoe && this.#seen?.shoe === shoe) this.#recalled(this.#seen, stepsIn(record));
      if (last === undefined || report.after <= last.size) return;
      known = { size: report.after, hash: report.hash };
    }
  }

  /** Apply what a record shows and the page did not see live. */
  #recalled(seen: Seen, events: readonly Event[]): void {
    const before: Seen = { shoe: seen.shoe, sealed: new Map(), closed: false };
    for (const event of events) {
      follow(before, event);
      this.#own(seen.shoe, event);
    }
    for (const [seat, commitment] of before.sealed)
      if (!seen.sealed.has(seat)) seen.sealed.set(seat, commitment);
    seen.closed ||= before.closed;
  }

  /** A valid record of this table that reaches the last known head. */
  #trust(report: Report, chain: Chain, known: Head): void {
    const { fault } = report;
    if (report.origin !== chain.origin) throw new Lie("other", `the record is of ${report.origin}`);
    if (fault) throw new Lie(fault.reason === "head" ? "fork" : fault.reason, fault.message);
    if (report.after + report.events < known.size)
      throw new Lie("truncated", `the record ends before the head of ${known.size} events`);
  }

  #keep(head: SignedHead, shoe: number): void {
    const { id } = this.table;
    const chain = this.#chain;
    if (chain === null) return;
    // another tab of this browser may have received something else
    for (const old of keep.kept(id)?.heads ?? []) {
      const mine = chain.at(old.size);
      if (mine !== null && mine !== old.hash)
        throw new Lie("fork", `two heads of ${old.size} events contradict each other`);
    }
    keep.keepHead(id, chain.origin, { ...head, shoe, at: Date.now() });
  }

  async #extend(events: readonly Event[], head: SignedHead | null | undefined): Promise<void> {
    const chain = this.#chain;
    const ended = events.find((event) => event.name === "seed_revealed");
    if (chain === null) {
      if (ended && this.lie) this.#judged(this.#not(ended.shoe));
      return;
    }
    if (head) await this.#know(chain, head.key);
    await chain.extend(events, head);
    for (const event of events) {
      if (event.name === "shoe_committed") this.#committed(event.shoe);
      if (this.#seen === null) continue;
      follow(this.#seen, event);
      this.#own(this.#seen.shoe, event);
    }
    if (head && this.#shoe !== undefined) this.#keep(head, this.#shoe);
    if (ended) void this.#verify(chain, ended.shoe);
    await this.#act();
  }

  #committed(shoe: number): void {
    this.#seen = { shoe, sealed: new Map(), closed: false };
    this.part = null;
    this.held = null;
    this.#given.clear();
  }

  // --- the reader's contribution -------------------------------------------------------------------

  async #act(): Promise<void> {
    const seen = this.#seen;
    if (!this.#chain?.settled || seen === null) return; // only what is signed counts
    for (const { command, seat } of this.#offers) {
      if (command === "seal_contribution" && !seen.closed) await this.#seal(seen, Number(seat));
      if (command === "open_contribution") await this.#open(seen, Number(seat));
    }
  }

  /** Make a value, keep it, and give its commitment. */
  async #seal({ shoe, sealed }: Seen, seat: number): Promise<void> {
    const chain = this.#chain;
    const name = `seal ${shoe} ${seat}`;
    if (chain === null || sealed.has(seat) || this.#given.has(name)) return;
    this.#given.add(name);
    const { id, connection } = this.table;
    const found = keep.kept(id)?.parts.find((one) => one.shoe === shoe && one.seat === seat);
    const part = found ?? (await this.#made(chain.origin, shoe, seat));
    keep.keepPart(id, chain.origin, part); // before it is sent, so that a reload can open it
    this.part = part;
    void connection
      .give({ command: "seal_contribution", seat, commitment: part.commitment })
      .then((answer) =>
        this.#answered(answer.ok, name, chain.origin, { ...part, state: "sealed" }),
      );
  }

  /** The log has a step of the reader's contribution. */
  #own(shoe: number, event: Event): void {
    if (event.name !== "contribution_sealed" && event.name !== "contribution_opened") return;
    const found = keep.kept(this.table.id);
    const part = found?.parts.find((one) => one.shoe === shoe && one.seat === event.seat);
    if (found === null || part === undefined) return;
    if (event.name === "contribution_opened" && event.value === part.value)
      this.#came(found.origin, { ...part, state: "opened" });
    else if (
      event.name === "contribution_sealed" &&
      event.commitment === part.commitment &&
      part.state === "made"
    )
      this.#came(found.origin, { ...part, state: "sealed" });
  }

  #came(origin: string, part: Part): void {
    keep.keepPart(this.table.id, origin, part);
    if (this.part?.shoe === part.shoe) this.part = part;
  }

  async #made(origin: string, shoe: number, seat: number): Promise<Part> {
    const value = crypto.getRandomValues(new Uint8Array(VALUE_BYTES));
    const commitment = await contributionCommitment(origin, shoe, seat, value);
    return { shoe, seat, value: hex(value), commitment: hex(commitment), state: "made" };
  }

  #answered(ok: boolean, name: string, origin: string, part: Part): void {
    if (!ok) {
      this.#given.delete(name); // it may be offered again
      return;
    }
    this.#came(origin, part);
  }

  /** Open the value, if the house has signed that this page's commitment is in, and closed. */
  async #open(seen: Seen, seat: number): Promise<void> {
    const name = `open ${seen.shoe} ${seat}`;
    if (this.#given.has(name)) return;
    await this.#gap; // what was signed before a reload comes from the record
    const chain = this.#chain;
    if (chain === null) return;
    const { id, connection } = this.table;
    const part = keep.kept(id)?.parts.find((one) => one.shoe === seen.shoe && one.seat === seat);
    if (part === undefined) {
      this.held = "lost"; // it was made in another browser, or storage was emptied
      return;
    }
    if (seen.sealed.get(seat) !== part.commitment || !seen.closed) {
      this.held = "left_out";
      return;
    }
    this.#given.add(name);
    void connection
      .give({ command: "open_contribution", seat, value: part.value })
      .then((answer) =>
        this.#answered(answer.ok, name, chain.origin, { ...part, state: "opened" }),
      );
  }

  // --- the end of a shoe ------------------------------------------------------------------------

  async #verify(chain: Chain, shoe: number): Promise<void> {
    const { id } = this.table;
    for (const wait of AGAIN_MS) {
      await pause(wait); // after the picture is drawn
      const record = await this.records(id, shoe).catch(() => null);
      if (record === null) continue;
      const found = keep.kept(id);
      const since = performance.now();
      const verdict = await judge(record, {
        shoe,
        origin: chain.origin,
        key: [...chain.keys].at(-1) ?? "",
        kept: chain.passed,
        parts: found?.parts ?? [],
      });
      this.ms = performance.now() - since;
      this.#judged(this.lie ? this.#not(shoe) : verdict);
      return;
    }
  }

  #judged(verdict: Verdict): void {
    const origin = keep.kept(this.table.id)?.origin;
    if (origin !== undefined) keep.keepVerdict(this.table.id, origin, verdict);
    this.verdicts = [...this.verdicts.filter((one) => one.shoe !== verdict.shoe), verdict];
    this.news = verdict;
    if (verdict.state !== "not")
      // a fault stays visible
      window.setTimeout(() => this.news === verdict && (this.news = null), NEWS_MS);
  }
}
