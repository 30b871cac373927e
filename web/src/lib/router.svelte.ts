/** The address of the page, and moving to another without loading it again. */

import { roomAt } from "./rooms";

class Place {
  path = $state(location.pathname);
  query = $state(location.search);
  room = $derived(roomAt(this.path));

  constructor() {
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
