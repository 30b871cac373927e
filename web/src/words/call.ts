/** The call at the table, whose turn it is, and what follows when the time is up. */

import { fraction, signed } from "../lib/format";
import { session } from "../state/session.svelte";
import type { TableState } from "../state/table.svelte";
import type { HandView } from "../protocol";
import { netOf, PREPARING, tieWon, tiesOf } from "../reduce/board";
import { t } from "./index";

export interface Called {
  readonly text: string;
  readonly turn: boolean;
  readonly quiet: boolean;
  readonly then: string;
}

const say = (text: string, then = "", turn = false): Called => ({ text, turn, quiet: false, then });

function nameAt(table: TableState, seat: number): string {
  return table.shown.view?.seats.find((one) => one.seat === seat)?.name ?? t.log.seat(seat);
}

function seatOf(who: string | null): number | null {
  const found = /^seat (\d+)$/.exec(who ?? "");
  return found ? Number(found[1]) : null;
}

/** Whether this house pays more for a tied war than for a won war. */
function paysMore(table: TableState): boolean {
  const nets = table.house?.nets;
  return nets !== undefined && fraction(nets.war_tied) > fraction(nets.war_won);
}

/** How the reader's hand ended, from its outcome alone; null while it is open. */
export function result(table: TableState): Called | null {
  const hand = table.seat.place?.hand;
  const own = hand?.card;
  if (!hand || !own) return null;
  const dealer = table.shown.board?.dealer ?? [];
  const [first, last] = [dealer[0] ?? "", dealer.at(-1) ?? ""];
  const war = hand.war_cards.at(-1) ?? own;
  switch (hand.outcome) {
    case "win":
      return say(t.call.beats(own, first));
    case "lose":
      return say(t.call.loses(own, first));
    case "surrender":
      return say(t.call.surrendered(own));
    case "war_won":
      return say(t.call.warWon(war, last));
    case "war_lost":
      return say(t.call.warLost(war, last));
    case "war_tied":
      return say(t.call.warTied(war, paysMore(table)));
    case "void":
      return say(t.call.isVoid);
    case "none":
      return say(
        !tieWon(hand)
          ? t.call.tieLost(own, first)
          : hand.war_cards.length
            ? t.call.tiesWon(tiesOf(hand, dealer))
            : t.call.tieWon(own),
      );
    default:
      return null;
  }
}

/** The result of the reader's hand, while others still play; "" while it is open. */
export function handOver(hand: HandView | null): string {
  const net = netOf(hand);
  if (net !== null) return signed(net);
  return hand?.status === "surrendering" ? t.wait.surrendered : "";
}

/** Whose card was dealt, and which. */
function cardDealt(table: TableState, seat: number, card: string, isWar: boolean): string {
  if (seat === 0) return isWar ? t.call.dealerWar(card) : t.call.dealerHas(card);
  if (seat === table.seat.number) return isWar ? t.call.yourWar(card) : t.call.yours(card);
  return t.call.cardOf(nameAt(table, seat), card);
}

/** The call while events are played, from the one that is shown. */
function spoken(table: TableState): Called | null {
  const event = table.shown.said;
  switch (event?.name) {
    case "wager_placed":
    case "wagers_taken_back":
      return say(t.call.bets);
    case "no_more_bets":
      return say(t.call.noMoreBets);
    case "hand_compared":
    case "war_compared":
    case "wager_paid":
    case "wager_collected":
    case "wager_returned":
    case "coupon_taken":
    case "hand_decided":
      return result(table) ?? say(t.call.settling);
    case "card_dealt":
    case "war_card_dealt":
      return say(cardDealt(table, event.seat, event.card, event.name === "war_card_dealt"));
    case "cutting_card_reached":
      return say(t.call.cuttingCard);
    case "tie_continued":
      return say(t.call.tieGoesOn);
    case "war_chosen":
    case "war_matched":
    case "card_burned":
      return say(
        event.name === "card_burned" && event.burn !== "war" ? t.call.dealing : t.call.war,
      );
    case "cards_collected":
    case "cards_washed":
    case "cards_shuffled":
    case "cards_stacked":
      return say(t.call.shuffling);
    case "cards_spread":
      return say(t.call.shown);
    case "round_voided":
      return say(t.call.isVoid);
    default:
      return null;
  }
}

/** Who deals at a table. */
export function dealsAt(table: TableState): string {
  if (!table.byPeople) return t.felt.houseDeals;
  const name = table.shown.view?.dealer.name ?? "";
  return name ? t.felt.dealtBy(name) : t.felt.peopleDeal;
}

/** The current call. */
export function called(table: TableState): Called {
  const view = table.shown.view;
  if (table.connection.status === "lost")
    return {
      text: table.connection.nextTry ? t.call.lost : t.call.trying,
      turn: false,
      quiet: true,
      then: table.connection.nextTry ? t.call.thenTry : "",
    };
  if (table.connection.status === "taken_over")
    return { text: t.state.otherTab, turn: false, quiet: true, then: "" };
  if (view === null) return say(t.app.loading);
  if (table.shown.playing) return spoken(table) ?? result(table) ?? say(t.call.dealing);
  if (table.shown.lingers) {
    const found = result(table);
    if (found) return found;
  }
  const own = table.seat.number;
  const mine = table.clocks.find((clock) => own !== null && clock.who === `seat ${own}`);
  const other = table.clocks.find((clock) => seatOf(clock.who) !== null);
  const name = nameAt(table, seatOf(other?.who ?? null) ?? 0);
  const noAnswer = table.house?.no_answer === "war" ? t.call.thenWar : t.call.thenSurrender;
  if (mine?.what === "choice") {
    const card = table.seat.place?.cards[0] ?? "";
    const choice = table.house?.war.choice ?? t.call.warWord;
    return say(
      table.may("surrender_hand") ? t.call.tie(card, choice) : t.call.tieWar(card, choice),
      noAnswer,
      true,
    );
  }
  if (mine?.what === "war_tie") return say(t.call.warTie, t.call.thenNoTie, true);
  if (table.seat.refusesCut) return say(t.call.shuffling);
  if (mine?.what === "cut") return say(t.call.cutYours, t.call.thenPassesOn, true);
  switch (other?.what) {
    case "choice":
      return say(t.call.othersChoose(name), noAnswer);
    case "war_tie":
      return say(t.call.othersChoose(name), t.call.thenNoTie);
    case "cut":
      return say(t.call.cutOther(name), t.call.thenPassesOn);
  }
  const step = table.stepOf;
  const itself = table.clock?.what === "step" ? t.call.thenItself : "";
  if (table.shown.held) {
    const found = result(table);
    if (found)
      return {
        ...found,
        then: step ? itself : view.phase === "betting" ? t.call.thenNoMore : "",
      };
  }
  if (step) return say(step === "floor" ? t.call.floorNext : t.call.dealerNext, itself);
  const stopped = session.stopped !== null;
  const watches = own === null && (stopped || table.asksAge); // they cannot sit down now
  if (view.phase === "closed")
    return say(watches ? t.call.watching : table.may("take_seat") ? t.call.opens : t.call.closed);
  if (view.phase === "idle")
    return say(own !== null ? t.call.quiet : watches ? t.call.watching : t.call.idle);
  if (PREPARING.has(view.phase)) return say(t.call.shuffling);
  if (view.phase !== "betting") return say(t.call.dealing);
  if (table.seat.view?.hand && other)
    return say(other.away ? t.call.away(name) : t.call.choosing(name), t.call.thenNoMore);
  if (stopped && own !== null && !table.seat.view?.hand)
    return { text: t.stopped.noBets, turn: false, quiet: true, then: "" };
  const first = own !== null && table.past.none;
  return say(first ? t.call.firstBet : t.call.bets, t.call.thenNoMore, first);
}
