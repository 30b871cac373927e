"""Company at a table: a service in this process, cards that are named, and people without a page.

``hall`` is the real service. Its tables, by link or public, deal the cards that a test names, in
the order in which they are turned up: first cards by seat, the dealer's, then those of the war.
Burned cards are never looked at and need no name. ``Companion`` is somebody with a plain socket,
which costs far less than a page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import expect
from tools.web import ROOT, static_folder

from casinowar.cards import DECK, Card, parse_card
from casinowar.service.http.files import read_client
from casinowar.service.refusals import ServiceRefusal
from casinowar.service.tables.settings import TableSettings
from casinowar.service.tables.shoes import StackedShoes
from casinowar.table.shoe import Stack
from tests.browser.kit import Person, chromium
from tests.kit.client import Client, sign_up
from tests.service.http.kit import House, config_for, running

OWN_SEAT = 4  # where the page sits down by itself
SEATS = {1: (), 3: (2, 6), 7: (1, 2, 3, 5, 6, 7)}  # of companions, by the number of people
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")
SHOES = 8


@dataclass(frozen=True, slots=True)
class Named(Stack):
    """A shoe that turns up the cards that were named, one after the other; then any."""

    script: deque[Card] = field(default_factory=deque[Card])
    shown: dict[int, Card] = field(default_factory=dict[int, Card])  # by place

    def card(self, index: int) -> Card | None:
        """The card at a place: the same, however often it is asked for."""
        if index not in self.shown:
            any_card = Random(index).choice(DECK)
            self.shown[index] = self.script.popleft() if self.script else any_card
        return self.shown[index]


class Hall:
    """A running service whose tables deal what is named."""

    def __init__(self, house: House, given: StackedShoes, script: deque[Card]) -> None:
        self._house, self._given, self._script = house, given, script
        self.url = house.url

    def next_cards(self, cards: str) -> None:
        """Turn these up next: ``Kh 9d``."""
        assert not self._script, f"{len(self._script)} cards were not dealt"
        self._script.extend(parse_card(card) for card in cards.split())

    async def all_dealt(self) -> None:
        """Wait until every card that was named is on the table."""
        async with asyncio.timeout(20):
            while self._script:
                await asyncio.sleep(0.02)

    async def table(self, house: str, *, public: bool = False, **settings: Any) -> str:
        """A new table, by link unless it is public; no other one is dealt at any more."""
        for shoe in self._given.shoes:
            assert isinstance(shoe, Named)
            shoe.shown.clear()
        wanted = TableSettings(
            house=house, public=public, decks=6, stacked=self._given.digest, **settings
        )
        made = await self._house.parts.casino.lobby.make("", wanted)
        assert not isinstance(made, ServiceRefusal), made
        return made.table

    async def companion(self, table: str, seat: int, name: str) -> Companion:
        """Somebody new, seated with all their chips."""
        client = Client(self.url, await sign_up(self.url, name), table)
        await client.connect()
        found = Companion(client, seat)
        await found.give("take_seat")
        await found.give("buy_chips", cash_cents=100_000)
        return found


class Companion:
    """Somebody at the table with a plain socket."""

    def __init__(self, client: Client, seat: int) -> None:
        self.client, self.seat = client, seat

    async def give(self, command: str, **fields: Any) -> None:
        """Give a command that is carried out."""
        answer = await self.client.command({"command": command, "seat": self.seat, **fields})
        assert answer["ok"], (command, answer)

    async def bet(self, first: int = 0, tie: int = 0) -> None:
        """Bet so many chips."""
        await self.give("place_wagers", initial_cents=100 * first, tie_cents=100 * tie)

    async def until_offered(self, *commands: str) -> str:
        """Wait until one of these may be given; the first that may."""
        async with asyncio.timeout(20):
            while True:
                offered = {one["command"] for one in self.client.offers}
                found = next((one for one in commands if one in offered), None)
                if found is not None:
                    return found
                await self.client.news(1)

    async def go_to_war(self) -> None:
        """Answer a tie: war, with no Tie wager on it."""
        await self.until_offered("go_to_war")
        both = any("war_tie_cents" in one for one in self.client.offers)
        await self.give("go_to_war", **({"war_tie_cents": 0} if both else {}))

    async def surrender(self) -> None:
        """Answer a tie: surrender."""
        await self.until_offered("surrender_hand")
        await self.give("surrender_hand")


@contextlib.asynccontextmanager
async def hall(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    """A service until the end of the block, with the built page."""
    chromium()  # or there is no use in starting it
    script = deque[Card]()
    shoes = tuple(Named(tuple(DECK * 6), script=script) for _ in range(SHOES))
    given = StackedShoes(6, shoes, "named")
    async with running(config_for(folder, **settings), given) as house:
        house.parts.client = read_client(static_folder(ROOT))
        yield Hall(house, given, script)


@contextlib.asynccontextmanager
async def seated(hall: Hall, guest: Person, table: str, people: int) -> AsyncIterator[Company]:
    """The guest at a table with so many people, ready to bet."""
    await guest.sit(table)
    await guest.cut(100)
    async with contextlib.AsyncExitStack() as leaving:
        others = list[Companion]()
        for seat, name in zip(SEATS[people], NAMES, strict=False):
            other = await hall.companion(table, seat, name)
            leaving.push_async_callback(other.client.close)
            others.append(other)
        await expect(guest.page.locator(".seat:not(.is-free)")).to_have_count(people)
        yield Company(hall, guest, table, others)


class Company:
    """A guest with a page and the others at the table."""

    def __init__(self, hall: Hall, guest: Person, table: str, others: Sequence[Companion]) -> None:
        self.hall, self.guest, self.table, self.others = hall, guest, table, others

    def cards(self, own: str, dealer: str, others: Sequence[str] = ()) -> None:
        """The first cards of a round; the others have sixes unless theirs are named."""
        seats = [one.seat for one in self.others]
        given = {**dict.fromkeys(seats, "6c"), **dict(zip(seats, others, strict=False))}
        given[OWN_SEAT] = own
        self.hall.next_cards(" ".join([*(given[seat] for seat in sorted(given)), dealer]))

    async def war_cards(self, cards: str) -> None:
        """The cards of a war: the warring players' by seat, then the dealer's."""
        await self.hall.all_dealt()
        self.hall.next_cards(cards)

    async def others_bet(self, first: int = 25, tie: int = 0) -> None:
        """Everybody else bets."""
        for other in self.others:
            await other.bet(first, tie)
