/** What the staff's felt shows of a seat, read off the table's view. */

import type { SeatView } from "../../protocol";

/** Amounts are cents; a seat without a name is free. */
export interface FeltSeat {
  readonly seat: number;
  readonly name?: string;
  readonly first?: number;
  readonly tie?: number;
  readonly war?: number;
  /** Wagers without a place of their own: side bets, Tie on the war, a coupon. */
  readonly more?: readonly (readonly [word: string, cents: number])[];
  readonly cards?: readonly string[];
  readonly lost?: boolean;
  readonly now?: boolean;
  readonly say?: string;
  readonly gone?: string;
}

/** A seat with what still lies in front of it: what is settled leaves the layout. */
export function feltSeat(
  one: SeatView,
  words: { readonly coupon: string; readonly warTie: string },
  name: string,
): FeltSeat {
  const hand = one.hand;
  if (!hand) return { seat: one.seat, name };
  const gone = new Set<string>(
    hand.movements.filter((move) => move.action !== "pay").map((move) => move.wager),
  );
  const left = (wager: string, cents: number): number => (gone.has(wager) ? 0 : cents);
  const more: (readonly [string, number])[] = [
    ...Object.entries(hand.sides).map(([side, cents]) => [side, left(side, cents)] as const),
    [words.warTie, left("war_tie", hand.war_tie_cents)],
    [words.coupon, left("initial", hand.coupon_cents)], // it goes with the first wager
  ];
  return {
    seat: one.seat,
    name,
    first: left("initial", hand.initial_cents),
    tie: left("tie", hand.tie_cents),
    war: left("war", hand.war_cents),
    more: more.filter(([, cents]) => cents > 0),
    cards: hand.racked ? [] : [...(hand.card ? [hand.card] : []), ...hand.war_cards],
  };
}
