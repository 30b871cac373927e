/** A button that was just armed does not hear the press that armed it, nor a second one by mistake. */

export const DEAF_MS = 400;

export class Armed {
  #at = 0;

  now(): void {
    this.#at = Date.now();
  }

  get deaf(): boolean {
    return Date.now() - this.#at < DEAF_MS;
  }
}
