/** A text as a QR code. */

import { encode } from "uqr";

const QUIET = 4; // white modules on each side, as the standard requires

/** Dark squares on white, as one path, and how many squares wide it is with its quiet zone. */
export function codeOf(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const runs = data.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      found.push(`M${from} ${y}h${x + 1 - from}v1h-${x + 1 - from}z`);
    }
    return found;
  });
  return { path: runs.join(""), size };
}
