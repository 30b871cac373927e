/** Why the seat cannot be left now, and when it can. */

import type { TableState } from "../state/table.svelte";
import { t } from "./index";

/** "" if it can be left. */
export function leaveLater(table: TableState): string {
  if (table.offers.some((offer) => offer.command === "leave_seat"))
    return table.shown.playing ? t.leave.soon : "";
  const hand = table.seat.view?.hand ?? null;
  if (hand === null) return t.leave.soon;
  if (table.shown.view?.phase !== "betting") return t.leave.playing;
  return table.may("take_back_wagers") ? t.leave.takeBack : t.leave.placed;
}
