/** Who is signed in in this browser, and their balance as the service last said it. */

import { get, Offline, post, type Balance, type Me } from "../wire/api";

class Session {
  me = $state.raw<Me | null>(null);
  known = $state(false); // whether the service has said who we are
  offline = $state(false);

  get balanceCents(): number {
    const balance = this.me?.balance;
    return balance ? balance.account_cents + balance.at_tables_cents : 0;
  }

  /** Ask the service who is signed in. */
  async load(): Promise<void> {
    try {
      this.me = (await get<{ me: Me | null }>("/api/session")).me;
      this.offline = false;
      this.known = true;
    } catch (error) {
      if (!(error instanceof Offline)) throw error;
      this.offline = true;
    }
  }

  /** Be somebody: whoever is signed in, else a new guest. */
  async somebody(): Promise<Me> {
    if (!this.known) await this.load();
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
    this.me = { ...this.me, balance };
    return balance;
  }

  forget(): void {
    this.me = null;
  }
}

export const session = new Session();
