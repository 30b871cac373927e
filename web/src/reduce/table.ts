/**
 * Events folded into the view that people see.
 *
 * The service sends a view at the beginning and events from then on. What follows from the order of
 * the game (phase, turn, due, waits, burns due) is never worked out here: the service says the phase
 * and the waits with its events. Everything else ends exactly as Python's `view`; a test folds every
 * playthrough.
 */

import type { Event, HandView, MovementView, SeatView, View, Wager } from "../protocol";
import { reduceSealed } from "./sealed";

/** A house's names for its wagers. */
export interface Names {
  readonly first: string;
  readonly war: string;
  readonly sides: Readonly<Record<string, string>>;
  readonly warOnBoth: boolean; // the odds of a war apply to both wagers
}

const CARDS_PER_DECK = 52;
const DEALER = 0;

const NO_HAND: HandView = {
  status: "live",
  outcome: null,
  initial_cents: 0,
  coupon_cents: 0,
  tie_cents: 0,
  sides: {},
  war_cents: 0,
  war_tie_cents: 0,
  match_cents: 0,
  layout_cents: 0,
  wagered_cents: 0,
  returned_cents: 0,
  card: null,
  war_cards: [],
  racked: false,
  movements: [],
};

/** A wager in the words of its house. */
export function wagerWords(names: Names, wager: Wager, side: string | null): string {
  switch (wager) {
    case "initial":
      return `${names.first} wager`;
    case "tie":
      return "Tie wager";
    case "war":
      return `${names.war} wager`;
    case "war_tie":
      return "Tie wager on the war deal";
    case "side":
      return names.sides[side ?? ""] ?? "side bet";
  }
}

function atSeat(view: View, seat: number, change: (found: SeatView) => SeatView): View {
  return { ...view, seats: view.seats.map((one) => (one.seat === seat ? change(one) : one)) };
}

function hand(view: View, seat: number, change: (found: HandView) => Partial<HandView>): View {
  return atSeat(view, seat, (one) => {
    const found = one.hand ?? NO_HAND;
    return { ...one, hand: { ...found, ...change(found) } };
  });
}

function chips(view: View, seat: number, cents: number): View {
  return atSeat(view, seat, (one) => ({ ...one, chips_cents: one.chips_cents + cents }));
}

function toLayout(view: View, seat: number, cents: number): View {
  const down = hand(view, seat, (found) => ({
    layout_cents: found.layout_cents + cents,
    wagered_cents: found.wagered_cents + cents,
  }));
  return chips(down, seat, -cents);
}

function tray(view: View, cents: number): View {
  return { ...view, tray_cents: view.tray_cents + cents };
}

function emptyShoe(view: View, size = 0): View {
  const shoe = { ...view.shoe, size, drawn: 0, cutting_card_out: false, card_held: false };
  return { ...view, shoe, rack: [] };
}

function cardLeft(view: View): View {
  return { ...view, shoe: { ...view.shoe, drawn: view.shoe.drawn + 1, card_held: false } };
}

function racked(view: View, ...cards: string[]): View {
  return { ...view, rack: [...view.rack, ...cards] };
}

type Moved = Extract<
  Event,
  { name: "wager_collected" | "wager_returned" | "wager_paid" | "movement_reversed" }
>;

function moved(
  view: View,
  event: Moved,
  action: MovementView["action"],
  cents: number,
  names: Names,
): View {
  const movement: MovementView = {
    wager: event.side ?? event.wager,
    words: wagerWords(names, event.wager, event.side),
    action,
    amount_cents: cents,
    odds: event.name === "wager_paid" ? event.odds : null,
    cites: event.cites,
  };
  return hand(view, event.seat, (found) => ({
    movements: [...found.movements, movement],
    returned_cents: found.returned_cents + (action === "collect" ? 0 : cents),
  }));
}

function onLayout(view: View, seat: number, cents: number): View {
  return hand(view, seat, (found) => ({ layout_cents: found.layout_cents + cents }));
}

function dealt(view: View, seat: number, card: string): View {
  const out = cardLeft(view);
  if (seat === DEALER) return { ...out, dealer: { ...out.dealer, card } };
  return hand(out, seat, () => ({ card }));
}

function warCard(view: View, seat: number, card: string): View {
  const out = cardLeft(view);
  if (seat === DEALER)
    return { ...out, dealer: { ...out.dealer, war_cards: [...out.dealer.war_cards, card] } };
  return hand(out, seat, (found) => ({ war_cards: [...found.war_cards, card] }));
}

function placed(view: View, event: Extract<Event, { name: "wager_placed" }>): View {
  const cents = event.amount_cents;
  if (event.form === "coupon") return hand(view, event.seat, () => ({ coupon_cents: cents }));
  const down = hand(view, event.seat, (found) => {
    if (event.wager === "initial") return { initial_cents: found.initial_cents + cents };
    if (event.wager === "tie") return { tie_cents: found.tie_cents + cents };
    return { sides: { ...found.sides, [event.side ?? ""]: cents } };
  });
  return toLayout(down, event.seat, cents);
}

function withoutHand(view: View, seat: number, cents: number): View {
  return chips(
    atSeat(view, seat, (one) => ({ ...one, hand: null })),
    seat,
    cents,
  );
}

function completed(view: View, round: number): View {
  const { card, war_cards } = view.dealer;
  const seats = view.seats.flatMap((one) => (one.hand ? [{ seat: one.seat, hand: one.hand }] : []));
  return {
    ...view,
    last_round: { round, dealer: card === null ? [] : [card, ...war_cards], seats },
    seats: view.seats.map((one) => ({ ...one, hand: null })),
    dealer: { ...view.dealer, card: null, war_cards: [] },
  };
}

function taken(view: View, event: Extract<Event, { name: "seat_taken" }>): View {
  const holder: SeatView = {
    seat: event.seat,
    player: event.player,
    name: event.player_name,
    chips_cents: 0,
    sitting_out: false,
    you: false,
    hand: null,
  };
  const seats = [...view.seats, holder].sort((a, b) => a.seat - b.seat);
  return { ...view, seats };
}

function sitting(view: View, seat: number, out: boolean): View {
  return atSeat(view, seat, (one) => ({ ...one, sitting_out: out }));
}

/** Correct the last card of a place, at a table with real cards. */
function corrected(view: View, seat: number, card: string): View {
  const last = (cards: readonly string[]): string[] => [...cards.slice(0, -1), card];
  if (seat === DEALER) {
    const { war_cards: later } = view.dealer;
    const now = later.length > 0 ? { war_cards: last(later) } : { card };
    return { ...view, dealer: { ...view.dealer, ...now } };
  }
  return hand(view, seat, ({ war_cards: later }) =>
    later.length > 0 ? { war_cards: last(later) } : { card },
  );
}

function closed(view: View): View {
  return emptyShoe({
    ...view,
    dealer: { name: "", card: null, war_cards: [] },
    shuffling: "hand",
    seats: [],
    shoe: { ...view.shoe, decks: 0, physical: false },
    tray_cents: 0,
    last_round: null,
  });
}

const MARKS: Readonly<Record<string, (card: string) => string>> = {
  crosswise: (card) => `[${card}]`,
  face_up: (card) => `^${card}`,
};

/** The view after an event. */
export function reduce(view: View, event: Event, names: Names): View {
  switch (event.name) {
    case "table_opened": {
      const shoe = { ...view.shoe, decks: event.decks };
      const dealer = { ...view.dealer, name: event.dealer };
      const open = { ...view, shoe, dealer, day: event.day, shuffling: event.shuffling };
      return tray(open, event.tray_cents);
    }
    case "table_closed":
      return closed(view);
    case "dealer_changed":
      return { ...view, dealer: { ...view.dealer, name: event.dealer } };
    case "gaming_day_started":
      return { ...view, day: event.day };
    case "tray_filled":
      return tray(view, event.amount_cents);
    case "tray_credited":
      return tray(view, -event.amount_cents);
    case "cards_removed":
    case "decks_rejected":
    case "cards_collected":
    case "cards_idled":
    case "spread_requested":
      return emptyShoe(view);
    case "cards_shuffled":
    case "batches_swapped":
      return emptyShoe(view, view.shoe.decks * CARDS_PER_DECK);
    case "idle_ordered":
      return { ...view, seats: view.seats.map((one) => ({ ...one, sitting_out: true })) };
    case "shoe_loaded":
      return { ...view, shoe: { ...view.shoe, number: event.shoe } };
    case "real_cards_announced":
      return { ...view, shoe: { ...view.shoe, physical: true } };
    case "card_corrected":
      return corrected(view, event.seat, event.card);
    case "cutting_card_reached":
      return { ...view, shoe: { ...view.shoe, cutting_card_out: true } };
    case "card_burned":
      return racked(cardLeft(view), "??");
    case "face_up_card_found":
      return racked(cardLeft(view), `^${event.card}`);
    case "card_drawn_in_error":
      return { ...view, shoe: { ...view.shoe, card_held: true } };
    case "seat_taken":
      return taken(view, event);
    case "seat_left": {
      const left = reduceSealed(view, event);
      return { ...left, seats: left.seats.filter((one) => one.seat !== event.seat) };
    }
    case "chips_bought":
      return tray(chips(view, event.seat, event.cash_cents), -event.cash_cents);
    case "player_sat_out":
      return sitting(view, event.seat, true);
    case "player_returned":
      return sitting(view, event.seat, false);
    case "no_more_bets":
      return { ...view, round: event.round };
    case "round_completed":
      return completed(view, event.round);
    default:
      return reduceHand(reduceSealed(view, event), event, names);
  }
}

function reduceHand(view: View, event: Event, names: Names): View {
  switch (event.name) {
    case "wager_placed":
      return placed(view, event);
    case "wagers_taken_back":
    case "wagers_returned":
      return withoutHand(view, event.seat, event.amount_cents);
    case "card_dealt":
      return dealt(view, event.seat, event.card);
    case "war_card_dealt":
      return warCard(view, event.seat, event.card);
    case "hand_racked": {
      const laid = event.cards.map(({ card, lies }) => (MARKS[lies] ?? String)(card ?? "??"));
      const down = racked(view, ...laid);
      return event.seat === DEALER ? down : hand(down, event.seat, () => ({ racked: true }));
    }
    case "wager_collected": {
      const taken = moved(view, event, "collect", event.amount_cents, names);
      return tray(onLayout(taken, event.seat, -event.amount_cents), event.amount_cents);
    }
    case "wager_returned": {
      const back = moved(view, event, "return", event.amount_cents, names);
      return chips(onLayout(back, event.seat, -event.amount_cents), event.seat, event.amount_cents);
    }
    case "wager_paid": {
      const paid = moved(view, event, "pay", event.amount_cents, names);
      const from = event.from_match_cents;
      const unit = hand(paid, event.seat, (found) => ({ match_cents: found.match_cents - from }));
      return tray(chips(unit, event.seat, event.amount_cents), from - event.amount_cents);
    }
    case "movement_reversed": {
      const undone = moved(view, event, event.action, -event.amount_cents, names);
      if (event.action === "pay")
        return tray(chips(undone, event.seat, -event.amount_cents), event.amount_cents);
      return tray(onLayout(undone, event.seat, event.amount_cents), -event.amount_cents);
    }
    case "hand_decided":
      return hand(view, event.seat, () => ({ status: "settled", outcome: event.outcome }));
    case "choice_offered":
      return hand(view, event.seat, () => ({ status: "asked" }));
    case "tie_continued":
      return hand(view, event.seat, () => ({ status: "at_war" }));
    case "surrender_chosen":
      return hand(view, event.seat, () => ({ status: "surrendering" }));
    case "war_chosen": {
      const cents = event.war_cents;
      const at = hand(view, event.seat, () => ({ status: "at_war", war_cents: cents }));
      return toLayout(at, event.seat, cents);
    }
    case "war_matched": {
      const cents = event.amount_cents;
      const unit = hand(view, event.seat, (found) => ({ match_cents: found.match_cents + cents }));
      return tray(unit, -cents);
    }
    case "match_taken_back": {
      const cents = event.amount_cents;
      const unit = hand(view, event.seat, (found) => ({ match_cents: found.match_cents - cents }));
      return tray(unit, cents);
    }
    case "war_tie_placed": {
      const cents = event.amount_cents;
      const down = hand(view, event.seat, () => ({ war_tie_cents: cents }));
      return toLayout(down, event.seat, cents);
    }
    case "seat_missed":
      return hand(view, event.seat, () => ({ status: "void", outcome: "void" }));
    case "round_voided": {
      const none = (one: SeatView): SeatView =>
        one.hand ? { ...one, hand: { ...one.hand, status: "void", outcome: "void" } } : one;
      return { ...view, seats: view.seats.map(none) };
    }
    default:
      return view; // it moves no card and no chip
  }
}
