"""The words of training: what is typed for each step of the dealer and the floor.

``read_step`` turns typed words into a command, ``typed`` a command into the words for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from casinowar.table import NoShoe, Refusal, decide
from casinowar.table import commands as c
from casinowar.table.state import DEALER, Table
from casinowar.table.steps import next_step

NUMBER_DIGITS_MAX = 5
_SEAT, _BATCH, _CARDS = "seat", "batch", "cards"


@dataclass(frozen=True, slots=True)
class Word:
    """One word, the number that it takes, and the command that it stands for."""

    word: str
    make: Callable[[int], c.Command]
    takes: str = ""  # a seat, a count of cards, or a batch, which is 1 where none is named
    note: str = ""

    @property
    def usage(self) -> str:
        """The word as it is explained."""
        number = {_SEAT: " SEAT", _CARDS: " CARDS"}.get(self.takes, "")
        return self.word + number + self.note


def _receive(_: int) -> c.Command:
    return c.ReceiveDecks(decks=0, backs=(), cutting_card="")  # which decks, the table says


_WORDS = (
    Word("receive", _receive),
    Word("inspect", lambda _: c.InspectDecks()),
    Word("verify", lambda _: c.VerifyInspection()),
    Word("spread", lambda n: c.SpreadCards(batch=n), _BATCH),
    Word("show", lambda n: c.ShowCards(seat=n), _SEAT),
    Word("up", lambda _: c.TurnCardsUp()),
    Word("down", lambda n: c.TurnCardsDown(batch=n), _BATCH),
    Word("wash", lambda _: c.WashCards()),
    Word("stack", lambda n: c.StackCards(batch=n), _BATCH),
    Word("shuffle", lambda _: c.ShuffleCards()),
    Word("swap", lambda _: c.SwapBatches(), note=" (the batches)"),
    Word("offer", lambda n: c.OfferCut(seat=n), _SEAT),
    Word("cut", lambda n: c.CutCards(cards=n), _CARDS),
    Word("cutting", lambda n: c.PlaceCuttingCard(cards_behind=n), _CARDS),
    Word("load", lambda _: c.LoadShoe()),
    Word("burn", lambda _: c.BurnCard()),
    Word("nomorebets", lambda _: c.AnnounceNoMoreBets()),
    Word("deal", lambda n: c.DealCard(seat=n), _SEAT, "|dealer"),
    Word("settle", lambda n: c.SettleHand(seat=n), _SEAT),
    Word("surrender", lambda n: c.SettleSurrender(seat=n), _SEAT),
    Word("confirm", lambda n: c.ConfirmWar(seat=n), _SEAT),
    Word("war", lambda n: c.SettleWar(seat=n), _SEAT),
    Word("rack", lambda _: c.RackCards()),
    Word("collect", lambda _: c.CollectCards()),
    Word("aside", lambda _: c.SetAsideFaceUpCard(), note=" (a face-up card)"),
    Word("error", lambda _: c.DrawInError(), note=" (drawn in error)"),
    Word("missed", lambda n: c.ReportMissedSeat(seat=n), _SEAT),
    Word("fault", lambda _: c.ReportShufflerFault(), note=" (of the shuffler)"),
    Word("void", lambda _: c.VoidRound(reason="called by the floor")),
    Word("newdealer", lambda _: c.ChangeDealer(dealer="You again")),
    Word("reshuffle", lambda _: c.OrderReshuffle()),
    Word("change", lambda _: c.ChangeCards(), note=" (the cards)"),
)
WORDS = {word.word: word for word in _WORDS}
_BY_STEP = {type(word.make(0)): word for word in _WORDS}
# as they come at a table; some words have two places
GROUPS = {
    "cards": "receive inspect verify spread show up down wash stack shuffle swap",
    "shoe": "offer cut cutting load burn collect",
    "round": "nomorebets deal settle surrender rack",
    "war": "confirm burn deal war rack",
    "trouble": "aside error missed fault void",
    "floor": "newdealer reshuffle change",
}


def help_lines(width: int = 80) -> Iterator[str]:
    """All words by their place at the table."""
    said = {name: [WORDS[word].usage for word in words.split()] for name, words in GROUPS.items()}
    said["lesson"] = ["hint", "help", "quit"]
    for name, words in said.items():
        # a word stays together with what it takes
        text = " · ".join(word.replace(" ", "\0") for word in words)
        for line in wrap(text, width, initial_indent=f"{name:<8}", subsequent_indent=" " * 8):
            yield line.replace("\0", " ")


def read_step(text: str, state: Table) -> c.Command | str:
    """The command of typed words, or how to say it."""
    said, *rest = text.lower().split()
    word = WORDS.get(said)
    if word is None:
        return f"{said[:20]!r} is no step: type help."
    if not word.takes:
        return f"Say just {said}." if rest else _with_decks(word.make(0), state)
    if word.takes == _BATCH and not rest:
        return word.make(1)
    number = DEALER if rest == ["dealer"] and word.takes == _SEAT else _number(rest)
    if number is None:
        return (
            f"Say {said}, or {said} 2 for the other batch."
            if word.takes == _BATCH
            else (f"Say {word.usage}.")
        )
    return word.make(number)


def _with_decks(command: c.Command, state: Table) -> c.Command:
    """Decks come as the table ordered them: nobody at a table chooses them with a word."""
    if not isinstance(command, c.ReceiveDecks):
        return command
    step = next_step(state)
    return step if isinstance(step, c.ReceiveDecks) else command


def _number(rest: list[str]) -> int | None:
    if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
        return None
    return int(rest[0]) if len(rest[0]) <= NUMBER_DIGITS_MAX else None


def typed(step: c.Command, state: Table) -> str:
    """What to type for a step, with the range of a number that is free."""
    word = _BY_STEP[type(step)]
    match step:
        case c.CutCards(cards=cards) | c.PlaceCuttingCard(cards_behind=cards):
            least, most = _accepted(word, state)
            return f"{word.word} {cards} ({least} to {most})"
        case c.SpreadCards(batch=batch) | c.TurnCardsDown(batch=batch) | c.StackCards(batch=batch):
            return word.word if batch == 1 else f"{word.word} {batch}"
        case _ if word.takes == _SEAT:
            seat = getattr(step, "seat", DEALER)
            return f"{word.word} {'dealer' if seat == DEALER else seat}"
        case _:
            return word.word


def _accepted(word: Word, state: Table) -> tuple[int, int]:
    """The least and the most cards that the table would accept for a step that is due."""
    counts = [
        count
        for count in range(1, state.shoe.size)
        if not isinstance(decide(state, word.make(count), NoShoe()), Refusal)
    ]
    return counts[0], counts[-1]
