"""The school: a perfect dealer has 100 %, and every planted habit is named in the report.

Planted once and caught here: a void without a cause that counted as right, a happening that the
table would have refused, and a lesson shoe that dealt a card twice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from casinowar.cards import full_decks
from casinowar.errors import InputError
from casinowar.houses import house_names, load_house
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.training import Lesson, Mode, level_named, levels_of
from casinowar.training.answers import AskTied, Judgement
from casinowar.training.certificate import certificate_page
from casinowar.training.courses import all_levels
from casinowar.training.happenings import KINDS
from casinowar.training.payments import in_chips
from casinowar.training.report import report_lines, report_of
from casinowar.training.shown import report_shown
from casinowar.training.words import level_keys
from tests.training.dealers import PLANTED, deal_through
from tests.training.rounds import long_lesson

COURSES = [(house, level.name) for house in house_names() for level in levels_of(load_house(house))]


@pytest.mark.parametrize(("house", "level"), COURSES)
def test_a_perfect_dealer_has_100_percent(house: str, level: str) -> None:
    report = deal_through(house, level)
    assert (report.percent, report.habits, report.passed) == (100, (), True)
    assert report.asked >= 8


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_habit_is_named_in_the_report(name: str) -> None:
    planted = PLANTED[name]
    report = deal_through(planted.house, planted.level, planted.habit, seed=1)
    for seed in range(2, 9):  # until what the habit is about has happened
        if any(habit.words == planted.words for habit in report.habits):
            break
        report = deal_through(planted.house, planted.level, planted.habit, seed=seed)
    named = {habit.words: habit.cites for habit in report.habits}
    assert planted.words in named
    assert named[planted.words], "with its clause"
    assert report.percent < 100
    assert planted.words in " ".join(" ".join(report_lines(report)).split())


def test_there_are_at_least_25_habits() -> None:
    assert len(PLANTED) >= 25
    assert len({planted.words for planted in PLANTED.values()}) >= 25


def test_a_lesson_of_many_rounds_never_sticks() -> None:
    """A thousand and more are dealt in ``python -m tests.training.rounds``."""
    for house in house_names():
        assert long_lesson(house, rounds=25, seed=3).percent == 100


def test_everything_that_can_happen_happens_somewhere() -> None:
    named = {kind for level in all_levels() for kind in level.happenings}
    assert named == set(KINDS)
    seen = Counter[str]()
    for seed in range(4):
        for level in ("irregularities", "changes", "shuffler", "players"):
            seen.update(
                answer.step for answer in deal_through("wisconsin", level, seed=seed).answers
            )
    for step in (
        *(c.SetAsideFaceUpCard, c.DrawInError, c.ReportMissedSeat, c.VoidRound, c.ChangeDealer),
        *(c.ReportShufflerFault, c.StartGamingDay, c.OrderReshuffle, c.ChangeCards),
        *(c.OrderIdleSpread, c.CallTime),
    ):
        assert seen[step.NAME], step.NAME
    assert seen[Judgement.ALLOW]
    assert seen[Judgement.REFUSE]


@pytest.mark.parametrize("house", house_names())
def test_players_bet_over_the_whole_range(house: str) -> None:
    loaded = load_house(house)
    lesson = Lesson(loaded, level_named(loaded, "payments"), seed=2, clock=lambda: 0.0)
    while not lesson.finished:
        lesson.answer(lesson.right_answer)
    bets = [event for event in lesson.events if isinstance(event, e.WagerPlaced)]
    assert len({bet.amount_cents for bet in bets}) >= 8
    expected = {"initial": True, "tie": loaded.tie.offered, "side": bool(loaded.side_bets)}
    assert {bet.wager.value for bet in bets} == {name for name, there in expected.items() if there}


def test_players_try_only_what_somebody_could_see() -> None:
    """Nobody reaches for wagers that are gone, or changes one to what it is."""
    reached = changed = 0
    for seed in range(8, 14):
        house = load_house(("washington", "wisconsin")[seed % 2])
        lesson = Lesson(house, level_named(house, "players"), seed=seed, clock=lambda: 0.0)
        while not lesson.finished:
            if lesson.tried is not None:
                hand = lesson.table.state.hands.get(lesson.tried.seat)
                if isinstance(lesson.tried.command, c.TakeBackWagers):
                    assert hand is not None
                    assert hand.layout_cents
                    reached += 1
                if "changes" in lesson.tried.words:
                    assert hand is not None
                    assert isinstance(lesson.tried.command, c.PlaceWagers)
                    assert hand.initial_cents != lesson.tried.command.initial_cents
                    changed += 1
            lesson.answer(lesson.right_answer)
    assert reached
    assert changed


@pytest.mark.parametrize("house", ["washington", "wisconsin", "battle-royal"])
def test_what_is_dealt_is_an_order_of_real_decks(house: str) -> None:
    loaded = load_house(house)
    lesson = Lesson(loaded, level_named(loaded, "wars"), seed=4, clock=lambda: 0.0)
    while not lesson.finished:
        lesson.answer(lesson.right_answer)
    shoe, size = lesson.table.shoe, lesson.table.state.shoe.size
    cards = Counter(shoe.card(index) for index in range(size))
    assert cards == Counter(full_decks(lesson.table.state.decks))


# --- modes ----------------------------------------------------------------------------------------


def lesson_at(mode: Mode, level: str = "deal") -> Lesson:
    house = load_house("wisconsin")
    return Lesson(house, level_named(house, level), seed=1, mode=mode, clock=lambda: 0.0)


def test_learning_shows_the_answer_after_a_mistake_and_nothing_has_changed() -> None:
    lesson = lesson_at(Mode.LEARN)
    before = lesson.table.state
    reply = lesson.answer("deal 1")
    assert reply.fault is not None
    assert reply.fault.words == "deals without announcing “no more bets”"
    assert reply.hint == 'The next step is to announce "no more bets". (WI g2) Type: nomorebets'
    assert lesson.table.state is before


def test_practising_names_the_mistake_and_not_the_answer() -> None:
    lesson = lesson_at(Mode.PRACTISE)
    reply = lesson.answer("deal 1")
    assert reply.fault is not None
    assert reply.hint == ""
    assert reply.why == "That step is not due. (WI g2)"


def test_an_exam_goes_on_and_says_nothing_until_the_end() -> None:
    lesson = lesson_at(Mode.EXAM)
    reply = lesson.answer("deal 1")
    assert (reply.why, reply.hint) == ("", "")
    assert any(isinstance(event, e.NoMoreBetsAnnounced) for event in reply.events)
    assert isinstance(lesson.asked, c.DealCard)


def test_a_hint_is_the_answer_when_learning_and_the_clause_when_practising() -> None:
    """Whoever needed one did not know the step."""
    lesson = lesson_at(Mode.LEARN, "payments")
    assert lesson.hint().endswith("(WI h1) Type: settle 1 take 76")
    assert lesson.answer(lesson.right_answer).fault is None
    report = report_of(lesson)
    assert (report.asked, report.right) == (1, 0)
    assert [habit.words for habit in report.habits] == ["needs a hint"]
    while lesson.settlement is None or not lesson.settlement.total.pay:
        lesson.answer(lesson.right_answer)
    assert lesson.hint().endswith(f"(pay {in_chips(lesson.settlement.total.pay)})")
    assert lesson_at(Mode.PRACTISE).hint().startswith("WI g2: ")
    assert lesson_at(Mode.EXAM).hint() == "There are no hints in an exam."


def test_only_the_first_answer_counts_for_the_mark() -> None:
    lesson = lesson_at(Mode.LEARN)
    for text in ("deal 1", "deal 2", "nomorebets"):
        lesson.answer(text)
    report = report_of(lesson)
    assert (report.asked, report.right) == (1, 0)
    assert [habit.times for habit in report.habits] == [2]


def test_a_mistake_under_several_clauses_is_one_line_with_all_of_them() -> None:
    """Planted once and caught here: the same habit twice in "What to work on"."""
    lesson = lesson_at(Mode.LEARN)
    cited = list[str]()
    while len(set(cited)) < 2 or len(cited) < 3:
        lesson.hint()
        fault = lesson.answers[-1].fault
        assert fault is not None
        cited.append(fault.cites)
        lesson.answer(lesson.right_answer)
    [habit] = report_of(lesson).habits
    both = tuple(dict.fromkeys(cited))
    assert (habit.words, habit.times, habit.cites) == ("needs a hint", len(cited), both)
    line = f"{len(cited)}× needs a hint ({', '.join(both)})"
    assert line in " ".join(" ".join(report_lines(report_of(lesson))).split())
    page = certificate_page("Ada", report_of(lesson), date(2027, 1, 15), None)
    assert page.count("× needs a hint") == 1
    [shown] = report_shown(report_of(lesson)).habits
    assert tuple(clause.cites for clause in shown.clauses) == both


def test_an_exam_that_takes_too_long_is_over_and_not_passed() -> None:
    now = [0.0]
    house = load_house("wisconsin")
    level = level_named(house, "deal")
    lesson = Lesson(house, level, seed=1, mode=Mode.EXAM, clock=lambda: now[0])
    lesson.answer(lesson.right_answer)
    over = list[bool]()
    for now[0] in (61.0, 91.0):
        over.append(lesson.finished)
    assert over == [False, True]
    assert not report_of(lesson).passed


def test_words_that_are_no_answer_are_corrected_and_do_not_count() -> None:
    lesson = lesson_at(Mode.LEARN, "payments")
    for text in (
        "foo",
        "",
        "allow",
        "settle 1",
        "settle 1 pay",
        "settle 1 pay 5 pay 6",
        "deal 1 take 5",
    ):
        assert lesson.answer(text).correction, text
    assert lesson.answers == []


def test_a_void_a_missed_seat_and_an_error_without_cause_are_mistakes() -> None:
    """The table would accept all three."""
    for text in ("void", "missed 2", "error"):
        lesson = lesson_at(Mode.LEARN)
        lesson.answer("nomorebets")
        before = lesson.table.state
        reply = lesson.answer(text)
        assert reply.fault is not None, text
        assert reply.why == "Nothing at the table calls for that."
        assert lesson.table.state is before


# --- courses --------------------------------------------------------------------------------------


def test_levels_follow_from_what_a_house_offers() -> None:
    names = {
        house: {level.name for level in levels_of(load_house(house))} for house in house_names()
    }
    assert names["wisconsin"] == {level.name for level in all_levels()}
    assert names["wisconsin"] - names["washington"] == {"war-ties", "shuffler"}


def test_every_step_of_the_procedure_is_taught_somewhere() -> None:
    taught = {kind for level in all_levels() for kind in level.steps}
    assert {kind for kind in c.COMMANDS.values() if issubclass(kind, c.Step)} <= taught


def test_a_level_that_a_house_has_not_is_named() -> None:
    with pytest.raises(InputError, match="is not a level of this house: choose opening, deal"):
        level_named(load_house("washington"), "war-ties")


def test_a_lesson_starts_where_it_teaches() -> None:
    """The preparation is a lesson of its own, not a toll before every other."""
    for level, first in (("deal", c.AnnounceNoMoreBets), ("payments", c.SettleHand)):
        assert isinstance(lesson_at(Mode.LEARN, level).asked, first)


# --- what a level asks for ------------------------------------------------------------------------


@pytest.mark.parametrize("house", ["wisconsin", "washington"])
@pytest.mark.parametrize("level", ["opening", "shuffler"])
def test_wi_g1_only_the_burns_of_a_shoe_are_asked_where_nobody_deals_a_war(
    house: str, level: str
) -> None:
    """Once half of what was asked were burns of wars that dealt a shoe to its end."""
    if level not in {one.name for one in levels_of(load_house(house))}:
        pytest.skip("this house has no such device")
    report = deal_through(house, level)
    burns = [answer for answer in report.answers if answer.step == "burn_card"]
    assert len(burns) <= 3, "one for each shoe"
    opening = load_house(house).cites.opening_burn
    assert {answer.cites for answer in burns} <= {opening}


def test_a_tied_player_is_asked_and_any_of_several_may_be_first() -> None:
    house = load_house("wisconsin")
    level = replace(level_named(house, "wars"), ties=1.0, players=7)
    several = False
    for seed in range(20):
        lesson = Lesson(house, level, seed=seed, mode=Mode.PRACTISE)
        while not lesson.finished:
            asked = lesson.asked
            if isinstance(asked, AskTied):
                waits = [one.who.seat for one in lesson.table.waits_for() if one.who is not None]
                several = several or len(waits) > 1
                assert lesson.answer("ask 9").correction == "Type ask SEAT."
                assert lesson.answer(f"ask {waits[-1]}").fault is None
            else:
                lesson.answer(lesson.right_answer)
        if several:
            return
    raise AssertionError("no two players tied")


def test_a_purchase_in_the_middle_of_a_deal_may_wait() -> None:
    house = load_house("wisconsin")
    level = replace(level_named(house, "players"), attempts=0.5)
    lesson, waited = Lesson(house, level, seed=2, mode=Mode.PRACTISE), 0
    while not lesson.finished:
        tried = lesson.tried
        if tried is not None and isinstance(tried.command, c.BuyChips):
            chips = lesson.table.state.seats[tried.seat].chips_cents
            reply = lesson.answer("wait")
            if lesson.table.state.phase is Phase.BETTING and reply.fault is not None:
                lesson.answer(lesson.right_answer)
            else:
                assert reply.fault is None
                waited += lesson.table.state.seats[tried.seat].chips_cents >= chips
        else:
            lesson.answer(lesson.right_answer)
    assert waited


@pytest.mark.parametrize(
    ("level", "first"),
    [
        ("irregularities", "aside error missed fault void"),
        ("players", "allow refuse wait time"),
        ("changes", "newdealer newday reshuffle change pause"),
        ("payments", "settle"),
        ("ties", "settle surrender rack ask"),
    ],
)
def test_the_words_of_a_level_are_first_on_its_keys(level: str, first: str) -> None:
    keys = [key.word for key in level_keys(level_named(load_house("wisconsin"), level))]
    assert keys[: len(first.split())] == first.split()
