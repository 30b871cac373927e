/** Small helpers: ids, the room at an address, the names of tables, days, printed cards. */

import { afterEach, describe, expect, it, vi } from "vitest";
import "./client";
import { calendarDay } from "../src/lib/format";
import { newId } from "../src/lib/id";
import { roomAt } from "../src/lib/rooms";
import { morning, roleIn, rolesOf, staffRooms } from "../src/lib/staff";
import { isHere, wasHere } from "../src/lib/was_here";
import { namesOf } from "../src/state/opening";
import type { TableLine } from "../src/wire/api";
import { school } from "../src/words/school";
import { visitor } from "../src/words/visitor";

afterEach(() => void vi.unstubAllGlobals());

describe("ids", () => {
  it("are made where crypto.randomUUID is missing, as on plain http", () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    expect(newId()).toMatch(/^[0-9a-f]{32}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe("a day of the calendar", () => {
  it("is the same one west of Greenwich", () => {
    vi.stubEnv("TZ", "America/Los_Angeles");
    expect(calendarDay("2026-11-18")).toContain("18");
    vi.unstubAllEnvs();
  });
});

describe("the end of a gaming day", () => {
  it("is the next 06:00, also across a change of the clocks", () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    const at = (text: string): number => new Date(text).getTime();
    expect(morning(new Date("2026-11-15T05:59"))).toBe(at("2026-11-15T06:00"));
    expect(morning(new Date("2026-11-15T06:00"))).toBe(at("2026-11-16T06:00"));
    expect(morning(new Date("2026-10-24T22:00"))).toBe(at("2026-10-25T06:00"));
    expect(morning(new Date("2026-10-24T22:00"), 7)).toBe(at("2026-11-01T06:00"));
    vi.unstubAllEnvs();
  });
});

describe("a room for others", () => {
  it("names the roles that open it", () => {
    expect(visitor.needs(rolesOf("deal"))).toBe("This room needs the role dealer.");
    expect(visitor.needs(rolesOf("watch"))).toBe(
      "This room needs the role surveillance or floorperson.",
    );
  });
  it("is known to whoever was in it, in this tab and in their own name", () => {
    isHere("p_flo", "floor");
    expect(wasHere("p_flo", "floor")).toBe(true);
    expect([wasHere("p_flo", "deal"), wasHere("p_bo", "floor")]).toEqual([false, false]);
  });
});

describe("cards in a sentence of the school", () => {
  it("are as they are printed, and other words stay", () => {
    expect(school.faces("Seat 4 gets Th, the dealer As")).toBe("Seat 4 gets 10♥, the dealer A♠");
  });
});

describe("the room at an address", () => {
  it("is a table, a round or none", () => {
    expect(roomAt("/t/abc")).toEqual({ room: "table", id: "abc" });
    expect(roomAt("/people")).toEqual({ room: "staff", which: "people", path: [] });
    expect(roomAt("/deal/t_1")).toEqual({ room: "staff", which: "deal", path: ["t_1"] });
    expect(roomAt("/rounds/abc-1")).toEqual({ room: "round", id: "abc-1" });
    expect(roomAt("/t/a/b")).toEqual({ room: "nowhere" });
  });
  it("is none for an address that cannot be decoded", () => {
    for (const path of ["/%", "/t/%E0%A4%A", "/rounds/%zz"])
      expect(roomAt(path)).toEqual({ room: "nowhere" });
  });
});

describe("the names of tables", () => {
  const line = (id: string, title = "Wisconsin", isPublic = true): TableLine =>
    ({ id, title, house: "wisconsin", public: isPublic }) as TableLine;
  it("tell tables of one house apart, and are the same for those who have tables by link", () => {
    const all = [
      line("a"),
      line("x", "Wisconsin", false),
      line("b"),
      line("c", "Friday"),
      line("y", "Wisconsin", false),
      line("d"),
    ];
    const names = (tables: TableLine[]): Record<string, string> =>
      Object.fromEntries(namesOf(tables, () => "Wisconsin"));
    const theirs = {
      a: "Wisconsin",
      b: "Wisconsin, table\u00a02",
      c: "Wisconsin, Friday",
      d: "Wisconsin, table\u00a03",
    };
    expect(names(all)).toEqual({
      ...theirs,
      x: "Wisconsin, private",
      y: "Wisconsin, private, table\u00a02",
    });
    expect(names(all.filter((table) => table.public))).toEqual(theirs);
  });
});

describe("the rooms of the staff", () => {
  it("name the role of whoever works there, and none where players may be too", () => {
    const both = ["player", "floorperson", "dealer"];
    expect(["deal", "floor", "watch", "people"].map((room) => roleIn(room, both))).toEqual([
      ...["dealer", "floorperson", "floorperson", ""],
    ]);
    expect(["school", "lab", "lobby", "account"].map((room) => roleIn(room, both))).toEqual([
      ...["", "", "", ""],
    ]);
  });
  it("are those of somebody's roles and no others", () => {
    for (const role of ["player", "dealer", "floorperson", "surveillance"])
      expect(staffRooms([role])).not.toContain("people");
    expect(staffRooms(["player", "administrator"])).toContain("people");
    expect(staffRooms([])).toEqual([]);
  });
});
