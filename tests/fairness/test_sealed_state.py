"""Tables with sealed shoes as states: offers, snapshots that contradict themselves, saved tables.

Planted once and caught here: ``LiveTable.shoe`` without what was mixed into it (no deal was
offered), and a saved table that loses its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from casinowar.errors import InputError
from casinowar.saving import load_table, save_table
from casinowar.table import commands as c
from casinowar.table.automation import ALL_STEPS
from casinowar.table.procedure import due
from casinowar.table.roles import DEALER_ROLE
from casinowar.table.state import Phase
from casinowar.wire import decode_json, encode_json, snapshot_of, table_from_snapshot
from tests.kit.fair import FairTable

MAX = 10_000_000


def at(phase: Phase, *, withholding: frozenset[int] = frozenset()) -> FairTable:
    """A table of which both players have contributed, when it comes to a phase."""
    game = FairTable(Random(4), withholding=withholding)
    return game.play(lambda game: game.state.phase is phase)


def test_a_dealer_is_offered_the_burns_and_the_deals_of_a_sealed_shoe() -> None:
    game = FairTable(Random(2))
    game.table.automations = ALL_STEPS - {c.BurnCard, c.DealCard}
    seen = set[type[c.Command]]()
    while len(seen) < 2:
        step = due(game.state)
        if isinstance(step, c.BurnCard | c.DealCard):
            offered = [offer.command for offer in game.table.legal(DEALER_ROLE)]
            assert type(step) in offered, (game.state.phase, offered)
            seen.add(type(step))
            game.do(step)
        else:
            game.step()


def test_every_moment_of_a_shoe_can_be_written_and_read() -> None:
    game = FairTable(Random(3), silent=frozenset({3}))
    phases = set[Phase]()
    while game.ended < 1:
        phases.add(game.state.phase)
        written = decode_json(encode_json(snapshot_of(game.state)), MAX)
        assert table_from_snapshot(written, game.house) == game.state
        game.step()
    assert {Phase.OFFER_CUT, Phase.CUT_OFFERED, Phase.BETTING} <= phases


def _mix(written: Any) -> Any:
    return written["table"]["mix"]


def _set(field: str, value: object) -> Callable[[Any], None]:
    return lambda written: _mix(written).__setitem__(field, value)


def _of_first(field: str, value: object) -> Callable[[Any], None]:
    return lambda written: _mix(written)["contributions"][0].__setitem__(field, value)


IMPOSSIBLE: list[tuple[str, Phase, Callable[[Any], None], str]] = [
    ("closed before the cards are cut", Phase.CUT_OFFERED, _set("closed", False), "mix.closed"),
    ("open in a shoe in use", Phase.BETTING, _set("closed", False), "mix.closed"),
    ("a depth of its own", Phase.CUT_OFFERED, _set("depth_least", 1), "mix.depth_least"),
    ("a cut of its own", Phase.CUT_OFFERED, _set("cut_least", 9), "mix.cut_least"),
    ("other cards", Phase.BETTING, _set("cards", 52), "mix.cards"),
    ("another number", Phase.BETTING, _set("number", 7), "mix.number"),
    ("no commitment", Phase.BETTING, _set("commitment", "ab"), "mix.commitment"),
    ("a seat that is not there", Phase.BETTING, _of_first("seat", 0), "mix.contributions"),
    ("a value before the cut", Phase.CUT_OFFERED, _of_first("value", "0" * 64), "mix.contr"),
    ("digits that are none", Phase.BETTING, _of_first("commitment", "x" * 64), "mix.contr"),
]


@pytest.mark.parametrize(
    ("phase", "change", "field"),
    [one[1:] for one in IMPOSSIBLE],
    ids=[one[0] for one in IMPOSSIBLE],
)
def test_a_snapshot_that_contradicts_itself_is_refused(
    phase: Phase, change: Callable[[Any], None], field: str
) -> None:
    game = at(phase)
    written = decode_json(encode_json(snapshot_of(game.state)), MAX)
    assert table_from_snapshot(written, game.house) == game.state
    change(written)
    with pytest.raises(InputError, match=field):
        table_from_snapshot(written, game.house)


def test_a_contribution_of_somebody_who_left_is_refused() -> None:
    game = FairTable(Random(5))
    game.step()
    written = decode_json(encode_json(snapshot_of(game.state)), MAX)
    _of_first("player", "somebody else")(written)
    with pytest.raises(InputError, match="belongs to a player who has left"):
        table_from_snapshot(written, game.house)


@pytest.mark.parametrize("phase", [Phase.OFFER_CUT, Phase.CUT_OFFERED, Phase.BETTING])
def test_a_saved_table_goes_on_with_the_same_cards(phase: Phase) -> None:
    game = at(phase)
    twin = load_table(save_table(game.table), Random(9).randrange)
    assert twin.state == game.state
    cards = list[str]()
    for table in (game.table, twin):
        faces = list[str]()
        other = FairTable(Random(6))
        other.table, other.values = table, game.values
        table.save = other.done.extend
        other.play(lambda other: len(other.done) > 120)
        for done in other.done:
            faces += [str(event.card) for event in done.events if event.NAME == "card_dealt"]  # type: ignore[attr-defined]
        cards.append(" ".join(faces))
    assert cards[0] == cards[1]
    assert cards[0]


def test_a_saved_seed_that_was_changed_is_refused() -> None:
    saved = decode_json(save_table(at(Phase.BETTING).table), MAX)
    saved["sealed"]["seed"] = "0" * 64
    with pytest.raises(InputError, match="commitment"):
        load_table(encode_json(saved).decode())
    saved["sealed"] = {"origin": 7}
    with pytest.raises(InputError, match="the origin and the seed"):
        load_table(encode_json(saved).decode())
