/** The laboratory: the funnel's scale and the names of its marks. */

import { describe, expect, it } from "vitest";
import "./client";
import type { WagerReturn } from "../src/answers";
import { placesOf, roundUp, tickWords } from "../src/view/lab/funnel";
import type { TableLine } from "../src/wire/api";

describe("the scale of the funnel", () => {
  it("ends at a round number whose half is round too", () => {
    const ends = [1, 1.3, 5, 6.1, 38.4, 100, 1120.5].map(roundUp);
    expect(ends).toEqual([1, 2, 6, 10, 40, 100, 2000]);
    const ticks = ends.flatMap((end) => [end, end / 2]).map(tickWords);
    for (const tick of ticks) expect(tick).toMatch(/^(0\.5|[1-9][0-9,]*)$/);
    expect([tickWords(-1000), tickWords(-0.5), tickWords(0)]).toEqual(["−1,000", "−0.5", "0"]);
  });
});

describe("the marks of the funnel", () => {
  const title = "Wisconsin, Section 37";
  const table = (id: string, own = title): TableLine =>
    ({ id, title: own, house: "wisconsin", public: true }) as TableLine;
  const mark = (id: string, own = title): WagerReturn =>
    ({ table: id, table_title: own, house: "wisconsin", title }) as WagerReturn;
  it("have the names of the lobby, and none is a table's id alone", () => {
    const marks = [
      ...[mark("wisconsin"), mark("k3x9"), mark("p2", "Friday")],
      ...[mark("gone"), mark("left", "Monday"), mark("", "")],
    ];
    const tables = [table("wisconsin"), table("k3x9"), table("p2", "Friday")];
    expect(marks.map(placesOf(marks, tables))).toEqual([
      ...["Wisconsin", "Wisconsin, table\u00a02", "Wisconsin, Friday"],
      ...["Wisconsin, gone", "Wisconsin, Monday", "Wisconsin"],
    ]);
  });
});
