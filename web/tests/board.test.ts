/** What a betting area shows of a wager, from the movements of its hand. */

import { expect, it } from "vitest";
import type { HandView, MovementView } from "../src/protocol";
import { netOf, piles, tieWon } from "../src/reduce/board";

const move = (wager: string, action: MovementView["action"], amount_cents: number): MovementView => ({
  wager,
  words: "",
  action,
  amount_cents,
  odds: action === "pay" ? "1:1" : null,
  cites: "",
});
const hand = (given: Partial<HandView>): HandView => ({
  status: "live", outcome: null, initial_cents: 2500, coupon_cents: 0, tie_cents: 0, sides: {}, war_cents: 0,
  war_tie_cents: 0, match_cents: 0, layout_cents: 2500, wagered_cents: 2500, returned_cents: 0, card: null,
  war_cards: [], racked: false, movements: [], ...given,
});

it("shows a wager that nothing happened to", () => {
  expect(piles(hand({})).first).toMatchObject({ cents: 2500, fate: null });
});
it("shows a payment beside the wager, and names the payment rather than the return", () => {
  const paid = hand({ movements: [move("initial", "pay", 2500), move("initial", "return", 2500)] });
  expect(piles(paid).first).toMatchObject({ cents: 2500, paid: 2500, fate: "paid", movement: 0 });
});
it("shows what was taken, in part or whole", () => {
  expect(piles(hand({ movements: [move("initial", "collect", 2500)] })).first).toMatchObject({ cents: 0, fate: "taken" });
  const half = hand({ movements: [move("initial", "collect", 1250), move("initial", "return", 1250)] });
  expect(piles(half).first).toMatchObject({ cents: 0, fate: "taken", fateCents: 1250 });
});
it("puts the Tie wager on the war deal on the Tie area", () => {
  const again = hand({ tie_cents: 500, war_tie_cents: 1000, movements: [move("tie", "pay", 5000)] });
  expect(piles(again).tie).toMatchObject({ cents: 1000, fate: null });
  expect(tieWon(again)).toBe(true);
});
it("knows no net before a hand is decided", () => {
  expect(netOf(hand({ returned_cents: 5000 }))).toBeNull();
  expect(netOf(hand({ outcome: "win", returned_cents: 5000 }))).toBe(2500);
});
