"""The closed vocabulary: every message belongs to one topic, and its written name is for good.

Planted once and caught here: a renamed event, a refusal code with another text, an event that no
union names, a command in two unions.
"""

from __future__ import annotations

from collections import Counter
from types import ModuleType, UnionType
from typing import get_args

import pytest

from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.commands import cards as card_commands
from casinowar.table.commands import rounds as round_commands
from casinowar.table.events import cards as card_events
from casinowar.table.events import players as player_events
from casinowar.table.events import rounds as round_events
from casinowar.table.refusals import Code
from tests.table.vocabulary import LIST, vocabulary

COMMAND_MODULES = (card_commands, round_commands)
EVENT_MODULES = (card_events, player_events, round_events)


def test_no_name_version_or_code_of_the_protocol_changed_unnoticed() -> None:
    """After a review, ``python -m tests.table.vocabulary`` writes the list anew."""
    assert vocabulary() == LIST.read_text(encoding="utf-8")


def messages(module: ModuleType, base: type) -> list[type]:
    """The messages with a written name that a module defines."""
    return [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    ]


def in_unions(module: ModuleType) -> list[type]:
    """The members of the unions by which a module names its topics."""
    unions = [value for value in vars(module).values() if isinstance(value, UnionType)]
    return [kind for union in unions for kind in get_args(union)]


@pytest.mark.parametrize("module", COMMAND_MODULES, ids=lambda module: module.__name__)
def test_every_command_belongs_to_exactly_one_topic(module: ModuleType) -> None:
    defined = messages(module, c.Command)
    assert defined
    assert Counter(in_unions(module)) == Counter(defined)
    assert set(defined) <= set(c.COMMANDS.values())


@pytest.mark.parametrize("module", EVENT_MODULES, ids=lambda module: module.__name__)
def test_every_event_belongs_to_exactly_one_topic(module: ModuleType) -> None:
    defined = messages(module, e.Event)
    assert defined
    assert Counter(in_unions(module)) == Counter(defined)
    assert set(defined) <= set(e.EVENTS.values())


def test_the_doors_name_every_message_and_no_other() -> None:
    commands = [kind for module in COMMAND_MODULES for kind in messages(module, c.Command)]
    events = [kind for module in EVENT_MODULES for kind in messages(module, e.Event)]
    assert sorted(c.COMMANDS) == sorted(kind.NAME for kind in c.COMMANDS.values())
    assert set(c.COMMANDS.values()) == set(commands)
    assert set(e.EVENTS.values()) == set(events)
    assert len(c.COMMANDS) == len(commands)
    assert len(e.EVENTS) == len(events)
    assert all(getattr(c, kind.__name__) is kind for kind in commands)
    assert all(getattr(e, kind.__name__) is kind for kind in events)


def test_refusal_codes_say_where_they_belong() -> None:
    for code in Code:
        topic, _, reason = code.partition("/")
        assert topic.isidentifier()
        assert reason.isidentifier()
