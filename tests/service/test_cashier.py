"""The cashier: balances, refills, grants, statements.

Planted once and caught here: two refills at once; a refill for somebody whose chips are on a
table; a refill after 59 minutes, or none after 60; one for an excluded player; a refill on top of
what is there; a grant by a player; a statement without its words, or of somebody else.
"""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Sequence

import pytest

from casinowar.ledger import GRANTS, chips_account, escrow_account, grant, player_account
from casinowar.ledger import tray_account as tray
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.service.roles import Role
from casinowar.store.interface import AccountRow, NoteQuery, Write
from tests.kit.memory_store import MemoryStore
from tests.kit.people import PASSPHRASE, START_MS, People

HOUR_MS = 3_600_000


async def poor(people: People, left_cents: int = 0) -> Person:
    """A guest who has lost all but ``left_cents`` at table one."""
    if await people.store.table("one") is None:
        await people.add_table("one")
    guest = await people.persons.create_guest()
    await people.buy_in(guest.id, "one", 1_000_00)
    lost = 1_000_00 - left_cents
    await people.move("one", (chips_account("one", guest.id), tray("one"), lost, "collected"))
    back = (chips_account("one", guest.id), player_account(guest.id), left_cents, "cash_out")
    await people.move("one", back)
    return guest


async def refusal(people: People, person: Person) -> ServiceRefused:
    with pytest.raises(ServiceRefused) as stopped:
        await people.cashier.refill(person)
    return stopped.value


async def test_a_balance_counts_the_account_the_chips_and_the_layout() -> None:
    people = People()
    guest = await people.persons.create_guest()
    await people.add_table("one")
    await people.add_table("two")
    await people.buy_in(guest.id, "one", 300)
    await people.buy_in(guest.id, "two", 50)
    wager = (chips_account("one", guest.id), escrow_account("one", guest.id), 100, "wager")
    await people.move("one", wager)
    balance = await people.cashier.balance(guest.id)
    assert (balance.account_cents, balance.at_tables_cents) == (1_000_00 - 350, 350)
    assert balance.total_cents == 1_000_00


async def test_a_refill_fills_up_to_the_full_amount() -> None:
    people = People()
    guest = await poor(people, 99_99)
    assert (await people.cashier.refill(guest)).total_cents == 1_000_00
    assert await people.store.balance(GRANTS) == -1_000_00 - 900_01
    faults = await people.store.check()
    assert [fault.where for fault in faults] == ["tray/one"]  # nobody filled it before


async def test_nobody_is_refilled_who_has_enough() -> None:
    people = People()
    assert (await refusal(people, await poor(people, 100_00))).refusal.code is (
        ServiceCode.REFILL_NOT_NEEDED
    )


@pytest.mark.parametrize("place", ["chips", "escrow"])
async def test_chips_at_a_table_count(place: str) -> None:
    people = People()
    guest = await people.persons.create_guest()
    await people.add_table("one")
    await people.buy_in(guest.id, "one", 1_000_00)
    chips, escrow = chips_account("one", guest.id), escrow_account("one", guest.id)
    if place == "escrow":
        await people.move("one", (chips, escrow, 1_000_00, "wager"))
    assert (await refusal(people, guest)).refusal.code is ServiceCode.REFILL_NOT_NEEDED
    lost = (chips if place == "chips" else escrow, tray("one"), 950_00, "collected")
    await people.move("one", lost)
    assert (await people.cashier.refill(guest)).account_cents == 950_00


async def test_there_is_one_refill_an_hour() -> None:
    people = People()
    guest = await poor(people)
    await people.cashier.refill(guest)
    await people.buy_in(guest.id, "one", 1_000_00)
    await people.move("one", (chips_account("one", guest.id), tray("one"), 1_000_00, "collected"))
    people.clock.ms += HOUR_MS - 1
    stopped = await refusal(people, guest)
    assert stopped.refusal.code is ServiceCode.REFILL_TOO_SOON
    assert stopped.refusal.until_ms == START_MS + HOUR_MS
    people.clock.ms += 1
    assert (await people.cashier.refill(guest)).total_cents == 1_000_00


async def test_whether_a_refill_is_possible_is_said_before_it_is_asked_for() -> None:
    """The page of before offered it and was refused: nothing said when it would be possible."""
    people = People()
    rich = await people.persons.create_guest()
    terms = await people.cashier.refill_terms(rich)
    assert (terms.possible, terms.again_ms) == (False, None)
    assert (terms.below_cents, terms.to_cents) == (100_00, 1_000_00)
    guest = await poor(people)
    assert (await people.cashier.refill_terms(guest)).possible
    await people.cashier.refill(guest)
    await people.buy_in(guest.id, "one", 1_000_00)
    await people.move("one", (chips_account("one", guest.id), tray("one"), 1_000_00, "collected"))
    terms = await people.cashier.refill_terms(guest)
    assert (terms.possible, terms.again_ms) == (False, START_MS + HOUR_MS)
    people.clock.ms += HOUR_MS
    terms = await people.cashier.refill_terms(guest)
    assert (terms.possible, terms.again_ms) == (True, None)
    resting = await people.persons.take_break(guest.id, people.clock.ms + HOUR_MS)
    assert not (await people.cashier.refill_terms(resting)).possible


class SlowStore(MemoryStore):
    """Lets others in between the reading and the writing of money."""

    async def accounts_of(self, person: str) -> Sequence[AccountRow]:
        rows = await super().accounts_of(person)
        await asyncio.sleep(0)
        return rows

    async def balance(self, account: str) -> int:
        cents = await super().balance(account)
        await asyncio.sleep(0)
        return cents


@pytest.mark.parametrize("processes", [1, 3])
async def test_of_many_refills_at_once_one_is_given(processes: int) -> None:
    store = SlowStore()
    houses = [People(store), *(People(SlowStore(store.hall)) for _ in range(processes - 1))]
    guest = await poor(houses[0])
    tries = [houses[number % processes].cashier.refill(guest) for number in range(12)]
    # hours apart on the clocks of three processes: it is still one refill
    for number, house in enumerate(houses):
        house.clock.ms += number * HOUR_MS
    done = await asyncio.gather(*tries, return_exceptions=True)
    codes = [one.refusal.code for one in done if isinstance(one, ServiceRefused)]
    assert codes == [ServiceCode.REFILL_TOO_SOON] * 11
    assert await store.balance(player_account(guest.id)) == 1_000_00


async def test_chips_that_are_cashed_out_while_they_are_counted_are_counted_once() -> None:
    people = People(SlowStore())
    guest = await people.persons.create_guest()
    await people.add_table("one")
    await people.buy_in(guest.id, "one", 1_000_00)
    chips, account = chips_account("one", guest.id), player_account(guest.id)
    for pauses in range(8):
        counting = asyncio.create_task(people.cashier.balance(guest.id))
        for _ in range(pauses):
            await asyncio.sleep(0)
        await people.move("one", (chips, account, 1_000_00, "cash_out"))
        assert (await counting).total_cents == 1_000_00
        await people.buy_in(guest.id, "one", 1_000_00)


async def test_chips_that_leave_the_layout_while_they_are_counted_are_counted_once() -> None:
    people = People(SlowStore())
    guest = await people.persons.create_guest()
    await people.add_table("one")
    await people.buy_in(guest.id, "one", 1_000_00)
    chips, escrow = chips_account("one", guest.id), escrow_account("one", guest.id)
    for pauses in range(8):
        await people.move("one", (chips, escrow, 1_000_00, "wager"))
        counting = asyncio.create_task(people.cashier.balance(guest.id))
        for _ in range(pauses):
            await asyncio.sleep(0)
        await people.move("one", (escrow, chips, 1_000_00, "returned"))
        assert (await counting).total_cents == 1_000_00


async def test_no_refill_during_a_break_or_an_exclusion_or_for_surveillance() -> None:
    people = People()
    guest = await poor(people)
    resting = await people.persons.take_break(guest.id, START_MS + HOUR_MS)
    assert (await refusal(people, resting)).refusal.code is ServiceCode.ON_BREAK
    excluded = await people.persons.exclude(guest.id, None)
    assert (await refusal(people, excluded)).refusal.code is ServiceCode.EXCLUDED
    people.clock.ms += 1000 * HOUR_MS
    assert (await refusal(people, excluded)).refusal.code is ServiceCode.EXCLUDED


async def test_an_administrator_grants_chips_with_a_reason() -> None:
    people = People()
    root = await people.persons.create_administrator("root", "Root", PASSPHRASE)
    guest = await people.persons.create_guest()
    assert (
        await people.cashier.give(root, guest.id, 500, "a prize", "one")
    ).total_cents == 1_005_00
    (found,) = await people.store.notes(NoteQuery(kind="chips_granted"))
    assert (found.note.person, found.note.actor) == (guest.id, root.id)
    assert found.note.data == {"id": "one", "cents": 500, "reason": "a prize"}


async def test_a_grant_that_is_asked_for_again_is_given_once() -> None:
    people = People()
    root = await people.persons.create_administrator("root", "Root", PASSPHRASE)
    other = await people.persons.create_administrator("other", "Other", PASSPHRASE)
    guest, give = await people.persons.create_guest(), people.cashier.give
    for _ in range(3):  # its answer was lost twice
        assert (await give(root, guest.id, 500, "a prize", "one")).total_cents == 1_005_00
    for cents, person in ((501, guest.id), (500, root.id)):
        with pytest.raises(ServiceRefused) as stopped:
            await give(root, person, cents, "a prize", "one")
        assert stopped.value.refusal.code is ServiceCode.ID_USED
    assert (await give(root, guest.id, 500, "a prize", "two")).total_cents == 1_010_00
    assert (await give(other, guest.id, 500, "a prize", "one")).total_cents == 1_015_00
    assert len(await people.store.notes(NoteQuery(kind="chips_granted"))) == 3


@pytest.mark.parametrize(
    ("cents", "reason", "expected"),
    [
        (0, "a prize", ServiceCode.BAD_AMOUNT),
        (-5, "a prize", ServiceCode.BAD_AMOUNT),
        (2**63, "a prize", ServiceCode.BAD_AMOUNT),
        (5, " ", ServiceCode.REASON_NEEDED),
    ],
)
async def test_a_grant_is_an_amount_with_a_reason(
    cents: int, reason: str, expected: ServiceCode
) -> None:
    people = People()
    root = await people.persons.create_administrator("root", "Root", PASSPHRASE)
    with pytest.raises(ServiceRefused) as stopped:
        await people.cashier.give(root, root.id, cents, reason, "one")
    assert stopped.value.refusal.code is expected


async def test_players_and_dealers_grant_nothing_and_nobody_gets_nothing() -> None:
    people = People()
    root = await people.persons.create_administrator("root", "Root", PASSPHRASE)
    guest = await people.persons.create_guest()
    with pytest.raises(ServiceRefused) as stopped:
        await people.cashier.give(guest, guest.id, 5, "for me", "one")
    assert stopped.value.refusal.code is ServiceCode.NOT_ALLOWED
    assert Role.PLAYER in guest.roles
    with pytest.raises(ServiceRefused) as stopped:
        await people.cashier.give(root, "p_" + "a" * 20, 5, "for nobody", "one")
    assert stopped.value.refusal.code is ServiceCode.NO_SUCH_PERSON


async def test_a_statement_has_words_and_balances_newest_first() -> None:
    people = People()
    await people.persons.create_guest()
    guest = await poor(people, 50_00)
    people.clock.ms += 1
    await people.cashier.refill(guest)
    lines = await people.cashier.statement(guest.id)
    assert [(line.words, line.table, line.cents, line.balance_cents) for line in lines] == [
        ("Play chips refilled", "", 950_00, 1_000_00),
        ("Taken back to the account", "one", 50_00, 50_00),
        ("Brought to the table", "one", -1_000_00, 0),
        ("Play chips granted", "", 1_000_00, 1_000_00),
    ]
    first = await people.cashier.statement(guest.id, limit=2)
    rest = await people.cashier.statement(guest.id, before=first[-1].number)
    assert [*first, *rest] == lines


async def test_a_statement_covers_the_past_year() -> None:
    people = People()
    guest = await people.persons.create_guest()
    people.clock.ms += 366 * 24 * HOUR_MS
    assert len(await people.cashier.statement(guest.id)) == 1
    people.clock.ms += 1
    assert await people.cashier.statement(guest.id) == []


async def test_a_statement_as_csv_has_all_of_it() -> None:
    people = People()
    guest = await people.persons.create_guest()
    for _ in range(1500):
        await people.store.write(Write(at_ms=START_MS + 7, postings=grant(guest.id, 1)))
    text = "".join([line async for line in people.cashier.statement_csv(guest.id)])
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows) == 1501
    assert rows[0]["balance"] == "1015.00"
    assert rows[0]["time"] == "2027-01-15T08:00:00.007+00:00"
    assert rows[-1] == {
        "number": rows[-1]["number"],
        "time": "2027-01-15T08:00:00.000+00:00",
        "what": "Play chips granted",
        "table": "",
        "play_chips": "1000.00",
        "balance": "1000.00",
    }
