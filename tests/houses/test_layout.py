"""The layout of a house, which screens draw, says what its rounds really do.

Planted once and caught here: the net of a war without what the first wager costs, a Tie area at a
house that offers none, a clause of another document, a first wager that the war is said to decide
where it is taken before, a continuous shuffler whose cards are said to be cut.
"""

from __future__ import annotations

from dataclasses import astuple, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import Reshuffle, Shuffling
from casinowar.live import LiveTable
from casinowar.record import play_round
from casinowar.record.replay import PlayedRound
from casinowar.record.roundfile import parse_round
from casinowar.report.layout import layout
from casinowar.rulebook import clause_text, document_title
from casinowar.service.tables.settings import TableSettings, house_of
from casinowar.table import Refusal
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.toml import Fields
from casinowar.wire import to_json
from tests.playthroughs.cards import war_deal

LAST = {"war_won": ("Qh", "Js"), "war_tied": ("9s", "9h"), "war_lost": ("2h", "Js")}
STAKE_CENTS = 1000


def played(house: str, outcome: str) -> PlayedRound:
    """A round with a first wager of one unit that is really played."""
    rules = load_house(house)
    cards = ["7h", "7s"]
    if outcome in LAST:
        mine, dealers = LAST[outcome]
        deals = rules.war.deals_max if outcome == "war_tied" else 1
        cards += deals * war_deal(rules, [mine], dealers)
    written = {
        "format": "casinowar-round/1",
        "house": house,
        "cards": cards,
        "seats": [
            {
                "seat": 1,
                "initial": STAKE_CENTS,
                "on_tie": "war" if outcome in LAST else "surrender",
            }
        ],
    }
    return play_round(parse_round(Fields(written), Path()))


def net_units(house: str, outcome: str) -> Fraction:
    """What a first wager of one unit comes to."""
    [hand] = played(house, outcome).state.hands.values()
    assert hand.outcome == outcome
    return Fraction(hand.returned_cents - hand.wagered_cents, STAKE_CENTS)


@pytest.mark.parametrize("house", house_names())
def test_the_nets_are_those_of_rounds_that_are_played(house: str) -> None:
    for outcome, units in to_json(layout(load_house(house)))["nets"].items():
        if units is not None:
            assert net_units(house, outcome) == Fraction(units), outcome


@pytest.mark.parametrize("house", house_names())
@pytest.mark.parametrize("outcome", LAST)
def test_the_war_decides_the_wagers_that_move_after_its_cards(house: str, outcome: str) -> None:
    made = to_json(layout(load_house(house)))["war"]["decides"]
    moved = {"first": set[str](), "war": set[str]()}
    deal = "first"
    for event in played(house, outcome).events:
        if isinstance(event, e.WarCardDealt):
            deal = "war"
        if isinstance(event, e.WagerCollected | e.WagerPaid | e.WagerReturned):
            moved[deal].add(event.wager.value)
    assert moved["war"] <= set(made)
    assert not moved["first"] & set(made)


PREPARED: dict[type[e.Event], str] = {
    e.CardsShown: "shown",
    e.CardsWashed: "washed",
    e.CardsShuffled: "shuffled",
    e.CardsCut: "cut",
    e.CardBurned: "burned",
}


@pytest.mark.parametrize(
    ("name", "shuffling"),
    [(name, kind) for name in house_names() for kind in load_house(name).cards.shuffling],
)
def test_new_cards_are_prepared_as_it_says(name: str, shuffling: Shuffling) -> None:
    house = load_house(name)
    table = LiveTable(house, Random(7).randrange)
    done = list[str]()
    for command in (
        c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10_000_000, shuffling=shuffling),
        c.TakeSeat(seat=1, player="Bo"),
        c.BuyChips(seat=1, cash_cents=100_00),
        c.RefuseCut(seat=1),
    ):
        events = table.do(command)
        if not isinstance(events, Refusal):
            done += [PREPARED[type(event)] for event in events if type(event) in PREPARED]
    assert list(dict.fromkeys(done)) == to_json(layout(house))["preparation"][shuffling.value]


@pytest.mark.parametrize("name", house_names())
def test_areas_and_odds_are_those_of_the_house(name: str) -> None:
    house = load_house(name)
    made = to_json(layout(house))
    assert made["areas"]["first"] == house.wagers.first_name
    assert made["areas"]["war"] == house.wagers.war_name
    assert made["war"]["choice"] == house.war.choice_name
    assert (made["pays"]["tie"] is not None) == made["areas"]["tie"] == house.tie.offered
    assert (made["pays"]["war_tie"] is not None) == made["areas"]["war_tie"]
    assert [(side["title"], side["pays"]) for side in made["areas"]["sides"]] == [
        (bet.title, [str(row.odds) for row in bet.rows]) for bet in house.side_bets
    ]
    by_card = house.cards.reshuffle is Reshuffle.CUTTING_CARD
    assert (made["cutting_card_from_back"] is not None) == by_card


def test_a_house_without_tie_has_no_area_for_it() -> None:
    house = load_house("washington")
    bare = replace(house, tie=replace(house.tie, offered=False))
    made = to_json(layout(bare))
    assert (made["areas"]["tie"], made["areas"]["tie_alone"]) == (False, False)
    assert (made["pays"]["tie"], made["pays"]["tie_ladder"]) == (None, [])


@pytest.mark.parametrize("name", house_names())
def test_every_clause_that_is_cited_can_be_read(name: str) -> None:
    house = load_house(name)
    clauses = to_json(layout(house))["clauses"]
    for cites in astuple(house.cites):
        assert clauses.get(cites, {}).get("text") == clause_text(cites)
    assert all(clause["text"] for clause in clauses.values())


def test_a_clause_says_where_it_stands_and_whether_the_house_only_follows_it() -> None:
    clauses = to_json(layout(load_house("washington")))["clauses"]
    own = {"basis": "clause", "document": document_title("WA"), "number": "4ci"}
    assert clauses["WA 4ci"] == {**own, "text": clause_text("WA 4ci")}
    followed = {"basis": "followed", "document": document_title("WI"), "number": "e4"}
    assert clauses["policy, as WI e4"] == {**followed, "text": clause_text("WI e4")}
    policy = {"basis": "policy", "document": document_title("policy"), "number": "3"}
    assert clauses["policy 3"] == {**policy, "text": clause_text("policy 3")}


def test_a_document_that_only_the_house_has_is_cited_without_a_text() -> None:
    house = load_house("washington")
    cites = replace(house.cites, surrender="OWN 7")
    clauses = to_json(layout(replace(house, cites=cites)))["clauses"]
    assert "OWN 7" not in clauses
    assert "policy 3" in clauses


@pytest.mark.parametrize("name", house_names())
def test_the_limits_are_those_that_a_table_of_the_house_may_have(name: str) -> None:
    """The authorised limit where there is one, else none."""
    limits = to_json(layout(load_house(name)))["limits"]
    step, highest = limits["step_cents"], limits["highest_cents"]

    def house_with(min_cents: int, max_cents: int) -> House:
        settings = TableSettings(house=name, min_cents=min_cents, max_cents=max_cents)
        return house_of(load_house(name), settings)

    own = load_house(name).limits.first
    assert (own.min_cents, own.max_cents) == (limits["min_cents"], limits["max_cents"])
    most = highest or 100 * limits["max_cents"]
    assert house_with(step, most).limits.first.max_cents == most
    for least, over in [(step // 2, most), (step, most - step // 2), (most, step)]:
        with pytest.raises(InputError):
            house_with(least, over)
    if highest is not None:
        with pytest.raises(InputError):
            house_with(step, most + step)
