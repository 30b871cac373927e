/** Every playthrough of the engine, folded by the page, ends in the view of the service. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Event, View } from "../src/protocol";
import { board, inRack } from "../src/reduce/board";
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

/** Cards that are seen while a round is played, and how many have left the shoe. */
function* seen(told: Story["told"], names: Names): Iterable<[string, number, number]> {
  let [burned, racked, held] = [0, [] as number[], false];
  for (const { before, events } of told) {
    let view = before;
    for (const event of events) {
      view = reduce(view, event, names);
      if (event.name === "no_more_bets" || event.name === "cards_collected")
        [burned, racked, held] = [0, [], false];
      if (event.name === "card_burned" && event.burn === "war") burned += 1;
      if (event.name === "hand_racked") racked = [...racked, event.seat];
      if (event.name === "round_completed") held = true;
      if (
        !["hand_racked", "card_burned", "card_dealt", "war_card_dealt", "round_completed"].includes(
          event.name,
        )
      )
        continue;
      const shown = board(view, 9, [], held);
      const lying = shown.places.reduce(
        (sum, place) => sum + place.cards.length,
        shown.dealer.length,
      );
      yield [event.name, inRack(view, shown, burned, racked) + burned + lying, view.shoe.drawn];
    }
  }
}

describe.skipIf(!FILE)("the rack", () => {
  it.each(Object.keys(stories))("and the felt show each card of %s once", (name) => {
    const { names, told } = stories[name] as Story;
    for (const [event, shown, drawn] of seen(told, names)) expect(shown, event).toBe(drawn);
  });
});

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
