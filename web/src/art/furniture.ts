/** The furniture of the felt: the table inventory, the shoe and the discard rack, from above. */

import { CHIPS } from "./chips";

/** The table inventory container: chips on edge in tubes. */
export function inventoryArt(): string {
  const tubes: readonly (readonly [number, number])[] = [
    [0.5, 62],
    [1, 88],
    [1, 74],
    [5, 92],
    [5, 80],
    [25, 90],
    [25, 66],
    [100, 84],
    [100, 58],
    [500, 70],
    [1000, 44],
  ];
  return `<svg class="float" viewBox="0 0 380 58" aria-hidden="true">
    <rect width="380" height="58" rx="9" fill="var(--rail-lo)"/>
    <rect x="3" y="3" width="374" height="52" rx="7" fill="#0b0d0c"/>${tubes
      .map(([d, f], i) => {
        const x = 8 + i * 33.2,
          h = Math.round((46 * f) / 100 / 3) * 3,
          id = CHIPS.get(d)?.[0] ?? "1";
        return `<rect x="${x}" y="6" width="31" height="46" rx="3" fill="#181c1b"/>
        <g transform="translate(${x} ${52 - h})"><rect width="31" height="${h}" rx="2" fill="var(--chip-${id})"/>
        <rect x="11.500" width="8" height="${h}" fill="${d == 1 ? "var(--chip-half)" : "var(--chip-spot)"}" opacity=".92"/>
        <rect width="31" height="${h}" rx="2" fill="url(#edges)"/>
        <rect width="31" height="${h}" rx="2" fill="url(#tube)"/></g>`;
      })
      .join("")}</svg>`;
}

/** The shoe, mouth to the dealer's hand; its window shows the remaining cards and the cutting card. */
export function shoeArt(left: number, total: number, cut: number): string {
  const L = 120,
    end = 34 + (L * left) / total,
    at = 34 + (L * (left - cut)) / total;
  let lines = "";
  for (let i = 36.4; i < end; i += 2.4) lines += `M${i.toFixed(1)} 16V62`;
  return `<svg class="shoe" viewBox="0 0 172 84" aria-hidden="true">
    <rect x="20" y="10" width="146" height="72" rx="9" fill="rgb(0 0 0 / .3)"/>${left ? '<path d="M4 13H24V65H4C2 65 1 64 1 62V16C1 14 2 13 4 13Z" fill="var(--card-face)"/><rect x="3.500" y="15.500" width="20" height="47" rx="1.500" fill="var(--back-a)"/><rect x="6" y="18" width="17" height="42" fill="url(#back-lattice)"/>' : ""}<rect x="18" y="4" width="146" height="70" rx="8" fill="url(#shoe-body)"/>
    <rect x="18.500" y="4.500" width="145" height="69" rx="7.500" fill="none" stroke="rgb(255 255 255 / .16)"/>
    <rect x="30" y="11" width="128" height="56" rx="4" fill="#080b0a"/>${left ? `<path d="M34 15H${end.toFixed(1)}V63H34Z" fill="#f3ecdb"/>` : ""}<path d="${lines}" stroke="#b9b09a" stroke-width=".8"/>${cut && at > 36 ? `<rect x="${(at - 1.5).toFixed(1)}" y="13" width="3" height="52" rx="1" fill="var(--cut-card)" stroke="rgb(0 0 0 / .4)" stroke-width=".4"/>` : ""}<path d="M30 11H158V24L30 40Z" fill="rgb(255 255 255 / .07)"/>
    <path d="M18 6H28V72H18C15 58 15 20 18 6Z" fill="url(#shoe-lip)"/></svg>`;
}

/** The discard rack: clear walls, the pile grows. */
export function rackArt(n: number): string {
  const h = Math.min(20, 3 + n / 14),
    lines = Array.from(
      { length: Math.floor(h / 2) },
      (_, i) => `M${12 - i * 0.0} ${96 + i * 2}H74`,
    ).join("");
  return `<svg class="rack" viewBox="0 0 88 124" aria-hidden="true">
    <rect x="3" y="5" width="82" height="117" rx="9" fill="rgb(0 0 0 / .35)"/>
    <rect x="1.500" y="1.500" width="83" height="117" rx="8" fill="rgb(12 18 16 / .78)" stroke="rgb(255 255 255 / .26)"/>${n ? `<rect x="10" y="${10}" width="66" height="${92 + h * 0.6}" rx="5" fill="#e9e1cf"/><path d="${lines}" stroke="#b3a98f" stroke-width=".8"/><g transform="translate(10 8) scale(.66)"><rect x=".5" y=".5" width="99" height="139" rx="7.500" fill="var(--card-face)" stroke="var(--card-edge)"/><rect x="5" y="5" width="90" height="130" rx="4.500" fill="var(--back-a)"/><rect x="9" y="9" width="82" height="122" rx="2" fill="url(#back-lattice)" stroke="rgb(255 255 255 / .55)" stroke-width=".8"/></g>` : ""}<path d="M1.500 30V10a8.500 8.500 0 0 1 8.500-8.500h66a8.500 8.500 0 0 1 8.500 8.500v20" fill="none" stroke="rgb(255 255 255 / .34)" stroke-width="2.500"/>
    </svg>`;
}
