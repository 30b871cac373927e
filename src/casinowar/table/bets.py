"""What a seat may bet now: the limits of each wager and of all its wagers together.

``place_wagers`` is accepted exactly if it keeps these limits. A program can therefore explain why
an amount cannot be bet, and which amounts can, without knowing any rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import field

from casinowar.houses.house import BetsOpen, House, WagerForm, WagerLimits
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.table.commands import PlaceWagers
from casinowar.table.message import Message
from casinowar.table.play.wagers import coupon_step_cents
from casinowar.table.refusals import Code
from casinowar.table.state import Hand, Phase, Table

_NOTHING_DOWN = Hand(seat=0)
Broken = tuple[Code, str]  # the refusal code and clause of a broken limit


class Bet(Message, omit_defaults=True):
    """The limits of one wager: a multiple of ``step`` from ``min`` to ``max``.

    ``cites`` is the clause for minimum and maximum, ``step_cites`` the clause for the step.
    ``down`` is the amount already on the layout. A new amount replaces it, unless ``final`` names
    the clause that forbids changes.
    """

    min: int
    max: int
    step: int
    cites: str
    step_cites: str
    down: int = 0
    final: str = ""


class Coupon(Message, omit_defaults=True):
    """The limits of a coupon: a multiple of ``step``, at most the first wager.

    Coupon and first wager together are at most ``max``.
    """

    step: int
    cites: str
    max: int
    max_cites: str
    down: int = 0
    final: str = ""


class Most(Message):
    """The most that all wagers of a seat may add up to; a coupon does not count."""

    cents: int
    cites: str


class Needed(Message):
    """At least one of these wagers must be on the layout."""

    one_of: tuple[Literal["initial_cents", "tie_cents"], ...]
    cites: str


class Forms(Message):
    """The forms in which wagers are accepted."""

    any_of: tuple[WagerForm, ...]
    cites: str


class Bets(Message, omit_defaults=True):
    """Everything that a seat may bet now; other wagers are refused.

    ``chips`` is the limit set by the player's chips. ``own_cents`` is the limit set by the player's
    own limits, if it is lower. Wagers that a command does not name stay on the layout.
    """

    seat: int
    initial_cents: Bet
    tie_cents: Bet | None = None
    sides: dict[str, Bet] = field(default_factory=dict)
    coupon_cents: Coupon | None = None
    needed: Needed
    chips: Most
    own_cents: int | None = None
    forms: Forms

    def broken(self, command: PlaceWagers) -> Broken | None:
        """The first limit that a command breaks; None if the table accepts the command."""
        return next(self._broken(command), None)

    def _broken(self, command: PlaceWagers) -> Iterator[Broken]:
        if command.form not in self.forms.any_of:
            yield Code.FORM_NOT_ACCEPTED, self.forms.cites
        named = list(self._named(command))
        for cents, bet in named:
            if bet is None:
                yield Code.NOT_OFFERED, ""
            elif isinstance(bet, Coupon):
                if not 0 < cents <= AMOUNT_MAX_CENTS:
                    yield Code.BAD_AMOUNT, bet.cites
                if cents % bet.step:
                    yield Code.NOT_A_MULTIPLE, bet.cites
            else:
                yield from _outside(bet, cents)
        if not named:
            yield Code.NO_WAGER, self.needed.cites
        for _, bet in named:
            if bet is not None and bet.final:
                yield Code.WAGER_FINAL, bet.final
        yield from self._together(command)

    def _named(self, command: PlaceWagers) -> Iterator[tuple[int, Bet | Coupon | None]]:
        if command.initial_cents:
            yield command.initial_cents, self.initial_cents
        if command.tie_cents:
            yield command.tie_cents, self.tie_cents
        for name, cents in command.sides.items():
            yield cents, self.sides.get(name)
        if command.coupon_cents:
            yield command.coupon_cents, self.coupon_cents

    def _together(self, command: PlaceWagers) -> Iterator[Broken]:
        """The wagers on the layout after the command."""
        first = command.initial_cents or self.initial_cents.down
        tie = command.tie_cents or (self.tie_cents.down if self.tie_cents else 0)
        placed = {"initial_cents": first, "tie_cents": tie}
        if not any(placed[name] for name in self.needed.one_of):
            yield Code.FIRST_WAGER_NEEDED, self.needed.cites
        if self.coupon_cents:
            coupon = command.coupon_cents or self.coupon_cents.down
            if coupon > first:
                yield Code.BAD_AMOUNT, self.coupon_cents.cites
            if coupon and first + coupon > self.coupon_cents.max:
                yield Code.ABOVE_MAXIMUM, self.coupon_cents.max_cites
        sides = {**{name: bet.down for name, bet in self.sides.items()}, **command.sides}
        if first + tie + sum(sides.values()) > self.most_cents:
            yield Code.NOT_ENOUGH_CHIPS, self.chips.cites

    @property
    def most_cents(self) -> int:
        """The most that all wagers may add up to, including those already down."""
        own = self.own_cents
        return self.chips.cents if own is None else min(self.chips.cents, own)


def _outside(bet: Bet, cents: int) -> Iterator[Broken]:
    if cents < bet.min:
        yield Code.BELOW_MINIMUM, bet.cites
    if cents > bet.max:
        yield Code.ABOVE_MAXIMUM, bet.cites
    if cents % bet.step:
        yield Code.NOT_A_MULTIPLE, bet.step_cites


def bets_of(state: Table, seat: int) -> Bets | None:
    """What the player of a seat may bet; None if nobody there can bet now."""
    holder = state.seats.get(seat)
    if holder is None or holder.sitting_out or state.phase is not Phase.BETTING:
        return None
    house, down = state.house, state.hands.get(seat) or _NOTHING_DOWN
    limits, cites, placed = house.limits, house.cites, dict(down.sides)
    forms = tuple(form for form in house.wagers.forms if form is not WagerForm.COUPON)
    tie = _bet(house, limits.tie, down.tie_cents) if house.tie.offered else None
    sides = {bet.name: _bet(house, limits.side, placed.get(bet.name, 0)) for bet in house.side_bets}
    return Bets(
        seat=seat,
        initial_cents=_bet(house, limits.first, down.initial_cents),
        tie_cents=tie,
        sides=sides,
        coupon_cents=_coupon(state, down) if WagerForm.COUPON in house.wagers.forms else None,
        needed=Needed(
            one_of=("initial_cents", "tie_cents") if house.wagers.tie_alone else ("initial_cents",),
            cites=cites.first_wager,
        ),
        chips=Most(cents=holder.chips_cents + down.layout_cents, cites=cites.wager_forms),
        forms=Forms(any_of=forms, cites=cites.wager_forms),
    )


def _bet(house: House, posted: WagerLimits, down_cents: int) -> Bet:
    return Bet(
        min=posted.min_cents,
        max=posted.max_cents,
        step=house.limits.step_cents,
        cites=house.cites.limits,
        step_cites=house.cites.half,
        down=down_cents,
        final=_final(house, down_cents),
    )


def _coupon(state: Table, down: Hand) -> Coupon:
    """A coupon lies with the first wager: once that wager is final, it is too late for a coupon."""
    house = state.house
    return Coupon(
        step=coupon_step_cents(state),
        cites=house.cites.coupon,
        max=house.limits.first.max_cents,
        max_cites="policy 16",
        down=down.coupon_cents,
        final=_final(house, down.initial_cents),
    )


def _final(house: House, down_cents: int) -> str:
    final = down_cents and house.wagers.bets_open is BetsOpen.FINAL
    return house.cites.bets_open if final else ""
