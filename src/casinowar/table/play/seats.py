"""Players and their chips: sitting down, buying in, sitting out, leaving."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.play.fair import take_contribution_back
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import SeatDraft, Table
from casinowar.table.words import money

AGE_MAX = 200


def decision(command: c.SeatsTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.TakeSeat():
            return decided(command, _take_seat)
        case c.LeaveSeat():
            return decided(command, _leave_seat)
        case c.BuyChips():
            return decided(command, _buy_chips)
        case c.SitOut():
            return decided(command, _sit_out)
        case c.ReturnToPlay():
            return decided(command, _return_to_play)
        case _:
            assert_never(command)


def evolution(event: e.SeatsEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.SeatTaken():
            return evolved(event, _seat_taken)
        case e.SeatLeft():
            return evolved(event, _seat_left)
        case e.ChipsBought():
            return evolved(event, _chips_bought)
        case e.PlayerSatOut():
            return evolved(event, _sat_out)
        case e.PlayerReturned():
            return evolved(event, _returned)
        case _:
            assert_never(event)


def _take_seat(state: Table, command: c.TakeSeat, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites
    guards.is_open(state)
    seat = guards.seat_number(state, command.seat)
    if seat in state.seats:
        refuse(Code.SEAT_TAKEN, f"Seat {seat} is taken.", cites.seats)
    player = guards.name(command.player, "A player's id")
    shown = player if command.name is None else guards.name(command.name, "A player's name")
    _check_age(state, command.age_years)
    most = state.house.policies.seats_per_player
    if sum(holder.player == player for holder in state.seats.values()) >= most:
        many = "one seat" if most == 1 else f"{most} seats"
        refuse(Code.TOO_MANY_SEATS, f"A player may hold only {many} here.", cites.seats)
    # the clause on entry applies only if the house has an age limit and the player stated an age
    asked = state.house.entry_age and command.age_years is not None
    clause = cites.entry if asked else cites.seats
    yield e.SeatTaken(seat=seat, player=player, player_name=shown, cites=clause)


def _check_age(state: Table, age: int | None) -> None:
    entry, least = state.house.cites.entry, state.house.entry_age
    if (
        age is not None
        and guards.amount(age, "An age in years", entry, low=0, high=AGE_MAX) < least
    ):
        refuse(Code.TOO_YOUNG, f"Players must be aged {least} or over.", entry)


def _seat_taken(table: Table, event: e.SeatTaken) -> None:
    newcomer = SeatDraft(player=event.player, name=event.player_name, chips_cents=0)
    table.seats[event.seat] = newcomer
    table.arrivals = (*table.arrivals, event.seat)


def _leave_seat(state: Table, command: c.LeaveSeat, _: Shoe) -> Iterator[e.Event]:
    holder = guards.seated(state, command.seat)
    if command.seat in state.hands:
        refuse(
            Code.WAGERS_IN_PLAY,
            f"Seat {command.seat} has wagers in this round: they stay until it is over.",
            state.house.cites.bets_open,
        )
    yield e.SeatLeft(
        seat=command.seat,
        player=holder.player,
        chips_cents=holder.chips_cents,
        cites=state.house.cites.cash_out,
    )


def _seat_left(table: Table, event: e.SeatLeft) -> None:
    del table.seats[event.seat]
    table.arrivals = tuple(seat for seat in table.arrivals if seat != event.seat)
    table.away_cents += event.chips_cents
    if table.spread_for == event.seat:
        table.spread_for = None
    if table.looked == event.seat:
        table.looked = None
    take_contribution_back(table, event.seat)


def may_buy(state: Table, seat: int) -> bool:
    """Whether a player can buy chips now; some houses sell none during a decision."""
    return state.house.policies.war_rebuy or not guards.is_undecided(state.hands.get(seat))


def _buy_chips(state: Table, command: c.BuyChips, _: Shoe) -> Iterator[e.Event]:
    guards.seated(state, command.seat)
    house = state.house
    cash = guards.amount(command.cash_cents, "A buy-in", house.cites.buy_in)
    if cash % house.limits.smallest_chip_cents:
        chip = money(house, house.limits.smallest_chip_cents)
        words = f"The smallest chip is {chip}: buy a multiple of it."
        refuse(Code.NOT_IN_CHIPS, words, house.cites.half)
    if not may_buy(state, command.seat):
        refuse(Code.NOT_NOW, "This house sells no chips during a decision.", house.cites.short_war)
    guards.tray_holds(state, cash)
    yield e.ChipsBought(seat=command.seat, cash_cents=cash, cites=house.cites.buy_in)


def _chips_bought(table: Table, event: e.ChipsBought) -> None:
    table.seats[event.seat].chips_cents += event.cash_cents
    table.tray_cents -= event.cash_cents
    table.drop_cents += event.cash_cents


def _sit_out(state: Table, command: c.SitOut, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.sitting_out
    if guards.seated(state, command.seat).sitting_out:
        refuse(Code.SITTING_OUT, f"Seat {command.seat} is already sitting out.", cites)
    yield e.PlayerSatOut(seat=command.seat, cites=cites)


def _sat_out(table: Table, event: e.PlayerSatOut) -> None:
    table.seats[event.seat].sitting_out = True


def _return_to_play(state: Table, command: c.ReturnToPlay, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.sitting_out
    if not guards.seated(state, command.seat).sitting_out:
        refuse(Code.SITTING_OUT, f"Seat {command.seat} is not sitting out.", cites)
    yield e.PlayerReturned(seat=command.seat, cites=cites)


def _returned(table: Table, event: e.PlayerReturned) -> None:
    table.seats[event.seat].sitting_out = False
