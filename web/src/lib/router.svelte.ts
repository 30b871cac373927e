/** The address of the page, and moving to another without loading it again. */

import { roomAt } from "./rooms";

class Place {
  path = $state(location.pathname);
  query = $state(location.search);
  room = $derived(roomAt(this.path));
  /**
   * The table that was entered last. It goes on while its rules or past rounds are read, also after
   * a reload of them; it is left in the lobby. "": none.
   */
  table = $state("");

  constructor() {
    this.#read();
    window.addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (click) => this.#follow(click));
  }

  /** Go to an address of the page. */
  go(address: string, replace = false): void {
    const kept = { table: this.table };
    if (replace) history.replaceState(kept, "", address);
    else history.pushState(kept, "", address);
    this.#read();
    if (!location.hash) window.scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = location.search;
    const room = roomAt(this.path);
    const kept = history.state as { table?: string } | null;
    this.table = room.room === "table" ? room.id : room.room === "lobby" ? "" : (kept?.table ?? "");
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
