"""Dealer training: a person performs every step, the players at the table play themselves.

All automations are off. A wrong, early or missing step is refused with its clause and the
sentence that says what is due; the trainer counts what was refused, to be learned again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from random import Random

from casinowar.houses import House
from casinowar.live import LiveTable
from casinowar.table import commands as c
from casinowar.table.event import Event
from casinowar.table.refusals import Refusal
from casinowar.table.state import DEALER, Phase, Status, Table
from casinowar.table.steps import next_step, step_in_words

BUY_IN_CENTS = 1_000_00
TRAY_CENTS = 100_000_00
WAR_CHANCE = 0.7

# word → (what it takes, command); a number is a seat, a batch or a count of cards
_WORDS: dict[str, tuple[str, Callable[[int], c.Command]]] = {
    "inspect": ("", lambda _: c.InspectDecks()),
    "verify": ("", lambda _: c.VerifyInspection()),
    "spread": ("batch", lambda n: c.SpreadCards(batch=n or 1)),
    "show": ("seat", lambda n: c.ShowCards(seat=n)),
    "up": ("", lambda _: c.TurnCardsUp()),
    "down": ("batch", lambda n: c.TurnCardsDown(batch=n or 1)),
    "wash": ("", lambda _: c.WashCards()),
    "stack": ("batch", lambda n: c.StackCards(batch=n or 1)),
    "shuffle": ("", lambda _: c.ShuffleCards()),
    "swap": ("", lambda _: c.SwapBatches()),
    "offer": ("seat", lambda n: c.OfferCut(seat=n)),
    "cut": ("cards", lambda n: c.CutCards(cards=n)),
    "cutting": ("cards", lambda n: c.PlaceCuttingCard(cards_behind=n)),
    "load": ("", lambda _: c.LoadShoe()),
    "burn": ("", lambda _: c.BurnCard()),
    "nomorebets": ("", lambda _: c.AnnounceNoMoreBets()),
    "deal": ("seat", lambda n: c.DealCard(seat=n)),
    "settle": ("seat", lambda n: c.SettleHand(seat=n)),
    "surrender": ("seat", lambda n: c.SettleSurrender(seat=n)),
    "confirm": ("seat", lambda n: c.ConfirmWar(seat=n)),
    "war": ("seat", lambda n: c.SettleWar(seat=n)),
    "rack": ("", lambda _: c.RackCards()),
    "collect": ("", lambda _: c.CollectCards()),
    "aside": ("", lambda _: c.SetAsideFaceUpCard()),
    "missed": ("seat", lambda n: c.ReportMissedSeat(seat=n)),
    "error": ("", lambda _: c.DrawInError()),
    "fault": ("", lambda _: c.ReportShufflerFault()),
    "reshuffle": ("", lambda _: c.OrderReshuffle()),
    "newdealer": ("", lambda _: c.ChangeDealer(dealer="You again")),
    "change": ("", lambda _: c.ChangeCards()),
    "void": ("", lambda _: c.VoidRound(reason="called by the floor")),
}
HELP = (
    "cards   receive · inspect · verify · spread · show SEAT · down · wash · stack · shuffle\n"
    "shoe    offer SEAT · cut CARDS · cutting CARDS · load · burn · collect\n"
    "round   nomorebets · deal SEAT|dealer · settle SEAT · surrender SEAT · rack\n"
    "war     confirm SEAT · burn · deal SEAT|dealer · war SEAT · rack\n"
    "trouble aside (a face-up card) · error (drawn in error) · missed SEAT · fault · void\n"
    "floor   newdealer · reshuffle · change (the cards)\n"
    "lesson  hint · help · quit"
)


@dataclass
class Trainee:
    """How a person did: steps taken, and the clauses of those that were refused."""

    taken: int = 0
    hints: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])


class Training:
    """One table under a person's hands."""

    def __init__(self, house: House, players: int, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - lessons can be repeated; nothing is at stake
        self.table = LiveTable(house, self._chance.randrange, automations=frozenset())
        self.trainee = Trainee()
        self._must(c.OpenTable(day=date(2026, 1, 1), dealer="You", tray_cents=TRAY_CENTS))
        for seat in range(1, players + 1):
            self._must(c.TakeSeat(seat=seat, player=f"Player {seat}"))
            self._must(c.BuyChips(seat=seat, cash_cents=BUY_IN_CENTS))

    @property
    def due(self) -> str:
        """What the table waits for, with its clause."""
        words, clause = step_in_words(self.table.state)
        return f"{words} ({clause})"

    def step(self, text: str) -> tuple[Event, ...] | Refusal | str:
        """Take a step in words: its events and the players' answers, a refusal, or a reproof."""
        command = self._command(text)
        if isinstance(command, str):
            return command
        answer = self.table.do(command)
        if isinstance(answer, Refusal):
            self.trainee.refused[answer.cites] += 1
            return answer
        self.trainee.taken += 1
        return answer + self._players_answer()

    def _command(self, text: str) -> c.Command | str:
        word, *rest = text.lower().split()
        if word == "receive":
            step = next_step(self.table.state)
            return step if isinstance(step, c.ReceiveDecks) else _receive(self.table.state)
        if word not in _WORDS:
            return f"{word[:20]!r} is no step: type help."
        takes, make = _WORDS[word]
        number = DEALER if rest == ["dealer"] else _number(rest)
        if number is None or (takes in {"seat", "cards"} and not rest) or len(rest) > 1:
            return f"Say {word} {takes.upper()}." if takes else f"Say just {word}."
        return make(number)

    def _players_answer(self) -> tuple[Event, ...]:
        """What the players do by themselves once it is their turn."""
        events: tuple[Event, ...] = ()
        while (command := self._player_command(self.table.state)) is not None:
            events += self._must(command)
        return events

    def _player_command(self, state: Table) -> c.Command | None:
        if state.phase is Phase.CUT_OFFERED:
            return c.RefuseCut(seat=state.queue[0])
        if state.phase is Phase.BETTING and not state.burns:
            waiting = [seat for seat in sorted(state.seats) if seat not in state.hands]
            return self._bet(state, waiting[0]) if waiting else None
        for hand in state.hands.values():
            if hand.status is Status.ASKED and state.phase is Phase.DECIDE:
                covered = state.seats[hand.seat].chips_cents >= hand.initial_cents
                if covered and self._chance.random() < WAR_CHANCE:
                    return c.GoToWar(seat=hand.seat)
                return c.CallTime(seat=hand.seat)
        return None

    def _bet(self, state: Table, seat: int) -> c.Command:
        limits = state.house.limits
        least = limits.first.min_cents
        if state.seats[seat].chips_cents < 2 * least + limits.tie.min_cents:
            return c.BuyChips(seat=seat, cash_cents=BUY_IN_CENTS)
        tie = limits.tie.min_cents if state.house.tie.offered and self._chance.random() < 0.3 else 0
        return c.PlaceWagers(seat=seat, initial_cents=least, tie_cents=tie)

    def _must(self, command: c.Command) -> tuple[Event, ...]:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), f"a player's command was refused: {answer}"
        return answer


def _receive(state: Table) -> c.ReceiveDecks:
    return c.ReceiveDecks(decks=state.decks, backs=("red",), cutting_card="yellow")


def _number(rest: list[str]) -> int | None:
    if not rest:
        return 0
    return int(rest[0]) if rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 6 else None
