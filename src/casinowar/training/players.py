"""The players of a lesson: wagers over the whole range, Ties, coupons, and attempts.

Players choose from the offers of the table (``legal``), except for attempts: only the table decides
whether a ``Tried`` command is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec.structs import replace

from casinowar.game.offers import Offers
from casinowar.houses.house import WagerForm
from casinowar.live import LiveTable
from casinowar.table import Phase, Table
from casinowar.table import commands as c
from casinowar.table.legal import Offer, Range
from casinowar.table.roles import player_at
from casinowar.table.waits import Awaited, Wait
from casinowar.table.words import money
from casinowar.training.courses import Level

BUY_IN_MINIMUMS = (20, 50, 100, 200)
COUPON_CHANCE = 0.15
PLAQUE_CHANCE = 0.1
CUT_CHANCE = 0.5


@dataclass(frozen=True, slots=True)
class Tried:
    """A player's attempt and its description."""

    seat: int
    command: c.Command
    words: str


class Players:
    """The players of one lesson."""

    def __init__(self, table: LiveTable, level: Level, chance: Random) -> None:
        self._table, self._level, self._chance = table, level, chance

    # --- answers ----------------------------------------------------------------------------------

    def answer(self, wait: Wait) -> c.Command:
        """A command that the table accepts from the player it waits for."""
        assert wait.who is not None
        seat, offers = wait.who.seat, self._offers(wait.who.seat)
        match wait.what:
            case Awaited.BET:
                return self._bet(seat, offers)
            case Awaited.CHOICE:
                return self._choice(wait, offers)
            case Awaited.CUT:
                cards = offers.amounts(c.TakeCut, "cards")
                if cards is not None and self._often(CUT_CHANCE):
                    return c.TakeCut(seat=seat, cards=self._chance.randint(cards.min, cards.max))
                return c.RefuseCut(seat=seat)
            case Awaited.WAR_TIE:
                amounts = offers.amounts(c.PlaceWarTie, "tie_cents")
                if amounts is not None and self._often(self._level.war_tie_bets):
                    return c.PlaceWarTie(seat=seat, tie_cents=self._amount(amounts))
                return c.DeclineWarTie(seat=seat)
            case _:
                raise AssertionError(f"{wait.what} is not a question for a player")

    def buy_in_cents(self) -> int:
        """The amount of a player's buy-in."""
        least = self._table.state.house.limits.first.min_cents
        return least * self._chance.choice(BUY_IN_MINIMUMS)

    def _offers(self, seat: int) -> Offers:
        return Offers(self._table.legal(player_at(seat)))

    def _often(self, part: float) -> bool:
        return self._chance.random() < part

    def _bet(self, seat: int, offers: Offers) -> c.Command:
        bets = [offer for offer in offers.offers if offer.command is c.PlaceWagers]
        if not bets:
            cash = offers.amounts(c.BuyChips, "cash_cents")
            if cash is None:
                return c.SitOut(seat=seat)
            return c.BuyChips(seat=seat, cash_cents=min(self.buy_in_cents(), cash.max))
        wanted = {"initial_cents"}
        if self._often(self._level.tie_bets):
            wanted.add("tie_cents")
            if self._often(0.2):  # Tie alone, if the house accepts it
                wanted.discard("initial_cents")
        elif self._often(COUPON_CHANCE):
            wanted.add("coupon_cents")
        form = WagerForm.PLAQUES if self._often(PLAQUE_CHANCE) else WagerForm.CHIPS
        return self._with_side(self._wagers(seat, self._closest(bets, wanted, form)))

    def _with_side(self, command: c.PlaceWagers) -> c.PlaceWagers:
        """The wagers with a side bet by chance, if the table accepts it."""
        bets = self._table.bets(player_at(command.seat))
        assert bets is not None
        for name, bet in bets.sides.items():
            if self._often(self._level.tie_bets):
                steps = (bet.max - bet.min) // bet.step
                cents = bet.min + bet.step * self._chance.randint(0, steps)
                more = replace(command, sides={**command.sides, name: cents})
                if bets.broken(more) is None:
                    command = more
        return command

    def _closest(self, bets: list[Offer], wanted: set[str], form: WagerForm) -> Offer:
        def fits(offer: Offer) -> tuple[bool, bool, bool]:
            named = {name for name in offer.fields if name.endswith("_cents")}
            same_form = offer.fields.get("form", WagerForm.CHIPS) == form
            return named == wanted, "initial_cents" in named, same_form

        return max(bets, key=fits)

    def _wagers(self, seat: int, offer: Offer) -> c.PlaceWagers:
        """A command within an offer whose amounts fit the chips together."""
        values: dict[str, Any] = {}
        for name, allowed in offer.fields.items():
            if isinstance(allowed, Range):
                values[name] = self._amount(allowed)
        form = offer.fields.get("form")
        chosen = WagerForm(str(form)) if form is not None else WagerForm.CHIPS
        command = c.PlaceWagers(seat=seat, form=chosen, **values)
        chips = self._table.state.seats[seat].chips_cents
        if command.initial_cents + command.tie_cents <= chips:
            return command
        least: dict[str, Any] = {
            name: offered.min
            for name, offered in offer.fields.items()
            if isinstance(offered, Range)
        }
        return c.PlaceWagers(seat=seat, form=chosen, **least)

    def _amount(self, offered: Range) -> int:
        """The minimum, the maximum, a round amount, or any amount in between."""
        kind = self._chance.random()
        if kind < 0.2:
            return offered.min
        if kind < 0.27:
            return offered.max
        if kind < 0.75:
            round_ = self._chance.choice((5_00, 10_00, 25_00, 50_00, 75_00, 100_00))
            if round_ in offered:
                return round_
        steps = (offered.max - offered.min) // offered.step
        return offered.min + offered.step * self._chance.randint(0, steps)

    def _choice(self, wait: Wait, offers: Offers) -> c.Command:
        assert wait.who is not None
        seat = wait.who.seat
        surrender = offers.has(c.SurrenderHand)
        if self._often(self._level.war) or not surrender:
            if offers.has(c.GoToWar):
                return c.GoToWar(seat=seat)
            hand = self._table.state.hands[seat]
            cash = offers.amounts(c.BuyChips, "cash_cents")
            if cash is not None and hand.initial_cents <= cash.max:
                return c.BuyChips(
                    seat=seat, cash_cents=max(self.buy_in_cents(), hand.initial_cents)
                )
        assert wait.otherwise is not None
        return c.SurrenderHand(seat=seat) if surrender else wait.otherwise

    # --- attempts ---------------------------------------------------------------------------------

    def tries(self) -> Tried | None:
        """A player's attempt now; None: no attempt."""
        if not self._often(self._level.attempts):
            return None
        state = self._table.state
        seats = list(state.playing)
        if not seats:
            return None
        seat = self._chance.choice(seats)
        found = list(_tries(state, seat, self._chance))
        return self._chance.choice(found) if found else None


def _tries(state: Table, seat: int, chance: Random) -> Iterator[Tried]:
    """The attempts that the player of a seat might make now."""
    house, limits = state.house, state.house.limits
    hand = state.hands.get(seat)
    first = house.wagers.first_name

    def bets(cents: int, words: str, coupon: int = 0) -> Tried:
        wagers = c.PlaceWagers(seat=seat, initial_cents=cents, coupon_cents=coupon)
        return Tried(seat, wagers, words)

    if state.phase is Phase.BETTING and hand is None:
        low, high, step = limits.first.min_cents, limits.first.max_cents, limits.step_cents
        for cents in (low - step, high + step, low + step // 2, chance.randint(low, high)):
            if 0 < cents <= state.seats[seat].chips_cents:
                yield bets(cents, f"puts {money(house, cents)} on the {first} wager")
        coupon = low * 2
        words = f"puts a coupon of {money(house, coupon)} next to {money(house, low)} in chips"
        yield bets(low, words, coupon)
        tie = limits.tie.min_cents
        words = f"puts {money(house, tie)} on the Tie wager and nothing else"
        yield Tried(seat, c.PlaceWagers(seat=seat, tie_cents=tie), words)
        cash = chance.choice((20_00, 50_00, 100_00))
        words = f"throws in {money(house, cash)} in cash and calls it a bet"
        yield Tried(seat, c.BetCashAloud(seat=seat, amount_cents=cash), words)
    if state.phase is Phase.BETTING and hand is not None:
        yield Tried(seat, c.TakeBackWagers(seat=seat), "reaches for the wagers that are down")
        cents = limits.first.min_cents
        if hand.initial_cents == cents:
            cents += limits.step_cents
        yield bets(cents, f"changes the {first} wager to {money(house, cents)}")
    if state.phase in {Phase.DEAL, Phase.SETTLE}:
        cents = limits.first.min_cents
        yield bets(cents, f"puts {money(house, cents)} down on the {first} wager")
        yield Tried(seat, c.TouchCards(seat=seat), "picks up a card")
        if hand is not None and hand.layout_cents:
            yield Tried(seat, c.TakeBackWagers(seat=seat), "reaches for the wagers that are down")
    if state.phase in {Phase.BETTING, Phase.DEAL, Phase.SETTLE}:
        cash = chance.choice((50_00, 100_00, 200_00))
        words = f"puts {money(house, cash)} in cash on the layout and asks for chips"
        yield Tried(seat, c.BuyChips(seat=seat, cash_cents=cash), words)
