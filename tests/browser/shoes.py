"""Stacked shoes for the browser tests: every result at every house, in one known order.

All tables of a service are given the same shoe. Each house has a stretch of it of its own, and its
player cuts there: the cards behind the cut come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from casinowar.cards import DECK
from casinowar.houses import House, load_house
from casinowar.houses.house import Reshuffle
from tests.playthroughs.cards import war_deal

Cards = list[str]
ANY = "??"  # a burned card: its face decides nothing
RESULTS = ("win", "lose", "surrender", "war_won", "war_tied", "war_lost", "tie_alone")
_WARS = {"war_won": ("Qh", "Js"), "war_tied": ("9s", "9h"), "war_lost": ("2h", "Js")}
_TIES = (("7h", "7s"), ("8h", "8s"), ("Th", "Ts"), ("Jh", "Jd"), ("Ah", "As"))


def cards_of(house: House, result: str) -> Cards:
    """The cards of a round of one player, in the order in which they leave the shoe."""
    match result:
        case "win":
            return ["Kh", "9d"]
        case "lose":
            return ["5h", "Qc"]
        case "surrender":
            return ["Kc", "Kd"]
        case "tie_alone":  # on a ladder its war cards decide that it was one tie
            return ["Kc", "Kd", *(_war(house, "war_lost") if house.tie.climbs else [])]
        case _:
            deals = house.war.deals_max if result == "war_tied" else 1
            return [*_TIES[list(_WARS).index(result)], *(_war(house, result) * deals)]


def _war(house: House, result: str) -> Cards:
    mine, dealers = _WARS[result]
    faces = {"player": mine, "dealer": dealers}
    return [faces.get(card, ANY) for card in war_deal(house, ["player"], "dealer")]


def stretch(house: House, results: Sequence[str]) -> Cards:
    """The cards from the opening burn to the last of these rounds."""
    burned = [ANY] * house.cards.opening_burn
    return [*burned, *(card for result in results for card in cards_of(house, result))]


def stack(decks: int, stretches: Sequence[Cards], every: int, first: int = 20) -> Cards:
    """A whole shoe with these stretches at ``first``, ``first + every`` and so on."""
    left = Counter(str(card) for card in DECK * decks)
    for cards in stretches:
        assert len(cards) <= every, len(cards)
        left.subtract(card for card in cards if card != ANY)
    assert min(left.values()) >= 0, "more cards of a kind than the decks hold"
    rest = iter(left.elements())
    made = [next(rest) for _ in range(first)]
    for cards in stretches:
        made += [next(rest) if card == ANY else card for card in cards]
        made += [next(rest) for _ in range(every - len(cards))]
    return [*made, *rest]


class Shoes:
    """A file of shoes, and where each house's player cuts."""

    def __init__(self, decks: int, rounds: dict[str, Sequence[str]], every: int = 60) -> None:
        houses = {name: load_house(name) for name in rounds}
        self.cuts = {name: 20 + every * place for place, name in enumerate(houses)}
        fresh = [name for name in houses if houses[name].cards.reshuffle is Reshuffle.EVERY_ROUND]
        if fresh:  # a shoe for each round, and no cut
            [name] = fresh
            rows = [stack(decks, [cards_of(houses[name], one)], 12, 0) for one in rounds[name]]
        else:
            parts = [stretch(house, rounds[name]) for name, house in houses.items()]
            rows = [stack(decks, parts, every)]
        self.lines = [" ".join(row) for row in rows]

    def write(self, path: Path) -> Path:
        """Write the file."""
        path.write_text("\n".join(self.lines) + "\n", encoding="ascii")
        return path
