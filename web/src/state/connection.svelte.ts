/** The connection to the service: open, lost, or ended; and what was missed meanwhile. */

import type { Command, Phrase } from "../protocol";
import { get, Problem } from "../wire/api";
import { socketAddress, TableLink, type Answer, type Ended, type Listener } from "../wire/link";
import type { PastHand } from "./past.svelte";
import { session } from "./session.svelte";

export type Status = "joining" | "live" | "lost" | Ended;

/** Back at the table: for how long it was away, and what happened meanwhile. */
export interface Back {
  readonly seconds: number;
  readonly steps: number;
  /** The reader's hands that were decided meanwhile; null until the service has answered. */
  readonly decided: readonly PastHand[] | null;
  /** The service was restored from a backup: later rounds are lost. */
  readonly restored?: boolean;
}

export class Connection {
  status = $state<Status>("joining");
  failure = $state.raw<unknown>(null); // why there is nobody to sit here
  nextTry = $state(0); // 0: the attempt is under way
  offline = $state(false); // the device itself has no network
  lostAt = $state(0);
  back = $state.raw<Back | null>(null);
  behind = $state(false); // events were missed, and the view after them has not arrived yet
  #link: TableLink;

  constructor(
    readonly table: string,
    listener: Listener,
  ) {
    this.#link = new TableLink(socketAddress(table), listener);
  }

  start(): void {
    window.addEventListener("offline", this.#offline);
    window.addEventListener("online", this.retry);
    this.#link.start();
  }

  stop(): void {
    window.removeEventListener("offline", this.#offline);
    window.removeEventListener("online", this.retry);
    this.#link.stop();
  }

  #offline = (): void => this.#link.broken();

  /** Notice sooner that the connection is lost: the table waits for this player. */
  hurry(on: boolean): void {
    this.#link.hurry(on);
  }

  retry = (): void => this.#link.retryNow();

  give(command: Command): Promise<Answer> {
    return this.#link.give(command);
  }

  say(phrase: Phrase): Promise<Answer> {
    return this.#link.say(phrase);
  }

  /** Play here although another tab does. */
  takeOver(): void {
    this.status = "joining";
    this.behind = true; // no question before the table has been seen
    this.#link.start();
  }

  /** The service has answered: for how many seconds it was away, 0 if it was not. */
  welcomed(again: boolean, missed: number, seen: boolean): number {
    const away = this.lostAt ? Math.max(1, Math.round((Date.now() - this.lostAt) / 1000)) : 0;
    this.status = "live";
    this.lostAt = 0;
    this.behind = again && !seen;
    if (again && away)
      this.back = { seconds: away, steps: missed, decided: missed === 0 ? [] : null };
    return again ? away : 0;
  }

  restored(): void {
    this.back = { seconds: 1, steps: 0, decided: [], ...this.back, restored: true };
  }

  lost(nextTry: number): void {
    if (!this.lostAt) this.lostAt = Date.now();
    this.status = "lost";
    void this.#reason();
    this.nextTry = nextTry;
    this.offline = !window.navigator.onLine;
  }

  trying(): void {
    this.nextTry = 0;
  }

  /** A socket does not say why it is refused: there may be no such table, or nobody is signed in. */
  async #reason(): Promise<void> {
    try {
      await get(`/api/tables/${encodeURIComponent(this.table)}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.passing || this.status !== "lost") return;
      this.#link.end(error.signedOut ? "session_expired" : "refused");
    }
  }

  ended(reason: Ended): void {
    this.status = reason;
    // another tab may have a new token
    if (reason === "signed_out" || reason === "session_expired") void session.load();
  }
}
