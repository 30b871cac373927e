/** The felt from the dealer's side: what lies at each seat, from a view of the table. */

import type { SeatView, View } from "../protocol";

export interface FeltSeat {
  readonly seat: number;
  readonly name: string; // empty: nobody sits there
  readonly first: number; // cents that are still on the layout
  readonly tie: number;
  readonly war: number;
  readonly sides: number;
  readonly coupon: number;
  readonly pay: { readonly first?: number; readonly tie?: number; readonly war?: number };
  readonly cards: readonly string[];
  readonly lost: boolean;
  readonly now: boolean; // the dealer acts here, or it is waited for
  readonly next: boolean; // the next card goes here
  readonly gone: string; // how the hand ended
  readonly until: number; // when its time is up; 0: no clock runs
  readonly totalMs: number;
}

export interface Paid {
  readonly seat: number;
  readonly what: string;
  readonly wager: string;
  readonly amount_cents: number;
}

/** The wagers of a hand that are still on the layout: settled ones and their coupon are gone. */
export function onLayout(
  one: SeatView,
): Pick<FeltSeat, "first" | "tie" | "war" | "sides" | "coupon"> {
  const hand = one.hand;
  if (!hand) return { first: 0, tie: 0, war: 0, sides: 0, coupon: 0 };
  const net = new Map<string, number>();
  for (const move of hand.movements)
    if (move.action !== "pay") net.set(move.wager, (net.get(move.wager) ?? 0) + move.amount_cents);
  const left = (wager: string, cents: number): number =>
    hand.outcome === "void" ? 0 : Math.max(0, cents - (net.get(wager) ?? 0));
  const first = left("initial", hand.initial_cents);
  return {
    first,
    tie: left("tie", hand.tie_cents),
    war: left("war", hand.war_cents) + left("war_tie", hand.war_tie_cents) + hand.match_cents,
    sides: Object.entries(hand.sides).reduce((sum, [name, cents]) => sum + left(name, cents), 0),
    coupon: first > 0 && hand.outcome === null ? hand.coupon_cents : 0,
  };
}

const SPOT: Readonly<Record<string, "first" | "tie" | "war">> = {
  initial: "first",
  tie: "tie",
  side: "tie",
  war: "war",
  war_tie: "war",
};

export interface Around {
  readonly due: { readonly command: string; readonly seat: number | null } | null;
  readonly moves: readonly Paid[];
  readonly waits: readonly {
    readonly who: string | null;
    readonly what: string;
    readonly until: number;
    readonly totalMs: number;
  }[];
  readonly outcome: (outcome: string) => string;
}

/** Every seat of a table, from the dealer's left. */
export function feltSeats(view: View, seats: number, around: Around): FeltSeat[] {
  const { due, moves, waits } = around;
  return Array.from({ length: seats }, (_, index) => {
    const seat = index + 1;
    const one = view.seats.find((held) => held.seat === seat);
    const wait = waits.find((each) => each.who === `seat ${seat}`);
    const hand = one?.hand ?? null;
    const pay: Record<string, number> = {};
    for (const move of moves) {
      const spot = SPOT[move.wager];
      if (move.seat === seat && move.what === "pay" && spot !== undefined)
        pay[spot] = (pay[spot] ?? 0) + move.amount_cents;
    }
    const cards = hand === null || hand.racked ? [] : [hand.card, ...hand.war_cards];
    return {
      seat,
      name: one?.name ?? "",
      ...(one ? onLayout(one) : { first: 0, tie: 0, war: 0, sides: 0, coupon: 0 }),
      pay,
      cards: cards.filter((card): card is string => card !== null),
      lost: hand?.outcome === "lose" || hand?.outcome === "war_lost",
      now: due?.seat === seat || (wait !== undefined && wait.what !== "bet"),
      next: due?.command === "deal_card" && due.seat === seat,
      gone: hand?.outcome ? around.outcome(hand.outcome) : "",
      until: wait?.until ?? 0,
      totalMs: wait?.totalMs ?? 0,
    };
  });
}

/** Where a seat stands on a felt of 800 by 452, seat 1 at the dealer's left. */
export function seatPlace(index: number, seats: number): { x: number; y: number } {
  const u = seats > 1 ? (2 * index) / (seats - 1) - 1 : 0;
  return { x: Math.round(400 + 324 * u), y: Math.round(30 + 166 * u * u) };
}
