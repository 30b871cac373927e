/** The last room for staff in this tab, whose visitor is told when it is closed to them. */

import type { StaffRoom } from "./staff";

const KEPT = "casinowar.room";

export function isHere(person: string, room: StaffRoom): void {
  try {
    sessionStorage.setItem(KEPT, `${person} ${room}`);
  } catch {
    // storage is switched off
  }
}

export function wasHere(person: string, room: StaffRoom): boolean {
  try {
    return sessionStorage.getItem(KEPT) === `${person} ${room}`;
  } catch {
    return false;
  }
}
