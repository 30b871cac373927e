/** What the table asks of a player, told outside the table. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import type { Event, Offer } from "../src/protocol";
import { notice } from "../src/state/notices";
import { prefs } from "../src/state/prefs.svelte";
import { sounds } from "../src/state/sounds";
import { secondsLeft, turnOf } from "../src/state/turn";
import { t } from "../src/words";
import { unanswered } from "../src/words/lost";

const offers = (...commands: string[]): Offer[] =>
  commands.map((command) => ({ command }) as unknown as Offer);

it.each([
  [["surrender_hand", "go_to_war"], "choice"],
  [["buy_chips", "surrender_hand"], "choice"],
  [["place_war_tie", "decline_war_tie"], "warTie"],
  [["take_cut", "refuse_cut"], "cut"],
])("is a question to the player: %s", (commands, what) => {
  expect(turnOf(offers(...commands), 5000)).toEqual({ what, until: 5000 });
});
it("is none while others choose and a Tie on the war is not yet asked for", () => {
  // seen to fail before: "None" was offered, then refused, then asked for again
  expect(turnOf(offers("place_war_tie", "leave_seat"), 5000)).toBeNull();
});
it("is none while there is only betting to be done", () => {
  expect(turnOf(offers("place_wagers", "sit_out", "leave_seat"), 5000)).toBeNull();
});
it("counts whole seconds down to none", () => {
  expect([12_000, 11_001, 1, 0, -5].map((ms) => secondsLeft(1000 + ms, 1000))).toEqual([
    12, 12, 1, 0, 0,
  ]);
  expect(secondsLeft(null, 1000)).toBeNull();
});
it("is told with the clock, or without one", () => {
  expect(t.turn.title(t.turn.left(t.turn.choice, 12))).toBe("● Your choice, 12\u00a0s");
  expect(t.turn.left(t.turn.cut, null)).toBe("Your turn to cut");
});

/** Seen to fail on the sounds before: the knock behind another tab, and the one for Tie on the war. */
class Audio {
  static played = 0;
  currentTime = 0;
  destination = {};
  createOscillator(): object {
    const frequency = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    const start = (): number => (Audio.played += 1);
    return { frequency, connect: (to: unknown) => to, start, stop: vi.fn() };
  }
  createGain(): object {
    const gain = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
    return { gain, connect: (to: unknown) => to };
  }
}
const say = (name: string, seat = 3): number => {
  const before = Audio.played;
  sounds.of({ name, seat } as unknown as Event, 3);
  return Audio.played - before;
};

beforeEach(() => {
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("document", { ...document, visibilityState: "hidden" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  prefs.setSound(false);
});

it("knocks behind another tab, where sounds are on", () => {
  prefs.setSound(true);
  for (const name of ["choice_offered", "war_tie_offered", "cut_offered"])
    expect([name, say(name), say(name, 4)]).toEqual([name, 1, 0]);
  expect(say("no_more_bets")).toBe(0);
});
it("never knocks where sounds are off", () => {
  expect(say("choice_offered")).toBe(0);
});

describe("a notice by the browser", () => {
  const shown = vi.fn(function () {}); // a constructor
  /** Somebody's turn; `may`: what the browser allows. */
  async function turn(wanted: boolean, may: string, visibilityState = "hidden"): Promise<number> {
    const Notification = Object.assign(shown, { permission: may });
    vi.stubGlobal("Notification", Notification);
    vi.stubGlobal("window", { ...window, Notification });
    vi.stubGlobal("document", { ...document, visibilityState });
    vi.stubGlobal("navigator", {});
    prefs.setNotices(wanted);
    shown.mockClear();
    await notice(t.turn.choice, "Friday night");
    return shown.mock.calls.length;
  }
  afterEach(() => prefs.setNotices(false));
  it("comes when the page is hidden, to whoever asked for it", async () => {
    expect(await turn(true, "granted")).toBe(1);
    const options = { body: "Friday night", tag: "casinowar-turn" };
    expect(shown).toHaveBeenCalledWith("Your choice", options);
  });
  it("does not come unasked, refused, or to a page that is looked at", async () => {
    expect(await turn(false, "granted")).toBe(0);
    expect(await turn(true, "denied")).toBe(0);
    expect(await turn(true, "granted", "visible")).toBe(0);
  });
});

/** Seen to fail on the page before: "if you tie" in the middle of a tie. */
it("says what an open question comes to without a connection", () => {
  const choice = { what: "choice", until: 20_000 } as const;
  expect(unanswered(choice, "surrender", 8000, 9000)).toBe(
    "You tied: if you do not answer in time, you surrender. You had 12\u00a0s left when the connection was lost.",
  );
  expect(unanswered({ ...choice, until: null }, "war", 8000, 9000)).toBe(
    "You tied: if you do not answer in time, you go to war.",
  );
  expect(unanswered(choice, "war", 8000, 20_000)).toContain("is up");
});
