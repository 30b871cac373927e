"""Exact odds: any house, any number of decks, any cards left, as fractions.

>>> from casinowar import odds
>>> wisconsin = odds.odds_of("wisconsin", decks=8)
>>> wisconsin.initial.house_edge, wisconsin.initial.best_decision.value
(Fraction(276706, 11826255), 'war')

``shoe`` says what is left, ``ties`` gives the chances of ties in a row, ``stories`` lists every way
a round can go, ``wagers`` says what each wager nets in it, ``answer`` adds it all up to ``values``.
From these follow ``removal``, ``favour`` and ``first_favour``, ``review`` (is a posted edge true),
``report`` and ``text`` (JSON and tables), ``comparison``, ``par`` sheets, and ``sessions`` with
``law`` and ``ruin``. What needs NumPy or Matplotlib is imported when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from casinowar.odds.answer import odds_of
from casinowar.odds.comparison import compare
from casinowar.odds.favour import Favour, Threshold, thresholds, tie_favour
from casinowar.odds.first_favour import favours, first_favour
from casinowar.odds.removal import Removal, removal_effects
from casinowar.odds.report import odds_json
from casinowar.odds.review import Finding, FindingKind, review_house
from casinowar.odds.shoe import ShoeLeft, parse_shoe
from casinowar.odds.stories import Decision, Outcome, Story, stories
from casinowar.odds.ties import ties_in_a_row
from casinowar.odds.values import Choice, FirstOdds, HouseOdds, Line, SideOdds, WagerOdds

if TYPE_CHECKING:
    from casinowar.odds.charts import compare_chart, save_chart, session_chart
    from casinowar.odds.par import par_sheet
    from casinowar.odds.sessions import Session, session

_LATER = {
    "Session": "sessions",
    "compare_chart": "charts",
    "par_sheet": "par",
    "save_chart": "charts",
    "session": "sessions",
    "session_chart": "charts",
}

__all__ = [
    "Choice",
    "Decision",
    "Favour",
    "Finding",
    "FindingKind",
    "FirstOdds",
    "HouseOdds",
    "Line",
    "Outcome",
    "Removal",
    "Session",
    "ShoeLeft",
    "SideOdds",
    "Story",
    "Threshold",
    "WagerOdds",
    "compare",
    "compare_chart",
    "favours",
    "first_favour",
    "odds_json",
    "odds_of",
    "par_sheet",
    "parse_shoe",
    "removal_effects",
    "review_house",
    "save_chart",
    "session",
    "session_chart",
    "stories",
    "thresholds",
    "tie_favour",
    "ties_in_a_row",
]


def __getattr__(name: str) -> object:
    """What is imported only when it is used."""
    if name in _LATER:
        return getattr(import_module(f"casinowar.odds.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
