/** Plays events one after another, as a dealer would; can be skipped, and never runs behind. */

import type { Event } from "../protocol";
import { moves, tempo } from "./tempo";

const BEHIND_MAX = 90; // events: with more, the picture jumps to the state

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
    for (const event of this.#queue.splice(0)) this.stage.step(event);
    this.instant = false;
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
      const wait = tempo(event, this.stage.seat);
      if (wait > 0) {
        this.#timer = window.setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }
}
