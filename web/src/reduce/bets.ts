/** Chips chosen but not placed: adding, undoing, doubling, and why an amount cannot be bet. */

import type { HandView, LimitsView, PlaceWagers } from "../protocol";
import type { Area } from "./board";

export type Draft = Readonly<Partial<Record<Area, number>>>;

export interface BetRules {
  readonly limits: LimitsView;
  readonly tieAlone: boolean;
  /** Chips in front of the player, and those already on the layout that a change takes back. */
  readonly chipsCents: number;
  /** What the player has allowed themselves before the deal; null: no limit. */
  readonly ownCents: number | null;
}

export type Fault =
  | { readonly kind: "below"; readonly area: Area; readonly least: number }
  | { readonly kind: "above"; readonly area: Area; readonly most: number }
  | {
      readonly kind: "step";
      readonly area: Area;
      readonly step: number;
      readonly nearest: readonly number[];
    }
  | { readonly kind: "first_needed" }
  | { readonly kind: "own"; readonly most: number }
  | { readonly kind: "short"; readonly have: number; readonly need: number };

export const total = (draft: Draft): number =>
  Object.values(draft).reduce<number>((sum, cents) => sum + (cents ?? 0), 0);

/** A draft with a chip more on an area. */
export function added(draft: Draft, area: Area, cents: number): Draft {
  return { ...draft, [area]: (draft[area] ?? 0) + cents };
}

/** The wagers of a hand as they were placed, to bet the same again. */
export function bets(hand: HandView): Draft {
  const sides = Object.entries(hand.sides).map(([side, cents]) => [`side:${side}`, cents] as const);
  const all = [["first", hand.initial_cents], ["tie", hand.tie_cents], ...sides] as const;
  return Object.fromEntries(all.filter(([, cents]) => cents > 0));
}

export function doubled(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).map(([area, cents]) => [area, (cents ?? 0) * 2]));
}

function range(limits: LimitsView, area: Area): { min_cents: number; max_cents: number } | null {
  if (area === "first") return limits.first;
  return area === "tie" ? limits.tie : limits.side;
}

/** The valid amounts next to one that is not: below it and above it. */
export function nearest(limits: LimitsView, area: Area, cents: number): number[] {
  const allowed = range(limits, area);
  if (allowed === null) return [];
  const step = limits.step_cents;
  const clamp = (amount: number): number =>
    Math.min(Math.max(amount, allowed.min_cents), allowed.max_cents);
  const found = [clamp(Math.floor(cents / step) * step), clamp(Math.ceil(cents / step) * step)];
  return [...new Set(found)];
}

/** Why these wagers cannot be placed, before anything is sent; null if they can. */
export function fault(draft: Draft, rules: BetRules): Fault | null {
  const { limits } = rules;
  for (const [name, cents] of Object.entries(draft)) {
    const area = name as Area;
    const allowed = range(limits, area);
    if (!cents || allowed === null) continue;
    if (cents < allowed.min_cents) return { kind: "below", area, least: allowed.min_cents };
    if (cents > allowed.max_cents) return { kind: "above", area, most: allowed.max_cents };
    if (cents % limits.step_cents)
      return { kind: "step", area, step: limits.step_cents, nearest: nearest(limits, area, cents) };
  }
  if (!draft.first && !(rules.tieAlone && draft.tie) && total(draft) > 0)
    return { kind: "first_needed" };
  const need = total(draft);
  if (rules.ownCents !== null && need > rules.ownCents)
    return { kind: "own", most: rules.ownCents };
  if (need > rules.chipsCents) return { kind: "short", have: rules.chipsCents, need };
  return null;
}

const CHIPS = [1, 5, 25, 100, 500, 1000]; // as they are drawn

/** The chips that can be bet at a table, by value: none is more than it takes, or beside its step. */
export function chipsAt(limits: LimitsView): readonly number[] {
  const most = Math.max(
    ...[limits.first, limits.tie, limits.side].map((range) => range?.max_cents ?? 0),
  );
  const fitting = CHIPS.filter(
    (value) => value * 100 <= most && (value * 100) % limits.step_cents === 0,
  );
  const usual = fitting.filter((value) => value <= 500 || value * 100 <= limits.first.min_cents);
  return usual.length ? usual.slice(-5) : [limits.step_cents / 100];
}

/** A first wager of about this much that can be placed: no more than the table takes and the player has. */
export function firstWager(cents: number, { limits, chipsCents, ownCents }: BetRules): number {
  const { min_cents, max_cents } = limits.first;
  const most = Math.min(max_cents, chipsCents, ownCents ?? max_cents);
  return Math.max(
    min_cents,
    Math.floor(Math.min(cents, most) / limits.step_cents) * limits.step_cents,
  );
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
    ...(sides.length ? { sides: Object.fromEntries(sides) } : {}),
  };
}
