"""The rules of a house in words, each with the clause or policy it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from casinowar.houses import House
from casinowar.houses.house import (
    BurnPattern,
    FirstWager,
    PaidOn,
    Reshuffle,
    Surrender,
    WarTie,
)
from casinowar.money import Odds, show_cents
from casinowar.odds.answer import row_title
from casinowar.odds.text import signed

Row = tuple[str, str, str]
FIRST_WAGER = {
    FirstWager.COLLECTED: "collected before the war deal, win or lose",
    FirstWager.STANDS_OFF: "stands off: returned unless the war is lost",
    FirstWager.MATCHED: "stays; the dealer matches the war wager: three units in action",
}


def rule_rows(house: House) -> list[Row]:
    """Rows (point, rule, citation) of everything that the odds rest on."""
    return [*_cards(house), *_deal(house), *_tied(house), *_war(house), *_others(house)]


def _cards(house: House) -> Iterator[Row]:
    cards, cites = house.cards, house.cites
    allowed = ", ".join(map(str, cards.decks_allowed))
    yield "decks", f"{cards.decks}; allowed: {allowed}", cites.decks
    if cards.reshuffle is Reshuffle.EVERY_ROUND:
        yield "reshuffle", "after every round", cites.reshuffle
    else:
        depth = f"cutting card {cards.cutting_card_from_back} from the back; round finished first"
        yield "reshuffle", depth, cites.cutting_card
    if cards.opening_burn:
        yield "opening burn", _cards_words(cards.opening_burn), cites.opening_burn
    yield "ranking", "2 up to ace, ace high; suits never decide a hand", cites.ranking


def _deal(house: House) -> Iterator[Row]:
    cites = house.cites
    alone = " or a Tie wager alone" if house.wagers.tie_alone else ""
    yield "to be dealt in", f"a wager “{house.wagers.first_name}”{alone}", cites.first_wager
    yield "seats", str(house.deal.seats), cites.seats
    yield "original deal", "one card face up each, then the dealer", cites.original_deal
    yield "higher card", f"pays {house.deal.first_odds}", cites.first_paid
    yield "lower card", "loses", cites.first_lost


def _tied(house: House) -> Iterator[Row]:
    cites = house.cites
    match house.surrender.mode:
        case Surrender.OFFERED:
            yield "equal cards", "the player chooses war or surrender", cites.choice
        case Surrender.NOT_OFFERED:
            yield "equal cards", "go to war; surrender is not offered", cites.choice
            return
        case Surrender.FORCED:
            yield "equal cards", "are surrendered; there is no war", cites.choice
    yield "surrender", f"{_part(house.surrender.lost)} of the wager is lost", cites.surrender


def _war(house: House) -> Iterator[Row]:
    if not house.war_possible:
        return
    war, cites = house.war, house.cites
    yield "war wager", "equal to the first wager", cites.war_wager
    yield "first wager at war", FIRST_WAGER[war.first_wager], cites.war_first
    burn = {
        BurnPattern.EVERY_CARD: f"{_cards_words(war.burn_count)} before every war card",
        BurnPattern.ONCE: f"{_cards_words(war.burn_count)} once, before the first war card",
        BurnPattern.NONE: "none",
    }[war.burn_pattern]
    yield "burn in the war deal", burn, cites.war_burn
    yield "war won", _war_pays(house, war.won_odds, house.war_net_won), cites.war_won
    yield "war tied", _war_pays(house, war.tied_odds, house.war_net_tied), cites.war_tied
    yield "war lost", "both wagers lost, net -2", cites.war_lost
    if war.deals_max > 1:
        again = f"dealt again, stakes standing, up to {war.deals_max} war deals"
        yield "a tied war", again, cites.war_again


def _war_pays(house: House, odds: Odds, net: Fraction) -> str:
    both = house.war.paid_on is PaidOn.BOTH_WAGERS
    return f"{odds} on {'both wagers' if both else 'the war wager'}, net {signed(net)}"


def _others(house: House) -> Iterator[Row]:
    cites, tie = house.cites, house.tie
    if tie.offered:
        ladder = tie.ladder
        words = f"pays {ladder[0]} on equal first cards"
        if len(ladder) > 1:
            words = "pays by ties in a row: " + ", ".join(map(str, ladder))
        yield "Tie", words, cites.tie_paid
    else:
        yield "Tie", "not offered", cites.tie_wager
    if tie.war_deal is not WarTie.NOT_OFFERED:
        equal = ", equal to the first wager" if tie.war_deal is WarTie.EQUAL_TO_FIRST else ""
        yield "Tie on the war deal", f"pays {tie.war_deal_odds}{equal}", cites.war_tie_paid
    for bet in house.side_bets:
        rows = "; ".join(row_title(bet, at) for at in range(len(bet.rows)))
        yield bet.title, rows, cites.side_paid
    limits, first = house.limits, house.limits.first
    span = " to ".join(show_cents(c, limits.symbol) for c in (first.min_cents, first.max_cents))
    yield "limits, first wager", f"{span} {limits.currency}", cites.limits
    yield "no answer in time", f"counts as {house.policies.no_answer}", cites.no_answer


def _cards_words(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _part(lost: Fraction) -> str:
    return "half" if lost == Fraction(1, 2) else str(lost)
