/** The felt of a table: rail, cloth, and the print of the house. */

/** The nap of the cloth: one small tile, drawn once. */
const NAP =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" stitchTiles="stitch"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 .5 0 0 0 -.2"/></filter><rect width="160" height="160" filter="url(#n)"/></svg>',
  );

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");

/** The whole felt, seen from the players' side. */
export function feltArt(title: string, pays: readonly string[]): string {
  const line = escaped(pays.join("   ·   ").toUpperCase());
  const size = line.length > 110 ? 11.5 : 13;
  return `<defs><radialGradient id="felt-g" gradientUnits="userSpaceOnUse" cx="720" cy="170" r="760">
    <stop stop-color="var(--felt-hi)"/><stop offset=".55" stop-color="var(--felt)"/>
    <stop offset="1" stop-color="var(--felt-lo)"/></radialGradient><linearGradient id="rail-g" x2="0" y2="1">
    <stop stop-color="var(--rail-hi)"/><stop offset=".7" stop-color="var(--rail)"/>
    <stop offset="1" stop-color="var(--rail-lo)"/></linearGradient>
    <pattern id="nap" width="160" height="160" patternUnits="userSpaceOnUse">
    <image href="${NAP}" width="160" height="160"/></pattern>
  <path id="arc-1" d="M282-80A438 396 0 0 0 1158-80"/><path id="arc-2" d="M246-80A474 435 0 0 0 1194-80"/></defs>
  <path class="table__shadow" d="M26-40C26 430 326 702 720 702S1414 430 1414-40Z" fill="rgb(0 0 0 / .34)" transform="translate(0 10)"/>
  <path d="M26-40C26 430 326 694 720 694S1414 430 1414-40Z" fill="url(#rail-g)"/>
    <path d="M28-40C28 429 327 692 720 692S1412 429 1412-40" fill="none" stroke="rgb(255 255 255 / .13)" stroke-width="1.5"/>
    <path d="M56-40C56 414 342 667 720 667S1384 414 1384-40Z" fill="rgb(0 0 0 / .5)"/>
    <path d="M60-40C60 412 344 662 720 662S1380 412 1380-40Z" fill="url(#felt-g)"/>
    <path d="M60-40C60 412 344 662 720 662S1380 412 1380-40Z" fill="url(#nap)" opacity=".08"/>
    <path d="M60-40C60 412 344 662 720 662S1380 412 1380-40" fill="none" stroke="rgb(0 0 0 / .35)" stroke-width="6"/>
  <g fill="none" stroke="var(--print-soft)">
    <path pathLength="100" stroke-dasharray="0 21.5 57 99" d="M308-80A412 362 0 0 0 1132-80" stroke-width="1.5"/>
    <path pathLength="100" stroke-dasharray="0 21.5 57 99" d="M230-80A490 452 0 0 0 1210-80" stroke-width="1.5"/>
    </g>
  <g fill="var(--print)" text-anchor="middle" font-family="var(--font)"><text font-size="25" font-weight="600" letter-spacing="11"><textPath href="#arc-1" startOffset="50%">${escaped(title.toUpperCase())}</textPath></text><text font-size="${size}" font-weight="550" letter-spacing="1.5"><textPath href="#arc-2" startOffset="50%">${line}</textPath></text></g>`;
}

/** The paytable on two arcs, for a narrow screen. */
export function paysArc(first: string, second: string): string {
  return `<path id="pa-0" d="M-40-24Q183 44 406-24"/><path id="pa-1" d="M-30-4Q183 62 396-4"/>
    <path id="pa-2" d="M-30 15Q183 81 396 15"/>
    <path class="ln" d="M-40-16Q183 46 406-16M-40 26Q183 94 406 26"/><text><textPath href="#pa-1" startOffset="50%">${escaped(first)}</textPath></text><text><textPath href="#pa-2" startOffset="50%">${escaped(second)}</textPath></text>`;
}
