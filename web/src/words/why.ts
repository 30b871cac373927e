/** Why chips moved, in plain sentences to their player. */

import { chips } from "../lib/format";
import type { HandView, MovementView } from "../protocol";
import { tiesOf } from "../reduce/board";
import { namesOf } from "../reduce/names";
import type { House } from "../wire/api";
import { shortName } from "./cited";
import { t } from "./index";
import { texts } from "./late";
import { movementName, oddsOf } from "./log";

const ORDER = "23456789TJQKA";
const value = (card: string): number => ORDER.indexOf(card[0] ?? "");

/** The cards that decided a wager: the player's and the dealer's. None decide a void round. */
export function deciding(
  house: House | null,
  hand: HandView,
  dealer: readonly string[],
  wager: string,
): { readonly inWar: boolean; readonly cards: readonly [string, string] | null } {
  const inWar = hand.war_cards.length > 0 && (house?.war.decides.includes(wager) ?? false);
  const [own, theirs] = inWar ? [hand.war_cards.at(-1), dealer.at(-1)] : [hand.card, dealer[0]];
  return { inWar, cards: hand.outcome !== "void" && own && theirs ? [own, theirs] : null };
}

/** The deciding cards, then the act of the house. */
export function because(
  house: House,
  hand: HandView,
  dealer: readonly string[],
  move: MovementView,
): string {
  const sentences =
    hand.outcome === "void"
      ? [texts.why.isVoid]
      : [reason(house, hand, dealer, move), does(house, hand, dealer, move)];
  return [...sentences, coupon(hand, move)].filter((sentence) => sentence).join(" ");
}

/** The fate of the coupon beside the first wager. */
function coupon(hand: HandView, { wager, action }: MovementView): string {
  if (!hand.coupon_cents || wager !== "initial") return "";
  const amount = chips(hand.coupon_cents);
  if (hand.outcome === "void") return texts.why.couponBack(amount);
  return action === "pay" ? texts.why.couponWins(amount) : texts.why.couponTaken(amount);
}

/** The coupon of a decided hand in the list of its chips: its result and clause. */
export function couponRow(
  hand: HandView,
  house: House | null,
): { readonly text: string; readonly cites: string } | null {
  if (!hand.coupon_cents || hand.outcome === null) return null;
  const back = hand.outcome === "void";
  return {
    text: `${t.capital(t.bet.coupon)} ${chips(hand.coupon_cents)}, ${texts.result.moved[back ? "return" : "collect"]}`,
    cites: back ? (hand.movements.at(-1)?.cites ?? "") : (house?.cites.coupon ?? ""),
  };
}

function reason(
  house: House,
  hand: HandView,
  dealer: readonly string[],
  { wager }: MovementView,
): string {
  const { inWar, cards } = deciding(house, hand, dealer, wager);
  if (cards === null) return "";
  const [own, theirs] = cards;
  const tied = value(own) === value(theirs);
  if (wager === "initial" || wager === "war") {
    if (hand.outcome === "surrender") return texts.why.surrendered(own);
    if (tied) return inWar ? texts.why.warTied(own) : texts.why.wentToWar(own);
    const won = value(own) > value(theirs);
    return won ? texts.why.won(own, theirs, inWar) : texts.why.lost(own, theirs, inWar);
  }
  if (inWar && wager !== "war_tie") return texts.why.ties(tiesOf(hand, dealer));
  return tied ? texts.why.equal(own) : texts.why.unequal(own, theirs);
}

function does(
  house: House,
  hand: HandView,
  dealer: readonly string[],
  { wager, action, odds, amount_cents }: MovementView,
): string {
  const names = namesOf(house);
  const [name, who] = [movementName(names, wager), shortName(house.title)];
  const { cards } = deciding(house, hand, dealer, wager);
  const tied = cards !== null && value(cards[0]) === value(cards[1]);
  if (action === "pay" && wager === "war") {
    const units = amount_cents / Math.max(1, hand.war_cents);
    return texts.why.paysWar(who, tied, units, oddsOf(names, wager, odds ?? ""));
  }
  if (action === "pay") return texts.why.pays(who, name, t.odds(odds ?? ""));
  if (hand.outcome === "surrender" && wager === "initial")
    return action === "collect"
      ? texts.why.surrenderCosts(who, house.pays.surrender_lost)
      : texts.why.surrenderLeaves(who, house.pays.surrender_lost);
  if (action === "return") return texts.why.comesBack(name);
  if (wager === "initial" && tied) return texts.why.takenForWar(who, name);
  if (wager === "tie" || wager === "war_tie") return texts.why.tieNeeds(name, wager === "war_tie");
  return texts.why.goesToHouse(name);
}
