/** A house's names for its wagers. */

import type { House } from "../wire/api";
import type { Names } from "./table";

/** The names of a house's wagers; usual names while the house is not known. */
export function namesOf(house: House | null): Names {
  const sides = (house?.areas.sides ?? []).map((side) => [side.name, side.title]);
  return {
    first: house?.areas.first ?? "first",
    war: house?.areas.war ?? "war",
    sides: Object.fromEntries(sides) as Names["sides"],
    warOnBoth: house?.pays.war_on_both ?? false,
  };
}
