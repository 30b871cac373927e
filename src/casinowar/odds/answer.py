"""The exact odds of a house: ``odds_of`` takes every story of a round and adds up each wager.

The player sees the rank of a tie before choosing, and an uneven shoe can make war worth more after
one rank than after another. So the best decision is found for each rank that can tie, and the
wagers are computed from the stories of a round played that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from casinowar.cards import Rank
from casinowar.houses import House, load_house
from casinowar.houses.house import SideBet, Surrender, WarTie
from casinowar.houses.words import side_row_words
from casinowar.odds.shoe import ShoeLeft, parse_shoe
from casinowar.odds.stories import Decision, Story, stories
from casinowar.odds.values import (
    ONE,
    Choice,
    FirstOdds,
    HouseOdds,
    Line,
    SideOdds,
    WagerOdds,
)
from casinowar.odds.wagers import (
    first_net,
    first_wagered,
    needs_suits,
    side_net,
    side_row,
    tie_net,
    tie_rung,
    war_tie_net,
)
from casinowar.outcomes import DECIDED, WARS, Outcome

Always = Mapping[Decision, tuple[Story, ...]]  # if the decision never varies


def odds_of(
    house: House | str | Path = "washington",
    decks: int | None = None,
    cards_left: ShoeLeft | str | None = None,
) -> HouseOdds:
    """Exact odds of a house, by name, file or value, for a fresh shoe or for the cards left.

    >>> odds_of("wisconsin", decks=8).initial.house_edge
    Fraction(276706, 11826255)
    """
    rules = house if isinstance(house, House) else load_house(house)
    shoe = _shoe(rules, decks, cards_left)
    always = {way: stories(rules, shoe, way) for way in _ways(rules)}
    by_rank = _by_rank(rules, always)
    best = _played(always, by_rank)
    wars = [story for story in best if story.outcome in WARS]
    return HouseOdds(
        rules,
        shoe,
        _first(rules, always, by_rank, best),
        _tie(rules, best),
        _war_tie(rules, wars or always.get(Decision.WAR, ())),
        tuple(_side(bet, shoe, best) for bet in rules.side_bets),
    )


def _shoe(house: House, decks: int | None, cards_left: ShoeLeft | str | None) -> ShoeLeft:
    if cards_left is None:
        return ShoeLeft.of_decks(house.cards.decks if decks is None else decks)
    shoe = parse_shoe(cards_left) if isinstance(cards_left, str) else cards_left
    if decks is not None:
        shoe.within(decks)
    return shoe


def _ways(house: House) -> list[Decision]:
    """What a tied seat can do at this house."""
    ways = []
    if house.war_possible:
        ways.append(Decision.WAR)
    if house.surrender.mode is not Surrender.NOT_OFFERED:
        ways.append(Decision.SURRENDER)
    return ways


def _by_rank(house: House, always: Always) -> dict[Rank, Choice]:
    """What a tie of each possible rank is worth, war against surrender."""
    tied: dict[Rank, dict[Decision, list[Story]]] = {}
    for way, played in always.items():
        for story in played:
            if story.rank is not None:
                tied.setdefault(story.rank, {}).setdefault(way, []).append(story)
    return {rank: _choice(house, ways) for rank, ways in tied.items()}


def _choice(house: House, tied: Mapping[Decision, list[Story]]) -> Choice:
    """What the ties of these stories are worth, either way."""
    war, surrender = tied.get(Decision.WAR), tied.get(Decision.SURRENDER)
    return Choice(
        sum((story.chance for story in war or surrender or ()), Fraction(0)),
        _value(house, war),
        _value(house, surrender),
        _share(war, Outcome.WAR_TIED),
    )


def _played(always: Always, by_rank: Mapping[Rank, Choice]) -> tuple[Story, ...]:
    """The stories of a seat that makes the best decision for the rank of each tie."""
    any_way = next(iter(always))
    return tuple(
        story
        for way, played in always.items()
        for story in played
        if way is (any_way if story.rank is None else by_rank[story.rank].best)
    )


def _first(
    house: House, always: Always, by_rank: Mapping[Rank, Choice], best: Iterable[Story]
) -> FirstOdds:
    title = house.wagers.first_name
    each = {
        way: WagerOdds("initial", f"{title}, always {way}", _first_lines(house, played))
        for way, played in always.items()
    }
    tied = {way: [story for story in played if story.ties] for way, played in always.items()}
    return FirstOdds(
        "initial",
        title,
        _first_lines(house, best),
        _choice(house, tied) if by_rank else None,
        by_rank,
        each.get(Decision.WAR),
        each.get(Decision.SURRENDER),
    )


def _first_lines(house: House, played: Iterable[Story]) -> tuple[Line, ...]:
    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        return story.outcome, first_net(house, story), Fraction(first_wagered(story))

    order = [outcome.value for outcome in DECIDED]
    return tuple(sorted(_lines(played, line), key=lambda found: order.index(found.name)))


def _value(house: House, tied: list[Story] | None) -> Fraction | None:
    """What a tie is worth to the first wager with one decision."""
    if tied is None:
        return None
    total = sum((story.chance * first_net(house, story) for story in tied), Fraction(0))
    return total / sum(story.chance for story in tied)


def _share(tied: list[Story] | None, outcome: Outcome) -> Fraction | None:
    if tied is None:
        return None
    part = sum((story.chance for story in tied if story.outcome is outcome), Fraction(0))
    return part / sum(story.chance for story in tied)


def _tie(house: House, played: Iterable[Story]) -> WagerOdds | None:
    if not house.tie.offered:
        return None
    several = len(house.tie.ladder) > 1

    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        name = "no tie"
        if rung := tie_rung(house, story.ties):
            ties = min(story.ties, len(house.tie.ladder))
            more = " or more" if ties == len(house.tie.ladder) > 1 else ""
            name = f"{ties}{more} in a row, {rung}" if several else f"tie, {rung}"
        return name, tie_net(house, story), ONE

    return WagerOdds("tie", "Tie", _lost_last(_lines(played, line)))


def _war_tie(house: House, played: Iterable[Story]) -> WagerOdds | None:
    """The Tie wager on a war deal, given that there is one.

    War deals follow ties of the ranks that should go to war, or any tie if none should.
    """
    tied = [story for story in played if story.ties]
    if house.tie.war_deal is WarTie.NOT_OFFERED or not tied:
        return None
    whole = sum((story.chance for story in tied), Fraction(0))

    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        name = f"war tied, {house.tie.war_deal_odds}" if story.ties > 1 else "no tie"
        return name, war_tie_net(house, story), ONE

    return WagerOdds("war_tie", "Tie on the war deal", _lost_last(_lines(tied, line, whole)))


def _side(bet: SideBet, shoe: ShoeLeft, played: Iterable[Story]) -> SideOdds:
    if needs_suits(bet) and shoe.by_card is None:
        return SideOdds(bet, None, "needs the suits: give the cards left by card, like 2c:6 2d:5")

    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        row = side_row(bet, story)
        return (
            "lost" if row is None else side_row_words(row),
            side_net(bet, story),
            ONE,
        )

    return SideOdds(bet, WagerOdds(bet.name, bet.title, _lost_last(_lines(played, line))))


def _lines(
    played: Iterable[Story],
    line: Callable[[Story], tuple[str, Fraction, Fraction]],
    whole: Fraction = ONE,
) -> tuple[Line, ...]:
    """One line for all stories that are the same to a wager, in the order of the stories."""
    chances: dict[tuple[str, Fraction, Fraction], Fraction] = {}
    for story in played:
        key = line(story)
        chances[key] = chances.get(key, Fraction(0)) + story.chance / whole
    return tuple(Line(name, chance, net, put) for (name, net, put), chance in chances.items())


def _lost_last(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Lines in the order of a paytable: what pays, then what loses."""
    return tuple(sorted(lines, key=lambda line: (line.net < 0, line.net)))
