"""Results that notebooks show as a table, and that convert to a pandas DataFrame."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any

from casinowar.errors import InputError

SHOWN_MAX = 60  # maximum rows of a table in a notebook


class Tabular:
    """A result with rows, defined by ``records``."""

    __slots__ = ()

    @abstractmethod
    def records(self) -> Sequence[Mapping[str, object]]:
        """The rows, each a mapping from column to value."""

    def _repr_html_(self) -> str:
        """The result as an HTML table for notebooks."""
        return html_table(self.records(), repr(self))

    def to_frame(self) -> Any:
        """The rows as a pandas DataFrame, with exact values as floats."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise InputError("to_frame", "pandas is not installed: pip install pandas") from None
        return pandas.DataFrame(
            [
                {
                    name: float(value) if isinstance(value, Fraction) else value
                    for name, value in row.items()
                }
                for row in self.records()
            ]
        )


def html_table(rows: Sequence[Mapping[str, object]], title: str = "") -> str:
    """Rows as an HTML table for notebooks; of a long table, only the first and last rows.

    >>> html_table([{"decks": 6, "edge": 0.0233}])
    '<table><thead><tr><th>decks</th><th>edge</th></tr></thead><tbody><tr><td>6</td><td>0.0233</td></tr></tbody></table>'
    """
    if not rows:
        return f"<p>{escape(title)}</p>"
    some = list(rows)
    if len(some) > SHOWN_MAX:
        gap = dict.fromkeys(rows[0], "…")
        some = [*rows[: SHOWN_MAX // 2], gap, *rows[-SHOWN_MAX // 2 :]]
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(value))}</td>" for value in row.values()) + "</tr>"
        for row in some
    )
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, Fraction):
        text = str(value)
        return f"{float(value):.6g}" + (f" = {text}" if len(text) <= 24 and "/" in text else "")
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else str(value)
