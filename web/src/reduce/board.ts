/** Each seat as it is drawn, derived from a view: chips by betting area, cards, result. */

import type { BeadKind } from "../art/marks";
import type { HandView, MovementView, Outcome, SeatView, View } from "../protocol";

export type Area = "tie" | "first" | "war" | `side:${string}`;

/** A pointer to a movement of chips: the seat and the number. */
export interface Why {
  readonly seat: number;
  readonly movement: number;
}

/** The content of a betting area. */
export interface Pile {
  readonly area: Area;
  /** Chips in the area. */
  readonly cents: number;
  /** The payment beside the chips. */
  readonly paid: number;
  /** The dealer's unit beside a war. */
  readonly unit: number;
  /** The result of the wager, once decided. */
  readonly fate: "paid" | "taken" | "back" | null;
  readonly fateCents: number;
  /** The movement with the result. */
  readonly movement: number | null;
}

export interface Place {
  readonly seat: number;
  readonly holder: SeatView | null;
  readonly hand: HandView | null;
  readonly piles: Readonly<Record<Area, Pile>>;
  /** The coupon beside the first wager. */
  readonly coupon: number;
  readonly cards: readonly string[];
  readonly netCents: number | null;
  readonly lost: boolean;
  readonly isVoid: boolean;
  /** Bets on the next round, while the finished one is shown: not drawn together with it. */
  readonly nextCents: number;
}

const EMPTY: Omit<Pile, "area"> = {
  cents: 0,
  paid: 0,
  unit: 0,
  fate: null,
  fateCents: 0,
  movement: null,
};

interface Tally {
  collected: number;
  returned: number;
  paid: number;
  last: number | null;
}

function tallies(movements: readonly MovementView[]): Map<string, Tally> {
  const found = new Map<string, Tally>();
  movements.forEach((move, index) => {
    const tally = found.get(move.wager) ?? { collected: 0, returned: 0, paid: 0, last: null };
    const key =
      move.action === "collect" ? "collected" : move.action === "pay" ? "paid" : "returned";
    tally[key] += move.amount_cents;
    // a payment tells more than the following return of the stake
    if (move.action !== "return" || tally.paid === 0) tally.last = index;
    found.set(move.wager, tally);
  });
  return found;
}

function pile(area: Area, stake: number, unit: number, tally: Tally | undefined): Pile {
  if (tally === undefined) return { ...EMPTY, area, cents: stake, unit };
  const { collected, returned, paid, last } = tally;
  const left = stake - collected - returned;
  if (left > 0 && paid === 0 && collected + returned === 0)
    return { ...EMPTY, area, cents: left, unit };
  if (paid > 0)
    return {
      area,
      cents: left + returned,
      paid,
      unit,
      fate: "paid",
      fateCents: paid,
      movement: last,
    };
  if (collected > 0)
    return {
      area,
      cents: left,
      paid: 0,
      unit,
      fate: "taken",
      fateCents: collected,
      movement: last,
    };
  return {
    area,
    cents: returned,
    paid: 0,
    unit,
    fate: "back",
    fateCents: returned,
    movement: last,
  };
}

/** The chips that have left the felt, to their player or the tray. */
const cleared = (found: Pile): Pile => ({
  ...found,
  cents: 0,
  paid: 0,
  unit: 0,
  fate: null,
  movement: null,
});

/** The betting areas of a hand. The Tie area holds the Tie wager on the war deal later on. */
export function piles(hand: HandView | null, sides: readonly string[] = []): Record<Area, Pile> {
  const found = hand === null ? new Map<string, Tally>() : tallies(hand.movements);
  const onWar = (hand?.war_tie_cents ?? 0) > 0;
  const tieStake = onWar ? hand?.war_tie_cents : hand?.tie_cents;
  const moved = found.get(onWar ? "war_tie" : "tie");
  const tie = pile("tie", tieStake ?? 0, 0, moved);
  const beforeWar = (moved?.last ?? Infinity) < (found.get("war")?.last ?? Infinity);
  const areas: Record<string, Pile> = {
    // what the original deal paid on Tie is taken up before a war is dealt
    tie: !onWar && beforeWar && (hand?.war_cents ?? 0) > 0 ? cleared(tie) : tie,
    first: pile("first", hand?.initial_cents ?? 0, 0, found.get("initial")),
    war: pile("war", hand?.war_cents ?? 0, hand?.match_cents ?? 0, found.get("war")),
  };
  for (const side of sides)
    areas[`side:${side}`] = pile(`side:${side}`, hand?.sides[side] ?? 0, 0, found.get(side));
  return areas as Record<Area, Pile>;
}

/** The coupon beside the first wager, which leaves the felt together with it. */
export function couponOf(hand: HandView | null): number {
  const gone = hand?.movements.some((move) => move.wager === "initial" && move.action !== "pay");
  return hand?.outcome === null && !gone ? hand.coupon_cents : 0;
}

/** The result of one wager: won, lost, or nothing, and the movement with it. */
export interface Result {
  readonly wager: string;
  readonly cents: number;
  readonly movement: number;
}

/** The result of each decided wager of a hand, in the order of their decisions. */
export function results(hand: HandView): Result[] {
  return [...tallies(hand.movements)].map(([wager, tally]) => ({
    wager,
    cents: tally.paid || 0 - tally.collected,
    movement: tally.last ?? 0,
  }));
}

/** The net of a hand, once decided. */
export function netOf(hand: HandView | null): number | null {
  if (hand === null || hand.outcome === null) return null;
  return hand.returned_cents - hand.wagered_cents;
}

/** The dealer's cards, and each seat's, of the round under way or of one that is still shown. */
export interface Board {
  readonly places: readonly Place[];
  readonly dealer: readonly string[];
  readonly round: number;
  readonly past: boolean;
}

/**
 * The table as it is drawn; with `held`, the finished round stays until the next one begins, but not
 * at the seats of newcomers: it was not theirs.
 * Once a war is dealt, nothing lies at the seats of hands that were decided before it.
 */
export function board(
  view: View,
  seats: number,
  sides: readonly string[],
  held: boolean,
  newcomers: readonly number[] = [],
): Board {
  const last = held ? view.last_round : null;
  const results = new Map(
    last?.seats.filter((one) => !newcomers.includes(one.seat)).map((one) => [one.seat, one.hand]),
  );
  const holders = new Map(view.seats.map((one) => [one.seat, one]));
  const hands =
    last === null ? view.seats.map((one) => one.hand) : last.seats.map((one) => one.hand);
  const atWar = hands.some((hand) => (hand?.war_cards.length ?? 0) > 0);
  const places = Array.from({ length: seats }, (_, index): Place => {
    const seat = index + 1;
    const holder = holders.get(seat) ?? null;
    const next = last === null ? null : (holder?.hand ?? null);
    const hand = last === null ? (holder?.hand ?? null) : (results.get(seat) ?? null);
    const net = netOf(hand);
    const left = atWar && hand?.racked === true && hand.war_cards.length === 0;
    const first = left ? null : (hand?.card ?? null);
    const lying = piles(hand, sides);
    return {
      seat,
      holder,
      hand,
      piles: left
        ? (Object.fromEntries(
            Object.entries(lying).map(([area, one]) => [area, cleared(one)]),
          ) as Record<Area, Pile>)
        : lying,
      coupon: couponOf(hand),
      cards: first === null ? [] : [first, ...(hand?.war_cards ?? [])],
      netCents: net,
      lost: net !== null && net < 0,
      isVoid: hand?.outcome === "void",
      nextCents: next?.layout_cents ?? 0,
    };
  });
  const dealer =
    last !== null
      ? last.dealer
      : view.dealer.card === null
        ? []
        : [view.dealer.card, ...view.dealer.war_cards];
  return { places, dealer, round: last?.round ?? view.round, past: last !== null };
}

const DEALER = 0;

/**
 * The cards in the discard rack as it is drawn. The engine's rack has the burned cards and the hands
 * of a round before they leave the felt; here they come to it when they are no longer seen there.
 */
export function inRack(
  view: View,
  board: Board,
  burned: number,
  racked: readonly number[],
): number {
  const hands = board.places.map((place) => (place.hand?.racked ? place.cards.length : 0));
  const dealer = board.past || racked.includes(DEALER) ? board.dealer.length : 0;
  const onFelt = hands.reduce((sum, cards) => sum + cards, burned + dealer);
  const emptied = view.rack.length < onFelt; // already for a new shoe, while the last round is still shown
  return emptied ? view.rack.length : view.rack.length - onFelt;
}

export interface Bead {
  readonly kind: BeadKind;
  readonly tie: boolean;
}

const BEADS = {
  win: "W",
  lose: "L",
  surrender: "S",
  war_won: "w",
  war_tied: "t",
  war_lost: "l",
  void: "V",
} as const;

/**
 * The bead of a finished hand, and whether a Tie wager of it won. A bead says what the round came
 * to, all wagers together, and whether there was a war; with no net (null), how the hand ended.
 */
export function beadOf(outcome: Outcome | string, netCents: number | null, tieWon: boolean): Bead {
  const byCards = BEADS[outcome as keyof typeof BEADS] ?? "L";
  if (netCents === null || byCards === "S" || byCards === "V")
    return { kind: byCards, tie: tieWon };
  const [won, even, lost] = outcome.startsWith("war_")
    ? ([outcome === "war_tied" ? "t" : "w", "e", "l"] as const)
    : (["W", "E", "L"] as const);
  return { kind: netCents > 0 ? won : netCents < 0 ? lost : even, tie: tieWon };
}

/** Whether a finished hand tied, so that its player had a choice. */
export const hadChoice = (outcome: string | null): boolean =>
  outcome === "surrender" || (outcome?.startsWith("war_") ?? false);

/** How often a hand tied the dealer in a row, from the first card on. */
export function tiesOf(hand: HandView, dealer: readonly string[]): number {
  const own = hand.card === null ? [] : [hand.card, ...hand.war_cards];
  const apart = own.findIndex((card, index) => card[0] !== dealer[index]?.[0]);
  return apart < 0 ? own.length : apart;
}

/** Whether a Tie wager of a hand was paid, and the payment was not reversed. */
export function tieWon(hand: HandView): boolean {
  const paid = hand.movements.filter(
    (move) => move.action === "pay" && /^(war_)?tie$/.test(move.wager),
  );
  return paid.reduce((sum, move) => sum + move.amount_cents, 0) > 0;
}

/** Whether the cards are in the shoe, by the phase of a table. */
export const isLoaded = (phase: string): boolean =>
  phase === "collect" || !(PREPARING.has(phase) || phase === "cut_offered");

/** The number of the shoe, or of the one in preparation. The first is 1. */
export const shoeNumber = (view: View, loaded: boolean): number =>
  Math.max(1, view.shoe.number + (loaded ? 0 : 1));

/** Phases in which a shoe is prepared; a player may be asked to cut. */
export const PREPARING = new Set([
  "receive",
  "inspect",
  "verify",
  "spread",
  "look",
  "turn_down",
  "turn_up",
  "wash",
  "stack",
  "shuffle",
  "swap",
  "offer_cut",
  "cutting_card",
  "load",
  "collect",
]);
