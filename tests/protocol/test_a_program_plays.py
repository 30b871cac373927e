"""A program that knows only the documentation plays whole shoes at every house.

The client checks the money, the cards, the versions and the offers while it plays; here every
answer is held against the schema as well, and every command and event must have been met.
"""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.protocol.books import RULES
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
TAKES_BACK = ("seat 1 take_back_wagers",)
SHUFFLER = ("dealer report_shuffler_fault",)


@dataclass(frozen=True)
class Session:
    """One table, and what shall happen there."""

    options: tuple[str, ...]
    wishes: tuple[str, ...] = ()
    opening: tuple[tuple[str, object], ...] = ()
    seats: tuple[int, ...] = (1, 2, 3)
    asks_for_spread: bool = False

    @property
    def by_hand(self) -> bool:
        return "none" in self.options


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
        asks_for_spread=True,
    ),
    Session(("battle-royal",), EVENING + TAKES_BACK),
    Session(("battle-royal", "--automatic", "none"), EVENING + BY_HAND),
    Session(("eleven-to-one",), EVENING + TAKES_BACK),
    Session(("eleven-to-one", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 6, 7)),
    Session(("no-bonus",), EVENING + TAKES_BACK),
    Session(("no-bonus", "--automatic", "none"), EVENING + BY_HAND, seats=(1, 2, 3, 4, 5)),
]

# what no player or dealer may do, what happens only where a policy says so, and what a house has
REFUSED_ALWAYS = {"bet_cash_aloud", "touch_cards"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """What ``casinowar schema`` prints."""
    command = [sys.executable, "-m", "casinowar", "schema"]
    printed = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
    made: dict[str, Any] = json.loads(printed)
    Draft202012Validator.check_schema(made)
    return made


class Validators:
    """Validators of single definitions, each event and each answer validated once."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema
        self.valid: set[str] = set()
        names = {
            made["properties"]["name"]["const"]: kind
            for kind, made in schema["$defs"].items()
            if "const" in made.get("properties", {}).get("name", {})
        }
        self.events = {name: self.of(kind) for name, kind in names.items()}
        kinds = ("AnswerView", "AnswerLegal", "AnswerDue", "AnswerSnapshot", "Refusal")
        self.answers = {kind.removeprefix("Answer").lower(): self.of(kind) for kind in kinds}
        self.whole = self.of("answers")

    def of(self, kind: str) -> Draft202012Validator:
        part = {"$ref": f"#/$defs/{kind}", "$defs": self.schema["$defs"]}
        return Draft202012Validator(part, format_checker=FormatChecker(["date"]))

    def check(self, answers: list[dict[str, Any]]) -> None:
        """Validate all answers: each kind of view and offer now and then, each event once."""
        for number, answer in enumerate(answers):
            if number % 199 == 0:
                self.whole.validate(answer)
            for event in answer.get("events", ()):
                self.once(self.events[event["name"]], event)
            if "view" not in answer or number % 29 == 0:
                kind = answer.keys() & self.answers.keys() or {"refusal"} - answer.keys()
                if not answer["ok"] or "events" not in answer:
                    self.once(self.answers[min(kind)], answer)

    def once(self, validator: Draft202012Validator, value: dict[str, Any]) -> None:
        written = json.dumps({**value, "id": 0, "version": 0} if "ok" in value else value)
        if written not in self.valid:
            validator.validate(value)
            self.valid.add(written)


@pytest.fixture(scope="module")
def validators(schema: dict[str, Any]) -> Validators:
    return Validators(schema)


@pytest.fixture(scope="module")
def met() -> Iterator[dict[str, set[str]]]:
    """Every command that was accepted and every event that happened, at all tables."""
    yield {"commands": set(), "events": set()}


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
    if session.asks_for_spread:
        assert client.grant("seat 2 request_spread")
    client.finish_round()
    client.pipe.ask("snapshot")
    client.close()


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
    validators.check(client.pipe.answers)
    met["commands"] |= client.given.keys()
    met["events"] |= client.books.seen.keys()


def test_every_house_was_played() -> None:
    houses = {session.options[0] for session in SESSIONS}
    assert houses == RULES.keys()


