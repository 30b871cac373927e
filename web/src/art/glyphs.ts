/** The drawings of the cards: ranks as strokes, suits, courts and where the pips lie. */

export type Pip = readonly [x: number, y: number, size?: number, flipped?: number];

/** Rank glyphs: strokes on a 60 x 100 box, so that ranks look the same on every system. */
export const RANKS: Readonly<Record<string, readonly [path: string, width: number]>> = {
  A: ["M5 100 30 6 55 100M14 69H46", 60],
  K: ["M11 0V100M53 0 12 58M26 40 56 100", 60],
  Q: ["M30 7C46 7 54 22 54 50S46 93 30 93 6 78 6 50 14 7 30 7ZM33 67 56 99", 60],
  J: ["M45 0V66C45 84 37 93 25 93 13 93 6 85 5 72", 54],
  T: ["M3 22 16 8V100M53 7C67 7 73 22 73 50S67 93 53 93 33 78 33 50 39 7 53 7Z", 80],
  9: ["M30 7C44 7 53 17 53 31S44 55 30 55 7 45 7 31 16 7 30 7ZM51 41 20 99", 60],
  8: [
    "M30 7C42 7 49 14 49 26S42 46 30 46 11 38 11 26 18 7 30 7ZM30 46C45 46 54 55 54 70S45 93 30 93 6 85 6 70 15 46 30 46Z",
    60,
  ],
  7: ["M5 7H52L22 100", 58],
  6: ["M30 93C16 93 7 83 7 69S16 45 30 45 53 55 53 69 44 93 30 93ZM9 59 40 1", 60],
  5: ["M50 7H16L12 47C17 41 24 39 31 39 45 39 54 50 54 66S45 93 30 93C18 93 9 86 6 76", 60],
  4: ["M38 2 9 71H58M44 44V100", 62],
  3: ["M8 7H50L28 41C44 41 54 51 54 67S45 93 30 93C18 93 9 86 6 75", 60],
  2: ["M8 31C8 16 17 7 30 7S52 16 52 29C52 50 9 72 8 93H54", 60],
};
export const SUITS: Readonly<Record<string, string>> = {
  h: '<path d="M50 93C24 71 6 53 6 32 6 17 17 8 29 8c10 0 17 6 21 15C54 14 61 8 71 8c12 0 23 9 23 24 0 21-18 39-44 61Z"/>',
  d: '<path d="M50 3C60 21 72 37 88 50 72 63 60 79 50 97 40 79 28 63 12 50 28 37 40 21 50 3Z"/>',
  s: '<path d="M50 4c10 20 43 37 43 60 0 13-9 20-20 20-8 0-15-4-19-11 1 10 5 18 13 23H33c8-5 12-13 13-23-4 7-11 11-19 11C16 84 7 77 7 64 7 41 40 24 50 4Z"/>',
  c: '<path d="M50 5c12 0 21 9 21 21 0 5-1 9-4 13 2-1 4-1 6-1 12 0 22 9 22 21s-9 22-21 22c-8 0-15-4-20-11 1 11 5 20 13 26H33c8-6 12-15 13-26-5 7-12 11-20 11C14 81 5 71 5 59s10-21 22-21c2 0 4 0 6 1-3-4-4-8-4-13C29 14 38 5 50 5Z"/>',
};
/** Courts: two-way figures. Three inks (suit, gold, face) and one tint; half height 56. */
export const COURTS: Readonly<Record<string, string>> = {
  K: `<path class="k-ink" d="M-29 56V47C-24 38-13 35 0 35s24 3 29 12v9Z"/>
    <path class="k-gold" d="M-7 38H7L10 56H-10Z"/><path class="k-line-f" d="M0 40V56M-5 46H5M-6 52H6"/>
    <path class="k-face" d="M-16 38C-9 44 9 44 16 38l3 7C10 52-10 52-19 45Z"/>
    <path class="k-ink" d="m-12 44 1.5 3 1.500-2.500ZM-1.500 46.500 0 49.500 1.500 46.500ZM10 44.500l1.500 2.500L13 44Z"/>
    <path class="k-ink" d="M-11 16H11V32C11 37-11 37-11 32Z"/>
      <path class="k-face" d="M-8 14H8V27C5 24 3 25 0 25S-5 24-8 27Z"/>
      <path class="k-line" d="M-6.400 18.7q2-1.500 3.900-.1M6.400 18.7q-2-1.500-3.900-.1M-5.900 20.6q1.700-1 3.300 0M5.900 20.6q-1.700-1-3.300 0"/>
      <circle class="k-ink" cx="-4.200" cy="20.9" r=".95"/><circle class="k-ink" cx="4.200" cy="20.9" r=".95"/>
      <path class="k-line" d="M.3 20.500-1 24.200H.8"/>
      <path class="k-soft" d="M-7.300 23.200h2.600v1.800h-2.600ZM4.700 23.200h2.600v1.800H4.700Z"/>
      <path class="k-face" d="M-7 27.800C-4.500 25.200-1 25.700 0 26.900 1 25.700 4.500 25.200 7 27.800 4.500 29.300 1.500 28.900 0 28.100-1.500 28.900-4.500 29.300-7 27.800Z"/>
      <path class="k-line-f" d="M-7 31.500q.6 2 0 3.500M-3.300 31.800q.7 2.200 0 4M0 32v4.200M3.300 31.800q-.7 2.200 0 4M7 31.500q-.6 2 0 3.500"/>
      <circle class="k-ink" cx="-12" cy="31.500" r="2.700"/><circle class="k-ink" cx="12" cy="31.500" r="2.700"/>
      <path class="k-line-f" d="M-13 31.500a1.200 1.200 0 1 1 1.200 1.200M13 31.500a1.200 1.200 0 1 0-1.200 1.200"/>
      <path class="k-gold k-edge" d="M-12 15-14 3l7 5L0 0l7 8 7-5-2 12Z"/>
      <path class="k-line" d="M-11.500 11.500h23"/>
      <path class="k-ink" d="m-7 11.900 1.300 1.500L-7 14.900l-1.300-1.500ZM0 11.900l1.300 1.500L0 14.900l-1.300-1.500ZM7 11.900l1.300 1.500L7 14.900l-1.300-1.500Z"/>
      <g class="k-gold k-edge"><circle cx="-13.800" cy="2.600" r="1.700"/><circle cy="0" r="1.700"/>
      <circle cx="13.800" cy="2.600" r="1.700"/></g>
      <path class="k-face k-edge" d="M20.200 5 21.500 1.200 22.800 5V33H20.200Z"/>
      <path class="k-line" d="M21.500 6V31"/><path class="k-gold k-edge" d="M16.200 31.800h10.600v2.400H16.200Z"/>
      <path class="k-face k-edge" d="M18.600 34.600h5.800c1.300 0 1.300 4.800 0 4.800h-5.800c-1.300 0-1.300-4.800 0-4.800Z"/>
      <path class="k-line" d="M18.600 36.200h5.400M18.600 37.800h5.400"/>
      <circle class="k-gold k-edge" cx="21.500" cy="42" r="2.300"/>
      <path class="k-line-f" d="M-27 53q3.500-6 8.500-7.800M-23 55.500q3.500-5 7.500-7M27 53q-3.500-6-8.500-7.800M23 55.500q-3.500-5-7.500-7"/>`,
  Q: `<path class="k-ink" d="M-29 56V49C-23 40-13 37 0 37s23 3 29 12v7Z"/>
    <path class="k-face" d="M-11 37 0 53 11 37Z"/>
    <path class="k-gold" d="M-29 56v-5C-22 45-16 43-11 42L-3 56ZM29 56v-5C22 45 16 43 11 42L3 56Z" opacity=".9"/>
    <path class="k-line-f" d="M-24 56l5-9M-17 56l3-10M24 56l-5-9M17 56l-3-10"/>
    <path class="k-ink" d="M-10 13C-17 18-17 34-12 40H12C17 34 17 18 10 13Z"/>
      <path class="k-face" d="M-8 17C-8 12 8 12 8 17V25C8 32 3 35 0 35S-8 32-8 25Z"/>
      <path class="k-line" d="M-6.400 20.3q2-1.500 3.900-.1M6.400 20.3q-2-1.500-3.900-.1M-5.900 22.2q1.700-1 3.300 0M5.900 22.2q-1.700-1-3.300 0"/>
      <circle class="k-ink" cx="-4.200" cy="22.5" r=".95"/><circle class="k-ink" cx="4.200" cy="22.5" r=".95"/>
      <path class="k-line" d="M.3 22.400-.7 26H.7"/>
      <path class="k-ink" d="M-2.500 29.300q1.300-1.200 2.500-.3 1.200-.9 2.500.3-2.500 2.200-5 0Z"/>
      <circle class="k-soft" cx="-5.400" cy="27" r="1.400"/><circle class="k-soft" cx="5.400" cy="27" r="1.400"/>
      <path class="k-line-f" d="M-12.300 19c-1.800 6-1.500 12 .7 17M-9.800 30c.3 3 1 5 2 6.500M12.300 19c1.800 6 1.500 12-.7 17M9.800 30c-.3 3-1 5-2 6.500"/>
      <path class="k-line" d="M-8 38q8 8.500 16 0"/><g class="k-gold k-edge">
      <circle cx="-4.500" cy="40.700" r=".9"/><circle cx="4.500" cy="40.700" r=".9"/></g>
      <path class="k-gold k-edge" d="m0 41.500 1.900 2.300L0 46.600l-1.900-2.800Z"/>
      <path class="k-gold k-edge" d="M-12 15C-13 10-12 6-9 3l4 5 5-7 5 7 4-5c3 3 4 7 3 12-7-3-17-3-24 0Z"/>
      <path class="k-line" d="M-11.500 11.800c7-2.600 16-2.600 23 0"/><g class="k-gold k-edge">
      <circle cx="-9" cy="3" r="1.500"/><circle cy="1" r="1.500"/><circle cx="9" cy="3" r="1.500"/></g>
      <g class="k-ink"><circle cx="-6" cy="12.300" r=".9"/><circle cy="11.600" r=".9"/>
      <circle cx="6" cy="12.300" r=".9"/></g><path class="k-line k-2" d="M-20.500 46C-22 39-22 33-21.500 27"/>
      <path class="k-ink" d="M-22 38c-4-1-5-3-5-6 3 1 5 2 5 6ZM-21.300 34c3-1 4.300-2.500 4.300-5-2.500.8-4.300 2-4.300 5Z"/>
      <g class="k-gold k-edge"><circle cx="-21.500" cy="19.800" r="2.300"/><circle cx="-18.700" cy="22" r="2.300"/>
      <circle cx="-19.800" cy="25.300" r="2.300"/><circle cx="-23.200" cy="25.300" r="2.300"/>
      <circle cx="-24.300" cy="22" r="2.300"/></g><circle class="k-ink" cx="-21.500" cy="22.900" r="1.500"/>
      <path class="k-face k-edge" d="M-23.500 42.500c2-1.600 4.600-1.400 6 .2l-1 4.300h-5Z"/>
      <path class="k-line" d="M-22.300 44.300h4M-22.300 45.800h4"/>`,
  J: `<path class="k-ink" d="M-29 56V48C-24 39-13 36 0 36s24 3 29 12v8Z"/>
    <path class="k-face" d="M-17 38.500-21 56h7l3-18.500ZM17 38.500 21 56h-7L11 37.500ZM-3.500 42h7V56h-7Z"/>
    <path class="k-gold" d="M-12 36C-6 42 6 42 12 36l2 5C7 47-7 47-14 41Z"/>
    <path class="k-ink" d="M-12 15H12V31C9 34 8 30 8 27H-8C-8 30-9 34-12 31Z"/>
      <path class="k-face" d="M-8 15H8V27C8 33 3 35 0 35S-8 33-8 27Z"/>
      <path class="k-line" d="M-6.400 19.7q2-1.500 3.900-.1M6.400 19.7q-2-1.500-3.900-.1M-5.900 21.6q1.700-1 3.300 0M5.900 21.6q-1.700-1-3.300 0"/>
      <circle class="k-ink" cx="-4.200" cy="21.9" r=".95"/><circle class="k-ink" cx="4.200" cy="21.9" r=".95"/>
      <path class="k-line" d="M.3 21.500-.8 25.300H.8M-2.300 29.300q2.300 1.500 4.600 0"/>
      <path class="k-line-f" d="M-10 19v10M10 19v10"/><circle class="k-ink" cx="-10.600" cy="32" r="2.400"/>
      <circle class="k-ink" cx="10.600" cy="32" r="2.400"/>
      <path class="k-line-f" d="M-11.600 32a1 1 0 1 1 1 1M11.600 32a1 1 0 1 0-1 1"/>
      <path class="k-ink" d="M-13 13C-15 4-5 1 4 3c7 1 11 5 9 10Z"/>
      <path class="k-gold k-edge" d="M-14 12.500H14V16.500H-14Z"/>
      <path class="k-gold k-edge" d="M10 6C15 3 19-1 26 0c0 6-8 9-15 9Z"/>
      <path class="k-line" d="M12 7.500C16 5.500 20 3 24.500 1.500M15 5.800l1 2M18 4.300l1 2M21 2.900l1 1.800"/>
      <path class="k-line" d="M-11 14.500h3M-5 14.500h3M1 14.500h3M7 14.500h3"/>
      <path class="k-line-f" d="M-9 9C-6 6 0 5.500 5 7"/><path class="k-line k-2" d="M-21.500 8V47"/>
      <path class="k-face k-edge" d="M-21.500-1c4.500 3 4.500 9 0 12.500-4.500-3.500-4.500-9.500 0-12.500Z"/>
      <path class="k-gold k-edge" d="M-21.500 3c2 1.500 2 4 0 5.500-2-1.500-2-4 0-5.500Z"/>
      <path class="k-gold k-edge" d="M-25 11.800h7v2.200h-7Z"/>
      <path class="k-face k-edge" d="M-24.200 38.600h5.400c1.300 0 1.300 4.600 0 4.600h-5.400c-1.300 0-1.300-4.600 0-4.600Z"/>
      <path class="k-line" d="M-23.800 40.100h5M-23.800 41.700h5"/><g class="k-ink"><circle cy="45.500" r="1.100"/>
      <circle cy="50" r="1.100"/><circle cy="54.500" r="1.100"/></g>
      <path class="k-line" d="M-8.500 41.500l1.500 2M-4 43.300l1 2M8.500 41.500l-1.500 2M4 43.300l-1 2"/>`,
};
export const EMBLEM: Readonly<Record<string, string>> = {
  K: "M6 34 2 10l13 9L25 4l10 15 13-9-4 24ZM7 39h36",
  Q: "M6 34C4 24 4 16 9 9l8 11 8-16 8 16 8-11c5 7 5 15 3 25-12-4-26-4-38 0ZM8 39h34",
  J: "M6 28C5 14 16 9 27 11c10 2 17 7 17 17ZM4 28H46V36H4ZM36 13C36 6 41 0 50-2c2 8-1 15-9 18Z",
};
export const PIPS: Readonly<Record<string, readonly Pip[]>> = (() => {
  const L = 33,
    M = 50,
    R = 67;
  const T = 29,
    B = 111,
    c = 70;
  return {
    A: [[M, c, 46]],
    2: [
      [M, T],
      [M, B, 0, 1],
    ],
    3: [
      [M, T],
      [M, c],
      [M, B, 0, 1],
    ],
    4: [
      [L, T],
      [R, T],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    5: [
      [L, T],
      [R, T],
      [M, c],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    6: [
      [L, T],
      [R, T],
      [L, c],
      [R, c],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    7: [
      [L, T],
      [R, T],
      [M, 49.5],
      [L, c],
      [R, c],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    8: [
      [L, T],
      [R, T],
      [M, 49.5],
      [L, c],
      [R, c],
      [M, 90.5, 0, 1],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    9: [
      [L, T],
      [R, T],
      [L, 56.3],
      [R, 56.3],
      [M, c],
      [L, 83.7, 0, 1],
      [R, 83.7, 0, 1],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
    T: [
      [L, T],
      [R, T],
      [M, 42.6],
      [L, 56.3],
      [R, 56.3],
      [L, 83.7, 0, 1],
      [R, 83.7, 0, 1],
      [M, 97.4, 0, 1],
      [L, B, 0, 1],
      [R, B, 0, 1],
    ],
  };
})();
