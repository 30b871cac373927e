"""Generated values of every type that stands in a message, and of every message."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import fields

from casinowar.cards import DECK, Card
from casinowar.houses import load_house
from casinowar.houses.house import House
from casinowar.table.commands import COMMANDS
from casinowar.table.commands.base import Command
from casinowar.table.events import EVENTS
from casinowar.table.events.base import Event
from casinowar.table.state import Lies, RackedCard, Table

_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63 - 1) | st.integers(0, 9),
    str: _TEXT,
    date: st.dates(),
    Card: st.sampled_from(DECK),
    NoneType: st.none(),
    House: st.just(load_house("wisconsin")),
    # only a card that lies face down has not been seen
    RackedCard: st.builds(
        RackedCard,
        card=st.sampled_from(DECK),
        lies=st.sampled_from([lies for lies in Lies if lies is not Lies.FACE_DOWN]),
    )
    | st.just(RackedCard(card=None, lies=Lies.FACE_DOWN)),
}


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type hint."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return values_of(arguments[0])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, UnionType):
        return st.one_of([values_of(each) for each in arguments])
    if origin is tuple and arguments[1] is ...:
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, arguments))
    if origin in (dict, Mapping):
        keys = st.integers(-5, 12) if values_of(arguments[0]) is _PLAIN[int] else _TEXT
        return st.dictionaries(keys, values_of(arguments[1]), max_size=3)
    if issubclass(hint, Struct):
        return made_of(hint)
    return st.sampled_from(list(hint))


def made_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a Struct; each field with a default is at it now and then."""
    needed, free = dict[str, st.SearchStrategy[Any]](), dict[str, st.SearchStrategy[Any]]()
    for each in fields(kind):
        (needed if each.required else free)[each.name] = values_of(each.type)
    return st.fixed_dictionaries(needed, optional=free).map(lambda made: kind(**made))


EVENT_OF: Mapping[str, st.SearchStrategy[Event]] = {
    name: made_of(kind) for name, kind in EVENTS.items()
}
COMMAND_OF: Mapping[str, st.SearchStrategy[Command]] = {
    name: made_of(kind) for name, kind in COMMANDS.items()
}
ANY_EVENT: st.SearchStrategy[Event] = st.one_of(list(EVENT_OF.values()))
ANY_COMMAND: st.SearchStrategy[Command] = st.one_of(list(COMMAND_OF.values()))
ANY_TABLE: st.SearchStrategy[Table] = made_of(Table)

_SHORT = st.text(max_size=5)
_PLAIN_JSON: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-(2**63) - 1, -1, 0, 1, 2, 2**63 - 1, 2**63])
    | st.floats(allow_nan=False, allow_infinity=False)
    | _SHORT
    | st.sampled_from(["Kh", "??", "2024-02-29", "chips", "initial", "equal", "hand"])
)
_NESTED_JSON: st.SearchStrategy[Any] = st.recursive(
    _PLAIN_JSON,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_SHORT, inner, max_size=3),
    max_leaves=6,
)
# ``recursive`` alone would give hardly anything but lists and objects
ANY_JSON: st.SearchStrategy[Any] = st.one_of(
    _PLAIN_JSON,
    st.lists(_NESTED_JSON, max_size=3),
    st.dictionaries(_SHORT, _NESTED_JSON, max_size=3),
)
