"""A program that knows only the documentation plays whole shoes at every house.

The client checks the money, the cards, the versions and the offers while it plays; here every
answer is held against the schema as well, and every command and event must have been met.
"""

import json
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.kit.schemas import check_schema, validator
from tests.protocol.books import RANKS, RULES
from tests.protocol.client import Client, Pipe

EVENING = (
    "seat 2 sit_out",
    "seat 2 return_to_play",
    "floor fill_tray",
    "floor credit_tray",
    "floor change_dealer",
    "floor start_gaming_day",
    "dealer draw_in_error",
    "floor void_round",
    "floor order_reshuffle",
    "floor order_idle_spread",
    "seat 1 return_to_play",
    "seat 2 return_to_play",
    "seat 3 return_to_play",
    "floor change_cards",
)
BY_HAND = ("dealer report_missed_seat",)
TAKES_BACK = ("seat 1 take_back_wagers", *["seat 1 place_wagers"] * 4)
SHUFFLER = ("dealer report_shuffler_fault",)


@dataclass(frozen=True)
class Session:
    """One table, and what shall happen there."""

    options: tuple[str, ...]
    wishes: tuple[str, ...] = ()
    opening: tuple[tuple[str, object], ...] = ()
    seats: tuple[int, ...] = (1, 2, 3)

    @property
    def by_hand(self) -> bool:
        return "none" in self.options


# events of every evening that no wish makes certain
EVERY_EVENING = {
    "wager_paid",
    "wager_collected",
    "wager_returned",
    "war_card_dealt",
    "card_drawn_in_error",
    "cards_removed",
    "cards_idled",
    "table_closed",
}
BATCHES = (("shuffling", "batches"),)
SESSIONS = [
    Session(("washington",), EVENING + TAKES_BACK),
    Session(("washington", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 5, 6, 7)),
    Session(("skycity",), EVENING + TAKES_BACK),
    Session(("skycity", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 4, 7)),
    Session(("wisconsin", "--decks", "8"), EVENING, seats=(1, 2, 3, 4, 5, 6, 7)),
    Session(("wisconsin", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 4, 6)),
    Session(("wisconsin", "--shuffling", "batches"), EVENING + SHUFFLER, seats=(1, 2, 3, 4)),
    Session(
        ("wisconsin", "--automatic", "none"),
        EVENING + BY_HAND + SHUFFLER,
        opening=BATCHES,
        seats=(1, 2, 3, 4, 5),
    ),
    Session(("battle-royal",), EVENING + TAKES_BACK),
    Session(("battle-royal", "--automatic", "none"), EVENING + BY_HAND),
    Session(("eleven-to-one",), EVENING + TAKES_BACK),
    Session(("eleven-to-one", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 6, 7)),
    Session(("ladder-war",), EVENING + TAKES_BACK),
    Session(("ladder-war", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 4, 5)),
    Session(("no-bonus",), EVENING + TAKES_BACK),
    Session(("no-bonus", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 4, 5)),
]


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """What ``casinowar schema`` prints."""
    command = [sys.executable, "-m", "casinowar", "schema"]
    printed = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    made: dict[str, Any] = json.loads(printed)
    check_schema(made)
    return made


class Validators:
    """Validators of single definitions."""

    def __init__(self, schema: dict[str, Any]) -> None:
        names = {
            made["properties"]["name"]["const"]: kind
            for kind, made in schema["$defs"].items()
            if "const" in made.get("properties", {}).get("name", {})
        }
        self.events = {name: validator(schema, kind) for name, kind in names.items()}
        kinds = ("AnswerView", "AnswerLegal", "AnswerDue", "AnswerSnapshot", "Refusal")
        self.answers = {
            kind.removeprefix("Answer").lower(): validator(schema, kind) for kind in kinds
        }
        self.whole = validator(schema, "answers")

    def check(self, answers: list[dict[str, Any]]) -> None:
        """Validate every answer as what it is, and now and then as one of all answers."""
        for number, answer in enumerate(answers):
            if number % 199 == 0:
                self.whole.validate(answer)
            for event in answer.get("events", ()):
                self.events[event["name"]].validate(event)
            if not answer["ok"] or "events" not in answer:
                kind = answer.keys() & self.answers.keys() or {"refusal"} - answer.keys()
                self.answers[min(kind)].validate(answer)


@pytest.fixture(scope="module")
def validators(schema: dict[str, Any]) -> Validators:
    return Validators(schema)


@pytest.fixture(scope="module")
def met() -> dict[str, set[str]]:
    """Every command that was accepted and every event that happened, at all tables."""
    return {"commands": set(), "events": set(), "tables": set()}


def whole_evening(client: Client, session: Session) -> None:
    """Open, play a whole shoe, leave the table idle, let a newcomer play, close."""
    if session.by_hand:
        client.open_table(**dict(session.opening))
    client.sit_down()
    client.play(list(session.wishes))
    client.finish_round()
    client.everybody_leaves()
    client.seats = (2,)
    client.sit_down()
    if client.view["shuffling"] == "batches":
        client.soon("seat 2 request_spread")
    client.finish_round()
    client.pipe.ask("snapshot")
    client.close()


def remember(client: Client, met: dict[str, set[str]], validators: Validators) -> None:
    """Validate all that the table said, and note what was met there."""
    validators.check(client.pipe.answers)
    met["commands"] |= client.given.keys()
    met["events"] |= client.books.seen.keys()
    met["tables"].add(f"table {len(met['tables'])}")


@pytest.mark.parametrize(
    ("number", "session"),
    list(enumerate(SESSIONS)),
    ids=[" ".join(s.options) + " batches" * bool(s.opening) for s in SESSIONS],
)
def test_a_whole_evening(
    number: int, session: Session, validators: Validators, met: dict[str, set[str]]
) -> None:
    with Pipe(*session.options, "--seed", str(number)) as pipe:
        client = Client(pipe, session.options[0], number, session.seats)
        whole_evening(client, session)
    assert client.books.seen.keys() >= EVERY_EVENING
    remember(client, met, validators)


CUT_CARDS = 40
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def shoe_file(path: Path, first: str, decks: int = 6) -> Path:
    """A shoe that deals these cards first once seat 1 has cut ``CUT_CARDS``; ``^`` is face up."""
    rest = DECK * decks
    for card in first.split():
        rest.remove(card.removeprefix("^"))
    random.Random(1).shuffle(rest)
    dealt = first.split() + rest
    path.write_text(" ".join(dealt[-CUT_CARDS:] + dealt[:-CUT_CARDS]) + "\n")
    return path


# A burn card, then seats 1 to 3 and the dealer: seat 1 ties, and 2 and 3 are settled. In the war
# deal, three burn cards before each card.
TIED = "2c Kh 5d Qs Kd 3c 3d 3h "


FACE_UP_TABLES = [
    (house, automatic)
    for house in ("wisconsin", "washington", "eleven-to-one")
    for automatic in ("all", "none")
]


@pytest.mark.parametrize(("house", "automatic"), FACE_UP_TABLES)
def test_a_face_up_card_is_not_used_and_a_second_voids_the_round(
    house: str, automatic: str, tmp_path: Path, validators: Validators, met: dict[str, set[str]]
) -> None:
    decks = 7 if house == "eleven-to-one" else 6
    shoe = shoe_file(tmp_path / "shoes.txt", TIED + "^7c Ah 4c 4d ^8c 4h 2h", decks)
    with Pipe(house, "--automatic", automatic, "--shoes", str(shoe)) as pipe:
        client = Client(pipe, house, 3, (1, 2, 3))
        if automatic == "none":
            client.open_table()
        client.sit_down()
        chips_cents = dict(client.books.chips_cents)
        while client.look()["phase"] != "cut_offered":
            client.step()
        client.give({"command": "take_cut", "seat": 1, "cards": CUT_CARDS}, "seat 1")
        while client.look()["waits"][0]["what"] != "bet":
            client.step()
        for seat in client.seats:
            client.look()
            coupon = {"coupon_cents": 500} if house == "wisconsin" else {}
            bet = {"initial_cents": 1000, "tie_cents": 500, **coupon}
            client.give({"command": "place_wagers", "seat": seat, **bet}, f"seat {seat}")
        while client.look()["waits"][0]["what"] != "choice":
            client.step()
        assert [seat["hand"]["card"] for seat in client.view["seats"]] == ["Kh", "5d", "Qs"]
        client.give({"command": "go_to_war", "seat": 1}, "seat 1")
        while client.books.rounds == 0:
            client.look()
            client.step()
        client.settle_down()
        assert client.books.seen["face_up_card_found"] == 2
        assert client.books.seen["round_voided"] == 1
        assert client.books.chips_cents == chips_cents
        assert all(seat["hand"]["outcome"] == "void" for seat in client.view["last_round"]["seats"])
        while client.books.shoes < 2:
            client.look()
            client.step()
        client.settle_down()
        client.close()
    remember(client, met, validators)


def test_every_house_was_played() -> None:
    houses = {session.options[0] for session in SESSIONS}
    assert houses == RULES.keys()


def test_every_command_and_every_event_was_met(
    schema: dict[str, Any], met: dict[str, set[str]]
) -> None:
    if len(met["tables"]) < len(SESSIONS) + len(FACE_UP_TABLES):
        pytest.skip("not every table was played in this run")
    # bad cards and objections are for people who look at them: tests/clauses plays those
    looked_at = {"object_to_cards", "report_bad_decks", "reject_decks"}
    # the shoes of this table are not sealed: tests/clauses plays those that are
    looked_at |= {"seal_contribution", "close_contributions", "open_contribution"}
    looked_at |= {"report_cutting_card", "correct_card", "take_over"}  # real cards; two dealers
    assert names(schema, "commands", "command") - met["commands"] - looked_at == {
        "bet_cash_aloud",  # always refused
        "touch_cards",
    }
    told = {"decks_rejected", "cards_objected", "shoe_committed", "contribution_sealed"}
    told |= {"contributions_closed", "contribution_opened", "seed_revealed"}
    told |= {"real_cards_announced", "card_corrected"}
    assert names(schema, "events", "name") - told == met["events"] - told


def names(schema: dict[str, Any], part: str, field: str) -> set[str]:
    """The names of all messages of one part of the schema."""
    kinds = [of["$ref"].rpartition("/")[2] for of in schema["$defs"][part]["oneOf"]]
    return {schema["$defs"][kind]["properties"][field]["const"] for kind in kinds}
