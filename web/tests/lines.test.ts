/** Lines of the round's log: which movement of the hand each tells of. */

import { expect, it } from "vitest";
import type { Event } from "../src/protocol";
import { movementsOf } from "../src/reduce/lines";

const line = (
  event: Event["name"],
  seat: number | null = 4,
): { event: Event["name"]; seat: number | null } => ({ event, seat });
const war = [
  line("no_more_bets", null),
  line("wager_collected"),
  line("wager_paid", 2),
  line("wager_collected"),
  line("wager_returned"),
];

it("counts equal movements one by one", () => {
  expect(movementsOf(war, 4, 3)).toEqual([-1, 0, -1, 1, 2]);
});
it("leaves out the round before", () => {
  expect(movementsOf([line("wager_paid"), ...war], 4, 3)).toEqual([-1, -1, 0, -1, 1, 2]);
  expect(movementsOf(war, 4, 0)).toEqual([-1, -1, -1, -1, -1]);
});
it("counts from the end where the log begins in mid-round", () => {
  expect(movementsOf(war.slice(2), 4, 3)).toEqual([-1, 1, 2]);
});
it("asks no why of a movement that was undone", () => {
  expect(movementsOf([...war, line("movement_reversed")], 4, 4)).toEqual([-1, 0, -1, 1, 2, -1]);
});
