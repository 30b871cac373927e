"""The page about playing safely has the limits, bounds and kinds of the code."""

from __future__ import annotations

import re
from pathlib import Path

from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.service.history.significant_events import in_words
from casinowar.service.http.app import http_app
from casinowar.service.http.settings import Config
from casinowar.service.money.cashier import STATEMENT_MS, CashierSettings
from casinowar.service.money.play_today import DAY_MS, MINUTE_MS, PAUSE_MS
from casinowar.service.people import protection

TEXT = (Path(__file__).parents[2] / "docs" / "playing-safely.md").read_text(encoding="utf-8")
FLAT = " ".join(TEXT.split())


def test_every_limit_has_its_row_and_its_bounds() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| 0 to ([0-9,]+)", TEXT, re.M)
    assert [name for name, _ in rows] == list(protection.LIMIT_NAMES)
    for name, most in rows:
        known = AMOUNT_MAX_CENTS if name.endswith("_cents") else protection.DAY_MINUTES
        assert int(most.replace(",", "")) == known, name


def test_the_figures_are_those_of_the_code() -> None:
    refill = CashierSettings()
    for words in (
        f"after {protection.LOOSENS_AFTER_MS // DAY_MS * 24} hours",
        f"a pause of {PAUSE_MS // MINUTE_MS} minutes",
        f"| most | {protection.BREAK_MAX_MS // DAY_MS} days |",
        f"| least | a moment in the future | {protection.EXCLUSION_MIN_MS // DAY_MS * 24} hours |",
        f"every {protection.REALITY_CHECK_MINUTES} minutes",
        f"1 to {protection.DAY_MINUTES:,} minutes, 0 for never",
        f"up to {show_cents(refill.refill_to_cents)} if",
        f"less than {show_cents(refill.refill_below_cents)} in all",
        f"0.01 to {show_cents(AMOUNT_MAX_CENTS)}",
        f"starts with {show_cents(Config().first_chips_cents)}",
        f"the past {STATEMENT_MS // DAY_MS} days",
    ):
        assert words in FLAT, words


def test_every_route_and_every_kind_exists() -> None:
    paths = {path.partition("{limit}")[0] for path in http_app().openapi()["paths"]}
    named = re.findall(r"/api/[a-z/.{}-]+", TEXT)
    assert len(named) > 12
    assert set(named) <= paths
    kinds = re.findall(r"kind=(\w+)", TEXT)
    assert len(kinds) == 3
    for kind in kinds:  # a kind without words of its own is shown by its name
        said = in_words(kind, {"until_ms": None, "cents": 1, "before": 3}, "Bo")
        assert "Bo" in said, kind
