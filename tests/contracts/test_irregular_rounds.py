"""Irregularities in round files: Wisconsin's section (j), and the same as policy elsewhere.

Planted once and caught here: a face-up card that counts as a burn, a void that leaves paid chips
with the player, a card drawn in error that is skipped, a missed seat that is dealt to.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.contracts.result import check_result
from tests.kit import Round, replay, seat

HOUSES = ("washington", "skycity", "wisconsin", "no-bonus", "eleven-to-one", "battle-royal")
BURNS = {
    "washington": 3,
    "wisconsin": 3,
    "eleven-to-one": 3,
    "skycity": 3,
    "no-bonus": 3,
    "battle-royal": 0,
}
EVERY = {"washington", "wisconsin", "eleven-to-one"}
Capture = pytest.CaptureFixture[str]


def face_up(*cards: int) -> tuple[str, ...]:
    return tuple(f'kind = "face_up"\ncard = {card}' for card in cards)


def missed(number: int) -> str:
    return f'kind = "missed"\nseat = {number}'


def in_error(card: int) -> str:
    return f'kind = "drawn_in_error"\ncard = {card}'


def played(capture: Capture, tmp_path: Path, round_: Round) -> dict[str, Any]:
    answer = replay(capture, round_.write(tmp_path / "round.toml"))
    assert (answer.code, answer.errors) == (0, [])
    [result] = answer.results
    check_result(result)
    return result


def war_cards(house: str, player: str, dealer: str) -> list[str]:
    """First cards that tie, the house's burns, and two war cards."""
    burns = ["??"] * BURNS[house]
    again = burns if house in EVERY else []
    return ["7h", "7s", *burns, player, *again, dealer]


def names(result: dict[str, Any]) -> list[str]:
    return [event["name"] for event in result["events"]]


# --- j1: face-up cards ----------------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("at", range(3))
def test_wi_j1_one_face_up_card_in_the_original_deal_is_not_used(
    house: str, at: int, tmp_path: Path, capsys: Capture
) -> None:
    cards = ["Kh", "2c"]
    cards.insert(at, "Ad")
    round_ = Round(
        house=house,
        cards=" ".join(cards),
        seats=(seat(1, initial=1000),),
        irregularities=face_up(at),
    )
    result = played(capsys, tmp_path, round_)
    used = 3 if at < 2 else 2  # one that is never reached stays in the shoe
    assert result["cards_used"] == used
    assert result["seats"][0]["card"] == "Kh"
    assert result["dealer"]["card"] == "2c"
    assert (result["void"], result["reshuffle"]) == (False, False)
    assert names(result).count("face_up_card_found") == used - 2


@pytest.mark.parametrize("house", HOUSES)
def test_wi_j1_a_face_up_card_among_the_burns_is_no_burn(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    plain = war_cards(house, "Qh", "Js")
    for at in range(2, len(plain)):
        cards = [*plain[:at], "Ad", *plain[at:]]
        round_ = Round(
            house=house,
            cards=" ".join(cards),
            seats=(seat(1, initial=1000, on_tie="war"),),
            irregularities=face_up(at),
        )
        result = played(capsys, tmp_path, round_)
        assert result["cards_used"] == len(plain) + 1
        assert names(result).count("card_burned") == plain.count("??")
        [entry] = result["seats"]
        assert (entry["war_card"], entry["outcome"], entry["net"]) == ("Qh", "war_won", 1000)
        assert result["dealer"]["war_card"] == "Js"


@pytest.mark.parametrize("house", HOUSES)
def test_wi_j1_two_face_up_cards_before_any_other_void_the_round(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    round_ = Round(
        house=house,
        cards="Ad Ac Kh 2c",
        seats=(seat(1, initial=1000), seat(2, initial=600)),
        irregularities=face_up(0, 1),
    )
    result = played(capsys, tmp_path, round_)
    assert (result["void"], result["reshuffle"], result["cards_used"]) == (True, True, 2)
    assert result["dealer"] == {"card": None, "war_card": None}
    assert [(entry["card"], entry["net"]) for entry in result["seats"]] == [(None, 0), (None, 0)]


@pytest.mark.parametrize("house", HOUSES)
def test_policy_8_the_second_face_up_card_undoes_what_was_settled(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    """Seat 1 was paid, seat 2 collected, seat 3 is at war when the second one appears."""
    tie = {} if house == "battle-royal" else {"tie": 100}
    burned = ["??"] * BURNS[house]
    cards = ["Kh", "2h", "9h", "9s", *burned[:2], "Ad", *burned[2:], "Ac", "Qh", "Qs"]
    found = [cards.index("Ad"), cards.index("Ac")]
    round_ = Round(
        house=house,
        cards=" ".join(cards),
        seats=(
            seat(1, initial=1000, **tie),
            seat(2, initial=1000),
            seat(3, initial=500, on_tie="war", **tie),
        ),
        irregularities=face_up(*found),
    )
    result = played(capsys, tmp_path, round_)
    assert (result["void"], result["reshuffle"]) == (True, True)
    assert result["cards_used"] == found[1] + 1
    assert result["dealer"] == {"card": "9s", "war_card": None}
    for entry in result["seats"]:
        assert (entry["outcome"], entry["net"]) == ("void", 0)
        for wager in {move["wager"] for move in entry["movements"]}:
            kept = _total(entry, wager, "collect"), _total(entry, wager, "pay")
            assert kept == (0, 0), f"{wager} of seat {entry['seat']} is not given back"
    first, second, third = result["seats"]
    assert [move["amount"] for move in first["movements"] if move["action"] == "pay"] == [
        1000,
        -1000,
    ]
    assert [move["amount"] for move in second["movements"]] == [1000, -1000, 1000]
    assert third["wagered"] == 1000 + (100 if tie else 0)
    negative = [
        move for entry in result["seats"] for move in entry["movements"] if move["amount"] < 0
    ]
    assert {move["cites"] for move in negative} == {"policy 8"}


def _total(entry: dict[str, Any], wager: str, action: str) -> int:
    moves = entry["movements"]
    return sum(
        move["amount"] for move in moves if move["wager"] == wager and move["action"] == action
    )


def test_policy_8_a_hand_that_surrendered_gets_all_back(tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house="wisconsin",
        cards="Ad 9h 9d 9s 2c Ac",
        seats=(
            seat(1, initial=1000, tie=100, on_tie="surrender"),
            seat(2, initial=500, on_tie="war"),
        ),
        irregularities=face_up(0, 5),
    )
    result = played(capsys, tmp_path, round_)
    [gave_up, at_war] = result["seats"]
    assert [(move["wager"], move["action"], move["amount"]) for move in gave_up["movements"]] == [
        ("tie", "pay", 1000),
        ("tie", "return", 100),
        ("initial", "collect", 500),
        ("initial", "return", 500),
        ("tie", "pay", -1000),
        ("initial", "collect", -500),
        ("initial", "return", 500),
    ]
    assert (at_war["wagered"], at_war["returned"]) == (1000, 1000)


@pytest.mark.parametrize("clause", [("wisconsin", "WI j1"), ("washington", "policy, as WI j1")])
def test_an_irregularity_cites_its_document_or_policy(
    clause: tuple[str, str], tmp_path: Path, capsys: Capture
) -> None:
    house, cites = clause
    round_ = Round(
        house=house, cards="Ad Kh 2c", seats=(seat(1, initial=2),), irregularities=face_up(0)
    )
    events = played(capsys, tmp_path, round_)["events"]
    assert [event["cites"] for event in events if event["name"] == "face_up_card_found"] == [cites]


# --- j2: drawn in error ---------------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES)
def test_wi_j2_a_card_drawn_in_error_is_the_next_card_wherever_it_falls(
    house: str, tmp_path: Path, capsys: Capture
) -> None:
    cards = war_cards(house, "Qh", "Js")
    for at in range(len(cards)):
        round_ = Round(
            house=house,
            cards=" ".join(cards),
            seats=(seat(1, initial=1000, on_tie="war"),),
            irregularities=(in_error(at),),
        )
        result = played(capsys, tmp_path, round_)
        assert result["cards_used"] == len(cards)
        assert names(result).count("card_drawn_in_error") == 1
        [entry] = result["seats"]
        assert (entry["card"], entry["war_card"], entry["outcome"]) == ("7h", "Qh", "war_won")


def test_wi_j1_and_j2_in_one_round(tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house="wisconsin",
        cards="Ad Kh 2c",
        seats=(seat(1, initial=1000),),
        irregularities=(*face_up(0), in_error(1)),
    )
    result = played(capsys, tmp_path, round_)
    assert result["cards_used"] == 3
    assert result["seats"][0]["outcome"] == "win"


# --- j3: missed seats -----------------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES)
def test_wi_j3_the_only_seat_is_missed(house: str, tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house=house, cards="Kh 2c", seats=(seat(1, initial=1000),), irregularities=(missed(1),)
    )
    result = played(capsys, tmp_path, round_)
    assert result["cards_used"] == 1
    assert result["dealer"]["card"] == "Kh"
    assert (result["void"], result["reshuffle"]) == (False, False)
    [entry] = result["seats"]
    assert (entry["card"], entry["outcome"], entry["returned"]) == (None, "void", 1000)


@pytest.mark.parametrize("house", HOUSES)
def test_wi_j3_a_missed_seat_beside_a_war(house: str, tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house=house,
        cards=" ".join(war_cards(house, "2h", "Js")),
        seats=(seat(1, initial=600, on_tie="war"), seat(2, initial=1000, on_tie="war")),
        irregularities=(missed(1),),
    )
    result = played(capsys, tmp_path, round_)
    [left_out, at_war] = result["seats"]
    assert (left_out["outcome"], left_out["card"], left_out["net"]) == ("void", None, 0)
    assert (at_war["outcome"], at_war["card"], at_war["net"]) == ("war_lost", "7h", -2000)


def test_policy_12_a_missed_tie_alone_is_void(tmp_path: Path, capsys: Capture) -> None:
    round_ = Round(
        house="skycity",
        cards="Kh Ks",
        seats=(seat(1, tie=500), seat(2, tie=500)),
        irregularities=(missed(1),),
    )
    [first, second] = played(capsys, tmp_path, round_)["seats"]
    assert (first["outcome"], first["returned"]) == ("void", 500)
    assert (second["outcome"], second["returned"]) == ("none", 5500)


def test_a_missed_seat_of_a_voided_round_is_given_back_once(
    tmp_path: Path, capsys: Capture
) -> None:
    round_ = Round(
        house="wisconsin",
        cards="Kh Ad Ac 2c",
        seats=(seat(1, initial=600), seat(2, initial=1000)),
        irregularities=(*face_up(1, 2), missed(1)),
    )
    [first, second] = played(capsys, tmp_path, round_)["seats"]
    assert (first["wagered"], first["returned"]) == (600, 600)
    assert (second["wagered"], second["returned"]) == (1000, 1000)
    assert len(first["movements"]) == 1
