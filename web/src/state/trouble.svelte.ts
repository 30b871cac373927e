/** Refusals and failures outside the tables' docks, shown until they are read. */

import { said } from "../lib/failure";

const SHOWN_MS = 12_000;

class Trouble {
  text = $state("");
  #timer = 0;

  /** Report what went wrong. */
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
