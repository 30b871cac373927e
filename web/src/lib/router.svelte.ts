/** The address of the page, and moving to another without loading it again. */

export type Room =
  | { readonly room: "lobby" }
  | { readonly room: "table"; readonly id: string }
  | { readonly room: "rounds" }
  | { readonly room: "round"; readonly id: string }
  | { readonly room: "rules"; readonly house: string }
  | { readonly room: "account"; readonly view: string }
  | { readonly room: "nowhere" };

/** The room at an address. */
export function roomAt(path: string): Room {
  const [first = "", second = "", more] = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  if (more !== undefined) return { room: "nowhere" };
  if (first === "") return { room: "lobby" };
  if (first === "t" && second) return { room: "table", id: second };
  if (first === "rounds") return second ? { room: "round", id: second } : { room: "rounds" };
  if (first === "rules" && second) return { room: "rules", house: second };
  if (first === "account") return { room: "account", view: second || "account" };
  return { room: "nowhere" };
}

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
    if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || link.target) return;
    if (link.origin !== location.origin || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const place = new Place();
