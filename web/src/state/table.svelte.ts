/**
 * One table as its page knows it, made of parts: the connection, what is shown, one's own bets and
 * seat, the cut, and the rounds that are over. It receives the service's messages and passes them to the parts.
 */

import type {
  Bets as OpenBets,
  Command,
  Countdown,
  Event,
  EventsFrame,
  NoticeFrame,
  Offer,
  PeopleFrame,
  Phase,
  RealityCheckFrame,
  SaidFrame,
  Stopped,
  TableInfo,
  View,
  WelcomeFrame,
} from "../protocol";
import { inChips } from "../lib/format";
import { bets, total, type Draft } from "../reduce/bets";
import { namesOf } from "../reduce/names";
import type { Names } from "../reduce/table";
import { get, house as findHouse, type House } from "../wire/api";
import type { Answer, Ended, Listener } from "../wire/link";
import { Company } from "./company.svelte";
import { Bets } from "./bets.svelte";
import { clocksOf, type Clock } from "./clocks";
import { Connection } from "./connection.svelte";
import { Cut } from "./cut.svelte";
import type { Fair } from "./fair.svelte";
import { Past } from "./past.svelte";
import { QUESTIONS, sceneOf, type Scene } from "./scene";
import { OwnSeat } from "./seat.svelte";
import { session } from "./session.svelte";
import { Shown } from "./shown.svelte";
import { sounds } from "./sounds";
import { visit } from "./visit.svelte";

const AGAIN_MS = 4000;

/**
 * A panel beside the table: who is here, the table itself, its results, its shoe, or the choices of a
 * round.
 */
export type Panel = "people" | "table" | "road" | "shoe" | { readonly round: string };

export class TableState implements Listener {
  info = $state.raw<TableInfo | null>(null);
  house = $state.raw<House | null>(null);
  person = $state("");
  owns = $state(false); // it is this person's table
  owner = $state(""); // the name of whoever made a table by link
  panel = $state.raw<Panel | null>(null);
  offers = $state.raw<readonly Offer[]>([]);
  openBets = $state.raw<readonly OpenBets[]>([]); // the possible bets, by seat
  clocks = $state.raw<readonly Clock[]>([]);
  reminder = $state.raw<RealityCheckFrame | null>(null);
  busy = $state(false); // a command is on its way
  told = $state(""); // of the floor, about its last act here
  deaf = $state(false); // a press now was meant for the previous content
  readonly connection: Connection;
  readonly shown: Shown;
  readonly seat: OwnSeat;
  readonly bets: Bets;
  readonly cut: Cut;
  readonly past: Past;
  readonly company = new Company();
  fair = $state.raw<Fair | null>(null); // loaded with the late parts
  #untold: ((fair: Fair) => void)[] = []; // until then

  constructor(readonly id: string) {
    this.connection = new Connection(id, this);
    this.shown = new Shown(
      this,
      (event) => this.#show(event),
      () => this.#settled(),
    );
    this.seat = new OwnSeat(this);
    this.bets = new Bets(this);
    this.cut = new Cut(this);
    this.past = new Past(this);
  }

  names = $derived<Names>(namesOf(this.house));
  sides = $derived((this.house?.areas.sides ?? []).map((side) => side.name));
  myClock = $derived.by(
    () => this.clocks.find((clock) => clock.who === `seat ${this.seat.number}`) ?? null,
  );
  clock = $derived(
    this.myClock?.until
      ? this.myClock
      : (this.clocks.find((clock) => clock.until !== null) ?? null),
  );
  byPeople = $derived(this.info?.settings.runs_itself === false);
  /** The role whose step the table waits for, where people deal: dealer or floor. */
  stepOf = $derived(
    this.byPeople && this.info?.settings.physical !== true
      ? (this.clocks.find((clock) => clock.what === "step")?.who ?? null)
      : null,
  );
  scene = $derived<Scene>(sceneOf(this));
  /** The house asks for an age that this person has not stated, or is closed to them. */
  asksAge = $derived.by(
    () => this.house !== null && session.oldEnough(this.house.entry_age) !== true,
  );

  /** Whether the service would accept this command now. */
  may(command: Command["command"]): boolean {
    return (
      !this.shown.playing &&
      !this.connection.behind &&
      this.offers.some((offer) => offer.command === command)
    );
  }

  /** Whether the table waits for an answer of this player, also while events are being played. */
  get asked(): boolean {
    return this.offers.some((offer) => QUESTIONS.has(offer.command));
  }

  offer(command: Command["command"], field?: string): Offer | undefined {
    return this.offers.find(
      (one) => one.command === command && (field === undefined || typeof one[field] === "object"),
    );
  }

  // --- coming and going -------------------------------------------------------------------------

  async start(): Promise<void> {
    if (session.me) visit.of(session.me.person); // the person whose rounds are listed
    this.connection.start();
    void this.seat.look();
    await this.#past();
  }

  stop(): void {
    this.connection.stop();
    this.shown.stop();
  }

  /** The reader's rounds from the service; `before`: those that were known when events were missed. */
  async #past(before?: (round: string) => boolean): Promise<void> {
    const found = await this.past.load();
    if (found === null) return;
    const last = found.at(-1);
    const { shown, bets, connection } = this;
    if (last && shown.held && last.round === shown.view?.last_round?.round)
      shown.byPolicy = last.byPolicy;
    if (last && total(bets.last) === 0) bets.last = last.bet;
    if (connection.back && before)
      connection.back = { ...connection.back, decided: found.filter((one) => !before(one.id)) };
  }

  /** Pass all messages so far to the part that follows the sealed shoes. */
  follow(fair: Fair): void {
    this.fair = fair;
    for (const tell of this.#untold.splice(0)) tell(fair);
  }

  #tell(tell: (fair: Fair) => void): void {
    if (this.fair) tell(this.fair);
    else this.#untold.push(tell);
  }

  // --- messages of the service --------------------------------------------------------------------

  welcomed(frame: WelcomeFrame, again: boolean, missed: number): void {
    this.info = frame.table;
    this.person = frame.you.person;
    this.owns = frame.you.owner;
    session.told(frame.you.stopped);
    const away = this.connection.welcomed(again, missed, frame.view !== undefined);
    this.seat.parting.cameBack(away * 1000);
    visit.of(this.person);
    if (again && missed) void this.#past(visit.knew());
    this.waits(frame.waits);
    if (frame.view !== undefined) {
      this.shown.byPolicy = false; // missed events are not announced one by one
      this.#jump(frame.view);
    }
    const [whole, at] = [frame.view !== undefined, Date.now()];
    this.#tell((fair) => fair.welcomed(frame.fair, whole, at));
    void this.#layout(frame.table.settings.house);
    if (!frame.table.settings.public && !this.owns) void this.#whose();
    void this.seat.account();
  }

  /** The house's layout; requested again if the service does not answer. */
  async #layout(name: string): Promise<void> {
    try {
      this.house = await findHouse(name);
    } catch {
      window.setTimeout(
        () => this.connection.status === "live" && void this.#layout(name),
        AGAIN_MS,
      );
    }
  }

  /** The owner of the table; shown without a name if the service does not answer. */
  async #whose(): Promise<void> {
    const found = await get<{ owner: string }>(`/api/tables/${encodeURIComponent(this.id)}`).catch(
      () => null,
    );
    if (found) this.owner = found.owner;
  }

  happened(
    events: readonly Event[],
    phase: Phase,
    waits: readonly Countdown[],
    missed: boolean,
    head?: EventsFrame["head"],
  ): void {
    this.waits(waits);
    this.#tell((fair) => fair.happened(events, head));
    if (missed) {
      for (const event of events) this.seat.parting.heard(event.name);
      this.shown.miss(events);
      return;
    }
    this.connection.back = null;
    this.told = "";
    this.seat.parting.isHere();
    this.shown.play(events, phase);
  }

  seen(view: View): void {
    this.#jump(view);
  }

  waits(waits: readonly Countdown[]): void {
    // the page makes contributions itself, without a question to the player
    const asked = waits.filter((wait) => wait.what !== "contribution");
    this.clocks = clocksOf(this.clocks, asked, Date.now());
    this.#tell((fair) => fair.waits(waits));
  }

  offered(offers: readonly Offer[], bets: readonly OpenBets[] = []): void {
    this.offers = offers;
    this.openBets = bets;
    this.#tell((fair) => fair.offered(offers));
    if (this.asked) this.bets.refusal = null; // the question comes first
    this.cut.offered();
    this.seat.offered();
    this.connection.hurry(this.asked);
  }

  /** Chosen chips can no longer be placed; placed wagers stay. */
  stopped(stopped: Stopped | null): void {
    session.told(stopped);
    if (stopped === null) return;
    this.bets.nothing();
    this.bets.refusal = null;
  }

  reminded(frame: RealityCheckFrame): void {
    this.reminder = frame;
  }

  changed(table: TableInfo): void {
    this.info = table;
  }

  people(frame: PeopleFrame): void {
    this.company.people = frame;
  }

  said(frame: SaidFrame): void {
    if (this.company.heard(frame)) this.shown.say(frame.person, frame.name, frame.phrase);
  }

  noticed({ notice, message }: NoticeFrame): void {
    if (notice === "floor") return void (this.told = inChips(message));
    if (notice !== "restored") return this.seat.noticed(notice, message);
    this.connection.restored();
    visit.anew();
    this.past.forget();
    void this.#past();
  }

  lost(nextTry: number): void {
    this.connection.lost(nextTry);
    this.shown.skip();
  }

  trying(): void {
    this.connection.trying();
  }

  ended(reason: Ended): void {
    this.connection.ended(reason);
  }

  // --- consequences for the parts ---------------------------------------------------------------

  #jump(view: View): void {
    const { shown, seat, bets } = this;
    const [held, before] = [visit.at(this.id), shown.view?.last_round?.round];
    this.connection.behind = false;
    shown.jump(view);
    const betting = view.phase === "betting";
    if (!betting) bets.refusal = null;
    if (!betting || !seat.view?.hand) bets.unchange();
    // placed in another window: the chips chosen here are not on the table
    if (seat.view?.hand && !bets.changing) bets.nothing();
    if (!betting || seat.view?.hand || view.last_round?.round !== before) shown.release();
    const last = view.last_round;
    if (held && last && held.seat === seat.number && held.seen !== last.round) this.#catchUp();
  }

  /** A round of the reader may have been decided out of view: its result is shown now. */
  #catchUp(): void {
    if (this.#finished() && !this.seat.view?.hand) this.shown.hold();
  }

  #settled(): void {
    if (this.seat.number === null) this.bets.nothing();
    if (this.shown.view !== null) this.seat.settled(this.shown.view.phase);
  }

  #show(event: Event): void {
    if (this.shown.view === null) return;
    this.seat.parting.heard(event.name);
    this.shown.step(event);
    if (event.name === "no_more_bets") {
      this.bets.unchange();
      this.bets.refusal = null;
    }
    if (event.name === "round_completed") this.#finished();
    this.seat.heard(event);
    sounds.of(event, this.seat.number);
  }

  /** A round is over, also one without the reader. */
  #finished(): boolean {
    this.bets.changing = false;
    const over = this.shown.view?.last_round;
    const hand = over?.seats.find((one) => one.seat === this.seat.number)?.hand;
    if (!over || !hand || hand.outcome === null) return false;
    this.past.finished(over.round, hand);
    this.bets.last = bets(hand);
    visit.saw(this.id, over.round);
    return true;
  }

  /** Open a panel, or close the one that is open; there is one at a time. */
  open(panel: Panel | null): void {
    this.panel = panel;
    this.shown.why = null;
  }

  // --- acts of the player ---------------------------------------------------------------------

  async give(command: Command, draft: Draft | null = null): Promise<Answer> {
    if (this.busy) return { ok: false, code: "page/busy", message: "" };
    this.busy = true;
    try {
      if (command.command === "leave_seat") this.seat.parting.leaves = true;
      const answer = await this.connection.give(command);
      if (!answer.ok) this.seat.parting.leaves = false;
      const told =
        !answer.ok &&
        !answer.code.startsWith("socket/") &&
        (!this.asked || QUESTIONS.has(command.command));
      this.bets.refusal = told ? { ...answer, draft } : null;
      return answer;
    } finally {
      this.busy = false;
    }
  }
}
