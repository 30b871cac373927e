/** A button that was just armed does not hear the press that armed it, nor a second one by mistake. */

export const DEAF_MS = 400;

/** A key that is held down presses nothing. */
export function held(event: KeyboardEvent): void {
  if (!event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.stopPropagation();
}

export class Armed {
  /** What is deaf looks disabled. */
  deaf = $state(false);
  #timer = 0;

  now(): void {
    this.deaf = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.deaf = false), DEAF_MS);
  }
}
