"""The tests nearest to each module: those that a mutant of it should not survive.

They run in this order until one fails, the quickest first, so that most mutants cost seconds.
"""

from __future__ import annotations

from pathlib import Path

ENGINE = (
    *("tests/clauses", "tests/table", "tests/playthroughs"),
    *("tests/protocol", "tests/contracts", "tests/properties"),
)
_ODDS = tuple(
    f"tests/odds/test_odds_{name}.py"
    for name in ("decisions", "command", "many", "values", "figures", "by_rank", "brute_force")
)
_KNOWLEDGE = (*_ODDS[:2], "tests/odds/test_odds_values.py", "tests/odds/test_odds_figures.py")
_SEATS = ("tests/odds/test_odds_seats.py",)
_SESSIONS = ("tests/odds/test_odds_leaving.py", "tests/odds/test_odds_sessions.py")
_HOUSES = (
    *("tests/houses", "tests/report/test_rules_in_words.py"),
    *("tests/contracts/test_bad_house_files.py", "tests/clauses"),
)
_WORDS = (
    *("tests/report/test_rules_in_words.py", "tests/houses", "tests/clauses"),
    "tests/odds/test_odds_command.py",
)
_COMPARED = tuple(
    f"tests/report/test_reports.py::test_compare_{what}"
    for what in (
        "puts_all_houses_and_decks_side_by_side",
        "json_has_the_form_of_odds",
        "with_many_decks_still_fits",
    )
)
NEAREST: dict[str, tuple[str, ...]] = {
    "houses": _HOUSES,
    "houses/words.py": _WORDS,
    "houses/sheet.py": _WORDS,
    "odds": _ODDS,
    "odds/comparison.py": (*_ODDS[1:2], *_COMPARED),
    "odds/distribution.py": (*_SESSIONS, *_SEATS),
    "odds/favour.py": _KNOWLEDGE,
    "odds/first_favour.py": _KNOWLEDGE,
    "odds/forever.py": _SESSIONS,
    "odds/many.py": ("tests/odds/test_odds_many.py",),
    "odds/removal.py": _KNOWLEDGE,
    "odds/review.py": _KNOWLEDGE,
    "odds/ruin.py": _SESSIONS,
    "odds/seats.py": _SEATS,
    "odds/sessions.py": (*_SESSIONS, *_SEATS),
    "odds/stakes.py": _SESSIONS,
    "odds/table_law.py": _SEATS,
}


def nearest_tests(path: Path) -> tuple[str, ...]:
    """The tests of a module (a path below the package): its own, its folder's or the engine's.

    >>> nearest_tests(Path("odds/many.py"))
    ('tests/odds/test_odds_many.py',)
    """
    own = NEAREST.get(path.as_posix())
    return own or NEAREST.get(path.parts[0], ENGINE)
