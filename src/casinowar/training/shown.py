"""A lesson as a page shows it: the felt from the dealer's side, the possible answers, the reply.

It shows the same as the terminal: an exam shows no turn, no due step and no mark before its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from casinowar.houses import House, house_names, load_house
from casinowar.rulebook import clause_text
from casinowar.table import Event
from casinowar.table.events import CardBurned, NoMoreBetsAnnounced, RoundCompleted, WarCardDealt
from casinowar.table.state import IN_ROUND, Burn
from casinowar.table.view import DealerView, SeatView, view
from casinowar.training.answers import Judgement
from casinowar.training.courses import PASS_PERCENT, SECONDS_PER_HAND, Level, chips
from casinowar.training.faults import you_did
from casinowar.training.lesson import Lesson, Mode, Reply
from casinowar.training.payments import PAYING
from casinowar.training.progress import Known, Learner, next_level, standings, to_repeat
from casinowar.training.report import Report, exam_words, pace_words, report_of
from casinowar.training.words import ASK, WORDS, Takes, level_keys, posted_limits, step_words

LOG_LINES = 8


class KeyShown(Struct, frozen=True):
    """A word of the level, and the arguments that follow it."""

    word: str
    step: str  # the written name of its command
    takes: str  # "", "seat", "place", "cards", "amount", "batch", "facing"
    paid: bool  # amounts to take, pay and push follow too


class ChipShown(Struct, frozen=True):
    """A chip colour for payments."""

    colour: str
    letter: str
    cents: int


class LineShown(Struct, frozen=True):
    """One event of the table."""

    text: str
    cites: str


class FeltShown(Struct, frozen=True):
    """The table from the dealer's side."""

    dealer: DealerView
    seats: tuple[SeatView, ...]
    shoe: int
    cards: int  # in the full shoe
    drawn: int
    cutting_card_out: bool
    face_up: str | None  # the next card in the shoe, if it lies face up
    held: bool  # a card drawn in error lies face down
    rack: int
    tray_cents: int
    burned: tuple[int, ...]  # burn cards of the war deal, grouped as they lie
    now: int | None  # the seat whose turn it is, while learning; 0 is the dealer


class SumShown(Struct, frozen=True):
    """The movement of one wager in a settlement."""

    wager: str
    stake_cents: int
    take_cents: int
    pay_cents: int
    push_cents: int
    odds: str | None
    cites: str
    clause: str | None


class ReplyShown(Struct, frozen=True, kw_only=True):
    """The reply to the last answer. In an exam, only help with typing."""

    given: str
    right: bool | None
    correction: str = ""  # the answer could not be read and does not count
    did: str = ""  # the mistake, in the past tense
    why: str = ""
    cites: str = ""
    clause: str | None = None
    hint: str = ""  # the right answer in words, in mode learn
    answer: str = ""  # the right answer as it is typed
    sums: tuple[SumShown, ...]


class HabitClause(Struct, frozen=True):
    """A clause that a mistake broke."""

    cites: str
    text: str | None


class HabitShown(Struct, frozen=True):
    """A mistake by its name, with each clause it broke, and how often it was made."""

    words: str
    clauses: tuple[HabitClause, ...]
    times: int


class ClockShown(Struct, frozen=True):
    """The clock of an exam."""

    seconds: float
    left: float
    hand_seconds: tuple[float, ...]  # for each finished hand
    mean: float | None
    goal: int


class LessonShown(Struct, frozen=True):
    """A lesson in progress."""

    house: str
    title: str
    level: str
    level_title: str
    about: str
    mode: str
    terms: str
    posted: str
    round: int
    rounds: int  # in the whole lesson; 0: until its shoes end
    shoe: int
    shoes: int
    answered: int
    right: int | None  # None in an exam
    asked: int
    felt: FeltShown
    notice: str
    judged: bool  # a player's attempt: allow, refuse or wait
    keys: tuple[KeyShown, ...]
    seats: tuple[int, ...]
    payments: bool
    payment_alone: bool  # the level has only payments: seat and step need not be typed
    seat: int | None  # the seat of the payment, if only a payment is asked for
    chips: tuple[ChipShown, ...]
    symbol: str
    log: tuple[LineShown, ...]
    habits: tuple[HabitShown, ...]
    clock: ClockShown | None
    finished: bool


class AnswerShown(Struct, frozen=True):
    """One answer: the question, the answer given and the right answer."""

    round: int
    seat: int | None
    step: str
    notice: str
    given: str
    right: str
    did: str  # the mistake; empty: none
    cites: str
    seconds: float


class HandShown(Struct, frozen=True):
    """One hand of a finished lesson, with the mistakes made in it."""

    round: int
    seat: int
    cards: str
    dealer: str
    wagered_cents: int
    returned_cents: int
    outcome: str
    seconds: float
    answers: tuple[AnswerShown, ...]


class TallyShown(Struct, frozen=True):
    """The results of one step under one clause."""

    step: str
    cites: str
    clause: str | None
    asked: int
    right: int
    seconds: float  # of one answer, on average


class ReportShown(Struct, frozen=True):
    """A finished lesson."""

    house: str
    title: str
    level: str
    level_title: str
    mode: str
    asked: int
    right: int
    percent: int
    pass_percent: int
    passed: bool
    finished: bool
    words: str  # whether an exam was passed and, if not, why
    pace: str
    seconds: float
    seconds_a_hand: float | None
    goal: int
    rounds: int
    habits: tuple[HabitShown, ...]
    steps: tuple[TallyShown, ...]
    hands: tuple[HandShown, ...]
    answers: tuple[AnswerShown, ...]


class LevelShown(Struct, frozen=True):
    """A level and the learner's standing in it."""

    name: str
    title: str
    about: str
    known: str
    percent: int
    lessons: int
    next: bool


class RepeatShown(Struct, frozen=True):
    """A step that is due for repetition."""

    step: str
    cites: str
    clause: str | None
    level: str
    level_title: str
    asked: int
    right: int
    missed: bool  # the last time
    due: str


class ExamShown(Struct, frozen=True):
    """An exam that was taken."""

    id: str
    level_title: str
    day: str
    percent: int
    passed: bool
    ended: bool


class HouseShown(Struct, frozen=True):
    """The learner's progress at a house."""

    name: str
    title: str
    known: int
    levels: int
    exams_passed: int


class ProgressShown(Struct, frozen=True):
    """A learner's progress: every house, and one of them level by level."""

    house: str
    title: str
    houses: tuple[HouseShown, ...]
    levels: tuple[LevelShown, ...]
    repeat: tuple[RepeatShown, ...]
    exams: tuple[ExamShown, ...]
    next: str
    next_title: str
    seconds_a_hand: float | None  # in the last lesson of payments alone
    goal: int
    pass_percent: int


def progress_shown(learner: Learner, house: House, today: date) -> ProgressShown:
    """A learner's progress on a day."""
    levels = standings(learner, house)
    titles = {one.level.name: one.level.title for one in levels}
    due = next_level(learner, house, today)
    drill = next((one.taken for one in levels if one.level.name == "drill"), None)
    return ProgressShown(
        house=house.name,
        title=house.title,
        houses=tuple(_house(learner, load_house(name)) for name in house_names()),
        levels=tuple(
            LevelShown(
                name=one.level.name,
                title=one.level.title,
                about=one.level.about,
                known=one.known.value,
                percent=one.percent,
                lessons=one.taken.lessons if one.taken is not None else 0,
                next=one.level is due,
            )
            for one in levels
        ),
        repeat=tuple(
            RepeatShown(
                step=step_words(card.step),
                cites=card.cites,
                clause=clause_text(card.cites),
                level=card.level,
                level_title=titles.get(card.level, ""),
                asked=card.asked,
                right=card.right,
                missed=card.box == 0,
                due=card.due.isoformat(),
            )
            for card in to_repeat(learner, house, today)
        ),
        exams=tuple(
            ExamShown(
                id=exam.record,
                level_title=titles.get(exam.level, exam.level),
                day=exam.day.isoformat(),
                percent=exam.percent,
                passed=exam.passed,
                ended=exam.ended,
            )
            for exam in reversed(learner.exams)
            if exam.house == house.name
        ),
        next=due.name,
        next_title=due.title,
        seconds_a_hand=drill.seconds_a_hand if drill is not None else None,
        goal=SECONDS_PER_HAND,
        pass_percent=PASS_PERCENT,
    )


def _house(learner: Learner, house: House) -> HouseShown:
    levels = standings(learner, house)
    return HouseShown(
        name=house.name,
        title=house.title,
        known=sum(one.known in {Known.KNOWN, Known.PASSED} for one in levels),
        levels=len(levels),
        exams_passed=sum(exam.passed for exam in learner.exams if exam.house == house.name),
    )


def lesson_shown(lesson: Lesson) -> LessonShown:
    """The current state of a lesson."""
    state, level, report = lesson.table.state, lesson.level, report_of(lesson)
    exam, over = lesson.mode is Mode.EXAM, lesson.finished
    alone = level.payments and level.steps.issubset(PAYING)
    limits = state.house.limits
    return LessonShown(
        house=state.house.name,
        title=state.house.title,
        level=level.name,
        level_title=level.title,
        about=level.about,
        mode=lesson.mode.value,
        terms=lesson.terms,
        posted=posted_limits(state.house) if level.attempts else "",
        round=state.round_number + (state.phase not in IN_ROUND and not over),
        rounds=level.rounds if not level.shoes else 0,
        shoe=max(state.shoe.number, 1),
        shoes=level.shoes,
        answered=len(lesson.answers),
        right=None if exam else report.right,
        asked=report.asked,
        felt=_felt(lesson),
        notice="" if over else lesson.notice,
        judged=lesson.tried is not None,
        keys=tuple(_keys(level)),
        seats=tuple(sorted(state.seats)),
        payments=level.payments,
        payment_alone=alone,
        seat=getattr(lesson.asked, "seat", None) if alone and not over else None,
        chips=tuple(
            ChipShown(chip.colour, chip.letter, chip.cents)
            for chip in chips()
            if chip.cents >= limits.smallest_chip_cents
        ),
        symbol=limits.symbol,
        log=tuple(
            LineShown(event.text(state.house), event.cites) for event in lesson.events[-LOG_LINES:]
        ),
        habits=() if exam else _habits(report),
        clock=_clock(lesson, report) if exam else None,
        finished=over,
    )


def _keys(level: Level) -> Iterable[KeyShown]:
    for key in level_keys(level):
        word = WORDS.get(key.word)
        if word is None:
            takes = "seat" if key.word == ASK else ""
            yield KeyShown(key.word, key.word, takes, paid=False)
        else:
            paid = level.payments and issubclass(word.command, PAYING)
            yield KeyShown(key.word, word.command.NAME, _TAKES[word.takes], paid=paid)


_TAKES = {
    Takes.NOTHING: "", Takes.SEAT: "seat", Takes.PLACE: "place", Takes.CARDS: "cards",
    Takes.AMOUNT: "amount", Takes.BATCH: "batch", Takes.FACING: "facing",
}  # fmt: skip


def _felt(lesson: Lesson) -> FeltShown:
    state, shoe = lesson.table.state, lesson.table.shoe
    seen, inside = view(state, None, shoe), state.shoe
    face_up = None
    if inside.size and shoe.has(inside.next_index) and shoe.lies_face_up(inside.next_index):
        face_up = str(shoe.card(inside.next_index))
    asked = None if lesson.finished else lesson.asked
    turn = None if isinstance(asked, Judgement) else getattr(asked, "seat", None)
    return FeltShown(
        dealer=seen.dealer,
        seats=seen.seats,
        shoe=inside.number,
        cards=inside.size,
        drawn=inside.drawn,
        cutting_card_out=inside.cutting_card_at is not None,
        face_up=face_up,
        held=inside.held,
        rack=len(state.rack),
        tray_cents=state.tray_cents,
        burned=_burned(lesson.events) if state.hands else (),
        now=turn if lesson.mode is Mode.LEARN else None,
    )


def _burned(events: Iterable[Event]) -> tuple[int, ...]:
    """The burn cards of this round's war deal, grouped as they lie."""
    fans, loose = list[int](), 0
    for event in events:
        match event:
            case NoMoreBetsAnnounced() | RoundCompleted():
                fans, loose = [], 0
            case CardBurned(burn=Burn.WAR):
                loose += 1
            case WarCardDealt() if loose:
                fans, loose = [*fans, loose], 0
            case _:
                pass
    return (*fans, loose) if loose else tuple(fans)


def _clock(lesson: Lesson, report: Report) -> ClockShown:
    return ClockShown(
        seconds=round(lesson.seconds, 2),
        left=round(lesson.seconds_left, 2),
        hand_seconds=tuple(hand.seconds for hand in report.hands),
        mean=None if report.seconds_a_hand is None else round(report.seconds_a_hand, 2),
        goal=SECONDS_PER_HAND,
    )


def _habits(report: Report) -> tuple[HabitShown, ...]:
    return tuple(
        HabitShown(
            words=habit.words,
            clauses=tuple(HabitClause(cites, clause_text(cites)) for cites in habit.cites),
            times=habit.times,
        )
        for habit in report.habits
    )


def sums_now(lesson: Lesson) -> tuple[SumShown, ...]:
    """The movement of each wager in the current payment, in mode learn."""
    right = lesson.settlement if lesson.mode is Mode.LEARN and not lesson.finished else None
    return tuple(
        SumShown(
            wager=part.words,
            stake_cents=part.stake,
            take_cents=part.payment.take,
            pay_cents=part.payment.pay,
            push_cents=part.payment.push,
            odds=part.odds,
            cites=part.cites,
            clause=clause_text(part.cites),
        )
        for part in ((*right.parts, right.tied) if right is not None else ())
        if part is not None
    )


def reply_shown(lesson: Lesson, given: str, reply: Reply, sums: tuple[SumShown, ...]) -> ReplyShown:
    """The reply to an answer; ``sums`` are the movements at the time of the question."""
    if reply.correction:
        return ReplyShown(given=given, right=None, correction=reply.correction, sums=())
    if lesson.mode is Mode.EXAM:
        return ReplyShown(given=given, right=None, sums=())
    if reply.fault is None:
        return ReplyShown(given=given, right=True, sums=())
    learns = lesson.mode is Mode.LEARN
    return ReplyShown(
        given=given,
        right=False,
        did=you_did(reply.fault.words),
        why=reply.why,
        cites=reply.fault.cites,
        clause=clause_text(reply.fault.cites) if learns else None,
        hint=reply.hint,
        answer=lesson.right_answer if learns else "",
        sums=sums if learns else (),
    )


def report_shown(report: Report) -> ReportShown:
    """A finished lesson with every hand."""
    answers = tuple(
        AnswerShown(
            round=answer.round,
            seat=answer.seat,
            step=step_words(answer.step),
            notice=answer.notice,
            given=answer.given,
            right=answer.right,
            did="" if answer.fault is None else you_did(answer.fault.words),
            cites=answer.cites,
            seconds=answer.seconds,
        )
        for answer in report.answers
    )
    return ReportShown(
        house=report.house,
        title=report.title,
        level=report.level,
        level_title=report.level_title,
        mode=report.mode.value,
        asked=report.asked,
        right=report.right,
        percent=report.percent,
        pass_percent=report.pass_percent,
        passed=report.passed,
        finished=report.finished,
        words=exam_words(report) if report.mode is Mode.EXAM else "",
        pace=pace_words(report),
        seconds=round(report.seconds, 2),
        seconds_a_hand=None if report.seconds_a_hand is None else round(report.seconds_a_hand, 2),
        goal=SECONDS_PER_HAND,
        rounds=report.rounds,
        habits=_habits(report),
        steps=tuple(
            TallyShown(
                step=step_words(tally.step),
                cites=tally.cites,
                clause=clause_text(tally.cites),
                asked=tally.asked,
                right=tally.right,
                seconds=round(tally.mean_seconds, 2),
            )
            for tally in report.tallies
        ),
        hands=tuple(
            HandShown(
                round=hand.round,
                seat=hand.seat,
                cards=hand.cards,
                dealer=hand.dealer,
                wagered_cents=hand.wagered_cents,
                returned_cents=hand.returned_cents,
                outcome=hand.outcome,
                seconds=hand.seconds,
                answers=tuple(
                    answer
                    for answer in answers
                    if (answer.round, answer.seat) == (hand.round, hand.seat)
                ),
            )
            for hand in report.hands
        ),
        answers=answers,
    )
