"""One lesson: a table at which the trainee performs the steps of a level.

The table decides what is right. A lesson compares, names the mistake and records it, without
knowing any rules. ``classroom.py`` is the table with its automatic events, ``questions.py`` has the
question for each moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from casinowar.houses import House
from casinowar.live import Save
from casinowar.rulebook import clause_text
from casinowar.table import Event, Refusal
from casinowar.table import commands as c
from casinowar.training.answers import (
    Answer,
    Asked,
    AskTied,
    Given,
    Judgement,
    read_answer,
    right_text,
)
from casinowar.training.classroom import Classroom
from casinowar.training.courses import PASS_PERCENT, SECONDS_PER_STEP, Level
from casinowar.training.faults import (
    Fault,
    judged_fault,
    step_fault,
    unasked_fault,
    unjudged_fault,
)
from casinowar.training.payments import Payment, Settlement, in_chips, slip_words
from casinowar.training.players import Tried
from casinowar.training.questions import (
    accepted_now,
    asked_now,
    clause_now,
    due_words,
    notice_of,
    settlement_now,
)


class Mode(StrEnum):
    """How much help a lesson gives."""

    LEARN = "learn"  # shows the right answer after a mistake
    PRACTISE = "practise"  # names the mistake, not the right answer
    EXAM = "exam"  # no feedback until the end


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to an answer: the events, or the mistake."""

    events: tuple[Event, ...] = ()
    correction: str = ""  # the answer could not be read and does not count
    fault: Fault | None = None
    why: str = ""  # the table's explanation of a mistake
    hint: str = ""  # the right answer


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
        noted: Callable[[Answer], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.level, self.mode = level, mode
        self.answers: list[Answer] = []
        self._room = Classroom(house, level, seed=seed, players=players, save=save)
        self.table, self.events = self._room.table, self._room.events
        self._clock, self._noted = clock, noted
        self._wrong = False  # whether the current step was already answered wrong
        self.started = self._asked_at = clock()
        self._ended: float | None = None  # the time of the last step
        self._go_on()

    def _go_on(self) -> tuple[Event, ...]:
        """Continue until the trainee's next turn; at the end, stop the clock."""
        events = self._room.go_on()
        self._asked_at = self._clock()
        self._ended = self._asked_at if self._room.dealt else None
        return events

    def start_clock(self) -> None:
        """Start the clock, when the trainee sees the first question."""
        if not self.answers:
            self.started = self._asked_at = self._clock()

    # --- the time ---------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether the lesson is over: its rounds or shoes are dealt, or the exam's time is up."""
        return self._room.dealt or self.out_of_time

    @property
    def out_of_time(self) -> bool:
        """Whether the time of an exam is up. Nothing is answered after that."""
        return self.mode is Mode.EXAM and self._elapsed > self.seconds_allowed

    @property
    def seconds(self) -> float:
        """How long the lesson has taken; the clock stops with its last step, or when time is up."""
        return self.seconds_allowed if self.out_of_time else self._elapsed

    @property
    def _elapsed(self) -> float:
        return (self._clock() if self._ended is None else self._ended) - self.started

    @property
    def seconds_allowed(self) -> int:
        """The time of an exam: some seconds for each step so far, plus a minute."""
        return 60 + SECONDS_PER_STEP * len(self.answers)

    @property
    def seconds_left(self) -> float:
        """The remaining time of an exam."""
        return max(self.seconds_allowed - self.seconds, 0.0)

    @property
    def pass_percent(self) -> int:
        """The mark that an exam needs."""
        return PASS_PERCENT

    @property
    def terms(self) -> str:
        """The conditions for passing an exam, in words; empty for other lessons."""
        if self.mode is not Mode.EXAM:
            return ""
        return (
            f"To pass: {self.pass_percent} % right at the first answer, within {SECONDS_PER_STEP}"
            " seconds for each step plus one minute."
        )

    # --- questions to the trainee -----------------------------------------------------------------

    @property
    def asked(self) -> Asked:
        """The right answer now: a step, a report, or a judgement on a player's attempt."""
        return asked_now(self._room)

    @property
    def tried(self) -> Tried | None:
        """A player's attempt, to be allowed or refused; None if there is none."""
        return self._room.tried

    @property
    def settlement(self) -> Settlement | None:
        """The amounts to take, pay and push with the current step, if the level asks for them."""
        return settlement_now(self._room)

    @property
    def notice(self) -> str:
        """The attempt or irregularity that needs an answer; empty if only the next step is due."""
        return notice_of(self._room)

    @property
    def right_answer(self) -> str:
        """The right answer as typed."""
        return right_text(self.asked, self.settlement)

    # --- answering --------------------------------------------------------------------------------

    def answer(self, text: str) -> Reply:
        """Take a typed answer. In an exam the table goes on as if it had been right."""
        before = len(self.answers)
        reply = self._answer(text)
        if self._noted is not None and len(self.answers) > before:
            self._noted(self.answers[-1])
        return reply

    def _answer(self, text: str) -> Reply:
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
        if isinstance(
            events, Refusal
        ):  # the table refused the free number of a cut or cutting card
            fault = step_fault(self.table.state, self._step(), given.step or self._step(), events)
            self.answers[-1] = self.answers[-1].with_fault(fault)
            if self.mode is not Mode.EXAM:
                self._wrong = True
                shown = hint if self.mode is Mode.LEARN else ""
                return Reply(fault=fault, why=str(events), hint=shown)
            events = self._room.must(self._step())
        self._wrong = False
        events += self._go_on()
        return Reply(events=events, fault=fault if self.mode is Mode.EXAM else None)

    def hint(self) -> str:
        """Help with the current step, which then counts as a mistake.

        In practice the hint is only the clause; in an exam there are no hints.
        """
        if self.mode is Mode.EXAM:
            return "There are no hints in an exam."
        if not self._wrong:
            self._note("hint", Fault("needs a hint", clause_now(self._room)))
            self._wrong = True
        if self.mode is Mode.LEARN:
            return self._answer_words()
        text = clause_text(clause_now(self._room))
        return (
            f"{clause_now(self._room)}: {text}"
            if text
            else f"It rests on {clause_now(self._room)}."
        )

    def _answer_words(self) -> str:
        words = f"{due_words(self._room)} Type: {self.right_answer}"
        right = self.settlement
        if right is None or not right.total.pay:
            return words
        smallest = self.table.state.house.limits.smallest_chip_cents
        return f"{words} (pay {in_chips(right.total.pay, smallest)})"

    def _step(self) -> c.Command:
        step = self.asked
        assert not isinstance(step, Judgement | AskTied)
        return step

    def _note(self, text: str, fault: Fault | None) -> None:
        step = self.asked
        now = self._clock()
        self.answers.append(
            Answer(
                round=self.table.state.round_number,
                step=step.value if isinstance(step, Judgement) else step.NAME,
                cites=clause_now(self._room),
                notice=self.notice,
                right=self.right_answer,
                given=" ".join(text.split()),
                fault=fault,
                seat=self._seat_of(step),
                first=not self._wrong,
                seconds=round(now - self._asked_at, 2),
            )
        )
        self._asked_at = now

    def _seat_of(self, step: Asked) -> int | None:
        """The seat of the hand that a step concerns, if any."""
        if self._room.tried is not None:
            return self._room.tried.seat
        seat = getattr(step, "seat", None)
        return seat if seat in self.table.state.hands else None

    def _judge(self, given: Given) -> tuple[Fault | None, str]:
        """The mistake in an answer with the table's explanation; None if it is right so far."""
        state, asked = self.table.state, self.asked
        if isinstance(asked, Judgement):
            assert self._room.tried is not None
            refusal = self._room.refusal(self._room.tried.command)
            if given.judgement is None:
                fault = unjudged_fault(refusal, clause_now(self._room))
                return fault, f"Seat {self._room.tried.seat} is waiting for an answer."
            if given.judgement in accepted_now(self._room):
                return None, ""
            why = str(refusal) if refusal is not None else "The house allows that."
            waits = given.judgement is Judgement.WAIT
            return judged_fault(state, refusal, waits=waits), why
        if given.judgement is not None:
            return Fault(
                "No player has tried anything: allow and refuse answer a player's attempt.", ""
            ), _TYPE_IT
        clause = clause_now(self._room)
        if isinstance(asked, AskTied):
            seats = [wait.who.seat for wait in self._room.asking if wait.who is not None]
            if given.ask is not None and given.ask.seat in seats:
                return None, ""
            if given.ask is not None:
                why = f"Seat {given.ask.seat} has nothing to choose now. ({clause})"
                return Fault("asks a player who has nothing to choose", clause), why
            fault = unasked_fault(given.step, clause)
            return fault, f"A tied player has not been asked yet. ({clause})"
        if given.ask is not None:
            why = f"Seat {given.ask.seat} has nothing to choose now. ({clause})"
            return Fault("asks a player who has nothing to choose", clause), why
        assert given.step is not None
        if not _same(given.step, asked):
            refusal = self._room.refusal(given.step)
            why = self._mistake_words(refusal)
            return step_fault(state, asked, given.step, refusal), why
        return self._judge_payment(given.payment)

    def _mistake_words(self, refusal: Refusal | None) -> str:
        """The mistake without its explanation, which may give the right answer away."""
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
        cites = cites or clause_now(self._room)
        return Fault(words, cites), f"{said.words(symbol)} is not right: it {words}. ({cites})"

    def _carry_out(self, given: Given, *, right: bool) -> tuple[Event, ...] | Refusal:
        """Carry out the right step, with the free number of a right answer."""
        asked = self.asked
        if isinstance(asked, Judgement):
            assert self._room.tried is not None
            command, self._room.tried = self._room.tried.command, None
            now = asked is Judgement.ALLOW and given.judgement is not Judgement.WAIT
            return self._room.must(command) if now else ()
        if isinstance(asked, AskTied):
            chosen = given.ask if right and given.ask is not None else asked
            self._room.was_asked(chosen.seat)
            return ()
        command = given.step if right and given.step is not None else asked
        if self._room.happening is not None:
            command, self._room.happening = self._room.happening.answer, None
        return self.table.do(command)


_TYPE_IT = "\0"  # marks an incomplete answer


def _same(given: c.Command, asked: c.Command) -> bool:
    """Whether two steps are the same, for the same seat or batch; other fields are free."""
    return type(given) is type(asked) and all(
        getattr(given, field, None) == getattr(asked, field, None) for field in ("seat", "batch")
    )
