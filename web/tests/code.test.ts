/** The QR code of a link. Planted once and caught here: a row of squares drawn one too short. */

import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { codeOf } from "../src/art/code";

/** The squares that a path covers. */
function squares(path: string, size: number): boolean[][] {
  const found = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let at = 0; at < Number(width); at += 1)
      (found[Number(y)] as boolean[])[Number(x) + at] = true;
  return found;
}

describe("a link as a code", () => {
  const LINK = "https://play.example/t/amber-fox-quiet-river-k7wq2m";
  it("has the squares of the link, and four squares of white around them", () => {
    const { path, size } = codeOf(LINK);
    const drawn = squares(path, size);
    expect(drawn).toEqual(encode(LINK, { ecc: "M", border: 4 }).data);
    const edge = [0, 1, 2, 3, size - 4, size - 3, size - 2, size - 1];
    expect(edge.every((at) => drawn.every((row) => !row[at]) && !drawn[at]?.includes(true))).toBe(
      true,
    );
  });
});
