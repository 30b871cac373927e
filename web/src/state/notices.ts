/** The browser's notices of the player's turn, if the player switched them on. */

import { prefs } from "./prefs.svelte";

const TAG = "casinowar-turn"; // a new one replaces the last

/** Ask the browser for permission to show notices. */
export async function askForNotices(): Promise<"granted" | "refused" | "missing"> {
  if (!("Notification" in window)) return "missing";
  const answer = await Notification.requestPermission();
  return answer === "granted" ? "granted" : "refused";
}

/** Show a notice of the player's turn, if the page is hidden and notices are switched on. */
export async function notice(text: string, body: string): Promise<void> {
  if (!prefs.notices || document.visibilityState === "visible" || !("Notification" in window))
    return;
  if (Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(text, { body, tag: TAG }); // the only way on phones
  const shown = new Notification(text, { body, tag: TAG });
  shown.onclick = () => window.focus();
}
