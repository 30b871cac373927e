/** Surveillance: two rounds side by side. */

import { describe, expect, it } from "vitest";
import "./client";
import { compared } from "../src/view/watch/compared";

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
