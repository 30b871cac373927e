/** Small marks: beads, the countdown ring, icons and the sign of the house. */

/** The shape shows whether there was a war (diamond) or not (disc), the fill how the round ended. */
const BEADS: Readonly<Record<BeadKind, string>> = {
  W: '<circle cx="8" cy="8" r="6" class="b-win"/>',
  L: '<circle cx="8" cy="8" r="5" class="b-loss"/>',
  S: '<circle cx="8" cy="8" r="5" class="b-loss"/><path d="M8 3a5 5 0 0 0 0 10Z" class="b-half"/>',
  w: '<path d="M8 .8 15.200 8 8 15.200.8 8Z" class="b-win"/>',
  t: '<path d="M8 .8 15.200 8 8 15.200.8 8Z" class="b-win"/><circle cx="8" cy="8" r="2" class="b-eye"/>',
  l: '<path d="M8 2 14 8l-6 6-6-6Z" class="b-loss"/>',
  E: '<circle cx="8" cy="8" r="5.200" class="b-even"/><circle cx="8" cy="8" r="2" class="b-dot"/>',
  e: '<path d="M8 1.700 14.300 8 8 14.300 1.700 8Z" class="b-even"/><circle cx="8" cy="8" r="2" class="b-dot"/>',
  V: '<path d="M3 8H13" class="b-void"/>',
};

export type BeadKind = "W" | "L" | "S" | "E" | "w" | "t" | "l" | "e" | "V";

/** A bead; a bar marks a Tie wager that won. */
export function beadArt(kind: BeadKind, tie: boolean): string {
  return BEADS[kind] + (tie ? '<path d="M12 1.5 15 4.5" class="b-tie"/>' : "");
}

/** A countdown ring: the remaining share, from 0 to 1, and a text in the middle. */
export function ringArt(part: number, text: string): string {
  return `<svg class="ring" viewBox="0 0 44 44" aria-hidden="true">
    <circle cx="22" cy="22" r="19" class="ring__bed"/>
    <circle cx="22" cy="22" r="19" class="ring__run" pathLength="100" stroke-dasharray="${(part * 100).toFixed(1)} 100" transform="rotate(-90 22 22)"/><text x="22" y="22" dy=".35em" text-anchor="middle">${text}</text></svg>`;
}

const ICONS = {
  back: "M15 5 8 12l7 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M4.500 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0ZM11.500 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0ZM18.500 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0Z",
  book: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h6",
  pays: "M4 5h16v14H4ZM4 10h16M11 10v9",
  history: "M4 12a8 8 0 1 0 2.600-5.900M4 4v4h4M12 8v4l3 2",
  sound:
    "M4 9.500v5h3l5 4v-13l-5 4ZM15.500 9.500a3.800 3.800 0 0 1 0 5M18.300 7a7.500 7.500 0 0 1 0 10",
  muted: "M4 9.500v5h3l5 4v-13l-5 4ZM16 9.500l5 5M21 9.500l-5 5",
  pause: "M9 6v12M15 6v12",
  undo: "M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3",
  clear: "M6 6l12 12M18 6 6 18",
  rebet: "M20 12a8 8 0 1 1-2.300-5.700M20 3v4.500h-4.500",
  double: "M12 4v6M9 7h6M12 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z",
  check: "m5 12.500 4.500 4.500L19 7",
  why: "M9.200 9.200a2.900 2.900 0 1 1 4.300 2.600c-1 .6-1.500 1.100-1.500 2.200M12 17.500h.01",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4",
  play: "M8 5v14l11-7Z",
  next: "M6 5v14l9-7ZM18 5v14",
  prev: "M18 5v14l-9-7ZM6 5v14",
  first: "M19 5v14l-7-7ZM12 5v14l-7-7Z",
  last: "M5 5v14l7-7ZM12 5v14l7-7Z",
  export: "M12 4v11M8 8l4-4 4 4M5 15v4h14v-4",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.500 20c.7-4 3.600-6 7.500-6s6.800 2 7.500 6",
  chair: "M7 4v9h10V4M5 13h14v3H5ZM7 16v4M17 16v4",
  offline:
    "M3 3l18 18M5 11a10 10 0 0 1 4-2.600M12 8a10 10 0 0 1 7 3M8.500 14.500a5 5 0 0 1 5-1.200M12 18.500h.01",
  flag: "M6 21V4h11l-2.500 4L17 12H6",
  alert: "M12 4 2.500 20h19ZM12 10v4M12 17h.01",
  bulb: "M9 17h6M10 20h4M8 14a5.500 5.500 0 1 1 8 0c-.7.8-1 1.700-1 3H9c0-1.300-.3-2.200-1-3Z",
  down: "m6 9 6 6 6-6",
  right: "m9 6 6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  burn: "M5 4h9v13H5ZM8 20h9V8",
  deal: "M13 4h7v11h-7ZM3 12h7M7 8l4 4-4 4",
  collect: "M12 4v10M8 10l4 4 4-4M5 20h14",
  pay: "M12 20V10M8 14l4-4 4 4M5 4h14",
  voice: "M4 6h16v10H11l-4 4v-4H4Z",
  half: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 4v16",
  war: "M4 8l8-2v12l-8-2ZM20 5l-6-1.500v13L20 15Z",
  table: "M3 6h18c0 8-4 12-9 12S3 14 3 6Z",
  chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
  shield: "M12 3.500 19 6v6c0 4.500-3 7-7 8.500C8 19 5 16.500 5 12V6Z",
};

export type IconName = keyof typeof ICONS;

/** An icon of one stroke. */
export function iconArt(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`;
}

export const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect x="3" y="10" width="13" height="18" rx="2.500" class="mark__b"/>
  <rect x="15" y="4" width="14" height="19.500" rx="2.500" class="mark__a"/></svg>`;
