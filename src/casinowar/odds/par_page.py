"""The look of a PAR sheet: HTML tables, tiles and two inline pictures.

Nothing is loaded from anywhere. Colours are custom properties, so the pictures follow the screen's
light or dark; paper is always light.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import log10

CSS = """
:root { color-scheme: light dark;
  --paper: #fff; --ink: #1d2329; --soft: #5b6670; --line: #d9dee3; --band: #f5f7f9;
  --win: #2f7d4f; --lose: #b3452c; --war_won: #6fae57; --war_tied: #c99a1f; --war_lost: #d98a6a;
  --surrender: #8d7fb0; --good: #1f7a3f; --bad: #b3261e; --accent: #2b6cb0; }
@media screen and (prefers-color-scheme: dark) { :root {
  --paper: #14181c; --ink: #e7ebee; --soft: #9aa6b1; --line: #333b43; --band: #1b2127;
  --win: #3f9c66; --lose: #c9583d; --war_won: #7fc266; --war_tied: #d9ad3a; --war_lost: #e39a7b;
  --surrender: #a596cb; --good: #5cc381; --bad: #ff8a80; --accent: #6fb1f0; } }
@page { size: A4; margin: 15mm 14mm; }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 "Inter", "Segoe UI", system-ui, "Helvetica Neue", Arial, sans-serif;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
main { max-width: 50rem; margin: 0 auto; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .3rem; letter-spacing: -.01em;
  text-wrap: balance; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; padding-bottom: .25rem;
  border-bottom: 2px solid var(--ink); break-after: avoid; }
p { margin: .6rem 0; } .lead { color: var(--soft); margin-bottom: 1.2rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .6rem; }
.tile { border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .75rem;
  background: var(--band); break-inside: avoid; min-width: 0; }
.tile b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.tile span { color: var(--soft); font-size: .8rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: .7rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .92em; }
thead { display: table-header-group; } tr { break-inside: avoid; }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--ink); }
th, td { padding: .28rem .6rem .28rem 0; vertical-align: top; }
td { border-bottom: 1px solid var(--line); }
.n { text-align: right; padding-right: 0; padding-left: .6rem; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
td:first-child { font-weight: 500; } .figures th:first-child { width: 32%; }
tr.sum td { font-weight: 600; border-bottom: 0; }
.policy { color: var(--soft); font-style: italic; white-space: nowrap; }
code { font: .93em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.good { color: var(--good); font-weight: 700; } .bad { color: var(--bad); font-weight: 700; }
svg { display: block; width: 100%; height: auto; margin: .6rem 0; }
svg text { fill: var(--ink); font-size: 12px; } svg .soft { fill: var(--soft); }
.key { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; font-size: .9em; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: .15em;
  margin-right: .4em; vertical-align: -.05em; }
figure { margin: .6rem 0; break-inside: avoid; }
@media print { :root { color-scheme: light; font-size: 12px; }
  body { font-size: 8.5pt; line-height: 1.4; padding: 0; } main { max-width: none; }
  h2 { margin-top: 1.3rem; } th, td { padding-top: .16rem; padding-bottom: .16rem; }
  .tiles { grid-template-columns: repeat(5, 1fr); } .tile b { font-size: 1.15rem; }
  .scroll { overflow: visible; break-inside: avoid; } p { orphans: 3; widows: 3; } }
"""


@dataclass(frozen=True, slots=True)
class Markup:
    """Text that is HTML already."""

    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Plain text with a class of its own."""

    text: str
    mark: str = ""


Cell = str | Markup | Marked


def code(text: str) -> Markup:
    """Text in a fixed-width face."""
    return Markup(f"<code>{escape(text)}</code>")


def page(title: str, lead: str, parts: Iterable[str]) -> str:
    """The whole page."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        + "\n".join(parts)
        + "\n</main>\n</body>\n</html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A titled part of the page."""
    return f"<section>\n<h2>{escape(title)}</h2>\n" + "\n".join(parts) + "\n</section>"


def figures(tiles: Sequence[tuple[str, str, str]]) -> str:
    """The few figures that everybody looks for, large."""
    made = "".join(
        f'<div class="tile"><span>{escape(name)}</span><b>{escape(value)}</b>'
        f"<span>{escape(note)}</span></div>"
        for name, value, note in tiles
    )
    return f'<div class="tiles">{made}</div>'


def grid(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], numbers: int, total: Sequence[Cell] = ()
) -> str:
    """A table whose last ``numbers`` columns are numbers, with a last row of totals perhaps."""
    first = len(head) - numbers

    def row(cells: Sequence[Cell], tag: str) -> str:
        return (
            "<tr>"
            + "".join(_cell(cell, tag, at >= first) for at, cell in enumerate(cells))
            + "</tr>"
        )

    body = "".join(row(cells, "td") for cells in rows)
    if total:
        body += row(total, "td").replace("<tr>", '<tr class="sum">', 1)
    kind = ' class="figures"' if numbers else ""
    return (
        f'<div class="scroll"><table{kind}><thead>{row(head, "th")}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(cell: Cell, tag: str, number: bool) -> str:
    marks = ["n"] if number else []
    if isinstance(cell, Marked) and cell.mark:
        marks.append(cell.mark)
    text = (
        cell.text
        if isinstance(cell, Markup)
        else escape(cell if isinstance(cell, str) else cell.text)
    )
    names = f' class="{" ".join(marks)}"' if marks else ""
    return f"<{tag}{names}>{text}</{tag}>"


def outcome_bar(outcomes: Sequence[tuple[str, str, float]]) -> str:
    """One bar cut into outcomes (name, words, part of 1), and its key."""
    wide, at, bars = 760.0, 0.0, []
    for name, words, part in outcomes:
        width = part * wide
        bars.append(
            f'<rect x="{at:.2f}" y="0" width="{max(width - 1, 0.5):.2f}" height="34" rx="2"'
            f' style="fill:var(--{name})"><title>{escape(words)}</title></rect>'
        )
        at += width
    key = "".join(
        f'<span><i style="background:var(--{name})"></i>{escape(words)}</span>'
        for name, words, _ in outcomes
    )
    return (
        f'<figure><svg viewBox="0 0 {wide:.0f} 34" role="img" aria-label="Outcomes of the first'
        f' wager">{"".join(bars)}</svg><div class="key">{key}</div></figure>'
    )


def return_funnel(theory: float, deviation: float) -> str:
    """Actual return around theory, 95 % of outcomes, as rounds add up."""
    wide, high, left, top, bottom = 760, 220, 56, 12, 34
    low_power, high_power = 3.0, 7.0
    reach = 2.2 * deviation / 10 ** (low_power / 2)

    def x(power: float) -> float:
        return left + (power - low_power) / (high_power - low_power) * (wide - left - 12)

    def y(value: float) -> float:
        return top + (theory + reach - value) / (2 * reach) * (high - top - bottom)

    powers = [low_power + (high_power - low_power) * step / 60 for step in range(61)]
    spread = [1.96 * deviation / 10 ** (power / 2) for power in powers]
    upper = [f"{x(p):.1f},{y(theory + s):.1f}" for p, s in zip(powers, spread, strict=True)]
    lower = [f"{x(p):.1f},{y(theory - s):.1f}" for p, s in zip(powers, spread, strict=True)]
    ticks = "".join(
        f'<text class="soft" x="{x(power):.0f}" y="{high - 14}" text-anchor="{anchor}">'
        f"{10**power:,}</text>"
        for power, anchor in ((3, "start"), (4, "middle"), (5, "middle"), (6, "middle"), (7, "end"))
    )
    levels = "".join(
        f'<line x1="{left}" x2="{wide - 12}" y1="{y(value):.1f}" y2="{y(value):.1f}"'
        f' style="stroke:var(--line)"/><text class="soft" x="{left - 6}" y="{y(value) + 4:.1f}"'
        f' text-anchor="end">{100 * value:.1f} %</text>'
        for value in _levels(theory - reach, theory + reach)
    )
    return (
        f'<figure><svg viewBox="0 0 {wide} {high}" role="img" aria-label="Actual return of the'
        f' first wager around theory">{levels}'
        f'<polygon points="{" ".join(upper + lower[::-1])}" style="fill:var(--accent)"'
        ' fill-opacity=".25"/>'
        f'<line x1="{left}" x2="{wide - 12}" y1="{y(theory):.1f}" y2="{y(theory):.1f}"'
        ' style="stroke:var(--accent)" stroke-width="2"/>'
        f'{ticks}<text class="soft" x="{wide - 12}" y="{high - 1}" text-anchor="end">rounds</text>'
        f'<text x="{wide - 16}" y="{y(theory + reach) + 14:.1f}" text-anchor="end">95 % of actual'
        f" returns of the first wager; theory {100 * theory:.4f} %</text></svg></figure>"
    )


def _levels(low: float, high: float) -> list[float]:
    """Round values between two, four or so."""
    raw = (high - low) / 4
    scale = 10 ** int(log10(raw) - 1)
    step = next(
        scale * factor for factor in (1, 2, 5, 10, 20, 50, 100) if scale * factor >= raw * 0.7
    )
    first = int(low / step) + 1
    return [step * at for at in range(first, int(high / step) + 1)]
