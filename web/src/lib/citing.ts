/** The house that clause marks below a component belong to. */

import { getContext, setContext } from "svelte";
import type { House } from "../wire/api";

const KEY = Symbol("house");

/** Marks in this component and below cite for this house. */
export const citeFor = (house: () => House | null): (() => House | null) => setContext(KEY, house);

/** The house that a mark cites for; null while it is not known. */
export const citingHouse = (): (() => House | null) =>
  getContext<(() => House | null) | undefined>(KEY) ?? (() => null);
