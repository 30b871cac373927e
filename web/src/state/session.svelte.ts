/** Who is signed in in this browser, and their balance as the service last said it. */

import { get, Offline, post, Problem, whenSignedOut, type Balance, type Me } from "../wire/api";

export const AGAIN_MS = 5000; // as the page for no connection says

class Session {
  me = $state.raw<Me | null>(null);
  known = $state(false); // whether the service has said who we are
  offline = $state(false); // whether the service cannot be reached
  arriving = $state(false); // a newcomer is being seated
  trouble = $state.raw<Problem | null>(null); // why it does not say who we are
  #again = 0;

  constructor() {
    whenSignedOut(() => this.forget());
  }

  get balanceCents(): number {
    const balance = this.me?.balance;
    return balance ? balance.account_cents + balance.at_tables_cents : 0;
  }

  /** Ask the service who is signed in; if it cannot be asked, ask again by and by. */
  async load(): Promise<void> {
    window.clearTimeout(this.#again);
    try {
      this.me = (await get<{ me: Me | null }>("/api/session")).me;
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

  /** Be somebody: whoever is signed in, else a new guest. */
  async somebody(): Promise<Me> {
    if (!this.known) await this.load();
    if (this.offline) throw new Offline();
    if (this.trouble !== null) throw this.trouble;
    if (this.me === null) {
      const made = await post<{ me: Me }>("/api/guest");
      this.me = made.me;
      this.known = true;
    }
    return this.me;
  }

  async refresh(): Promise<Balance | null> {
    if (this.me === null) return null;
    const balance = await get<Balance>("/api/balance");
    if (this.me !== null) this.me = { ...this.me, balance }; // they may have signed out meanwhile
    return balance;
  }

  forget(): void {
    this.me = null;
  }
}

export const session = new Session();
