/** The clocks of a table, with the total and the remaining time of each. */

import type { Countdown } from "../protocol";

export interface Clock extends Countdown {
  readonly until: number | null;
  readonly totalMs: number;
}

/** The clocks in the service's message; a running clock keeps its total time. */
export function clocksOf(
  before: readonly Clock[],
  waits: readonly Countdown[],
  now: number,
): readonly Clock[] {
  return waits.map((wait) => {
    const known = before.find((clock) => clock.who === wait.who && clock.what === wait.what);
    const left = wait.left_ms;
    const fresh = known?.until == null || left === null || left > known.totalMs;
    return {
      ...wait,
      until: left === null ? null : now + left,
      totalMs: fresh ? (left ?? 0) : known.totalMs,
    };
  });
}
