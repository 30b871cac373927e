/** Two rounds beside each other, by step of the procedure. */

import type { Step } from "./shapes";

export interface Row {
  readonly left: number | null; // index of a step
  readonly right: number | null;
  readonly difference: "same" | "cards" | "clause" | "only";
}

/** The kind of a step in the procedure, for any person. */
const kind = (step: Step): string => step.event.name;

/** The fields that equal steps share: all except persons and times. */
function told(step: Step): string {
  const { seat, version, ...rest } = step.event as unknown as Record<string, unknown>;
  void seat;
  void version;
  delete rest.cites;
  delete rest.round; // its number does not count as a difference
  return JSON.stringify(rest);
}

/**
 * Both lists in one order: steps of the same kind are paired, steps of only one round stand alone. The
 * longest common sequence decides, so no step moves back.
 */
export function pairs(left: readonly Step[], right: readonly Step[]): Row[] {
  const kinds = [left.map(kind), right.map(kind)] as const;
  const most = new Map<string, number>(); // common kinds from these places on
  const common = (i: number, j: number): number => most.get(`${i} ${j}`) ?? 0;
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      most.set(
        `${i} ${j}`,
        kinds[0][i] === kinds[1][j]
          ? common(i + 1, j + 1) + 1
          : Math.max(common(i + 1, j), common(i, j + 1)),
      );
  const rows: Row[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const one = left[i];
    const other = right[j];
    if (one && other && kind(one) === kind(other)) {
      const difference =
        one.cites !== other.cites ? "clause" : told(one) === told(other) ? "same" : "cards";
      rows.push({ left: i++, right: j++, difference });
    } else if (one && (!other || common(i + 1, j) >= common(i, j + 1)))
      rows.push({ left: i++, right: null, difference: "only" });
    else rows.push({ left: null, right: j++, difference: "only" });
  }
  return rows;
}
