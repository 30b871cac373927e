"""Errors for bad input, always one line, and the text of values in them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

LINE_MAX = 400


class InputError(Exception):
    """Input that cannot be used: the field, the reason, and the clause or policy it breaks."""

    def __init__(self, field: str, reason: str, cites: str = "") -> None:
        super().__init__(field, reason, cites)
        self.field, self.reason, self.cites = field, reason, cites

    def __str__(self) -> str:
        where = f"{self.field}: " if self.field else ""
        return one_line(f"{where}{self.reason}" + (f" ({self.cites})" if self.cites else ""))


def expect(name: str, value: object, kind: type | tuple[type, ...], words: str) -> None:
    """Raise a TypeError unless an argument has its type; ``words`` name the expected type.

    >>> expect("decks", "6", int, "a whole number")
    Traceback (most recent call last):
    TypeError: decks must be a whole number, not '6'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {words}, not {shown(value)}")


def as_path(path: str | Path) -> Path:
    """The path of a file, given as text or as a Path."""
    expect("path", path, (str, Path), "the path of a file")
    return Path(path)


def expect_callable(name: str, value: object, words: str) -> None:
    """Raise a TypeError unless an argument can be called."""
    if not callable(value):
        raise TypeError(f"{name} must be {words}, not {shown(value)}")


def one_line(text: str) -> str:
    """The text as one line, shortened if it is long."""
    if len(text) > LINE_MAX:
        text = f"{text[: LINE_MAX // 2]} ... {text[-LINE_MAX // 2 :]}"
    return printable(text)


def printable(text: str) -> str:
    """The text for a terminal, with control characters made visible."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """A hint with the nearest known name; empty if none is close."""
    from difflib import get_close_matches  # imported only after an error

    near = get_close_matches(str(name)[:40], sorted(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def shown(value: object) -> str:
    """A value for an error message: one line, shortened if it is long."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number with too many digits
        return f"this {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
