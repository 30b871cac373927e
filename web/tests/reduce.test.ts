/** Every playthrough of the engine, folded by the page, ends in the view of the service. */

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Event, View } from "../src/protocol";
import { reduce, type Names } from "../src/reduce/table";

interface Told {
  before: View;
  names: Names;
  steps: { event: Event; view: View }[];
}

const FILE = new URL("./playthroughs.json", import.meta.url);
const stories: Record<string, Told[]> = existsSync(FILE)
  ? JSON.parse(readFileSync(FILE, "utf-8"))
  : {};

/** A view without what only the service says. */
function folded(view: View): unknown {
  const { phase, turn, due, waits, shoe, ...rest } = view;
  const { burns_due, ...seen } = shoe;
  void [phase, turn, due, waits, burns_due];
  return { ...rest, shoe: seen };
}

describe.skipIf(!existsSync(FILE))("the reducer", () => {
  it("has playthroughs of every house", () => {
    expect(Object.keys(stories).length).toBeGreaterThan(150);
  });
  it.each(Object.keys(stories))("ends %s in the same view", (name) => {
    for (const { before, names, steps } of stories[name] ?? []) {
      let view = before;
      for (const step of steps) {
        view = reduce(view, step.event, names);
        expect(folded(view), step.event.name).toEqual(folded(step.view));
      }
    }
  });
});
