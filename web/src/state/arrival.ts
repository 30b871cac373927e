/** The table for a new player: a new one, or a public one. */

import { Problem, post, type TableLine } from "../wire/api";
import { t } from "../words";
import { openTables } from "./opening";
import { trouble } from "./trouble.svelte";

/** No new table can be made now from this address, or by this person. */
const NO_MORE: ReadonlySet<string> = new Set(["service/too_many", "table/used_up"]);

export const takenAt = (table: TableLine): number => Object.keys(table.players).length;

/** A public table of a house with a free seat; the house's own first. */
export function withRoom(tables: readonly TableLine[], house: string): TableLine | undefined {
  const open = tables.filter(
    (table) =>
      table.house === house &&
      table.public &&
      table.open &&
      table.settings.runs_itself &&
      takenAt(table) < (table.seats ?? 7),
  );
  return open.find((table) => table.standing) ?? open[0];
}

/**
 * A new table of a house, by link or for all. Where no more can be made, one that is open to all: the
 * person is told so. Refused only if none of those has a seat.
 */
export async function newTable(house: string, title: string, byLink: boolean): Promise<string> {
  try {
    const made = await post<{ table: { id: string } }>("/api/tables", { house, public: !byLink });
    return made.table.id;
  } catch (error) {
    if (!(error instanceof Problem) || !NO_MORE.has(error.code)) throw error;
    const open = withRoom((await openTables()) ?? [], house);
    if (open === undefined) throw error;
    trouble.say(t.sit.instead(title));
    return open.id;
  }
}
