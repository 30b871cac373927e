/** A chip that is dragged onto a betting area, by mouse, pen or finger; a release elsewhere has no effect. */

import type { Action } from "svelte/action";
import { prefs } from "../../state/prefs.svelte";

const nothing = (event: Event): void => event.preventDefault();
const SLOP_PX = 8; // a shorter way is a tap

export const dragged: Action<HTMLElement, number> = (label, value) => {
  let [x, y] = [0, 0];
  let ghost: HTMLElement | null = null;
  let over: Element | null = null;

  function lift(): HTMLElement {
    prefs.setChip(value);
    const copy = document.createElement("div");
    const art = label.querySelector("svg")?.cloneNode(true);
    if (art) copy.append(art);
    copy.className = "dragged";
    document.body.append(copy);
    return copy;
  }
  function point(at: Element | null): void {
    if (at === over) return;
    over?.classList.remove("is-over");
    at?.classList.add("is-over");
    over = at;
  }
  function move(event: PointerEvent): void {
    const far = Math.hypot(event.clientX - x, event.clientY - y) > SLOP_PX;
    if (ghost === null && !far) return;
    ghost ??= lift();
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    point(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null);
  }
  function end(event: PointerEvent): void {
    label.removeEventListener("pointermove", move);
    const target = over;
    point(null);
    if (ghost === null) return;
    ghost.remove();
    ghost = null;
    // the click at the end of a drag is not a tap on the chip
    label.addEventListener("click", nothing, { capture: true });
    window.setTimeout(() => label.removeEventListener("click", nothing, { capture: true }));
    if (event.type === "pointerup" && target instanceof HTMLElement) target.click();
  }
  function start(event: PointerEvent): void {
    if (event.button !== 0 || label.querySelector("input")?.disabled) return;
    [x, y] = [event.clientX, event.clientY];
    label.setPointerCapture(event.pointerId);
    label.addEventListener("pointermove", move);
  }
  label.addEventListener("pointerdown", start);
  label.addEventListener("pointerup", end);
  label.addEventListener("pointercancel", end);
  return { update: (now: number) => void (value = now) };
};
