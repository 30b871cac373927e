/** The place of the cutting card when the stack is offered. */

import type { Amounts } from "../protocol";
import type { TableState } from "./table.svelte";

export class Cut {
  at = $state(0);

  constructor(readonly table: Pick<TableState, "offer">) {}

  range = $derived.by<Amounts>(() => {
    const cards = this.table.offer("take_cut", "cards")?.cards;
    return (cards as Amounts | undefined) ?? { min: 0, max: 0, step: 1 };
  });

  /** Move the cutting card. */
  by(cards: number): void {
    this.to(this.at + cards);
  }

  to(cards: number): void {
    const { min, max } = this.range;
    this.at = Math.min(max, Math.max(min, cards));
  }

  /** If the stack is offered, keep the cutting card within its limits. */
  offered(): void {
    const { min, max } = this.range;
    if (max > 0 && (this.at < min || this.at > max)) this.at = Math.round((min + max) / 2);
  }
}
