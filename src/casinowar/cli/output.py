"""Output that several commands share: lines of text, and charts."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH_MIN, WIDTH_MAX = 40, 80  # columns of running text


def show(lines: Iterable[str]) -> None:
    """Print lines; on a terminal, headings stand out."""
    if not sys.stdout.isatty():
        print("\n".join(lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console()
    for line in lines:
        plain = line.startswith(" ")
        console.print(Text(line, style="" if plain else "bold cyan"), soft_wrap=True)


def write_chart(figure: Figure, path: str) -> None:
    """Write a chart and report it on standard error."""
    from casinowar.report.charts.style import save_chart

    save_chart(figure, path)
    print(f"chart written to {path}", file=sys.stderr)


def line_width() -> int:
    """The columns for running text: 80, or fewer in a narrower terminal."""
    if not sys.stdout.isatty():
        return WIDTH_MAX
    return min(max(shutil.get_terminal_size().columns, WIDTH_MIN), WIDTH_MAX)
