"""The base of commands, events, views and frames: msgspec Structs, frozen and keyword-only.

A Struct is built, compared, written as JSON and read back by compiled code. Its JSON is an
object with the fields in order; a message of a union begins with its tag, such as the ``name`` of
an event. Unknown fields are refused.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct, StructMeta, field

from casinowar.errors import shown

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
Whole = Annotated[int, Meta(ge=INT_MIN, le=INT_MAX)]  # any database can store it
Text = Annotated[str, Meta(pattern="^[^\\u0000]*$")]  # PostgreSQL cannot store U+0000
_UNIONS = (UnionType, Union)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class MessageMeta(StructMeta, ABCMeta):
    """The metaclass of messages, whose methods may be abstract.

    The class keyword ``name`` is the name of the message in JSON. It is part of the protocol and
    never changes.
    """

    __instancecheck__ = type.__instancecheck__  # faster: no class is registered as a message

    def __new__(
        mcls,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        name: str | None = None,
        **config: Any,
    ) -> MessageMeta:
        """A message class. The fields of a message never refer back to it, hence ``gc=False``."""
        settings: dict[str, Any] = {
            "frozen": True,
            "kw_only": True,
            "forbid_unknown_fields": True,
            "gc": False,
        }
        made = super().__new__(mcls, class_name, bases, namespace, tag=name, **settings | config)
        if name is not None:
            made.NAME = name  # type: ignore[attr-defined]
        return made


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Message(Struct, metaclass=MessageMeta):
    """A command, an event, a view or another part of the protocol."""

    NAME: ClassVar[str]

    if TYPE_CHECKING:  # for mypy, where a message has no fields

        def __init__(self) -> None: ...


# --- the right types ------------------------------------------------------------------------------


def well_typed(message: Message) -> None:
    """Raise a TypeError if a field of a message does not have its declared type."""
    kind = message.__class__
    for name, hint, simple in _fields(kind):
        value = getattr(message, name)
        if type(value) not in simple and not _fits(value, hint):
            words = f"{kind.__name__}.{name} must be {_in_words(hint)}"
            raise TypeError(f"{words}, not {shown(value)}")


@cache
def _fields(kind: type[Message]) -> tuple[tuple[str, Any, frozenset[type]], ...]:
    """The fields of a message: name, type, and the classes whose instances always fit."""
    hints = {name: hint for name, hint in get_type_hints(kind).items() if not name.isupper()}
    return tuple(
        (name, hint, frozenset(each for each in _alternatives(hint) if get_origin(each) is None))
        for name, hint in hints.items()
    )


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """The types of a union, or the type itself."""
    return get_args(hint) if get_origin(hint) in _UNIONS else (hint,)


def _fits(value: object, hint: Any) -> bool:
    """Whether a value has a type. A bool is not a number, and a datetime not a date."""
    if get_origin(hint) in _UNIONS:
        return any(_fits(value, each) for each in _alternatives(hint))
    if get_origin(hint) is tuple:
        return type(value) is tuple and all(_fits(item, get_args(hint)[0]) for item in value)
    if get_origin(hint) is Mapping:
        keys, values = get_args(hint)
        return isinstance(value, dict) and all(
            _fits(key, keys) and _fits(each, values) for key, each in value.items()
        )
    exact = hint in {int, bool, date}
    return type(value) is hint if exact else isinstance(value, hint)


_WORDS = {int: "a whole number", str: "text", bool: "True or False", date: "a date"}


def _in_words(hint: Any) -> str:
    if get_origin(hint) in _UNIONS:
        return " or ".join(_in_words(each) for each in _alternatives(hint))
    if get_origin(hint) is tuple:
        return f"a tuple whose items are each {_in_words(get_args(hint)[0])}"
    if get_origin(hint) is Mapping:
        return f"a dictionary of {' to '.join(map(_in_words, get_args(hint)))}"
    if hint is NoneType:
        return "None"
    if issubclass(hint, Enum):
        return f"a {hint.__name__} such as {hint.__name__}.{next(iter(hint)).name}"
    return _WORDS[hint]
