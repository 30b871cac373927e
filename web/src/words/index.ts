/** The texts of the page. A translation is another object of the same shape. */

import { en } from "./en";

export type Words = typeof en;
export const t: Words = en;
