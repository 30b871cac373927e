"""Old versions of events: for each name and version, how to convert the object to the next version.

Version 1 of the events that are now at version 2:

- ``table_opened`` had no digest of the rules: it gets that of the built-in house, if it names one.
- ``seat_taken`` had one text for the player: it is both id and name.
- ``seat_left`` did not say who left: the reader of the record remembers who sat there.
- ``cut_refused`` did not know the no-answer policy.
- Wagers were free text, a side bet by its own name.

An upcast changes what the old version had and adds what it lacked. It checks no more than that:
the reader of the newest version judges the result, so a malformed field is named there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from casinowar.houses import house_names, load_house, rules_digest
from casinowar.table.state import Wager
from casinowar.wire.errors import unknown_field

Written = dict[str, Any]
Players = Mapping[int, str]  # the player's id by seat, as far as the record was read
Upcast = Callable[[Written, Players], Written]


def _next(written: Written, **added: object) -> Written:
    """The object in the next version; an added field cannot already be there."""
    for name in added:
        if name in written:
            raise unknown_field(name, ()).under(written["name"])
    return {**written, "version": written["version"] + 1, **added}


def _table_opened(written: Written, _players: Players) -> Written:
    house = written.get("house")
    rules = ""
    if isinstance(house, str) and house in house_names():
        rules = rules_digest(load_house(house))
    return _next(written, rules=rules)


def _seat_taken(written: Written, _players: Players) -> Written:
    return _next(written, player_name=written.get("player"))


def _seat_left(written: Written, players: Players) -> Written:
    seat = written.get("seat")
    return _next(written, player=players.get(seat, "") if type(seat) is int else "")


def _cut_refused(written: Written, _players: Players) -> Written:
    return _next(written, called=False)


def _wager(written: Written, _players: Players) -> Written:
    wager = written.get("wager")
    if not isinstance(wager, str) or wager in _PLAIN_WAGERS:
        return _next(written, side=None)
    return _next(written, side=wager) | {"wager": Wager.SIDE.value}


_PLAIN_WAGERS = {wager.value for wager in Wager} - {Wager.SIDE.value}
UPCASTS: Mapping[tuple[str, int], Upcast] = {
    ("table_opened", 1): _table_opened,
    ("seat_taken", 1): _seat_taken,
    ("seat_left", 1): _seat_left,
    ("cut_refused", 1): _cut_refused,
    ("wager_placed", 1): _wager,
    ("wager_collected", 1): _wager,
    ("wager_returned", 1): _wager,
    ("wager_paid", 1): _wager,
    ("movement_reversed", 1): _wager,
}
