"""The study of the cutting card: JSON, text, and the Markdown table of its page."""

from __future__ import annotations

from collections.abc import Sequence

from casinowar.houses.words import counted
from casinowar.report.answer_json import Json, figure
from casinowar.report.tables import WIDTH_MAX, table
from casinowar.simulate.tally import Estimate
from casinowar.studies.cutting_card import CuttingCard, RoundInShoe

PPM = 1e6
ROWS_MAX = 16  # rounds shown in the text
HEADINGS = (
    *("house", "decks", "behind", "seats", "rounds a shoe", "fresh edge", "change, ppm"),
    *("edge per dealt round", "Tie: change, ppm", "change by dealing alone, ppm"),
)


def cutting_card_json(found: CuttingCard) -> Json:
    """One case; changes are in millionths of the wager."""
    return {
        "house": found.house.name,
        "decks": found.decks,
        "behind": str(found.behind),
        "seats": found.seats,
        "rounds": found.rounds,
        "seed": found.seed,
        "rounds_per_shoe": _short(found.rounds_per_shoe),
        "fresh_house_edge": figure(found.fresh),
        "change_ppm": _json(found.first),
        "tie_change_ppm": None if found.tie is None else _json(found.tie),
        "dealt_change_ppm": _json(found.dealt),
        "by_round": [
            {
                "round": one.number,
                "share_of_shoes": _short(one.share),
                "change_ppm": _json(one.first),
                "tie_change_ppm": None if one.tie is None else _json(one.tie),
            }
            for one in found.by_round
        ],
    }


def _json(change: Estimate) -> Json:
    error = PPM * change.standard_error
    return {"mean": _short(PPM * change.mean), "standard_error": _short(error)}


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def cutting_card_text(found: CuttingCard) -> list[str]:
    """One case as lines that fit 80 columns."""
    dealt = float(found.fresh) + found.first.mean
    rows = [
        ("rounds a shoe", f"{found.rounds_per_shoe:.2f}"),
        ("edge of a fresh shoe", f"{100 * float(found.fresh):.6f} %"),
        ("edge per dealt round", f"{100 * dealt:.6f} %"),
        ("change", f"{_ppm(found.first, 3)} ppm"),
    ]
    if found.tie is not None:
        rows.append(("change of Tie", f"{_ppm(found.tie, 2)} ppm"))
    rows.append(("change by dealing alone", f"{_ppm(found.dealt, 0)} ppm"))
    asked = f"{counted(found.decks, 'deck')}, {found.behind} behind the cutting card"
    return [
        f"{found.house.title} ({found.house.name})"[:WIDTH_MAX],
        f"  {asked}, {counted(found.seats, 'seat')}, {found.rounds:,} rounds, seed {found.seed}",
        "",
        *table(("the cutting card", ""), rows),
        "",
        *table(("round", "in shoes", "change, ppm", "Tie, ppm"), _round_rows(found)),
        "  Changes are in millionths of the wager, with 95 % intervals.",
    ]


def _round_rows(found: CuttingCard) -> list[tuple[str, str, str, str]]:
    rounds = found.by_round
    if len(rounds) > ROWS_MAX:  # the beginning, and the end, where it happens
        step = len(rounds) / (ROWS_MAX // 2)
        early = [rounds[int(step * place)] for place in range(ROWS_MAX // 2)]
        late = rounds[-(ROWS_MAX // 2) :]
        rounds = tuple(sorted({*early, *late}, key=lambda one: one.number))
    return [_round_row(one) for one in rounds]


def _round_row(one: RoundInShoe) -> tuple[str, str, str, str]:
    tie = "" if one.tie is None else _ppm(one.tie, 1)
    return str(one.number), f"{100 * one.share:.2f} %", _ppm(one.first, 2), tie


def _ppm(change: Estimate, digits: int) -> str:
    reach = 1.96 * PPM * change.standard_error
    mean = round(PPM * change.mean, digits) or 0.0  # no minus in front of nothing
    return f"{mean:+.{digits}f} ± {reach:.{digits}f}"


def cutting_card_rows(found: Sequence[CuttingCard]) -> list[str]:
    """Several cases as a Markdown table."""
    lines = ["| " + " | ".join(HEADINGS) + " |", "| --- " * len(HEADINGS) + "|"]
    return lines + [cutting_card_row(one) for one in found]


def cutting_card_row(found: CuttingCard) -> str:
    """One line of the table, in millionths of the wager."""
    cells = (
        found.house.name,
        str(found.decks),
        str(found.behind),
        str(found.seats),
        f"{found.rounds_per_shoe:.2f}",
        f"{100 * float(found.fresh):.6f} %",
        _ppm(found.first, 3),
        f"{100 * (float(found.fresh) + found.first.mean):.6f} %",
        "" if found.tie is None else _ppm(found.tie, 2),
        _ppm(found.dealt, 0),
    )
    return "| " + " | ".join(cells) + " |"
