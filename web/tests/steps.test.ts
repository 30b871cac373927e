/** A replay calls each person by one name, in every step of every playthrough. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import "./client";
import type { Event } from "../src/protocol";
import type { Names } from "../src/reduce/table";
import { stepLine } from "../src/words/steps";

const names: Names = { first: "Casino War", war: "Go to War", sides: {}, warOnBoth: false };
const FILE = process.env.PLAYTHROUGHS ?? "";
const stories: Record<string, { names: Names; told: { events: Event[] }[] }> = FILE
  ? JSON.parse(readFileSync(FILE, "utf-8"))
  : {};
const step = (event: object, who: (seat: number) => string | null): string =>
  stepLine(event as Event, "Seat 3 …", names, who);
const you = (seat: number): string | null => (seat === 3 ? null : "Ana");
const ana = (): string => "Ana";

it.each([
  [
    { name: "hand_compared", seat: 3, result: "equal" },
    "Your card ties the dealer's",
    "Ana's card ties the dealer's",
  ],
  [
    { name: "war_confirmed", seat: 3 },
    "Your Go to War wager is confirmed",
    "Ana's Go to War wager is confirmed",
  ],
  [
    { name: "war_compared", seat: 3, result: "lower", again: false },
    "You lose the war",
    "Ana loses the war",
  ],
  [
    { name: "war_compared", seat: 3, result: "equal", again: true },
    "You tie the war: it is dealt again",
    "Ana ties the war: it is dealt again",
  ],
  [
    { name: "hand_decided", seat: 3, outcome: "war_tied" },
    "Your hand is settled: war tied",
    "Ana's hand is settled: war tied",
  ],
  [
    { name: "wager_collected", seat: 3, wager: "war", side: null, amount_cents: 2500 },
    "Your Go to War is taken −25",
    "Ana's Go to War is taken −25",
  ],
  [
    { name: "hand_racked", seat: 3, cards: [{ card: "8h" }, { card: null }] },
    "Your cards go to the rack: 8, a card face down",
    "Ana's cards go to the rack: 8, a card face down",
  ],
])("tells %o", (event, own, other) => {
  expect(step(event, you)).toBe(own);
  expect(step(event, ana)).toBe(other);
});

describe.skipIf(!FILE)("every playthrough", () => {
  it("never calls the reader by the number of the seat", () => {
    const said = Object.values(stories).flatMap(({ names, told }) =>
      told.flatMap(({ events }) =>
        events.flatMap((event) =>
          "seat" in event && event.seat
            ? [[event.name, stepLine(event, `Seat ${event.seat} …`, names, () => null)]]
            : [],
        ),
      ),
    );
    expect(new Set(said.map(([name]) => name)).size).toBeGreaterThan(25);
    expect(said.filter(([, line]) => line?.startsWith("Seat "))).toEqual([]);
  });
});
