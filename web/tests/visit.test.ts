/** The sum of a visit: each round counts once, in whatever order the page hears of it. */

import { beforeEach, expect, it, vi } from "vitest";
import "./client";

const listed = (round: number, netCents: number): { id: string; netCents: number } => ({
  id: `t-${round}`,
  netCents,
});
/** The same tab after a reload: nothing is left but what it kept. */
async function reloaded(): Promise<(typeof import("../src/state/visit.svelte"))["visit"]> {
  vi.resetModules();
  return (await import("../src/state/visit.svelte")).visit;
}
beforeEach(() => sessionStorage.setItem("casinowar.visit", "{}"));

it("counts what is listed after the first list, and that once", async () => {
  const visit = await reloaded();
  visit.of("p_ann");
  visit.listed([listed(1, -2500)]);
  visit.count("t-2", 10_000);
  visit.listed([listed(1, -2500), listed(2, 10_000), listed(3, 500)]);
  expect([visit.netCents, visit.rounds]).toEqual([10_500, 2]);
});
it("does not count the rounds of before when one ends ahead of their list", async () => {
  // they counted as new ones before
  const visit = await reloaded();
  visit.of("p_bo");
  visit.count("t-9", -2500);
  visit.listed([listed(7, 10_000), listed(8, 10_000), listed(9, -2500)]);
  expect([visit.netCents, visit.rounds]).toEqual([-2500, 1]);
});
it("goes on after a reload, although the list comes before the table's welcome", async () => {
  // the list was taken for somebody else's, and the visit began again
  const before = await reloaded();
  before.of("p_cy");
  before.listed([]);
  before.count("t-1", 10_000);
  vi.resetModules();
  const { session } = await import("../src/state/session.svelte");
  const { TableState } = await import("../src/state/table.svelte");
  const { visit } = await import("../src/state/visit.svelte");
  session.me = { person: "p_cy" } as typeof session.me;
  const wins = { net_cents: 10_000, outcome: "win", by_policy: false, wagers: {} };
  const rounds = [{ id: "t-1", table: "t", round: 1, hands: [{ you: true, ...wins }] }];
  const said = JSON.stringify({ rounds, seats: [] });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(said)));
  vi.stubGlobal(
    "WebSocket",
    class {
      readonly onopen = null;
      close(): void {}
    },
  );
  const table = new TableState("t");
  await table.start(); // the list is here, the socket has said nothing yet
  visit.of("p_cy");
  expect([visit.netCents, visit.rounds]).toEqual([10_000, 1]);
  table.stop(); // or it would wait for the socket while other tests run
  vi.unstubAllGlobals();
});
