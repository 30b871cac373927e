"""Commands for a table: sensible ones that keep it going, and anything anyone could send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from casinowar.houses.house import Shuffling, WagerForm
from casinowar.table import Phase, Shoe, Table, next_step
from casinowar.table import commands as c
from casinowar.table.state import Status

DAY = date(2026, 1, 1)


def _leaves(kind: type[c.Command]) -> list[type[c.Command]]:
    below = kind.__subclasses__()
    return [kind] if not below else [leaf for sub in below for leaf in _leaves(sub)]


# A dataclass with slots leaves the class it was made from behind: keep those the module names.
COMMANDS: tuple[type[c.Command], ...] = tuple(
    kind for kind in _leaves(c.Command) if getattr(c, kind.__name__, None) is kind
)

_NOT_AMOUNTS: tuple[object, ...] = (
    0, -1, -100, 1, 3, 7, 10**12, 10**12 + 1, 2**63, 10**400, 1.0, 100.0, 0.5, float("nan"),
    float("inf"), True, False, None, "100", "", b"1", [], (), {}, "x\ny",
)  # fmt: skip
_NOT_SEATS: tuple[object, ...] = (0, -1, 8, 10, 99, 10**30, 1.0, True, None, "1", "", (1,))
_NAMES: tuple[object, ...] = ("Ana", "Bo", "", " ", "x" * 41, "a\nb", "\x1b[2J", 7, None, True, [])
_DAYS: tuple[object, ...] = (
    DAY, date(1900, 1, 1), date(2030, 5, 5), date.max, datetime(2026, 1, 2, tzinfo=UTC),
    "2026-01-01", 5, None,
)  # fmt: skip


def any_command(random: Random, state: Table) -> c.Command:
    """A command of any type; each field is right, nearly right or nonsense."""
    kind = random.choice(COMMANDS)
    return kind(**{field.name: _value(field.name, random, state) for field in fields(kind)})


def near_command(random: Random, state: Table, shoe: Shoe) -> c.Command:
    """A sensible command with one of its fields replaced by anything."""
    command = sensible_command(random, state, shoe)
    names = [field.name for field in fields(command)]
    if not names:
        return any_command(random, state)
    name = random.choice(names)
    return replace(command, **{name: _value(name, random, state)})


def _value(name: str, random: Random, state: Table) -> Any:
    if name == "cards":  # of a cut
        return random.choice((_amount(random, state), random.randrange(450)))
    if name.endswith("_cents"):
        return _amount(random, state)
    return _FIELDS[name](random, state)


def _amount(random: Random, state: Table) -> object:
    step = state.house.limits.step_cents
    if random.random() < 0.6:
        return random.choice((0, step, step * random.randrange(1, 12), step * 1000))
    return random.choice(_NOT_AMOUNTS)


def _seat(random: Random, state: Table) -> object:
    if random.random() < 0.8:
        return random.randrange(state.house.deal.seats + 1)
    return random.choice(_NOT_SEATS)


def _sides(random: Random, state: Table) -> object:
    names = [*(bet.name for bet in state.house.side_bets), "no such bet", "tie", 7]
    if random.random() < 0.1:
        return random.choice((None, 3, ("side-0",), [["side-0", 1, 2]], (([], 1),)))
    count = random.choice((0, 0, 1, 2))
    return tuple((random.choice(names), _amount(random, state)) for _ in range(count))


_FIELDS: dict[str, Callable[[Random, Table], object]] = {
    "seat": _seat,
    "player": lambda random, _: random.choice((*_NAMES, "Cy", "Di")),
    "age_years": lambda random, _: random.choice((None, None, None, 15, 20, 44, -1, True, "x")),
    "dealer": lambda random, _: random.choice((*_NAMES, "Eve")),
    "reason": lambda random, _: random.choice((*_NAMES, "a spilled drink")),
    "day": lambda random, _: random.choice(_DAYS),
    "decks": lambda random, state: random.choice(
        (None, state.house.cards.decks, 2 * state.house.cards.decks, *_NOT_AMOUNTS)
    ),
    "shuffling": lambda random, _: random.choice((None, *Shuffling, "by\nmagic", 3)),
    "backs": lambda random, _: random.choice(
        (("red",), ("red", "blue"), ("red", "red"), (), ("",), 5, None, "red", (None,))
    ),
    "cutting_card": lambda random, _: random.choice(("yellow", "red", *_NAMES)),
    "batch": lambda random, _: random.choice((1, 2, 3, 0, True, 1.0, None, "1")),
    "cards_behind": lambda random, state: random.choice(
        (*_NOT_AMOUNTS, random.randrange(450), state.shoe.size // 2)
    ),
    "face_up": lambda random, _: random.choice((True, False, None, "yes")),
    "sides": _sides,
    "form": lambda random, _: random.choice((*WagerForm, WagerForm.CHIPS, "cash\n", None)),
}


# --- sensible commands ----------------------------------------------------------------------------


def sensible_command(random: Random, state: Table, shoe: Shoe) -> c.Command:
    """Something that a person at this table would do now; it may still be refused."""
    step = next_step(state)
    if isinstance(step, c.DealCard | c.BurnCard) and shoe.lies_face_up(state.shoe.next_index):
        return c.SetAsideFaceUpCard()
    if step is not None and not (state.phase is Phase.BETTING and random.random() < 0.4):
        return _irregular(random, state, step) if random.random() < 0.04 else step
    if state.phase is Phase.CLOSED:
        return c.OpenTable(day=state.day or DAY, dealer="Ana", tray_cents=10**7)
    if state.phase is Phase.CUT_OFFERED:
        seat = state.queue[0]
        if state.no_spread_needed and random.random() < 0.5:
            return c.RequestSpread(seat=seat)
        cut = c.TakeCut(seat=seat, cards=random.randrange(1, state.shoe.size))
        return random.choice((cut, c.RefuseCut(seat=seat)))
    asked = [hand for hand in state.hands.values() if hand.status is Status.ASKED]
    if asked:
        return _decision(random, state, random.choice(asked).seat)
    return _at_leisure(random, state)


def _irregular(random: Random, state: Table, step: c.Command) -> c.Command:
    seat = random.randrange(1, state.house.deal.seats + 1)
    return random.choice(
        (
            c.SetAsideFaceUpCard(),
            c.DrawInError(),
            c.ReportMissedSeat(seat=state.queue[0] if state.queue else seat),
            c.VoidRound(reason="a spilled drink"),
            c.ReportShufflerFault(),
            c.PlaceWarTie(seat=seat, tie_cents=state.house.limits.step_cents),
            step,
        )
    )


def _decision(random: Random, state: Table, seat: int) -> c.Command:
    step = state.house.limits.step_cents
    return random.choice(
        (
            c.GoToWar(seat=seat),
            c.GoToWar(seat=seat),
            c.GoToWar(seat=seat, war_tie_cents=step),
            c.GoToWar(seat=seat, war_tie_cents=state.hands[seat].initial_cents),
            c.SurrenderHand(seat=seat),
            c.BuyChips(seat=seat, cash_cents=20 * step),
            c.CallTime(seat=seat),
        )
    )


def _at_leisure(random: Random, state: Table) -> c.Command:
    house, step = state.house, state.house.limits.step_cents
    chance = random.random()
    if not state.seats and chance < 0.5:
        return c.SpreadIdleCards(face_up=chance < 0.25)
    seats = [seat for seat in range(1, house.deal.seats + 1) if seat not in state.hands]
    seat = random.choice(seats or list(state.hands))
    if seat not in state.seats:
        return c.TakeSeat(seat=seat, player=f"player {seat}")
    if state.seats[seat].chips_cents < 4 * step:
        return c.BuyChips(seat=seat, cash_cents=random.choice((4, 50)) * step)
    if chance < 0.85:
        first = step * random.randrange(1, 5)
        sides = tuple((bet.name, step) for bet in house.side_bets if random.random() < 0.5)
        coupon = 0
        if WagerForm.COUPON in house.wagers.forms and random.random() < 0.4:
            coupon = random.choice((step, step, step // 2, 1))
        return c.PlaceWagers(
            seat=seat,
            initial_cents=0 if house.wagers.tie_alone and random.random() < 0.2 else first,
            tie_cents=step if house.tie.offered and random.random() < 0.7 else 0,
            coupon_cents=coupon,
            sides=sides,
        )
    return random.choice(
        (
            c.LeaveSeat(seat=seat),
            c.LeaveSeat(seat=seat),
            c.LeaveSeat(seat=seat),
            c.TakeBackWagers(seat=seat),
            c.ChangeDealer(dealer="Eve"),
            c.StartGamingDay(day=date(2026, 1, 1 + random.randrange(28))),
            c.OrderReshuffle(),
            c.ChangeCards(),
            c.SpreadIdleCards(face_up=random.random() < 0.5),
            c.RequestSpread(seat=seat),
            c.CloseTable(),
            c.CallTime(seat=seat),
        )
    )
