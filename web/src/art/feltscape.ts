/** A small picture of a table, for a house in the lobby. */

import { rankAt, RIM, suitAt } from "./card";

const TAKEN = [
  [0, 2, 3, 6],
  [1, 3, 4, 5, 6],
  [0, 1, 4],
];
const CARDS = ["9d", "Ks", "Qh"];
const CHIPS = ["25", "5", "100"];

/** The picture of the n-th house; its colours are those of the felt around it. */
export function feltscape(n: number): string {
  const look = n % 3;
  const card = CARDS[look] ?? "9d";
  const seats = Array.from({ length: 7 }, (_, i) => {
    const angle = (i - 3) * 0.39;
    const [x, y] = [160 + Math.sin(angle) * 132, -38 + Math.cos(angle) * 126];
    const chip = TAKEN[look]?.includes(i)
      ? `<g transform="translate(${x} ${y}) scale(.19)"><use href="#chip-${CHIPS[(i + n) % 3]}"/></g>`
      : "";
    return `<circle cx="${x}" cy="${y}" r="7" fill="none" stroke="var(--print)" stroke-opacity=".45"/>${chip}`;
  }).join("");
  return (
    `<defs><radialGradient id="hf${n}" cx=".5" cy="0" r=".95"><stop stop-color="var(--felt-hi)"/>
      <stop offset="1" stop-color="var(--felt-lo)"/></radialGradient></defs>
      <path d="M-14-30C-14 62 62 112 160 112S334 62 334-30Z" fill="var(--rail)"/>
      <path d="M-7-30C-7 58 66 104 160 104S327 58 327-30Z" fill="url(#hf${n})"/>
      <path d="M84 44Q160 76 236 44" fill="none" stroke="var(--print-soft)"/>${seats}` +
    `<g transform="translate(136 10) scale(.23)">${RIM}<g class="ink ink-${card[1]}">${rankAt(card[0] ?? "9", 24, 20, 62)}${suitAt(card[1] ?? "d", 62, 108, 46)}</g>
      </g>
      <rect x="162.5" y="10.5" width="22" height="31" rx="2" fill="none" stroke="var(--print)" stroke-opacity=".45"/>` +
    `<g transform="translate(214 10) rotate(8)">
      <rect width="40" height="19" rx="3.5" fill="#151918" stroke="rgb(255 255 255 / .22)"/>
      <rect x="6" y="4" width="17" height="11" fill="#f3ecdb"/>
      <path d="M9 4V15M12 4V15M15 4V15M18 4V15M21 4V15" stroke="#b9b09a" stroke-width=".7"/>
      </g>
      <g transform="translate(78 9)">
      <rect width="19" height="26" rx="3" fill="#151918" stroke="rgb(255 255 255 / .3)"/>
      <rect x="3" y="3" width="13" height="19" rx="1.5" fill="var(--back-a)" stroke="var(--card-face)"/>
      </g>`
  );
}
