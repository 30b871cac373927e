/** Plays events one after another, as a dealer would; can be skipped, and never runs behind. */

import type { Event } from "../protocol";
import { tick } from "svelte";
import { atOnce, moves, tempo } from "./tempo";

const BEHIND_MAX = 400; // events: with more, the picture jumps to the state
const MANY = 60; // events: with more, a full table for instance, all goes faster
const FAST = 0.55;

export interface Stage {
  /** The seat of the person who watches. */
  readonly seat: number | null;
  /** Show an event. */
  step(event: Event): void;
  /** Nothing moves any more. */
  settled(): void;
}

export class Player {
  #queue: Event[] = [];
  #timer = 0;
  #running = false;
  #pace = 1; // once fast, fast until all is shown
  /** Whether events are shown at once, without time between them. */
  instant = false;

  constructor(readonly stage: Stage) {}

  get playing(): boolean {
    return this.#running;
  }

  /** Play more events after those that are being played. */
  play(events: readonly Event[]): void {
    this.#queue.push(...events);
    if (!moves() || this.#queue.length > BEHIND_MAX) {
      this.skip();
      return;
    }
    if (!this.#running) {
      this.#running = true;
      this.#next();
    }
  }

  /** Show everything at once. */
  skip(): void {
    window.clearTimeout(this.#timer);
    this.instant = true;
    atOnce(true);
    for (const event of this.#queue.splice(0)) this.stage.step(event);
    this.instant = false;
    void tick().then(() => atOnce(false));
    this.#running = false;
    this.stage.settled();
  }

  /** Forget what was not shown: the picture is replaced. */
  drop(): void {
    window.clearTimeout(this.#timer);
    this.#queue = [];
    this.#running = false;
  }

  #next(): void {
    for (;;) {
      const event = this.#queue.shift();
      if (event === undefined) {
        this.#running = false;
        this.stage.settled();
        return;
      }
      this.stage.step(event);
      const pace = this.#queue.length > MANY ? FAST : this.#pace;
      this.#pace = this.#queue.length === 0 ? 1 : pace;
      const wait = tempo(event, this.stage.seat) * this.#pace;
      if (wait > 0) {
        this.#timer = window.setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }
}
