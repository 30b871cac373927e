"""Tables of text that fit 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH_MAX = 80
TOO_LONG = "see --json"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Aligned columns, indented by two: the first ``left`` to the left, the others to the right.

    A value too long for the last column is replaced by a pointer to ``--json``.
    """
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    room = WIDTH_MAX - sum(width + 2 for width in widths[:-1]) - 2
    fitted = [(*row[:-1], row[-1] if len(row[-1]) <= room else TOO_LONG) for row in rows]
    widths[-1] = max(len(row[-1]) for row in [head, *fitted])

    def line(row: Sequence[str]) -> str:
        cells = [
            text.ljust(width) if at < left else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        return ("  " + "  ".join(cells)).rstrip()

    return [line(head), "  " + "  ".join("-" * width for width in widths), *map(line, fitted)]
