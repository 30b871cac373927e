/** How long each event takes to see. Houses differ only in the order of their events. */

import type { Event } from "../protocol";

const STILL_MS = 500;
const CHIP_MS = 180;
const CARD_MS = 240;
const LAST_ROUND_MS = 3000; // the result of a round after which the cards are changed
const BURN_MS = 130;
const PAY_MS = 260;
const COLLECT_MS = 220;
const REST_MS = 500; // chips that were paid to the reader stay for a moment
const REST_OTHERS_MS = 120;

const TEMPO: Readonly<Partial<Record<Event["name"], number>>> = {
  wager_placed: CHIP_MS,
  no_more_bets: STILL_MS,
  card_dealt: CARD_MS,
  war_card_dealt: CARD_MS,
  card_burned: BURN_MS,
  face_up_card_found: STILL_MS,
  cutting_card_reached: 3 * STILL_MS, // a sentence to read
  hand_compared: 160,
  war_compared: 160,
  wager_collected: COLLECT_MS,
  wager_paid: PAY_MS,
  wager_returned: 0,
  war_chosen: CHIP_MS,
  war_matched: PAY_MS,
  war_tie_placed: CHIP_MS,
  wagers_taken_back: CHIP_MS,
  wagers_returned: PAY_MS,
  movement_reversed: PAY_MS,
  surrender_chosen: CHIP_MS,
  round_voided: STILL_MS,
  cards_spread: 300,
  cards_washed: 700,
  cards_stacked: 200,
  cards_shuffled: 600,
  cards_collected: 400,
  cards_cut: PAY_MS,
  shoe_loaded: 300,
};

/** Milliseconds until the next event is shown to the player of a seat. */
export function tempo(event: Event, seat: number | null): number {
  const rest = event.name === "wager_paid" ? (event.seat === seat ? REST_MS : REST_OTHERS_MS) : 0;
  const before = event.name === "round_completed" && event.reshuffle ? LAST_ROUND_MS : 0;
  return (TEMPO[event.name] ?? 0) + rest + before;
}

const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");

let jumps = false;

/** Whether changes appear in place, without motion. */
export const atOnce = (on: boolean): void => void (jumps = on);

/** Whether there is any motion. */
export const moves = (): boolean =>
  !jumps && !reduced.matches && document.visibilityState === "visible";
