/** What happens to an unanswered question without a connection. */

import type { Turn } from "../state/turn";
import { secondsLeft } from "../state/turn";
import { t } from "./index";

/** The sentence for a question that was open when the connection was lost, at `lostAt`. */
export function unanswered(
  turn: Turn,
  noAnswer: "surrender" | "war",
  lostAt: number,
  now: number,
): string {
  const words = t.lost.asked;
  const { what, until } = turn;
  if (until !== null && now >= until) return words.over;
  const then = what === "choice" ? words.choice[noAnswer] : words[what];
  const left = secondsLeft(until, lostAt);
  return left === null ? then : `${then} ${words.left(left)}`;
}
