"""Exact odds: any house, any number of decks, any cards left, as fractions.

>>> from casinowar import odds
>>> wisconsin = odds.odds_of("wisconsin", decks=8)
>>> wisconsin.initial.house_edge, wisconsin.initial.best_decision.value
(Fraction(276706, 11826255), 'war')

``shoe`` is the cards left; ``series`` and ``ties`` count ties in a row, ``stories`` every course of
a round, ``wagers`` the net of each wager; ``decisions`` finds the best decision on a tie, and
``answer`` combines them into ``values``. ``many`` answers for a million shoes at once,
``seats`` and ``table_law`` for seats that share the dealer's cards. ``removal``, ``favour`` and
``first_favour``, ``beside``, ``review`` (is a posted edge true), ``comparison``, and ``sessions``
with ``stakes``, ``distribution``, ``ruin`` and ``forever`` build on these. The reports turn the
answers into text, JSON, charts and pages.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from casinowar.odds.answer import odds_of
from casinowar.odds.beside import Beside, beside_first
from casinowar.odds.comparison import compare
from casinowar.odds.favour import Favour, Threshold, thresholds, tie_favour
from casinowar.odds.first_favour import favours, first_favour
from casinowar.odds.removal import Removal, removal_effects
from casinowar.odds.review import Finding, FindingKind, review_house
from casinowar.odds.seats import Covariances, covariances
from casinowar.odds.shoe import ShoeLeft, parse_shoe, read_shoe
from casinowar.odds.stories import Decision, Story, stories
from casinowar.odds.ties import ties_in_a_row
from casinowar.odds.values import Choice, FirstOdds, HouseOdds, Line, SideOdds, WagerOdds
from casinowar.outcomes import Outcome

if TYPE_CHECKING:
    from casinowar.odds.many import ManyOdds, odds_many
    from casinowar.odds.sessions import Session, session

_LATER = {"ManyOdds": "many", "odds_many": "many", "Session": "sessions", "session": "sessions"}

__all__ = [
    "Beside",
    "Choice",
    "Covariances",
    "Decision",
    "Favour",
    "Finding",
    "FindingKind",
    "FirstOdds",
    "HouseOdds",
    "Line",
    "ManyOdds",
    "Outcome",
    "Removal",
    "Session",
    "ShoeLeft",
    "SideOdds",
    "Story",
    "Threshold",
    "WagerOdds",
    "beside_first",
    "compare",
    "covariances",
    "favours",
    "first_favour",
    "odds_many",
    "odds_of",
    "parse_shoe",
    "read_shoe",
    "removal_effects",
    "review_house",
    "session",
    "stories",
    "thresholds",
    "tie_favour",
    "ties_in_a_row",
]


def __getattr__(name: str) -> object:
    """Names that need NumPy, which is imported when one is first used."""
    if name in _LATER:
        return getattr(import_module(f"casinowar.odds.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
