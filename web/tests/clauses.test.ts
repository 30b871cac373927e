/**
 * What the page says of clauses, of movements of chips and of a house's game.
 *
 * Planted once and caught here: a followed rule told as the house's own, a war's odds without what
 * they are of, a tie that is told where none is offered, a replay that opens at somebody else's result.
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import "./client";
import type { HandView, MovementView } from "../src/protocol";
import { openedAt, type Steps } from "../src/view/rounds/shapes";
import type { House } from "../src/wire/api";
import { citedAs, placeOf } from "../src/words/cited";
import { gameOf } from "../src/words/game";
import { because, couponRow } from "../src/words/why";

const washington = {
  house: "washington",
  title: "Washington State",
  document: "Rules of play",
  no_answer: "surrender",
  areas: {
    first: "primary",
    war: "war",
    tie: true,
    tie_alone: false,
    war_tie: false,
    sides: [],
    bets_final: false,
  },
  pays: {
    first: "1:1",
    tie: "10:1",
    tie_ladder: ["10:1"],
    war_tie: null,
    war_won: "1:2",
    war_tied: "1:1",
    war_on_both: true,
    surrender_lost: "1/2",
  },
  nets: { war_won: "1", war_tied: "2", war_lost: "-2", surrender: "-1/2" },
  war: {
    possible: true,
    choice: "go to war",
    deals_max: 1,
    burn_pattern: "every_card",
    burn_count: 3,
    first_wager: "matched",
    decides: ["initial", "war", "war_tie"],
  },
  clauses: {
    "WA 4ci": {
      basis: "clause",
      document: "Washington State: rules of play",
      number: "4ci",
      text: "Surrender costs half.",
    },
    "SC war": { basis: "clause", document: "SkyCity: a guide", number: "war", text: "A war." },
    "policy, as WI e4": {
      basis: "followed",
      document: "Wisconsin: Standards, Section 37",
      number: "e4",
      text: "The cut is at least 10 cards in.",
    },
    "policy 3": { basis: "policy", document: "House policies", number: "3", text: "In time." },
  },
} as unknown as House;
type Changes = { [Part in keyof House]?: Partial<House[Part]> };
const house = (changes: Changes): House =>
  ({
    ...washington,
    ...Object.fromEntries(
      Object.entries(changes).map(([part, found]) => [
        part,
        typeof found === "object" ? { ...(washington[part as "pays"] as object), ...found } : found,
      ]),
    ),
  }) as House;

describe("a citation", () => {
  it.each([
    ["WA 4ci", "", "Surrender costs half.", "Washington State: rules of play, clause 4ci"],
    ["SC war", "", "A war.", "SkyCity: a guide, under “war”"],
    [
      "policy, as WI e4",
      "This house's own document does not cover this. The house follows Wisconsin's rule:",
      "The cut is at least 10 cards in.",
      "Wisconsin: Standards, Section 37, clause e4",
    ],
    [
      "policy 3",
      "The documents leave this open. This house's policy is:",
      "In time.",
      "House policies, number 3",
    ],
    [
      "policy",
      "The documents leave this open. This is how this house plays.",
      "",
      "House policies",
    ],
    ["OWN 7", "This rule is in the house's own document.", "", "Rules of play, clause 7"],
  ])("is told in words: %s", (cites, lead, text, where) => {
    expect(citedAs(washington, cites)).toEqual({ lead, text, where });
  });
  it("has a place of its own on the rules page", () => {
    expect(placeOf("policy, as WI e4")).toBe("c-policy-as-wi-e4");
    expect(placeOf("policy")).toBe("policies");
  });
});

describe("why", () => {
  const move = (
    wager: string,
    action: string,
    amount_cents: number,
    odds: string | null = null,
  ): MovementView => ({ wager, action, amount_cents, odds, cites: "" }) as unknown as MovementView;
  const hand = (outcome: string, card: string, war: string[] = []): HandView =>
    ({ outcome, card, war_cards: war, war_cents: war.length ? 10_000 : 0 }) as unknown as HandView;
  const collected = house({ war: { first_wager: "collected", decides: ["war", "war_tie"] } });
  it.each([
    [
      washington,
      hand("war_won", "7h", ["Qh"]),
      ["7s", "Js"],
      move("war", "pay", 10_000, "1:2"),
      "You won the war because your queen beats the dealer's jack. Washington State pays a won war with one more unit: 1 to 2 on both wagers.",
    ],
    [
      washington,
      hand("war_tied", "7h", ["9h"]),
      ["7s", "9s"],
      move("war", "pay", 20_000, "1:1"),
      "You tied the war: both war cards are 9s. Washington State pays a tied war with two more units: 1 to 1 on both wagers.",
    ],
    [
      washington,
      hand("win", "Kh"),
      ["9s"],
      move("initial", "pay", 2500, "1:1"),
      "You won because your king beats the dealer's 9. Washington State pays Primary 1 to 1.",
    ],
    [
      washington,
      hand("lose", "5h"),
      ["Qs"],
      move("initial", "collect", 2500),
      "You lost because the dealer's queen beats your 5. Primary is lost and goes to the house.",
    ],
    [
      washington,
      hand("surrender", "Kh"),
      ["Ks"],
      move("initial", "collect", 1250),
      "Both cards are kings, and the hand was surrendered. At Washington State, surrender costs half of the wager.",
    ],
    [
      washington,
      hand("lose", "5h"),
      ["Qs"],
      move("tie", "collect", 500),
      "Your 5 and the dealer's queen are not equal. Tie wins only if the first cards are equal.",
    ],
    [
      collected,
      hand("war_won", "7h", ["Qh"]),
      ["7s", "Js"],
      move("initial", "collect", 10_000),
      "Both first cards are 7s, so there was a war. Washington State takes Primary when a war begins, even if you win the war.",
    ],
    [
      washington,
      hand("void", "7h"),
      ["7s"],
      move("initial", "return", 2500),
      "The round is void, so every wager is returned in full, whatever the cards showed.",
    ],
  ])("is answered in plain words", (at, of, dealer, moved, said) => {
    expect(because(at, of, dealer, moved)).toBe(said);
  });
  it.each([
    [
      "win",
      move("initial", "pay", 5000, "1:1"),
      "wins with the chips at even money, and is then taken.",
    ],
    ["lose", move("initial", "collect", 2500), "is taken."],
    ["surrender", move("initial", "return", 1250), "is taken."],
    ["war_won", move("initial", "collect", 2500), "is taken."],
    ["void", move("initial", "return", 2500), "comes back to you."],
  ])("names the coupon of a hand: %s", (outcome, moved, said) => {
    const of = { ...hand(outcome, "Kh"), coupon_cents: 2500, movements: [moved] };
    expect(because(collected, of, ["9s"], moved)).toMatch(new RegExp(`Your coupon of 25 ${said}$`));
    expect(because(collected, of, ["9s"], move("tie", "collect", 500))).not.toContain("coupon");
    expect(
      couponRow(of, { ...collected, cites: { coupon: "policy 6" } as House["cites"] })?.text,
    ).toBe(outcome === "void" ? "Coupon 25, returned" : "Coupon 25, taken");
  });
});

describe("the game", () => {
  const told = (changes: Changes = {}): string => gameOf(house(changes)).join("\n");
  it("is told in about thirteen sentences", () => {
    expect(gameOf(washington).length).toBeGreaterThan(11);
    expect(gameOf(washington).length).toBeLessThan(16);
    expect(told()).toContain("you come out one bet ahead: the war pays 1 to 2 on both wagers");
    expect(told()).toContain("The dealer adds the same amount.");
  });
  it.each<[string, Changes, string, string]>([
    [
      "no Tie",
      { areas: { tie: false }, pays: { tie: null, tie_ladder: [] } },
      "you bet on Primary.",
      "Tie",
    ],
    ["Tie alone", { areas: { tie_alone: true } }, "on Primary, on Tie, or on both", "Tie as well"],
    [
      "final bets",
      { areas: { bets_final: true } },
      "stays until it is decided",
      "change your bets",
    ],
    ["no surrender", { nets: { surrender: null } }, "you cannot surrender", "Surrender costs"],
    ["no war", { war: { possible: false } }, "there is no war here", "war card"],
    ["all is lost", { pays: { surrender_lost: "1" } }, "costs all of Primary", "the rest"],
    ["no burns", { war: { burn_pattern: "none" } }, "No cards are burned", "The dealer burns"],
    [
      "burns once",
      { war: { burn_pattern: "once" } },
      "burns three cards once",
      "every card of the war",
    ],
    [
      "more wars",
      { war: { deals_max: 3 } },
      "another war is dealt for the same bets: three at most",
      "equal as well",
    ],
    [
      "the war wager alone",
      { pays: { war_on_both: false, war_won: "2:1" } },
      "2 to 1 on the war wager",
      "both wagers",
    ],
    [
      "taken at once",
      { war: { first_wager: "collected" } },
      "The house takes Primary at once",
      "adds the same",
    ],
    ["a ladder", { pays: { tie_ladder: ["10:1", "20:1"] } }, "10 to 1 and 20 to 1", "loses if not"],
    [
      "a ladder for Tie alone",
      { pays: { tie_ladder: ["10:1", "20:1"] }, areas: { tie_alone: true } },
      "you get war cards for as long as you tie",
      "loses if not",
    ],
    ["Tie on the war", { pays: { war_tie: "10:1" } }, "you can bet on Tie again", "!"],
    [
      "by the clock",
      { no_answer: "war" } as unknown as Changes,
      "in time, you go to war",
      "in time, you surrender",
    ],
  ])("follows from the house: %s", (_name, changes, has, hasNot) => {
    expect(told(changes)).toContain(has);
    expect(told(changes)).not.toContain(hasNot);
  });
  const FILE = process.env.LAYOUTS ?? "";
  it.skipIf(!FILE)("is told of every house of the service", () => {
    const houses = JSON.parse(FILE ? readFileSync(FILE, "utf-8") : "[]") as House[];
    expect(houses.length).toBeGreaterThan(5);
    for (const one of houses) {
      const said = gameOf(one);
      expect([one.house, said.length > 10 && said.length < 17]).toEqual([one.house, true]);
      expect(said.join(" ")).not.toMatch(/undefined|null|NaN|\[object|\/|:1/);
      expect(said.some((line) => /\bTie\b/.test(line))).toBe(one.areas.tie);
      expect(said.some((line) => line.includes("both wagers"))).toBe(one.pays.war_on_both);
    }
  });
});

describe("a replay", () => {
  const event = (name: string, seat = 0): object => ({ event: { name, seat } });
  const steps = [
    event("no_more_bets"),
    event("hand_decided", 3),
    event("hand_decided", 4),
    event("round_completed"),
  ];
  const at = (hands: object[]): number => openedAt({ hands, steps } as unknown as Steps);
  it("opens at the reader's own result, and at the end of somebody else's round", () => {
    expect(
      at([
        { seat: 3, you: true },
        { seat: 4, you: false },
      ]),
    ).toBe(2);
    expect(at([{ seat: 3, you: false }])).toBe(4);
  });
});
