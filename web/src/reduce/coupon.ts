/** A match play coupon beside the first wager: the face values that can be chosen. */

import type { Bets } from "../protocol";
import type { Draft } from "./bets";

const USUAL_CENTS = 500; // printed face values are multiples

/** The highest face value beside these chips; 0: none. */
export function mostCoupon({ first = 0 }: Draft, { coupon_cents: taken }: Bets): number {
  if (!taken) return 0;
  const most = Math.min(first, taken.max - first);
  return Math.max(0, Math.floor(most / taken.step) * taken.step);
}

/** The next usual face value above or below this one. */
export function nextFace(cents: number, up: boolean, { coupon_cents: taken }: Bets): number {
  const by = Math.max(USUAL_CENTS, taken?.step ?? 0);
  const next = up ? Math.floor(cents / by) + 1 : Math.ceil(cents / by) - 1;
  return Math.max(0, next * by);
}
