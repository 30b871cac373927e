"""Commands for a table: sensible ones that keep it going, and anything that its types allow.

The engine trusts types and checks every value, so the nonsense here is of the right type: negative,
zero and huge amounts, seats that no table has, blank and unprintable names, odd days.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any

from msgspec.structs import fields, replace

from casinowar.houses.house import Shuffling, WagerForm
from casinowar.table import Phase, Shoe, Table, due
from casinowar.table import commands as c
from casinowar.table.play.cut import cutting_card_range
from casinowar.table.state import Status

DAY = date(2026, 1, 1)
KINDS: tuple[type[c.Command], ...] = tuple(c.COMMANDS.values())

_ODD_AMOUNTS = (0, -1, -100, 1, 3, 7, 10**12, 10**12 + 1, 2**63, 10**400)
_ODD_SEATS = (0, -1, 8, 9, 10, 99, 10**30)
_NAMES = ("Ana", "ana", "Bo", "", " ", "x" * 40, "x" * 41, "a\nb", "\x1b[2J", "\u202e", "\u200b")
_NEEDED = {
    "day": DAY, "dealer": "Ana", "backs": ("red",), "cutting_card": "yellow", "player": "p",
    "reason": "why", "commitment": "0" * 64, "value": "0" * 64,
}  # fmt: skip
_DAYS = (DAY, date(2026, 1, 2), date(1900, 1, 1), date(2030, 5, 5), date.min, date.max)


def bare(kind: type[c.Command]) -> c.Command:
    """A command of this kind, where only its kind matters."""
    return kind(
        **{field.name: _NEEDED.get(field.name, 1) for field in fields(kind) if field.required}
    )


def any_command(random: Random, state: Table) -> c.Command:
    """A command of any kind; each field is right, nearly right or nonsense."""
    kind = random.choice(KINDS)
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
    if name == "war_tie_cents":
        return random.choice((None, _amount(random, state)))
    if name.endswith("_cents"):
        return _amount(random, state)
    return _FIELDS[name](random, state)


def _amount(random: Random, state: Table) -> int:
    step = state.house.limits.step_cents
    if random.random() < 0.7:
        return random.choice((0, step, step * random.randrange(1, 12), step * 1000))
    return random.choice(_ODD_AMOUNTS)


def _seat(random: Random, state: Table) -> int:
    if random.random() < 0.8:
        return random.randrange(state.house.deal.seats + 1)
    return random.choice(_ODD_SEATS)


def _sides(random: Random, state: Table) -> dict[str, int]:
    names = [*(bet.name for bet in state.house.side_bets), "no such bet", "tie", ""]
    count = random.choice((0, 0, 0, 1, 2))
    return {random.choice(names): _amount(random, state) for _ in range(count)}


_FIELDS: dict[str, Callable[[Random, Table], object]] = {
    "seat": _seat,
    "player": lambda random, _: random.choice((*_NAMES, "Cy", "Di", "player 1")),
    "name": lambda random, _: random.choice((None, *_NAMES)),
    "age_years": lambda random, _: random.choice((None, None, None, 0, 15, 20, 44, -1, 201)),
    "dealer": lambda random, _: random.choice((*_NAMES, "Eve")),
    "reason": lambda random, _: random.choice((*_NAMES, "a spilled drink")),
    "day": lambda random, _: random.choice(_DAYS),
    "decks": lambda random, state: random.choice(
        (state.house.cards.decks, 2 * state.house.cards.decks, *_ODD_AMOUNTS)
    ),
    "shuffling": lambda random, _: random.choice((None, *Shuffling)),
    "backs": lambda random, _: random.choice(
        (("red",), ("red", "blue"), ("red", "Red"), ("red", "red"), (), ("",), ("red",) * 3)
    ),
    "cutting_card": lambda random, _: random.choice(("yellow", "red", "RED ", *_NAMES)),
    "batch": lambda random, _: random.choice((1, 1, 2, 3, 0, -1)),
    "cards_behind": lambda random, state: random.choice(
        (*_ODD_AMOUNTS, random.randrange(450), state.shoe.size // 2)
    ),
    "sealed": lambda random, _: random.random() < 0.5,
    "physical": lambda random, _: random.random() < 0.5,
    "commitment": lambda random, _: random.choice(("", "x" * 64, random.randbytes(32).hex())),
    "value": lambda random, _: random.choice(("", "x" * 64, random.randbytes(32).hex())),
    "face_up": lambda random, _: random.choice((True, False)),
    "sides": _sides,
    "form": lambda random, _: random.choice((*WagerForm, WagerForm.CHIPS)),
}


# --- sensible commands ----------------------------------------------------------------------------


def sensible_command(random: Random, state: Table, shoe: Shoe) -> c.Command:
    """A command that a person at this table would give now; it may still be refused."""
    step = due(state)
    if isinstance(step, c.DealCard | c.BurnCard) and shoe.lies_face_up(state.shoe.next_index):
        return c.SetAsideFaceUpCard()
    if isinstance(step, c.PlaceCuttingCard) and random.random() < 0.5:  # a short shoe
        return c.PlaceCuttingCard(cards_behind=cutting_card_range(state)[1] - random.randrange(9))
    if isinstance(step, c.SpreadIdleCards):
        return c.SpreadIdleCards(face_up=random.random() < 0.5)
    if state.batch_unspread and state.seats and random.random() < 0.1:
        return c.RequestSpread(seat=random.choice(list(state.seats)))
    if state.phase in {Phase.INSPECT, Phase.VERIFY, Phase.OBJECTION} and random.random() < 0.1:
        bad = "a card is missing"
        reported = c.ReportBadDecks(reason=bad)
        return reported if state.phase is Phase.INSPECT else c.RejectDecks(reason=bad)
    if state.looked is not None and random.random() < 0.1:
        return c.ObjectToCards(seat=state.looked)
    if step is not None and not (state.phase is Phase.BETTING and random.random() < 0.4):
        return _irregular(random, state, step) if random.random() < 0.04 else step
    if state.phase is Phase.CLOSED:
        return _open(random, state)
    if state.phase is Phase.CUT_OFFERED and state.cut_offered_to is not None:
        return _cut(random, state, state.cut_offered_to)
    asked = [hand for hand in state.hands.values() if hand.status is Status.ASKED]
    if asked:
        return _decision(random, state, random.choice(asked).seat)
    offered = [hand.seat for hand in state.hands.values() if hand.war_tie_asked]
    if offered:
        return _war_tie(random, state, random.choice(offered))
    return _at_leisure(random, state)


def _open(random: Random, state: Table) -> c.OpenTable:
    cards = state.house.cards
    shuffling = random.choice(cards.shuffling)
    decks = random.choice(cards.decks_allowed)
    if shuffling is Shuffling.BATCHES:
        decks = max(decks, cards.batch_decks_min // 2)
    return c.OpenTable(
        day=state.day or DAY,
        dealer="Ana",
        tray_cents=random.choice((0, 10_000, 10**7, 10**12)),
        decks=decks,
        shuffling=shuffling,
    )


def _cut(random: Random, state: Table, seat: int) -> c.Command:
    if state.batch_unspread and random.random() < 0.5:
        return c.RequestSpread(seat=seat)
    cut = c.TakeCut(seat=seat, cards=random.randrange(1, state.shoe.size))
    no_cut = c.RefuseCut(seat=seat)
    gone = random.choice((c.CallTime(seat=seat), c.SitOut(seat=seat), c.LeaveSeat(seat=seat)))
    return random.choice((cut, cut, no_cut, no_cut, gone))


def _irregular(random: Random, state: Table, step: c.Command) -> c.Command:
    seat = random.randrange(1, state.house.deal.seats + 1)
    return random.choice(
        (
            c.SetAsideFaceUpCard(),
            c.DrawInError(),
            c.ReportMissedSeat(seat=state.queue[0] if state.queue else seat),
            c.VoidRound(reason="a spilled drink"),
            c.ReportShufflerFault(),
            c.ReportBadDecks(reason="a card is missing"),
            c.RejectDecks(reason="a marked card"),
            c.ObjectToCards(seat=state.looked or seat),
            c.PlaceWarTie(seat=seat, tie_cents=state.house.limits.step_cents),
            c.SitOut(seat=seat),
            c.ReturnToPlay(seat=seat),
            c.LeaveSeat(seat=seat),
            c.TakeSeat(seat=seat, player=f"player {seat}"),
            c.FillTray(amount_cents=10**6),
            c.CreditTray(amount_cents=max(1, state.tray_cents // 2)),
            step,
        )
    )


def _decision(random: Random, state: Table, seat: int) -> c.Command:
    step = state.house.limits.step_cents
    return random.choice(
        (
            c.GoToWar(seat=seat),
            c.GoToWar(seat=seat),
            c.GoToWar(seat=seat, war_tie_cents=0),
            c.GoToWar(seat=seat, war_tie_cents=state.house.limits.tie.min_cents),
            c.GoToWar(seat=seat, war_tie_cents=state.hands[seat].initial_cents),
            c.SurrenderHand(seat=seat),
            c.BuyChips(seat=seat, cash_cents=20 * step),
            c.CallTime(seat=seat),
        )
    )


def _war_tie(random: Random, state: Table, seat: int) -> c.Command:
    first = state.hands[seat].initial_cents
    return random.choice(
        (
            c.PlaceWarTie(seat=seat, tie_cents=first),
            c.PlaceWarTie(seat=seat, tie_cents=state.house.limits.tie.min_cents),
            c.DeclineWarTie(seat=seat),
            c.CallTime(seat=seat),
        )
    )


def _at_leisure(random: Random, state: Table) -> c.Command:
    house, first = state.house, state.house.limits.first.min_cents
    chance = random.random()
    waiting = [seat for seat in state.seats if seat not in state.hands]
    if len(state.seats) < house.deal.seats and (not state.seats or chance < 0.1):
        seats = range(1, house.deal.seats + 1)
        seat = random.choice([seat for seat in seats if seat not in state.seats])
        return c.TakeSeat(seat=seat, player=f"player {seat}")
    seat = random.choice(waiting or list(state.seats))
    if state.seats[seat].sitting_out and chance < 0.7:
        return c.ReturnToPlay(seat=seat)
    if state.seats[seat].chips_cents < 4 * first:
        cents = random.choice((4, 50)) * first
        if state.tray_cents < cents:
            return c.FillTray(amount_cents=cents)
        return c.BuyChips(seat=seat, cash_cents=cents)
    if chance < 0.85:
        return _bet(random, state, seat)
    return random.choice(
        (
            c.LeaveSeat(seat=seat),
            c.LeaveSeat(seat=seat),
            c.LeaveSeat(seat=seat),
            c.SitOut(seat=seat),
            c.TakeBackWagers(seat=seat),
            c.ChangeDealer(dealer=random.choice(("Eve", "Flo"))),
            c.StartGamingDay(day=_later(random, state)),
            c.OrderReshuffle(),
            c.OrderIdleSpread(),
            c.ChangeCards(),
            c.RequestSpread(seat=seat),
            c.VoidRound(reason="a spilled drink"),
            c.DrawInError(),
            c.ReportShufflerFault(),
            c.FillTray(amount_cents=10**6),
            c.CreditTray(amount_cents=max(1, state.tray_cents)),
            c.CloseTable(),
            c.CallTime(seat=seat),
        )
    )


def _later(random: Random, state: Table) -> date:
    day = state.day or DAY
    return min(day, date.max - timedelta(days=9)) + timedelta(days=random.choice((1, 1, 1, 2, 5)))


def _bet(random: Random, state: Table, seat: int) -> c.PlaceWagers:
    house, limits, step = state.house, state.house.limits, state.house.limits.step_cents
    first = limits.first.min_cents + step * random.randrange(4)
    side = limits.side.min_cents
    sides = {bet.name: side for bet in house.side_bets if random.random() < 0.5}
    coupon = 0
    if WagerForm.COUPON in house.wagers.forms and random.random() < 0.4:
        coupon = random.choice((first, step, step // 2, 1))
    return c.PlaceWagers(
        seat=seat,
        initial_cents=0 if house.wagers.tie_alone and random.random() < 0.2 else first,
        tie_cents=limits.tie.min_cents if house.tie.offered and random.random() < 0.7 else 0,
        coupon_cents=coupon,
        sides=sides,
    )
