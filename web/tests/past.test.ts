/** One's own rounds, listed by the service and seen at the table: in their order, the last one last. */

import { afterEach, expect, it, vi } from "vitest";
import "./client";
import type { HandView } from "../src/protocol";
import { EXAMPLE } from "../src/reduce/example";
import { Past } from "../src/state/past.svelte";

const hand = (won: boolean): HandView => ({
  ...(EXAMPLE.seats[0]?.hand as HandView),
  outcome: won ? "win" : "lose",
  wagered_cents: 2500,
  returned_cents: won ? 5000 : 0,
});
const listed = (round: number): object => ({
  id: `t-${round}`,
  table: "t",
  round,
  hands: [{ you: true, outcome: "lose", by_policy: false, net_cents: -2500, wagers: {} }],
});
/** The service lists these rounds, newest first, as soon as `go` is called. */
function service(...rounds: number[]): () => void {
  let go = (): void => undefined;
  const ready = new Promise<void>((done) => (go = done));
  const said = JSON.stringify({ rounds: rounds.map(listed) });
  vi.stubGlobal("fetch", () => ready.then(() => new Response(said)));
  return go;
}
const past = (): Past => new Past({ id: "t", info: { rounds: "t" } } as Past["table"]);
afterEach(() => void vi.unstubAllGlobals());

it("keeps a round that ended while the list was on its way as the last one", async () => {
  // the list's last round took its place before
  const [found, go] = [past(), service(1)];
  const loading = found.load();
  found.finished(2, hand(true));
  go();
  await loading;
  expect(found.beads.map((bead) => bead.kind)).toEqual(["L", "W"]);
  expect(found.last?.netCents).toBe(2500);
});
it("keeps beads in their order when more rounds are known than are listed", async () => {
  // the oldest ones came to stand last before
  const found = past();
  for (let round = 1; round <= 50; round += 1) found.finished(round, hand(round <= 2));
  service(...Array.from({ length: 48 }, (_, index) => 50 - index))();
  await found.load();
  expect(new Set(found.beads.map((bead) => bead.kind))).toEqual(new Set(["L"]));
  expect(found.beads).toHaveLength(48);
});
