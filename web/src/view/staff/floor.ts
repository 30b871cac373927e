/** Data of the floor's desk besides its tables: waiting slips, dealers, and entries before a reload. */

import type { FloorCalls, FloorSlip, FloorTable, Persons } from "../../answers";
import { get } from "../../wire/api";

const KEPT = "casinowar.floor";

export interface Draft {
  readonly reason: string;
  readonly dealer: string;
  /** Chips by denomination in cents. */
  readonly count: Record<string, number>;
  readonly empty: boolean;
}

const NOTHING: Draft = { reason: "", dealer: "", count: {}, empty: false };
const name = (table: string, act: string): string => `${KEPT}.${table}.${act}`;

/** The entries for an act at a table, kept for this tab until the act is done. */
export const drafts = {
  read(table: string, act: string): Draft {
    try {
      const kept = sessionStorage.getItem(name(table, act));
      return { ...NOTHING, ...(kept === null ? {} : (JSON.parse(kept) as Partial<Draft>)) };
    } catch {
      return NOTHING; // storage is switched off, or it was written by another version
    }
  },
  keep(table: string, act: string, draft: Draft): void {
    try {
      sessionStorage.setItem(name(table, act), JSON.stringify(draft));
    } catch {
      // storage is switched off
    }
  },
  drop(table: string, act: string): void {
    try {
      sessionStorage.removeItem(name(table, act));
    } catch {
      // storage is switched off
    }
  },
};

/** People seated, and win and handle of the public tables: a private one is not in the shift report. */
export function floorSums(tables: readonly FloorTable[]): {
  seated: number;
  win: number;
  handle: number;
} {
  const sums = { seated: 0, win: 0, handle: 0 };
  for (const one of tables) {
    sums.seated += Object.keys(one.players).length;
    if (!one.public) continue;
    sums.win += one.takings.win_cents;
    sums.handle += one.takings.handle_cents;
  }
  return sums;
}

/** The names of all people who may deal now; none if the service does not answer. */
export async function dealersHere(): Promise<string[]> {
  try {
    const { persons } = await get<Persons>("/api/persons?staff=true");
    const dealers = persons.filter((one) => one.roles.includes("dealer") && !one.suspended);
    return dealers.map((one) => one.name).sort((one, other) => one.localeCompare(other));
  } catch {
    return [];
  }
}

/** The slips that wait: for the dealer's count, or for the floor's next count after two that differ. */
export function waitingSlips(slips: readonly FloorSlip[]): FloorSlip[] {
  const later = (slip: FloorSlip, at: number): boolean =>
    slips.slice(at + 1).some((one) => one.table === slip.table);
  return slips.filter(
    (slip, at) => slip.state === "open" || (slip.state === "differed" && !later(slip, at)),
  );
}

/** How much more than the ledger a closing count comes to, below zero if less; 0: nothing to tell. */
export function countDifference(
  act: string,
  count: { readonly cents: number; readonly empty: boolean },
  ledger: number,
): number {
  const counted = count.cents > 0 || count.empty;
  return act === "close_table" && counted ? count.cents - ledger : 0;
}

/** The file of the dispute that a call is about; empty: none. */
export function disputeOf(call: FloorCalls): string {
  return call.kind === "dispute" ? (/^D-\d+(?=:)/.exec(call.words)?.[0] ?? "") : "";
}
