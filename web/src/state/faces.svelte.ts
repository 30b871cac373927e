/** Faces of real cards that the dealer tapped, told one after the other in the order of the taps. */

/** A face, and why it is told: the due deal, a card that lay face up, or a correction. */
export interface Tap {
  readonly face: string;
  readonly purpose: "deal" | "aside" | "correct";
}

/** No tap is lost while another one is told, and none counts twice. A refusal ends the row. */
export class Faces {
  /** Those that are not told yet; the first one is on its way. */
  waiting = $state.raw<readonly Tap[]>([]);
  #telling = false;

  constructor(
    /** Tell one face; whether the table took it. */
    private readonly tell: (tap: Tap) => Promise<boolean>,
    /** The table did not take a face: these are not told any more. */
    private readonly dropped: (taps: readonly Tap[]) => void,
  ) {}

  add(tap: Tap): void {
    this.waiting = [...this.waiting, tap];
    if (!this.#telling) void this.#go();
  }

  async #go(): Promise<void> {
    this.#telling = true;
    for (let tap = this.waiting[0]; tap !== undefined; tap = this.waiting[0]) {
      const told = await this.tell(tap);
      const rest = this.waiting.slice(1);
      this.waiting = told ? rest : [];
      if (!told) this.dropped(rest);
    }
    this.#telling = false;
  }
}
