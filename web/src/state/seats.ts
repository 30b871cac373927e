/** The seats one holds, at whichever tables. */

import { get, type HeldSeat, type TableLine } from "../wire/api";
import { session } from "./session.svelte";

/** One's own seats, those with a bet on the table first; `null` if the service does not say them now. */
export async function heldSeats(): Promise<readonly HeldSeat[] | null> {
  if (session.me === null) return [];
  const found = await get<{ seats: HeldSeat[] }>("/api/me/seats").catch(() => null);
  return found === null ? null : [...found.seats].sort((one, other) => other.layout_cents - one.layout_cents);
}

/** A table's name: that of its house, and its own if it has one. */
export function nameOf(table: TableLine, house: string): string {
  return table.title && table.title !== house ? `${house}, ${table.title}` : house;
}
