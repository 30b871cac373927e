"""Every command that a table might accept now, independent of its offers.

Each kind of command for every seat, with every amount at which the answer could change and its
neighbour inside the range. The amounts come from the posted limits, the chips of the seat and the
tray; the engine decides. A kind whose fields are not named here fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import product

from msgspec.structs import fields

from casinowar.houses.house import DECKS_MAX, WagerLimits
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.table import Phase, Table
from casinowar.table import commands as c
from casinowar.table.guards import NAME_MAX
from casinowar.table.play.seats import AGE_MAX
from casinowar.table.state import Hand, Status

DAY = date(2026, 1, 1)
LONG_NAME = "x" * NAME_MAX


def attempts(state: Table) -> Iterator[c.Command]:
    """Commands of every kind; most of them are refused."""
    for kind in c.COMMANDS.values():
        if kind in _CHOICES:
            yield from _CHOICES[kind](state)
        else:
            names = [field.name for field in fields(kind)]
            for values in product(*(_values(name, state) for name in names)):
                yield kind(**dict(zip(names, values, strict=True)))


def _values(name: str, state: Table) -> tuple[int | str, ...]:
    """All values of a field without much choice."""
    match name:
        case "seat":
            return tuple(range(state.house.deal.seats + 1))
        case "batch":
            return (1, 2)
        case "face_up":
            return (True, False)
        case "dealer":
            return ("Ana", "Sol")
        case "counted_cents":
            return (state.tray_cents, state.tray_cents + 1)
        case "commitment" | "value":
            return ("0" * 64,)
        case _:
            raise KeyError(name)


def _ends(least: int, most: int, step: int) -> set[int]:
    """Both ends of a range and their neighbours inside, in whole steps."""
    first, last = -(-least // step) * step, most // step * step
    return {first, first + step, last - step, last}


# --- players --------------------------------------------------------------------------------------


def _seats(state: Table) -> Iterator[c.Command]:
    free = [seat for seat in range(1, state.house.deal.seats + 1) if seat not in state.seats]
    for seat in free:
        yield c.TakeSeat(seat=seat, player=LONG_NAME, name=LONG_NAME)
    for seat in free[:1]:
        for player in {holder.player for holder in state.seats.values()}:
            yield c.TakeSeat(seat=seat, player=player)
        for years in _ends(state.house.entry_age, AGE_MAX, 1):
            yield c.TakeSeat(seat=seat, player=LONG_NAME, age_years=years)


def _purchases(state: Table) -> Iterator[c.Command]:
    chip = state.house.limits.smallest_chip_cents
    most = min(state.tray_cents, AMOUNT_MAX_CENTS)
    for seat, cents in product(state.seats, _ends(chip, most, chip)):
        yield c.BuyChips(seat=seat, cash_cents=cents)


def _wagers(state: Table) -> Iterator[c.Command]:
    house, limits = state.house, state.house.limits
    for seat, form in product(state.seats, house.wagers.forms):
        down, chips = state.hands.get(seat) or Hand(seat=seat), state.seats[seat].chips_cents
        for cents in _stakes(state, limits.first, chips + down.initial_cents, down.coupon_cents):
            yield c.PlaceWagers(seat=seat, form=form, initial_cents=cents)
        for cents in _stakes(state, limits.tie, chips + down.tie_cents):
            yield c.PlaceWagers(seat=seat, form=form, tie_cents=cents)
        for bet in house.side_bets:
            placed = dict(down.sides).get(bet.name, 0)
            for cents in _stakes(state, limits.side, chips + placed):
                yield c.PlaceWagers(seat=seat, form=form, sides={bet.name: cents})


def _stakes(state: Table, posted: WagerLimits, chips: int, coupon: int = 0) -> set[int]:
    """The amounts at which limits, chips or a placed coupon could end a range."""
    step = state.house.limits.step_cents
    least, most = max(posted.min_cents, coupon), posted.max_cents
    return {*_ends(least, most, step), *_ends(least, most - coupon, step), *_ends(0, chips, step)}


def _wars(state: Table) -> Iterator[c.Command]:
    for hand in state.hands.values():
        if hand.status is Status.ASKED:
            chips = state.seats[hand.seat].chips_cents - hand.initial_cents
            for cents in (None, 0, *_war_ties(state, hand, chips)):
                yield c.GoToWar(seat=hand.seat, war_tie_cents=cents)


def _late_war_ties(state: Table) -> Iterator[c.Command]:
    for hand in state.hands.values():
        for cents in _war_ties(state, hand, state.seats[hand.seat].chips_cents):
            yield c.PlaceWarTie(seat=hand.seat, tie_cents=cents)


def _war_ties(state: Table, hand: Hand, chips: int) -> set[int]:
    tie, step = state.house.limits.tie, state.house.limits.step_cents
    return {
        hand.initial_cents,
        *_ends(tie.min_cents, tie.max_cents, step),
        *_ends(0, chips, step),
    }


def _cuts(state: Table) -> Iterator[c.Command]:
    for seat in state.seats:
        for cards in _depths(state, of_interest=seat == state.cut_offered_to):
            yield c.TakeCut(seat=seat, cards=cards)


def _depths(state: Table, *, of_interest: bool) -> range:
    """Every place in the shoe, or a single one if the place does not matter."""
    half = state.shoe.size // 2
    return range(state.shoe.size + 1) if of_interest else range(half, half + 1)


# --- the dealer and the floor ---------------------------------------------------------------------


def _cuts_by_dealer(state: Table) -> Iterator[c.Command]:
    cuts = state.phase in {Phase.OFFER_CUT, Phase.CUT_OFFERED}
    yield from (c.CutCards(cards=cards) for cards in _depths(state, of_interest=cuts))


def _cutting_cards(state: Table) -> Iterator[c.Command]:
    for cards in _depths(state, of_interest=state.phase is Phase.CUTTING_CARD):
        yield c.PlaceCuttingCard(cards_behind=cards)


def _decks(state: Table) -> Iterator[c.Command]:
    for backs in (("red",), ("red", "blue")):
        yield c.ReceiveDecks(decks=state.decks, backs=backs, cutting_card="yellow")


def _openings(state: Table) -> Iterator[c.Command]:
    day, every = state.day or DAY, state.phase is Phase.CLOSED
    numbers = range(DECKS_MAX + 1) if every else (state.house.cards.decks,)
    for decks, shuffling in product(numbers, state.house.cards.shuffling):
        yield c.OpenTable(day=day, dealer="Ana", tray_cents=0, decks=decks, shuffling=shuffling)
    for cents in _ends(0, AMOUNT_MAX_CENTS, 1):
        yield c.OpenTable(day=day, dealer=LONG_NAME, tray_cents=cents)


def _fills(state: Table) -> Iterator[c.Command]:  # noqa: ARG001 - one answer for every table
    yield from (c.FillTray(amount_cents=cents) for cents in _ends(1, AMOUNT_MAX_CENTS, 1))


def _credits(state: Table) -> Iterator[c.Command]:
    yield from (c.CreditTray(amount_cents=cents) for cents in _ends(1, state.tray_cents, 1))


def _dealers(state: Table) -> Iterator[c.Command]:
    yield from (c.ChangeDealer(dealer=name) for name in (LONG_NAME, state.dealer, "Gus"))


def _days(state: Table) -> Iterator[c.Command]:
    day = state.day or DAY
    for days in range(min(3, (date.max - day).days + 1)):
        yield c.StartGamingDay(day=day + timedelta(days=days))


def _voids(state: Table) -> Iterator[c.Command]:  # noqa: ARG001 - one answer for every table
    yield c.VoidRound(reason=LONG_NAME)


def _bad_decks(state: Table) -> Iterator[c.Command]:  # noqa: ARG001 - as above
    yield c.ReportBadDecks(reason=LONG_NAME)


def _rejections(state: Table) -> Iterator[c.Command]:  # noqa: ARG001 - as above
    yield c.RejectDecks(reason=LONG_NAME)


def _never(state: Table) -> Iterator[c.Command]:
    """Commands that are refused whatever their amount."""
    for seat in state.seats:
        yield c.BetCashAloud(seat=seat, amount_cents=state.house.limits.first.min_cents)


_CHOICES: dict[type[c.Command], Callable[[Table], Iterator[c.Command]]] = {
    c.TakeSeat: _seats,
    c.BuyChips: _purchases,
    c.PlaceWagers: _wagers,
    c.BetCashAloud: _never,
    c.GoToWar: _wars,
    c.PlaceWarTie: _late_war_ties,
    c.TakeCut: _cuts,
    c.CutCards: _cuts_by_dealer,
    c.PlaceCuttingCard: _cutting_cards,
    c.ReceiveDecks: _decks,
    c.OpenTable: _openings,
    c.FillTray: _fills,
    c.CreditTray: _credits,
    c.ChangeDealer: _dealers,
    c.StartGamingDay: _days,
    c.VoidRound: _voids,
    c.ReportBadDecks: _bad_decks,
    c.RejectDecks: _rejections,
}
