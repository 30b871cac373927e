/** Chips that were chosen: what they add up to, and why they cannot be placed. */

import { describe, expect, it } from "vitest";
import type { LimitsView } from "../src/protocol";
import {
  added,
  chipsAt,
  doubled,
  fault,
  firstWager,
  nearest,
  placing,
  total,
} from "../src/reduce/bets";

const LIMITS: LimitsView = {
  currency: "USD",
  symbol: "$",
  smallest_chip_cents: 50,
  step_cents: 100,
  first: { min_cents: 500, max_cents: 30000 },
  tie: { min_cents: 100, max_cents: 5000 },
  side: null,
};
const rules = { limits: LIMITS, tieAlone: false, chipsCents: 100_000, ownCents: null };

// the page before offered 1, 5, 25, 100 and 500 at every table
describe("the chips of a table", () => {
  const with_ = (min: number, max: number, step = 100): LimitsView => ({
    ...LIMITS,
    step_cents: step,
    first: { min_cents: min, max_cents: max },
    tie: null,
  });
  it("are none that the table does not take", () => {
    expect(chipsAt(LIMITS)).toEqual([1, 5, 25, 100]);
    expect(chipsAt(with_(500, 50_000))).toEqual([1, 5, 25, 100, 500]);
    expect(chipsAt(with_(100, 400))).toEqual([1]);
  });
  it("are large where the bets are, and never more than five", () => {
    expect(chipsAt(with_(100_000, 1_000_000))).toEqual([5, 25, 100, 500, 1000]);
  });
  it("keep to the step", () => {
    expect(chipsAt(with_(500, 30_000, 500))).toEqual([5, 25, 100]);
    expect(chipsAt(with_(200, 400, 200))).toEqual([2]);
  });
});

describe("a draft", () => {
  it("grows by a chip and doubles", () => {
    const draft = added(added({}, "first", 2500), "tie", 500);
    expect(total(doubled(draft))).toBe(6000);
  });
  it("becomes one command", () => {
    expect(placing(4, { first: 2500, tie: 500, "side:suited-tie": 100 })).toEqual({
      command: "place_wagers",
      seat: 4,
      initial_cents: 2500,
      tie_cents: 500,
      sides: { "suited-tie": 100 },
    });
  });
  it("is explained before it is sent", () => {
    expect(fault({ first: 400 }, rules)).toEqual({ kind: "below", area: "first", least: 500 });
    expect(fault({ first: 2500, tie: 6000 }, rules)).toEqual({
      kind: "above",
      area: "tie",
      most: 5000,
    });
    expect(fault({ first: 750 }, rules)).toMatchObject({ kind: "step", nearest: [700, 800] });
    expect(fault({ tie: 500 }, rules)).toEqual({ kind: "first_needed" });
    expect(fault({ tie: 500 }, { ...rules, tieAlone: true })).toBeNull();
    expect(fault({ first: 2500 }, { ...rules, chipsCents: 2000 })).toMatchObject({ kind: "short" });
    expect(fault({ first: 2000, tie: 600 }, { ...rules, ownCents: 2500 })).toEqual({
      kind: "own",
      most: 2500,
    });
    expect(fault({ first: 2000, tie: 500 }, { ...rules, ownCents: 2500 })).toBeNull();
    expect(fault({ first: 2500 }, rules)).toBeNull();
  });
  it("names one neighbour at the ends of the range", () => {
    expect(nearest(LIMITS, "first", 450)).toEqual([500]);
    expect(nearest(LIMITS, "first", 30050)).toEqual([30000]);
  });
  it("starts with a first wager that can be placed", () => {
    expect(firstWager(2500, rules)).toBe(2500);
    expect(firstWager(100, rules)).toBe(500);
    expect(firstWager(50_000, rules)).toBe(30_000);
    expect(firstWager(50_000, { ...rules, chipsCents: 12_350 })).toBe(12_300);
    expect(firstWager(2500, { ...rules, ownCents: 1000 })).toBe(1000);
    expect(fault({ first: firstWager(50_000, rules) }, rules)).toBeNull();
  });
});
