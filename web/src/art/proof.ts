/**
 * The mark of a shoe: a hexagon. While it is mixed, an edge for each contribution; then a lock, tick or
 * cross.
 */

const HEX = "M10 1.200 17.600 5.600v8.800L10 18.800 2.400 14.400V5.600Z";
const ROUND = 52.4; // the length of the hexagon
const GAP = 2.2;
const INSIDE = {
  sealed: "M7 9.400h6v4.400H7ZM8.200 9.400V7.900a1.800 1.800 0 0 1 3.600 0v1.500",
  proved: "m6.200 10.200 2.700 2.700 5-5.500",
  not: "m7 7 6 6m0-6-6 6",
};

/** House: sealed by the house alone. Ended: the seed is public and not checked by this page. */
export type MarkState = "mix" | "sealed" | "house" | "ended" | "proved" | "not";

function mixing(have: number, of: number): string {
  const edge = `${(ROUND / Math.max(1, of) - GAP).toFixed(1)} ${GAP}`;
  const dashes = `${Array.from({ length: have }, () => edge).join(" ")} 0 ${ROUND}`;
  return `<path class="proof__bed" d="${HEX}"/><path d="${HEX}" stroke-dasharray="${dashes}"/><path d="M6.500 8.200h5.600l-1.600-1.600M13.500 11.800H7.900l1.600 1.600"/>`;
}

/** The mark; while it is mixed, `have` of `of` contributions were received. */
export function markArt(state: MarkState, have = 0, of = 0): string {
  const inside = state === "proved" || state === "not" ? INSIDE[state] : INSIDE.sealed;
  const art = state === "mix" ? mixing(have, of) : `<path d="${HEX}"/><path d="${inside}"/>`;
  return `<svg viewBox="0 0 20 20" class="proof proof--${state}" aria-hidden="true">${art}</svg>`;
}
