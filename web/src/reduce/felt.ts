/** The felt from the dealer's side, for every room of the staff: what lies at each seat. */

import type { HandView, SeatView } from "../protocol";
import { couponOf } from "./board";

export type Spot = "war" | "first" | "tie";

/** Amounts are cents. */
export interface FeltSeat {
  readonly seat: number;
  readonly name: string; // empty: a free seat
  readonly first: number; // still on the layout
  readonly tie: number;
  readonly war: number;
  readonly coupon: number; // its face value
  /** Wagers without their own spot: side bets, Tie on the war. */
  readonly more: readonly (readonly [word: string, cents: number])[];
  readonly pay: Readonly<Partial<Record<Spot, number>>>;
  readonly cards: readonly string[];
  readonly lost: boolean;
  readonly now: boolean; // the dealer acts here, or it is waited for
  readonly next: boolean; // the next card goes here
  readonly gone: string; // how the hand ended
  readonly until: number; // when its time is up; 0: no clock runs
  readonly totalMs: number;
}

type Laid = Pick<FeltSeat, "first" | "tie" | "war" | "coupon" | "more" | "cards" | "lost">;

/** The content of the layout, without settled wagers, their coupon and racked cards. */
export function laid(hand: HandView | null, words: { readonly warTie: string }): Laid {
  if (!hand) return { first: 0, tie: 0, war: 0, coupon: 0, more: [], cards: [], lost: false };
  const gone = new Map<string, number>();
  for (const move of hand.movements)
    if (move.action !== "pay")
      gone.set(move.wager, (gone.get(move.wager) ?? 0) + move.amount_cents);
  const left = (wager: string, cents: number): number =>
    hand.outcome === "void" ? 0 : Math.max(0, cents - (gone.get(wager) ?? 0));
  const more: (readonly [string, number])[] = [
    ...Object.entries(hand.sides).map(([side, cents]) => [side, left(side, cents)] as const),
    [words.warTie, left("war_tie", hand.war_tie_cents)],
  ];
  return {
    first: left("initial", hand.initial_cents),
    coupon: couponOf(hand),
    tie: left("tie", hand.tie_cents),
    war: left("war", hand.war_cents) + hand.match_cents,
    more: more.filter(([, cents]) => cents > 0),
    cards: hand.racked ? [] : [...(hand.card ? [hand.card] : []), ...hand.war_cards],
    lost: hand.outcome === "lose" || hand.outcome === "war_lost",
  };
}

const SPOT: Readonly<Record<string, Spot>> = {
  initial: "first",
  tie: "tie",
  side: "tie",
  war: "war",
  war_tie: "war",
};

/** The payment at each spot. */
export function paid(
  moves: readonly { readonly wager: string; readonly amount_cents: number }[],
): FeltSeat["pay"] {
  const pay: Partial<Record<Spot, number>> = {};
  for (const move of moves) {
    const spot = SPOT[move.wager];
    if (spot !== undefined) pay[spot] = (pay[spot] ?? 0) + move.amount_cents;
  }
  return pay;
}

/** Every seat of a table, from the dealer's left; ``look`` adds what is known to a single room. */
export function feltSeats(
  held: readonly SeatView[],
  seats: number,
  words: Parameters<typeof laid>[1],
  look: (seat: number, one: SeatView | undefined) => Partial<FeltSeat>,
): FeltSeat[] {
  return Array.from({ length: seats }, (_, index) => {
    const seat = index + 1;
    const one = held.find((each) => each.seat === seat);
    return {
      seat,
      name: one?.name ?? "",
      ...laid(one?.hand ?? null, words),
      pay: {},
      now: false,
      next: false,
      gone: "",
      until: 0,
      totalMs: 0,
      ...look(seat, one),
    };
  });
}

/** The burned cards at the end of a rack, without those that lay in it before. */
export function burnedSince(rack: readonly string[], before: number): number {
  let count = 0;
  while (count < rack.length - before && rack.at(-1 - count) === "??") count++;
  return count;
}

/** Where a seat stands on a felt of 800 by 452, seat 1 at the dealer's left. */
export function seatPlace(index: number, seats: number): { x: number; y: number } {
  const u = seats > 1 ? (2 * index) / (seats - 1) - 1 : 0;
  return { x: Math.round(400 + 324 * u), y: Math.round(30 + 166 * u * u) };
}
