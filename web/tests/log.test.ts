/**
 * The round's log says whose money moves.
 *
 * Seen to fail on the log before: each line of money, which left the name out, and odds of a war
 * that are on both wagers.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import "./client";
import type { Event } from "../src/protocol";
import type { Names } from "../src/reduce/table";
import { logLine } from "../src/words/log";

const names: Names = { first: "primary", war: "war", sides: {}, warOnBoth: true };
const who = (seat: number): string | null => (seat === 3 ? null : "Ana");
const say = (event: object, of: Names = names): string | undefined =>
  logLine(event as Event, of, who)?.text;
const moved = { side: null, amount_cents: 2500, cites: "" };

it.each([
  [
    { ...moved, name: "wager_collected", wager: "initial" },
    "Your Primary is taken",
    "Ana's Primary is taken",
  ],
  [
    { ...moved, name: "wager_paid", wager: "initial", odds: "1:1" },
    "Primary pays you 1 to 1",
    "Primary pays Ana at 1 to 1",
  ],
  [
    { ...moved, name: "wager_paid", wager: "war", odds: "1:2" },
    "War pays you 1 to 2 on both wagers",
    "War pays Ana at 1 to 2 on both wagers",
  ],
  [
    { ...moved, name: "wager_returned", wager: "war" },
    "Your War comes back: 25",
    "Ana's War comes back: 25",
  ],
  [
    { ...moved, name: "movement_reversed", wager: "tie" },
    "Your Tie: 25 is undone",
    "Ana's Tie: 25 is undone",
  ],
  [
    { ...moved, name: "wager_placed", wager: "initial", form: "coupon" },
    "You add a coupon of 25",
    "Ana adds a coupon of 25",
  ],
  [{ ...moved, name: "coupon_taken" }, "Your coupon of 25 is taken", "Ana's coupon of 25 is taken"],
  [
    { ...moved, name: "coupon_returned" },
    "Your coupon of 25 comes back",
    "Ana's coupon of 25 comes back",
  ],
  [
    { ...moved, name: "wagers_returned", coupon_cents: 1000 },
    "25 and a coupon of 10 back to you",
    "25 and a coupon of 10 back to Ana",
  ],
  [{ ...moved, name: "war_matched" }, "The house adds 25 for you", "The house adds 25 for Ana"],
])("says whose it is: %o", (event, own, other) => {
  expect(say({ ...event, seat: 3 })).toBe(own);
  expect(say({ ...event, seat: 5 })).toBe(other);
});

it("names one wager where the war is paid on it alone", () => {
  const event = { ...moved, name: "wager_paid", wager: "war", odds: "2:1", seat: 3 };
  expect(say(event, { ...names, warOnBoth: false })).toBe("War pays you 2 to 1");
});

const FILE = process.env.PLAYTHROUGHS ?? "";
describe.skipIf(!FILE)("every playthrough", () => {
  it("names the player in each line about a seat", () => {
    const stories = JSON.parse(FILE ? readFileSync(FILE, "utf-8") : "{}") as Record<
      string,
      { names: Names; told: { events: Event[] }[] }
    >;
    const said = Object.values(stories).flatMap((story) =>
      story.told.flatMap(({ events }) =>
        events.flatMap((event) =>
          "seat" in event && event.seat && event.name !== "cutting_card_reached"
            ? [[event.name, logLine(event, story.names, () => "Ana")?.text ?? "Ana"]]
            : [],
        ),
      ),
    );
    expect(new Set(said.map(([name]) => name)).size).toBeGreaterThan(20);
    expect(said.filter(([, line]) => !line?.includes("Ana"))).toEqual([]);
  });
});
