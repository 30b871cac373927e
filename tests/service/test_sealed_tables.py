"""Tables with sealed shoes: what clients are sent, what they add, and what can be exported."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from casinowar.fairness import proof
from casinowar.fairness.seeds import contribution
from casinowar.record.export import verify_export
from casinowar.service.audit import audit
from casinowar.service.history.access import STRANGER, Viewer
from casinowar.service.history.exports.log_file import Exporter
from casinowar.service.history.one_round import past_round
from casinowar.service.history.reader import Reader
from casinowar.service.history.search import search
from casinowar.service.history.shapes import RoundShoe
from casinowar.service.http.metrics import Metrics
from casinowar.service.people.people import OPERATOR, Changes
from casinowar.service.tables.shoes import Origin
from casinowar.store.backup import open_view
from casinowar.store.interface import RoundQuery
from casinowar.store.sqlite import SqliteStore
from casinowar.table import commands as c
from casinowar.table.state import Phase
from casinowar.wire import encode_json
from tests.kit.casino import Client, Rooms, open_casino
from tests.kit.fair import signer_at

TABLE = "skycity"


@dataclass
class Contributor:
    """A client that contributes as the page does."""

    client: Client
    seat: int
    random: Random
    opens: bool = True
    values: dict[int, bytes] = field(default_factory=dict[int, bytes])

    async def answer(self) -> bool:
        """Seal or open, if that is offered; whether something was done."""
        offers = {offer["command"] for offer in self.client.told.of("offers")[-1]["offers"]}
        mix = self.client.connection.host.table.state.mix
        assert mix is not None
        if "seal_contribution" in offers:
            value = self.values[mix.number] = self.random.randbytes(32)
            origin = self.client.told.of("welcome")[0]["fair"]["origin"]
            digits = contribution(origin, mix.number, self.seat, value).hex()
            await self.client.must(
                {"command": "seal_contribution", "seat": self.seat, "commitment": digits}
            )
            return True
        if "open_contribution" in offers and self.opens:
            value = self.values[mix.number]
            await self.client.must(
                {"command": "open_contribution", "seat": self.seat, "value": value.hex()}
            )
            return True
        return False


async def sit(rooms: Rooms, seat: int, table: str = TABLE, **said: Any) -> Client:
    client = await rooms.client(table, **said)
    await client.must({"command": "take_seat", "seat": seat})
    await client.must({"command": "buy_chips", "seat": seat, "cash_cents": 100_000})
    return client


def follow(client: Client) -> tuple[bytes, int]:
    """The head that a client works out from the frames it was sent, each signed head checked."""
    welcome = client.told.of("welcome")[0]
    origin, keys = welcome["fair"]["origin"], {one["key"] for one in welcome["fair"]["keys"]}
    head, size = b64decode(welcome["fair"]["head"]["hash"]), welcome["fair"]["head"]["size"]
    assert size == welcome["version"]
    for frame in client.told.of("events"):
        assert frame["first"] == size + 1
        for event in frame["events"]:
            # as a page does it: written again from what was parsed
            body = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
            head, size = proof.next_head(head, body), size + 1
        signed = frame["head"]
        assert (signed["size"], b64decode(signed["hash"])) == (size, head)
        assert signed["key"] in keys
        text = proof.head_text(origin, size, head)
        proof._verify(0, signed["key"], b64decode(signed["signature"]), text, "forged")
    return head, size


async def play(
    client: Client, contributor: Contributor | None, rounds: int, commands: int = 10**6
) -> None:
    """Play some rounds with what is offered, or give so many commands."""
    host = client.connection.host
    last = host.table.state.round_number + rounds
    wishes = ("go_to_war", "decline_war_tie", "refuse_cut", "place_wagers", "buy_chips")
    while commands and (host.table.state.round_number < last or host.table.state.hands):
        commands -= 1
        if contributor is not None and await contributor.answer():
            continue
        offers = client.told.of("offers")[-1]["offers"]
        offered = {offer["command"]: offer for offer in reversed(offers)}
        wish = next((wish for wish in wishes if wish in offered), None)
        if wish is None:  # the table waits for somebody who does not answer
            host.presence.clocks.deadlines = dict.fromkeys(host.presence.clocks.deadlines, 0.0)
            await host.run(host.time_up)
            continue
        command = {
            name: value["min"] if isinstance(value, dict) else value
            for name, value in offered[wish].items()
        }
        if wish == "buy_chips":
            command["cash_cents"] = 10_000
        await client.must(command)


async def exported(
    rooms: Rooms, folder: Path, table: str = TABLE, shoe: int | None = None
) -> bytes:
    reader = Reader(rooms.store)
    exporter = Exporter(reader, signer_at(folder), "test")
    row = await reader.table(table)
    pieces = await (exporter.whole(row) if shoe is None else exporter.shoe(row, shoe))
    return b"".join([piece async for piece in pieces])


async def test_a_client_follows_the_log_and_its_shoes_are_proved(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 2, contributes=True)
        own = Contributor(client, 2, Random(1))
        await play(client, own, 120)
        head, size = follow(client)
        table = client.connection.host.table
        assert (head, size) == (table.head, table.version)
        found = verify_export(await exported(rooms, tmp_path))
        assert found.fault is None
        assert [shoe.proved for shoe in found.report.shoes] == [True, False]
        assert all(shoe.opened == (2,) for shoe in found.report.shoes)
        assert found.report.events == size


async def test_who_does_not_contribute_is_not_waited_for(tmp_path: Path) -> None:
    """A client that knows nothing of sealed shoes sees no difference but the events."""
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 1)
        state = client.connection.host.table.state
        assert state.phase is Phase.CUT_OFFERED
        assert state.mix is not None
        assert state.mix.closed
        await play(client, None, 3)
        [shoe] = verify_export(await exported(rooms, tmp_path)).report.shoes
        assert not shoe.proved


async def test_the_table_goes_on_when_a_contributor_vanishes(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 1, contributes=True)
        other = await rooms.client(TABLE)
        host = client.connection.host
        assert host.table.waits()[0].what.value == "contribution"
        client.connection.closed()
        await host.run(host.time_up)
        assert host.table.waits()[0].what.value == "contribution"  # they may come back
        host.presence.clocks.deadlines = dict.fromkeys(host.presence.clocks.deadlines, 0.0)
        await host.run(host.time_up)
        assert host.table.state.phase is Phase.CUT_OFFERED
        follow(other)


async def test_one_shoe_is_exported_from_its_commitment_to_its_seed(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 3, contributes=True)
        await play(client, Contributor(client, 3, Random(2)), 220)
        last = client.connection.host.table.state.shoe.number
        assert last >= 3
        for number in range(1, last + 1):
            found = verify_export(await exported(rooms, tmp_path, shoe=number))
            assert found.fault is None, found.fault
            [shoe] = [one for one in found.report.shoes if one.number == number]
            assert (shoe.ended, shoe.opened) == (number < last, (3,))


async def test_a_log_says_of_an_age_only_that_the_house_lets_them_in(tmp_path: Path) -> None:
    """SkyCity asks for 20 years, Wisconsin for none; the players said 67 when they came."""
    async with open_casino(tmp_path) as rooms:
        for table, told in ((TABLE, 20), ("wisconsin", None)):
            client = await rooms.client(table)
            persons, person = rooms.casino.persons, client.person.id
            await persons.reset_age(OPERATOR, person, "for a test")
            await persons.change(person, Changes(age_years=67))
            await client.connection.visitor.refresh()
            await client.must({"command": "take_seat", "seat": 1})
            await client.must({"command": "change_seat", "seat": 1, "to": 2})
            found = await exported(rooms, tmp_path, table)
            lines = [json.loads(line) for line in found.splitlines()]
            seats = [line for line in lines if line.get("command") == "take_seat"]
            assert [line.get("age_years") for line in seats] == [told, told]
            assert verify_export(found).fault is None


async def test_a_table_that_is_opened_again_goes_on_with_its_head(tmp_path: Path) -> None:
    """The head comes from the last snapshot; the stream is not read from its beginning."""
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 1, contributes=True)
        await play(client, Contributor(client, 1, Random(3)), 60)
        table = client.connection.host.table
        head, version = table.head, table.version
        store = rooms.store
        assert await store.snapshot(TABLE) is not None
    async with open_casino(tmp_path, await store.restarted(), seed=2) as rooms:  # type: ignore[attr-defined]
        read = list[int]()
        events = rooms.store.events

        async def counted(table: str, after: int, limit: int = 1000) -> Any:
            read.append(after)
            return await events(table, after, limit)

        rooms.store.events = counted  # type: ignore[method-assign]
        del rooms.casino.hosts[TABLE]  # opened at the start, as its home had ended
        host = await rooms.casino.host(TABLE)
        assert min(read) > 0
        assert (host.table.head, host.table.version) == (head, version)


async def test_stacked_and_staffed_tables_claim_nothing(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        from casinowar.service.tables.settings import TableSettings

        row = await rooms.casino.lobby.make("p", TableSettings(house=TABLE, runs_itself=False))
        client = await rooms.client(row.table)  # type: ignore[union-attr]
        assert "fair" not in client.told.of("welcome")[0]


def test_stored_bytes_are_what_a_page_writes() -> None:
    """See also web/tests: JSON.stringify(JSON.parse(bytes)) gives the same bytes."""
    assert encode_json({"b": 1, "a": "é\u2028<"}) == '{"b":1,"a":"é\u2028<"}'.encode()


def test_the_origin_names_installation_history_and_table() -> None:
    assert str(Origin("here", "s1", "t1")) == "casinowar/here/s1/t1"


async def test_a_seed_that_is_not_shown_within_a_day_is_an_alarm(tmp_path: Path) -> None:
    """On the page, in the metrics and in a check; it is over when the seed is shown."""
    store = SqliteStore(tmp_path / "tables.db")
    async with open_casino(tmp_path, store) as rooms:
        client = await sit(rooms, 1, contributes=True)
        await play(client, Contributor(client, 1, Random(7)), 3)
        metrics = Metrics()
        metrics.watch(rooms.casino)
        last_ms = rooms.clock.ms
        for hours, overdue in ((23, None), (2, {"shoe": 1, "last_ms": last_ms})):
            rooms.clock.ms += hours * 3_600_000
            await rooms.casino._look_for_overdue()
            other = await rooms.client(TABLE)
            assert other.told.of("welcome")[0]["fair"]["overdue"] == overdue
            count = b"1.0" if overdue else b"0.0"
            assert b"casinowar_shoes_overdue " + count in metrics.text()
            async with open_view(f"sqlite:///{tmp_path / 'tables.db'}") as view:
                faults = await audit(view, installation="test", now_ms=rooms.clock.ms)
            assert [fault.where for fault in faults] == ([f"shoe {TABLE} 1"] if overdue else [])
        host = client.connection.host
        await host.run(lambda: host.writer.itself(c.CloseTable()))
        await rooms.casino._look_for_overdue()
        assert b"casinowar_shoes_overdue 0.0" in metrics.text()
    await store.close()


async def test_a_past_round_says_how_far_the_proof_of_its_shoe_has_come(tmp_path: Path) -> None:
    async with open_casino(tmp_path) as rooms:
        client = await sit(rooms, 1, contributes=True)
        await play(client, Contributor(client, 1, Random(8)), 2)
        reader, viewer = Reader(rooms.store), Viewer.of(client.person)
        host = client.connection.host
        for state in ("sealed", "revealed"):
            page = await search(reader, RoundQuery(), viewer)
            assert len(page.rounds) == 2
            one = (await past_round(reader, page.rounds[0].id, viewer)).found
            shared = (await past_round(reader, page.rounds[0].id, STRANGER)).found
            for found in (*page.rounds, one, shared):
                assert found.shoe == RoundShoe(number=1, state=state, contributors=1, withheld=0)
            if state == "sealed":
                await host.run(lambda: host.writer.itself(c.CloseTable()))
