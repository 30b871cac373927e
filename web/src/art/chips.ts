/** Chips: spots differ by count and width as well as colour. Amounts are in whole chips, 0.5 at least. */

type Look = readonly [id: string, spots: number, spotLength: number, text: string];

export const CHIPS: ReadonlyMap<number, Look> = new Map<number, Look>([
  [0.5, ["half", 4, 9, "½"]],
  [1, ["1", 4, 14, "1"]],
  [5, ["5", 6, 12, "5"]],
  [25, ["25", 8, 10, "25"]],
  [100, ["100", 4, 24, "100"]],
  [500, ["500", 12, 6, "500"]],
  [1000, ["1000", 3, 40, "1k"]],
]);
const LARGEST_FIRST = [...CHIPS.keys()].reverse();
const STACK_MAX = 9;

/** The chip from above, as a symbol. */
export const chipSymbol = (look: Look): string => `<g id="chip-${look[0]}">${chipFace(look)}</g>`;

function chipFace([id, spots, length, text]: Look): string {
  const gap = (2 * Math.PI * 28) / spots - length;
  const light = id === "1";
  return (
    `<circle r="32" fill="var(--chip-${id})"/>
      <circle r="28" fill="none" stroke="${light ? "var(--chip-half)" : "var(--chip-spot)"}" stroke-width="7" stroke-dasharray="${length} ${gap.toFixed(3)}" stroke-dashoffset="${length / 2}" transform="rotate(-90)"/>` +
    '<circle r="31.5" fill="none" stroke="rgb(0 0 0 / .35)"/><circle r="23" fill="var(--chip-inlay)" stroke="rgb(0 0 0 / .28)" stroke-width=".8"/>' +
    `<circle r="20.3" fill="none" stroke="var(--chip-${light ? "half" : id})" stroke-width="1.1" stroke-dasharray="1.4 1.79"/>` +
    `<text y=".35em" text-anchor="middle" fill="var(--chip-ink)" font-weight="700" font-size="${text.length > 2 ? 16 : 21}" letter-spacing="-.5" font-family="var(--font)">${text}</text>`
  );
}

/** One chip of that value, from above; a value that has no chip of its own shows its number. */
export function chipArt(value: number): string {
  const id = CHIPS.get(value)?.[0];
  const face = id ? `<use href="#chip-${id}"/>` : chipFace(["half", 4, 9, String(value)]);
  return `<svg class="chip" viewBox="-33 -33 66 66" aria-hidden="true">${face}</svg>`;
}

/** The chips that make up an amount, the largest first. */
export function breakdown(cents: number): number[] {
  const chips: number[] = [];
  let left = cents;
  for (const value of LARGEST_FIRST)
    while (left >= value * 100) {
      chips.push(value);
      left -= value * 100;
    }
  return chips;
}

const RX = 23;
const TILT = 0.66;
const RY = RX * TILT;
const THICK = 5.6;
const TURN = 2 * Math.PI;

function rim(from: number, to: number, y: number): string {
  const [x1, y1] = [RX * Math.cos(from), y + RY * Math.sin(from)];
  const [x2, y2] = [RX * Math.cos(to), y + RY * Math.sin(to)];
  const [a, b, c, d] = [x1.toFixed(2), y1.toFixed(2), x2.toFixed(2), y2.toFixed(2)];
  return `M${a} ${b}A${RX} ${RY} 0 0 1 ${c} ${d}v${THICK}A${RX} ${RY} 0 0 0 ${a} ${(y1 + THICK).toFixed(2)}Z`;
}

function layer(value: number, index: number, count: number): string {
  const [id, spots, length] = CHIPS.get(value) ?? ["1", 4, 14, "1"];
  const y = (count - 1 - index) * THICK;
  const shift = [0, 0.7, -0.6, 0.4, -0.8][(index * 3 + count) % 5] ?? 0;
  const wide = length / 28;
  const offset = (index * 1.37 + count * 0.6) % (TURN / spots);
  let marks = "";
  for (let spot = 0; spot < spots; spot++) {
    const at = (((offset + (spot * TURN) / spots) % TURN) + TURN) % TURN;
    if (at > 0.08 && at + wide < Math.PI - 0.08) marks += rim(at, at + wide, y);
  }
  const side = rim(0, Math.PI - 1e-4, y);
  const top =
    index === count - 1
      ? `<g transform="translate(0 ${y}) scale(${RX / 32} ${(RX / 32) * TILT})"><use href="#chip-${id}"/></g>`
      : `<ellipse cy="${y}" rx="${RX}" ry="${RY}" fill="var(--chip-${id})"/>`;
  return (
    `<g transform="translate(${shift})"><path d="${side}" fill="var(--chip-${id})"/><path d="${side}" fill="rgb(0 0 0 / .2)"/>` +
    `<path d="${marks}" fill="${id === "1" ? "var(--chip-half)" : "var(--chip-spot)"}" opacity=".9"/>` +
    `<path d="${side}" fill="none" stroke="rgb(0 0 0 / .42)" stroke-width=".7"/>${top}</g>`
  );
}

interface StackArt {
  art: string;
  viewBox: string;
  chips: number;
}

/** A stack of chips seen from a player's chair, the largest at the bottom: its SVG and its size. */
export function stackArt(cents: number): StackArt {
  return pileArt(breakdown(cents));
}

/** A stack of these chips, the first at the bottom. */
export function pileArt(chips: readonly number[]): StackArt {
  const list = chips.slice(0, STACK_MAX);
  const count = list.length;
  const height = (2 * RY + count * THICK + 3).toFixed(1);
  const shadow = `<ellipse cx="1.5" cy="${(count * THICK + 1.5).toFixed(1)}" rx="${RX}" ry="${RY}" fill="rgb(0 0 0 / .3)"/>`;
  return {
    art: shadow + list.map((value, index) => layer(value, index, count)).join(""),
    viewBox: `-26 ${-RY - 1.5} 52 ${height}`,
    chips: count,
  };
}
