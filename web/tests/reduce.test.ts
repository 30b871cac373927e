/** Every playthrough of the engine, folded by the page, ends in the view of the service. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Event, View } from "../src/protocol";
import { reduce, type Names } from "../src/reduce/table";

interface Story {
  names: Names;
  told: { before: View; events: Event[]; after: View }[];
}

// `make webtest` has the engine tell them
const FILE = process.env.PLAYTHROUGHS ?? "";
const stories: Record<string, Story> = FILE ? JSON.parse(readFileSync(FILE, "utf-8")) : {};

/** A view without what only the service says. */
function folded(view: View): unknown {
  const { phase, turn, due, waits, shoe, ...rest } = view;
  const { burns_due, ...seen } = shoe;
  void [phase, turn, due, waits, burns_due];
  return { ...rest, shoe: seen };
}

describe.skipIf(!FILE)("the reducer", () => {
  it("has playthroughs of every house", () => {
    expect(Object.keys(stories).length).toBeGreaterThan(150);
  });
  it.each(Object.keys(stories))("ends %s in the same view", (name) => {
    const { names, told } = stories[name] as Story;
    for (const { before, events, after } of told) {
      const view = events.reduce((so, event) => reduce(so, event, names), before);
      expect(folded(view), events.map((event) => event.name).join(" ")).toEqual(folded(after));
    }
  });
});
