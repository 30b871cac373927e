/**
 * One table as its page knows it: what the service said, what is shown, and what the player chose.
 *
 * `view` is the service's word; `shown` is the picture, which may be some events behind while they
 * are played. Money is never worked out here: every amount comes from one of the two.
 */

import { Player, type Stage } from "../motion/player";
import type {
  Amounts,
  Command,
  Countdown,
  Event,
  Offer,
  RealityCheckFrame,
  TableInfo,
  View,
  WelcomeFrame,
} from "../protocol";
import { bets, fault, placing, total, type BetRules, type Draft, type Fault } from "../reduce/bets";
import {
  beadOf,
  board,
  netOf,
  results,
  tieWon,
  type Board,
  type Result,
  type Why,
} from "../reduce/board";
import { buyIns } from "../reduce/buyin";
import { namesOf } from "../reduce/names";
import { reduce, type Names } from "../reduce/table";
import { t } from "../words";
import { logLine, type LogLine } from "../words/log";
import { get, house as findHouse, Problem, type HeldSeat, type House } from "../wire/api";
import { socketAddress, TableLink, type Answer, type Ended, type Listener } from "../wire/link";
import { clocksOf, type Clock } from "./clocks";
import { pastHands, type Back, type Bead } from "./past";
import { Chosen } from "./chosen.svelte";
import { heldSeats } from "./opening";
import { QUESTIONS, sceneOf, shuffleSteps, type Scene } from "./scene";
import { session } from "./session.svelte";
import { sounds } from "./sounds";
import { Parting, type Stood } from "./stood";
import { visit } from "./visit.svelte";

export type Connection = "joining" | "live" | "lost" | Ended;
export type { Bead, Clock };

const BEADS_MAX = 48;
const LOG_MAX = 40;
const LINGER_MS = 4000;
const AGAIN_MS = 4000;

export class TableState extends Chosen implements Listener {
  connection = $state<Connection>("joining");
  failure = $state.raw<unknown>(null); // why there is nobody to sit here
  nextTry = $state(0); // 0: it is tried now
  offline = $state(false); // the device itself has no network
  lostAt = $state(0);
  back = $state.raw<Back | null>(null);
  behind = $state(false); // steps were missed, and the view after them has not come yet
  info = $state.raw<TableInfo | null>(null);
  house = $state.raw<House | null>(null);
  view = $state.raw<View | null>(null);
  shown = $state.raw<View | null>(null);
  offers = $state.raw<readonly Offer[]>([]);
  clocks = $state.raw<readonly Clock[]>([]);
  playing = $state(false);
  held = $state(false); // the finished round stays in view
  lingers = $state(false); // although the cards are being changed
  stood = $state.raw<Stood | null>(null); // the seat of before is no longer one's own
  byPolicy = $state(false); // the house's policy answered for the player in the round that is shown
  voided = $state.raw<Extract<Event, { name: "round_voided" }> | null>(null);
  rackOrder = $state.raw<readonly number[]>([]); // seats in the order in which their cards went to the rack
  last = $state.raw<{
    readonly netCents: number;
    readonly results: readonly Pick<Result, "wager" | "cents">[];
  } | null>(null);
  deaf = $state(false); // a press now was meant for what stood there before
  person = $state("");
  log = $state.raw<readonly (LogLine & { missed: boolean })[]>([]);
  beads = $state.raw<readonly Bead[]>([]);
  busy = $state(false);
  why = $state.raw<Why | null>(null);
  elsewhere = $state.raw<readonly HeldSeat[] | null>(null); // seats at other tables; null: not known yet
  reminder = $state.raw<RealityCheckFrame | null>(null);
  accountCents = $state(0);
  counted = $state(false); // the account was asked what it holds
  burned = $state(0); // in the war that is shown
  said = $state.raw<Event | null>(null); // the event that is being shown
  since = $derived(visit.since);
  sessionNetCents = $derived(visit.netCents);
  rounds = $derived(visit.rounds);
  #beads = new Map<string, Bead>(); // by round
  #parting = new Parting();
  #stale = false; // events came that the view does not have yet
  #link: TableLink;
  #player = new Player(this.#stage());

  #stage(): Stage {
    const seat = (): number | null => this.seat;
    return {
      get seat() {
        return seat();
      },
      step: (event) => this.#show(event),
      settled: () => this.#settle(),
    };
  }

  constructor(readonly id: string) {
    super();
    this.#link = new TableLink(socketAddress(id), this);
  }

  // --- what follows from it ---------------------------------------------------------------------

  names = $derived<Names>(namesOf(this.house));
  sides = $derived((this.house?.areas.sides ?? []).map((side) => side.name));
  seat = $derived(this.shown?.seats.find((one) => one.player === this.person)?.seat ?? null);
  ownCents = $state<number | null>(null); // the player's own limit before the deal
  mine = $derived(this.shown?.seats.find((one) => one.player === this.person) ?? null);
  board = $derived<Board | null>(
    this.shown === null ? null : board(this.shown, this.info?.seats ?? 7, this.sides, this.held),
  );
  myPlace = $derived(this.board?.places.find((one) => one.seat === this.seat) ?? null);
  alone = $derived((this.shown?.seats.filter((one) => !one.sitting_out).length ?? 0) <= 1);
  onTableCents = $derived(this.mine?.hand?.layout_cents ?? 0);
  betRules = $derived<BetRules | null>(
    this.info === null
      ? null
      : {
          limits: this.info.limits,
          tieAlone: this.house?.areas.tie_alone ?? false,
          chipsCents: (this.mine?.chips_cents ?? 0) + (this.changing ? this.onTableCents : 0),
          ownCents: this.ownCents,
        },
  );
  fault = $derived<Fault | null>(this.betRules && fault(this.draft, this.betRules));
  rebetFault = $derived<Fault | null>(this.betRules && fault(this.lastBet, this.betRules));
  buyIns = $derived(
    buyIns(
      this.accountCents,
      this.info?.limits.first.min_cents ?? 0,
      this.info?.limits.smallest_chip_cents ?? 50,
    ),
  );
  myClock = $derived(this.clocks.find((clock) => clock.who === `seat ${this.seat}`) ?? null);
  clock = $derived(
    this.myClock?.until
      ? this.myClock
      : (this.clocks.find((clock) => clock.until !== null) ?? null),
  );

  cutRange = $derived.by<Amounts>(() => {
    const cards = this.offer("take_cut", "cards")?.cards;
    return (cards as Amounts | undefined) ?? { min: 0, max: 0, step: 1 };
  });
  byPeople = $derived(this.info?.settings.runs_itself === false);
  /** Whose step a clock runs for, where people deal: the dealer's or the floor's. */
  stepOf = $derived(
    this.byPeople
      ? (this.clocks.find((clock) => clock.what === "step" && clock.until !== null)?.who ?? null)
      : null,
  );
  /** How many of the steps to a new shoe are done. */
  shuffled = $derived(shuffleSteps(this.said?.name ?? "", this.shown?.phase ?? ""));
  scene = $derived<Scene>(sceneOf(this));

  /** Whether the service would accept this command now. */
  may(command: Command["command"]): boolean {
    return !this.playing && !this.behind && this.offers.some((offer) => offer.command === command);
  }

  /** Whether the table waits for an answer of this player, whatever is being shown. */
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
    this.#link.start();
    void heldSeats().then(
      (found) => (this.elsewhere = (found ?? []).filter((one) => one.table.id !== this.id)),
    );
    await this.#past();
  }

  /** What the service has of one's own rounds: beads, the last result, the visit's sum. */
  async #past(before?: (round: string) => boolean): Promise<void> {
    const found = await pastHands(BEADS_MAX);
    if (found === null) return;
    const listed = found.map((one) => [one.id, one.bead] as const);
    this.#beads = new Map([
      ...listed,
      ...[...this.#beads].filter(([id]) => !found.some((one) => one.id === id)),
    ]);
    this.beads = [...this.#beads.values()].slice(-BEADS_MAX);
    const here = found.findLast((one) => one.table === this.id);
    if (here && this.held && here.round === this.shown?.last_round?.round)
      this.byPolicy = here.byPolicy;
    this.last = here ?? this.last;
    if (here && total(this.lastBet) === 0) this.lastBet = here.bet;
    visit.listed(found);
    if (this.back && before)
      this.back = {
        ...this.back,
        decided: found.filter((one) => one.table === this.id && !before(one.id)),
      };
  }

  stop(): void {
    this.#link.stop();
    this.#player.drop();
  }

  retry(): void {
    this.#link.retryNow();
  }

  /** Play here although another tab does. */
  takeOver(): void {
    this.connection = "joining";
    this.behind = true; // nothing is asked before the table has been seen
    this.#link.start();
  }

  skip(): void {
    if (this.#player.playing) this.#player.skip();
  }

  // --- what the service says --------------------------------------------------------------------

  welcomed(frame: WelcomeFrame, again: boolean, missed: number): void {
    this.info = frame.table;
    this.person = frame.you.person;
    const away = this.lostAt ? Math.max(1, Math.round((Date.now() - this.lostAt) / 1000)) : 0;
    this.connection = "live";
    this.lostAt = 0;
    this.#parting.cameBack(again ? away * 1000 : 0);
    visit.of(this.person);
    if (again && away)
      this.back = { seconds: away, steps: missed, decided: missed === 0 ? [] : null };
    if (again && missed) void this.#past(visit.knew());
    this.behind = again && frame.view === undefined;
    this.waits(frame.waits);
    if (frame.view !== undefined) {
      this.byPolicy = false; // what was missed is not told one by one
      this.#jump(frame.view, again);
    }
    void this.#layout(frame.table.settings.house);
    void this.account();
    void this.#ownLimit();
  }

  /** The house's layout; a service that cannot say it now is asked again. */
  async #layout(name: string): Promise<void> {
    try {
      this.house = await findHouse(name);
    } catch {
      window.setTimeout(() => this.connection === "live" && void this.#layout(name), AGAIN_MS);
    }
  }

  happened(events: readonly Event[], waits: readonly Countdown[], missed: boolean): void {
    this.waits(waits);
    this.#stale = true;
    if (missed) {
      for (const event of events) {
        this.#note(event, true);
        this.#heed(event);
      }
      this.#player.drop();
      return;
    }
    this.back = null;
    this.#parting.isHere();
    this.playing = true;
    this.#player.play(events);
  }

  seen(view: View): void {
    if (this.behind) return this.#jump(view, true);
    this.view = view;
    this.#stale = false;
    if (!this.#player.playing) this.#settle();
  }

  waits(waits: readonly Countdown[]): void {
    this.clocks = clocksOf(this.clocks, waits, Date.now());
  }

  offered(offers: readonly Offer[]): void {
    this.offers = offers;
    if (this.asked) this.refusal = null; // the question is what matters now
    const { min, max } = this.cutRange;
    if (max > 0 && (this.cutAt < min || this.cutAt > max)) this.cutAt = Math.round((min + max) / 2);
  }

  reminded(frame: RealityCheckFrame): void {
    this.reminder = frame;
  }

  lost(nextTry: number): void {
    if (!this.lostAt) this.lostAt = Date.now();
    this.connection = "lost";
    void this.#welcome();
    this.nextTry = nextTry;
    this.offline = !window.navigator.onLine;
    if (this.#player.playing) this.#player.skip();
  }

  trying(): void {
    this.nextTry = 0;
  }

  /** A socket does not say why it is refused: there may be no such table, or nobody is signed in. */
  async #welcome(): Promise<void> {
    try {
      await get(`/api/tables/${encodeURIComponent(this.id)}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.passing || this.connection !== "lost") return;
      this.#link.end(error.signedOut ? "session_expired" : "refused");
    }
  }

  ended(reason: Ended): void {
    this.connection = reason;
    if (reason === "signed_out" || reason === "session_expired") session.forget();
  }

  // --- the picture ------------------------------------------------------------------------------

  #jump(view: View, again: boolean): void {
    const [seat, before] = [this.seat, this.shown?.last_round?.round];
    this.#player.drop();
    this.view = view;
    this.#stale = this.behind = false;
    this.burned = 0;
    this.rackOrder = [];
    this.#settle();
    const betting = view.phase === "betting";
    if (!betting) this.refusal = null;
    if (!betting || !this.mine?.hand) this.unchange();
    if (!betting || this.mine?.hand || view.last_round?.round !== before) this.release();
    if (again && seat !== null && seat === this.seat) this.#catchUp(view);
  }

  /** A round of one's own that was decided while nobody looked: its result is shown now. */
  #catchUp(view: View): void {
    const last = view.last_round;
    if (!last || this.mine?.hand || visit.knows(`${this.id}-${last.round}`)) return;
    if (!last.seats.some((one) => one.seat === this.seat)) return;
    this.#finished();
    if (view.phase !== "betting") this.release();
  }

  #settle(): void {
    this.playing = false;
    this.said = null;
    if (this.view !== null && !this.#stale) this.shown = this.view;
    if (this.seat === null) this.nothing();
    if (this.shown === null) return;
    const sits = this.seat !== null;
    if (sits) this.stood = null;
    else if (visit.tables.includes(this.id)) this.stood = this.#parting.over(this.shown.phase);
    visit.sits(this.id, sits);
  }

  /** What an event tells beside the picture: whose answer it was, and that the floor closed. */
  #heed(event: Event): void {
    if (event.name === "no_more_bets") this.byPolicy = false;
    if ("called" in event && event.name !== "cut_refused" && event.seat === this.seat)
      this.byPolicy ||= event.called;
    this.#parting.heard(event.name);
  }

  #show(event: Event): void {
    if (this.shown === null) return;
    this.#heed(event);
    if (event.name === "no_more_bets" || event.name === "table_closed") this.release();
    if (event.name === "wager_placed" && (event.seat === this.seat || !this.myPlace?.hand))
      this.release();
    if (event.name === "player_sat_out" && event.seat === this.seat) this.release();
    if (event.name === "cards_collected") this.#cardsChange();
    if (event.name === "round_voided") this.voided = event;
    if (event.name === "seat_left") this.#note(event, false); // while the name is known
    this.said = event;
    this.shown = reduce(this.shown, event, this.names);
    if (event.name !== "seat_left") this.#note(event, false);
    if (event.name === "card_burned" && event.burn === "war") this.burned += 1;
    if (event.name === "no_more_bets") {
      this.unchange();
      this.refusal = null;
      this.burned = 0;
      this.rackOrder = [];
    }
    if (event.name === "hand_racked") this.rackOrder = [...this.rackOrder, event.seat];
    if (event.name === "round_completed") this.#finished();
    if (event.name === "chips_bought" || event.name === "seat_left") void this.account();
    sounds.of(event, this.seat);
  }

  /** The cards are changed after a round; its result stays a little longer if nobody could see it. */
  #cardsChange(): void {
    const hand = this.held ? this.myPlace?.hand : null;
    const isVoid = hand?.outcome === "void";
    if (!hand || (!isVoid && !this.#player.instant)) return this.release();
    this.lingers = true;
    if (!isVoid) window.setTimeout(() => this.lingers && this.release(), LINGER_MS);
  }

  /** Put the finished round away. */
  release(): void {
    if (this.held) {
      this.why = null; // it pointed at that round
      this.burned = 0;
    }
    this.held = false;
    this.lingers = false;
  }

  #finished(): void {
    this.held = true;
    this.changing = false;
    const hand = this.shown?.last_round?.seats.find((one) => one.seat === this.seat)?.hand;
    const net = hand ? netOf(hand) : null;
    if (!hand || net === null || hand.outcome === null) return;
    const round = `${this.id}-${this.shown?.last_round?.round ?? 0}`;
    this.#beads.set(round, beadOf(hand.outcome, net, tieWon(hand)));
    this.beads = [...this.#beads.values()].slice(-BEADS_MAX);
    this.last = { netCents: net, results: results(hand) };
    this.lastBet = bets(hand);
    visit.count(round, net);
  }

  #note(event: Event, missed: boolean): void {
    const you = this.seat;
    const who = (seat: number): string | null =>
      seat === you
        ? null
        : seat === 0
          ? t.log.dealer
          : (this.shown?.seats.find((one) => one.seat === seat)?.name ?? t.log.seat(seat));
    const found = logLine(event, this.names, who);
    if (found !== null) this.log = [...this.log, { ...found, missed }].slice(-LOG_MAX);
  }

  /** Ask again what the account holds: chips come back to it from other tables too. */
  async account(): Promise<void> {
    const balance = await session.refresh().catch(() => null);
    if (balance) this.accountCents = balance.account_cents;
    this.counted = true;
  }

  async #ownLimit(): Promise<void> {
    const own = await get<{ limits: { stake_cents: number | null } }>("/api/me/limits").catch(
      () => null,
    );
    if (own !== null) this.ownCents = own.limits.stake_cents;
  }

  // --- what the player does ---------------------------------------------------------------------

  async give(command: Command, draft: Draft | null = null): Promise<Answer> {
    if (this.busy) return { ok: false, code: "page/busy", message: "" };
    this.busy = true;
    try {
      if (command.command === "leave_seat") this.#parting.leaves = true;
      const answer = await this.#link.give(command);
      if (!answer.ok) this.#parting.leaves = false;
      const told =
        !answer.ok &&
        !answer.code.startsWith("socket/") &&
        (!this.asked || QUESTIONS.has(command.command));
      this.refusal = told ? { ...answer, draft } : null;
      return answer;
    } finally {
      this.busy = false;
    }
  }

  /** Sit down with these chips of the account, or as many as are usual here. */
  async sit(seat: number, cents?: number): Promise<Answer> {
    const answer = await this.give({ command: "take_seat", seat });
    if (answer.ok) await this.bring(cents);
    return answer;
  }

  /** Bring these chips from the account to the seat, or as many as are usual here. */
  async bring(cents?: number): Promise<void> {
    await this.account();
    const brought = Math.min(cents ?? this.buyIns.usual, this.buyIns.all);
    const seat = this.view?.seats.find((one) => one.player === this.person)?.seat ?? this.seat;
    if (brought > 0 && seat !== null)
      await this.give({ command: "buy_chips", seat, cash_cents: brought });
  }

  /** Place what was chosen, or these wagers. */
  async place(draft: Draft = this.draft): Promise<void> {
    if (this.seat === null || total(draft) === 0) return;
    const answer = await this.give(placing(this.seat, draft), draft);
    if (!answer.ok) return;
    this.lastBet = draft;
    this.nothing();
  }

  /** Take placed wagers back. */
  async takeBack(): Promise<void> {
    if (this.seat !== null) await this.give({ command: "take_back_wagers", seat: this.seat });
  }
}
