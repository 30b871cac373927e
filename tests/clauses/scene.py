"""A table set up for one clause: a known shoe, players with chips, steps by hand or automatic.

``Scene.does`` carries a command out and insists that it is accepted; ``Scene.refuses`` insists on
a refusal with its code, a sentence, a clause, and a table that is exactly as it was. Whatever is
cited on the way is remembered in ``HEARD``, from which the clause index is made.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from random import Random
from typing import TypeVar

import pytest

from casinowar.cards import Card, full_decks, parse_card
from casinowar.errors import InputError
from casinowar.houses import House, load_house
from casinowar.houses.check import check_house
from casinowar.houses.house import Shuffling
from casinowar.houses.read import HOUSES_DIR, parse_house
from casinowar.live import LiveTable
from casinowar.table import ALL_STEPS, Code, Done, Event, Phase, Refusal, Table, due, events_of
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import Automations
from casinowar.table.roles import Who
from casinowar.table.shoe import Shoe, Stack, shuffled_stack
from casinowar.toml import Fields

DAY = date(2026, 3, 2)
NEXT_DAY = DAY + timedelta(days=1)
TRAY_CENTS = 1_000_000_00
BY_HAND: Automations = frozenset()  # training: every step is a person's
CUT = 26  # how deep the players of these tables cut
HEARD: set[tuple[str, str]] = set()  # (citation, event name or refusal code)

EventType = TypeVar("EventType", bound=Event)


class Scene:
    """One table under test."""

    def __init__(
        self,
        house: House | str,
        cards: str = "",
        *,
        face_up: Iterable[int] = (),
        automations: Automations = ALL_STEPS,
    ) -> None:
        self.house = load_house(house) if isinstance(house, str) else house
        self._cards = [parse_card(name) for name in cards.split()]
        self._face_up = frozenset(face_up)
        self.events: list[Event] = []
        self.table = LiveTable(self.house, Random(1).randrange, automations, self.shoe, self._keep)
        self._shoes: dict[int, Shoe] = {}

    def _keep(self, done: tuple[Done, ...]) -> None:
        self.events += events_of(done)

    def shoe(self, number: int) -> Shoe:
        """The shoe of a number: the known one first, then shuffled ones."""
        if number not in self._shoes:
            decks, burned = self.state.decks, self.house.cards.opening_burn
            cut = 0 if self.state.shuffling is Shuffling.CONTINUOUS else CUT
            self._shoes[number] = (
                known_shoe(self._cards, decks, burned, cut, self._face_up)
                if number == 1
                else shuffled_stack(decks, Random(number).randrange)
            )
        return self._shoes[number]

    def runs_short(self, cards: int) -> None:
        """The shoe on the table ends after ``cards`` more cards."""
        number, in_shoe = self.state.shoe.number, self.state.shoe
        stack = self.shoe(number)
        assert isinstance(stack, Stack)
        left = stack.cards[: in_shoe.next_index + cards]
        self._shoes[number] = Stack(tuple(left), stack.face_up)

    @property
    def state(self) -> Table:
        """The table as it is now."""
        return self.table.state

    def does(self, command: c.Command, by: Who | None = None) -> tuple[Event, ...]:
        """What an accepted command brought about."""
        answer = self.table.do(command, by)
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        HEARD.update((event.cites, event.NAME) for event in answer)
        return answer

    def refuses(
        self, command: c.Command, code: Code, cites: str | None = None, by: Who | None = None
    ) -> str:
        """The sentence of a refusal that left everything as it was."""
        before, version = self.state, self.table.version
        answer = self.table.do(command, by)
        assert isinstance(answer, Refusal), f"{command} was accepted: {answer}"
        assert answer.code is code, f"{answer.code}: {answer}"
        assert cites is None or answer.cites == cites, str(answer)
        assert self.state == before
        assert self.table.version == version == len(self.events)
        assert answer.sentence.endswith(".")
        assert len(answer.sentence.split()) >= 4, "a refusal teaches"
        HEARD.add((answer.cites, answer.code.value))
        return answer.sentence

    def step(self) -> tuple[Event, ...]:
        """Carry out by hand the step that the procedure asks for."""
        step = due(self.state)
        assert step is not None, f"nothing is due in {self.state.phase}"
        return self.does(step)

    def steps_to(self, phase: Phase) -> tuple[Event, ...]:
        """Carry out step after step by hand until the table is in ``phase``."""
        events: list[Event] = []
        for _ in range(500):
            if self.state.phase is phase:
                return tuple(events)
            events += self.step()
        raise AssertionError(f"{phase} was not reached")

    def opens(
        self,
        *,
        day: date = DAY,
        tray_cents: int = TRAY_CENTS,
        decks: int | None = None,
        shuffling: Shuffling | None = None,
    ) -> tuple[Event, ...]:
        """Open the table, with a full tray unless told otherwise."""
        return self.does(
            c.OpenTable(
                day=day, dealer="Ana", tray_cents=tray_cents, decks=decks, shuffling=shuffling
            )
        )

    def sits(self, *seats: int, cash_cents: int = 1_000_00) -> None:
        """Players who sit down and buy chips."""
        for seat in seats:
            self.does(c.TakeSeat(seat=seat, player=f"player {seat}"))
            if cash_cents:
                self.does(c.BuyChips(seat=seat, cash_cents=cash_cents))

    def leaves(self, *seats: int) -> tuple[Event, ...]:
        """Players who stand up."""
        return tuple(event for seat in seats for event in self.does(c.LeaveSeat(seat=seat)))

    def cuts(self) -> tuple[Event, ...]:
        """Whoever is offered the cut takes it."""
        if self.state.phase is Phase.OFFER_CUT:
            self.step()
        if self.state.phase is not Phase.CUT_OFFERED:
            return ()
        assert self.state.cut_offered_to is not None
        return self.does(c.TakeCut(seat=self.state.cut_offered_to, cards=CUT))

    def bets(
        self, seat: int, initial_cents: int = 0, tie_cents: int = 0, coupon_cents: int = 0
    ) -> tuple[Event, ...]:
        """Wagers in chips, perhaps with a coupon."""
        return self.does(
            c.PlaceWagers(
                seat=seat,
                initial_cents=initial_cents,
                tie_cents=tie_cents,
                coupon_cents=coupon_cents,
            )
        )

    def wars(self, *seats: int, tie_cents: int = 0) -> tuple[Event, ...]:
        """Tied players who go to war, at once with their answer to Tie on the war deal."""
        events: list[Event] = []
        for seat in seats:
            events += self.does(c.GoToWar(seat=seat, war_tie_cents=tie_cents))
        return tuple(events)

    def chips(self, seat: int) -> int:
        """The chips in front of a player."""
        return self.state.seats[seat].chips_cents


def known_shoe(
    cards: Sequence[Card], decks: int, burned: int, cut: int, face_up: Iterable[int] = ()
) -> Stack:
    """Full decks that give ``cards`` after the opening burn, if they are cut ``cut`` deep."""
    rest = list((Counter(full_decks(decks)) - Counter(cards)).elements())
    assert len(rest) + len(cards) == decks * 52, "more of a card than the decks hold"
    leaving = rest[:burned] + list(cards) + rest[burned:]
    shift = len(leaving) - cut
    return Stack(
        tuple(leaving[shift:] + leaving[:shift]),
        frozenset((burned + place + cut) % len(leaving) for place in face_up),
    )


def ready(
    house: House | str,
    cards: str = "",
    *,
    seats: Sequence[int] = (1,),
    face_up: Iterable[int] = (),
    automations: Automations = ALL_STEPS,
    cash_cents: int = 1_000_00,
    decks: int | None = None,
    shuffling: Shuffling | None = None,
) -> Scene:
    """A table whose opening is done and whose first round waits for wagers.

    ``cards`` leave the shoe in this order after the opening burn; the rest of the decks follows.
    ``automations`` hold from the first bet on.
    """
    scene = Scene(house, cards, face_up=face_up)
    scene.opens(decks=decks, shuffling=shuffling)
    scene.sits(*seats, cash_cents=cash_cents)
    scene.cuts()
    assert scene.state.phase is Phase.BETTING
    scene.table.automations = automations
    return scene


def short_shoe(
    house: House | str,
    cards: str,
    front: int,
    *,
    seats: Sequence[int] = (1,),
    face_up: Iterable[int] = (),
    automations: Automations = ALL_STEPS,
) -> Scene:
    """As ``ready``, with the cutting card behind the ``front`` cards after the opening burn."""
    scene = Scene(house, cards, face_up=face_up, automations=ALL_STEPS - {c.PlaceCuttingCard})
    scene.opens()
    scene.sits(*seats)
    scene.cuts()
    before = front + scene.house.cards.opening_burn
    scene.does(c.PlaceCuttingCard(cards_behind=scene.state.shoe.size - before))
    assert scene.state.phase is Phase.BETTING
    scene.table.automations = automations
    return scene


def of(events: Iterable[Event], kind: type[EventType]) -> list[EventType]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def names(events: Iterable[Event]) -> list[str]:
    """The written names of events."""
    return [event.NAME for event in events]


def moves(events: Iterable[Event], seat: int = 1) -> list[tuple[str, str, int, str, str]]:
    """A seat's chip movements: wager, action, cents, odds (or nothing) and clause."""
    found: list[tuple[str, str, int, str, str]] = []
    for event in events:
        if isinstance(event, e.WagerCollected) and event.seat == seat:
            found.append((event.wager, "collect", event.amount_cents, "", event.cites))
        elif isinstance(event, e.WagerReturned) and event.seat == seat:
            found.append((event.wager, "return", event.amount_cents, "", event.cites))
        elif isinstance(event, e.WagerPaid) and event.seat == seat:
            found.append((event.wager, "pay", event.amount_cents, event.odds, event.cites))
    return found


def house_text(name: str) -> str:
    """The file of a built-in house."""
    return (HOUSES_DIR / f"{name}.toml").read_text(encoding="utf-8")


def house_refused(text: str, field: str, cites: str) -> str:
    """The reason why the text of a house file is refused."""
    with pytest.raises(InputError) as refused:
        check_house(parse_house(Fields(tomllib.loads(text))))
    error = refused.value
    assert (error.field, error.cites) == (field, cites), str(error)
    HEARD.add((error.cites, "house check"))
    return error.reason
