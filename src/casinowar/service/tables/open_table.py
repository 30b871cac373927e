"""A table that is open in this process: its state, its views and its offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from msgspec import structs

from casinowar.fairness.shuffle import DECKS_MAX
from casinowar.fairness.signing import SignedHead
from casinowar.houses import House, rules_digest
from casinowar.service.conversation.messages import (
    Fair,
    HeadOfLog,
    HouseKey,
    OverdueShoe,
    TableInfo,
    offers_body,
)
from casinowar.service.history.round_rows import NO_ROUND
from casinowar.service.ports import Clock
from casinowar.service.refusals import ServiceCode, ServiceRefusal
from casinowar.service.tables.dealers import NOBODY
from casinowar.service.tables.decide import STOPPED, Deciding, days_near
from casinowar.service.tables.settings import CLOSED_FOR_GOOD, KeptSettings, TableSettings
from casinowar.service.tables.shoes import SeedNeeded, StackedShoes, TableLog, TableShoes
from casinowar.store import Store
from casinowar.store.interface import OpenShoe, TableRow
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import shoe_of
from casinowar.table.bets import Bets, bets_of
from casinowar.table.legal import Days, Offer, Range, legal
from casinowar.table.roles import Who, player_at
from casinowar.table.shoe import NO_SHOE, Shoe, ToldShoe
from casinowar.table.state import Phase, Table
from casinowar.table.view import View, limits_of, view
from casinowar.table.waits import Wait, waits_for
from casinowar.wire import event_name


def _nobody(_table: str) -> None:
    """Do nothing: there is no other process."""


@dataclass(slots=True, kw_only=True)
class TableParts:
    """The parts that all open tables share."""

    store: Store
    clock: Clock
    local_time: Callable[[int], datetime]
    overdue: Mapping[str, OpenShoe] = field(default_factory=dict[str, OpenShoe])  # by table
    home: str = ""  # the name of this process; empty: no other can open the table
    moved: Callable[[str], None] = _nobody  # called when another process has opened a table
    away_seconds: float = 120.0


class OpenTable:
    """A table that is open in this process. Only its writer and its owner's acts change it."""

    __slots__ = (
        "_on_offer", "_waits", "deals", "deciding", "head", "id", "kept", "log", "mark", "owner",
        "parts", "rounds_name", "rules", "shoes", "snapshot_at", "state", "version",
    )  # fmt: skip

    def __init__(
        self,
        table: str,
        house: House,
        settings: TableSettings,
        shoes: TableShoes,
        parts: TableParts,
        log: TableLog | None = None,
    ) -> None:
        self.id, self.owner, self.rounds_name = table, "", table
        self.kept = KeptSettings(shown=settings)
        self.rules = rules_digest(house)
        self.state, self.version = Table(house=house), 0
        self.mark, self.snapshot_at = NO_ROUND, 0
        self.log = log  # None: its shoes are not sealed
        self.head = b"" if log is None else log.first_head
        self.shoes, self.parts = shoes, parts
        self.deciding = Deciding(settings, shoes)
        self.deals = None if settings.runs_itself else NOBODY  # None: nobody deals
        self._waits: tuple[int, tuple[Wait, ...]] = (-1, ())  # by version
        self._on_offer = (-1, b"[]")  # by version

    def adopt(self, row: TableRow) -> None:
        """Take over the owner and the settings of a row."""
        self.owner, self.kept = row.owner, KeptSettings.from_json(row.settings)
        self.rounds_name = row.rounds_name
        self.deciding.settings = self.kept.shown
        self._waits, self._on_offer = (-1, ()), (-1, b"[]")

    @property
    def settings(self) -> TableSettings:
        return self.kept.shown

    @property
    def players(self) -> dict[str, None]:
        """The seated players, each once, by seat."""
        return {holder.player: None for _, holder in sorted(self.state.seats.items())}

    def now_ms(self) -> int:
        return self.parts.clock.now_ms()

    def local(self) -> datetime:
        """The time at the house."""
        return self.parts.local_time(self.now_ms())

    # --- views ------------------------------------------------------------------------------------

    def view(self) -> View:
        """The table as everybody sees it."""
        title = self.settings.title or self.state.house.title
        return structs.replace(view(self.state, None, self.shoe), title=title)

    def described(self, watching: int) -> TableInfo:
        """A summary of the table for the lobby and a welcome."""
        state, house = self.state, self.state.house
        return TableInfo(
            id=self.id,
            settings=self.settings,
            title=self.settings.title or house.title,
            rules=self.rules,
            phase=state.phase,
            round=state.round_number,
            rounds=self.rounds_name,
            seats=house.deal.seats,
            players={str(seat): at.name for seat, at in sorted(state.seats.items())},
            watching=watching,
            limits=limits_of(house),
        )

    @property
    def shoe(self) -> Shoe:
        """The shoe on the table, as far as its seed is in memory."""
        if not self.state.shoe.size:
            return NO_SHOE
        if self.state.physical:
            return ToldShoe()
        try:
            return shoe_of(self.state, partial(self.shoes.shoe, decks=self.state.decks))
        except SeedNeeded:
            return NO_SHOE

    def signed_head(self) -> SignedHead | None:
        """The head of all events so far; None: the shoes of this table are not sealed."""
        return None if self.log is None else self.log.signed(self.version, self.head)

    def fair(self) -> Fair | None:
        """What a client needs to check the log; None if shoes are not sealed."""
        head, log, overdue = self.signed_head(), self.log, self.parts.overdue.get(self.id)
        if head is None or log is None:
            return None
        keys = tuple(HouseKey(**key) for key in log.public_keys())
        late = None if overdue is None else OverdueShoe(shoe=overdue.shoe, last_ms=overdue.last_ms)
        return Fair(
            origin=log.origin,
            key=keys[-1].key,
            keys=keys,
            head=HeadOfLog(**head._asdict()),
            overdue=late,
        )

    def rules_in_force(self) -> House:
        """The house with this table's limits, clocks and decks."""
        house, decks = self.state.house, self.settings.decks
        if self.state.phase is not Phase.CLOSED:  # the floor may have opened it with others
            decks = self.state.decks
        if decks is None:
            return house
        return replace(house, cards=replace(house.cards, decks=decks))

    def waits(self) -> tuple[Wait, ...]:
        """The current waits of the table."""
        if self._waits[0] != self.version:
            waits = waits_for(self.state, self.shoe)
            if self.deciding.opens_itself(self.state):
                words = "The table opens when somebody sits down."
                waits = (replace(waits[0], message=words),)
            if self.settings.closed and self.state.phase is Phase.CLOSED:
                waits = (replace(waits[0], message=CLOSED_FOR_GOOD),)
            if self.deciding.stopped:  # no clock runs: nothing can be dealt
                waits = (replace(waits[0], seconds=None, otherwise=None, message=STOPPED),)
            self._waits = (self.version, waits)
        return self._waits[1]

    # --- offers -----------------------------------------------------------------------------------

    @property
    def takes_players(self) -> bool:
        """Whether somebody can sit down, if a seat is free."""
        return self.deciding.takes_players(self.state)

    def seats_on_offer(self) -> bytes:
        """The seats that a person without a seat can take, as a JSON list; the same for everybody.

        ``seat_refusal`` says whether a person may take one.
        """
        if self._on_offer[0] != self.version:
            state = self.deciding.open_for_players(self.state, self.local())
            nobody = self.deciding.stopped or self.settings.physical
            seats = () if nobody else range(1, state.house.deal.seats + 1)
            offers = (
                offer
                for seat in seats
                if seat not in state.seats
                for offer in legal(state, player_at(seat))
                if offer.command is c.TakeSeat
            )
            self._on_offer = (self.version, offers_body(offers))
        return self._on_offer[1]

    def offers_to(self, who: Who, purse_cents: int | None = None) -> Iterator[Offer]:
        """A person's offers now, adding at most ``purse_cents`` to their wagers.

        Coupons only where the table takes them, and only gaming days near today.
        """
        state, deciding = self.state, self.deciding
        if purse_cents is not None:
            state = _with_purse(state, who.seat, purse_cents)
        for offer in legal(state, who, self.shoe, fills=deciding.fills_tray):
            coupon = "coupon_cents" in offer.fields and not self.settings.coupons
            if "physical" in offer.fields:  # decided by the settings
                continue
            if not coupon and deciding.offered(offer.command):
                for possible in _that_can_be_shuffled(offer):
                    yield from _that_is_near(possible, state, self.local())

    def bets_of(self, seat: int, purse_cents: int | None = None) -> Bets | None:
        """The bets of a seat now, adding at most ``purse_cents``; coupons only where taken."""
        bets = bets_of(self.state, seat)
        if bets is None or not self.deciding.offered(c.PlaceWagers):
            return None
        if not self.settings.coupons:
            bets = structs.replace(bets, coupon_cents=None)
        if purse_cents is not None and purse_cents < self.state.seats[seat].chips_cents:
            hand = self.state.hands.get(seat)
            down_cents = hand.layout_cents if hand else 0
            bets = structs.replace(bets, own_cents=down_cents + purse_cents)
        return bets

    def may_deal(self, person: str, name: str) -> bool:
        """Whether a person with the dealer's role may give the steps of this table now."""
        return self.deals is not None and self.deals.is_for(person, name, self.state)

    def may_take_over(self, person: str, name: str) -> bool:
        """Whether a person with the dealer's role may take the table over between rounds."""
        return self.deals is not None and self.deals.may_take_over(person, name, self.state)

    # --- players who must leave -------------------------------------------------------------------

    def seat_refusal(self, person: str) -> ServiceRefusal | None:
        """Why the owner's settings forbid a person to sit down, or to bet if seated."""
        stood = self.kept.hidden.stood_up.get(person)
        if self.settings.closed:
            return ServiceRefusal(code=ServiceCode.TABLE_CLOSED, sentence=CLOSED_FOR_GOOD)
        if stood is not None and stood.until_ms > self.now_ms():
            words = f"{stood.by_whom} You cannot sit down here for now."
            return ServiceRefusal(
                code=ServiceCode.STOOD_UP, sentence=words, until_ms=stood.until_ms
            )
        if self.settings.locked and person != self.owner and person not in self.players:
            words = "The owner has locked this table: no new players can sit down. You can watch."
            return ServiceRefusal(code=ServiceCode.TABLE_LOCKED, sentence=words)
        return None

    def to_stand_up(self) -> list[int]:
        """The seats to clear as soon as their hands are over."""
        stood_up, closed = self.kept.hidden.stood_up, self.settings.closed
        if not (closed or stood_up):
            return []
        now_ms = self.now_ms()
        standing = {person for person, stood in stood_up.items() if stood.until_ms > now_ms}
        return [
            seat for seat, holder in self.state.seats.items() if closed or holder.player in standing
        ]

    @property
    def owner_waits(self) -> bool:
        """Whether closing the table or removing a player is still pending."""
        if self.settings.closed:
            return self.state.phase is not Phase.CLOSED
        return bool(self.to_stand_up())


# --- tables that are not open, and limits of offers -----------------------------------------------


def takes_players(settings: TableSettings, given: StackedShoes | None, last: bytes | None) -> bool:
    """``OpenTable.takes_players`` for a table that is not open, by its last event.

    After a closing, only the seed of the last shoe and another opening follow, so the last event is
    enough. At an open table a commitment follows a seed.
    """
    if settings.locked or settings.closed:
        return False
    if settings.stacked and (given is None or given.digest != settings.stacked):
        return False
    if settings.physical:  # the dealer seats people
        return False
    if last is None:
        return settings.runs_itself  # it opens for its first player
    return event_name(last) not in {e.TableClosed.NAME, e.SeedRevealed.NAME}


def _with_purse(state: Table, seat: int, most_cents: int) -> Table:
    """The table while bets are open, as if the player had only these chips to bet."""
    holder = state.seats[seat]
    if state.phase is not Phase.BETTING or holder.chips_cents <= most_cents:
        return state
    poorer = structs.replace(holder, chips_cents=most_cents)
    return structs.replace(state, seats={**state.seats, seat: poorer})


def _that_can_be_shuffled(offer: Offer) -> Iterator[Offer]:
    """The offer, limited to decks that the service can shuffle; nothing if none is left."""
    decks = offer.fields.get("decks")
    if not isinstance(decks, Range) or decks.max <= DECKS_MAX:
        yield offer
    elif decks.min <= DECKS_MAX:
        fewer = Range(decks.min, DECKS_MAX, decks.step)
        yield Offer(command=offer.command, fields={**offer.fields, "decks": fewer})


def _that_is_near(offer: Offer, state: Table, local: datetime) -> Iterator[Offer]:
    """The offer, limited to gaming days near today; nothing if none is left."""
    days = offer.fields.get("day")
    if not isinstance(days, Days):
        yield offer
        return
    near = days_near(state, local)
    first = near.first if days.min is None else max(days.min, near.first)
    last = near.last if days.max is None else min(days.max, near.last)
    if first <= last:
        yield Offer(command=offer.command, fields={**offer.fields, "day": Days(first, last)})
