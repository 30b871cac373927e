"""Among friends and alone, the page says what the service says, whatever happens to the page.

Seen to fail on the page before: a session that doubled at tables by link, beads that came twice
after a reconnection, a session that a reload forgot, others' money in the log as one's own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from casinowar.houses import load_house
from casinowar.houses.house import WarTie
from tests.browser.company import Company, Hall, hall, seated
from tests.browser.kit import BEYOND_CORE, Person, person
from tests.browser.truth import agrees, ask, lists_agree, log_agrees, never_untrue, watch
from tests.browser.wire import Wire, wire_to

pytestmark = pytest.mark.asyncio(loop_scope="package")
UNREACHABLE = r"WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|net::ERR|Failed to load"


@pytest_asyncio.fixture(scope="module", loop_scope="package")
async def found(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Hall]:
    async with hall(tmp_path_factory.mktemp("hall")) as running:
        yield running


# --- what happens to a page -----------------------------------------------------------------------


class Trouble:
    """What may happen to a page at any moment."""

    def __init__(self, guest: Person, wire: Wire) -> None:
        self.guest, self.wire = guest, wire
        guest.forgiven.append(UNREACHABLE)

    async def reload(self) -> None:
        await self.guest.page.reload()

    async def room(self) -> None:
        """To the odds and back, as the bar and the browser lead."""
        page = self.guest.page
        await page.locator(".bar__tools a", has_text="Odds").click()
        await expect(page.locator("h1")).to_be_visible()
        await page.go_back()

    async def cut_wire(self) -> None:
        self.wire.cut()
        await expect(self.guest.page.locator(".game--lost")).to_be_visible()
        self.wire.mend()  # the page comes back by itself

    async def __call__(self, kind: str) -> None:
        """Let it happen; the table is there again."""
        await {"reload": self.reload, "room": self.room, "wire": self.cut_wire}[kind]()
        await expect(self.guest.page.locator(".seat.is-you")).to_be_visible()
        await expect(self.guest.page.locator(".game--lost, .game--loading")).to_have_count(0)


KINDS = ("reload", "room", "wire")


async def chips_chosen(company: Company, trouble: Trouble, kind: str) -> None:
    """Chips that were put down and not placed: none of them is gone, none is said to be placed."""
    guest = company.guest
    company.cards("Kh", "9d")
    await guest.put(("first", 100))
    before = await guest.balance()
    await trouble(kind)
    await expect(guest.page.locator(".bet")).to_be_visible()
    assert await guest.balance() == before
    placed = guest.page.locator(".seat.is-you .plate__ok")
    await expect(placed).to_have_count(0)
    clear = guest.dock.locator('button[aria-disabled="false"]', has_text="Clear")
    if await clear.count():  # a reload forgets what was not placed
        await clear.click()
    await guest.bet(("first", 100))
    await company.others_bet()


async def bet_placed(company: Company, trouble: Trouble, kind: str) -> None:
    """A bet that waits for the others; alone, the cards are dealt at once."""
    guest = company.guest
    company.cards("5h", "Qc", ["Ac"] * len(company.others))
    await guest.bet(("first", 25))
    if company.others:
        await expect(guest.page.locator(".waitbox")).to_be_visible()
        await trouble(kind)
        await expect(guest.spot("first")).to_contain_text("25")
        await company.others_bet(first=300, tie=100)


async def choice_asked(company: Company, trouble: Trouble, kind: str) -> None:
    """A tie; another one at the table has one too and answers first."""
    guest = company.guest
    company.cards("7h", "7s", ["7c", "9c"])
    await guest.bet(("first", 100), ("tie", 5))
    await company.others_bet()
    await expect(guest.page.locator(".choice")).to_be_visible()
    await trouble(kind)
    await expect(guest.page.locator(".choice")).to_be_visible()
    await expect(guest.spot("first")).to_contain_text("100")
    for other in company.others[:1]:
        await other.go_to_war()
    await company.war_cards("Qd Js" if company.others else "")
    await guest.choose("surrender")


async def war_asked(company: Company, trouble: Trouble, kind: str) -> None:
    """A Tie wager on the war is asked, where the house offers it."""
    guest = company.guest
    company.cards("8h", "8s", ["8c", "9c"])
    await guest.bet(("first", 100))
    await company.others_bet()
    await company.war_cards("2d Ts Th" if company.others else "Ts Th")
    await guest.choose("war")
    for other in company.others[:1]:
        await other.go_to_war()
    if await offers_war_tie(guest):
        await expect(guest.page.locator(".tiewar")).to_be_visible()
        await trouble(kind)
        await expect(guest.page.locator(".tiewar")).to_be_visible()
        await guest.page.locator(".tiewar").get_by_role("radio").last.check(force=True)
        await guest.page.locator('.tiewar__go[aria-disabled="false"]').click()


async def offers_war_tie(guest: Person) -> bool:
    house = await guest.page.locator("[data-house]").get_attribute("data-house")
    return load_house(str(house)).tie.war_deal is not WarTie.NOT_OFFERED


async def largest_bet(company: Company, _trouble: Trouble, _kind: str) -> None:
    """As much as the table takes, on Tie too, which loses; the others tie and surrender."""
    guest = company.guest
    limits = (await ask(guest, f"tables/{company.table}"))["limits"]
    first, tie = (limits[name]["max_cents"] // 100 for name in ("first", "tie"))
    company.cards("Kh", "9d", ["9c"] * len(company.others))
    await guest.put(*pieces("first", first), *pieces("tie", tie))
    await guest.place()
    for other in company.others:
        await other.bet(100, tie)
    for other in company.others:
        await other.surrender()


def pieces(area: str, chips: int) -> list[tuple[str, int]]:
    """An amount in the largest chips."""
    return [(area, 500)] * (chips // 500) + [(area, 100)] * (chips % 500 // 100)


async def tie_alone(company: Company, trouble: Trouble, kind: str) -> None:
    """Only a Tie wager, which wins, while another one at the table is at war."""
    guest = company.guest
    company.cards("9h", "9s", ["9c"])
    await guest.bet(("tie", 25))
    await company.others_bet()
    await company.war_cards("2d Js" if company.others else "")
    for other in company.others[:1]:
        await other.until_offered("go_to_war")
        await trouble(kind)
        await other.go_to_war()


PHASES = (chips_chosen, bet_placed, choice_asked, war_asked)


async def evening(
    browser: Browser, found: Hall, house: str, people: int, *, public: bool, kinds: tuple[str, ...]
) -> None:
    """A round for each phase and each trouble in it, and trouble when the result is there."""
    async with wire_to(found.url) as wire, person(browser, wire.url) as guest:
        await watch(guest)
        table, trouble = await found.table(house, public=public), Trouble(guest, wire)
        await guest.sit(table)
        cut = guest.page.locator(".cutbox")
        await expect(cut.or_(guest.page.locator(".bet"))).to_be_visible()
        if await cut.is_visible():
            await trouble(kinds[0])
            await expect(cut).to_be_visible()
        async with seated(found, guest, table, people) as company:
            phases = [*PHASES, *([tie_alone] if load_house(house).wagers.tie_alone else [])]
            for number, kind in enumerate(kinds):
                for phase in (*phases, *([largest_bet] if number == 0 else [])):
                    await phase(company, trouble, kind)
                    await expect(guest.page.locator(".settled")).to_be_visible()
                    await agrees(guest, table, house)
                    await log_agrees(guest)
                await trouble(kind)
                await agrees(guest, table, house, result=False)
            await never_untrue(guest)
            await lists_agree(guest)


@pytest.mark.parametrize(
    ("house", "people", "public", "kinds"),
    [
        pytest.param("wisconsin", 3, False, KINDS, marks=BEYOND_CORE),
        pytest.param("washington", 7, False, ("wire",), marks=BEYOND_CORE),
        ("skycity", 1, True, ("room",)),
    ],
)
async def test_after_every_round_the_page_says_what_the_service_says(
    browser: Browser, found: Hall, house: str, people: int, public: bool, kinds: tuple[str, ...]
) -> None:
    await evening(browser, found, house, people, public=public, kinds=kinds)


@BEYOND_CORE
@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("people", [1, 3, 7])
@pytest.mark.parametrize("house", ["washington", "skycity", "wisconsin"])
async def test_at_every_house_in_any_company_whatever_happens_to_the_page(
    browser: Browser, found: Hall, house: str, people: int, public: bool
) -> None:
    await evening(browser, found, house, people, public=public, kinds=KINDS)


@BEYOND_CORE
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("house", ["washington", "skycity", "wisconsin"])
async def test_the_last_round_of_a_shoe(
    browser: Browser, found: Hall, house: str, kind: str
) -> None:
    """The cutting card comes out: the result, the shuffle and the cut that follow."""
    async with wire_to(found.url) as wire, person(browser, wire.url) as guest:
        table, trouble = await found.table(house), Trouble(guest, wire)
        async with seated(found, guest, table, 7) as company:
            rounds, phase = 0, "betting"
            while phase == "betting":
                company.cards("Kh", "9d")
                if rounds == 0:
                    await guest.bet(("first", 5))
                else:
                    await expect(guest.button("Rebet")).to_have_attribute("aria-disabled", "false")
                    await guest.button("Rebet").click()
                await expect(guest.page.locator(".waitbox")).to_be_visible()
                await company.others_bet(5)
                rounds += 1
                phase = (await ask(guest, f"tables/{table}"))["view"]["phase"]
            await trouble(kind)
            await agrees(guest, table, house, result=False)
