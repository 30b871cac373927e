/** The clocks of a table: how long each of them has run and runs on. */

import type { Countdown } from "../protocol";

export interface Clock extends Countdown {
  readonly until: number | null;
  readonly totalMs: number;
}

/** The clocks that the service tells of; one that runs on keeps its whole time. */
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
