"""The rack: what the engine puts there, in that order, is enough to rebuild every hand.

Planted once and caught: the dealer's hand racked before the players', a war card racked before
the first card of its hand, and one burn card too few each made the comparison below fail.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from casinowar.cards import Card
from casinowar.cli.main import main
from casinowar.houses import House, InputError, house_names, load_house
from casinowar.houses.house import BurnPattern, DealerHandInRack, PayingStyle
from casinowar.live import LiveTable
from casinowar.record.rack import parse_rack, rebuild
from casinowar.table import Done, Phase, Refusal, Table, events_of, evolve
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.events import CardsCollected
from casinowar.table.state import RackedCard, Status
from casinowar.table.words import rack_text

Cards = tuple[Card, ...]


def phase_of(table: LiveTable) -> Phase:
    return table.state.phase


class Played(LiveTable):
    """A live table that keeps its events."""

    def __init__(self, house: House, chance: Random) -> None:
        self.events: list[e.Event] = []
        super().__init__(house, chance.randrange, save=self._keep)

    def _keep(self, done: tuple[Done, ...]) -> None:
        self.events += events_of(done)


def play_shoe(house: House, seats: int, seed: int) -> tuple[Played, tuple[RackedCard, ...]]:
    """One whole shoe with everybody betting; some tied players surrender, some go to war."""
    chance = Random(seed)
    table = Played(house, chance)

    def do(command: c.Command) -> None:
        answer = table.do(command)
        assert not isinstance(answer, Refusal), answer

    do(c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**9))
    for seat in range(1, seats + 1):
        do(c.TakeSeat(seat=seat, player=f"P{seat}"))
        do(c.BuyChips(seat=seat, cash_cents=10**8))
    while (offered := table.state.cut_offered_to) is not None:
        do(c.RefuseCut(seat=offered))
    while table.state.shoe.number == 1 and phase_of(table) is not Phase.CUT_OFFERED:
        if phase_of(table) is Phase.DECIDE:
            asked = [h.seat for h in table.state.hands.values() if h.status is Status.ASKED]
            war = chance.random() < 0.7
            do(c.GoToWar(seat=asked[0], war_tie_cents=0) if war else c.SurrenderHand(seat=asked[0]))
        else:
            bettors = [seat for seat in table.state.seats if seat not in table.state.hands]
            if chance.random() < 0.05 and not table.state.hands:
                do(c.ChangeDealer(dealer="Cy" if table.state.dealer != "Cy" else "Di"))
            do(c.PlaceWagers(seat=bettors[0], initial_cents=house.limits.first.min_cents))
    return table, rack_when_collected(table)


def rack_when_collected(table: Played) -> tuple[RackedCard, ...]:
    state = Table(house=table.state.house)
    for event in table.events:
        if isinstance(event, CardsCollected):
            return state.rack
        state = evolve(state, event)
    raise AssertionError("the shoe did not end")


def rounds_of_record(table: Played) -> list[tuple[dict[int, Cards], Cards]]:
    found: list[tuple[dict[int, Cards], Cards]] = []
    hands: dict[int, Cards] = {}
    for event in table.events:
        if isinstance(event, (e.CardDealt, e.WarCardDealt)):
            hands[event.seat] = (*hands.get(event.seat, ()), event.card)
        elif isinstance(event, e.RoundCompleted):
            dealer = hands.pop(0)
            found.append((dict(sorted(hands.items())), dealer))
            hands = {}
    return found


@pytest.mark.parametrize("seats", [1, 2, 5, 7])
@pytest.mark.parametrize("name", ["washington", "skycity", "wisconsin", "eleven-to-one"])
@pytest.mark.parametrize("style", PayingStyle)
def test_wi_h4_h8_every_hand_of_a_shoe_is_rebuilt_from_the_rack(
    name: str, seats: int, style: PayingStyle
) -> None:
    house = load_house(name)
    house = replace(house, deal=replace(house.deal, paying_style=style))
    table, rack = play_shoe(house, seats, seed=seats)
    rebuilt = rebuild(house, rack)
    assert not rebuilt.problems
    played = rounds_of_record(table)
    assert len(rebuilt.rounds) >= 10
    for (hands, dealer), read in zip(played, rebuilt.rounds, strict=True):
        assert read.dealer == dealer
        if read.places_known:
            assert read.hands == tuple(hands.values())
        else:
            assert sorted(map(str, read.hands)) == sorted(map(str, hands.values()))
    assert rack_text(rack) == rack_text(parse_rack(rack_text(rack)))


def straight(house: House) -> House:
    policies = replace(house.policies, dealer_hand_in_rack=DealerHandInRack.STRAIGHT)
    return replace(house, policies=policies)


def test_a_dealers_hand_that_lies_straight_leaves_the_number_of_hands_open() -> None:
    house = straight(load_house("wisconsin"))
    rebuilt = rebuild(house, parse_rack("?? 5h 7d 9s Kh [2c] 5h 7d"))
    assert [(one.start, one.end) for one in rebuilt.rounds] == [(5, 6), (6, 8)]
    (problem,) = rebuilt.problems
    assert (problem.start, problem.end) == (0, 5)
    assert "more than one way" in problem.reason
    certain = rebuild(house, parse_rack("?? 5h 7d"))
    assert not certain.problems
    assert len(certain.rounds) == 1


def test_with_one_seat_a_straight_rack_is_certain_up_to_the_wars_around_the_error() -> None:
    house = straight(load_house("skycity"))
    house = replace(house, deal=replace(house.deal, seats=1))
    war = "?? ?? ?? 9h Qd 9d Js"
    good = f"?? 5h 7d {war} 2c 3c 4c 5c {war} 6h 8h"
    assert len(rebuild(house, parse_rack(good)).rounds) == 6
    rebuilt = rebuild(house, parse_rack(good.replace("3c ", "")))
    assert [one.end - one.start for one in rebuilt.rounds] == [3, 7, 7, 2]
    (problem,) = rebuilt.problems
    assert (problem.start, problem.end) == (10, 13)
    assert "does not show" in problem.reason


def test_a_round_that_was_not_finished_is_said_to_be_open() -> None:
    rebuilt = rebuild(load_house("wisconsin"), parse_rack("?? 5h [9s] 7d 8d"))
    assert len(rebuilt.rounds) == 1
    (problem,) = rebuilt.problems
    assert (problem.start, problem.end) == (3, 5)
    assert "unfinished" in problem.reason


def test_a_round_in_which_every_seat_was_missed_is_a_round_without_hands() -> None:
    rack = parse_rack("?? 5h [9s] [2c] 6h [Kd] ?? [3c] ?? ?? ?? ?? ?? ?? 9h Qd [9d] [Js] [4c]")
    for house in (load_house("wisconsin"), load_house("washington")):
        rebuilt = rebuild(house, rack)
        assert not rebuilt.problems
        assert [len(one.hands) for one in rebuilt.rounds] == [1, 0, 1, 0, 1, 0]


def test_two_crosswise_cards_can_be_a_war_or_an_empty_round_where_nothing_is_burned() -> None:
    house = load_house("wisconsin")
    war = replace(house.war, burn_pattern=BurnPattern.NONE, burn_count=0)
    rebuilt = rebuild(replace(house, war=war), parse_rack("?? 5h [9s] 9h Qd [9d] [Js] 3c [4c]"))
    assert len(rebuilt.rounds) == 2
    (problem,) = rebuilt.problems
    assert (problem.start, problem.end) == (3, 7)
    assert "9h Qd against 9d Js" in problem.reason
    assert "9h, Qd against 9d" in problem.reason


def test_hands_at_war_and_others_keep_their_cards_but_not_their_places() -> None:
    rack = parse_rack("?? 5h ?? ?? ?? ?? ?? ?? 9h Qd [9d] [Js]")
    (one,) = rebuild(load_house("wisconsin"), rack).rounds
    assert not one.places_known
    assert [" ".join(map(str, hand)) for hand in one.hands] == ["5h", "9h Qd"]


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("?? ?? ?? ?? ?? 9h Qd [9d] [Js]", "5 burn cards before 9h, and a war of 1 hand burns 6"),
        ("2c ?? ?? ?? ?? ?? ?? 8h Qd [9d] [Js]", "does not tie the dealer's 9d"),
        ("2c ?? ?? ?? ?? ?? ?? 9h [9d] [Js]", "9h cannot be the hands of a war"),
        ("2c ?? ?? ?? ?? 9h ?? ?? Qd [9d] [Js]", "burn cards among the hands at war"),
        ("9h ?? 2c [4c]", "1 burn card between 9h and 2c, as before a war, but the dealer's"),
        ("2h 3h 4h 5h 6h 7h 8h 9h [Ts]", "8 hands against the dealer's [Ts], and this house has"),
        ("?? ?? ?? 5h [4c]", "3 burn cards before 5h"),
        ("9h ?? [4c]", "1 burn card between 9h and the dealer's hand [4c]"),
    ],
)
def test_cards_that_no_round_leaves_are_named_with_the_reason(cards: str, reason: str) -> None:
    rebuilt = rebuild(load_house("wisconsin"), parse_rack(f"?? 5c 6c 7c [8c] {cards}"))
    (problem,) = rebuilt.problems
    assert problem.start <= 5
    assert problem.end == 5 + len(cards.split())
    assert reason in problem.reason


def test_a_shoe_without_its_opening_burn_is_a_problem_of_the_first_round() -> None:
    rebuilt = rebuild(load_house("wisconsin"), parse_rack("5h [9s] 6h 7h [8h]"))
    assert [one.start for one in rebuilt.rounds] == [2]
    (problem,) = rebuilt.problems
    assert "begins with 1 burn card" in problem.reason


def test_a_war_card_of_the_dealer_laid_straight_leaves_the_next_round_in_doubt() -> None:
    war = "?? ?? ?? ?? ?? ?? 9h Qd [9d]"
    rebuilt = rebuild(load_house("wisconsin"), parse_rack(f"?? 5h [9s] {war} Js 4h [5h] 6c [7c]"))
    assert [(one.start, one.end) for one in rebuilt.rounds] == [(0, 3), (15, 17)]
    (problem,) = rebuilt.problems
    assert (problem.start, problem.end) == (3, 15)


def test_the_face_up_card_is_named_and_belongs_to_nobody() -> None:
    (one,) = rebuild(load_house("wisconsin"), parse_rack("?? ^4c 5h [9s]")).rounds
    assert [str(card) for card in one.face_up] == ["4c"]
    assert len(one.hands) == 1


def test_every_built_in_house_can_be_read() -> None:
    for name in house_names():
        house = load_house(name)
        opening = "?? " * house.cards.opening_burn
        assert len(rebuild(house, parse_rack(f"{opening}5h [9s]")).rounds) == 1


def test_bad_racks_are_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="card 2"):
        parse_rack("?? xx")
    missing = str(tmp_path / "none.txt")
    assert main(["rack", "wisconsin", missing]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_prints_json_and_ends_with_1_where_there_is_a_problem(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rack.txt"
    file.write_text("?? 5h 7d [9s] 8d")
    assert main(["rack", "wisconsin", str(file), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    (one,) = said["rounds"]
    assert (one["start"], one["end"], one["dealer"]) == (0, 4, ["9s"])
    (problem,) = said["problems"]
    assert (problem["start"], problem["end"]) == (4, 5)
    assert problem["reason"].startswith("cannot be a round: there is no dealer's hand")


def test_the_command_prints_rounds_and_problems_in_the_order_of_the_rack(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rack.txt"
    file.write_text("?? 5h [9s] 2c ?? ?? 9h Qd [9d] [Js] [4c] 6h [7h]")
    assert main(["rack", "wisconsin", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "round 1, cards 1 to 3: 5h against 9s; 1 burned"
    assert lines[1].startswith("cards 4 to 11 cannot be a round: ")
    assert lines[2] == "round, cards 12 to 13: 6h against 7h; 0 burned"


def test_a_rack_may_have_commas() -> None:
    assert parse_rack("?? 5h, 7d,[9s]") == parse_rack("?? 5h 7d [9s]")


def test_a_refused_card_shows_how_to_write_a_ten() -> None:
    with pytest.raises(InputError, match="like 'Kh' or '10h'"):
        parse_rack("?? 11h")


def test_a_rack_that_is_typed_is_asked_for_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = StringIO("?? 5h 7d [9s]")
    monkeypatch.setattr("sys.stdin", typed)
    assert main(["rack", "wisconsin"]) == 0
    piped = capsys.readouterr()
    assert piped.err == ""
    monkeypatch.setattr(typed, "isatty", lambda: True)
    typed.seek(0)
    assert main(["rack", "wisconsin"]) == 0
    at_terminal = capsys.readouterr()
    assert at_terminal.out == piped.out
    assert "Type the cards of the rack" in at_terminal.err
    assert "Ctrl-D" in at_terminal.err
