"""The floor: opening and closing, dealers, gaming days, fills and credits of the tray."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from casinowar.houses.house import DECKS_MAX, House, Shuffling
from casinowar.houses.rules import rules_digest
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table import guards
from casinowar.table.clauses import REAL_CARDS
from casinowar.table.dispatch import Decision, Evolution, decided, evolved
from casinowar.table.due import due_in_words
from casinowar.table.play.fair import commit, reveal
from casinowar.table.procedure import cards_too_old
from casinowar.table.refusals import Code, refuse
from casinowar.table.shoe import Shoe
from casinowar.table.state import Burn, InShoe, Phase, Table, copied
from casinowar.table.words import money


def decision(command: c.FloorTopic) -> Decision:
    """What decides a command of this topic."""
    match command:
        case c.OpenTable():
            return decided(command, _open)
        case c.ChangeDealer():
            return decided(command, _change_dealer)
        case c.TakeOver():
            return decided(command, _take_over)
        case c.StartGamingDay():
            return decided(command, _start_day)
        case c.FillTray():
            return decided(command, _fill)
        case c.CreditTray():
            return decided(command, _credit)
        case c.CloseTable():
            return decided(command, _close)
        case _:
            assert_never(command)


def evolution(event: e.FloorEvent) -> Evolution:
    """What an event of this topic does to a table."""
    match event:
        case e.TableOpened():
            return evolved(event, _opened)
        case e.RealCardsAnnounced():
            return evolved(event, _real_cards)
        case e.DealerChanged():
            return evolved(event, _dealer_changed)
        case e.GamingDayStarted():
            return evolved(event, _day_started)
        case e.TrayFilled():
            return evolved(event, _filled)
        case e.TrayCredited():
            return evolved(event, _credited)
        case e.TableClosed():
            return evolved(event, _closed)
        case _:
            assert_never(event)


# --- opening and closing --------------------------------------------------------------------------


def _open(state: Table, command: c.OpenTable, shoe: Shoe) -> Iterator[e.Event]:
    house, cites = state.house, state.house.cites
    if state.phase is not Phase.CLOSED:
        refuse(Code.TABLE_OPEN, "The table is already open.", cites.open_table)
    if state.day is not None and command.day < state.day:
        refuse(
            Code.EARLIER_DAY,
            f"This table was last open on {state.day}: it cannot open on an earlier day.",
            cites.gaming_day,
        )
    shuffling = command.shuffling or house.cards.shuffling[0]
    decks = house.cards.decks if command.decks is None else command.decks
    check_decks(house, shuffling, decks)
    _check_authorised(house)
    if command.physical and command.sealed:
        words = "Real cards cannot be sealed: nobody knows their order before they are dealt."
        refuse(Code.NOT_SEALED, words, REAL_CARDS)
    yield e.TableOpened(
        house=house.name,
        rules=rules_digest(house),
        day=command.day,
        dealer=guards.name(command.dealer, "The dealer's name"),
        tray_cents=guards.amount(command.tray_cents, "The tray", cites.open_table, low=0),
        decks=decks,
        shuffling=shuffling,
        cites=cites.open_table,
    )
    if command.physical:
        yield e.RealCardsAnnounced(cites=REAL_CARDS)
    if command.sealed:
        yield commit(shoe, state.shoe.number + 1)


def check_decks(house: House, shuffling: Shuffling, decks: int) -> None:
    """Refuse a number of decks in a shoe that the house does not allow."""
    cites, cards = house.cites, house.cards
    if shuffling not in cards.shuffling:
        offered = " or ".join(cards.shuffling)
        refuse(Code.BAD_SHUFFLING, f"This house shuffles only by {offered}.", cites.batches)
    if shuffling is Shuffling.BATCHES:
        least = cards.batch_decks_min // 2
        if not least <= decks <= DECKS_MAX:
            words = f"A shuffler needs two batches of {least} to {DECKS_MAX} decks each."
            refuse(Code.BAD_DECKS, words, cites.batches)
    elif decks not in cards.decks_allowed:
        allowed = ", ".join(str(count) for count in cards.decks_allowed)
        refuse(Code.BAD_DECKS, f"This house deals from {allowed} decks.", cites.decks)


def highest_limit_cents(house: House) -> int:
    """The highest amount that the posted limits allow for one wager."""
    limits = house.limits
    return max(limits.first.max_cents, limits.tie.max_cents, limits.side.max_cents)


def _check_authorised(house: House) -> None:
    """Refuse a table whose posted maximum is above what the regulator allows (WA limits)."""
    limits = house.limits
    highest = highest_limit_cents(house)
    if limits.authorised is not None and highest > limits.authorised.max_cents:
        refuse(
            Code.ABOVE_AUTHORISED,
            f"The table's maximum of {money(house, highest)} is above the authorised"
            f" {money(house, limits.authorised.max_cents)}.",
            house.cites.limits,
        )


def _opened(table: Table, event: e.TableOpened) -> None:
    table.day = event.day
    table.dealer = event.dealer
    table.tray_cents += event.tray_cents
    table.away_cents -= event.tray_cents
    table.decks = event.decks
    table.shuffling = event.shuffling


def _real_cards(table: Table, _: e.RealCardsAnnounced) -> None:
    table.physical = True


def _close(state: Table, _: c.CloseTable, shoe: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites
    guards.is_open(state)
    if state.hands and state.phase is Phase.RACK:  # every wager is settled or returned
        words, clause = due_in_words(state)
        refuse(Code.NOT_NOW, f"The table cannot close before the round is over. {words}", clause)
    if state.hands:
        words = "Wagers are down: finish the round, or void it to return them."
        refuse(Code.WAGERS_DOWN, words, cites.open_table)
    for seat, holder in state.seats.items():
        yield e.SeatLeft(
            seat=seat, player=holder.player, chips_cents=holder.chips_cents, cites=cites.cash_out
        )
    yield e.TableClosed(cites=cites.open_table)
    if state.mix is not None:  # even if no card was dealt: no commitment stays open
        yield reveal(shoe, state.mix)


def _closed(table: Table, _: e.TableClosed) -> None:
    """Keep only the counters, the cash in the drop box and the day."""
    fresh = copied(
        Table(
            house=table.house,
            day=table.day,
            shoe=InShoe(number=table.shoe.number),
            round_number=table.round_number,
            drop_cents=table.drop_cents,
            away_cents=table.away_cents + table.tray_cents,
            mix=table.mix,  # until its seed is revealed, in the same command
        )
    )
    for name in Table.__struct_fields__:
        setattr(table, name, getattr(fresh, name))


# --- dealers and days -----------------------------------------------------------------------------


def _change_dealer(state: Table, command: c.ChangeDealer, _: Shoe) -> Iterator[e.Event]:
    yield _new_dealer(state, command.dealer)


def _take_over(state: Table, command: c.TakeOver, _: Shoe) -> Iterator[e.Event]:
    """The next dealer counts the tray: a difference belongs to the dealer who leaves."""
    changed, house = _new_dealer(state, command.dealer), state.house
    away = command.counted_cents - state.tray_cents
    if away:
        differs = f"{money(house, abs(away))} {'more' if away > 0 else 'less'}"
        words = f"The count is {differs} than the ledger says: count again, or call the floor."
        refuse(Code.OTHER_COUNT, words, house.cites.tray)
    yield changed


def _new_dealer(state: Table, name: str) -> e.DealerChanged:
    cites = state.house.cites.new_dealer_burn
    guards.is_open(state)
    dealer = guards.name(name, "The dealer's name")
    if dealer == state.dealer:
        refuse(Code.SAME_DEALER, f"{dealer} is already dealing: send another dealer.", cites)
    if not between_steps(state):
        words, _cites = due_in_words(state)
        refuse(Code.NOT_NOW, f"A new dealer has to wait until this is finished. {words}", cites)
    return e.DealerChanged(dealer=dealer, cites=cites)


def between_steps(state: Table) -> bool:
    """Whether the table is neither in a round nor in the middle of a longer step."""
    in_parts = {Phase.CUT_OFFERED, Phase.DECIDE, Phase.RACK, Phase.RACK_ORIGINAL}
    return not (state.queue or state.batches_left or state.phase in in_parts)


def _dealer_changed(table: Table, event: e.DealerChanged) -> None:
    table.dealer = event.dealer
    table.new_dealer = table.house.cards.new_dealer_burn > 0
    if table.phase is Phase.BETTING:
        owe_new_dealers_burn(table)


def owe_new_dealers_burn(table: Table) -> None:
    """The new dealer owes one burn, even after several changes of dealer (WI g1)."""
    earlier = tuple(burn for burn in table.burns if burn is not Burn.NEW_DEALER)
    table.burns = earlier + (Burn.NEW_DEALER,) * table.house.cards.new_dealer_burn


def _start_day(state: Table, command: c.StartGamingDay, _: Shoe) -> Iterator[e.Event]:
    cites = state.house.cites.gaming_day
    guards.is_open(state)
    if state.day is None or command.day <= state.day:
        words = f"The new gaming day must be later than {state.day}."
        refuse(Code.EARLIER_DAY, words, cites)
    if cards_too_old(state):
        words = f"The cards have not been changed on {state.day}: change them before the day ends."
        refuse(Code.CHANGE_CARDS_FIRST, words, state.house.cites.card_change)
    yield e.GamingDayStarted(day=command.day, cites=cites)


def _day_started(table: Table, event: e.GamingDayStarted) -> None:
    table.day = event.day


# --- the tray -------------------------------------------------------------------------------------


def _fill(state: Table, command: c.FillTray, _: Shoe) -> Iterator[e.Event]:
    guards.is_open(state)
    cites = state.house.cites.tray
    yield e.TrayFilled(
        amount_cents=guards.amount(command.amount_cents, "A fill", cites), cites=cites
    )


def _filled(table: Table, event: e.TrayFilled) -> None:
    table.tray_cents += event.amount_cents
    table.away_cents -= event.amount_cents


def _credit(state: Table, command: c.CreditTray, _: Shoe) -> Iterator[e.Event]:
    guards.is_open(state)
    cites = state.house.cites.tray
    cents = guards.amount(command.amount_cents, "A credit", cites)
    if cents > state.tray_cents:
        held = money(state.house, state.tray_cents)
        words = f"The tray holds {held}: a credit cannot be larger."
        refuse(Code.TRAY_SHORT, words, cites, cents - state.tray_cents)
    yield e.TrayCredited(amount_cents=cents, cites=cites)


def _credited(table: Table, event: e.TrayCredited) -> None:
    table.tray_cents -= event.amount_cents
    table.away_cents += event.amount_cents
