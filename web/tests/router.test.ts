/** The table that goes on under another room. Before, a section link or a typed address ended it. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "./client";

/** The page is opened in this tab at an address, and heard of by the router alone. */
async function opened(
  pathname: string,
): Promise<(typeof import("../src/lib/router.svelte"))["place"]> {
  Object.assign(location, { pathname, search: "", hash: "" });
  vi.resetModules();
  return (await import("../src/lib/router.svelte")).place;
}
beforeEach(() => {
  sessionStorage.setItem("casinowar.table", "");
  const move = (_: unknown, __: string, address: string): void => {
    Object.assign(location, { pathname: address.split("#")[0] });
  };
  vi.stubGlobal("document", { ...document, addEventListener: vi.fn() });
  vi.stubGlobal("history", { state: null, pushState: move, replaceState: move });
  Object.assign(window, { scrollTo: vi.fn() });
});
afterEach(() => vi.unstubAllGlobals());

it("goes on after a link to a section, which the browser follows by itself", async () => {
  const place = await opened("/t/t_1");
  place.go("/rules/wisconsin");
  window.dispatchEvent(new Event("popstate"));
  expect(place.table).toBe("t_1");
});
it("goes on at an address that is opened in the same tab", async () => {
  await opened("/t/t_1");
  expect((await opened("/rounds")).table).toBe("t_1");
});
it("is left in the lobby", async () => {
  (await opened("/t/t_1")).go("/");
  expect((await opened("/rounds")).table).toBe("");
});
