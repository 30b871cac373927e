"""Every command that a person may give now, with the ranges of its amounts.

Every command that an offer allows is accepted, and every other command is refused, with one
exception: the ranges of an offer are independent of each other, so wagers that share a player's
chips have narrower ranges together than alone. ``bets`` has the limits of every combination. The
terminal, the trainer, the page and the tests ask here and derive no rule themselves. Offers come
from the same conditions and limits that the decisions check (``play/``). ``decide`` itself is
called only to find out whether the tray can pay for a settlement or a void.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from msgspec import Struct, field
from msgspec.structs import replace

from casinowar.cards import DECK, Card
from casinowar.errors import expect
from casinowar.houses.house import (
    DECKS_MAX,
    Shuffling,
    Surrender,
    WagerForm,
    WarTie,
)
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.bets import Bet, Bets, Coupon, bets_of
from casinowar.table.due import is_between_rounds
from casinowar.table.engine import decide, fold
from casinowar.table.guards import NAME_MAX
from casinowar.table.play.cut import cut_range, cutting_card_range, is_offered_to
from casinowar.table.play.deal import card_left_for, last_told, may_report_cutting_card
from casinowar.table.play.decks import BAD_DECKS_REPORTED, DECKS_REJECTED, may_change_cards
from casinowar.table.play.fair import DIGITS, may_open, may_seal
from casinowar.table.play.floor import between_steps, highest_limit_cents
from casinowar.table.play.irregular import (
    may_be_drawn_in_error,
    may_be_missed,
    may_be_voided,
    may_lie_face_up,
)
from casinowar.table.play.seats import AGE_MAX, may_buy
from casinowar.table.play.shuffle import in_shuffler
from casinowar.table.play.spread import may_object, may_request_spread
from casinowar.table.play.wagers import may_take_back
from casinowar.table.play.war import is_awaited, war_tie_open
from casinowar.table.procedure import cards_too_old, due
from casinowar.table.refusals import Refusal
from casinowar.table.roles import WHO_WORDS, Who
from casinowar.table.shoe import Shoe, ToldShoe
from casinowar.table.state import IN_ROUND, Hand, Phase, Seat, Table


class Range(Struct, frozen=True, gc=False):
    """``min``, or ``min`` plus any number of steps, up to ``max``."""

    min: int
    max: int
    step: int = 1

    def __contains__(self, value: object) -> bool:
        return (
            type(value) is int
            and self.min <= value <= self.max
            and (value - self.min) % self.step == 0
        )


class Text(Struct, frozen=True, kw_only=True, gc=False):
    """Any printable text that is not blank, not too long and not in ``other_than``."""

    min_length: int = 1
    max_length: int = NAME_MAX
    other_than: tuple[str, ...] = field(default=(), name="not")

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, str)
            and bool(value.strip())
            and len(value) <= self.max_length
            and value.isprintable()
            and value not in self.other_than
        )


class Days(Struct, frozen=True, gc=False):
    """Any day from ``min`` to ``max``, both included; None: no bound."""

    min: date | None = None
    max: date | None = None

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, date)
            and (self.min is None or self.min <= value)
            and (self.max is None or value <= self.max)
        )


class Digits(Struct, frozen=True, gc=False):
    """A fixed number of hexadecimal digits, in lower case."""

    digits: int

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, str)
            and len(value) == self.digits
            and not set(value) - set("0123456789abcdef")
        )


Allowed = (
    Range | Text | Days | Digits | int | str | bool | None | tuple[str, ...] | Mapping[str, Range]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A command that would be accepted now.

    Fields that are not named keep their defaults; a field whose default is None may be omitted.
    """

    command: type[c.Command]
    fields: Mapping[str, Allowed]


class _OrdinaryShoe:
    """A shoe with a card at every index, none of them face up."""

    def has(self, index: int) -> bool:  # noqa: ARG002 - the answer is the same for every index
        return True

    def card(self, index: int) -> Card | None:
        return DECK[index % len(DECK)]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        return False


@dataclass(frozen=True, slots=True)
class _FromOutside:
    """A shoe seen from outside: the offers depend on no face of a card."""

    shoe: Shoe

    def has(self, index: int) -> bool:
        return self.shoe.has(index)

    def card(self, index: int) -> Card | None:
        return DECK[index % len(DECK)]

    def lies_face_up(self, index: int) -> bool:
        return self.shoe.lies_face_up(index)


ORDINARY_SHOE = _OrdinaryShoe()


def legal(
    state: Table, who: Who, shoe: Shoe = ORDINARY_SHOE, *, fills: bool = False
) -> tuple[Offer, ...]:
    """Every command that ``who`` may give now.

    The shoe matters only for what the dealer can see: whether it still holds a card, and whether
    that card lies face up. With ``fills``, a short tray is filled automatically, so its contents
    limit only credits.
    """
    guards.a_table(state)
    guards.a_shoe(shoe)
    expect("who", who, Who, WHO_WORDS)
    match who.role:
        case c.Role.PLAYER:
            return tuple(_player(state, who.seat, AMOUNT_MAX_CENTS if fills else state.tray_cents))
        case c.Role.DEALER:
            return tuple(_dealer(state, _FromOutside(shoe), fills=fills))
        case c.Role.FLOOR:
            return tuple(_floor(state, _FromOutside(shoe), fills=fills))


def _with_full_tray(state: Table) -> Table:
    """The table with a tray that can pay anything, as automatic fills provide."""
    return state if state.phase is Phase.CLOSED else fold(state, _FULL_TRAY)


_FULL_TRAY = (e.TrayFilled(amount_cents=AMOUNT_MAX_CENTS, cites="policy 17"),)


# --- players --------------------------------------------------------------------------------------


def _player(state: Table, seat: int, tray_cents: int) -> Iterator[Offer]:
    holder, hand = state.seats.get(seat), state.hands.get(seat)
    if holder is None:
        yield from _free_seat(state, seat)
        return
    yield from _wagers(state, seat, holder)
    yield from _choice(state, seat, holder)
    cut = is_offered_to(state, seat)
    if cut:
        yield Offer(command=c.TakeCut, fields={"seat": seat, "cards": Range(*cut_range(state))})
    if may_seal(state, seat):
        fields: dict[str, Allowed] = {"seat": seat, "commitment": Digits(DIGITS)}
        yield Offer(command=c.SealContribution, fields=fields)
    if may_open(state, seat):
        fields = {
            "seat": seat,
            "value": Digits(DIGITS),
        }  # the value must match the sealed commitment
        yield Offer(command=c.OpenContribution, fields=fields)
    chip = state.house.limits.smallest_chip_cents
    most = _floor_to(min(tray_cents, AMOUNT_MAX_CENTS), chip)
    if most >= chip and may_buy(state, seat):
        yield Offer(
            command=c.BuyChips, fields={"seat": seat, "cash_cents": Range(chip, most, chip)}
        )
    surrender = state.house.surrender.mode is Surrender.OFFERED
    for kind, may in (
        (c.RefuseCut, cut),
        (c.SurrenderHand, surrender and guards.is_undecided(hand)),
        (c.DeclineWarTie, hand is not None and hand.war_tie_asked),
        (c.TakeBackWagers, hand is not None and may_take_back(state)),
        (c.RequestSpread, may_request_spread(state)),
        (c.ObjectToCards, may_object(state, seat)),
        (c.SitOut, not holder.sitting_out),
        (c.ReturnToPlay, holder.sitting_out),
        (c.LeaveSeat, hand is None),
    ):
        if may:
            yield Offer(command=kind, fields={"seat": seat})


def _free_seat(state: Table, seat: int) -> Iterator[Offer]:
    if state.phase is Phase.CLOSED or not 1 <= seat <= state.house.deal.seats:
        return
    most = state.house.policies.seats_per_player
    seats = Counter(holder.player for holder in state.seats.values())
    players = Text(other_than=tuple(player for player, held in seats.items() if held >= most))
    ages = Range(state.house.entry_age, AGE_MAX)
    fields: dict[str, Allowed] = {
        "seat": seat,
        "player": players,
        "name": Text(),
        "age_years": ages,
    }
    yield Offer(command=c.TakeSeat, fields=fields)


def _floor_to(cents: int, step: int) -> int:
    return cents // step * step


def _wager_range(low: int, high: int, chips: int, step: int) -> Range | None:
    """Amounts within the limits that the chips cover; None if there are none."""
    least = -(-low // step) * step
    most = _floor_to(min(high, chips, AMOUNT_MAX_CENTS), step)
    return Range(least, most, step) if least <= most else None


def _wagers(state: Table, seat: int, holder: Seat) -> Iterator[Offer]:
    """Each kind of wager alone, and the first wager with a Tie wager or a coupon."""
    bets = bets_of(state, seat)
    if bets is None:
        return
    chips, down = holder.chips_cents, state.hands.get(seat)
    first, tie = _first_amounts(bets, chips), _amounts(bets.tie_cents, chips)
    for form in bets.forms.any_of:
        fixed: dict[str, Allowed] = {"seat": seat}
        if form is not WagerForm.CHIPS:
            fixed["form"] = form
        if first is not None:
            yield Offer(command=c.PlaceWagers, fields={**fixed, "initial_cents": first})
        if tie is not None and (bets.initial_cents.down or "tie_cents" in bets.needed.one_of):
            yield Offer(command=c.PlaceWagers, fields={**fixed, "tie_cents": tie})
        if down is None and first is not None and tie is not None:
            yield from _first_and_tie(fixed, first, tie, chips)
        if down is not None:
            yield from _sides(bets, fixed, chips)
        if down is None and first is not None and bets.coupon_cents is not None:
            yield from _with_coupon(bets.coupon_cents, fixed, first)


def _amounts(bet: Bet | None, chips: int) -> Range | None:
    """What the player's chips cover, including wagers that are down and may be changed."""
    if bet is None or bet.final:
        return None
    return _wager_range(bet.min, bet.max, chips + bet.down, bet.step)


def _first_amounts(bets: Bets, chips: int) -> Range | None:
    bet, coupon = bets.initial_cents, bets.coupon_cents.down if bets.coupon_cents else 0
    return _amounts(replace(bet, min=max(bet.min, coupon), max=bet.max - coupon), chips)


def _first_and_tie(
    fixed: dict[str, Allowed], first: Range, tie: Range, chips: int
) -> Iterator[Offer]:
    """Both wagers in one command: every combination of the offered amounts is accepted."""
    most_first = _floor_to(min(first.max, chips - tie.min), first.step)
    most_tie = _floor_to(min(tie.max, chips - most_first), tie.step)
    if most_first >= first.min and most_tie >= tie.min:
        together: dict[str, Allowed] = {
            "initial_cents": Range(first.min, most_first, first.step),
            "tie_cents": Range(tie.min, most_tie, tie.step),
        }
        yield Offer(command=c.PlaceWagers, fields={**fixed, **together})


def _sides(bets: Bets, fixed: dict[str, Allowed], chips: int) -> Iterator[Offer]:
    for name, bet in bets.sides.items():
        amounts = _amounts(bet, chips)
        if amounts is not None:
            yield Offer(command=c.PlaceWagers, fields={**fixed, "sides": {name: amounts}})


def _with_coupon(coupon: Coupon, fixed: dict[str, Allowed], first: Range) -> Iterator[Offer]:
    """A coupon with chips of at least its value, both together within the maximum."""
    most_coupon = _floor_to(first.min, coupon.step)
    room = _floor_to(min(first.max, coupon.max - most_coupon), first.step)
    if most_coupon >= coupon.step and room >= first.min:
        together: dict[str, Allowed] = {
            "initial_cents": Range(first.min, room, first.step),
            "coupon_cents": Range(coupon.step, most_coupon, coupon.step),
        }
        yield Offer(command=c.PlaceWagers, fields={**fixed, **together})


def _choice(state: Table, seat: int, holder: Seat) -> Iterator[Offer]:
    hand = state.hands.get(seat)
    if hand is None:
        return
    chips, offered = holder.chips_cents, state.house.tie.war_deal is not WarTie.NOT_OFFERED
    if guards.is_undecided(hand) and chips >= hand.initial_cents:
        yield Offer(command=c.GoToWar, fields={"seat": seat})
        tie = _war_tie_amounts(state, hand, chips - hand.initial_cents)
        if offered:
            yield Offer(command=c.GoToWar, fields={"seat": seat, "war_tie_cents": 0})
        if tie is not None:
            yield Offer(command=c.GoToWar, fields={"seat": seat, "war_tie_cents": tie})
    if offered and war_tie_open(state, hand):
        tie = _war_tie_amounts(state, hand, chips)
        if tie is not None:
            yield Offer(command=c.PlaceWarTie, fields={"seat": seat, "tie_cents": tie})


def _war_tie_amounts(state: Table, hand: Hand, chips: int) -> Allowed:
    match state.house.tie.war_deal:
        case WarTie.NOT_OFFERED:
            return None
        case WarTie.EQUAL_TO_FIRST:
            return hand.initial_cents if chips >= hand.initial_cents else None
        case WarTie.OFFERED:
            limits = state.house.limits
            return _wager_range(
                limits.tie.min_cents, limits.tie.max_cents, chips, limits.step_cents
            )


# --- the dealer -----------------------------------------------------------------------------------


def _dealer(state: Table, shoe: _FromOutside, *, fills: bool) -> Iterator[Offer]:
    step = due(state)
    if step is not None and step.ROLE is c.Role.DEALER:
        yield from _due(state, step, shoe, fills=fills)
    if state.phase in BAD_DECKS_REPORTED:
        yield Offer(command=c.ReportBadDecks, fields={"reason": Text()})
    aside = c.SetAsideFaceUpCard()
    if any(
        may_lie_face_up(state, seen) and _can_be_paid(state, aside, seen, fills=fills)
        for seen in _seen_face_up(shoe)
    ):
        yield Offer(command=c.SetAsideFaceUpCard, fields={})
    if may_report_cutting_card(state):
        yield Offer(command=c.ReportCuttingCard, fields={})
    if last_told(state) is not None:
        yield Offer(command=c.CorrectCard, fields={})
    if state.phase is not Phase.CLOSED and between_steps(state):
        fields: dict[str, Allowed] = {
            "dealer": Text(other_than=(state.dealer,)),
            "counted_cents": Range(state.tray_cents, state.tray_cents),
        }
        yield Offer(command=c.TakeOver, fields=fields)
    if may_be_drawn_in_error(state, shoe):
        yield Offer(command=c.DrawInError, fields={})
    if in_shuffler(state):
        yield Offer(command=c.ReportShufflerFault, fields={})
    for seat in state.queue:
        if seat and may_be_missed(state, seat):
            yield Offer(command=c.ReportMissedSeat, fields={"seat": seat})
    for seat in sorted(state.seats):
        if is_awaited(state, seat):
            yield Offer(command=c.CallTime, fields={"seat": seat})


_DRAWS = frozenset({c.DealCard, c.BurnCard})
_PAYS = frozenset({c.SettleHand, c.SettleSurrender, c.ConfirmWar, c.SettleWar})


def _due(state: Table, step: c.Command, shoe: Shoe, *, fills: bool) -> Iterator[Offer]:
    """The step that is due, unless the shoe or the tray cannot serve it."""
    kind = type(step)
    if kind in _DRAWS:
        drawable = card_left_for(state, shoe) and not shoe.lies_face_up(state.shoe.next_index)
        if not drawable:
            return
    if kind in _PAYS and not _can_be_paid(state, step, shoe, fills=fills):
        return
    fixed: dict[str, Allowed] = {
        name: getattr(step, name) for name in _FIXED if hasattr(step, name)
    }
    match step:
        case c.CutCards() | c.PlaceCuttingCard() if state.mix is not None:
            yield Offer(command=kind, fields={})  # derived for a sealed shoe
        case c.CutCards():
            yield Offer(command=kind, fields={"cards": Range(*cut_range(state))})
        case c.PlaceCuttingCard():
            depths = Range(*cutting_card_range(state))
            yield Offer(command=kind, fields={"cards_behind": depths})
        case c.SpreadIdleCards():
            yield Offer(command=kind, fields={"face_up": True})
            yield Offer(command=kind, fields={"face_up": False})
        case _:
            yield Offer(command=kind, fields=fixed)


_FIXED = ("seat", "batch", "decks", "backs", "cutting_card")  # fields without a choice


def _seen_face_up(shoe: _FromOutside) -> Iterator[Shoe]:
    """The shoe as it may lie there: only the dealer sees whether a real card lies face up."""
    if isinstance(shoe.shoe, ToldShoe) and shoe.shoe.told is None:
        yield from (ToldShoe(card, face_up=True) for card in DECK)
    else:
        yield shoe


def _can_be_paid(state: Table, command: c.Command, shoe: Shoe, *, fills: bool) -> bool:
    """Whether the tray can pay for a settlement or a void, by asking ``decide``."""
    seen = _with_full_tray(state) if fills else state
    return not isinstance(decide(seen, command, shoe), Refusal)


# --- the floor ------------------------------------------------------------------------------------


def _floor(state: Table, shoe: Shoe, *, fills: bool) -> Iterator[Offer]:
    if state.phase is Phase.CLOSED:
        yield from _opening(state)
        return
    yield Offer(command=c.FillTray, fields={"amount_cents": Range(1, AMOUNT_MAX_CENTS)})
    if state.tray_cents:
        most = min(state.tray_cents, AMOUNT_MAX_CENTS)
        yield Offer(command=c.CreditTray, fields={"amount_cents": Range(1, most)})
    if may_be_voided(state) and (
        state.phase not in IN_ROUND
        or _can_be_paid(state, c.VoidRound(reason="void"), shoe, fills=fills)
    ):
        yield Offer(command=c.VoidRound, fields={"reason": Text()})
    if state.phase in DECKS_REJECTED:
        yield Offer(command=c.RejectDecks, fields={"reason": Text()})
    if between_steps(state):
        dealers = Text(other_than=(state.dealer,))
        yield Offer(command=c.ChangeDealer, fields={"dealer": dealers})
    assert state.day is not None
    if state.day < date.max and not cards_too_old(state):
        days = Days(state.day + timedelta(days=1))
        yield Offer(command=c.StartGamingDay, fields={"day": days})
    between = is_between_rounds(state)
    for kind, may in (
        (c.VerifyInspection, isinstance(due(state), c.VerifyInspection)),
        (c.ChangeCards, may_change_cards(state)),
        (c.OrderReshuffle, between),
        (c.OrderIdleSpread, between),
        (c.CloseTable, not state.hands),
    ):
        if may:
            yield Offer(command=kind, fields={})


def _opening(state: Table) -> Iterator[Offer]:
    cards, authorised = state.house.cards, state.house.limits.authorised
    tray = Range(0, AMOUNT_MAX_CENTS)
    if authorised is not None and highest_limit_cents(state.house) > authorised.max_cents:
        return
    for shuffling in cards.shuffling:
        if shuffling is Shuffling.BATCHES:
            decks = [Range(cards.batch_decks_min // 2, DECKS_MAX)]
        else:
            decks = [Range(allowed, allowed) for allowed in cards.decks_allowed]
        fields: dict[str, Allowed] = {
            "day": Days(state.day),
            "dealer": Text(),
            "tray_cents": tray,
            "shuffling": shuffling,
        }
        for number in decks:
            yield Offer(command=c.OpenTable, fields={**fields, "decks": number})
            real: dict[str, Allowed] = {"decks": number, "physical": True}
            yield Offer(command=c.OpenTable, fields={**fields, **real})
