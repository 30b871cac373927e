"""``casinowar dispute``: what was owed on a hand, in one line or step by step."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from textwrap import fill
from typing import TYPE_CHECKING

from casinowar.cli.options import HOUSE, HOUSE_HELP
from casinowar.cli.output import line_width
from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.houses import House
    from casinowar.record.dispute import Question, Story

DISAGREES = 1
EATEN_MAX_CENTS = 999  # a shell leaves 5 of $25 and 5.50 of $25.50; of longer amounts "00" is left
BACK = "back"
QUIT = frozenset({"quit", "exit"})  # q is a queen


class _Quit(Exception):  # noqa: N818 - nothing failed
    """The person ends the questions."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("house", nargs="?", metavar=HOUSE, help=HOUSE_HELP)
    parser.add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help='the hand, like "bet 50 tie 10, 9h 9d, war, 4c Kd, paid 100"',
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")
    parser.epilog = (
        "The player's card comes first; burned cards are left out, and so are suits where no bet"
        " depends on them. In double quotes a shell takes $5 out of $50: use single quotes or"
        " amounts without $. Words: bet, tie, war, surrender, missed, seat, coupon and the names of"
        " side bets; after war, tie is the Tie wager on the war deal. Several hands of a round each"
        " begin with their seat: dealer Q 5, seat 1 bet 25 Q war 9, seat 3 bet 50 9. paid is"
        " what left the tray, got is all that came back, the player's own wagers"
        " included. In a terminal, the command asks for missing words. Exit codes: 0 paid right or"
        " no payment given, 1 paid wrong, 2 bad input."
    )


def run(args: argparse.Namespace) -> int:
    """Settle each hand; exit code 1 if one was paid wrong, 0 if nothing was settled."""
    from casinowar.record.dispute import settle_together, verdict_to_json
    from casinowar.record.dispute_text import verdict_lines

    try:
        stories, asked = _stories(args)
    except _Quit:
        print("Nothing was settled.")
        return 0
    verdicts = settle_together(stories)
    if args.json:
        answers = [verdict_to_json(verdict) for verdict in verdicts]
        print(json.dumps(answers[0] if len(answers) == 1 else answers))
        return DISAGREES if any(verdict.short_cents for verdict in verdicts) else 0
    for number, verdict in enumerate(verdicts):
        if asked or number:
            print()
        for line in verdict_lines(verdict, line_width(), name_seat=len(verdicts) > 1):
            print(line)
    if asked:
        [story] = stories
        print(f"In one line: {_one_line(args.house or story.house.name, story)}")
    return DISAGREES if any(verdict.short_cents for verdict in verdicts) else 0


def _one_line(house: str, story: Story) -> str:
    from casinowar.record.dispute_words import write_story

    return f"casinowar dispute {shlex.quote(house)} {shlex.quote(write_story(story))}"


# --- the story ------------------------------------------------------------------------------------


def _stories(args: argparse.Namespace) -> tuple[tuple[Story, ...], bool]:
    """The story on the command line, completed by questions; whether any was asked.

    Questions concern one hand: a line about several hands must be complete.
    """
    from casinowar.houses import house_names, load_house
    from casinowar.record.dispute import Story, next_question
    from casinowar.record.dispute_words import read_stories, tells_a_hand

    begins = args.house is not None and tells_a_hand(args.house)
    guided = not args.words and not args.json and not begins
    if begins or (args.house is None and not guided):
        raise InputError("house", f"the house comes first: {', '.join(house_names())}")
    house = _ask_house() if args.house is None else load_house(args.house)
    if guided:
        return (_ask_all(Story(house=house), optional=True),), True
    stories = read_stories(house, " ".join(args.words))
    if "$" not in " ".join(args.words) and all(map(_may_be_eaten, stories)):
        print(_EATEN, file=sys.stderr)
    in_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if args.json or len(stories) != 1 or not in_terminal:
        return stories, False
    [story] = stories
    missing = next_question(story, optional=False) is not None
    return (_ask_all(story, optional=False) if missing else story,), missing


_EATEN = "If you typed amounts with $ in double quotes, the shell made 5 of $25: use single quotes."


def _may_be_eaten(story: Story) -> bool:
    """Whether every stated amount is as small as what a shell leaves of ``$25``."""
    stated = [story.initial_cents, story.tie_cents, story.war_tie_cents, story.paid_cents]
    stated += [story.back_cents, story.coupon_cents or None, *(cents for _, cents in story.sides)]
    amounts = [cents for cents in stated if cents is not None]
    return bool(amounts) and max(amounts) <= EATEN_MAX_CENTS


def _ask_house() -> House:
    from casinowar.houses import house_names, load_house

    _say(f"The house: {', '.join(house_names())}, or a house file.")
    while True:
        typed = _input("House")
        if not typed.strip():
            _say("  ✗ Name a house, or type quit.")
            continue
        try:
            return load_house(typed)
        except InputError as error:
            _say(f"  ✗ {error}")


def _ask_all(story: Story, *, optional: bool) -> Story:
    """Ask until nothing is missing; a bad answer is asked again, ``back`` undoes an answer."""
    from casinowar.record.dispute import ask_war_tie, next_question

    print(f"Type {BACK} to change the previous answer, quit to end.")
    told: list[tuple[Story, Question]] = []  # each question, and the story before it
    while True:
        question = ask_war_tie(story) or next_question(story, optional=optional)
        done = {asked.what for _, asked in told}
        if question is None or (question.optional and question.what in done):
            return story
        answered = _ask(story, question)
        if answered is not None:
            told.append((story, question))
            story = answered
        elif told:
            story, _ = told.pop()
        else:
            _say("  ✗ This is the first question: type quit to end.")


def _ask(story: Story, question: Question) -> Story | None:
    """The story with the answer; None for a step back."""
    from casinowar.record.dispute import next_question
    from casinowar.record.dispute_words import answer

    while True:
        typed = _input(_prompt(question))
        if typed.strip().lower() == BACK:
            return None
        try:
            told = answer(story, question, typed)
            next_question(
                told, optional=False
            )  # an answer that the table would refuse is asked again at once
        except InputError as error:
            _say(f"  ✗ {error}")
        else:
            return told


def _prompt(question: Question) -> str:
    from casinowar.record.dispute import Asked

    if not question.optional:
        return question.words
    return f"{question.words} (Enter: {'skip' if question.what is Asked.PAID else 'none'})"


def _say(text: str) -> None:
    """A sentence, wrapped to the terminal."""
    print(fill(text, line_width(), subsequent_indent="    ", break_on_hyphens=False))


def _input(words: str) -> str:
    """The answer; ``quit`` ends the questions."""
    try:
        answer = input(words + (" " if words.endswith("?") else ": "))
    except EOFError:
        print()
        raise InputError(words, "the input ended before the answer; nothing was settled") from None
    if answer.strip().lower() in QUIT:
        raise _Quit
    return answer
