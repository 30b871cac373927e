/** Every playthrough of the engine, folded by the page, comes to the view of the service. */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Event, View } from "../src/protocol";
import { reduce, type Names } from "../src/reduce/table";

interface Told {
  names: Names;
  before: View;
  steps: { event: Event; changed: Partial<View> }[];
}

const FILE = new URL("./playthroughs.json", import.meta.url); // `python -m tests.playthroughs.views`
const GOLDENS = 150; // there are more playthroughs than this

const stories: Record<string, Told> = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf-8")) : {};

/** A view without what only the service says. */
function folded(view: View): unknown {
  const { phase, turn, due, waits, shoe, ...rest } = view;
  const { burns_due, ...seen } = shoe;
  void [phase, turn, due, waits, burns_due];
  return { ...rest, shoe: seen };
}

describe("the reducer", () => {
  it("is given the playthroughs of every house", () => {
    expect(Object.keys(stories).length, "python -m tests.playthroughs.views writes them").toBeGreaterThan(GOLDENS);
  });
  it.each(Object.keys(stories))("comes to the same view in %s", (name) => {
    const story = stories[name] as Told;
    let view = story.before;
    let wanted = story.before;
    for (const { event, changed } of story.steps) {
      view = reduce(view, event, story.names);
      wanted = { ...wanted, ...changed };
      expect(folded(view), event.name).toEqual(folded(wanted));
    }
  });
});
