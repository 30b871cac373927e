/** The due step of a table that people deal, in words. */

import { inChips } from "../lib/format";
import type { TableState } from "../state/table.svelte";
import { texts } from "./late";

/** The due step in the service's words, with the reader's own seat marked; "" if no step is due. */
export function stepWords(table: TableState): string {
  const clock = table.clocks.find((one) => one.what === "step");
  const due = /^The next step is to (?:have the floorperson )?/;
  if (clock === undefined || !due.test(clock.message)) return ""; // nothing can be dealt
  const step = inChips(clock.message).replace(due, "").replace(/\.$/, "");
  const own = table.seat.number;
  return own === null
    ? step
    : step.replace(new RegExp(`\\bseat ${own}\\b`), texts.dealt.you(`seat ${own}`));
}

/** Who must do what before the table continues; "" if it does not wait for staff. */
export function stepNext(table: TableState): string {
  const step = table.byPeople ? stepWords(table) : "";
  if (step === "") return "";
  const words = texts.dealt;
  const clock = table.clocks.find((one) => one.what === "step");
  const dealer = table.shown.view?.dealer.name || words.dealer;
  return words.next(clock?.who === "floor" ? words.floor : dealer, step);
}

/** Whether a player is asked while the dealer still settles other hands: the clock starts afterwards. */
export function clockLater(table: TableState): boolean {
  return table.stepOf !== null && table.myClock === null;
}
