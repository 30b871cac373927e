/** Why nothing new can be played now, and until when, in words. */

import { fullDate, moment } from "../lib/format";
import type { Stopped } from "../protocol";
import { t } from "./index";

const FAR_MS = 300 * 24 * 3_600_000; // later dates show the year

/** One short sentence, for a bar and a heading: "You are on a break until 14:30". */
export function stoppedWords(stopped: Stopped, now = Date.now()): string {
  const { code, until_ms } = stopped;
  const why = t.stopped.why[code] ?? t.stopped.other;
  if (until_ms === null) return t.stopped.forGood(why);
  return t.stopped.until(why, until_ms - now > FAR_MS ? fullDate(until_ms) : moment(until_ms, now));
}
