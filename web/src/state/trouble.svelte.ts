/** What was refused or failed outside the tables' docks, or went another way, said until it is read. */

import { said } from "../lib/failure";

const SHOWN_MS = 12_000;

class Trouble {
  text = $state("");
  #timer = 0;

  /** Say what went wrong. */
  tell(error: unknown): void {
    this.say(said(error));
  }

  say(words: string): void {
    window.clearTimeout(this.#timer);
    this.text = words;
    this.#timer = window.setTimeout(() => this.close(), SHOWN_MS);
  }

  close(): void {
    this.text = "";
  }
}

export const trouble = new Trouble();
