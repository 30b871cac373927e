/** The wire: hello, catching up, the same id after a reconnection, taken over. */

import { beforeEach, describe, expect, it } from "vitest";
import type { Event } from "../src/protocol";
import {
  TableLink,
  type Ended,
  type Listener,
  type SocketLike,
  type Surroundings,
} from "../src/wire/link";

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closed: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {}
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

let sockets: FakeSocket[];
let timers: Map<number, { run: () => void; at: number }>;
let now: number;
let heard: {
  events: Event[];
  missed: boolean[];
  views: unknown[];
  lost: number[];
  tried: number[];
  ended: Ended[];
};

const around: Surroundings = {
  open: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
  now: () => now,
  later: (run, ms) => {
    const id = timers.size + 1;
    timers.set(id, { run, at: now + ms });
    return id;
  },
  cancel: (id) => void timers.delete(id),
  id: (() => {
    let next = 0;
    return () => `id-${(next += 1)}`;
  })(),
};
const listener: Listener = {
  welcomed: () => undefined,
  happened: (events, _phase, _waits, missed) => {
    heard.events.push(...events);
    heard.missed.push(missed);
  },
  seen: (view) => void heard.views.push(view),
  waits: () => undefined,
  offered: () => undefined,
  stopped: () => undefined,
  reminded: () => undefined,
  changed: () => undefined,
  people: () => undefined,
  said: () => undefined,
  noticed: () => undefined,
  lost: (at) => void heard.lost.push(at),
  trying: () => void heard.tried.push(now),
  ended: (reason) => void heard.ended.push(reason),
};
const burn = { name: "card_burned", version: 1, cites: "", burn: "war" };

function pass(ms: number): void {
  now += ms;
  for (const [id, timer] of [...timers])
    if (timer.at <= now) {
      timers.delete(id);
      timer.run();
    }
}
function joined(): { link: TableLink; socket: FakeSocket } {
  const link = new TableLink("ws://table", listener, around);
  link.start();
  const socket = sockets[0] as FakeSocket;
  socket.onopen?.();
  socket.say({ type: "welcome", version: 5, view: {}, table: {}, you: {}, waits: [] });
  return { link, socket };
}

beforeEach(() => {
  [sockets, timers, now] = [[], new Map(), 1000];
  heard = { events: [], missed: [], views: [], lost: [], tried: [], ended: [] };
});

describe("the link to a table", () => {
  it("says hello first, without a number at the first visit", () => {
    const { socket } = joined();
    const asks = { offers: true, people: true, contributes: true };
    expect(socket.sent[0]).toEqual({ type: "hello", ...asks });
  });
  it("comes back with the last event it has, and asks for the view after what it missed", () => {
    const { socket } = joined();
    socket.say({ type: "events", first: 6, version: 7, events: [burn, burn], waits: [] });
    socket.onclose?.({ code: 1006 });
    expect(heard.lost).toHaveLength(1);
    expect(heard.tried).toEqual([]);
    pass(600);
    expect(heard.tried).toEqual([now]);
    const again = sockets[1] as FakeSocket;
    again.onopen?.();
    expect(again.sent[0]).toMatchObject({ type: "hello", last: 7 });
    again.say({ type: "welcome", version: 8, table: {}, you: {}, waits: [] });
    again.say({ type: "events", first: 8, version: 8, events: [burn], waits: [] });
    const asked = again.sent[1] as { id: string };
    expect(asked).toMatchObject({ type: "ask", ask: "view" });
    again.say({ type: "answer", id: asked.id, ok: true, version: 8, view: { phase: "deal" } });
    expect(heard.missed).toEqual([false, true]);
    expect(heard.views).toEqual([{ phase: "deal" }]);
  });
  it("hands each event on once", () => {
    const { socket } = joined();
    socket.say({ type: "events", first: 5, version: 6, events: [burn, burn], waits: [] });
    expect(heard.events).toHaveLength(1);
  });
  it("sends a command again under the same id until it is answered", async () => {
    const { link, socket } = joined();
    const answer = link.give({ command: "sit_out", seat: 4 });
    const first = socket.sent.at(-1) as { id: string };
    socket.onclose?.({ code: 1006 });
    pass(600);
    const again = sockets[1] as FakeSocket;
    again.onopen?.();
    again.say({ type: "welcome", version: 5, view: {}, table: {}, you: {}, waits: [] });
    expect(again.sent.at(-1)).toEqual(first);
    again.say({ type: "answer", id: first.id, ok: true, first: 6, version: 6 });
    expect(await answer).toMatchObject({ ok: true });
  });
  it("says a phrase at once or not at all, never after a reconnection", async () => {
    const { link, socket } = joined();
    const answer = link.say("well_played");
    expect(socket.sent.at(-1)).toMatchObject({ type: "say", phrase: "well_played" });
    socket.onclose?.({ code: 1006 });
    expect(await answer).toMatchObject({ ok: false });
    expect(await link.say("hello")).toMatchObject({ ok: false });
    pass(600);
    const again = sockets[1] as FakeSocket;
    again.onopen?.();
    again.say({ type: "welcome", version: 5, view: {}, table: {}, you: {}, waits: [] });
    expect(again.sent.some((frame) => frame.type === "say")).toBe(false);
  });
  it("stays away when another tab took over", () => {
    const { socket } = joined();
    socket.say({ type: "goodbye", reason: "taken_over" });
    pass(60_000);
    expect(heard.ended).toEqual(["taken_over"]);
    expect(sockets).toHaveLength(1);
  });
  const pings = (socket: FakeSocket): number =>
    socket.sent.filter((frame) => frame.type === "ping").length;
  it("notices a connection that is silent", () => {
    joined();
    for (let beat = 0; beat < 2; beat++) pass(4000);
    expect(heard.lost).toHaveLength(1);
  });
  it("notices it within 3 seconds when it matters", () => {
    const { link, socket } = joined();
    link.hurry(true);
    for (let beat = 0; beat < 10; beat++) {
      pass(1000);
      socket.say({ type: "pong" });
    }
    expect([heard.lost.length, pings(socket)]).toEqual([0, 10]);
    for (let beat = 0; beat < 3; beat++) pass(1000);
    expect(heard.lost).toHaveLength(1);
  });
  it("asks seldom when nothing is at stake, also after it mattered", () => {
    const { link, socket } = joined();
    link.hurry(true);
    link.hurry(false);
    for (let beat = 0; beat < 12; beat++) {
      pass(1000);
      socket.say({ type: "pong" });
    }
    expect(pings(socket)).toBe(3);
  });
  it("is not lost because the browser let its page sleep", () => {
    const { socket } = joined();
    for (let beat = 0; beat < 3; beat++) {
      pass(60_000); // a hidden page's timers come late
      socket.say({ type: "pong" });
    }
    expect(heard.lost).toHaveLength(0);
  });
});
