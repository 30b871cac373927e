/** A button that was just armed ignores the press that armed it, and an accidental second press. */

export const DEAF_MS = 400;

/** A key that is held down does not repeat its press. */
export function held(event: KeyboardEvent): void {
  if (!event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.stopPropagation();
}

export class Armed {
  /** An unresponsive button looks disabled. */
  deaf = $state(false);
  #timer = 0;

  now(): void {
    this.deaf = true;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.deaf = false), DEAF_MS);
  }
}
