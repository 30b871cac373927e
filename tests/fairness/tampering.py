"""Ways to tamper with the log of a table, and what each of them must be rejected for.

The house itself is the adversary: it holds the signing key, so a changed log is signed again. What
it cannot change are the heads that players kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from casinowar.cards import DECK, full_decks
from casinowar.fairness import Signer
from casinowar.houses import load_house
from casinowar.record.export import Line, write_export
from casinowar.table import commands as c
from casinowar.table.shoe import stack_of
from tests.kit.fair import DAY, FairTable, seed_of

Event = dict[str, Any]


@dataclass
class Log:
    """The lines of a table, to be changed."""

    game: FairTable
    random: Random
    signer: Signer
    other: Signer  # with another key
    lines: list[Line] = field(default_factory=list[Line])
    origin: str = ""
    kept: list[bytes] = field(default_factory=list[bytes])

    def __post_init__(self) -> None:
        self.lines, self.origin = self.game.lines(), self.game.origin

    def written(self) -> bytes:
        house = self.game.house
        return b"".join(write_export(self.origin, house, self.lines, self.signer))

    def event(self, at: int) -> Event:
        return dict(json.loads(self.lines[at].body))

    def put(self, at: int, **fields: Any) -> None:
        """Change fields of an event, and of its command where that has them."""
        line = self.lines[at]
        body = json.dumps(self.event(at) | fields, ensure_ascii=False, separators=(",", ":"))
        given = json.loads(line.command or b"{}")
        given |= {name: value for name, value in fields.items() if name in given}
        command = json.dumps(given, separators=(",", ":")).encode() if given else b""
        self.lines[at] = Line(body.encode(), command)

    def all(self, *names: str) -> list[int]:
        return [at for at in range(len(self.lines)) if self.event(at)["name"] in names]

    def any(self, *names: str) -> int:
        return self.random.choice(self.all(*names))

    def keep_heads(self) -> None:
        """What a player's page kept."""
        heads = [line for line in self.written().split(b"\n") if line.startswith(b'{"head":')]
        self.kept = heads


Tampering = Callable[[Log], bytes | None]  # None: the log as it has become, signed again
KINDS: dict[str, tuple[Tampering, set[str]]] = {}
CARDS = ("card_dealt", "war_card_dealt")


def kind(*reasons: str) -> Callable[[Tampering], Tampering]:
    def add(tampering: Tampering) -> Tampering:
        KINDS[tampering.__name__.removeprefix("_")] = tampering, set(reasons)
        return tampering

    return add


def tampered(log: Log, name: str) -> bytes:
    """The export after tampering of this kind."""
    return KINDS[name][0](log) or log.written()


# --- cards and payments ---------------------------------------------------------------------------


@kind("card", "decision")
def _a_card_is_changed(log: Log) -> None:
    at = log.any(*CARDS)
    faces = [str(card) for card in DECK if str(card) != log.event(at)["card"]]
    log.put(at, card=log.random.choice(faces))


@kind("card", "decision")
def _two_cards_are_exchanged(log: Log) -> None:
    cards = log.all(*CARDS)
    first = log.random.choice(cards)
    second = log.random.choice(
        [at for at in cards if log.event(at)["card"] != log.event(first)["card"]]
    )
    faces = log.event(first)["card"], log.event(second)["card"]
    log.put(first, card=faces[1])
    log.put(second, card=faces[0])


@kind("decision")
def _a_payment_is_changed(log: Log) -> None:
    at = log.any("wager_paid", "wager_collected")
    log.put(at, amount_cents=log.event(at)["amount_cents"] + log.random.choice((-100, 100)))


@kind("card", "depth", "decision")
def _an_event_is_removed(log: Log) -> None:
    at = log.any(*CARDS, "card_burned")
    _move_command(log, at)
    del log.lines[at]


def _move_command(log: Log, at: int) -> None:
    """The command of an event stays when the event goes."""
    given = log.lines[at].command
    if given and at + 1 < len(log.lines) and not log.lines[at + 1].command:
        log.lines[at + 1] = replace(log.lines[at + 1], command=given)


@kind("card", "depth", "decision")
def _an_event_is_doubled(log: Log) -> None:
    at = log.any(*CARDS, "card_burned")
    log.lines.insert(at, log.lines[at])


@kind("card", "decision")
def _two_events_are_reordered(log: Log) -> None:
    burns = [at for at in log.all("card_burned") if log.event(at + 1)["name"] in CARDS]
    at = log.random.choice(burns)
    log.lines[at], log.lines[at + 1] = log.lines[at + 1], log.lines[at]


@kind("depth", "decision")
def _the_cutting_card_appears_elsewhere(log: Log) -> None:
    at = log.any("cutting_card_reached")
    earlier = log.random.choice([place for place in log.all("card_dealt") if place < at])
    log.lines.insert(earlier, replace(log.lines.pop(at), command=b""))


# --- seeds and numbers ----------------------------------------------------------------------------


@kind("seed")
def _the_seed_of_another_shoe(log: Log) -> None:
    at = log.any("seed_revealed")
    number = log.event(at)["shoe"] + log.random.randrange(1, 9)
    log.put(at, seed=seed_of(number, log.game.salt).reveal().hex())


@kind("card", "cut", "depth")
def _a_seed_chosen_late(log: Log) -> None:
    """Commitment and seed fit each other, and not the cards."""
    at = log.any("seed_revealed")
    number, seed = log.event(at)["shoe"], log.random.randbytes(32)
    from casinowar.fairness.proof import seed_commitment

    log.put(at, seed=seed.hex())
    [committed] = [p for p in log.all("shoe_committed") if log.event(p)["shoe"] == number]
    log.put(committed, commitment=seed_commitment(log.origin, number, seed).hex())


@kind("seed", "decision")
def _a_seed_is_not_shown(log: Log) -> None:
    del log.lines[log.any("seed_revealed")]


@kind("number", "seed", "decision")
def _a_number_is_skipped(log: Log) -> None:
    at = log.any("shoe_committed")
    log.put(at, shoe=log.event(at)["shoe"] + 1)


@kind("number", "decision")
def _a_number_is_used_twice(log: Log) -> None:
    at = log.random.choice(log.all("shoe_committed")[1:])
    log.put(at, shoe=log.event(at)["shoe"] - 1)


@kind("order", "decision")
def _a_commitment_is_removed(log: Log) -> None:
    del log.lines[log.random.choice(log.all("shoe_committed")[:-1])]


@kind("seed")
def _a_commitment_is_changed(log: Log) -> None:
    at = log.random.choice(log.all("shoe_committed")[:-1])
    log.put(at, commitment=log.random.randbytes(32).hex())


# --- contributions --------------------------------------------------------------------------------


@kind("card", "cut", "depth", "decision")
def _a_contribution_is_left_out(log: Log) -> None:
    shoes = _of_a_shoe(log)
    seat = log.random.choice([log.event(at)["seat"] for at in shoes["contribution_opened"]])
    gone = [
        at
        for name in ("contribution_sealed", "contribution_opened")
        for at in shoes[name]
        if log.event(at)["seat"] == seat
    ]
    # with their commands, as if the player had never been heard
    log.lines = [line for at, line in enumerate(log.lines) if at not in gone]


def _of_a_shoe(log: Log) -> dict[str, list[int]]:
    """Where the steps of one shoe are that has ended, and in which somebody contributed."""
    ends = log.all("seed_revealed")
    spans = zip([0, *ends], ends, strict=False)
    found = list[dict[str, list[int]]]()
    for first, last in spans:
        steps = dict[str, list[int]]()
        for at in range(first, last):
            steps.setdefault(log.event(at)["name"], []).append(at)
        if "contribution_opened" in steps:
            found.append(steps)
    return log.random.choice(found)


@kind("contribution")
def _a_contribution_is_changed(log: Log) -> None:
    log.put(log.any("contribution_opened"), value=log.random.randbytes(32).hex())


@kind("contribution")
def _a_value_is_copied_from_another_seat(log: Log) -> None:
    steps = _of_a_shoe(log)["contribution_opened"]
    first, second = log.random.sample(steps, 2)
    log.put(first, value=log.event(second)["value"])


@kind("contribution", "card", "cut", "depth")
def _a_sealed_value_is_changed(log: Log) -> None:
    log.put(_of_a_shoe(log)["contribution_sealed"][0], commitment=log.random.randbytes(32).hex())


@kind("order", "decision")
def _a_contribution_is_opened_before_the_cut(log: Log) -> None:
    steps = _of_a_shoe(log)
    opened = log.random.choice(steps["contribution_opened"])
    log.lines.insert(steps["cards_cut"][0], log.lines.pop(opened))


@kind("late", "decision")
def _a_contribution_is_added_after_closing(log: Log) -> None:
    steps = _of_a_shoe(log)
    sealed = log.random.choice(steps["contribution_sealed"])
    later = log.random.choice([*steps["contributions_closed"], *steps["card_dealt"]])
    line = log.lines[sealed]
    event = dict(json.loads(line.body), seat=6, commitment=log.random.randbytes(32).hex())
    body = json.dumps(event, separators=(",", ":")).encode()
    given = json.dumps(dict(json.loads(line.command), seat=6), separators=(",", ":")).encode()
    log.lines.insert(_next_command(log, later), Line(body, given))


def _next_command(log: Log, at: int) -> int:
    at += 1
    while not log.lines[at].command:
        at += 1
    return at


@kind("order", "decision")
def _the_closing_is_removed(log: Log) -> None:
    del log.lines[log.random.choice(log.all("contributions_closed")[:-1])]


# --- cut and depth --------------------------------------------------------------------------------


@kind("card", "cut", "decision")
def _a_cut_is_moved(log: Log) -> None:
    ended = log.all("seed_revealed")[-1]
    at = log.random.choice([at for at in log.all("cards_cut") if at < ended])
    cards = log.event(at)["cards"]
    log.put(at, cards=cards - 1 if cards > 150 else cards + 1)


@kind("depth", "decision")
def _a_depth_is_chosen(log: Log) -> None:
    ended = log.all("seed_revealed")[-1]
    at = log.random.choice([at for at in log.all("cutting_card_placed") if at < ended])
    log.put(at, cards_behind=log.event(at)["cards_behind"] + log.random.randrange(1, 20))


@kind("order", "decision")
def _a_cutting_card_is_left_out(log: Log) -> None:
    """Then the house could end the shoe when it likes."""
    ended = log.all("seed_revealed")[0]
    gone = [at for at in log.all("cutting_card_placed", "cutting_card_reached") if at < ended]
    for at in gone:
        if log.event(at)["name"] == "cutting_card_reached":
            _move_command(log, at)
    log.lines = [line for at, line in enumerate(log.lines) if at not in gone]


@kind("order")
def _a_shoe_is_loaded_twice(log: Log) -> None:
    """Cards that have left the shoe would come back into it."""
    ended = log.all("seed_revealed")[0]
    at = log.all("shoe_loaded")[0]
    later = log.random.choice([place for place in log.all("card_dealt") if at < place < ended])
    log.lines.insert(later, replace(log.lines[at], command=b""))


# --- the log --------------------------------------------------------------------------------------


@kind("order")
def _a_shoe_that_is_not_sealed_follows(log: Log) -> None:
    """The table is closed and opened again, with cards in an order that the house chose."""
    game = FairTable(Random(log.random.random()), seats=log.game.seats, salt=log.game.salt)
    game.shoes(1).play(lambda game: not game.state.hands)
    game.do(c.CloseTable())
    chosen = sorted(full_decks(6), key=lambda card: card.rank)
    game.fair = stack_of(chosen)  # type: ignore[assignment]
    game.do(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10_000_000_00))
    game.do(c.TakeSeat(seat=1, player="p1"))
    game.do(c.BuyChips(seat=1, cash_cents=1_000_000_00))
    log.lines = game.play(lambda game: game.state.shoe.drawn > 20).lines()


def _lines(log: Log) -> list[bytes]:
    return log.written().removesuffix(b"\n").split(b"\n")


def _joined(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


def _heads(lines: list[bytes]) -> Iterator[int]:
    return (at for at, line in enumerate(lines) if line.startswith(b'{"head":'))


@kind("head")
def _a_byte_is_changed_and_nothing_signed_again(log: Log) -> bytes:
    lines = _lines(log)
    at = log.random.choice([at for at, line in enumerate(lines) if b'"seat_taken"' in line])
    lines[at] = lines[at].replace(b'"player_name":"p', b'"player_name":"P')
    name = json.loads(lines[at])["player_name"].encode()
    lines[at - 1] = lines[at - 1].removesuffix(b"}") + b',"name":"' + name + b'"}'
    return _joined(lines)


@kind("head")
def _a_line_is_a_head_and_an_event(log: Log) -> bytes:
    """One reader would skip it, another count a card: so seconds were dealt and proved."""
    lines = _lines(log)
    lines.insert(log.random.choice(list(_heads(lines))), b'{"head":1,"name":"card_burned"}')
    return _joined(lines)


@kind("signature")
def _a_head_is_signed_with_another_key(log: Log) -> bytes:
    lines = _lines(log)
    at = log.random.choice(list(_heads(lines)))
    head = json.loads(lines[at])
    from base64 import b64decode

    signed = log.other.sign(log.origin, head["size"], b64decode(head["head"])).line()
    if log.random.random() < 0.5:
        signed["key"] = head["key"]
    lines[at] = json.dumps(signed, separators=(",", ":")).encode()
    return _joined(lines)


@kind("head")
def _a_fork(log: Log) -> None:
    """A log that is sound in itself, and another than the one that was shown before."""
    log.keep_heads()
    game = FairTable(Random(log.random.random()), seats=log.game.seats, salt=log.game.salt)
    log.lines = game.shoes(3).lines()  # it goes on for longer than what was kept


@kind("head", "decision")  # it may end within a command
def _a_truncation(log: Log) -> bytes:
    lines = _lines(log)
    heads = list(_heads(lines))[:-1]
    if log.random.random() < 0.5:
        return _joined(lines[: log.random.choice(heads) + 1])
    return _joined(lines[: -log.random.randrange(1, 30)])


@kind("head")
def _a_truncation_signed_again(log: Log) -> None:
    log.keep_heads()
    starts = [at for at, line in enumerate(log.lines) if line.command]
    log.lines = log.lines[: log.random.choice(starts[1:])]


@kind("head")
def _the_export_of_another_table(log: Log) -> bytes:
    lines = _lines(log)
    header = json.loads(lines[0])
    header["origin"] += "x"
    lines[0] = json.dumps(header, separators=(",", ":")).encode()
    return _joined(lines)


@kind("decision")
def _the_rules_of_another_house(log: Log) -> None:
    names = ("washington", "skycity", "no-bonus")
    log.game = replace_house(log.game, log.random.choice(names))


def replace_house(game: FairTable, name: str) -> FairTable:
    other = object.__new__(FairTable)
    other.__dict__.update(game.__dict__, house=load_house(name))
    return other
