/** Long work in pieces, so that the page stays responsive. */

const HIDDEN_MS = 100; // a hidden page draws no frames

/** When the frame that is due has been drawn. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const late = window.setTimeout(resolve, HIDDEN_MS);
    window.requestAnimationFrame(() => {
      window.clearTimeout(late);
      window.setTimeout(resolve);
    });
  });
}
