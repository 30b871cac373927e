/** An event as one line of the round's log; null for steps that are not worth a line. */

import type { Event, Wager } from "../protocol";
import { chips, count } from "../lib/format";
import type { Names } from "../reduce/table";
import { t } from "./index";

export interface LogLine {
  readonly event: Event["name"] | "said";
  readonly text: string;
  readonly amount: number | null;
  readonly cites: string;
  readonly seat: number | null;
}

/** The house's name of a wager. */
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

/** The house's name for the wager of a movement; a side bet's movement carries its name. */
export function movementName(names: Names, wager: string): string {
  return wager in names.sides ? (names.sides[wager] ?? "") : wagerName(names, wager as Wager);
}

/** The odds of a payment; the odds of a war name both wagers if they apply to both. */
export function oddsOf(names: Names, wager: string, odds: string): string {
  return wager === "war" && names.warOnBoth ? `${t.odds(odds)} ${t.felt.ofBoth}` : t.odds(odds);
}

/** The line of an event; `who` names a seat, 0 is the dealer, and is null for the reader's own. */
export function logLine(
  event: Event,
  names: Names,
  who: (seat: number) => string | null,
): LogLine | null {
  const seat = "seat" in event ? event.seat : null;
  const text = says(event, names, who);
  if (text === null) return null;
  const amount =
    event.name === "wager_paid"
      ? event.amount_cents
      : event.name === "wager_collected"
        ? -event.amount_cents
        : null;
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
      if (event.form === "coupon") return log.coupon(who(event.seat), chips(event.amount_cents));
      return log.places(
        who(event.seat),
        chips(event.amount_cents),
        wagerName(names, event.wager, event.side),
      );
    case "war_tie_placed":
      return log.places(who(event.seat), chips(event.amount_cents), t.felt.warTie);
    case "wagers_taken_back":
      return log.takesBack(who(event.seat), chips(event.amount_cents));
    case "wagers_returned":
      return log.backTo(who(event.seat), chips(event.amount_cents), chips(event.coupon_cents));
    case "no_more_bets":
      return t.call.noMoreBets;
    case "card_dealt":
    case "war_card_dealt":
      return log.card(who(event.seat), t.rank(event.card));
    case "card_burned":
      return log.burned;
    case "wager_collected":
      return log.taken(who(event.seat), wagerName(names, event.wager, event.side));
    case "wager_paid":
      return log.paid(
        who(event.seat),
        wagerName(names, event.wager, event.side),
        oddsOf(names, event.wager, event.odds),
      );
    case "wager_returned":
      return log.back(
        who(event.seat),
        wagerName(names, event.wager, event.side),
        chips(event.amount_cents),
      );
    case "movement_reversed":
      return log.undone(
        who(event.seat),
        wagerName(names, event.wager, event.side),
        chips(event.amount_cents),
      );
    default:
      return saysMore(event, who);
  }
}

function saysMore(event: Event, who: (seat: number) => string | null): string | null {
  const { log } = t;
  switch (event.name) {
    case "coupon_taken":
      return log.couponTaken(who(event.seat), chips(event.amount_cents));
    case "coupon_returned":
      return log.couponBack(who(event.seat), chips(event.amount_cents));
    case "choice_offered":
      return log.equal(who(event.seat));
    case "tie_continued":
      return log.stays(who(event.seat));
    case "surrender_chosen":
      return log.surrenders(who(event.seat), event.called);
    case "war_chosen":
      return log.goesToWar(who(event.seat), chips(event.war_cents), event.called);
    case "war_matched":
      return log.matched(who(event.seat), chips(event.amount_cents));
    case "war_tie_declined":
      return log.noWarTie(who(event.seat));
    case "cut_offered":
      return log.cutOffered(who(event.seat));
    case "cut_refused":
      return log.cutRefused(who(event.seat));
    case "cards_objected":
      return log.objects(who(event.seat));
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
    case "card_drawn_in_error":
      return log.drawnInError;
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
