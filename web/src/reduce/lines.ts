/** The movement of chips that a line of the round's log describes. */

import type { Event } from "../protocol";

interface Line {
  readonly event: Event["name"] | "said";
  readonly seat: number | null;
}

const MOVES: ReadonlySet<string> = new Set([
  "wager_collected",
  "wager_paid",
  "wager_returned",
  "movement_reversed",
]);

/**
 * Which movement of a seat's hand each line tells of; -1: none of the round that is shown.
 * A hand's movements are in the order of their events, so they are counted, never compared.
 */
export function movementsOf(lines: readonly Line[], seat: number | null, count: number): number[] {
  const opened = lines.findLastIndex((line) => line.event === "no_more_bets");
  const own = lines.flatMap((line, index) =>
    index > opened && line.seat === seat && MOVES.has(line.event) ? [index] : [],
  );
  const before = opened >= 0 ? 0 : count - own.length; // lines that have left the log
  const found = new Map(own.map((line, index) => [line, before + index]));
  return lines.map((line, index) => {
    const movement = found.get(index) ?? -1;
    return line.event !== "movement_reversed" && movement < count ? movement : -1;
  });
}
