/** Surveillance: two rounds side by side. */

import { describe, expect, it } from "vitest";
import "./client";
import { compared } from "../src/view/watch/compared";
import { watch } from "../src/words/en-watch";

describe("a line of the shoes", () => {
  it("names the card that came out", () => {
    expect(watch.shoe.list_words("It came out after 4 cards, as placed.")).toBe(
      "The cutting card came out after 4 cards, as placed.",
    );
  });
});

describe("comparing rounds", () => {
  it("puts the second round that is chosen beside the first", () => {
    expect(compared.address("wisconsin-5")).toBe("/watch/compare/wisconsin-5");
    compared.choose("wisconsin-5", "");
    expect(compared.address("wisconsin-5")).toBe("/watch/compare/wisconsin-5");
    expect(compared.address("wisconsin-6")).toBe("/watch/compare/wisconsin-5/wisconsin-6");
    compared.choose("wisconsin-5", "wisconsin-6");
    expect(compared.address("wisconsin-7")).toBe("/watch/compare/wisconsin-7");
  });
});
