/** Rooms that are loaded when they are first entered. */

import { session } from "../state/session.svelte";
import { Offline } from "../wire/api";

const TRIED = "casinowar.reloaded";
const ONCE_IN_MS = 30_000;

/** Whether the page was just reloaded; if not, note that it is being reloaded. */
function justReloaded(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(TRIED) ?? "0") < ONCE_IN_MS) return true;
    sessionStorage.setItem(TRIED, String(Date.now()));
    return false;
  } catch {
    return true; // without a note it might reload for ever
  }
}

/**
 * A part of the page. If it cannot be had although the service answers, the service has a newer
 * page: that one is loaded, once. Without the service it is as any other request.
 */
export async function part<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    await session.load();
    if (session.offline) throw new Offline();
    if (justReloaded()) throw error;
    location.reload();
    return await new Promise<T>(() => undefined);
  }
}

/** The table's room, which is not part of the first load. */
export const tableRoom = (): Promise<typeof import("../view/rooms/Table.svelte")> =>
  part(() => import("../view/rooms/Table.svelte"));

/** Load a room when the browser is idle, so that entering it takes no time. */
export function warm(room: () => Promise<unknown>): void {
  const later = window.requestIdleCallback ?? ((run: () => void) => window.setTimeout(run, 1000));
  later(() => void room().catch(() => undefined)); // it is requested again when the room is entered
}
