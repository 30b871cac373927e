/** Small helpers: ids, and the room at an address. */

import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../src/lib/id";
import { roomAt } from "../src/lib/rooms";

afterEach(() => void vi.unstubAllGlobals());

describe("ids", () => {
  it("are made where crypto.randomUUID is missing, as on plain http", () => {
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    expect(newId()).toMatch(/^[0-9a-f]{32}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe("the room at an address", () => {
  it("is a table, a round or none", () => {
    expect(roomAt("/t/abc")).toEqual({ room: "table", id: "abc" });
    expect(roomAt("/rounds/abc-1")).toEqual({ room: "round", id: "abc-1" });
    expect(roomAt("/t/a/b")).toEqual({ room: "nowhere" });
  });
  it("is none for an address that cannot be decoded", () => {
    for (const path of ["/%", "/t/%E0%A4%A", "/rounds/%zz"]) expect(roomAt(path)).toEqual({ room: "nowhere" });
  });
});
