/** Why the chosen chips cannot be placed, in words. */

import { chips } from "../lib/format";
import { total, type Draft, type Fault } from "../reduce/bets";
import type { Names } from "../reduce/table";
import type { TableState } from "../state/table.svelte";
import { t } from "./index";

/** The house's name of a betting area, or the coupon beside the first wager. */
export function areaName(names: Names, area: string): string {
  if (area === "first") return t.capital(names.first);
  if (area === "coupon") return t.bet.coupon;
  return area === "tie" ? t.felt.tie : (names.sides[area.slice("side:".length)] ?? "");
}

export function faultWords(found: Fault, names: Names): string {
  switch (found.kind) {
    case "below":
      return t.bet.below(areaName(names, found.area), chips(found.least));
    case "above":
      return t.bet.above(areaName(names, found.area), chips(found.most));
    case "step":
      return t.bet.step(chips(found.step), found.nearest.map(chips).join(t.bet.or));
    case "first_needed":
      return t.bet.firstNeeded(areaName(names, "first"));
    case "coupon_alone":
      return t.bet.couponNeeds(chips(found.need), areaName(names, "first"));
    case "together":
      return t.bet.together(chips(found.most), areaName(names, "first"));
    case "own":
      return t.bet.own(chips(found.most));
    case "short":
      return t.bet.short(chips(found.have));
  }
}

/** Why the last bet cannot be placed again; "" if it can, or if there is none. */
export function noRebet(table: Pick<TableState, "bets" | "names">): string {
  const found = total(table.bets.last) ? table.bets.lastFault : null;
  return found ? t.bet.noRebet(faultWords(found, table.names)) : "";
}

/** The chips that a bet leaves for a war, if they are too few; otherwise "". */
export function warWord(table: Pick<TableState, "house" | "seat" | "bets">, draft: Draft): string {
  const need = draft.first ?? 0;
  const left = (table.bets.open?.chips.cents ?? 0) - total(draft);
  if (!need || !table.house?.war.possible || left >= need || left < 0) return "";
  return left + table.seat.accountCents >= need
    ? t.bet.warAccount(chips(need))
    : t.bet.warShort(chips(need), chips(left + table.seat.accountCents));
}
