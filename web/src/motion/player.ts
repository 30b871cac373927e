/**
 * Plays events one after another, as a dealer would; can be skipped, and never runs behind, unless
 * somebody who only watches has paused it.
 */

import type { Event } from "../protocol";
import { tick } from "svelte";
import { atOnce, moves, tempo } from "./tempo";

const BEHIND_MAX = 400; // events: with more, the picture jumps to the state
const MANY = 60; // events: with more, a full table for instance, all goes faster
const FAST = 0.55;
const PAUSED_MAX = 5000; // events: with more, a pause is over

export interface Stage {
  /** The seat of the person who watches. */
  readonly seat: number | null;
  /** Show an event. */
  step(event: Event): void;
  /** All motion has ended. */
  settled(): void;
  /** Whether it is paused, and how many steps wait to be shown. */
  paced(paused: boolean, steps: number): void;
}

export class Player {
  #queue: Event[] = [];
  #timer = 0;
  #running = false;
  #pace = 1; // once fast, it stays fast until everything is shown
  #paused = false;
  /** Whether events are shown at once, without time between them. */
  instant = false;

  constructor(readonly stage: Stage) {}

  get playing(): boolean {
    return this.#running;
  }

  /** Play more events after those that are being played. */
  play(events: readonly Event[]): void {
    this.#queue.push(...events);
    if (this.#paused && this.#queue.length <= PAUSED_MAX) {
      this.#running = true;
      this.#tell();
      return;
    }
    if (!moves() || this.#queue.length > BEHIND_MAX) {
      this.skip();
      return;
    }
    if (!this.#running) {
      this.#running = true;
      this.#next();
    }
  }

  /** Pause; later events wait. */
  pause(): void {
    window.clearTimeout(this.#timer);
    this.#paused = true;
    this.#tell();
  }

  /** While paused, show the next events, up to one that takes time to see. */
  step(): void {
    let wait = 0;
    while (wait === 0) {
      const event = this.#queue.shift();
      if (event === undefined) break;
      this.stage.step(event);
      wait = tempo(event, this.stage.seat);
    }
    if (this.#queue.length === 0) this.#settle();
    this.#tell();
  }

  #tell(): void {
    const takeTime = this.#queue.filter((event) => tempo(event, this.stage.seat) > 0).length;
    const steps = Math.max(takeTime, Math.min(1, this.#queue.length));
    this.stage.paced(this.#paused, steps);
  }

  #goOn(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#tell();
  }

  #settle(): void {
    this.#running = false;
    this.stage.settled();
  }

  /** Show everything at once, and end a pause. */
  skip(): void {
    window.clearTimeout(this.#timer);
    this.instant = true;
    atOnce(true);
    for (const event of this.#queue.splice(0)) this.stage.step(event);
    this.instant = false;
    void tick().then(() => atOnce(false));
    this.#goOn();
    this.#settle();
  }

  /** Drop the events that were not shown: the picture is replaced, and a pause ends. */
  drop(): void {
    window.clearTimeout(this.#timer);
    this.#queue = [];
    this.#running = false;
    this.#goOn();
  }

  #next(): void {
    for (;;) {
      const event = this.#queue.shift();
      if (event === undefined) return this.#settle();
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
