/** The verdict on a shoe that has ended, from its export and from what the page saw. */

import { check, type Head } from "./check";
import { Fault, type Reason } from "./shoe";
import type { Part } from "./keep";

/** Why a shoe is not proved: a fault in its export, or a contradiction to what this page saw. */
export type Why =
  | Reason
  | "other" // the export is that of another table or shoe
  | "key" // it is signed by a key that the house's key did not sign
  | "left_out" // the reader's contribution is missing
  | "fork" // a signed head contradicts another one
  | "truncated" // a signed head ends before another one that was kept
  | "events" // the events that came are not those that were signed
  | "unsigned"; // events came without a signed head

export interface Verdict {
  readonly shoe: number;
  /** Proved; sealed by the house alone, because nobody opened a contribution; or not proved. */
  readonly state: "proved" | "house" | "not";
  readonly why?: Why;
  readonly words?: string;
  readonly line?: number;
  readonly sealed: readonly number[];
  readonly opened: readonly number[];
  readonly dealt: number;
  readonly burned: number;
  readonly at: number;
}

export interface Asked {
  readonly shoe: number;
  readonly origin?: string;
  /** A known key of the house. */
  readonly key?: string;
  /** Heads that the export must contain. */
  readonly kept?: readonly Head[];
  /** The reader's contributions. */
  readonly parts?: readonly Part[];
}

const UNREAD: ReadonlySet<string> = new Set<Reason>(["format", "head", "signature"]);

/** Whether the export has the reader's contribution unchanged. */
function has(export_: string, part: Part): boolean {
  const found = export_
    .split("\n")
    .filter((line) => line.startsWith('{"name":"contribution_'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const is = (name: string, field: string, value: string): boolean =>
    found.some((one) => one["name"] === name && one["seat"] === part.seat && one[field] === value);
  return (
    (part.state === "made" || is("contribution_sealed", "commitment", part.commitment)) &&
    (part.state !== "opened" || is("contribution_opened", "value", part.value))
  );
}

/** Judge a shoe by its export. */
export async function judge(export_: string, asked: Asked, now = Date.now()): Promise<Verdict> {
  const { shoe } = asked;
  const report = await check(export_, asked.kept);
  const found = report.shoes.find((one) => one.number === shoe);
  const { sealed = [], opened = [], dealt = 0, burned = 0 } = found ?? {};
  const facts = { shoe, sealed, opened, dealt, burned, at: now };
  const not = (why: Why, words: string, line = 0): Verdict => ({
    ...facts,
    state: "not",
    why,
    words,
    line,
  });
  const { fault } = report;
  if (asked.origin !== undefined && report.origin !== asked.origin)
    return not("other", `the record is that of ${report.origin}`, 1);
  // the reader's contribution first: other faults follow from it
  const missing = UNREAD.has(fault?.reason ?? "")
    ? undefined
    : asked.parts?.find((part) => part.shoe === shoe && !has(export_, part));
  if (missing)
    return not("left_out", `the contribution of seat ${missing.seat} is not in the record`);
  if (fault instanceof Fault) return not(fault.reason, fault.message, fault.line);
  if (asked.key !== undefined && !report.keys.includes(asked.key))
    return not("key", `key ${asked.key.slice(0, 16)} is not among the house's keys`, 1);
  if (found === undefined || (report.shoe !== null && report.shoe !== shoe))
    return not("other", `the record has no shoe ${shoe}`, 1);
  if (!found.ended) return not("seed", `the seed of shoe ${shoe} is not revealed`);
  return { ...facts, state: opened.length > 0 ? "proved" : "house" };
}
