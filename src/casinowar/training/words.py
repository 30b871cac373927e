"""The words of the school: the typed word for each step of the dealer and the floor.

``read_step`` turns typed words into a command, ``typed`` a command into the words for it. All
fields except a typed number come from the table (``due``, ``legal``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from textwrap import wrap
from typing import Any, NamedTuple

from casinowar.game.offers import Offers
from casinowar.houses import House
from casinowar.money import parse_amount
from casinowar.table import commands as c
from casinowar.table import due
from casinowar.table.legal import Days, legal
from casinowar.table.roles import FLOOR_ROLE, Who
from casinowar.table.state import DEALER, Table
from casinowar.table.words import money
from casinowar.training.courses import Level
from casinowar.training.happenings import DEALERS

NUMBER_DIGITS_MAX = 5
ASK = "ask"  # a tied player: war or surrender?


class Takes(StrEnum):
    """What follows a word."""

    NOTHING = ""
    SEAT = " SEAT"
    PLACE = " SEAT|dealer"
    CARDS = " CARDS"
    AMOUNT = " AMOUNT"
    BATCH = " [2]"  # the batch; 1 by default
    FACING = " [down]"  # face up, unless "down" follows


@dataclass(frozen=True, slots=True)
class Word:
    """One word, what follows it, and the command it stands for."""

    word: str
    command: type[c.Command]
    make: Callable[[int, Table], c.Command]
    takes: Takes = Takes.NOTHING
    note: str = ""

    @property
    def usage(self) -> str:
        """The word as help shows it."""
        return self.word + self.takes + self.note


def _plain(command: type[c.Command]) -> Callable[[int, Table], c.Command]:
    return lambda _, __: command()


def _receive(_: int, state: Table) -> c.Command:
    """The decks as the table needs them; a trainee does not choose them."""
    step = due(state)
    return (
        step
        if isinstance(step, c.ReceiveDecks)
        else c.ReceiveDecks(decks=0, backs=(), cutting_card="")
    )


def _new_dealer(_: int, state: Table) -> c.Command:
    return c.ChangeDealer(dealer=DEALERS[state.dealer == DEALERS[0]])


def _new_day(_: int, state: Table) -> c.Command:
    """The next day on which the table may be open."""
    for offer in legal(state, FLOOR_ROLE):
        days = offer.fields.get("day")
        if offer.command is c.StartGamingDay and isinstance(days, Days) and days.min is not None:
            return c.StartGamingDay(day=days.min)
    return c.StartGamingDay(day=state.day or date.max)


_WORDS = (
    Word("receive", c.ReceiveDecks, _receive),
    Word("inspect", c.InspectDecks, _plain(c.InspectDecks)),
    Word("verify", c.VerifyInspection, _plain(c.VerifyInspection)),
    Word("spread", c.SpreadCards, lambda n, _: c.SpreadCards(batch=n), Takes.BATCH),
    Word("show", c.ShowCards, lambda n, _: c.ShowCards(seat=n), Takes.SEAT),
    Word("up", c.TurnCardsUp, _plain(c.TurnCardsUp)),
    Word("down", c.TurnCardsDown, lambda n, _: c.TurnCardsDown(batch=n), Takes.BATCH),
    Word("wash", c.WashCards, _plain(c.WashCards)),
    Word("stack", c.StackCards, lambda n, _: c.StackCards(batch=n), Takes.BATCH),
    Word("shuffle", c.ShuffleCards, _plain(c.ShuffleCards)),
    Word("store", c.ShuffleStoredBatch, _plain(c.ShuffleStoredBatch), note=" (the other batch)"),
    Word("swap", c.SwapBatches, _plain(c.SwapBatches), note=" (the batches)"),
    Word("close", c.CloseContributions, _plain(c.CloseContributions), note=" (the mixing)"),
    Word("offer", c.OfferCut, lambda n, _: c.OfferCut(seat=n), Takes.SEAT),
    Word("cut", c.CutCards, lambda n, _: c.CutCards(cards=n), Takes.CARDS),
    Word("cutting", c.PlaceCuttingCard, lambda n, _: c.PlaceCuttingCard(cards_behind=n),
         Takes.CARDS),
    Word("load", c.LoadShoe, _plain(c.LoadShoe)),
    Word("burn", c.BurnCard, _plain(c.BurnCard)),
    Word("nomorebets", c.AnnounceNoMoreBets, _plain(c.AnnounceNoMoreBets)),
    Word("deal", c.DealCard, lambda n, _: c.DealCard(seat=n), Takes.PLACE),
    Word("settle", c.SettleHand, lambda n, _: c.SettleHand(seat=n), Takes.SEAT),
    Word("surrender", c.SettleSurrender, lambda n, _: c.SettleSurrender(seat=n), Takes.SEAT),
    Word("confirm", c.ConfirmWar, lambda n, _: c.ConfirmWar(seat=n), Takes.SEAT),
    Word("war", c.SettleWar, lambda n, _: c.SettleWar(seat=n), Takes.SEAT),
    Word("rack", c.RackCards, _plain(c.RackCards)),
    Word("collect", c.CollectCards, _plain(c.CollectCards)),
    Word("idle", c.SpreadIdleCards, lambda n, _: c.SpreadIdleCards(face_up=n == 1), Takes.FACING,
         " (spread them)"),
    Word("aside", c.SetAsideFaceUpCard, _plain(c.SetAsideFaceUpCard), note=" (a face-up card)"),
    Word("error", c.DrawInError, _plain(c.DrawInError), note=" (drawn in error)"),
    Word("missed", c.ReportMissedSeat, lambda n, _: c.ReportMissedSeat(seat=n), Takes.SEAT),
    Word("fault", c.ReportShufflerFault, _plain(c.ReportShufflerFault), note=" (of the shuffler)"),
    Word("time", c.CallTime, lambda n, _: c.CallTime(seat=n), Takes.SEAT, " (no answer)"),
    Word("void", c.VoidRound, lambda _, __: c.VoidRound(reason="called by the floor")),
    Word("newdealer", c.ChangeDealer, _new_dealer),
    Word("newday", c.StartGamingDay, _new_day),
    Word("reshuffle", c.OrderReshuffle, _plain(c.OrderReshuffle)),
    Word("change", c.ChangeCards, _plain(c.ChangeCards), note=" (the cards)"),
    Word("pause", c.OrderIdleSpread, _plain(c.OrderIdleSpread), note=" (nobody bets)"),
    Word("fill", c.FillTray, lambda n, _: c.FillTray(amount_cents=n), Takes.AMOUNT),
    Word("credit", c.CreditTray, lambda n, _: c.CreditTray(amount_cents=n), Takes.AMOUNT),
)  # fmt: skip


def _under_its_name(step: type[c.Command]) -> Word:
    """A step without a short word is typed by its name."""
    takes = Takes.SEAT if "seat" in step.__struct_fields__ else Takes.NOTHING

    def make(number: int, state: Table) -> c.Command:
        now = due(state)
        if takes is Takes.NOTHING:
            return now if isinstance(now, step) else step()
        named: dict[str, Any] = {"seat": number}
        return step(**named)

    return Word(step.NAME.replace("_", ""), step, make, takes)


_SHORT = {word.command for word in _WORDS}
_LONG = tuple(
    _under_its_name(step)
    for step in c.COMMANDS.values()
    if issubclass(step, c.Step) and step not in _SHORT
)
WORDS = {word.word: word for word in (*_WORDS, *_LONG)}
_BY_STEP = {word.command: word for word in WORDS.values()}
# in the order of a table's procedure; some words occur twice
GROUPS = {
    "cards": "receive inspect verify spread show up down wash stack shuffle store swap",
    "shoe": "close offer cut cutting load burn collect idle",
    "round": "nomorebets deal settle surrender rack",
    "war": "confirm burn deal war rack",
    "trouble": "aside error missed fault time void",
    "floor": "newdealer newday reshuffle change pause fill credit",
}


def help_lines(width: int = 80) -> Iterator[str]:
    """All words in the order of the procedure."""
    said = {name: [WORDS[word].usage for word in words.split()] for name, words in GROUPS.items()}
    if _LONG:
        said["more"] = [word.usage for word in _LONG]
    said["players"] = [f"{ASK} SEAT (war or surrender?)", "allow", "refuse", "wait"]
    said["chips"] = ["take AMOUNT", "pay AMOUNT", "push AMOUNT", "nothing"]
    said["lesson"] = ["hint", "help", "quit"]
    for name, words in said.items():
        # no line break between a word and its argument
        text = " · ".join(word.replace(" ", "\0") for word in words)
        for line in wrap(text, width, initial_indent=f"{name:<8}", subsequent_indent=" " * 8):
            yield line.replace("\0", " ")


def posted_limits(house: House) -> str:
    """The posted limits, which are needed to judge a wager."""
    limits = house.limits

    def between(name: str, low: int, high: int) -> str:
        return f"{name} {money(house, low)} to {money(house, high)}"

    first, tie, side = limits.first, limits.tie, limits.side
    said = [between(f"{house.wagers.first_name} wager", first.min_cents, first.max_cents)]
    if house.tie.offered:
        said.append(between("Tie wager", tie.min_cents, tie.max_cents))
    if house.side_bets:
        said.append(between("side bets", side.min_cents, side.max_cents))
    return f"Posted: {', '.join(said)}, in steps of {money(house, limits.step_cents)}."


class Key(NamedTuple):
    """A word on a key, and whether it is a complete answer."""

    word: str
    alone: bool


_REPORTS = {
    "face_up": "aside", "drawn_in_error": "error", "missed": "missed", "shuffler_fault": "fault",
    "void": "void", "relief": "newdealer", "new_day": "newday", "reshuffle": "reshuffle",
    "change": "change", "pause": "pause",
}  # fmt: skip


def level_keys(level: Level) -> list[Key]:
    """The words of a level for its keys.

    If there are more steps than keys, steps of this level alone come first.
    """
    own = [_REPORTS[kind] for kind in level.happenings]
    own += ["allow", "refuse", "wait"] if level.attempts else []
    own += [ASK] if level.asks_tied else []
    own += ["time"] if level.dithers else []
    steps = [word.word for word in level_words(level.steps)]
    reports = set(_REPORTS.values()) | {"time"}
    steps = [word for word in steps if word not in own and word not in reports]
    named = own + steps if level.happenings or level.attempts else steps + own
    return [Key(word, alone=_alone(word)) for word in named]


def _alone(word: str) -> bool:
    found = WORDS.get(word)
    if found is None:
        return word != ASK
    return found.takes in {Takes.NOTHING, Takes.BATCH, Takes.FACING}


def level_words(steps: frozenset[type[c.Command]]) -> list[Word]:
    """The words of some steps in the order of the procedure; with rounds, those come first.

    >>> [word.word for word in level_words(frozenset({c.BurnCard, c.ReceiveDecks}))]
    ['receive', 'burn']
    """
    rounds = any(WORDS[word].command in steps for word in GROUPS["round"].split())
    ordered = ("round", "war", "shoe", "cards", "trouble", "floor") if rounds else tuple(GROUPS)
    names = dict.fromkeys(word for group in ordered for word in GROUPS[group].split())
    return [WORDS[name] for name in names if WORDS[name].command in steps]


_OTHER = (ASK, "allow", "refuse", "wait", "take", "pay", "push", "nothing", "hint", "help", "quit")


def completions(state: Table) -> tuple[str, ...]:
    """Every word that can be typed, and the seats."""
    seats = [str(seat) for seat in sorted(state.seats)]
    return (*sorted(WORDS), *_OTHER, *seats, "dealer")


def step_words(name: str) -> str:
    """The written name of a step in words: ``settle_war`` is ``settle war``."""
    return name.replace("_", " ")


def read_step(text: str, state: Table) -> c.Command | str:
    """Read typed words as a command; otherwise a hint on how to type it."""
    said, *rest = text.lower().split()
    word = WORDS.get(said)
    if word is None:
        return f"{said[:20]!r} is not a step: type help."
    number = _number(word.takes, rest)
    return _usage(word) if number is None else word.make(number, state)


def _usage(word: Word) -> str:
    match word.takes:
        case Takes.NOTHING:
            return f"Type just {word.word}."
        case Takes.BATCH:
            return f"Type {word.word}, or {word.word} 2 for the other batch."
        case Takes.FACING:
            return f"Type {word.word}, or {word.word} down to spread the cards face down."
        case _:
            return f"Type {word.word}{word.takes}."


def _number(takes: Takes, rest: list[str]) -> int | None:
    """The number typed after a word; None if it does not fit."""
    match takes:
        case Takes.NOTHING:
            return None if rest else 0
        case Takes.FACING:
            return {(): 1, ("down",): 0}.get(tuple(rest))
        case Takes.AMOUNT:
            return parse_amount(rest[0]) if len(rest) == 1 else None
        case Takes.PLACE if rest == ["dealer"]:
            return DEALER
        case Takes.BATCH if not rest:
            return 1
        case _:
            return _whole(rest)


def _whole(rest: list[str]) -> int | None:
    if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
        return None
    return int(rest[0]) if len(rest[0]) <= NUMBER_DIGITS_MAX else None


def typed(step: c.Command, state: Table) -> str:
    """What to type for a step, with the range of a free number."""
    fields: dict[type[c.Command], str] = {c.CutCards: "cards", c.PlaceCuttingCard: "cards_behind"}
    field = fields.get(type(step))
    return typed_step(step) + ("" if field is None else _between(step, state, field))


def typed_step(step: c.Command) -> str:
    """What to type for a step."""
    word = _BY_STEP[type(step)]
    match step:
        case c.CutCards(cards=cards) | c.PlaceCuttingCard(cards_behind=cards):
            return f"{word.word} {cards}"
        case c.SpreadCards(batch=batch) | c.TurnCardsDown(batch=batch) | c.StackCards(batch=batch):
            return word.word if batch == 1 else f"{word.word} {batch}"
        case _ if word.takes in {Takes.SEAT, Takes.PLACE}:
            seat = getattr(step, "seat", DEALER)
            return f"{word.word} {'dealer' if seat == DEALER else seat}"
        case _:
            return word.word


def _between(step: c.Command, state: Table, field: str) -> str:
    """The range that the table offers for a number."""
    offered = Offers(legal(state, Who(step.ROLE))).amounts(type(step), field)
    return "" if offered is None else f" ({offered.min} to {offered.max})"
