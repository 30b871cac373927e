/** The finished example that a newcomer sees: king against 9, with no real money or cards. */

import type { View } from "../protocol";
import { t } from "../words";

const RANGE = { min_cents: 500, max_cents: 30000 };

export const EXAMPLE: View = {
  version: 1,
  you: "",
  house: "",
  title: "",
  phase: "settle",
  day: null,
  shuffling: "hand",
  round: 1,
  dealer: { name: "", card: "9d", war_cards: [] },
  seats: [
    {
      seat: 4,
      player: "you",
      name: t.felt.you,
      chips_cents: 0,
      sitting_out: false,
      you: true,
      hand: {
        status: "settled",
        outcome: "win",
        initial_cents: 2500,
        coupon_cents: 0,
        tie_cents: 0,
        sides: {},
        war_cents: 0,
        war_tie_cents: 0,
        match_cents: 0,
        layout_cents: 2500,
        wagered_cents: 2500,
        returned_cents: 5000,
        card: "Ks",
        war_cards: [],
        racked: false,
        movements: [
          {
            wager: "initial",
            words: "",
            action: "pay",
            amount_cents: 2500,
            odds: "1:1",
            cites: "",
          },
        ],
      },
    },
  ],
  turn: [],
  shoe: {
    number: 1,
    decks: 6,
    size: 312,
    drawn: 3,
    cutting_card_out: false,
    card_held: false,
    physical: false,
    burns_due: [],
    sealed: null,
  },
  rack: ["??"], // the opening burn
  tray_cents: 0,
  due: null,
  waits: [],
  last_round: null,
  limits: {
    currency: "",
    symbol: "",
    smallest_chip_cents: 50,
    step_cents: 100,
    first: RANGE,
    tie: null,
    side: null,
  },
};
