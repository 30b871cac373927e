"""Exact odds: any house, any number of decks, any cards left, as fractions.

>>> from casinowar import odds
>>> wisconsin = odds.odds_of("wisconsin", decks=8)
>>> wisconsin.initial.house_edge, wisconsin.tie.house_edge
(Fraction(276706, 11826255), Fraction(74, 415))

``shoe`` says what is left, ``ties`` gives the chances of ties in a row, ``stories`` lists every way
a round can go, ``wagers`` says what each wager nets in it, ``answer`` adds it all up, ``report``
makes JSON of it and ``review`` holds it against what the house posts.
"""

from casinowar.odds.answer import (
    Choice,
    FirstOdds,
    HouseOdds,
    Line,
    SideOdds,
    WagerOdds,
    odds_of,
)
from casinowar.odds.favour import Favour, Threshold, thresholds, tie_favour
from casinowar.odds.removal import Removal, removal_effects
from casinowar.odds.report import odds_json
from casinowar.odds.review import Finding, FindingKind, review_house
from casinowar.odds.shoe import ShoeLeft, parse_shoe
from casinowar.odds.stories import Decision, Outcome, Story, stories
from casinowar.odds.ties import ties_in_a_row

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
    "ShoeLeft",
    "SideOdds",
    "Story",
    "Threshold",
    "WagerOdds",
    "odds_json",
    "odds_of",
    "parse_shoe",
    "removal_effects",
    "review_house",
    "stories",
    "thresholds",
    "tie_favour",
    "ties_in_a_row",
]
