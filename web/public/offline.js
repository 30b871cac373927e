// Goes back to the address that was asked for as soon as it answers again.
const AGAIN_MS = 5000;
const again = () =>
  fetch("/healthz", { cache: "no-store" }).then(
    (answer) => answer.ok && location.reload(),
    () => undefined,
  );
if (location.pathname !== "/offline.html") {
  setInterval(again, AGAIN_MS);
  addEventListener("online", again);
}
