/** The page: styles, symbols, who is signed in, and the room at the address. */

import { mount } from "svelte";
import App from "./App.svelte";
import { SPRITE } from "./art/sprite";
import { prefs } from "./state/prefs.svelte";
import { session } from "./state/session.svelte";
import { trouble } from "./state/trouble.svelte";
import { Offline, Problem } from "./wire/api";
import "./styles/tokens.css";
import "./styles/components.css";
import "./styles/ours.css";

const symbols = document.createElementNS("http://www.w3.org/2000/svg", "svg");
symbols.setAttribute("class", "symbols");
symbols.setAttribute("aria-hidden", "true");
symbols.innerHTML = `<defs>${SPRITE}</defs>`;
document.body.prepend(symbols);
prefs.apply();

const target = document.getElementById("app");
if (target !== null) mount(App, { target });
void session.load();
// a refusal that no part of the page shows is not kept from people
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Problem) && !(event.reason instanceof Offline)) return;
  event.preventDefault();
  trouble.tell(event.reason);
});
window.addEventListener("online", () => void session.load());
if ("serviceWorker" in navigator && import.meta.env.PROD)
  window.addEventListener("load", () => void navigator.serviceWorker.register("/worker.js").catch(() => undefined));
