/** Transitions of cards and chips, from their origin to their place. Transform and opacity only. */

import type { TransitionConfig } from "svelte/transition";
import { moves } from "./tempo";

type From = "shoe" | "inventory" | "player" | "rack";

const PLACES: Readonly<Record<From, string>> = {
  shoe: ".dealer__shoe",
  inventory: ".dealer__float",
  player: ".plate",
  rack: ".dealer__rack",
};
const APART_MS = 45;
const NONE: TransitionConfig = { duration: 0 };

/** How long a hand waits until its cards go to the rack: one after another, in the rack's order. */
export const racked = (order: readonly number[], seat: number): number =>
  Math.max(0, order.indexOf(seat)) * APART_MS;

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly layout: string;
}
const known = new WeakMap<Element, Spot>();

/** The centre of an element. Nothing on a table moves by itself, so it is measured once. */
function middle(of: Element): Spot {
  const layout = `${innerWidth} ${innerHeight} ${document.querySelector(".sheet") === null}`;
  const found = known.get(of);
  if (found?.layout === layout) return found;
  const rect = of.getBoundingClientRect();
  const spot = {
    x: rect.left + rect.width / 2 + scrollX,
    y: rect.top + rect.height / 2 + scrollY,
    layout,
  };
  known.set(of, spot);
  return spot;
}

function target(node: Element, place: From): Element | null {
  if (place === "player") return node.closest(".seat")?.querySelector(PLACES.player) ?? null;
  return node.closest(".table")?.querySelector(PLACES[place]) ?? null;
}

// cubic-bezier(.16, .84, .28, 1) and (.3, .1, .2, 1), near enough for a curve of time
const settle = (t: number): number => 1 - (1 - t) ** 3.2;
const push = (t: number): number => (t < 0.5 ? 3 * t * t : 1 - (1 - t) ** 2.2 * 1.15);

/**
 * A thing comes from a place on the table, or goes there.
 *
 * Everything is measured before anything moves: the way is handed over a moment later, so that a
 * flurry of cards costs one layout and not one each.
 */
export function via(
  node: Element,
  {
    place,
    ms,
    fade = false,
    after = 0,
  }: { place: From; ms: number; fade?: boolean; after?: number },
): TransitionConfig | (() => TransitionConfig) {
  const there = moves() ? target(node, place) : null;
  if (there === null) return NONE;
  const [a, b] = [middle(node), middle(there)];
  const [x, y] = [b.x - a.x, b.y - a.y];
  return () => ({
    duration: ms,
    delay: after,
    easing: place === "shoe" ? settle : push,
    css: (_, u) =>
      `transform: translate(${(x * u).toFixed(1)}px, ${(y * u).toFixed(1)}px); opacity: ${fade ? (1 - u * 0.9).toFixed(2) : 1};`,
  });
}
