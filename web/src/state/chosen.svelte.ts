/** What the player chose and has not placed: chips on the felt, a war wager, where to cut. */

import type { Amounts, SeatView } from "../protocol";
import { added, bets, doubled, total, type Draft } from "../reduce/bets";
import type { Area } from "../reduce/board";
import type { Refused } from "../wire/link";
import { sounds } from "./sounds";

export abstract class Chosen {
  draft = $state.raw<Draft>({});
  changing = $state(false); // what is placed is thought over
  lastBet = $state.raw<Draft>({});
  refusal = $state.raw<(Refused & { draft: Draft | null }) | null>(null);
  ghostCents = $state(0); // a war wager that is picked and not placed
  cutAt = $state(0);
  #steps = $state.raw<readonly Draft[]>([]);
  mayUndo = $derived(this.#steps.length > 0 || this.changing);

  abstract readonly mine: SeatView | null;
  abstract readonly cutRange: Amounts;
  /** Put the finished round away. */
  abstract release(): void;

  /** Move the cutting card. */
  cut(by: number): void {
    this.cutTo(this.cutAt + by);
  }

  cutTo(cards: number): void {
    const { min, max } = this.cutRange;
    this.cutAt = Math.min(max, Math.max(min, cards));
  }

  add(area: Area, cents: number): void {
    this.refusal = null;
    this.release();
    this.#step();
    this.draft = added(this.draft, area, cents);
    sounds.chip(cents);
  }

  #step(): void {
    this.#steps = [...this.#steps, this.draft];
  }

  /** One step back; before the first one, placed wagers stay as they are. */
  undo(): void {
    const before = this.#steps.at(-1);
    if (before === undefined) return this.nothing();
    this.#steps = this.#steps.slice(0, -1);
    this.draft = before;
  }

  clear(): void {
    if (total(this.draft) === 0) return;
    this.#step();
    this.draft = {};
  }

  double(): void {
    this.#step();
    this.draft = doubled(this.draft);
  }

  rebet(): void {
    this.release();
    this.#step();
    this.draft = this.lastBet;
  }

  /** Nothing is chosen any more. */
  nothing(): void {
    this.draft = {};
    this.changing = false;
    this.#steps = [];
  }

  /** It is too late to change what is placed. */
  unchange(): void {
    if (this.changing) this.nothing();
  }

  /** Think again about wagers that are placed. */
  change(): void {
    const hand = this.mine?.hand;
    if (!hand) return;
    this.draft = bets(hand);
    this.#steps = [];
    this.changing = true;
  }
}
