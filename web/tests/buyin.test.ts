/** How many chips of the account come along to a seat. */

import { expect, test } from "vitest";
import { buyIns } from "../src/reduce/buyin";

test.each([
  // account, least bet, smallest chip: what may be picked, what is usual
  [100_000, 500, 50, [10_000, 50_000, 100_000], 50_000],
  [100_000, 1_000, 50, [20_000, 100_000], 100_000],
  [30_025, 500, 50, [10_000, 30_000], 30_000], // whole chips, and no more than there is
  [4_000, 500, 50, [4_000], 4_000],
  [25, 500, 50, [], 0],
])("an account of %d at a table from %d", (account, least, chip, amounts, usual) => {
  expect(buyIns(account, least, chip)).toEqual({ amounts, usual, all: amounts.at(-1) ?? 0 });
});
