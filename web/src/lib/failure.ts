/** What a failed request means for the page: the page shown instead, and its message. */

import { Offline, Problem } from "../wire/api";
import { t } from "../words";
import { inChips } from "./format";

export type Failure = "offline" | "error" | "refused";

/** The page instead of one that could not be loaded; `missing` if the service does not know it. */
export function blankOf<Missing extends string>(
  error: unknown,
  missing: Missing,
): Failure | Missing {
  if (error instanceof Offline) return "offline";
  if (!(error instanceof Problem) || error.status >= 500) return "error";
  return error.status === 429 ? "refused" : missing;
}

/** A failure in words: the service's own, if it has any. */
export function said(error: unknown): string {
  if (error instanceof Offline) return t.app.unreachable;
  if (error instanceof Problem && error.message !== "" && error.status < 500)
    return inChips(error.message);
  return t.app.broke;
}
