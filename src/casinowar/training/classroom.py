"""The table of a lesson, with all events that happen without the trainee.

Steps outside the level are automatic, players bet and answer, a player may make an attempt, and
irregularities happen. ``lesson.py`` asks the trainee whenever the table stops.
"""

from __future__ import annotations

from datetime import date
from random import Random

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.live import TRAY_CENTS, LiveTable, Save
from casinowar.table import ALL_STEPS, Done, Event, Phase, Refusal, Shoe, decide, events_of
from casinowar.table import commands as c
from casinowar.table.automation import automatic_step
from casinowar.table.procedure import due
from casinowar.table.state import IN_ROUND
from casinowar.table.waits import Awaited, Wait
from casinowar.training.courses import Level
from casinowar.training.happenings import DEALERS, FACE_UP, Happening, possible
from casinowar.training.players import Players, Tried
from casinowar.training.shoes import LessonShoe

_QUESTIONS = {Awaited.CHOICE, Awaited.WAR_TIE, Awaited.CUT}
_ANSWERS_IN_A_ROW = 10_000  # commands of players and automatic steps before the trainee's next turn


class Classroom:
    """A table, its players and irregularities; ``go_on`` stops at the trainee's turn."""

    def __init__(
        self, house: House, level: Level, *, seed: int, players: int | None, save: Save | None
    ) -> None:
        self.level = level
        self.events: list[Event] = []  # all events of the table
        self.tried: Tried | None = None
        self.happening: Happening | None = None
        self._chance = Random(seed)  # noqa: S311 - lessons can be repeated; nothing is at stake
        self._keep = save
        self._shoes: dict[int, LessonShoe] = {}
        self.asking: tuple[
            Wait, ...
        ] = ()  # the choices of players whom the trainee has not asked yet
        self._was_asked = set[tuple[int, int]]()  # round and seat
        self.table = LiveTable(
            house,
            automations=frozenset({c.FillTray}),
            shoes=self._shoe,
            save=self._save,
        )
        self._players = Players(self.table, level, self._chance)
        self._quiet_until = 0  # the round after which the next irregularity may happen
        self._open(players or min(level.players, house.deal.seats))

    @property
    def pending(self) -> bool:
        """Whether an attempt or an irregularity needs an answer."""
        return self.tried is not None or self.happening is not None or bool(self.asking)

    def was_asked(self, seat: int) -> None:
        """Note that the trainee asked the player of a tied hand."""
        self._was_asked.add((self.table.state.round_number, seat))
        self.asking = ()

    def _to_ask(self, waits: list[Wait]) -> tuple[Wait, ...]:
        """The choices for which the trainee must ask the player."""
        number = self.table.state.round_number
        return tuple(
            wait
            for wait in waits
            if self.level.asks_tied
            and wait.what is Awaited.CHOICE
            and wait.who is not None
            and (number, wait.who.seat) not in self._was_asked
        )

    @property
    def _automatic(self) -> frozenset[type[c.Command]]:
        """The steps that are automatic now.

        A trainee who does not deal wars does not burn cards for them, but makes the other burns.
        """
        automatic = ALL_STEPS - self.level.steps - {c.FillTray}
        war = self.table.state.phase is Phase.WAR_DEAL
        return automatic | ({c.BurnCard} if war and c.DealCard in automatic else set())

    @property
    def dealt(self) -> bool:
        """Whether all rounds or shoes of the level are dealt."""
        state, level = self.table.state, self.level
        if state.hands or state.phase in IN_ROUND or self.pending:
            return False
        if level.shoes:
            # a shoe is over when the next one would be prepared
            return state.shoe.number > level.shoes or (
                state.shoe.number == level.shoes and self._shoe_is_over()
            )
        return state.round_number >= level.rounds

    def _shoe_is_over(self) -> bool:
        """In a level without a number of rounds, a shoe ends when its cards are collected."""
        state, level = self.table.state, self.level
        if level.rounds:
            return state.round_number >= level.rounds
        return state.round_number > 0 and state.phase in {Phase.SHUFFLE, Phase.SWAP}

    def refusal(self, command: c.Command) -> Refusal | None:
        """The refusal of a command; None if the table would accept it."""
        answer = decide(self.table.state, command, self.table.shoe)
        return answer if isinstance(answer, Refusal) else None

    def _open(self, players: int) -> None:
        house = self.table.state.house
        if players > house.deal.seats:
            raise InputError("--players", f"{players} is not from 1 to {house.deal.seats}")
        self.must(
            c.OpenTable(
                day=date(2026, 1, 1),
                dealer=DEALERS[0],
                tray_cents=TRAY_CENTS,
                shuffling=self.level.shuffling,
            )
        )
        for seat in range(1, players + 1):
            age = house.entry_age or None
            self.must(c.TakeSeat(seat=seat, player=f"Player {seat}", age_years=age))
            self.must(c.BuyChips(seat=seat, cash_cents=self._players.buy_in_cents()))

    def _shoe(self, number: int) -> Shoe:
        if number not in self._shoes:
            decks, state = self.table.state.decks, self.table
            shoe = LessonShoe(decks, self.level, self._chance, lambda: state.state)
            self._shoes = {number: shoe}
        return self._shoes[number]

    def _save(self, done: tuple[Done, ...]) -> None:
        if self._keep is not None:
            self._keep(done)
        self.events += events_of(done)

    def must(self, command: c.Command) -> tuple[Event, ...]:
        """Carry out a command without the trainee; a refusal is a bug."""
        answer = self.table.do(command, automatic=command.ROLE is not c.Role.PLAYER)
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        return answer

    def go_on(self) -> tuple[Event, ...]:
        """Carry out automatic steps and players' answers until the trainee's turn."""
        events: tuple[Event, ...] = ()
        for _ in range(_ANSWERS_IN_A_ROW):
            command = None if self.dealt else self._next_command()
            if command is None:
                return events
            events += self.must(command)
        raise AssertionError("the lesson never returns to the trainee")

    def _next_command(self) -> c.Command | None:
        """The next command without the trainee; None if it is the trainee's turn."""
        state = self.table.state
        if self.pending:
            return None
        waits = [wait for wait in self.table.waits_for() if wait.who is not None]
        unasked = self._to_ask(waits)
        waits = [wait for wait in waits if wait not in unasked]
        if unasked and not any(wait.what is Awaited.CHOICE for wait in waits):
            self.asking = unasked  # in turn: the player who was asked answers first
            return None
        for wait in waits:
            if wait.who is not None and wait.who.role is c.Role.PLAYER:
                if wait.what is Awaited.BET and not state.hands:
                    self._something_happens()
                return None if self.pending else self._player(wait)
        if due(state) is None or not state.playing:
            for seat in sorted(state.seats):
                if state.seats[seat].sitting_out and not isinstance(due(state), c.SpreadIdleCards):
                    return c.ReturnToPlay(seat=seat)
        step = automatic_step(state, self.table.shoe, self._automatic)
        if step is not None:
            return step
        if state.phase in IN_ROUND:
            self._somebody_tries()
        if not self.pending:
            self._something_happens()
        return None

    def _player(self, wait: Wait) -> c.Command | None:
        """A player's command; None if the player makes an attempt or does not answer."""
        assert wait.who is not None
        if wait.what in _QUESTIONS and self._chance.random() < self.level.dithers:
            words = f"{wait.message} There is no answer, and the time is up."
            assert wait.otherwise is not None
            self.happening = Happening("dithers", words, wait.otherwise)
            return None
        if wait.what is Awaited.BET:
            self._somebody_tries()
            if self.tried is not None:
                return None
        return self._players.answer(wait)

    def _something_happens(self) -> None:
        """Start an irregularity or an order of the floor by chance, at most one per round."""
        state, level = self.table.state, self.level
        if state.round_number < self._quiet_until:
            return
        if not level.happenings or self._chance.random() >= level.happen:
            return
        kinds = tuple(kind for kind in level.happenings if kind != FACE_UP)
        found = possible(self.table, kinds)
        if FACE_UP in level.happenings and self._can_lie_face_up():
            found.append(Happening(FACE_UP, "", c.SetAsideFaceUpCard()))
        if not found:
            return
        chosen = self._chance.choice(found)
        self._quiet_until = state.round_number + 1
        if chosen.kind == FACE_UP:
            shoe = self.table.shoe
            assert isinstance(shoe, LessonShoe)
            shoe.turn_up(state.shoe.next_index)
        else:
            self.happening = chosen

    def _can_lie_face_up(self) -> bool:
        state = self.table.state
        return isinstance(due(state), c.DealCard | c.BurnCard) and not state.shoe.held

    def _somebody_tries(self) -> None:
        tried = self._players.tries()
        if tried is not None:
            self.tried = tried
