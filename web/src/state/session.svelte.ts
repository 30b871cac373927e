/**
 * Who is signed in in this browser, their balance, and whether they can play, as the service last said it.
 *
 * A break, an exclusion or a reached limit is kept here alone (`stopped`): every room asks for it.
 */

import type { Stopped } from "../protocol";
import {
  get,
  Offline,
  patch,
  post,
  Problem,
  whenSignedOut,
  type Balance,
  type Me,
} from "../wire/api";

export const AGAIN_MS = 5000; // as the page without a connection says
const TABS = "casinowar"; // the message to other tabs of this browser
const LATE_MS = 300; // clocks differ a little
const LOOK_MS = 15_000;
const LONGEST_MS = 2 ** 31 - 1; // the longest time of a timer

class Session {
  me = $state.raw<Me | null>(null);
  ended = $state(""); // why staff signed this person out, until somebody signs in
  known = $state(false); // whether the service has answered who is signed in
  offline = $state(false); // whether the service cannot be reached
  arriving = $state(false); // a newcomer is being seated
  trouble = $state.raw<Problem | null>(null); // why it does not answer who is signed in
  #again = 0;
  #tabs: BroadcastChannel | null = null;

  constructor() {
    whenSignedOut((why) => {
      this.forget();
      this.ended ||= why;
    });
  }

  /** Ask again when another tab changed something, when this tab is shown, when a stop or a role ends. */
  watch(): void {
    this.#tabs = new BroadcastChannel(TABS);
    const look = (): void => void this.refresh().catch(() => undefined); // the shown data is then older
    this.#tabs.addEventListener("message", look);
    document.addEventListener("visibilitychange", () => document.hidden || look());
    // the service reports when it is over
    $effect.root(() => {
      $effect(() => {
        const ends = Object.values(this.me?.role_ends ?? {});
        if (this.stopped?.until_ms) ends.push(this.stopped.until_ms);
        if (ends.length === 0) return;
        const left = Math.min(...ends) - Date.now();
        // this clock may be ahead of the service's: then the service is asked again at intervals
        const wait = left < 0 ? LOOK_MS : Math.min(left + LATE_MS, LONGEST_MS);
        const timer = window.setTimeout(look, wait);
        return () => window.clearTimeout(timer);
      });
    });
  }

  /** Why nothing new can be played at any table, and until when; null while one can play. */
  get stopped(): Stopped | null {
    return this.me?.stopped ?? null;
  }

  /** A table says that a break, an exclusion or a limit has begun or ended. */
  told(stopped: Stopped | null): void {
    if (this.me !== null) this.me = { ...this.me, stopped };
  }

  /** The person was changed here: ask for the result, and let other tabs ask. */
  async changed(): Promise<void> {
    this.#tabs?.postMessage("changed");
    await this.refresh();
  }

  get balanceCents(): number {
    const balance = this.me?.balance;
    return balance ? balance.account_cents + balance.at_tables_cents : 0;
  }

  /** Ask the service who is signed in; if it does not answer, ask again at intervals. */
  async load(): Promise<void> {
    window.clearTimeout(this.#again);
    try {
      const here = await get<{ me: Me | null; ended: string }>("/api/session");
      [this.me, this.ended] = [here.me, here.ended || this.ended];
      this.offline = false;
      this.trouble = null;
      this.known = true;
    } catch (error) {
      this.offline = error instanceof Offline;
      this.trouble = error instanceof Problem ? error : null;
      if (!this.offline && this.trouble === null) throw error;
      this.#again = window.setTimeout(() => void this.load(), AGAIN_MS);
    }
  }

  /** The person who is signed in, otherwise a new guest, with this name if it is given. */
  async somebody(name = ""): Promise<Me> {
    if (!this.known) await this.load();
    if (this.offline) throw new Offline();
    if (this.trouble !== null) throw this.trouble;
    if (this.me === null) {
      const called = name.trim();
      const made = await post<{ me: Me }>("/api/guest", called ? { name: called } : {});
      this.me = made.me;
      this.known = true;
    }
    return this.me;
  }

  /** Change the name. */
  async rename(name: string): Promise<void> {
    const called = name.trim();
    if (called && called !== this.me?.name) this.me = await patch<Me>("/api/me", { name: called });
  }

  /** Whether this person is old enough for a house: null if they have not said. */
  oldEnough(entryAge: number): boolean | null {
    if ((this.me?.age_from_years ?? 0) >= entryAge) return true;
    const under = this.me?.age_under_years ?? null;
    return under !== null && under <= entryAge ? false : null;
  }

  async refresh(): Promise<Balance | null> {
    if (this.me === null) return null;
    const me = await get<Me>("/api/me");
    if (this.me !== null) this.me = me; // they may have signed out meanwhile
    return me.balance;
  }

  forget(): void {
    this.me = null;
  }
}

export const session = new Session();
