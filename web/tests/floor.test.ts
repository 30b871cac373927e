/** The floor's desk: what it asks for, how old a call is, and what it keeps. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import type { FloorCalls, FloorDesk, FloorSlip, FloorTable } from "../src/answers";

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

describe("the sums over all tables", () => {
  it("leave out a private table with a call, as the shift report does", async () => {
    const table = (win_cents: number, shown: boolean): FloorTable =>
      ({
        public: shown,
        players: { 1: "Ann" },
        takings: { win_cents, handle_cents: 10_000 },
      }) as unknown as FloorTable;
    const { floorSums } = await import("../src/view/staff/floor");
    const sums = floorSums([table(2500, true), table(-400, false)]);
    expect(sums).toEqual({ seated: 2, win: 2500, handle: 10_000 });
  });
});

describe("a form of the floor", () => {
  it("keeps what was entered for each act of each table until it is done", async () => {
    const { drafts } = await import("../src/view/staff/floor");
    const entered = {
      reason: "Start of the day",
      dealer: "Ana",
      count: { "2500": 40 },
      empty: false,
    };
    drafts.keep("wisconsin", "open_table", entered);
    expect(drafts.read("wisconsin", "open_table")).toEqual(entered);
    expect(drafts.read("wisconsin", "close_table").count).toEqual({});
    drafts.drop("wisconsin", "open_table");
    expect(drafts.read("wisconsin", "open_table").dealer).toBe("");
  });
  it("offers everybody who may deal", async () => {
    const one = (name: string, roles: readonly string[], suspended: string | null = null) => ({
      ...{ person: name, name, kind: "account", sign_in: name, created_ms: 0, roles, suspended },
    });
    const persons = [
      ...[one("Sol", ["dealer"]), one("Flo", ["floorperson"])],
      ...[one("Ana", ["dealer", "player"]), one("Kai", ["dealer"], "late")],
    ];
    const asked = (): Promise<Response> => Promise.resolve(Response.json({ persons }));
    vi.stubGlobal("fetch", vi.fn(asked));
    const { dealersHere } = await import("../src/view/staff/floor");
    expect(await dealersHere()).toEqual(["Ana", "Sol"]);
  });
});

describe("a closing count", () => {
  it("differs from the ledger, also when the tray is said to be empty", async () => {
    const { countDifference } = await import("../src/view/staff/floor");
    const of = (act: string, cents: number, empty = false): number =>
      countDifference(act, { cents, empty }, 500_000);
    expect(of("close_table", 497_500)).toBe(-2500);
    expect(of("close_table", 510_000)).toBe(10_000);
    expect(of("close_table", 500_000)).toBe(0);
    expect(of("close_table", 0)).toBe(0); // not counted yet
    expect(of("close_table", 0, true)).toBe(-500_000);
    expect(of("fill_tray", 2500)).toBe(0); // it has no ledger to agree with
  });
  it("is said to be short or over, and by how much", async () => {
    const { floor } = await import("../src/words/en-floor");
    expect(floor.act.differs("25", false, "4,975", "5,000")).toMatch(
      /^25 short: you counted 4,975/,
    );
    expect(floor.act.differs("100", true, "5,100", "5,000")).toMatch(/^100 over: /);
  });
});

describe("the queue", () => {
  it("has slips that wait, and a slip that differed until the next one is sent", async () => {
    const { waitingSlips } = await import("../src/view/staff/floor");
    const slip = (id: string, table: string, state: FloorSlip["state"]): FloorSlip =>
      ({ id, table, state }) as FloorSlip;
    const ids = (...slips: FloorSlip[]): string[] => waitingSlips(slips).map((one) => one.id);
    const differed = slip("1", "wisconsin", "differed");
    expect(ids(differed, slip("2", "washington", "done"))).toEqual(["1"]);
    expect(ids(differed, slip("2", "wisconsin", "open"))).toEqual(["2"]);
    expect(ids(differed, slip("2", "wisconsin", "done"))).toEqual([]);
    expect(ids(slip("3", "wisconsin", "withdrawn"), slip("4", "wisconsin", "lapsed"))).toEqual([]);
  });
  it("knows the file of a dispute that a call is about", async () => {
    const { disputeOf } = await import("../src/view/staff/floor");
    const call = (kind: string, words: string): string => disputeOf({ kind, words } as FloorCalls);
    expect(call("dispute", "D-12: I was owed 75")).toBe("D-12");
    expect(call("dispute", "75 was owed")).toBe("");
    expect(call("cards", "D-12: no file")).toBe("");
  });
});
