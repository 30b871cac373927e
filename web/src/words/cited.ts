/** A citation in words. */

import type { House } from "../wire/api";
import { t } from "./index";

export interface Cited {
  /** The kind of the rule, before its text; "" for a clause of the house's own document. */
  readonly lead: string;
  readonly text: string;
  readonly where: string;
}

/** "Washington State" of "Washington State: rules of play". */
export const shortName = (title: string): string => title.split(/[,:]/)[0] ?? title;

/** A citation of a house in words. */
export function citedAs(house: House, cites: string): Cited {
  const { cited } = t;
  const found = house.clauses[cites];
  if (found === undefined) {
    const [, number] = /^\S+ (\S+)$/.exec(cites) ?? [];
    return cites === "policy" || number === undefined
      ? { lead: cited.open, text: "", where: cited.policy }
      : { lead: cited.own, text: "", where: cited.clause(house.document, number) };
  }
  const { basis, document, number, text } = found;
  switch (basis) {
    case "clause":
      return { lead: "", text, where: cited.clause(document, number) };
    case "followed":
      return {
        lead: cited.followed(shortName(document)),
        text,
        where: cited.clause(document, number),
      };
    case "policy":
      return { lead: cited.byPolicy, text, where: cited.numbered(number) };
  }
}

/** The place of a citation on the rules page. */
export const placeOf = (cites: string): string =>
  cites === "policy"
    ? "policies"
    : `c-${cites
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/-$/, "")}`;
