/**
 * Bets that are thought over, and a coupon among them.
 *
 * Seen to fail on the page before: a Tie that was taken off stayed on the table, because the service
 * keeps the wagers that a command does not name.
 */

import { expect, it } from "vitest";
import "./client";
import type { Bets as OpenBets, Command, HandView } from "../src/protocol";
import { EXAMPLE } from "../src/reduce/example";
import { Bets } from "../src/state/bets.svelte";

const wager = { min: 500, max: 30_000, step: 100, cites: "", step_cites: "" };
const open: OpenBets = {
  seat: 4,
  initial_cents: wager,
  tie_cents: wager,
  coupon_cents: { step: 50, cites: "", max: 30_000, max_cites: "" },
  needed: { one_of: ["initial_cents"], cites: "" },
  chips: { cents: 100_000, cites: "" },
  forms: { any_of: ["chips"], cites: "" },
};

function betting(down: Partial<HandView> | null): { bets: Bets; given: Command[] } {
  const given: Command[] = [];
  const hand = down && { ...(EXAMPLE.seats[0]?.hand as HandView), ...down };
  const table = {
    openBets: [open],
    seat: { number: 4, view: { hand } },
    shown: { release: (): void => undefined },
    give: (command: Command) => {
      given.push(command);
      return Promise.resolve({ ok: true });
    },
  };
  return { bets: new Bets(table as unknown as Bets["table"]), given };
}

it("takes back first what a changed bet leaves out", async () => {
  const { bets, given } = betting({ initial_cents: 2500, tie_cents: 500 });
  bets.change();
  expect(bets.draft).toEqual({ first: 2500, tie: 500 });
  bets.clear();
  bets.add("first", 5000);
  await bets.place();
  expect(given.map((command) => command.command)).toEqual(["take_back_wagers", "place_wagers"]);
  expect(given[1]).toMatchObject({ initial_cents: 5000 });
});
it("changes a bet in one command if nothing is left out", async () => {
  const { bets, given } = betting({ initial_cents: 2500, coupon_cents: 2500 });
  bets.change();
  expect(bets.draft).toEqual({ first: 2500, coupon: 2500 });
  bets.add("tie", 500);
  await bets.place();
  expect(given).toMatchObject([
    { command: "place_wagers", initial_cents: 2500, tie_cents: 500, coupon_cents: 2500 },
  ]);
});
it("undoes a coupon, clears it with the chips, and never bets it again by itself", async () => {
  const { bets, given } = betting(null);
  bets.add("first", 2500);
  bets.coupon(2500);
  expect(bets.draft).toMatchObject({ first: 2500, coupon: 2500 });
  bets.undo();
  expect(bets.draft.coupon).toBeUndefined();
  bets.coupon(1000);
  bets.clear();
  expect(bets.draft).toEqual({});
  bets.undo();
  bets.double();
  expect(bets.draft).toMatchObject({ first: 5000, coupon: 1000 });
  await bets.place();
  expect(given).toMatchObject([{ initial_cents: 5000, coupon_cents: 1000 }]);
  bets.rebet();
  await bets.place();
  expect(given[1]).toMatchObject({ initial_cents: 5000 });
  expect(given[1]).not.toHaveProperty("coupon_cents");
});
