/** The funnel of theory and actual: its scale, and the names of its marks. */

import type { WagerReturn } from "../../answers";
import { count } from "../../lib/format";
import { namesOf } from "../../state/opening";
import type { TableLine } from "../../wire/api";

const ROUND = [1, 2, 4, 6, 10]; // round, and so are their halves

/** The least round number that is not below `value`. */
export function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * (ROUND.find((one) => one * unit >= value * (1 - 1e-9)) ?? 10);
}

/** A number of the scale: 600, 0.5, −1,200. */
export function tickWords(value: number): string {
  const size = Math.abs(value);
  return (value < 0 ? "−" : "") + (Number.isInteger(size) ? count(size) : size.toFixed(1));
}

/** A house's name without what follows: Wisconsin, of "Wisconsin, Section 37". */
const short = (title: string): string => title.split(/[,:]/)[0] ?? title;

/** The name of a mark: its house, or its table as the lobby calls it; a table that is gone keeps its id. */
export function placesOf(
  found: readonly WagerReturn[],
  tables: readonly TableLine[],
): (one: WagerReturn) => string {
  const titles = new Map(found.map((one) => [one.house, one.title]));
  const names = namesOf(
    tables.map((table) =>
      table.title === titles.get(table.house) ? { ...table, title: "" } : table,
    ),
    (table) => short(titles.get(table.house) ?? table.house),
  );
  return (one) => {
    const [house, own] = [short(one.title), one.table_title];
    if (one.table === "") return house;
    return names.get(one.table) ?? `${house}, ${own === one.title ? one.table : own}`;
  };
}
