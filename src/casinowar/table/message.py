"""What commands, events, views and frames are: msgspec Structs, frozen and keyword-only.

A Struct is built, compared, written as JSON and read back by compiled code. It is written as an
object with its fields in order; a message that is one of several begins with its tag, such as the
``name`` of an event. Unknown fields are refused.
"""

from __future__ import annotations

from abc import ABCMeta
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta, field

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
Whole = Annotated[int, Meta(ge=INT_MIN, le=INT_MAX)]  # any database can store it
Text = Annotated[str, Meta(pattern="^[^\\u0000]*$")]  # likewise: PostgreSQL has no U+0000


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class MessageMeta(StructMeta, ABCMeta):
    """Makes message classes; a class may leave methods abstract.

    The class keyword ``name`` is what the message is called in JSON. It is part of the protocol
    and never changes.
    """

    __instancecheck__ = type.__instancecheck__  # quicker: no class is registered as a message

    def __new__(
        mcls,
        class_name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        name: str | None = None,
        **config: Any,
    ) -> MessageMeta:
        """A message class. Nothing that a message holds refers back to it, hence ``gc=False``."""
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
    """Something that is said to, by or about a table."""

    NAME: ClassVar[str]

    if TYPE_CHECKING:  # for mypy, where a message has no fields

        def __init__(self) -> None: ...
