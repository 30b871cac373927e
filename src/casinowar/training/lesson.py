"""One lesson: a table at which the trainee performs the steps of a level.

The table decides what is right: the step that is due, the report that answers what happened, or
whether a player's attempt is refused. A lesson compares and remembers; it knows no rule. Steps
outside the level are carried out by themselves, and players answer by themselves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from random import Random

from casinowar.errors import InputError
from casinowar.houses import House
from casinowar.houses.house import Shuffling
from casinowar.live import TRAY_CENTS, LiveTable, Save
from casinowar.rulebook import clause_text
from casinowar.table import ALL_STEPS, Event, Phase, Refusal, Shoe, decide, due_in_words
from casinowar.table import commands as c
from casinowar.table.automation import automatic_step
from casinowar.table.due import step_now
from casinowar.table.procedure import due
from casinowar.table.state import IN_ROUND
from casinowar.table.waits import Awaited, Wait
from casinowar.training.answers import Answer, Asked, Given, Judgement, read_answer, right_text
from casinowar.training.courses import PASS_PERCENT, SECONDS_PER_STEP, Level
from casinowar.training.faults import Fault, judged_fault, step_fault, unjudged_fault
from casinowar.training.happenings import DEALERS, FACE_UP, Happening, possible
from casinowar.training.payments import (
    Payment,
    Settlement,
    in_chips,
    settlement_of,
    slip_words,
)
from casinowar.training.players import Players, Tried
from casinowar.training.shoes import LessonShoe

_QUESTIONS = {Awaited.CHOICE, Awaited.WAR_TIE, Awaited.CUT}
_ANSWERS_IN_A_ROW = 10_000  # of players and automatic steps, before a trainee is asked again


class Mode(StrEnum):
    """How much a lesson says."""

    LEARN = "learn"  # the answer after a mistake
    PRACTISE = "practise"  # the mistake is named, not the answer
    EXAM = "exam"  # nothing until the end


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of one answer: what happened, or what was wrong with it."""

    events: tuple[Event, ...] = ()
    correction: str = ""  # the words could not be read; nothing counts
    fault: Fault | None = None
    why: str = ""  # the table's own words about a mistake
    hint: str = ""  # what would have been right


class Lesson:
    """A trainee at a table."""

    def __init__(
        self,
        house: House,
        level: Level,
        *,
        seed: int,
        mode: Mode = Mode.LEARN,
        players: int | None = None,
        save: Save | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.level, self.mode = level, mode
        self.answers: list[Answer] = []
        self.events: list[Event] = []  # everything that has happened at the table
        self.tried: Tried | None = None
        self.happening: Happening | None = None
        self._chance = Random(seed)  # noqa: S311 - lessons can be repeated; nothing is at stake
        self._clock, self._keep = clock, save
        self._shoes: dict[int, LessonShoe] = {}
        self._automatic = ALL_STEPS - level.steps - {c.FillTray}
        self.table = LiveTable(
            house,
            automations=frozenset({c.FillTray}),
            shoes=self._shoe,
            save=self._save,
        )
        self._players = Players(self.table, level, self._chance)
        self._quiet_until = 0  # the round after which something may happen again
        self._wrong = False  # whether the step in front of the trainee was already missed
        self.started = self._asked_at = self._clock()
        self._ended: float | None = None  # when the last step was done
        self._open(players or min(level.players, house.deal.seats), level.shuffling)

    # --- the table --------------------------------------------------------------------------------

    def _open(self, players: int, shuffling: Shuffling | None) -> None:
        house = self.table.state.house
        if players > house.deal.seats:
            raise InputError("--players", f"{players} is not from 1 to {house.deal.seats}")
        self._must(
            c.OpenTable(
                day=date(2026, 1, 1), dealer=DEALERS[0], tray_cents=TRAY_CENTS, shuffling=shuffling
            )
        )
        for seat in range(1, players + 1):
            age = house.entry_age or None
            self._must(c.TakeSeat(seat=seat, player=f"Player {seat}", age_years=age))
            self._must(c.BuyChips(seat=seat, cash_cents=self._players.buy_in_cents()))
        self._go_on()

    def _shoe(self, number: int) -> Shoe:
        if number not in self._shoes:
            decks, state = self.table.state.decks, self.table
            shoe = LessonShoe(decks, self.level, self._chance, lambda: state.state)
            self._shoes = {number: shoe}
        return self._shoes[number]

    def _save(self, events: tuple[Event, ...]) -> None:
        if self._keep is not None:
            self._keep(events)
        self.events += events

    def _must(self, command: c.Command) -> tuple[Event, ...]:
        answer = self.table.do(command)
        assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
        return answer

    def _go_on(self) -> tuple[Event, ...]:
        """Automatic steps and players' answers, until the trainee is asked."""
        events: tuple[Event, ...] = ()
        for _ in range(_ANSWERS_IN_A_ROW):
            over = self._dealt
            command = None if over else self._next_command()
            if command is None:
                self._asked_at = self._clock()
                self._ended = self._asked_at if over else None
                return events
            events += self._must(command)
        raise AssertionError("the lesson does not come back to the trainee")

    def _next_command(self) -> c.Command | None:
        """What happens without the trainee; None if it is the trainee's turn."""
        state = self.table.state
        if self.tried is not None or self.happening is not None:
            return None
        waits = [wait for wait in self.table.waits_for() if wait.who is not None]
        for wait in waits:
            if wait.who is not None and wait.who.role is c.Role.PLAYER:
                if wait.what is Awaited.BET and not state.hands:
                    self._something_happens()
                return None if self._pending else self._player(wait)
        if due(state) is None or not state.playing:
            for seat in sorted(state.seats):
                if state.seats[seat].sitting_out and not isinstance(due(state), c.SpreadIdleCards):
                    return c.ReturnToPlay(seat=seat)
        step = automatic_step(state, self.table.shoe, self._automatic)
        if step is not None:
            return step
        if state.phase in IN_ROUND:
            self._somebody_tries()
        if not self._pending:
            self._something_happens()
        return None

    def _player(self, wait: Wait) -> c.Command | None:
        """What a player does; None if they try something or do not answer."""
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
        """Perhaps an irregularity or an order of the floor, at most one in each round."""
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

    # --- what the trainee is asked ----------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the lesson is over: its rounds or shoes are dealt, or the exam's time is up."""
        return self._dealt or self.out_of_time

    @property
    def _dealt(self) -> bool:
        state, level = self.table.state, self.level
        if state.hands or state.phase in IN_ROUND or self._pending:
            return False
        if level.shoes:
            # a shoe is over when the next one would be prepared
            return state.shoe.number > level.shoes or (
                state.shoe.number == level.shoes and self._shoe_is_over()
            )
        return state.round_number >= level.rounds

    @property
    def out_of_time(self) -> bool:
        """Whether the time of an exam is up. Nothing is answered after that."""
        return self.mode is Mode.EXAM and self.seconds > self.seconds_allowed

    def _shoe_is_over(self) -> bool:
        """With no number of rounds, a shoe is over when its cards have been collected."""
        state, level = self.table.state, self.level
        if level.rounds:
            return state.round_number >= level.rounds
        return state.round_number > 0 and state.phase in {Phase.SHUFFLE, Phase.SWAP}

    @property
    def _pending(self) -> bool:
        return self.tried is not None or self.happening is not None

    @property
    def seconds(self) -> float:
        """How long the lesson has taken; the clock stops with its last step."""
        return (self._clock() if self._ended is None else self._ended) - self.started

    @property
    def seconds_allowed(self) -> int:
        """The time of an exam: so many seconds for each step asked so far, and a minute."""
        return 60 + SECONDS_PER_STEP * len(self.answers)

    @property
    def seconds_left(self) -> float:
        """What is left of the time of an exam."""
        return max(self.seconds_allowed - self.seconds, 0.0)

    @property
    def pass_percent(self) -> int:
        """The mark that an exam needs."""
        return PASS_PERCENT

    @property
    def terms(self) -> str:
        """What an exam asks for, in words; empty otherwise."""
        if self.mode is not Mode.EXAM:
            return ""
        return (
            f"Passed with {self.pass_percent} % at the first answer, within {SECONDS_PER_STEP}"
            " seconds for each step and one minute more."
        )

    @property
    def asked(self) -> Asked:
        """What is right now: a step, a report, or a judgement on what a player tries."""
        if self.tried is not None:
            refused = self._refusal(self.tried.command)
            return Judgement.ALLOW if refused is None else Judgement.REFUSE
        if self.happening is not None:
            return self.happening.answer
        step = step_now(self.table.state, self.table.shoe)
        assert step is not None, "the table waits for nobody"
        return step

    @property
    def settlement(self) -> Settlement | None:
        """What has to be taken, paid and pushed with the step that is due, if it is asked."""
        step = self.asked
        if not self.level.payments or isinstance(step, Judgement):
            return None
        return settlement_of(self.table.state, step)

    @property
    def notice(self) -> str:
        """What has happened that needs an answer; empty if only the procedure goes on."""
        if self.tried is not None:
            return f"Seat {self.tried.seat} {self.tried.words}. Allow or refuse?"
        if self.happening is not None:
            return self.happening.words
        index = self.table.state.shoe.next_index if self.table.state.shoe.size else 0
        if self.table.state.shoe.size and self.table.shoe.lies_face_up(index):
            return f"The next card in the shoe shows its face: {self.table.shoe.card(index)}."
        return ""

    @property
    def due_words(self) -> str:
        """What the table waits for, with its clause: the answer in words."""
        step = self.asked
        if isinstance(step, Judgement):
            assert self.tried is not None
            refused = self._refusal(self.tried.command)
            return f"That is allowed ({self._clause()})." if refused is None else str(refused)
        if self.happening is not None:
            return f"{self.happening.words} ({self._clause()})"
        words, clause = due_in_words(self.table.state, self.table.shoe)
        return f"{words} ({clause})"

    @property
    def right_answer(self) -> str:
        """What a perfect dealer types now."""
        return right_text(self.asked, self.settlement)

    def _refusal(self, command: c.Command) -> Refusal | None:
        answer = decide(self.table.state, command, self.table.shoe)
        return answer if isinstance(answer, Refusal) else None

    def _clause(self) -> str:
        step = self.asked
        if isinstance(step, Judgement):
            assert self.tried is not None
            refused = self._refusal(self.tried.command)
            if refused is not None:
                return refused.cites
            events = decide(self.table.state, self.tried.command, self.table.shoe)
            assert not isinstance(events, Refusal)
            return events[0].cites
        settlement = self.settlement
        if settlement is not None and settlement.parts:
            return settlement.cites
        return step_fault(self.table.state, step, c.CloseTable(), None).cites

    # --- answering --------------------------------------------------------------------------------

    def answer(self, text: str) -> Reply:
        """Take a typed answer. In an exam the table goes on as if it had been right."""
        if self.out_of_time:
            return Reply(correction="The time is up.")
        given = read_answer(text, self.table.state, self.level)
        if isinstance(given, str):
            return Reply(correction=given)
        fault, why = self._judge(given)
        if fault is not None and why == _TYPE_IT:
            return Reply(correction=fault.words)
        hint = self._answer_words()
        self._note(text, fault)
        if fault is not None and self.mode is not Mode.EXAM:
            self._wrong = True
            return Reply(fault=fault, why=why, hint=hint if self.mode is Mode.LEARN else "")
        events = self._carry_out(given, right=fault is None)
        if isinstance(events, Refusal):  # its free number was not accepted: cut, cutting card
            fault = step_fault(self.table.state, self._step(), given.step or self._step(), events)
            self.answers[-1] = self.answers[-1].with_fault(fault)
            if self.mode is not Mode.EXAM:
                self._wrong = True
                shown = hint if self.mode is Mode.LEARN else ""
                return Reply(fault=fault, why=str(events), hint=shown)
            events = self._must(self._step())
        self._wrong = False
        events += self._go_on()
        return Reply(events=events, fault=fault if self.mode is Mode.EXAM else None)

    def hint(self) -> str:
        """Help with the step in front of the trainee; it then counts as one that was not known.

        When practising it is the clause alone, and in an exam there is none.
        """
        if self.mode is Mode.EXAM:
            return "There are no hints in an exam."
        if not self._wrong:
            self._note("hint", Fault("needs a hint", self._clause()))
            self._wrong = True
        if self.mode is Mode.LEARN:
            return self._answer_words()
        text = clause_text(self._clause())
        return f"{self._clause()}: {text}" if text else f"It rests on {self._clause()}."

    def _answer_words(self) -> str:
        words = f"{self.due_words} Type: {self.right_answer}"
        right = self.settlement
        if right is None or not right.total.pay:
            return words
        smallest = self.table.state.house.limits.smallest_chip_cents
        return f"{words} (pay {in_chips(right.total.pay, smallest)})"

    def _step(self) -> c.Command:
        step = self.asked
        assert not isinstance(step, Judgement)
        return step

    def _note(self, text: str, fault: Fault | None) -> None:
        step = self.asked
        now = self._clock()
        self.answers.append(
            Answer(
                round=self.table.state.round_number,
                step=step.value if isinstance(step, Judgement) else step.NAME,
                cites=self._clause(),
                notice=self.notice,
                right=self.right_answer,
                given=" ".join(text.split()),
                fault=fault,
                first=not self._wrong,
                seconds=round(now - self._asked_at, 2),
            )
        )
        self._asked_at = now

    def _judge(self, given: Given) -> tuple[Fault | None, str]:
        """The mistake in an answer and the table's words about it; None if it is right so far."""
        state, asked = self.table.state, self.asked
        if isinstance(asked, Judgement):
            assert self.tried is not None
            refusal = self._refusal(self.tried.command)
            if given.judgement is None:
                fault = unjudged_fault(refusal, self._clause())
                return fault, f"Seat {self.tried.seat} waits for an answer."
            if given.judgement is asked:
                return None, ""
            why = str(refusal) if refusal is not None else "The house allows that."
            return judged_fault(state, refusal), why
        if given.judgement is not None:
            return Fault(
                "Nobody has tried anything: allow and refuse are for players.", ""
            ), _TYPE_IT
        assert given.step is not None
        if not _same(given.step, asked):
            refusal = self._refusal(given.step)
            why = self._mistake_words(refusal)
            return step_fault(state, asked, given.step, refusal), why
        return self._judge_payment(given.payment)

    def _mistake_words(self, refusal: Refusal | None) -> str:
        """The mistake without the answer: the first sentence, where the next one gives it away."""
        if refusal is None:
            return "Nothing at the table calls for that."
        first, dot, _ = refusal.sentence.partition(". ")
        shown = first + "." if dot and refusal.code.startswith("step/") else refusal.sentence
        return f"{shown} ({refusal.cites})"

    def _judge_payment(self, said: Payment | None) -> tuple[Fault | None, str]:
        right = self.settlement
        if right is None or said == right.total:
            return None, ""
        assert said is not None, "a payment is asked for before the step is judged"
        symbol = self.table.state.house.limits.symbol
        words, cites = slip_words(right, said)
        cites = cites or self._clause()
        return Fault(words, cites), f"{said.words(symbol)} is not right: it {words}. ({cites})"

    def _carry_out(self, given: Given, *, right: bool) -> tuple[Event, ...] | Refusal:
        """Do what is right; with a right answer, its own free number counts."""
        asked = self.asked
        if isinstance(asked, Judgement):
            assert self.tried is not None
            command, self.tried = self.tried.command, None
            return self._must(command) if asked is Judgement.ALLOW else ()
        command = given.step if right and given.step is not None else asked
        if self.happening is not None:
            command, self.happening = self.happening.answer, None
        return self.table.do(command)


_TYPE_IT = "\0"  # marks an answer that is not complete


def _same(given: c.Command, asked: c.Command) -> bool:
    """Whether it is the same step for the same seat or batch; other fields are free numbers."""
    return type(given) is type(asked) and all(
        getattr(given, field, None) == getattr(asked, field, None) for field in ("seat", "batch")
    )
