/** What people say at a table. Planted once and caught here: a hidden person who is shown. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import "./client";
import type { SaidFrame } from "../src/protocol";
import { Company } from "../src/state/company.svelte";
import { prefs } from "../src/state/prefs.svelte";

const said = (person: string, seat: number | null, phrase: SaidFrame["phrase"]): SaidFrame => ({
  type: "said",
  person,
  name: person,
  seat,
  phrase,
  at_ms: 0,
});

let company: Company;

beforeEach(() => {
  vi.useFakeTimers();
  company = new Company();
  prefs.setPhrases(true);
  prefs.setHidden("bo", false);
});

describe("what is said at a table", () => {
  it("is shown for some seconds, the latest of each person", () => {
    company.heard(said("bo", 3, "hello"));
    vi.advanceTimersByTime(4000);
    company.heard(said("bo", 3, "thanks"));
    company.heard(said("cy", null, "wow"));
    expect([...company.atSeats]).toEqual([[3, "thanks"]]);
    expect(company.sayings.map((one) => one.phrase)).toEqual(["thanks", "wow"]);
    vi.advanceTimersByTime(4000);
    expect(company.sayings).toHaveLength(2);
    vi.advanceTimersByTime(4000);
    expect(company.sayings).toEqual([]);
  });
  it("is hidden of one person or of all, at once and from then on", () => {
    company.heard(said("bo", 3, "hello"));
    company.heard(said("cy", 4, "hello"));
    prefs.setHidden("bo", true);
    company.hush();
    expect([...company.atSeats.keys()]).toEqual([4]);
    expect(company.heard(said("bo", 3, "thanks"))).toBe(false);
    prefs.setPhrases(false);
    company.hush();
    expect(company.sayings).toEqual([]);
    expect(company.heard(said("cy", 4, "thanks"))).toBe(false);
  });
});

describe("who is here", () => {
  it("counts those who sit and are not away, and those who watch", () => {
    company.people = {
      type: "people",
      seated: [
        { seat: 1, name: "Ana", here: true },
        { seat: 3, name: "Bo", here: false },
      ],
      watching: 2,
      watchers: ["Cy", "Di"],
    };
    expect(company.here).toBe(3);
  });
});
