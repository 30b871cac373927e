"""Payments as dealers make them: take, pay and push, in amounts or in chips of each colour.

The right payment comes from the table: the step is decided but not carried out, and its movements
are added up. A wrong answer is compared with typical slips on the same movements, so that the
report can name the habit and not only the amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from casinowar.houses.house import House, PaidOn
from casinowar.money import parse_amount, short_cents, show_cents
from casinowar.table import Event, NoShoe, Refusal, Table, Wager, decide
from casinowar.table import commands as c
from casinowar.table.events import HandCompared, WagerCollected, WagerPaid, WagerReturned
from casinowar.table.state import Result
from casinowar.table.words import wager_words
from casinowar.training.courses import Chip, chips

PAYING = (c.SettleHand, c.SettleSurrender, c.SettleWar)
KINDS = ("take", "pay", "push")
_COUNTED = re.compile(r"([0-9]{1,4})([a-z]+)")


@dataclass(frozen=True, slots=True)
class Payment:
    """The chips that move in one settlement, in cents."""

    take: int = 0
    pay: int = 0
    push: int = 0

    def words(self, symbol: str = "") -> str:
        """The payment as it is typed; ``nothing`` if no chip moves."""
        parts = ((kind, getattr(self, kind)) for kind in KINDS)
        said = [f"{kind} {short_cents(cents, symbol)}" for kind, cents in parts if cents]
        return " ".join(said).replace(",", "") or "nothing"


@dataclass(frozen=True, slots=True)
class Part:
    """One wager's share of a settlement."""

    wager: Wager
    words: str  # the house's name for the wager
    stake: int
    payment: Payment
    cites: str
    odds: str | None = None  # of the payment


@dataclass(frozen=True, slots=True)
class Settlement:
    """The chips that one step moves, by wager and in total."""

    parts: tuple[Part, ...]
    tied: Part | None = None  # the first wager of a tied hand, which stays

    @property
    def total(self) -> Payment:
        """The total of all wagers."""
        return _total(part.payment for part in self.parts)

    @property
    def cites(self) -> str:
        """The clause of the payment, of the first wager that moves, or of the tie."""
        paid = [part.cites for part in self.parts if part.payment.pay]
        tied = [] if self.tied is None else [self.tied.cites]
        return (paid or [part.cites for part in self.parts] or tied or [""])[0]


def settlement_of(state: Table, step: c.Command) -> Settlement | None:
    """The settlement of a step; None if it moves no chips or is not due."""
    if not isinstance(step, PAYING):
        return None
    events = decide(state, step, NoShoe())
    if isinstance(events, Refusal):
        return None
    parts = tuple(_parts(state.house, events))
    return Settlement(parts, _tied(state, step.seat, events, parts))


def _tied(state: Table, seat: int, events: Iterable[Event], parts: Iterable[Part]) -> Part | None:
    """The first wager of a tied hand, if nothing happens to it yet."""
    stake = state.hands[seat].initial_cents
    if not stake or any(part.wager is Wager.INITIAL for part in parts):
        return None
    for event in events:
        if isinstance(event, HandCompared) and event.result is Result.EQUAL:
            words = wager_words(state.house, Wager.INITIAL, None)
            return Part(Wager.INITIAL, words, stake, Payment(), event.cites)
    return None


def _parts(house: House, events: Iterable[Event]) -> Iterator[Part]:
    moved: dict[tuple[Wager, str | None], list[WagerCollected | WagerPaid | WagerReturned]] = {}
    for event in events:
        if isinstance(event, WagerCollected | WagerPaid | WagerReturned):
            moved.setdefault((event.wager, event.side), []).append(event)
    both = house.war.paid_on is PaidOn.BOTH_WAGERS
    war_paid = both and any(isinstance(e, WagerPaid) for e in moved.get((Wager.WAR, None), []))
    for (wager, side), events_of in moved.items():
        paid = [event for event in events_of if isinstance(event, WagerPaid)]
        back = sum(e.amount_cents for e in events_of if isinstance(e, WagerReturned))
        taken = sum(e.amount_cents for e in events_of if isinstance(e, WagerCollected))
        with_war = war_paid and wager is Wager.INITIAL  # one payment on both wagers
        yield Part(
            wager=wager,
            words=wager_words(house, wager, side),
            stake=back + taken,
            payment=Payment(
                take=taken,
                pay=sum(event.amount_cents for event in paid),
                push=0 if paid or with_war else back,
            ),
            cites=(paid or events_of)[0].cites,
            odds=paid[0].odds if paid else None,
        )


def _total(payments: Iterable[Payment]) -> Payment:
    found = tuple(payments)
    return Payment(*(sum(getattr(one, kind) for one in found) for kind in KINDS))


# --- reading --------------------------------------------------------------------------------------


def read_payment(words: Sequence[str]) -> Payment | str:
    """``take 10 pay 2 green 1 red`` or ``pay 55``; a hint on how to type it otherwise."""
    if list(words) in (["nothing"], ["0"]):
        return Payment()
    said: dict[str, list[str]] = {}
    kind = ""
    for word in words:
        if word in KINDS:
            if word in said:
                return f"Give {word} only once."
            kind, said[word] = word, []
        elif kind:
            said[kind].append(word)
        else:
            return _HINT
    cents = {kind: _said_cents(parts) for kind, parts in said.items()}
    if not cents or None in cents.values():
        return _HINT
    return Payment(**{kind: amount or 0 for kind, amount in cents.items()})


_HINT = "Type take, pay and push with amounts or chips, like take 10 pay 2g 1r; or nothing."


def _said_cents(words: list[str]) -> int | None:
    """One amount, or chips of some colours: ``2g 1r`` or ``2 green 1 red``."""
    if len(words) == 1 and (amount := parse_amount(words[0].lstrip("$"))) is not None:
        return amount
    text = re.sub(r"([0-9]) (?=[a-z])", r"\1", " ".join(words))
    counted = [_COUNTED.fullmatch(word) for word in text.split()]
    found = [(match, _chip(match[2])) for match in counted if match is not None]
    if not found or len(found) != len(counted):
        return None
    values = [int(match[1]) * chip.cents for match, chip in found if chip is not None]
    return sum(values) if len(values) == len(found) else None


def _chip(word: str) -> Chip | None:
    return next((chip for chip in chips() if word in {chip.letter, chip.colour}), None)


def in_chips(cents: int, smallest_cents: int = 1) -> str:
    """An amount in the fewest chips of the usual colours, ``2 green 1 red``."""
    said, left = list[str](), cents
    for chip in chips():
        count, left = divmod(left, chip.cents) if chip.cents >= smallest_cents else (0, left)
        if count:
            said.append(f"{count} {chip.colour}")
    return " ".join(said) if not left and said else show_cents(cents)


# --- naming a slip --------------------------------------------------------------------------------


def slip_words(right: Settlement, said: Payment) -> tuple[str, str]:
    """The habit behind a wrong payment, in words, and its clause; "" if no wager has one."""
    for words, payment, cites in _slips(right):
        if payment == said and payment != right.total:
            return words, cites
    total = right.total
    wrong = [kind for kind in KINDS if getattr(said, kind) != getattr(total, kind)]
    wrong.sort(key=lambda kind: not getattr(said, kind))  # wrong movements before missing ones
    verb = {"take": "takes", "pay": "pays", "push": "pushes"}[wrong[0]]
    amiss = "the wrong amount" if right.parts else "chips where none move"
    if not getattr(said, wrong[0]):
        return f"forgets to {wrong[0]} what is due", right.cites
    if right.tied is not None and not right.parts:
        return f"{verb} a hand that tied", right.tied.cites
    if total.take and not (total.pay or total.push) and wrong[0] != "take":
        return f"{verb} a hand that lost", right.cites
    if total.pay and not total.take and wrong[0] == "take":
        return "takes a hand that won", right.cites
    return f"{verb} {amiss}", right.cites


def _slips(right: Settlement) -> Iterator[tuple[str, Payment, str]]:
    """Typical wrong payments for these movements, each with the name of its habit."""
    everything = right.total
    if right.tied is not None:
        stake, cites = right.tied.stake, right.tied.cites
        yield "takes a hand that tied", _total((everything, Payment(take=stake))), cites
        yield "pays a hand that tied", _total((everything, Payment(pay=stake))), cites
        yield "pushes a hand that tied", _total((everything, Payment(push=stake))), cites
    for index, part in enumerate(right.parts):
        others = _total(one.payment for at, one in enumerate(right.parts) if at != index)
        if part.wager is Wager.WAR and part.payment.pay:
            doubled = _total((others, Payment(pay=2 * part.payment.pay)))
            yield f"pays the {part.words} on both wagers", doubled, part.cites
    if everything.pay:
        stakes = sum(part.stake for part in right.parts if part.payment.pay)
        with_stakes = Payment(everything.take, everything.pay + stakes, everything.push)
        yield "counts the player's own wager as paid", with_stakes, right.cites
    for index, part in enumerate(right.parts):
        others = _total(one.payment for at, one in enumerate(right.parts) if at != index)
        for words, instead in _part_slips(part):
            yield words, _total((others, instead)), part.cites
    yield "takes what should be paid", Payment(take=everything.take + everything.pay), right.cites


def _part_slips(part: Part) -> Iterator[tuple[str, Payment]]:
    name, paid = part.words, part.payment.pay
    won, lost = f"winning {name}", f"losing {name}"
    if part.wager is Wager.INITIAL:
        won, lost = "hand that won", "hand that lost"
    if paid:
        yield f"forgets to pay the {name}", Payment()
        yield f"takes a {won}", Payment(take=part.stake)
        yield f"pushes a {won}", Payment(push=part.stake)
        yield f"pays the {name} even money", Payment(pay=part.stake)
        yield f"pays half of the {name}", Payment(pay=paid // 2)
        yield f"pays the {name} a unit too little", Payment(pay=paid - part.stake)
        yield f"pays the {name} a unit too much", Payment(pay=paid + part.stake)
    elif part.payment.take and part.payment.push:
        yield f"takes the whole {name} on a surrender", Payment(take=part.stake)
        yield f"gives the whole {name} back on a surrender", Payment(push=part.stake)
    elif part.payment.take:
        yield f"leaves a {lost} on the layout", Payment()
        yield f"pays a {lost}", Payment(pay=part.stake)
        yield f"pushes a {lost}", Payment(push=part.stake)
    elif part.payment.push:
        yield f"takes a {name} that stands off", Payment(take=part.stake)
        yield f"pays a {name} that stands off", Payment(pay=part.stake)
        yield f"forgets to push the {name}", Payment()
