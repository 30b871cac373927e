/** The game of a house in a few plain sentences; every one follows from the house's own data. */

import { fraction } from "../lib/format";
import type { House } from "../wire/api";
import { game } from "./en-game";
import { t } from "./index";

/** The game as it is played at this house, from the first bet to the war. */
export function gameOf(house: House): readonly string[] {
  const first = t.capital(house.areas.first);
  const { higher, lower } = game;
  return [
    game.against,
    ...betting(house, first),
    game.cards,
    game.ranks,
    `${higher(first, t.odds(house.pays.first))} ${lower(first)}`,
    ...tied(house, first),
    ...(house.war.possible ? war(house, first) : []),
    ...extras(house),
  ];
}

function betting({ areas }: House, first: string): string[] {
  const sides = areas.sides.map(({ title }) => title);
  return [
    areas.tie_alone ? game.eitherBet(first) : areas.tie ? game.tieToo(first) : game.bet(first),
    ...(sides.length ? [game.sides(sides)] : []),
    areas.bets_final ? game.final : game.changeable,
  ];
}

function tied({ nets, war, pays, no_answer }: House, first: string): string[] {
  if (nets.surrender === null) return [game.mustWar];
  const costs = game.surrender(first, pays.surrender_lost);
  if (!war.possible) return [game.mustSurrender, costs];
  return [game.choice(war.choice), `${costs} ${game.noAnswer(no_answer)}`];
}

const PAYS_FROM: Readonly<Record<string, (first: string) => string>> = {
  matched: () => game.matched,
  collected: game.collected,
  stands_off: game.standsOff,
};

function war({ war, pays, nets, areas }: House, first: string): string[] {
  const base = pays.war_on_both ? t.felt.ofBoth : t.felt.ofWar(areas.war);
  const paid = (odds: string): string => `${t.odds(odds)} ${base}`;
  const again = war.deals_max > 1 ? [game.again(war.deals_max)] : [];
  return [
    `${game.asMuchAgain} ${PAYS_FROM[war.first_wager]?.(first) ?? ""}`.trim(),
    war.burn_pattern === "every_card"
      ? game.burnEvery(war.burn_count)
      : war.burn_pattern === "once"
        ? game.burnOnce(war.burn_count)
        : game.burnNone,
    game.warWon(paid(pays.war_won), fraction(nets.war_won)),
    ...again,
    game.warTied(again.length > 0, paid(pays.war_tied), fraction(nets.war_tied)),
    game.warLost,
  ];
}

function extras({ pays, nets, areas }: House): string[] {
  const [one, ...more] = pays.tie_ladder;
  const found: string[] = [];
  if (one !== undefined && !more.length) found.push(game.tie(t.odds(one)));
  if (one !== undefined && more.length) {
    const given = nets.surrender === null ? "" : ` ${game.oneTie}`;
    found.push(`${game.ladder([one, ...more].map(t.odds))}${given}`);
    if (areas.tie_alone) found.push(game.tieAlone);
  }
  if (pays.war_tie) found.push(game.warTie(t.odds(pays.war_tie)));
  return found;
}
