/** Watching at one's own pace. Planted once and caught here: a pause that plays on. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import { Player, type Stage } from "../src/motion/player";
import type { Event } from "../src/protocol";

const event = (name: Event["name"]): Event => ({ name, version: 1, cites: "" }) as Event;
const DEALT = [event("no_more_bets"), event("card_dealt"), event("card_dealt")];

let shown: string[];
let told: [paused: boolean, steps: number][];
let settled: number;
let player: Player;

beforeEach(() => {
  vi.useFakeTimers();
  [shown, told, settled] = [[], [], 0];
  const stage: Stage = {
    seat: null,
    step: (one) => void shown.push(one.name),
    settled: () => void settled++,
    paced: (paused, steps) => void told.push([paused, steps]),
  };
  player = new Player(stage);
});

describe("a watcher who pauses", () => {
  it("sees nothing more, and how many steps wait", () => {
    player.pause();
    player.play(DEALT);
    player.play([event("hand_racked")]);
    vi.runAllTimers();
    expect(shown).toEqual([]);
    expect(told.at(-1)).toEqual([true, 3]); // cards to the rack take no time of their own
    expect(player.playing).toBe(true);
  });
  it("sees one step a press, with what takes no time before it, and settles at the last", () => {
    player.pause();
    player.play([event("round_started" as Event["name"]), ...DEALT]);
    player.step();
    expect(shown).toEqual(["round_started", "no_more_bets"]);
    expect(told.at(-1)).toEqual([true, 2]);
    player.step();
    expect(settled).toBe(0);
    player.step();
    expect([settled, told.at(-1)]).toEqual([1, [true, 0]]);
    player.play(DEALT);
    expect([shown.length, told.at(-1)]).toEqual([4, [true, 3]]);
  });
  it("catches up to now, and then sees what happens as it happens", () => {
    player.pause();
    player.play(DEALT);
    player.skip();
    expect(shown.length).toBe(3);
    expect([settled, told.at(-1)]).toEqual([1, [false, 0]]);
    player.play(DEALT);
    expect(shown.length).toBe(6);
  });
  it("is no longer paused when the picture is replaced, or too much has happened", () => {
    player.pause();
    player.play(DEALT);
    player.drop();
    expect(told.at(-1)).toEqual([false, 0]);
    player.pause();
    player.play(Array.from({ length: 5001 }, () => event("card_dealt")));
    expect(told.at(-1)).toEqual([false, 0]);
    expect(shown.length).toBe(5001);
  });
});
