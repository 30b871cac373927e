/** The texts of the staff's rooms, loaded with them. */

import { staff } from "./en-staff";

export const texts = staff;

/** How a hand ended, in a word or two. */
export const outcomeWord = (outcome: string): string =>
  staff.deal.outcomes[outcome] ?? outcome.replaceAll("_", " ");
