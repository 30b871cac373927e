/** The reader's bets: chosen chips that are not placed, the last bet, and the refusal. */

import {
  added,
  bets,
  chipsAt,
  doubled,
  fault,
  placing,
  total,
  type Draft,
  type Fault,
} from "../reduce/bets";
import type { Area } from "../reduce/board";
import type { Refused } from "../wire/link";
import { prefs } from "./prefs.svelte";
import { sounds } from "./sounds";
import type { TableState } from "./table.svelte";

type Around = Pick<TableState, "openBets" | "seat" | "shown" | "give">;

export class Bets {
  draft = $state.raw<Draft>({});
  changing = $state(false); // the placed wagers are being changed
  last = $state.raw<Draft>({});
  limit = $state.raw<Fault | null>(null); // the last chip would have gone above it
  refusal = $state.raw<(Refused & { draft: Draft | null }) | null>(null);
  warCents = $state(0); // a war wager that is picked and not placed
  #steps = $state.raw<readonly Draft[]>([]);
  mayUndo = $derived(this.#steps.length > 0 || this.changing);

  constructor(readonly table: Around) {}

  /** The bets that the service offers now. */
  open = $derived.by(
    () => this.table.openBets.find((bets) => bets.seat === this.table.seat.number) ?? null,
  );
  /** The chips that can be bet here, by value, and the one that a tap adds. */
  chips = $derived(this.open ? chipsAt(this.open) : []);
  chip = $derived.by(
    () =>
      this.chips.findLast((value) => value <= prefs.chip && this.has(value)) ??
      this.chips[0] ??
      prefs.chip,
  );
  chipCents = $derived(this.chip * 100);
  fault = $derived<Fault | null>(this.open && fault(this.draft, this.open));
  lastFault = $derived<Fault | null>(this.open && fault(this.last, this.open));

  /** Whether the bet on view could be placed twice as high. */
  mayDouble = $derived(
    total(this.draft) > 0 && this.open !== null && fault(doubled(this.draft), this.open) === null,
  );

  /** Whether the player has enough for a chip of this value. */
  has(value: number): boolean {
    return value * 100 <= (this.open?.chips.cents ?? 0);
  }

  add(area: Area, cents: number): void {
    this.refusal = null;
    this.table.shown.release();
    if (this.open === null) return;
    const { draft, limit } = added(this.draft, area, cents, this.open);
    if (draft !== this.draft) {
      this.#step();
      this.draft = draft;
      sounds.chip(cents);
    }
    this.limit = limit;
  }

  /** A coupon of this face value beside the first wager; 0: none. */
  coupon(cents: number): void {
    this.#step();
    this.draft = { ...this.draft, coupon: cents };
  }

  #step(): void {
    this.limit = null;
    this.#steps = [...this.#steps, this.draft];
  }

  /** One step back; before the first one, placed wagers stay as they are. */
  undo(): void {
    const before = this.#steps.at(-1);
    if (before === undefined) return this.nothing();
    this.#steps = this.#steps.slice(0, -1);
    this.draft = before;
    this.limit = null;
  }

  clear(): void {
    if (total(this.draft) === 0) return;
    this.#step();
    this.draft = {};
  }

  double(): void {
    if (!this.mayDouble) return;
    this.#step();
    this.draft = doubled(this.draft);
  }

  rebet(): void {
    this.table.shown.release();
    this.#step();
    this.draft = this.last;
  }

  /** Clear the chosen chips. */
  nothing(): void {
    this.draft = {};
    this.limit = null;
    this.changing = false;
    this.#steps = [];
  }

  /** It is too late to change placed wagers. */
  unchange(): void {
    if (this.changing) this.nothing();
  }

  /** The placed wagers with their coupon. */
  get #down(): Draft {
    const hand = this.table.seat.view?.hand;
    return hand ? { ...bets(hand), ...(hand.coupon_cents && { coupon: hand.coupon_cents }) } : {};
  }

  /** Change placed wagers. */
  change(): void {
    if (total(this.#down) === 0) return;
    this.draft = this.#down;
    this.#steps = [];
    this.changing = true;
  }

  /** Place the chosen chips, or these wagers. */
  async place(draft: Draft = this.draft): Promise<void> {
    const seat = this.table.seat.number;
    if (seat === null || total(draft) === 0) return;
    // the service keeps wagers that a command does not name: they are taken back first
    const down: Draft = this.changing ? this.#down : {};
    const dropped = Object.keys(down).some((area) => !draft[area as Area]);
    // bets may close in between: the chosen chips then wait for the player
    if (dropped && (!(await this.takeBack()) || this.open === null)) return;
    const answer = await this.table.give(placing(seat, draft), draft);
    if (!answer.ok) return;
    this.last = { ...draft, coupon: 0 }; // it is used up
    this.nothing();
  }

  /** Take placed wagers back; whether that was possible. */
  async takeBack(): Promise<boolean> {
    const seat = this.table.seat.number;
    return seat !== null && (await this.table.give({ command: "take_back_wagers", seat })).ok;
  }
}
