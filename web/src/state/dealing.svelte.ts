/** A table from the dealer's side: the public view, the dealer's offers, and the due step. */

import type { Command, Countdown, Event, Offer, Phase, View, WelcomeFrame } from "../protocol";
import type { ChipMove, DueMoves } from "../answers";
import { get, house as houseOf, type House } from "../wire/api";
import {
  BROWSER,
  socketAddress,
  TableLink,
  type Ended,
  type Listener,
  type Refused,
} from "../wire/link";
import { logLine, type LogLine } from "../words/log";
import { burnedSince } from "../reduce/felt";
import { clocksOf } from "./clocks";
import { Faces, type Tap } from "./faces.svelte";

const LINES = 6;
/** A new step ignores presses for this long: they would be a second tap for the previous step. */
export const DEAF_MS = 250;

/** The effect of the due step, and the steps after it. */
export type Ahead = Omit<DueMoves, "ok" | "version">;
export type Move = ChipMove;
const NOTHING: Ahead = {
  moves: [],
  asks: null,
  asks_surrender: true,
  asks_cites: "",
  then: [],
  refusal: "",
  steps_in: false,
};

/** A wait with the moment when its time is up; 0: no clock runs. */
export interface Waiting extends Countdown {
  readonly until: number;
  readonly totalMs: number;
}

/** The phases in which cards are burned for a war. */
const WAR = new Set<string>(["war_deal", "war_settle"]);

/** The commands of players. */
const PLAYERS = new Set<string>([
  "place_wagers",
  "take_back_wagers",
  "surrender_hand",
  "go_to_war",
  "place_war_tie",
  "decline_war_tie",
  "take_cut",
  "refuse_cut",
  "sit_out",
  "return_to_play",
  "leave_seat",
  "object_to_cards",
  "request_spread",
  "buy_chips",
]);

export class DealingState implements Listener {
  view = $state.raw<View | null>(null);
  house = $state.raw<House | null>(null);
  offers = $state.raw<readonly Offer[]>([]);
  waiting = $state.raw<readonly Waiting[]>([]);
  ahead = $state.raw<Ahead>(NOTHING);
  /** Whether the effect of the due step is still being requested: it cannot be confirmed unseen. */
  looking = $state(true);
  physical = $state(false);
  title = $state("");
  lines = $state.raw<readonly LogLine[]>([]);
  /** The cards that were burned for the war under way. */
  burned = $state(0);
  #racked = 0; // the cards in the rack before the war
  seats = $state(0);
  refused = $state.raw<Refused | null>(null);
  lostUntil = $state<number | null>(null);
  over = $state<Ended | null>(null);
  busy = $state(false);
  /** The step has just changed and was not read yet. */
  deaf = $state(false);
  #hears: ReturnType<typeof setTimeout> | undefined;
  /** Why a floorperson steps in at the table of another dealer; empty: no step-in. */
  stepsIn = $state("");
  readonly faces = new Faces(
    (tap) => this.#tell(tap),
    (left) => (this.notTold = [...this.notTold, ...left.map((tap) => tap.face)]),
  );
  /** Faces that were tapped too late: after a refusal, or when no card was due. */
  notTold = $state.raw<readonly string[]>([]);
  #given: Promise<unknown> = Promise.resolve();
  #link: TableLink;
  #asked = 0;

  constructor(readonly table: string) {
    this.#link = new TableLink(socketAddress(table), this, BROWSER, true);
  }

  start(): void {
    this.#link.start();
  }
  stop(): void {
    this.#link.stop();
  }

  /** Reconnect as the person who is signed in now. */
  reconnect(): void {
    this.#link.stop();
    this.#link = new TableLink(socketAddress(this.table), this, BROWSER, true);
    this.#link.start();
  }

  /** The offer of the due step; null if it is not the dealer's. */
  get due(): Offer | null {
    const name = this.view?.due?.command;
    return this.offers.find((offer) => offer.command === name) ?? null;
  }

  /** Whether another dealer deals here. */
  get otherDealer(): boolean {
    return this.ahead.refusal !== "" && this.stepsIn === "";
  }

  /** Give a command with its real card; whether it was carried out. */
  async give(command: Command, face?: string): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const reason = this.ahead.refusal === "" ? "" : this.stepsIn;
    const given = this.#link.give(command, {
      ...(face === undefined ? {} : { face }),
      ...(reason === "" ? {} : { reason }),
    });
    this.#given = given;
    const answer = await given;
    this.busy = false;
    this.rests();
    this.refused = answer.ok ? null : answer;
    return answer.ok;
  }

  /** Ignore the due button for a moment. */
  rests(): void {
    this.deaf = true;
    clearTimeout(this.#hears);
    this.#hears = setTimeout(() => (this.deaf = false), DEAF_MS);
  }

  /** Send the face of a card, after the previous command is answered. */
  async #tell({ face, purpose }: Tap): Promise<boolean> {
    this.notTold = [];
    while (this.busy) await this.#given;
    if (purpose === "correct") return this.give({ command: "correct_card" }, face);
    if (purpose === "aside") return this.give({ command: "set_aside_face_up_card" }, face);
    const due = this.due;
    if (due?.command === "deal_card") return this.give(due as unknown as Command, face);
    this.notTold = [face]; // no card is due any more
    return false;
  }

  /** What the table would accept from a seat's player; with real cards the dealer enters it. */
  ofSeat(seat: number): readonly Offer[] {
    return this.offers.filter((offer) => offer.seat === seat && PLAYERS.has(offer.command));
  }

  /** Ask again who deals here: the dealer can change without an event at this table. */
  again(): void {
    if (this.view !== null && this.lostUntil === null) void this.#preview(true);
  }

  /** Ask for the effect of the due step: the service decides it without carrying it out. */
  async #preview(same: boolean): Promise<void> {
    const asked = ++this.#asked;
    this.looking = this.looking || !same;
    const path = `/api/tables/${encodeURIComponent(this.table)}/due`;
    const found = await get<DueMoves>(path).catch(() => NOTHING);
    if (asked !== this.#asked) return;
    this.ahead = found;
    if (this.looking) this.rests();
    this.looking = false;
  }

  // --- what the table says ---

  welcomed(frame: WelcomeFrame): void {
    this.lostUntil = null;
    this.seats = frame.table.seats;
    this.physical = frame.table.settings.physical;
    this.title = frame.table.title;
    this.waits(frame.waits);
    if (frame.view) this.seen(frame.view);
    void houseOf(frame.table.settings.house).then((house) => (this.house = house));
  }
  happened(events: readonly Event[], _: Phase, waits: readonly Countdown[]): void {
    this.waits(waits);
    const areas = this.house?.areas;
    const names = {
      first: areas?.first ?? "",
      war: areas?.war ?? "",
      sides: Object.fromEntries((areas?.sides ?? []).map((side) => [side.name, side.title])),
      warOnBoth: this.house?.pays.war_on_both ?? false,
    };
    const name = (seat: number): string =>
      this.view?.seats.find((one) => one.seat === seat)?.name ?? `${seat}`;
    const told = events
      .map((event) => logLine(event, names, (seat) => (seat === 0 ? null : name(seat))))
      .filter((line): line is LogLine => line !== null);
    this.lines = [...told.reverse(), ...this.lines].slice(0, LINES);
  }
  seen(view: View): void {
    const { moves, asks } = this.ahead;
    // a bet while "no more bets" is due changes nothing that the press confirms
    const same =
      moves.length === 0 && asks === null && this.view?.due?.message === view.due?.message;
    const war = WAR.has(view.phase);
    if (!war) this.#racked = view.rack.length;
    this.burned = war ? burnedSince(view.rack, this.#racked) : 0;
    this.view = view;
    this.refused = null;
    void this.#preview(same);
  }
  waits(waits: readonly Countdown[]): void {
    const now = Date.now();
    const before = this.waiting.map((one) => ({ ...one, until: one.until || null }));
    this.waiting = clocksOf(before, waits, now).map((one) => ({ ...one, until: one.until ?? 0 }));
  }
  offered(offers: readonly Offer[]): void {
    this.offers = offers;
  }
  lost(nextTry: number): void {
    this.lostUntil = nextTry;
  }
  trying(): void {
    this.lostUntil = 0;
  }
  ended(reason: Ended): void {
    this.over = reason;
  }
  stopped(): void {}
  reminded(): void {}
  changed(): void {}
  people(): void {}
  said(): void {}
  noticed(): void {}
}
