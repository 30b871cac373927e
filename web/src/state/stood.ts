/** Why a player lost the seat: stood up by the table, unless the player left. */

import type { Event } from "../protocol";

export interface Stood {
  /**
   * By the table's owner or the floor, who may have closed it; closed by the floor; away for too long; not
   * allowed to play; or not known, on a page that is new.
   */
  readonly why: "stood_up" | "table_closed" | "closed" | "away" | "barred" | "gone";
  readonly awayMs: number;
  /** Who removed the player and why, in the service's words; empty: not removed. */
  readonly told: string;
}

export class Parting {
  /** Whether the player asked to leave. */
  leaves = false;
  #awayMs = 0;
  #here = false; // the event was seen live
  #shut = false;
  #notice: "stood_up" | "table_closed" | null = null;
  #told = "";

  /** The connection is open again, after this long without one. */
  cameBack(awayMs: number): void {
    this.#awayMs = awayMs;
    this.#here = false;
  }

  isHere(): void {
    this.#here = true;
  }

  /** The act of the table's owner or the floor, before or after the seat is lost. */
  noticed(notice: "stood_up" | "table_closed", told: string): void {
    [this.#notice, this.#told] = [notice, told];
  }

  heard(name: Event["name"]): void {
    if (name === "table_closed") this.#shut = true;
    if (name === "table_opened") this.#shut = false;
  }

  /** The seat is lost: the reason, or null if the player left it. */
  over(phase: string): Stood | null {
    const { leaves } = this;
    this.leaves = false;
    if (leaves) return null;
    const why =
      this.#notice ??
      (this.#shut || phase === "closed"
        ? "closed"
        : this.#here
          ? "barred"
          : this.#awayMs
            ? "away"
            : "gone");
    return { why, awayMs: this.#awayMs, told: this.#told };
  }
}
