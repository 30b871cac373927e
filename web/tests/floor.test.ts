/** The floor's desk: what it asks for, how old a call is, and what it keeps. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import type { FloorDesk } from "../src/answers";

const NOW = 1_797_000_000_000; // the service's time when the page is loaded
const desk = (now_ms: number): FloorDesk =>
  ({ ok: true, now_ms, tables: [], calls: [], slips: [] }) as unknown as FloorDesk;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the age of a call", () => {
  it("is right after a reload, although the browser kept an older answer", async () => {
    vi.setSystemTime(NOW - 5000); // this clock is 5 s slow
    const asked = (_: string, { cache = "default" }: RequestInit = {}): Promise<Response> =>
      Promise.resolve(Response.json(desk(cache === "reload" ? NOW : NOW - 61_000)));
    vi.stubGlobal("fetch", vi.fn(asked));
    const { floorState } = await import("../src/state/floor.svelte");
    await floorState.look();
    expect(floorState.now).toBe(NOW);
  });
});
