/** Chips that were chosen: what they add up to, and why they cannot be placed. */

import { describe, expect, it } from "vitest";
import type { Bet, Bets } from "../src/protocol";
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
import { mostCoupon, nextFace } from "../src/reduce/coupon";

const bet = (min: number, max: number, step = 100): Bet => ({
  min,
  max,
  step,
  cites: "WI f1",
  step_cites: "WI d",
});
const FIRST = bet(500, 30_000);
const BETS: Bets = {
  seat: 4,
  initial_cents: FIRST,
  tie_cents: bet(100, 5000),
  needed: { one_of: ["initial_cents"], cites: "WI f1" },
  chips: { cents: 100_000, cites: "WI f1" },
  forms: { any_of: ["chips"], cites: "WI f1" },
};

// the page before offered 1, 5, 25, 100 and 500 at every table
describe("the chips of a table", () => {
  const with_ = (min: number, max: number, step = 100): Bets => ({
    ...BETS,
    initial_cents: bet(min, max, step),
    tie_cents: null,
  });
  it("are none that the table does not take", () => {
    expect(chipsAt(BETS)).toEqual([1, 5, 25, 100]);
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
    const { draft } = added({ first: 2500 }, "tie", 500, BETS);
    expect(total(doubled(draft))).toBe(6000);
  });
  it("grows up to the limits and says which one it met", () => {
    const above = { kind: "above", area: "first", most: 30_000 };
    expect(added({ first: 20_000 }, "first", 10_000, BETS).limit).toBeNull();
    const met = added({ first: 25_000 }, "first", 10_000, BETS);
    expect(met).toEqual({ draft: { first: 30_000 }, limit: above });
    expect(added(met.draft, "first", 100, BETS)).toEqual({ draft: met.draft, limit: above });
    const few: Bets = { ...BETS, chips: { ...BETS.chips, cents: 12_350 } };
    expect(added({ first: 10_000, tie: 500 }, "first", 10_000, few)).toEqual({
      draft: { first: 11_800, tie: 500 },
      limit: { kind: "short", have: 12_350, need: 20_500 },
    });
    const own = { kind: "own", most: 2600 };
    expect(added({ first: 2500 }, "tie", 500, { ...BETS, own_cents: 2600 })).toEqual({
      draft: { first: 2500, tie: 100 },
      limit: own,
    });
    // less than the minimum is no bet
    expect(added({}, "first", 2500, { ...BETS, own_cents: 300 })).toMatchObject({
      draft: {},
      limit: { kind: "own" },
    });
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
    expect(fault({ first: 400 }, BETS)).toEqual({ kind: "below", area: "first", least: 500 });
    expect(fault({ first: 2500, tie: 6000 }, BETS)).toEqual({
      kind: "above",
      area: "tie",
      most: 5000,
    });
    expect(fault({ first: 750 }, BETS)).toMatchObject({ kind: "step", nearest: [700, 800] });
    expect(fault({ tie: 500 }, BETS)).toEqual({ kind: "first_needed" });
    expect(
      fault(
        { tie: 500 },
        { ...BETS, needed: { ...BETS.needed, one_of: ["initial_cents", "tie_cents"] } },
      ),
    ).toBeNull();
    expect(
      fault({ first: 2500 }, { ...BETS, chips: { ...BETS.chips, cents: 2000 } }),
    ).toMatchObject({ kind: "short" });
    expect(fault({ first: 2000, tie: 600 }, { ...BETS, own_cents: 2500 })).toEqual({
      kind: "own",
      most: 2500,
    });
    expect(fault({ first: 2000, tie: 500 }, { ...BETS, own_cents: 2500 })).toBeNull();
    expect(fault({ first: 2500 }, BETS)).toBeNull();
  });
  it("names one neighbour at the ends of the range", () => {
    expect(nearest(FIRST, 450)).toEqual([500]);
    expect(nearest(FIRST, 30050)).toEqual([30000]);
  });
  it("starts with a first wager that can be placed", () => {
    expect(firstWager(2500, BETS)).toBe(2500);
    expect(firstWager(100, BETS)).toBe(500);
    expect(firstWager(50_000, BETS)).toBe(30_000);
    expect(firstWager(50_000, { ...BETS, chips: { ...BETS.chips, cents: 12_350 } })).toBe(12_300);
    expect(firstWager(2500, { ...BETS, own_cents: 1000 })).toBe(1000);
    expect(fault({ first: firstWager(50_000, BETS) }, BETS)).toBeNull();
  });
});

describe("a coupon", () => {
  const COUPONS: Bets = {
    ...BETS,
    coupon_cents: { step: 50, cites: "policy 6", max: 30_000, max_cites: "policy 16" },
  };
  it("is no chips: it adds nothing up, and stays as it is when the chips double", () => {
    const draft = { first: 2500, tie: 500, coupon: 2500 };
    expect(total(draft)).toBe(3000);
    expect(doubled(draft)).toEqual({ first: 5000, tie: 1000, coupon: 2500 });
    expect(fault(draft, { ...COUPONS, chips: { cents: 3000, cites: "" } })).toBeNull();
    expect(fault(draft, { ...COUPONS, own_cents: 3000 })).toBeNull();
  });
  it("is placed with its first wager", () => {
    expect(placing(4, { first: 2500, coupon: 1000 })).toEqual({
      command: "place_wagers",
      seat: 4,
      initial_cents: 2500,
      coupon_cents: 1000,
    });
    expect(placing(4, { first: 2500, coupon: 0 })).not.toHaveProperty("coupon_cents");
  });
  it("is explained before it is sent", () => {
    expect(fault({ first: 2500, coupon: 2500 }, COUPONS)).toBeNull();
    expect(fault({ first: 2500, coupon: 2525 }, COUPONS)).toEqual({
      kind: "step",
      step: 50,
      nearest: [2500, 2550],
    });
    expect(fault({ first: 2500, coupon: 3000 }, COUPONS)).toEqual({
      kind: "coupon_alone",
      need: 3000,
    });
    expect(fault({ first: 20_000, coupon: 10_050 }, COUPONS)).toEqual({
      kind: "together",
      most: 30_000,
    });
    expect(fault({ first: 20_000, coupon: 10_000 }, COUPONS)).toBeNull();
  });
  it("is at first as high as the chips and the maximum allow", () => {
    expect(mostCoupon({ first: 2500 }, COUPONS)).toBe(2500);
    expect(mostCoupon({ first: 20_000 }, COUPONS)).toBe(10_000);
    expect(mostCoupon({ first: 30_000 }, COUPONS)).toBe(0);
    expect(mostCoupon({}, COUPONS)).toBe(0);
    expect(mostCoupon({ first: 2500 }, BETS)).toBe(0); // the table takes none
  });
  it("goes to the next usual face value", () => {
    expect(nextFace(2500, true, COUPONS)).toBe(3000);
    expect(nextFace(2600, false, COUPONS)).toBe(2500);
    expect(nextFace(500, false, COUPONS)).toBe(0);
    expect(nextFace(0, false, COUPONS)).toBe(0);
  });
});
