/** What a betting area shows of a wager, from the movements of its hand. */

import { expect, it } from "vitest";
import type { HandView, MovementView, View } from "../src/protocol";
import { bets } from "../src/reduce/bets";
import { EXAMPLE } from "../src/reduce/example";
import {
  beadOf,
  board,
  couponOf,
  inRack,
  netOf,
  piles,
  results,
  shoeNumber,
  tieWon,
  tiesOf,
} from "../src/reduce/board";

const move = (
  wager: string,
  action: MovementView["action"],
  amount_cents: number,
): MovementView => ({
  wager,
  words: "",
  action,
  amount_cents,
  odds: action === "pay" ? "1:1" : null,
  cites: "",
});
const hand = (given: Partial<HandView>): HandView => ({
  status: "live",
  outcome: null,
  initial_cents: 2500,
  coupon_cents: 0,
  tie_cents: 0,
  sides: {},
  war_cents: 0,
  war_tie_cents: 0,
  match_cents: 0,
  layout_cents: 2500,
  wagered_cents: 2500,
  returned_cents: 0,
  card: null,
  war_cards: [],
  racked: false,
  movements: [],
  ...given,
});

it("shows a wager that nothing happened to", () => {
  expect(piles(hand({})).first).toMatchObject({ cents: 2500, fate: null });
});
it("shows a payment beside the wager, and names the payment rather than the return", () => {
  const paid = hand({ movements: [move("initial", "pay", 2500), move("initial", "return", 2500)] });
  expect(piles(paid).first).toMatchObject({ cents: 2500, paid: 2500, fate: "paid", movement: 0 });
});
it("shows what was taken, in part or whole", () => {
  expect(piles(hand({ movements: [move("initial", "collect", 2500)] })).first).toMatchObject({
    cents: 0,
    fate: "taken",
  });
  const half = hand({
    movements: [move("initial", "collect", 1250), move("initial", "return", 1250)],
  });
  expect(piles(half).first).toMatchObject({ cents: 0, fate: "taken", fateCents: 1250 });
});
it("takes up a Tie that the first cards paid before the war, and leaves one that the war decided", () => {
  const tie = [move("tie", "pay", 5000), move("tie", "return", 500)];
  const war = [move("war", "pay", 2500), move("war", "return", 2500)];
  const at = (movements: MovementView[]): HandView =>
    hand({ tie_cents: 500, war_cents: 2500, movements });
  expect(piles(at(tie)).tie).toMatchObject({ paid: 0, fate: null });
  expect(piles(at([...tie, ...war])).tie).toMatchObject({ paid: 0, fate: null });
  expect(piles(at([...war, ...tie])).tie).toMatchObject({ paid: 5000, fate: "paid" });
});
it("counts ties in a row from the first card on", () => {
  const ties = (own: string[], dealer: string[]): number =>
    tiesOf(hand({ card: own[0] ?? null, war_cards: own.slice(1) }), dealer);
  expect(ties([], [])).toBe(0);
  expect(ties(["Kh"], ["Qd"])).toBe(0);
  expect(ties(["Kh", "9s"], ["Kd", "8h"])).toBe(1);
  expect(ties(["Kh", "9s", "2c", "3c"], ["Kd", "9h", "2d", "3d"])).toBe(4);
});
it("puts the Tie wager on the war deal on the Tie area", () => {
  const again = hand({
    tie_cents: 500,
    war_tie_cents: 1000,
    movements: [move("tie", "pay", 5000)],
  });
  expect(piles(again).tie).toMatchObject({ cents: 1000, fate: null });
  expect(tieWon(again)).toBe(true);
});
it("knows no net before a hand is decided", () => {
  expect(netOf(hand({ returned_cents: 5000 }))).toBeNull();
  expect(netOf(hand({ outcome: "win", returned_cents: 5000 }))).toBe(2500);
});
it("clears the Tie area of what the original deal paid, once a war is on", () => {
  const won = { tie_cents: 500, movements: [move("tie", "pay", 5000), move("tie", "return", 500)] };
  expect(piles(hand(won)).tie).toMatchObject({ cents: 500, paid: 5000, fate: "paid" });
  expect(piles(hand({ ...won, war_cents: 2500 })).tie).toMatchObject({
    cents: 0,
    paid: 0,
    fate: null,
  });
});
it("names the result of every wager, both Tie wagers too", () => {
  const movements = [
    move("tie", "pay", 5000),
    move("tie", "return", 500),
    move("initial", "collect", 2500),
    move("war_tie", "collect", 500),
    move("war", "return", 2500),
  ];
  expect(results(hand({ movements })).map(({ wager, cents }) => [wager, cents])).toEqual([
    ["tie", 5000],
    ["initial", -2500],
    ["war_tie", -500],
    ["war", 0],
  ]);
});
it("does not count a Tie payment that a void took back", () => {
  expect(tieWon(hand({ movements: [move("tie", "pay", 5000), move("tie", "pay", -5000)] }))).toBe(
    false,
  );
});
it("bets the same again", () => {
  expect(bets(hand({ tie_cents: 500, war_cents: 2500, sides: { "suited-tie": 100 } }))).toEqual({
    first: 2500,
    tie: 500,
    "side:suited-tie": 100,
  });
});

const seated = (seat: number, given: Partial<HandView>): View["seats"][number] => ({
  seat,
  player: `p${seat}`,
  name: "",
  chips_cents: 0,
  sitting_out: false,
  you: false,
  hand: hand({ card: "9h", ...given }),
});
it("puts away hands that were decided before a war was dealt, and no others", () => {
  const cards = (seats: View["seats"]): number[] =>
    board({ ...EXAMPLE, seats }, 7, [], false).places.map((place) => place.cards.length);
  const decided = seated(1, { racked: true, outcome: "win", status: "settled" });
  expect(cards([decided, seated(2, { status: "asked" })])).toEqual([1, 1, 0, 0, 0, 0, 0]);
  expect(cards([decided, seated(2, { status: "at_war", war_cards: ["Qh"] })])).toEqual([
    0, 2, 0, 0, 0, 0, 0,
  ]);
  expect(cards([decided, seated(2, { racked: true, war_cards: ["Qh"] })])).toEqual([
    0, 2, 0, 0, 0, 0, 0,
  ]);
});

it("shows a newcomer nothing of the round that somebody else played at that seat", () => {
  // it was shown as the newcomer's own result
  const over: View = {
    ...EXAMPLE,
    seats: [seated(4, {}), seated(5, {})].map((one) => ({ ...one, hand: null })),
    last_round: {
      round: 1,
      dealer: ["7s"],
      seats: [4, 5].map((seat) => ({ seat, hand: hand({ card: "9h", outcome: "win" }) })),
    },
  };
  const hands = board(over, 7, [], true, [4]).places.map((place) => place.hand !== null);
  expect(hands).toEqual([false, false, false, false, true, false, false]);
});

it("leaves out of the rack what still lies on the felt, until the rack is emptied", () => {
  const won = hand({ card: "7h", war_cards: ["Qh"], racked: true, outcome: "war_won" });
  const over: View = {
    ...EXAMPLE,
    rack: Array<string>(11).fill("??"),
    seats: [],
    dealer: { name: "", card: null, war_cards: [] },
    last_round: { round: 1, dealer: ["7s", "Js"], seats: [{ seat: 4, hand: won }] },
  };
  const shown = board(over, 7, [], true);
  expect(inRack(over, shown, 6, [4, 0])).toBe(1); // the card burned first, from the new shoe
  expect(inRack(over, shown, 0, [])).toBe(7); // after coming back: burned cards are not shown again
  expect(inRack(over, board(over, 7, [], false), 0, [4, 0])).toBe(11);
  expect(inRack({ ...over, rack: ["??"] }, shown, 6, [4, 0])).toBe(1);
});

it.each([
  ["win", 2500, "W"],
  ["win", 0, "E"], // the hand won what Tie lost: drawn as "won" before
  ["win", -2000, "L"], // and less than Tie lost: "won" too
  ["lose", -2500, "L"],
  ["none", 10000, "W"],
  ["none", -500, "L"],
  ["war_won", 2500, "w"],
  ["war_won", 0, "e"],
  ["war_tied", 5000, "t"],
  ["war_tied", 0, "e"],
  ["war_lost", -5000, "l"],
  ["war_lost", 0, "e"],
  ["war_lost", 5000, "w"],
  ["surrender", 0, "S"],
  ["void", 0, "V"],
  ["war_lost", null, "l"], // somebody else's hand: its net is not told
] as const)("gives %s with a net of %s the bead %s", (outcome, net, kind) => {
  expect(beadOf(outcome, net, false).kind).toBe(kind);
});

it("shows a coupon until its first wager is decided or taken", () => {
  const with_ = (given: Partial<HandView>): number =>
    couponOf(hand({ coupon_cents: 2500, ...given }));
  expect(couponOf(null)).toBe(0);
  expect(with_({})).toBe(2500);
  expect(with_({ movements: [move("initial", "pay", 5000)] })).toBe(2500); // it is paid beside it
  expect(
    with_({ movements: [move("initial", "pay", 5000), move("initial", "return", 2500)] }),
  ).toBe(0);
  expect(with_({ war_cents: 2500, movements: [move("initial", "collect", 2500)] })).toBe(0);
  expect(with_({ movements: [move("tie", "pay", 5000)] })).toBe(2500); // a tie asks first
  expect(with_({ outcome: "void" })).toBe(0);
});

it("numbers the shoe that is prepared, and never says shoe 0", () => {
  const at = (number: number): View => ({ ...EXAMPLE, shoe: { ...EXAMPLE.shoe, number } });
  expect(shoeNumber(at(3), true)).toBe(3);
  expect(shoeNumber(at(3), false)).toBe(4);
  expect(shoeNumber(at(0), false)).toBe(1);
  expect(shoeNumber(at(0), true)).toBe(1);
});
