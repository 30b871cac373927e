"""``casinowar study``: studies by simulation, with one subcommand each."""

from __future__ import annotations

import argparse

from casinowar.cli import study_count, study_cutting_card

STUDIES = {
    "count": (study_count, "the hourly result and the risk of a player who counts cards"),
    "cutting-card": (
        study_cutting_card,
        "the effect of the cutting card on the edge, by round",
    ),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """One parser for each study."""
    studies = parser.add_subparsers(dest="study", metavar="STUDY", required=True)
    for name, (module, summary) in STUDIES.items():
        study = studies.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        module.configure(study)


def run(args: argparse.Namespace) -> int:
    """Run the study that the command line names."""
    code: int = STUDIES[args.study][0].run(args)
    return code
