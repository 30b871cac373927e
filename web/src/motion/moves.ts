/** Transitions of cards and chips: from where they come to where they lie. Transform and opacity only. */

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

/** How long a hand waits until its cards go to the rack: one after another, in the rack's order. */
export const racked = (order: readonly number[], seat: number): number => Math.max(0, order.indexOf(seat)) * APART_MS;

const NONE: TransitionConfig = { duration: 0 };

function target(node: Element, place: From): Element | null {
  if (place === "player") return node.closest(".seat")?.querySelector(PLACES.player) ?? null;
  return node.closest(".table")?.querySelector(PLACES[place]) ?? null;
}

// cubic-bezier(.16, .84, .28, 1) and (.3, .1, .2, 1), near enough for a curve of time
const settle = (t: number): number => 1 - (1 - t) ** 3.2;
const push = (t: number): number => (t < 0.5 ? 3 * t * t : 1 - (1 - t) ** 2.2 * 1.15);

/** A thing comes from a place on the table, or goes there. */
export function via(
  node: Element,
  { place, ms, fade = false, after = 0 }: { place: From; ms: number; fade?: boolean; after?: number },
): TransitionConfig {
  const there = moves() ? target(node, place) : null;
  if (there === null) return NONE;
  const [a, b] = [node.getBoundingClientRect(), there.getBoundingClientRect()];
  const x = b.left + b.width / 2 - (a.left + a.width / 2);
  const y = b.top + b.height / 2 - (a.top + a.height / 2);
  return {
    duration: ms,
    delay: after,
    easing: place === "shoe" ? settle : push,
    css: (_, u) =>
      `transform: translate(${(x * u).toFixed(1)}px, ${(y * u).toFixed(1)}px); opacity: ${fade ? (1 - u * 0.9).toFixed(2) : 1};`,
  };
}
