/** What one can afford: a chip one has not got is no choice, and no bet is doubled beyond what can be placed. */

import { expect, it } from "vitest";
import "./client";
import type { Bets as OpenBets } from "../src/protocol";
import { Bets } from "../src/state/bets.svelte";
import { prefs } from "../src/state/prefs.svelte";

function betting(chips_cents: number): Bets {
  const shown = { release: (): void => undefined };
  const wager = { min: 500, max: 30_000, step: 100, cites: "", step_cites: "" };
  const open: OpenBets = {
    seat: 4,
    initial_cents: wager,
    needed: { one_of: ["initial_cents"], cites: "" },
    chips: { cents: chips_cents, cites: "" },
    forms: { any_of: ["chips"], cites: "" },
  };
  const table = { openBets: [open], seat: { number: 4 }, shown };
  return new Bets(table as unknown as Bets["table"]);
}

it("puts down only a chip that the player has", () => {
  // before, the chip of 100 looked disabled and was put down
  prefs.setChip(100);
  expect(betting(20_000).chip).toBe(100);
  expect(betting(6_000).chip).toBe(25);
  expect([25, 100].map((value) => betting(6_000).has(value))).toEqual([true, false]);
});

it.each([
  [100_000, 10_000, true],
  [100_000, 20_000, false], // the table takes 300: doubled to 400 before
  [15_000, 10_000, false], // more than the player has
  [100_000, 0, false],
])("with %s, a bet of %s may be doubled: %s", (have, bet, may) => {
  const bets = betting(have);
  bets.draft = bet ? { first: bet } : {};
  expect(bets.mayDouble).toBe(may);
  bets.double();
  expect(bets.draft.first ?? 0).toBe(may ? bet * 2 : bet);
});
