"""``casinowar odds``: exact odds of a house for a fresh shoe or for the cards left."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction

from casinowar.cli.options import add_decks, add_house, add_outputs, names_options, once, part
from casinowar.cli.output import show
from casinowar.errors import InputError, shown


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_house(parser)
    add_decks(parser, "decks in a fresh shoe, any number from 1 up")
    parser.add_argument(
        "--cards-left",
        metavar="COUNTS",
        help="the cards left in the shoe, by rank '2:24 3:23 … A:24' or by card '2c:6 2d:5 …'",
    )
    parser.add_argument(
        "--beside",
        action="append",
        default=[],
        metavar="NAME[=UNITS]",
        help="another wager together with a first wager of one unit, like tie or suited-tie=1/2:"
        " the decision on a tie is then the best for all of them; may be repeated",
    )
    parser.add_argument(
        "--removal",
        action="store_true",
        help="show how removing one card of each rank changes each wager",
    )
    parser.add_argument(
        "--depth",
        type=int,
        metavar="CARDS",
        help="show how often wagers favour a player who knows every card, with CARDS left",
    )
    add_outputs(parser)


@names_options
def run(args: argparse.Namespace) -> int:
    """Print the odds."""
    from casinowar.houses import load_house
    from casinowar.odds import favours, odds_of, removal_effects
    from casinowar.odds.decisions import check_bets
    from casinowar.report.answer_json import favours_json, odds_json, removal_json
    from casinowar.report.answer_text import favours_text, odds_text, removal_text

    if args.depth is not None and args.cards_left is not None:
        raise InputError("depth", "applies only to a fresh shoe: omit --cards-left")
    bets = once("beside", map(_beside, args.beside))
    house = load_house(args.house)
    check_bets(house, bets, "beside")
    odds = odds_of(house, args.decks, args.cards_left, bets=bets or None)
    found, lines = odds_json(odds), odds_text(odds)
    if args.removal:
        effects = removal_effects(odds.house, cards_left=odds.shoe)
        found["removal"], lines = removal_json(effects), lines + removal_text(effects)
    if args.depth is not None:
        known = favours(odds.house, args.decks, args.depth)
        titles = {wager.name: wager.title for wager in odds.wagers}
        found["favour"], lines = favours_json(known), lines + favours_text(known, titles)
    if args.json:
        print(json.dumps(found))
    else:
        show(lines)
    return 0


def _beside(text: str) -> tuple[str, Fraction]:
    name, equals, units = text.partition("=")
    found = part(units) if equals else Fraction(1)
    if found is None:
        raise InputError("beside", f"{shown(text)} is not a wager like tie or tie=1/2")
    if name == "initial":
        raise InputError("beside", "the first wager is always one unit; name another wager")
    return name, found
