"""Players at a table with real cards: the dealer seats them by name and sells them chips."""

from __future__ import annotations

from hashlib import sha256

from msgspec.json import decode

from casinowar.service.casino import Casino
from casinowar.service.conversation.messages import CommandMessage
from casinowar.service.idempotency import reserved
from casinowar.service.money.cashier import Cashier
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused, refuse
from casinowar.service.roles import not_allowed_to_give
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.dealers import other_dealer
from casinowar.service.tables.decide import Actor
from casinowar.table import commands as c
from casinowar.table.legal import Range
from casinowar.table.roles import DEALER_ROLE, player_at


async def seat_stand_in(
    casino: Casino, dealer: Person, table: str, seat: int, name: str, cash_cents: int, identity: str
) -> int:
    """Seat a player with chips; returns the version of the table.

    A repeated request with the same ``identity`` seats nobody twice, and completes the first.
    """
    host = await _refereed(casino, dealer, table)
    who = await reserved(
        casino.store,
        key=f"stand-in {identity} {table} {seat} {cash_cents} {name}",
        what="stand-in",
        owner=dealer.id,
        now_ms=host.table.now_ms(),
        new_id=casino.parts.ids.person(),
    )
    made = await casino.store.person(who) is not None
    offers = host.table.offers_to(player_at(seat))
    if not made and all(offer.command is not c.TakeSeat for offer in offers):
        refuse(ServiceCode.STAND_IN, f"Seat {seat} is not free at this table.")
    chip = host.table.state.house.limits.smallest_chip_cents
    if cash_cents % chip:
        refuse(ServiceCode.STAND_IN, f"Chips come in multiples of {chip} cents.")
    person = await casino.persons.create_stand_in(who, name, cash_cents)
    take = c.TakeSeat(seat=seat, player=person.id, name=person.name)
    version = await _give(host, dealer, take, f"{identity}/seat")
    if cash_cents:
        buy = c.BuyChips(seat=seat, cash_cents=cash_cents)
        version = await _give(host, dealer, buy, f"{identity}/chips")
    return version


async def sell_chips(
    casino: Casino,
    cashier: Cashier,
    dealer: Person,
    table: str,
    seat: int,
    cents: int,
    identity: str,
) -> int:
    """Sell chips to a seated player; returns the version of the table."""
    host = await _refereed(casino, dealer, table)
    holder = host.table.state.seats.get(seat)
    offers = host.table.offers_to(player_at(seat))
    amounts = next((o.fields["cash_cents"] for o in offers if o.command is c.BuyChips), None)
    if holder is None or not isinstance(amounts, Range) or cents not in amounts:
        refuse(ServiceCode.STAND_IN, f"Seat {seat} cannot buy that many chips now.")
    await cashier.give_stand_in(dealer, holder.player, cents, identity)
    return await _give(host, dealer, c.BuyChips(seat=seat, cash_cents=cents), identity)


async def _refereed(casino: Casino, dealer: Person, table: str) -> TableActor:
    refusal = not_allowed_to_give(dealer.roles, c.BurnCard())
    if refusal is not None:
        raise ServiceRefused(refusal)
    host = await casino.host(table)
    if not host.table.settings.physical:
        words = "This table has no real cards: players sit down themselves."
        refuse(ServiceCode.NOT_PHYSICAL, words)
    deals, state = host.table.deals, host.table.state
    refusal = await other_dealer(casino.store, deals, dealer.id, dealer.name, state)
    if refusal is not None:
        raise ServiceRefused(refusal)
    return host


async def _give(host: TableActor, dealer: Person, command: c.Command, identity: str) -> int:
    """Carry out the dealer's entry; refused with the table's own message."""
    digest = sha256(repr(command).encode()).digest()
    message = CommandMessage(id=identity, command=command, reason="", digest=digest)
    by = Actor(person=dealer.id, name=dealer.name, who=DEALER_ROLE)
    answer = decode(await host.run(lambda: host.give(message, by)))
    if not answer["ok"]:
        refuse(ServiceCode.STAND_IN, answer["message"])
    return host.table.version
