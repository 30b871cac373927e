/** The address of the page, and moving to another without loading it again. */

import { roomAt, type Room } from "./rooms";

const KEPT = "casinowar.table";

/** The table that stays open while a room is shown; kept for this tab, at every address. */
function kept(room: Room, before: string): string {
  const found = room.room === "table" ? room.id : room.room === "lobby" ? "" : null;
  try {
    if (found === null) return sessionStorage.getItem(KEPT) ?? "";
    sessionStorage.setItem(KEPT, found);
  } catch {
    // storage is switched off
  }
  return found ?? before;
}

class Place {
  path = $state(location.pathname);
  query = $state(location.search);
  room = $derived(roomAt(this.path));
  /**
   * The table that was entered last in this tab. It goes on while its rules or past rounds are read,
   * also after a reload of them; it is left in the lobby. "": none.
   */
  table = $state("");

  constructor() {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (click) => this.#follow(click));
  }

  /** Go to an address of the page. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.#read();
    if (!location.hash) window.scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.table = kept(roomAt(this.path), this.table);
  }

  #follow(click: MouseEvent): void {
    const link = click.target instanceof Element ? click.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || click.defaultPrevented) return;
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || link.target)
      return;
    if (link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const place = new Place();
