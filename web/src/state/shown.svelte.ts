/**
 * The table as shown: the picture, the events being played, the finished round, and the log.
 *
 * `latest` is the table after all events; `view` is the picture, which may be some events behind
 * while they are played. Money is never worked out here: every amount comes from one of the two.
 */

import { Player } from "../motion/player";
import type { Event, Phase, Phrase, View } from "../protocol";
import { board, isLoaded, PREPARING, shoeNumber, type Board, type Why } from "../reduce/board";
import { reduce } from "../reduce/table";
import { t } from "../words";
import { logLine, type LogLine } from "../words/log";
import { shuffleSteps } from "./scene";
import type { TableState } from "./table.svelte";

const LOG_MAX = 40;
const LINGER_MS = 4000;

const UNLOADING: ReadonlySet<string> = new Set<Event["name"]>([
  "cards_collected",
  "cards_idled",
  "spread_requested",
  "cards_shuffled",
  "batches_swapped",
]);

type Around = Pick<TableState, "info" | "names" | "person" | "sides" | "seat">;

export class Shown {
  latest = $state.raw<View | null>(null);
  view = $state.raw<View | null>(null);
  playing = $state(false);
  paused = $state(false); // by an onlooker
  stepsBehind = $state(0); // while it is paused
  said = $state.raw<Event | null>(null); // the event that is being shown
  held = $state(false); // the finished round stays in view
  newcomers = $state.raw<readonly number[]>([]); // seats taken since, which were not in that round
  lingers = $state(false); // although the cards are being changed
  byPolicy = $state(false); // the house's policy answered for the player in this round
  voided = $state.raw<Extract<Event, { name: "round_voided" }> | null>(null);
  loaded = $state(true); // the cards are in the shoe
  burned = $state(0); // in the war that is shown
  rackOrder = $state.raw<readonly number[]>([]); // seats in the order of their cards in the rack
  why = $state.raw<Why | null>(null);
  log = $state.raw<readonly (LogLine & { missed: boolean })[]>([]);
  #stale = false; // missed events that are not in the view yet
  #player: Player;

  constructor(
    readonly table: Around,
    /** Show an event with its consequences. */
    step: (event: Event) => void,
    /** All motion has ended. */
    private readonly settled: () => void,
  ) {
    const seat = (): number | null => table.seat.number;
    this.#player = new Player({
      get seat() {
        return seat();
      },
      step,
      settled: () => this.settle(),
      paced: (paused, steps) => {
        this.paused = paused;
        this.stepsBehind = steps;
      },
    });
  }

  board = $derived.by<Board | null>(() => {
    const { info, sides } = this.table;
    return this.view === null
      ? null
      : board(this.view, info?.seats ?? 7, sides, this.held, this.newcomers);
  });
  shoe = $derived(this.view === null ? 0 : shoeNumber(this.view, this.loaded));
  /** How many of the steps to a new shoe are done. */
  shuffled = $derived(shuffleSteps(this.said?.name ?? "", this.view?.phase ?? ""));

  /** Play events, one after another; `phase` is the phase after them. */
  play(events: readonly Event[], phase: Phase): void {
    const { names, person } = this.table;
    if (this.latest !== null) {
      const after = (view: View, event: Event): View => reduce(view, event, names);
      this.latest = { ...events.reduce(after, this.latest), phase };
    }
    this.playing = true;
    this.#player.play(events);
    if (this.paused && this.latest?.seats.some((one) => one.player === person)) this.catchUp();
  }

  /** Missed events: they are only in the log until the view after them arrives. */
  miss(events: readonly Event[]): void {
    this.#stale = true;
    for (const event of events) {
      this.#note(event, true);
      this.heed(event);
    }
    this.#player.drop();
  }

  skip(): void {
    if (this.#player.playing && !this.paused) this.#player.skip();
  }

  /** Pause, for onlookers only: a seated player is never held back. */
  pause(): void {
    if (this.table.seat.number === null) this.#player.pause();
  }

  /** While paused: one more step. */
  next(): void {
    this.#player.step();
  }

  /** End a pause: show the table as it is now. */
  catchUp(): void {
    this.#player.skip();
  }

  stop(): void {
    this.#player.drop();
  }

  /** Show this view at once; unplayed events are dropped. */
  jump(view: View): void {
    this.#player.drop();
    this.latest = view;
    this.#stale = false;
    this.burned = 0;
    this.rackOrder = [];
    this.settle();
  }

  settle(): void {
    this.playing = false;
    this.said = null;
    if (this.latest !== null && !this.#stale) {
      this.view = this.latest;
      this.loaded = isLoaded(this.latest.phase);
    }
    this.settled();
  }

  /** Note who answered, and the seats that were not in the finished round. */
  heed(event: Event): void {
    if (event.name === "no_more_bets") this.byPolicy = false;
    if (event.name === "seat_taken") this.newcomers = [...this.newcomers, event.seat];
    if (event.name === "round_completed") this.newcomers = [];
    if ("called" in event && event.name !== "cut_refused" && event.seat === this.table.seat.number)
      this.byPolicy ||= event.called;
  }

  /** Add one event to the picture. */
  step(event: Event): void {
    if (this.view === null) return;
    const { seat, names } = this.table;
    this.heed(event);
    if (event.name === "no_more_bets" || event.name === "table_closed") this.release();
    if (event.name === "wager_placed" && (event.seat === seat.number || !seat.place?.hand))
      this.release();
    if (event.name === "player_sat_out" && event.seat === seat.number) this.release();
    if (event.name === "cards_collected") this.#cardsChange();
    if (event.name === "round_voided") this.voided = event;
    if (event.name === "seat_left") this.#note(event, false); // while the name is known
    this.said = event;
    this.view = reduce(this.view, event, names);
    if (event.name !== "seat_left") this.#note(event, false);
    if (event.name === "card_burned" && event.burn === "war") this.burned += 1;
    if (event.name === "no_more_bets") {
      this.burned = 0;
      this.rackOrder = [];
    }
    if (UNLOADING.has(event.name)) this.loaded = false;
    if (event.name === "shoe_loaded") this.loaded = true;
    if (event.name === "hand_racked") this.rackOrder = [...this.rackOrder, event.seat];
    if (event.name === "round_completed") this.held = true;
  }

  /** The cards are changed after a round; its result stays longer if it was not visible. */
  #cardsChange(): void {
    const hand = this.held ? this.table.seat.place?.hand : null;
    const isVoid = hand?.outcome === "void";
    if (!hand || (!isVoid && !this.#player.instant)) return this.release();
    this.#linger(isVoid);
  }

  #linger(stays: boolean): void {
    this.lingers = true;
    if (!stays) window.setTimeout(() => this.lingers && this.release(), LINGER_MS);
  }

  /** Show the finished round that was missed, unless the next one is being played. */
  hold(): void {
    const phase = this.view?.phase ?? "";
    const changing = PREPARING.has(phase) || phase === "cut_offered";
    if (phase !== "betting" && !changing) return;
    this.held = true;
    if (changing) this.#linger(this.table.seat.place?.hand?.outcome === "void");
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

  /** A phrase of a person at the table. */
  say(person: string, name: string, phrase: Phrase): void {
    const who = person === this.table.person ? null : name;
    const text = t.log.says(who, t.company.phrases[phrase]);
    this.#line({ event: "said", text, amount: null, cites: "", seat: null }, false);
  }

  #line(line: LogLine, missed: boolean): void {
    this.log = [...this.log, { ...line, missed }].slice(-LOG_MAX);
  }

  #note(event: Event, missed: boolean): void {
    const { seat, names } = this.table;
    const who = (one: number): string | null =>
      one === seat.number
        ? null
        : one === 0
          ? t.log.dealer
          : (this.view?.seats.find((other) => other.seat === one)?.name ?? t.log.seat(one));
    const found = logLine(event, names, who);
    if (found !== null) this.#line(found, missed);
  }
}
