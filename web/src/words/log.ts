/** An event as one line of the round's log; null for steps that are not worth a line. */

import type { Event, Wager } from "../protocol";
import { chips, count, inChips, signed } from "../lib/format";
import type { Names } from "../reduce/table";
import { t } from "./index";

export interface LogLine {
  readonly event: Event["name"];
  readonly text: string;
  readonly amount: number | null;
  readonly cites: string;
  readonly seat: number | null;
}

/** A wager as its house calls it. */
export function wagerName(names: Names, wager: Wager, side: string | null = null): string {
  switch (wager) {
    case "initial":
      return t.capital(names.first);
    case "tie":
      return t.felt.tie;
    case "war":
      return t.capital(names.war);
    case "war_tie":
      return t.felt.warTie;
    case "side":
      return names.sides[side ?? ""] ?? "";
  }
}

/** The wager of a movement as its house calls it: a side bet's movement carries its name. */
export function movementName(names: Names, wager: string): string {
  return wager in names.sides ? (names.sides[wager] ?? "") : wagerName(names, wager as Wager);
}

/** Every step of a round in a line, also those that no log needs; `text` is the service's own. */
export function stepLine(event: Event, text: string, names: Names, who: (seat: number) => string | null): string {
  const found = logLine(event, names, who);
  if (found === null) return saysStep(event, names, who) ?? inChips(text);
  const line = found.amount === null ? found.text : `${found.text} ${signed(found.amount)}`;
  const other = MOVEMENTS.has(event.name) && found.seat !== null ? who(found.seat) : null;
  return other === null ? line : `${other}: ${line}`;
}

const MOVEMENTS: ReadonlySet<Event["name"]> = new Set(["wager_collected", "wager_paid", "wager_returned", "movement_reversed", "war_matched"]);

function saysStep(event: Event, names: Names, who: (seat: number) => string | null): string | null {
  const { step } = t.log;
  switch (event.name) {
    case "hand_compared":
      return step.compared(who(event.seat), event.result);
    case "hand_decided":
      return step.settled(who(event.seat), event.outcome.replaceAll("_", " "));
    case "hand_racked":
      return step.racked(who(event.seat), event.cards.map(({ card }) => (card === "??" ? t.card(card) : t.rank(card))).join(", "));
    case "war_compared":
      return step.war(who(event.seat), event.result, event.again);
    case "war_confirmed":
      return step.confirmed(who(event.seat), names.war);
    case "war_tie_offered":
      return step.mayTie(who(event.seat));
    case "match_taken_back":
      return step.matchBack(who(event.seat), chips(event.amount_cents));
    case "coupon_taken":
      return step.couponTaken(who(event.seat), chips(event.amount_cents));
    case "coupon_returned":
      return step.couponBack(who(event.seat), chips(event.amount_cents));
    case "cards_shown":
      return step.looks(who(event.seat));
    case "spread_requested":
      return step.asksToSee(who(event.seat));
    default:
      return null;
  }
}

/** The line of an event; `who` names a seat, 0 is the dealer, and is null for the reader's own. */
export function logLine(event: Event, names: Names, who: (seat: number) => string | null): LogLine | null {
  const seat = "seat" in event ? event.seat : null;
  const text = says(event, names, who);
  if (text === null) return null;
  const amount = event.name === "wager_paid" ? event.amount_cents : event.name === "wager_collected" ? -event.amount_cents : null;
  return { event: event.name, text, amount, cites: event.cites, seat };
}

function says(event: Event, names: Names, who: (seat: number) => string | null): string | null {
  const { log } = t;
  switch (event.name) {
    case "seat_taken":
      return log.sits(who(event.seat));
    case "seat_left":
      return log.leaves(who(event.seat));
    case "chips_bought":
      return log.brings(who(event.seat), chips(event.cash_cents));
    case "player_sat_out":
      return log.sitsOut(who(event.seat));
    case "player_returned":
      return log.returns(who(event.seat));
    case "wager_placed":
      return log.places(who(event.seat), chips(event.amount_cents), wagerName(names, event.wager, event.side));
    case "war_tie_placed":
      return log.places(who(event.seat), chips(event.amount_cents), t.felt.warTie);
    case "wagers_taken_back":
      return log.takesBack(who(event.seat), chips(event.amount_cents));
    case "wagers_returned":
      return log.backTo(who(event.seat), chips(event.amount_cents));
    case "no_more_bets":
      return t.call.noMoreBets;
    case "card_dealt":
    case "war_card_dealt":
      return log.card(who(event.seat), t.rank(event.card));
    case "card_burned":
      return log.burned;
    case "wager_collected":
      return log.taken(wagerName(names, event.wager, event.side));
    case "wager_paid":
      return log.paid(wagerName(names, event.wager, event.side), t.odds(event.odds));
    case "wager_returned":
      return log.back(wagerName(names, event.wager, event.side), chips(event.amount_cents));
    case "movement_reversed":
      return log.undone(wagerName(names, event.wager, event.side), chips(event.amount_cents));
    default:
      return saysMore(event, who);
  }
}

function saysMore(event: Event, who: (seat: number) => string | null): string | null {
  const { log } = t;
  switch (event.name) {
    case "choice_offered":
      return log.equal(who(event.seat));
    case "surrender_chosen":
      return log.surrenders(who(event.seat), event.called);
    case "war_chosen":
      return log.goesToWar(who(event.seat), chips(event.war_cents), event.called);
    case "war_matched":
      return log.matched(chips(event.amount_cents));
    case "war_tie_declined":
      return log.noWarTie(who(event.seat));
    case "cut_offered":
      return log.cutOffered(who(event.seat));
    case "cut_refused":
      return log.cutRefused(who(event.seat));
    case "cards_cut":
      return log.cut(who(event.seat), count(event.cards));
    case "cards_shuffled":
      return log.shuffled;
    case "shoe_loaded":
      return log.loaded(count(event.shoe));
    case "cutting_card_reached":
      return log.cuttingCard;
    case "face_up_card_found":
      return log.faceUp(t.rank(event.card));
    case "seat_missed":
      return log.missed(who(event.seat));
    case "round_voided":
      return log.isVoid(event.reason);
    case "table_opened":
      return log.opened;
    default:
      return null;
  }
}
