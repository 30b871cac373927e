/**
 * The data of the front page: the houses in the order of their tables, the tables, a newcomer's chips, and
 * the reader's seats.
 */

import { get, type HeldSeat, type HouseLine, type TableLine, type Welcome } from "../wire/api";
import { t } from "../words";
import { session } from "./session.svelte";

export interface Opening {
  readonly lines: readonly HouseLine[];
  readonly tables: readonly TableLine[];
  readonly firstCents: number; // the chips of a newcomer
}

let early: Promise<Opening> | null = null;

/** The tables; `null` if the service does not answer. */
export async function openTables(): Promise<readonly TableLine[] | null> {
  const found = await get<{ tables: TableLine[] }>("/api/tables?limit=200").catch(() => null);
  return found?.tables ?? null;
}

async function ask(): Promise<Opening> {
  const [found, listed, welcome] = await Promise.all([
    get<{ houses: HouseLine[] }>("/api/houses"),
    openTables(),
    get<Welcome>("/api/welcome"),
  ]);
  const tables = listed ?? [];
  const rank = (line: HouseLine): number => {
    const index = tables.findIndex((table) => table.house === line.house);
    return index < 0 ? tables.length : index;
  };
  return {
    lines: [...found.houses].sort((a, b) => rank(a) - rank(b)),
    tables,
    firstCents: welcome.first_chips_cents,
  };
}

/** Ask now, so that the first page that needs the answer does not wait. */
export function askEarly(): void {
  early = ask();
  early.catch(() => undefined); // reported where the answer is needed
}

/** Houses and tables as they are now. */
export function opening(): Promise<Opening> {
  const found = early ?? ask();
  early = null;
  return found;
}

/** The first house without an age limit; "" if each asks for an age. */
export const firstHouse = (lines: readonly HouseLine[]): string =>
  lines.find((line) => line.entry_age === 0)?.house ?? "";

/** Whether the table waits for the player's answer; an open bet does not count. */
const isAsked = (seat: HeldSeat): boolean => seat.asked !== null && seat.asked !== "bet";

/**
 * The reader's seats, first those that wait for an answer, then those with a bet on the table; `null` if
 * the service does not answer.
 */
export async function heldSeats(): Promise<readonly HeldSeat[] | null> {
  if (session.me === null) return [];
  const found = await get<{ seats: HeldSeat[] }>("/api/me/seats").catch(() => null);
  return found === null
    ? null
    : [...found.seats].sort(
        (one, other) =>
          Number(isAsked(other)) - Number(isAsked(one)) || other.layout_cents - one.layout_cents,
      );
}

/** A table's name: that of its house, and its own if it has one. */
export function nameOf(table: TableLine, house: string): string {
  return table.title && table.title !== house ? `${house}, ${table.title}` : house;
}

/**
 * The names of tables, the oldest first, by their ids. Of those that are called the same, the second is
 * "table 2" and so on; tables by link are counted apart, so that everybody reads the same of the others.
 */
export function namesOf(
  tables: readonly TableLine[],
  houseOf: (table: TableLine) => string,
): ReadonlyMap<string, string> {
  const counted = new Map<string, number>();
  return new Map(
    tables.map((table) => {
      const name = nameOf(table, houseOf(table));
      const called = table.public ? name : t.nav.byLink(name);
      const number = (counted.get(called) ?? 0) + 1;
      counted.set(called, number);
      return [table.id, number === 1 ? called : t.nav.another(called, number)];
    }),
  );
}

/** Whether the floor has to open a table before anybody can sit down. */
export const isShut = (table: TableLine): boolean => !table.open;
