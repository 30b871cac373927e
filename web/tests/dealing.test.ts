/** The dealer's room: a press that comes too early carries out no step that was not read. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import { EXAMPLE } from "../src/reduce/example";
import { DEAF_MS, DealingState } from "../src/state/dealing.svelte";
import { texts } from "../src/words/staff";

class FakeSocket {
  send(): void {}
  close(): void {}
}
const due = {
  ok: true,
  version: 1,
  moves: [],
  asks: null,
  asks_surrender: true,
  asks_cites: "",
  then: [],
  refusal: "",
  steps_in: false,
};
let answer: Partial<typeof due>;
let table: DealingState;

beforeEach(() => {
  vi.useFakeTimers();
  answer = {};
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    json: async () => ({ ...due, ...answer }),
  }));
  table = new DealingState("t");
});
afterEach(() => {
  table.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the due step", () => {
  it("does not hear the second tap for the step before it", async () => {
    table.seen({ ...EXAMPLE, phase: "deal" });
    await vi.advanceTimersByTimeAsync(0);
    expect([table.looking, table.deaf]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(DEAF_MS);
    expect(table.deaf).toBe(false);
    const next = { command: "deal_card", message: "The next step is to deal.", cites: "" };
    table.seen({ ...EXAMPLE, phase: "deal", due: next } as typeof EXAMPLE);
    await vi.advanceTimersByTimeAsync(DEAF_MS - 50);
    expect(table.deaf).toBe(true);
  });
  it("hears on while the same step is asked about again", async () => {
    const view = { ...EXAMPLE, phase: "betting" } as typeof EXAMPLE;
    table.seen(view);
    await vi.advanceTimersByTimeAsync(DEAF_MS + 1);
    table.seen({ ...view }); // a bet comes while "no more bets" is due
    await vi.advanceTimersByTimeAsync(0);
    expect(table.deaf).toBe(false);
  });
});

it("shows the cards that were burned for the war, and none that were burned before", () => {
  const at = (phase: string, ...rack: string[]): number => {
    table.seen({ ...EXAMPLE, phase, rack } as typeof EXAMPLE);
    return table.burned;
  };
  expect(at("war_wagers", "??")).toBe(0); // the opening burn
  expect(at("war_deal", "??")).toBe(0);
  expect(at("war_deal", "??", "??", "??", "??")).toBe(3);
  expect(at("war_settle", ...Array<string>(13).fill("??"))).toBe(12);
  expect(at("betting", "??", "7s")).toBe(0);
});

it("who deals is asked again, and is not what it was before the table was handed over", async () => {
  answer = { refusal: "Deb deals at this table." };
  table.seen(EXAMPLE);
  await vi.advanceTimersByTimeAsync(0);
  expect(table.ahead.refusal).toBe("Deb deals at this table.");
  answer = { refusal: "Dan deals at this table." };
  table.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(table.ahead.refusal).toBe("Dan deals at this table.");
});

it.each([
  [0, "Before the first round"],
  [6, "Before the next shoe"],
])("after round %s it is told what comes", (round, words) => {
  expect(texts.deal.opening(round)).toBe(words);
});
