/** A table from the dealer's side: what everybody sees, what the dealer may do, and what is due. */

import type { Command, Countdown, Event, Offer, Phase, View, WelcomeFrame } from "../protocol";
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

const LINES = 6;

/** Chips that the step which is due would move. */
export interface Move {
  readonly seat: number;
  readonly what: "take" | "pay" | "return";
  readonly wager: "initial" | "tie" | "side" | "war" | "war_tie";
  readonly side: string | null;
  readonly amount_cents: number;
  readonly odds: string | null;
  readonly cites: string;
}
/** A wait with the moment when its time is up; 0: no clock runs. */
export interface Waiting extends Countdown {
  readonly until: number;
}

export class DealingState implements Listener {
  view = $state.raw<View | null>(null);
  house = $state.raw<House | null>(null);
  offers = $state.raw<readonly Offer[]>([]);
  waiting = $state.raw<readonly Waiting[]>([]);
  moves = $state.raw<readonly Move[]>([]);
  lines = $state.raw<readonly LogLine[]>([]);
  seats = $state(0);
  refused = $state.raw<Refused | null>(null);
  lostUntil = $state<number | null>(null);
  over = $state<Ended | null>(null);
  busy = $state(false);
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

  /** The offer that is the step which is due; null if it is not the dealer's. */
  get due(): Offer | null {
    const name = this.view?.due?.command;
    return this.offers.find((offer) => offer.command === name) ?? null;
  }

  async give(command: Command): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const answer = await this.#link.give(command);
    this.busy = false;
    this.refused = answer.ok ? null : answer;
  }

  /** Ask what the due step would move: the service decides it without carrying it out. */
  async #preview(): Promise<void> {
    const asked = ++this.#asked;
    const pays = this.view?.due?.command.startsWith("settle") ?? false;
    if (!pays) {
      this.moves = [];
      return;
    }
    const path = `/api/tables/${encodeURIComponent(this.table)}/due`;
    const found = await get<{ moves: readonly Move[] }>(path).catch(() => ({ moves: [] }));
    if (asked === this.#asked) this.moves = found.moves;
  }

  // --- what the table says ---

  welcomed(frame: WelcomeFrame): void {
    this.lostUntil = null;
    this.seats = frame.table.seats;
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
    this.view = view;
    this.refused = null;
    void this.#preview();
  }
  waits(waits: readonly Countdown[]): void {
    const now = Date.now();
    this.waiting = waits.map((wait) => ({
      ...wait,
      until: wait.left_ms === null ? 0 : now + wait.left_ms,
    }));
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
