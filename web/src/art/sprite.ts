/** The symbols of all drawings, added to the document once. */

import { CHIPS, chipSymbol } from "./chips";
import { RANKS, SUITS } from "./glyphs";

const GRADIENTS = `<pattern id="back-lattice" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="translate(50 70) rotate(45) translate(-4 -4)">
  <path d="M0 4H8M4 0V8" stroke="rgb(255 255 255 / .3)" stroke-width=".7"/>
  <circle cx="4" cy="4" r="1.250" fill="rgb(255 255 255 / .62)"/></pattern>
<pattern id="edges" width="6" height="3" patternUnits="userSpaceOnUse"><path d="M0 .4H6" stroke="rgb(0 0 0 / .5)" stroke-width=".8"/></pattern>
<linearGradient id="tube"><stop offset="0" stop-opacity=".5"/>
  <stop offset=".3" stop-color="#fff" stop-opacity=".16"/><stop offset=".6" stop-opacity="0"/>
  <stop offset="1" stop-opacity=".5"/></linearGradient>
<linearGradient id="shoe-body" x2="0" y2="1"><stop stop-color="#2f3533"/><stop offset="1" stop-color="#151918"/>
  </linearGradient><linearGradient id="shoe-lip"><stop stop-color="#0c0f0e"/>
  <stop offset=".5" stop-color="#3b4340"/><stop offset="1" stop-color="#1c2220"/></linearGradient>
<clipPath id="court-clip"><rect x="24" y="13" width="52" height="114" rx="2"/></clipPath>`;

const sprite = (): string =>
  [
    ...Object.entries(RANKS).map(
      ([rank, [path]]) => `<path id="r-${rank}" class="rank" d="${path}"/>`,
    ),
    ...Object.entries(SUITS).map(([suit, art]) => `<g id="s-${suit}">${art}</g>`),
    ...[...CHIPS.values()].map(chipSymbol),
    GRADIENTS,
  ].join("");

/** Add the symbols to the document. */
export function drawSymbols(): void {
  const symbols = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  symbols.setAttribute("class", "symbols");
  symbols.setAttribute("aria-hidden", "true");
  symbols.innerHTML = `<defs>${sprite()}</defs>`;
  document.body.prepend(symbols);
}
