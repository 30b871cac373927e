/** Reactions as drawings of one stroke, so that they look the same on every system. */

const FACE = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9 9.200v1.300M15 9.200v1.300";
const DRAWN: Readonly<Record<string, string>> = {
  clap: "M8.500 12.500 13 8a1.400 1.400 0 0 1 2 2l-3 3M15 10l1.700-1.700a1.400 1.400 0 0 1 2 2L15 14M17.300 11.700a1.400 1.400 0 0 1 2 2l-4.600 4.800a4.600 4.600 0 0 1-6.500 0l-2.700-2.700a1.400 1.400 0 0 1 2-2l1.500 1.500M6.500 9.500 4 8.500M8.500 6.500 7.500 4M11.500 5.500V3",
  laugh: `${FACE}M7.500 13.500h9a4.500 4.500 0 0 1-9 0Z`,
  heart:
    "M12 20C5.500 15.500 3 12.300 3 8.800A4.600 4.600 0 0 1 12 7a4.600 4.600 0 0 1 9 1.800c0 3.500-2.500 6.700-9 11.200Z",
  wow: `${FACE}M12 17.500a2 2.300 0 1 0 0-4.600 2 2.300 0 0 0 0 4.600Z`,
  tear: `${FACE}M9 16.500c1.600-1.700 4.400-1.700 6 0M15.500 12.200c-1.300 1.800-.9 2.800 0 2.800s1.300-1 0-2.800Z`,
};

/** The drawing of a reaction; "" for a phrase. */
export function reactionArt(phrase: string): string {
  const path = DRAWN[phrase];
  return path === undefined
    ? ""
    : `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
}
