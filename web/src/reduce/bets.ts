/** A bet that is chosen but not placed: adding, doubling, and which offered limit it breaks. */

import type { Bet, Bets, HandView, PlaceWagers } from "../protocol";
import type { Area } from "./board";

/** Chips by area, and the face value of a coupon beside the first wager, which is worth no chips. */
export type Draft = Readonly<Partial<Record<Area | "coupon", number>>>;

export type Fault =
  | { readonly kind: "below"; readonly area: Area; readonly least: number }
  | { readonly kind: "above"; readonly area: Area; readonly most: number }
  | {
      readonly kind: "step";
      readonly step: number;
      readonly nearest: readonly number[];
    }
  | { readonly kind: "first_needed" }
  | { readonly kind: "coupon_alone"; readonly need: number }
  | { readonly kind: "together"; readonly most: number }
  | { readonly kind: "own"; readonly most: number }
  | { readonly kind: "short"; readonly have: number; readonly need: number };

/** All chips of a draft, without the coupon. */
export const total = (draft: Draft): number =>
  Object.values({ ...draft, coupon: 0 }).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);

/**
 * A draft with a chip more on an area, up to the offered limits and the player's chips. `limit` is what
 * the chip would have gone above; null if all of it was added.
 */
export function added(
  draft: Draft,
  area: Area,
  cents: number,
  bets: Bets,
): { readonly draft: Draft; readonly limit: Fault | null } {
  const now = draft[area] ?? 0;
  const bet = betOn(bets, area);
  if (!bet) return { draft, limit: null };
  const others = total(draft) - now;
  const own = bets.own_cents ?? Infinity;
  const have = bets.chips.cents;
  const limits: readonly (readonly [number, Fault])[] = [
    [bet.max, { kind: "above", area, most: bet.max }],
    [own - others, { kind: "own", most: own }],
    [have - others, { kind: "short", have, need: others + now + cents }],
  ];
  const [most, limit] = limits.reduce((least, one) => (one[0] < least[0] ? one : least));
  if (now + cents <= most) return { draft: { ...draft, [area]: now + cents }, limit: null };
  const filled = Math.floor(most / bet.step) * bet.step;
  const fits = filled > now && filled >= bet.min;
  return { draft: fits ? { ...draft, [area]: filled } : draft, limit };
}

/** The wagers of a hand as they were placed, to bet the same again. */
export function bets(hand: HandView): Draft {
  const sides = Object.entries(hand.sides).map(([side, cents]) => [`side:${side}`, cents] as const);
  const all = [["first", hand.initial_cents], ["tie", hand.tie_cents], ...sides] as const;
  return Object.fromEntries(all.filter(([, cents]) => cents > 0));
}

/** Twice the chips; a coupon stays the same. */
export function doubled(draft: Draft): Draft {
  const twice = Object.entries(draft).map(([area, cents]) => [area, (cents ?? 0) * 2]);
  return { ...Object.fromEntries(twice), coupon: draft.coupon ?? 0 };
}

/** The limits of a wager on this area; undefined if the house does not take it. */
export function betOn(bets: Bets, area: Area): Bet | null | undefined {
  if (area === "first") return bets.initial_cents;
  return area === "tie" ? bets.tie_cents : bets.sides?.[area.slice("side:".length)];
}

/** The valid amounts next to an invalid one, below and above. */
export function nearest(
  { min, max, step }: Pick<Bet, "min" | "max" | "step">,
  cents: number,
): number[] {
  const clamp = (amount: number): number => Math.min(Math.max(amount, min), max);
  const found = [clamp(Math.floor(cents / step) * step), clamp(Math.ceil(cents / step) * step)];
  return [...new Set(found)];
}

/** Why these wagers cannot be placed, before anything is sent; null if they can. */
export function fault(draft: Draft, bets: Bets): Fault | null {
  const { first = 0, coupon = 0 } = draft;
  for (const [name, cents] of Object.entries({ ...draft, coupon: 0 })) {
    const area = name as Area;
    const bet = betOn(bets, area);
    if (!cents || !bet) continue;
    if (cents < bet.min) return { kind: "below", area, least: bet.min };
    if (cents > bet.max) return { kind: "above", area, most: bet.max };
    if (cents % bet.step) return { kind: "step", step: bet.step, nearest: nearest(bet, cents) };
  }
  const need = total(draft);
  const placed = placing(bets.seat, draft);
  if (need > 0 && !bets.needed.one_of.some((wager) => placed[wager]))
    return { kind: "first_needed" };
  const taken = bets.coupon_cents;
  if (coupon && taken) {
    const { step, max } = taken;
    if (coupon % step)
      return { kind: "step", step, nearest: nearest({ min: step, max, step }, coupon) };
    if (coupon > first) return { kind: "coupon_alone", need: coupon };
    if (first + coupon > max) return { kind: "together", most: max };
  }
  const own = bets.own_cents ?? need;
  if (need > own) return { kind: "own", most: own };
  return need > bets.chips.cents ? { kind: "short", have: bets.chips.cents, need } : null;
}

const CHIPS = [1, 5, 25, 100, 500, 1000]; // as drawn

/** The chips that can be bet at a table, by value: within its maximum and its step. */
export function chipsAt({ initial_cents: first, tie_cents: tie, sides }: Bets): readonly number[] {
  const most = Math.max(...[first, tie, ...Object.values(sides ?? {})].map((bet) => bet?.max ?? 0));
  const fitting = CHIPS.filter((value) => value * 100 <= most && (value * 100) % first.step === 0);
  const usual = fitting.filter((value) => value <= 500 || value * 100 <= first.min);
  return usual.length ? usual.slice(-5) : [first.step / 100];
}

/** A valid first wager of about this amount, within the maximum and the chips of the player. */
export function firstWager(cents: number, bets: Bets): number {
  const { min, max, step } = bets.initial_cents;
  const most = Math.min(cents, max, bets.chips.cents, bets.own_cents ?? max);
  return Math.max(min, Math.floor(most / step) * step);
}

/** The command that places a draft. */
export function placing(seat: number, draft: Draft): PlaceWagers {
  const sides = Object.entries(draft)
    .filter(([area, cents]) => area.startsWith("side:") && cents)
    .map(([area, cents]) => [area.slice("side:".length), cents ?? 0] as const);
  return {
    command: "place_wagers",
    seat,
    ...(draft.first ? { initial_cents: draft.first } : {}),
    ...(draft.tie ? { tie_cents: draft.tie } : {}),
    ...(draft.coupon ? { coupon_cents: draft.coupon } : {}),
    ...(sides.length ? { sides: Object.fromEntries(sides) } : {}),
  };
}
