/** The browser's own notices of one's turn, for whoever asked for them. */

import { prefs } from "./prefs.svelte";

const TAG = "casinowar-turn"; // a new one replaces the last

/** Ask the browser whether notices may be shown, because somebody switched them on. */
export async function askForNotices(): Promise<"granted" | "refused" | "missing"> {
  if (!("Notification" in window)) return "missing";
  const answer = await Notification.requestPermission();
  return answer === "granted" ? "granted" : "refused";
}

/** Say that it is one's turn, if the page is hidden and notices are wanted. */
export async function notice(text: string, body: string): Promise<void> {
  if (!prefs.notices || document.visibilityState === "visible" || !("Notification" in window))
    return;
  if (Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(text, { body, tag: TAG }); // phones know no other way
  const shown = new Notification(text, { body, tag: TAG });
  shown.onclick = () => window.focus();
}
