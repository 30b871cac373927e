/** Limits that were typed. Planted once and caught here: a highest bet below the lowest. */

import { describe, expect, it } from "vitest";
import { limitFaults, typedCents } from "../src/reduce/limits";

const RULES = { min_cents: 500, max_cents: 50_000, step_cents: 100, highest_cents: 50_000 };

describe("amounts that were typed", () => {
  it("are read with commas and parts, and nothing else is", () => {
    expect(["5", " 1,000 ", "2.50", "2.5"].map(typedCents)).toEqual([500, 100_000, 250, 250]);
    expect(["", "five", "-5", "1e3", "5.555", "1,00"].map(typedCents)).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });
});

describe("the limits of a table of one's own", () => {
  const cases: [least: string, most: string, one: object | null, other: object | null][] = [
    ["5", "500", null, null],
    ["5", "5", null, null],
    ["0", "500", { kind: "low", least: 100 }, null],
    ["5", "501", null, { kind: "high", most: 50_000 }],
    ["5.50", "500", { kind: "step", step: 100, nearest: [500, 600] }, null],
    ["5", "499.50", null, { kind: "step", step: 100, nearest: [49_900, 50_000] }],
    ["50", "5", null, { kind: "order", least: 5000 }],
    ["", "x", { kind: "number" }, { kind: "number" }],
  ];
  it.each(cases)("%s to %s", (least, most, one, other) => {
    expect(limitFaults(least, most, RULES)).toEqual({ least: one, most: other });
  });
  it("may be any where no limit is authorised", () => {
    const free = { ...RULES, highest_cents: null };
    expect(limitFaults("5", "10000", free)).toEqual({ least: null, most: null });
  });
});
