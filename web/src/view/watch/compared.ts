/** The first of two rounds to compare, kept for this tab while the other one is being chosen. */

const KEPT = "casinowar.compare";

export const compared = {
  /** The round that waits for another; empty: none. */
  first(): string {
    try {
      return sessionStorage.getItem(KEPT) ?? "";
    } catch {
      return ""; // storage is switched off
    }
  },
  /** Two rounds are compared, or the first of them is chosen. */
  choose(left: string, right: string): void {
    try {
      if (left && !right) sessionStorage.setItem(KEPT, left);
      else if (right) sessionStorage.removeItem(KEPT);
    } catch {
      // storage is switched off
    }
  },
  /** The target of “Compare”: next to the waiting round, or this round waits. */
  address(round: string): string {
    const first = compared.first();
    const ids = first === "" || first === round ? [round] : [first, round];
    return `/watch/compare/${ids.map(encodeURIComponent).join("/")}`;
  },
};
