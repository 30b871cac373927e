/** A card as SVG. It holds two faces and picks one by its own width: a jumbo index, or pips. */

import { COURTS, EMBLEM, PIPS, RANKS } from "./glyphs";

const UNSEEN = "??";

/** A rank glyph of that height, from its left edge or centred. */
export function rankAt(
  rank: string,
  x: number,
  y: number,
  height: number,
  centred = false,
): string {
  const width = RANKS[rank]?.[1] ?? 60;
  const scale = height / 100;
  const left = centred ? x - (width * scale) / 2 : x;
  return `<use href="#r-${rank}" transform="translate(${left.toFixed(2)} ${y}) scale(${scale})"/>`;
}

/** A suit of that size around a point. */
export function suitAt(suit: string, x: number, y: number, size: number, flipped = false): string {
  const turn = flipped ? " rotate(180)" : "";
  return `<use href="#s-${suit}" transform="translate(${x} ${y})${turn} scale(${size / 100}) translate(-50 -50)"/>`;
}

export const RIM =
  '<rect x=".5" y=".5" width="99" height="139" rx="7.5" fill="var(--card-face)" stroke="var(--card-edge)"/>';

const BACK =
  `${RIM}<rect x="5" y="5" width="90" height="130" rx="4.5" fill="var(--back-a)"/>` +
  '<rect x="9" y="9" width="82" height="122" rx="2" fill="url(#back-lattice)" stroke="rgb(255 255 255 / .55)" stroke-width=".8"/>';

function fullFace(rank: string, suit: string): string {
  const court = COURTS[rank];
  if (court === undefined)
    return (PIPS[rank] ?? [])
      .map(([x, y, size, flip]) => suitAt(suit, x, y, size || 18.5, !!flip))
      .join("");
  const corners =
    rank === "J"
      ? suitAt(suit, 69.5, 36, 10) + suitAt(suit, 30.5, 104, 10, true)
      : suitAt(suit, 30.3, 20.5, 10) + suitAt(suit, 69.7, 119.5, 10, true);
  return (
    '<rect class="k-frame" x="24" y="13" width="52" height="114" rx="2"/><g clip-path="url(#court-clip)">' +
    `<g transform="translate(50 15.5) scale(.92 .97)">${court}</g>` +
    `<g transform="translate(50 124.5) rotate(180) scale(.92 .97)">${court}</g></g>` +
    `<path class="k-line" d="M24 70H76"/>${corners}`
  );
}

function indexFace(rank: string, suit: string): string {
  const emblem = EMBLEM[rank];
  const below =
    emblem === undefined
      ? suitAt(suit, 66, 101, 50)
      : `<g class="k-emblem" transform="translate(43 70) scale(.92)"><path d="${emblem}"/></g>${suitAt(suit, 66, 122, 22)}`;
  return rankAt(rank, 10, 11, 47) + suitAt(suit, 24, 76, 27) + below;
}

const drawn = new Map<string, string>();

/** The content of the card's SVG, for `Kh` or for `??`, an unseen card. */
export function cardArt(code: string): string {
  const known = drawn.get(code);
  if (known !== undefined) return known;
  const [rank = "", suit = ""] = code;
  const corner = `<g>${rankAt(rank, 12.5, 8, 21, true)}${suitAt(suit, 12.5, 38, 13)}</g>`;
  const art =
    code === UNSEEN || RANKS[rank] === undefined
      ? BACK
      : suit === "?"
        ? `${RIM}<g class="ink ink-s">${rankAt(rank, 50, 38, 64, true)}</g>`
        : `${RIM}<g class="ink ink-${suit} face-full">${fullFace(rank, suit)}${corner}<g transform="rotate(180 50 70)">${corner}</g></g>` +
          `<g class="ink ink-${suit} face-index">${indexFace(rank, suit)}</g>`;
  drawn.set(code, art);
  return art;
}
