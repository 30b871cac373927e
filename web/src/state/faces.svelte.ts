/** Faces of real cards that the dealer tapped, sent one after the other in that order. */

/** A face and its purpose: the due deal, a card that lay face up, or a correction. */
export interface Tap {
  readonly face: string;
  readonly purpose: "deal" | "aside" | "correct";
}

/** No tap is lost while another is sent, and none counts twice. A refusal clears the queue. */
export class Faces {
  /** The queue; its first face is being sent. */
  waiting = $state.raw<readonly Tap[]>([]);
  #telling = false;

  constructor(
    /** Send one face; whether the table accepted it. */
    private readonly tell: (tap: Tap) => Promise<boolean>,
    /** The table refused a face: these are dropped. */
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
