/** The page: styles, symbols, who is signed in, and the room at the address. */

import { mount } from "svelte";
import App from "./App.svelte";
import { drawSymbols } from "./art/sprite";
import { readyNumbers } from "./lib/format";
import { tableRoom } from "./lib/chunks";
import { place } from "./lib/router.svelte";
import { askEarly } from "./state/opening";
import { prefs } from "./state/prefs.svelte";
import { session } from "./state/session.svelte";
import { trouble } from "./state/trouble.svelte";
import { Offline, Problem } from "./wire/api";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/art.css";
import "./styles/bar.css";
import "./styles/game.css";
import "./styles/rooms.css";

prefs.apply();

const target = document.getElementById("app");
if (target !== null) mount(App, { target });
void session.load();
session.watch();
// needed as soon as the service has answered; each in its own task
for (const ready of [drawSymbols, readyNumbers]) window.setTimeout(ready);
if (place.room.room === "lobby") askEarly();
else if (place.room.room === "table") void tableRoom().catch(() => undefined); // told when it is entered
// a refusal that no part of the page shows is reported here
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof Problem) && !(event.reason instanceof Offline)) return;
  event.preventDefault();
  trouble.tell(event.reason);
});
window.addEventListener("online", () => void session.load());
if ("serviceWorker" in navigator && import.meta.env.PROD)
  window.addEventListener(
    "load",
    () => void navigator.serviceWorker.register("/worker.js").catch(() => undefined),
  );
