/** The texts of the staff's rooms, loaded with them. */

import { t } from "./index";
import { staff } from "./en-staff";

export const texts = staff;

/** A real card as entered; its suit may be unknown. */
export const faceWord = (face: string): string =>
  face.endsWith("?") ? t.rank(face.charAt(0)) : t.card(face);

/** How a hand ended, in a word or two. */
export const outcomeWord = (outcome: string): string =>
  staff.deal.outcomes[outcome] ?? outcome.replaceAll("_", " ");
