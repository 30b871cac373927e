"""The exact odds of a house: ``odds_of`` adds up each wager over every story of a round.

The decision on a tie is the best one for the wagers that lie on the table (``decisions``): the
first wager alone, unless others are named. All wagers are computed from the stories of a round
played that way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path

from casinowar.cards import Rank
from casinowar.houses import House, load_house
from casinowar.houses.house import SideBet, WarTie
from casinowar.houses.words import side_row_words
from casinowar.odds.decisions import (
    FIRST_ALONE,
    Always,
    Nets,
    always_stories,
    asks_suits,
    best_plan,
    check_bets,
    played,
    tied_stories,
    total,
)
from casinowar.odds.shoe import CardsLeft, ShoeLeft, read_shoe
from casinowar.odds.stories import Decision, Story
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

_ORDER = {outcome.value: place for place, outcome in enumerate(DECIDED)}


def odds_of(
    house: House | str | Path = "washington",
    decks: int | None = None,
    cards_left: CardsLeft | None = None,
    *,
    bets: Mapping[str, int | Fraction] | None = None,
) -> HouseOdds:
    """Exact odds of a house, by name, file or value, for a fresh shoe or for the cards left.

    ``bets`` names the wagers of the seat and their units, like ``{"initial": 1, "tie": 1}``: the
    decision on a tie is the best one for all of them, by default for the first wager alone.
    ``war_tie`` among them is bet on every war.

    >>> odds_of("wisconsin", decks=8).initial.house_edge
    Fraction(276706, 11826255)
    """
    rules = house if isinstance(house, House) else load_house(house)
    on_table = FIRST_ALONE if bets is None else check_bets(rules, bets)
    shoe = shoe_of(rules, decks, cards_left)
    always = always_stories(rules, shoe, suits=asks_suits(rules))
    tied = tied_stories(always)
    net = Nets(rules, on_table, (story for told in always.values() for story in told))
    plan = best_plan(tied, net)
    best = played(always, plan)
    wars = [story for story in best if story.outcome in WARS]
    by_rank: dict[Rank, dict[Decision, list[Story]]] = {}
    for (rank, _), by_way in tied.items():
        for way, some in by_way.items():
            by_rank.setdefault(rank, {}).setdefault(way, []).extend(some)
    return HouseOdds(
        rules,
        shoe,
        FirstOdds(
            "initial",
            rules.wagers.first_name,
            _first_lines(rules, best),
            _choice_of_all(always, net) if tied else None,
            _choices(by_rank, net),
            plan,
            *_either_way(rules, always),
        ),
        _tie(rules, best),
        _tie_alone(rules, always),
        _war_tie(rules, wars or always.get(Decision.WAR, ())),
        tuple(_side(bet, shoe, best) for bet in rules.side_bets),
        tuple(on_table.items()),
    )


def shoe_of(house: House, decks: int | None, cards_left: CardsLeft | None) -> ShoeLeft:
    """A fresh shoe, or the cards left, which must be possible with ``decks``."""
    if cards_left is None:
        return ShoeLeft.of_decks(house.cards.decks if decks is None else decks)
    shoe = read_shoe(cards_left)
    if decks is not None:
        shoe.within(decks)
    return shoe


def _choices(
    by_rank: Mapping[Rank, Mapping[Decision, list[Story]]], net: Nets
) -> dict[Rank, Choice]:
    """The value of a tie of each possible rank; equal ranks are computed once."""
    known: dict[tuple[tuple[int, int], ...], Choice] = {}
    found = {}
    for rank, ways in by_rank.items():
        key = tuple((story.weight, net(story)) for some in ways.values() for story in some)
        if key not in known:
            known[key] = _choice(ways, net)
        found[rank] = known[key]
    return found


def _choice_of_all(always: Always, net: Nets) -> Choice:
    return _choice(
        {way: [story for story in told if story.ties] for way, told in always.items()}, net
    )


def _choice(tied: Mapping[Decision, list[Story]], net: Nets) -> Choice:
    """The value of the ties of these stories, with war and with surrender."""
    war, surrender = tied.get(Decision.WAR), tied.get(Decision.SURRENDER)
    some = war or surrender or []
    weight = sum(story.weight for story in some)
    units = weight * net.scale
    return Choice(
        Fraction(weight, some[0].whole),
        None if war is None else Fraction(total(war, net), units),
        None if surrender is None else Fraction(total(surrender, net), units),
        None
        if war is None
        else Fraction(sum(s.weight for s in war if s.outcome is Outcome.WAR_TIED), weight),
    )


def _either_way(house: House, always: Always) -> tuple[WagerOdds | None, WagerOdds | None]:
    """The first wager of a seat that always goes to war, and of one that always surrenders."""
    title = house.wagers.first_name
    each = {
        way: WagerOdds("initial", f"{title}, always {way}", _first_lines(house, told))
        for way, told in always.items()
    }
    return each.get(Decision.WAR), each.get(Decision.SURRENDER)


def _first_lines(house: House, played: Iterable[Story]) -> tuple[Line, ...]:
    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        return story.outcome.value, first_net(house, story), Fraction(first_wagered(story))

    found = _lines(played, line, lambda story: story.outcome)
    return tuple(sorted(found, key=lambda one: _ORDER[one.name]))


def _tie(house: House, played: Iterable[Story]) -> WagerOdds | None:
    if not house.tie.offered:
        return None
    return WagerOdds("tie", "Tie", _tie_lines(house, played))


def _tie_alone(house: House, always: Always) -> WagerOdds | None:
    """Tie on a ladder without a first wager: no decision, and war cards after every tie."""
    if not (house.wagers.tie_alone and house.tie.climbs):
        return None
    return WagerOdds("tie_alone", "Tie alone", _tie_lines(house, always[Decision.WAR]))


def _tie_lines(house: House, played: Iterable[Story]) -> tuple[Line, ...]:
    rungs = len(house.tie.ladder)

    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        name = "no tie"
        if rung := tie_rung(house, story.ties):
            ties = min(story.ties, rungs)
            more = " or more" if ties == rungs < house.ties_max else ""
            name = f"{ties}{more} in a row, {rung}" if house.tie.climbs else f"tie, {rung}"
        return name, tie_net(house, story), ONE

    return _lost_last(_lines(played, line, lambda story: story.ties))


def _war_tie(house: House, played: Iterable[Story]) -> WagerOdds | None:
    """The Tie wager on a war deal, given a war deal.

    War deals follow ties of the ranks that should go to war, or any tie if none should.
    """
    tied = [story for story in played if story.ties]
    if house.tie.war_deal is WarTie.NOT_OFFERED or not tied:
        return None

    def line(story: Story) -> tuple[str, Fraction, Fraction]:
        name = f"war tied, {house.tie.war_deal_odds}" if story.ties > 1 else "no tie"
        return name, war_tie_net(house, story), ONE

    whole = sum(story.weight for story in tied)
    lines = _lines(tied, line, lambda story: story.ties > 1, whole)
    return WagerOdds("war_tie", "Tie on the war deal", _lost_last(lines))


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

    lines = _lines(played, line, lambda story: (story.tie, story.ties))
    return SideOdds(bet, WagerOdds(bet.name, bet.title, _lost_last(lines)))


def _lines(
    told: Iterable[Story],
    line: Callable[[Story], tuple[str, Fraction, Fraction]],
    alike: Callable[[Story], object],
    whole: int | None = None,
) -> tuple[Line, ...]:
    """One line for all stories that are equal for a wager, in the order of the stories.

    Stories that are ``alike`` have the same line; weights are whole numbers until the end.
    """
    groups: dict[object, tuple[Story, int]] = {}
    for story in told:
        key = alike(story)
        first, weight = groups.get(key, (story, 0))
        groups[key] = (first, weight + story.weight)
    weights: dict[tuple[str, Fraction, Fraction], int] = {}
    for story, weight in groups.values():
        key = line(story)
        weights[key] = weights.get(key, 0) + weight
        whole = story.whole if whole is None else whole
    return tuple(
        Line(name, Fraction(weight, whole or 1), net, put)
        for (name, net, put), weight in weights.items()
    )


def _lost_last(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Lines in the order of a paytable: winning results first, then losing ones."""
    return tuple(sorted(lines, key=lambda line: (line.net < 0, line.net)))
