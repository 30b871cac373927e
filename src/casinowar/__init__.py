"""Casino War, exactly as three rule documents describe it: the names that most programs need.

>>> import casinowar
>>> casinowar.odds_of("washington").initial.house_edge
Fraction(23138, 993023)

Every name is imported when it is first used, so ``import casinowar`` is instant.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.cards import Card, parse_card
    from casinowar.errors import InputError
    from casinowar.houses import House, house_names, load_house, read_house
    from casinowar.live import LiveTable
    from casinowar.odds import odds_of
    from casinowar.protocol import TableSession
    from casinowar.record.file import read_record
    from casinowar.record.replay import play_round
    from casinowar.record.roundfile import read_round
    from casinowar.record.verify import verify
    from casinowar.saving import load_table, save_table
    from casinowar.simulate import simulate
    from casinowar.table import Refusal, Table, commands, decide, events, evolve
    from casinowar.table.legal import legal
    from casinowar.table.refusals import Refused
    from casinowar.table.roles import Who
    from casinowar.table.view import view
    from casinowar.table.waits import waits_for

    __version__: str

_HOMES = {
    "Card": "cards",
    "House": "houses",
    "InputError": "errors",
    "LiveTable": "live",
    "Refusal": "table",
    "Refused": "table.refusals",
    "Table": "table",
    "TableSession": "protocol",
    "Who": "table.roles",
    "commands": "table",
    "decide": "table",
    "events": "table",
    "evolve": "table",
    "house_names": "houses",
    "legal": "table.legal",
    "load_house": "houses",
    "load_table": "saving",
    "odds_of": "odds",
    "parse_card": "cards",
    "play_round": "record.replay",
    "read_house": "houses",
    "read_record": "record.file",
    "read_round": "record.roundfile",
    "save_table": "saving",
    "verify": "record.verify",
    "view": "table.view",
    "waits_for": "table.waits",
}

__all__ = [
    "Card",
    "House",
    "InputError",
    "LiveTable",
    "Refusal",
    "Refused",
    "Table",
    "TableSession",
    "Who",
    "__version__",
    "commands",
    "decide",
    "events",
    "evolve",
    "house_names",
    "legal",
    "load_house",
    "load_table",
    "odds_of",
    "parse_card",
    "play_round",
    "read_house",
    "read_record",
    "read_round",
    "save_table",
    "simulate",
    "verify",
    "view",
    "waits_for",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("casinowar")
    if name == "simulate":  # a package that can be called like its main function
        return _simulate()
    if name not in _HOMES:
        raise AttributeError(f"module 'casinowar' has no attribute {name!r}")
    home = import_module(f"casinowar.{_HOMES[name]}")
    # commands and events are packages inside table
    return getattr(home, name, None) or import_module(f"{home.__name__}.{name}")


def _simulate() -> object:
    from casinowar.extras import missing

    try:
        return import_module("casinowar.simulate")
    except ModuleNotFoundError as error:
        error.add_note(missing(error) or "")
        raise


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
