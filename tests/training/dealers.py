"""Dealers for the school: a perfect one, and dealers with one planted habit each.

A habit sees the lesson and gives the answer of such a dealer; None means the right one. What is
expected of the report is the words beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from casinowar.houses import load_house
from casinowar.table import Code, Phase, Refusal, Wager, decide
from casinowar.table import commands as c
from casinowar.table.state import DEALER, Burn
from casinowar.training import Lesson, Mode, level_named
from casinowar.training.answers import AskTied, Judgement
from casinowar.training.payments import Payment
from casinowar.training.players import Tried
from casinowar.training.report import Report, report_of
from casinowar.training.words import typed_step

Habit = Callable[[Lesson], str | None]


def perfect(_: Lesson) -> str | None:
    """The procedure itself."""
    return None


def deal_through(
    house: str, level: str, habit: Habit = perfect, *, seed: int = 1, mode: Mode = Mode.EXAM
) -> Report:
    """A lesson dealt to its end by a dealer with a habit; the clock stands still."""
    loaded = load_house(house)
    lesson = Lesson(loaded, level_named(loaded, level), seed=seed, mode=mode, clock=lambda: 0.0)
    while not lesson.finished:
        text = habit(lesson) or lesson.right_answer
        reply = lesson.answer(text)
        assert not reply.correction, (text, reply.correction)
        if reply.fault is not None and mode is not Mode.EXAM:
            assert lesson.answer(lesson.right_answer).fault is None
    return report_of(lesson)


def skips(kind: type[c.Command], instead: str) -> Habit:
    """Does another step where one of this kind is due."""
    return lambda lesson: instead if isinstance(lesson.asked, kind) else None


def pays(change: Callable[[Lesson, Payment], Payment | None], *kinds: type[c.Command]) -> Habit:
    """Settles with another payment, if the change applies."""

    def habit(lesson: Lesson) -> str | None:
        step, settlement = lesson.asked, lesson.settlement
        if not isinstance(step, kinds) or settlement is None or not settlement.parts:
            return None
        wrong = change(lesson, settlement.total)
        return None if wrong is None else f"{typed_step(step)} {wrong.words()}"

    return habit


def part_of(lesson: Lesson, words: str) -> Payment | None:
    """What one wager's part of the settlement is."""
    settlement = lesson.settlement
    assert settlement is not None
    return next((part.payment for part in settlement.parts if part.words == words), None)


def _forgets_the_tie(lesson: Lesson, total: Payment) -> Payment | None:
    tie = part_of(lesson, "Tie wager")
    return Payment(total.take, total.pay - tie.pay, total.push) if tie and tie.pay else None


def _leaves_the_tie(lesson: Lesson, total: Payment) -> Payment | None:
    tie = part_of(lesson, "Tie wager")
    return Payment(total.take - tie.take, total.pay, total.push) if tie and tie.take else None


def _doubles_the_war(lesson: Lesson, total: Payment) -> Payment | None:
    war = part_of(lesson, "war wager")
    return Payment(total.take, total.pay + war.pay, total.push) if war and war.pay else None


def _war_even_money(lesson: Lesson, total: Payment) -> Payment | None:
    settlement = lesson.settlement
    assert settlement is not None
    for part in settlement.parts:
        if part.words == "war wager" and part.payment.pay:
            return Payment(total.take, total.pay - part.payment.pay + part.stake, total.push)
    return None


def _counts_the_stake(lesson: Lesson, total: Payment) -> Payment | None:
    settlement = lesson.settlement
    assert settlement is not None
    stakes = sum(part.stake for part in settlement.parts if part.payment.pay)
    return Payment(total.take, total.pay + stakes, total.push) if total.pay else None


def _takes_all(_: Lesson, total: Payment) -> Payment | None:
    return Payment(take=total.take + total.push) if total.push else None


def _gives_all_back(_: Lesson, total: Payment) -> Payment | None:
    return Payment(push=total.take + total.push) if total.push and total.take else None


def _takes_stand_off(lesson: Lesson, total: Payment) -> Payment | None:
    first = part_of(lesson, "Casino War wager")
    if first is None or not first.push:
        return None
    return Payment(total.take + first.push, total.pay, total.push - first.push)


def _pays_tied_hands(lesson: Lesson) -> str | None:
    step, settlement = lesson.asked, lesson.settlement
    if not isinstance(step, c.SettleHand) or settlement is None or settlement.parts:
        return None
    return f"{typed_step(step)} pay 5"


def _takes_tied_hands(lesson: Lesson) -> str | None:
    step, settlement = lesson.asked, lesson.settlement
    if not isinstance(step, c.SettleHand) or settlement is None or settlement.tied is None:
        return None
    total, stake = settlement.total, settlement.tied.stake
    return f"{typed_step(step)} {Payment(total.take + stake, total.pay, total.push).words()}"


def _pays_losers(lesson: Lesson, total: Payment) -> Payment | None:
    settlement = lesson.settlement
    assert settlement is not None
    for part in settlement.parts:
        if part.wager is Wager.INITIAL and part.payment.take:
            return Payment(total.take - part.stake, total.pay + part.stake, total.push)
    return None


def _does_not_ask(lesson: Lesson) -> str | None:
    return "burn" if isinstance(lesson.asked, AskTied) else None


def _surrenders_unasked(lesson: Lesson) -> str | None:
    asked = lesson.asked
    return f"surrender {asked.seat} take 5 push 5" if isinstance(asked, AskTied) else None


def _keeps_waiting(lesson: Lesson) -> str | None:
    tried = lesson.tried
    if tried is None or lesson.table.state.phase is not Phase.BETTING:
        return None
    return "wait" if lesson.asked is Judgement.ALLOW else None


def invents(command: str, when: Callable[[Lesson], bool]) -> Habit:
    """Reports something at the first chance, if it did not happen."""
    return lambda lesson: command if not lesson.notice and when(lesson) else None


def ignores(kind: type[c.Command]) -> Habit:
    """Goes on with the procedure when something of a kind has happened."""

    def habit(lesson: Lesson) -> str | None:
        if not isinstance(lesson.asked, kind):
            return None
        return "burn" if lesson.table.state.phase is Phase.WAR_DEAL else "deal dealer"

    return habit


def allows(lesson: Lesson) -> str | None:
    """Allows whatever a player tries."""
    return "allow" if isinstance(lesson.asked, Judgement) else None


def allows_only(kind: type[c.Command]) -> Habit:
    """Allows one kind of attempt that has to be refused."""

    def habit(lesson: Lesson) -> str | None:
        tried: Tried | None = lesson.tried
        return "allow" if tried is not None and isinstance(tried.command, kind) else None

    return habit


def allows_what_is(code: Code) -> Habit:
    """Allows what the table refuses for one reason."""

    def habit(lesson: Lesson) -> str | None:
        if lesson.tried is None:
            return None
        answer = decide(lesson.table.state, lesson.tried.command, lesson.table.shoe)
        return "allow" if isinstance(answer, Refusal) and answer.code is code else None

    return habit


def refuses(lesson: Lesson) -> str | None:
    """Turns down whatever a player tries."""
    return "refuse" if isinstance(lesson.asked, Judgement) else None


def _burns(burn: Burn) -> Habit:
    def habit(lesson: Lesson) -> str | None:
        state = lesson.table.state
        due = isinstance(lesson.asked, c.BurnCard) and state.burns[:1] == (burn,)
        return "nomorebets" if due else None

    return habit


def _skips_war_burns(lesson: Lesson) -> str | None:
    state = lesson.table.state
    if not isinstance(lesson.asked, c.BurnCard) or state.phase is not Phase.WAR_DEAL:
        return None
    return "deal dealer" if state.queue[0] == DEALER else f"deal {state.queue[0]}"


def _settles_backwards(lesson: Lesson) -> str | None:
    queue = lesson.table.state.queue
    wrong = isinstance(lesson.asked, c.SettleHand) and len(queue) > 1
    return f"settle {max(queue)} nothing" if wrong else None


def _deals_backwards(lesson: Lesson) -> str | None:
    seats = [seat for seat in lesson.table.state.queue if seat != DEALER]
    wrong = isinstance(lesson.asked, c.DealCard) and len(seats) > 1
    return f"deal {max(seats)}" if wrong else None


def _cuts_thin(lesson: Lesson) -> str | None:
    return "cut 3" if isinstance(lesson.asked, c.CutCards) else None


def _cutting_card_deep(lesson: Lesson) -> str | None:
    return "cutting 1" if isinstance(lesson.asked, c.PlaceCuttingCard) else None


@dataclass(frozen=True, slots=True)
class Planted:
    """One habit, where it shows, and the words with which the report must name it."""

    house: str
    level: str
    habit: Habit
    words: str


def _dealing(lesson: Lesson) -> bool:
    return isinstance(lesson.asked, c.DealCard)


SETTLE = (c.SettleHand,)
PLANTED = {
    "skips the inspection": Planted(
        "wisconsin", "opening", skips(c.InspectDecks, "spread"), "skips the inspection of the decks"
    ),
    "skips verification": Planted(
        "wisconsin", "opening", skips(c.VerifyInspection, "spread"),
        "does not wait for the floorperson to verify the decks",
    ),
    "skips the wash": Planted(
        "wisconsin", "opening", skips(c.WashCards, "stack"), "skips the wash"
    ),
    "skips the shuffle": Planted(
        "wisconsin", "opening", skips(c.ShuffleCards, "offer 1"), "skips the shuffle"
    ),
    "does not offer the cut": Planted(
        "wisconsin", "opening", skips(c.OfferCut, "cut 100"), "does not offer the cut"
    ),
    "cuts thin": Planted("washington", "opening", _cuts_thin, "cuts too close to an end"),
    "cutting card too deep": Planted(
        "wisconsin", "opening", _cutting_card_deep, "puts the cutting card in the wrong place"
    ),
    "forgets the cutting card": Planted(
        "wisconsin", "opening", skips(c.PlaceCuttingCard, "load"), "forgets the cutting card"
    ),
    "skips the opening burn": Planted(
        "wisconsin", "opening", _burns(Burn.OPENING),
        "skips the burn before the first round of a shoe",
    ),
    "skips the burn of a new dealer": Planted(
        "wisconsin", "changes", _burns(Burn.NEW_DEALER), "skips the burn of a new dealer"
    ),
    "no announcement": Planted(
        "wisconsin", "deal", skips(c.AnnounceNoMoreBets, "deal 1"),
        "deals without announcing “no more bets”",
    ),
    "deals backwards": Planted(
        "wisconsin", "deal", _deals_backwards, "deals to the seats in the wrong order"
    ),
    "settles backwards": Planted(
        "wisconsin", "payments", _settles_backwards, "settles hands in the wrong order"
    ),
    "forgets the Tie": Planted(
        "wisconsin", "drill", pays(_forgets_the_tie, *SETTLE), "forgets to pay the Tie wager"
    ),
    "leaves losing Ties": Planted(
        "wisconsin", "payments", pays(_leaves_the_tie, *SETTLE),
        "leaves a losing Tie wager on the layout",
    ),
    "counts the stake": Planted(
        "wisconsin", "payments", pays(_counts_the_stake, *SETTLE),
        "counts the player's own wager as paid",
    ),
    "pays wars on both wagers": Planted(
        "wisconsin", "drill", pays(_doubles_the_war, c.SettleWar),
        "pays the war wager on both wagers",
    ),
    "pays wars even money": Planted(
        "wisconsin", "drill", pays(_war_even_money, c.SettleWar),
        "pays the war wager even money",
    ),
    "takes the stand-off": Planted(
        "skycity", "drill", pays(_takes_stand_off, c.SettleWar),
        "takes a Casino War wager that stands off",
    ),
    "pays tied hands": Planted(
        "wisconsin", "ties", _pays_tied_hands, "pays a hand that tied"
    ),
    "takes all on a surrender": Planted(
        "wisconsin", "ties", pays(_takes_all, c.SettleSurrender),
        "takes the whole initial wager on a surrender",
    ),
    "gives all back on a surrender": Planted(
        "wisconsin", "ties", pays(_gives_all_back, c.SettleSurrender),
        "gives the whole initial wager back on a surrender",
    ),
    "pays before surrenders": Planted(
        "wisconsin", "wars", skips(c.SettleSurrender, "confirm 1"),
        "goes on before the surrenders are settled",
    ),
    "leaves hands on the layout": Planted(
        "wisconsin", "wars", skips(c.RackCards, "confirm 1"),
        "leaves finished hands out of the rack",
    ),
    "does not confirm wars": Planted(
        "wisconsin", "war", skips(c.ConfirmWar, "deal 1"),
        "deals a war before its wager is confirmed",
    ),
    "skips war burns": Planted(
        "wisconsin", "war", _skips_war_burns, "skips burn cards of the war deal"
    ),
    "burns too often": Planted(
        "skycity", "war", skips(c.SettleWar, "burn"), "burns a card when no burn is due"
    ),
    "misses the face-up card": Planted(
        "wisconsin", "irregularities", ignores(c.SetAsideFaceUpCard),
        "misses a card that lies face up in the shoe",
    ),
    "keeps a card drawn in error quiet": Planted(
        "wisconsin", "irregularities", ignores(c.DrawInError),
        "does not report a card drawn in error",
    ),
    "keeps a missed seat quiet": Planted(
        "wisconsin", "irregularities", ignores(c.ReportMissedSeat),
        "does not report a seat that was missed",
    ),
    "plays on in a void round": Planted(
        "wisconsin", "irregularities", ignores(c.VoidRound), "plays on in a round that is void"
    ),
    "keeps a shuffler fault quiet": Planted(
        "wisconsin", "shuffler", skips(c.ReportShufflerFault, "load"),
        "does not report a fault of the shuffler",
    ),
    "invents a missed seat": Planted(
        "wisconsin", "deal",
        invents("missed 2", lambda lesson: _dealing(lesson) and 2 in lesson.table.state.queue),
        "reports a seat as missed that was not",
    ),
    "invents a card drawn in error": Planted(
        "wisconsin", "deal", invents("error", _dealing),
        "reports a card as drawn in error that was not",
    ),
    "voids at will": Planted(
        "wisconsin", "deal", invents("void", _dealing), "voids a round without reason"
    ),
    "sets good cards aside": Planted(
        "wisconsin", "deal", invents("aside", _dealing),
        "sets aside a card that does not lie face up",
    ),
    "calls time too soon": Planted(
        "wisconsin", "deal", invents("time 1", _dealing),
        "calls time on a player who has not been asked",
    ),
    "takes a tied hand": Planted(
        "wisconsin", "drill", _takes_tied_hands, "takes a hand that tied"
    ),
    "pays hands that lost": Planted(
        "wisconsin", "payments", pays(_pays_losers, c.SettleHand), "pays a hand that lost"
    ),
    "does not ask": Planted(
        "wisconsin", "wars", _does_not_ask, "goes on without asking a tied player"
    ),
    "takes half before the choice": Planted(
        "wisconsin", "ties", _surrenders_unasked,
        "takes half of a tied hand before its player has chosen",
    ),
    "lets wagers wait": Planted(
        "wisconsin", "players", _keeps_waiting, "keeps a player waiting for an answer"
    ),
    "waits for ever": Planted(
        "wisconsin", "ties", skips(c.CallTime, "rack"), "waits for a player whose time is up"
    ),
    "takes late bets": Planted(
        "wisconsin", "players", allows, "accepts bets after “no more bets”"
    ),
    "takes small bets": Planted(
        "wisconsin", "players", allows_what_is(Code.BELOW_MINIMUM),
        "accepts wagers below the minimum",
    ),
    "takes large bets": Planted(
        "wisconsin", "players", allows_what_is(Code.ABOVE_MAXIMUM),
        "accepts wagers above the maximum",
    ),
    "takes odd bets": Planted(
        "wisconsin", "players", allows_what_is(Code.NOT_A_MULTIPLE),
        "accepts amounts whose half cannot be paid",
    ),
    "takes a Tie alone": Planted(
        "wisconsin", "players", allows_what_is(Code.FIRST_WAGER_NEEDED),
        "accepts a Tie wager without the first wager",
    ),
    "takes any coupon": Planted(
        "wisconsin", "players", allows_what_is(Code.BAD_AMOUNT),
        "accepts a coupon without enough chips",
    ),
    "takes cash bets": Planted(
        "wisconsin",
        "players",
        allows_only(c.BetCashAloud),
        "accepts a kind of wager that the house does not take",
    ),
    "lets players handle wagers": Planted(
        "wisconsin", "players", allows_only(c.TakeBackWagers), "lets players handle placed wagers"
    ),
    "lets players touch cards": Planted(
        "wisconsin", "players", allows_only(c.TouchCards), "lets players touch the cards"
    ),
    "turns everything down": Planted(
        "washington", "players", refuses, "refuses something that the house allows"
    ),
    "does not answer players": Planted(
        "wisconsin", "players", lambda lesson: "deal 1" if lesson.tried else None,
        "goes on without answering a player",
    ),
    "deals on after the relief came": Planted(
        "wisconsin", "changes", skips(c.ChangeDealer, "deal 1"), "deals on after being relieved"
    ),
    "misses the new day": Planted(
        "wisconsin", "changes", skips(c.StartGamingDay, "deal 1"), "misses the new gaming day"
    ),
    "deals on after the cutting card": Planted(
        "wisconsin", "shoe", skips(c.CollectCards, "deal 1"), "deals on after the cutting card"
    ),
}  # fmt: skip
