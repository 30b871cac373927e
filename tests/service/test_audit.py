"""The audit of a database finds what no longer follows from the events of its tables.

Each line of ``DAMAGE`` was called sound by a check of the rows alone, or shows only there.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from casinowar.cli import admin
from casinowar.cli.main import main
from casinowar.service.audit import audit
from casinowar.service.history.significant_events import in_words
from casinowar.service.roles import Role
from casinowar.service.tables.settings import TableSettings
from casinowar.store.backup import check_database, open_view, restore
from casinowar.store.interface import Fault, NoteQuery, TableRow
from casinowar.store.open import open_store
from casinowar.table import Phase
from casinowar.table import commands as c
from casinowar.table.procedure import due
from casinowar.table.state import Stored
from tests.kit.casino import Client, open_casino, sit
from tests.kit.postgres import Postgres
from tests.kit.profile import few
from tests.kit.writes import as_it_was

ROUNDS = 60
CASH_CENTS = 1_000_00


async def play(client: Client, rounds: int) -> None:
    """Play alone in seat 1; go to war on every other tie."""
    host, wars = client.connection.host, 0
    # a tie in the last round is played out as well
    while host.table.state.round_number < rounds or host.table.state.phase is Phase.DECIDE:
        match host.table.state.phase:
            case Phase.CUT_OFFERED:
                await client.must(c.RefuseCut(seat=1))
            case Phase.DECIDE:
                wars += 1
                answer = c.GoToWar(seat=1) if wars % 2 else c.SurrenderHand(seat=1)
                await client.must(answer)
            case _:
                await client.must(c.PlaceWagers(seat=1, initial_cents=5_00))
                if host.table.state.phase is Phase.BETTING:
                    await client.must(c.PlaceWagers(seat=1, initial_cents=10_00))


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database after some rounds at two tables."""
    folder = tmp_path_factory.mktemp("played")
    store = await open_store(f"sqlite:///{folder}/tables.db")
    async with open_casino(folder, store) as rooms:
        for table in ("skycity", "washington"):
            one = await rooms.client(table)
            await one.must(sit(1))
            await one.must(c.BuyChips(seat=1, cash_cents=CASH_CENTS))
            await play(one, ROUNDS)
            await one.must(c.LeaveSeat(seat=1))
        floor = await rooms.client("skycity", (Role.FLOORPERSON,))
        await floor.must(c.FillTray(amount_cents=5_00), reason="for a test")
        floor = await rooms.client("washington", (Role.FLOORPERSON,))
        await floor.must(c.StartGamingDay(day=date(2027, 1, 16)), reason="the hour")
        floor = await rooms.client("wisconsin", (Role.FLOORPERSON,))
        opening = c.OpenTable(day=date(2027, 1, 15), dealer="Ana", tray_cents=10_000_000)
        await floor.must(opening, reason="the morning")
        await floor.must(c.CloseTable(), reason="the night")
        rooms.clock.ms -= 40 * 24 * 3600 * 1000  # a clock that is set back stops no table
        await floor.must(opening, reason="the morning")
        await floor.must(c.ChangeDealer(dealer="Ben"), reason="a pause")
        one = await rooms.client("no-bonus")
        await one.must(sit(1))
        await one.must(c.LeaveSeat(seat=1))  # nothing is posted
        boss = await rooms.client("no-bonus", (Role.ADMINISTRATOR,))
        people = (boss.connection.visitor.person, one.connection.visitor.person.id)
        for number in range(2):  # the same amount twice at one time
            await rooms.casino.cashier.give(*people, 123_00, "for a test", f"grant-{number}")
    await store.close()
    return folder / "tables.db"


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    """A copy that can be damaged."""
    return Path(shutil.copy(played, tmp_path / "tables.db"))


async def found_in(path: Path) -> list[Fault]:
    async with open_view(f"sqlite:///{path}") as view:
        return await audit(view)


async def test_the_same_note_twice_at_one_time_is_two_notes(tmp_path: Path) -> None:
    """A large bet is changed twice within a millisecond; the audit missed the second note."""
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    async with open_casino(tmp_path, store) as rooms:
        one, two = await rooms.client("washington"), await rooms.client("washington")
        for client, seat in ((one, 1), (two, 2)):  # bets stay open while the other thinks
            await client.must(sit(seat))
            await client.must(c.BuyChips(seat=seat, cash_cents=CASH_CENTS))
        for client, seat in ((one, 1), (two, 2)):
            await client.must(c.RefuseCut(seat=seat))
        for tie_cents in (1_00, 2_00, 3_00):
            bet = c.PlaceWagers(seat=1, initial_cents=300_00, tie_cents=tie_cents)
            await one.must(bet)
    await store.close()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as connection:
        same = "SELECT count(*), count(DISTINCT at_ms || data) FROM notes WHERE kind='large_wager'"
        assert connection.execute(same).fetchone() == (3, 1)
    assert await found_in(tmp_path / "tables.db") == []


async def test_an_inspection_of_nobody_is_noted_where_people_deal(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    async with open_casino(tmp_path, store) as rooms:
        settings = TableSettings(house="wisconsin", runs_itself=False)
        made = await rooms.casino.lobby.make("", settings)
        assert isinstance(made, TableRow)
        floor = await rooms.client(made.table, (Role.FLOORPERSON,))
        day = {"command": "open_table", "day": "2027-01-15", "dealer": "Ana"}
        await floor.must({**day, "tray_cents": 10_000_000}, reason="the day begins")
        host = floor.connection.host
        while host.table.state.phase is not Phase.SPREAD:  # the clocks of the steps run out
            step = due(host.table.state)
            assert step is not None
            await host.writer.itself(step)
        found = await rooms.store.notes(NoteQuery(kind="step_by_itself"))
        assert [one.note.data["step"] for one in found] == ["verify_inspection", "inspect_decks"]
    await store.close()
    assert await found_in(tmp_path / "tables.db") == []


async def test_a_stored_batch_that_nobody_shuffled_is_noted(tmp_path: Path) -> None:
    """Every later shoe comes from a stored batch: before, no line said that nobody shuffled it."""
    store = await open_store(f"sqlite:///{tmp_path}/tables.db")
    async with open_casino(tmp_path, store) as rooms:
        settings = TableSettings(house="wisconsin", runs_itself=False, shuffling="batches")
        made = await rooms.casino.lobby.make("", settings)
        assert isinstance(made, TableRow)
        floor, player = [
            await rooms.client(made.table, {role}) for role in (Role.FLOORPERSON, Role.PLAYER)
        ]
        day = {"command": "open_table", "day": "2027-01-15", "dealer": "Ana"}
        await floor.must({**day, "tray_cents": 10_000_000}, reason="the day begins")
        await player.must(sit(1))
        host = floor.connection.host
        while host.table.state.stored is not Stored.SHUFFLED:
            step = due(host.table.state)
            if step is None:
                await player.must(c.RefuseCut(seat=1))
            else:
                await host.writer.itself(step)
        [newest] = await rooms.store.notes(NoteQuery(kind="step_by_itself", limit=1))
        assert in_words(newest.note.kind, newest.note.data).startswith(
            "Nobody shuffled the stored batch in time"
        )
    await store.close()
    assert await found_in(tmp_path / "tables.db") == []


async def test_what_was_played_holds(played: Path) -> None:
    assert list(await check_database(f"sqlite:///{played}")) == []
    heard: list[tuple[int, int]] = []
    async with open_view(f"sqlite:///{played}") as view:
        assert await audit(view, lambda done, total: heard.append((done, total))) == []
    with closing(sqlite3.connect(played)) as connection:
        events = connection.execute("SELECT count(*) FROM events").fetchone()[0]
        for name in ("rounds", "snapshots", "notes", "answers", "postings", "persons"):
            assert connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] > 0, name
    assert heard[-1] == (events, events)


def without_last_command(table: str, *more: str) -> str:
    """The statements that remove the last command of a table as if it had never been."""
    last = f"SELECT max(version) FROM events WHERE table_id = '{table}'"
    command = f"(SELECT command FROM events WHERE table_id = '{table}' AND version = ({last}))"
    removed = [statement.format(command=command) for statement in more]
    removed += [
        f"DELETE FROM events WHERE table_id = '{table}' AND command = {command}",
        f"UPDATE tables SET version = ({last}) WHERE table_id = '{table}'",
    ]
    return ";".join(removed)


PAGE_BYTES = 4096
LAST = "(SELECT max(entry) FROM postings WHERE table_id = 'washington')"
DAMAGE = {
    "the ledger is gone": ("DELETE FROM postings; DELETE FROM accounts", "postings skycity"),
    "the last entry is gone": (
        (
            "UPDATE accounts SET balance_cents = balance_cents - (SELECT coalesce(sum(cents), 0)"
            f" FROM postings WHERE entry = {LAST} AND account = accounts.number);"
            f"DELETE FROM postings WHERE entry = {LAST}"
        ),
        "postings washington",
    ),
    "a posting has another kind": (
        "UPDATE postings SET kind = 'paid' WHERE kind = 'collected'",
        "postings skycity",
    ),
    "a table has postings of no event": (
        (
            "INSERT INTO postings SELECT number + 100000, entry + 100000, at_ms, account, cents,"
            " balance_cents, kind, table_id, version + 100000 FROM postings"
            " WHERE table_id = 'skycity'"
        ),
        "postings skycity",
    ),
    "rounds and hands are gone": ("DELETE FROM hands; DELETE FROM rounds", "rounds skycity"),
    "the last round is gone": (
        (
            f"DELETE FROM hands WHERE table_id = 'skycity' AND round = {ROUNDS};"
            f"DELETE FROM rounds WHERE table_id = 'skycity' AND round = {ROUNDS}"
        ),
        "rounds skycity",
    ),
    "a hand returned more": (
        "UPDATE hands SET returned_cents = 7 WHERE table_id = 'skycity' AND round = 9",
        "rounds skycity",
    ),
    "a round starts at another event": (
        "UPDATE rounds SET first_version = first_version - 1 WHERE round = 9",
        "rounds skycity",
    ),
    "seeds ahead are gone": ("DELETE FROM seeds WHERE shoe > 1", "seeds skycity"),
    "a snapshot shows another table": (
        "UPDATE snapshots SET body = CAST(replace(body, 'chips', 'chops') AS BLOB)",
        "snapshots skycity",
    ),
    "a snapshot is of another moment": (
        "UPDATE snapshots SET version = version + 1 WHERE table_id = 'skycity'",
        "snapshots skycity",
    ),
    "a snapshot is far ahead": (
        "UPDATE snapshots SET version = 10000000 WHERE table_id = 'skycity'",
        "snapshots skycity",
    ),
    "notes about the table are gone": (
        "DELETE FROM notes WHERE kind = 'table_opened' AND table_id = 'skycity'",
        "notes skycity",
    ),
    "the last event is gone": (
        (
            "DELETE FROM events WHERE table_id = 'skycity' AND version ="
            " (SELECT version FROM tables WHERE table_id = 'skycity');"
            "UPDATE tables SET version = version - 1 WHERE table_id = 'skycity'"
        ),
        "postings skycity",
    ),
    "an event is gone": (
        "DELETE FROM events WHERE table_id = 'skycity' AND version = 20",
        "events skycity",
    ),
    "an event cannot be read": (
        "UPDATE events SET body = X'7B' WHERE table_id = 'skycity' AND version = 20",
        "events skycity",
    ),
    "a gaming day is of another year": (
        (
            "UPDATE events SET body = CAST(replace(body, '2027-01-15', '2099-01-15') AS BLOB)"
            " WHERE table_id = 'skycity' AND instr(CAST(body AS TEXT), 'table_opened')"
        ),
        "days skycity",
    ),
    "a gaming day began in another year": (
        (
            "UPDATE events SET body = CAST(replace(body, '2027-01-16', '2099-01-16') AS BLOB)"
            " WHERE table_id = 'washington' AND instr(CAST(body AS TEXT), 'gaming_day_started')"
        ),
        "days washington",
    ),
    "the last command is gone, which moved no chips": (
        without_last_command("no-bonus"),
        "answers ",
    ),
    "the last event of a command is gone": (
        (
            "DELETE FROM events WHERE table_id = 'no-bonus' AND version ="
            " (SELECT version FROM tables WHERE table_id = 'no-bonus');"
            "UPDATE tables SET version = version - 1 WHERE table_id = 'no-bonus'"
        ),
        "answers ",
    ),
    "events are another person's": (
        "UPDATE events SET actor = 'p_z' WHERE actor <> ''",
        "answers ",
    ),
    "events are of another command": (
        "UPDATE events SET command = command || '!' WHERE table_id = 'no-bonus' AND version > 1",
        "answers ",
    ),
    "a command is gone and its events are not": (
        (
            "UPDATE events SET given = X'' WHERE table_id = 'skycity' AND"
            " instr(CAST(given AS TEXT), 'place_wagers')"
        ),
        "events skycity",
    ),
    "a command cannot be read": (
        "UPDATE events SET given = X'7B' WHERE table_id = 'skycity' AND version = 1",
        "events skycity",
    ),
    "a bet was another amount": (
        (
            "UPDATE events SET given = CAST(replace(given, 'initial_cents\":', 'initial_cents\":1')"
            " AS BLOB) WHERE table_id = 'skycity'"
        ),
        "events skycity",
    ),
    "a bet was made by somebody else": (
        (
            'UPDATE events SET given = CAST(replace(given, \'"by":"p_\', \'"by":"x_\')'
            " AS BLOB) WHERE table_id = 'skycity'"
        ),
        "events skycity",
    ),
    "a command has two ids": (
        (
            'UPDATE events SET given = CAST(replace(given, \'"id":"\', \'"id":"x\') AS BLOB)'
            " WHERE table_id = 'skycity'"
        ),
        "events skycity",
    ),
    "an event has another time than its command": (
        (
            "UPDATE events SET at_ms = at_ms + 1 WHERE table_id = 'no-bonus'"
            " AND version = (SELECT version FROM tables WHERE table_id = 'no-bonus')"
        ),
        "answers ",
    ),
    "an answer names other events": (
        "UPDATE answers SET body = CAST(replace(body, '\"first\":1,', '\"first\":2,') AS BLOB)",
        "answers ",
    ),
    "a command that was carried out is refused": (
        "UPDATE answers SET body = CAST(replace(body, 'true', 'false') AS BLOB)",
        "answers ",
    ),
    "an answer is that to another command": (
        'UPDATE answers SET body = CAST(replace(body, \'"id":"\', \'"id":"x\') AS BLOB)',
        "answers ",
    ),
    "answers name no events": (
        (
            "UPDATE answers SET body ="
            " CAST(json_set(CAST(body AS TEXT), '$.first', 5, '$.version', 4) AS BLOB)"
        ),
        "answers ",
    ),
    "an answer cannot be read": ("UPDATE answers SET body = X'7B'", "answers "),
    "an action of the floor is gone with its answer": (
        without_last_command("wisconsin", "DELETE FROM answers WHERE command = {command}"),
        "notes wisconsin",
    ),
    "an action of the floor is noted under another time": (
        "UPDATE notes SET at_ms = at_ms + 1 WHERE kind = 'floor_action' AND table_id = 'wisconsin'",
        "notes wisconsin",
    ),
    "rules cannot be read": ("UPDATE rules SET body = '{}'", "rules "),
    "rules are no JSON": ("UPDATE rules SET body = 'x'", "rules "),
    "rules are not those of their digest": (
        "UPDATE rules SET body = replace(body, 'Washington State', 'Washingtox State')",
        "rules ",
    ),
    "rules are gone": ("DELETE FROM rules", "tables skycity"),
    "settings are no JSON": ("UPDATE tables SET settings = 'x'", "tables skycity"),
    "settings are others": ("UPDATE tables SET settings = '{\"color\": 1}'", "tables skycity"),
    "an event cites another clause": (
        (
            "UPDATE events SET body = CAST(replace(body, 'WA 3', 'WI g3') AS BLOB)"
            " WHERE table_id = 'washington'"
        ),
        "events washington",
    ),
    "a person is no JSON": ("UPDATE persons SET data = 'x'", "persons p_"),
    "a person is empty": ("UPDATE persons SET data = '{}'", "persons p_"),
    "a document is no JSON": (
        "INSERT INTO documents VALUES ('call', '1', 1, '', '', 'open', 1, 'x')",
        "documents call 1",
    ),
    "a role is unknown": (
        "UPDATE persons SET data = replace(data, '\"floorperson\"', '\"king\"')",
        "persons p_",
    ),
    "chips were granted by nobody": (
        "UPDATE postings SET at_ms = at_ms + 1 WHERE kind = 'grant'",
        "player/p_",
    ),
    "the note of a grant is gone": (
        "DELETE FROM notes WHERE kind = 'chips_granted'",
        "player/p_",
    ),
    "a note tells of another grant": (
        (
            "UPDATE notes SET data = replace(data, '123', '124') WHERE kind = 'chips_granted'"
            " AND number = (SELECT min(number) FROM notes WHERE kind = 'chips_granted')"
        ),
        "player/p_",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damage_is_found(copy: Path, damage: str) -> None:
    sql, where = DAMAGE[damage]
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(sql)
    found = await found_in(copy)
    assert any(fault.where.startswith(where) for fault in found), found
    assert len(found) <= 20, "each kind is named once for a table"


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("UPDATE hands SET detail = 'x' WHERE table_id = 'skycity' AND round = 3", "a round"),
        ("UPDATE notes SET data = 'x' WHERE table_id = 'skycity'", "a note"),
        ("UPDATE events SET body = X'7B' WHERE table_id = 'skycity' AND version = 9", "JSON"),
    ],
)
async def test_no_other_table_is_blamed(copy: Path, sql: str, found: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(sql)
    [fault] = await found_in(copy)
    assert fault.where.startswith("events skycity")
    assert "cannot be played on from here" in fault.what
    assert found in fault.what
    assert "Error" not in fault.what, "it is said in words"


async def test_a_table_without_events_is_looked_at_too(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(
            "INSERT INTO notes SELECT 900000, at_ms, kind, 'battle-royal', round, person, actor,"
            " 'x' FROM notes LIMIT 1"
        )
    [fault] = await found_in(copy)
    assert fault.where == "events battle-royal 0"
    assert fault.what.endswith("a note cannot be read")


async def test_a_round_that_cannot_have_happened_is_found(copy: Path) -> None:
    """A player's low card becomes an ace wherever it stands, and the hand is lost all the same."""
    with closing(sqlite3.connect(copy)) as connection:
        version, card, last = connection.execute(
            "SELECT e.version, json_extract(CAST(e.body AS TEXT), '$.card'), r.last_version"
            " FROM events e JOIN rounds r ON r.table_id = e.table_id"
            " AND e.version BETWEEN r.first_version AND r.last_version"
            " JOIN hands h ON h.table_id = r.table_id AND h.round = r.round"
            " WHERE h.table_id = 'washington' AND h.outcome = 'lose'"
            " AND json_extract(CAST(e.body AS TEXT), '$.name') = 'card_dealt'"
            " AND json_extract(CAST(e.body AS TEXT), '$.seat') = 1 ORDER BY e.version LIMIT 1"
        ).fetchone()
        ace = "A" + card[1]
        connection.execute(
            "UPDATE events SET body = CAST(replace(body, ?, ?) AS BLOB)"
            " WHERE table_id = 'washington' AND version BETWEEN ? AND ?",
            (f'"{card}"', f'"{ace}"', version, last),
        )
        connection.execute("UPDATE hands SET detail = replace(detail, ?, ?)", (card, ace))
        connection.commit()
    found = {fault.where.split(" ")[0]: fault for fault in await found_in(copy)}
    assert found["events"].what.startswith("hand_compared: cites is WA 4b and must be WA 4")


@pytest.mark.parametrize(
    ("sql", "code", "said"),
    [
        ("UPDATE schema_version SET version = 99", 2, "Use a newer casinowar"),
        ("DELETE FROM schema_version", 1, "the number of the schema is missing"),
    ],
)
def test_a_schema_that_cannot_be_right_is_one_line(
    copy: Path, sql: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(sql)
    for command in (["check"], ["check", "--quick"]):
        assert main([*command, "--database", f"sqlite:///{copy}"]) == code
        shown = capsys.readouterr()
        [line] = (shown.out + shown.err).splitlines()
        assert said in line


@pytest.mark.parametrize("quick", [(), ("--quick",)])
def test_a_damaged_file_does_not_hold(
    copy: Path, quick: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """It was exit code 2 where a page that the check itself needs is gone."""
    pages = copy.stat().st_size // PAGE_BYTES
    for page in range(1, pages, pages // 5):
        damaged = bytearray(copy.read_bytes())
        damaged[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = bytes(PAGE_BYTES)
        other = copy.with_name(f"{page}.db")
        other.write_bytes(damaged)
        assert main(["check", *quick, "--database", f"sqlite:///{other}"]) == 1
        assert capsys.readouterr().out.startswith("file: ")


def test_an_opening_that_did_happen_is_not_denied(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript("DELETE FROM notes WHERE kind = 'table_closed'")
    assert main(["check", "--database", f"sqlite:///{copy}"]) == 1
    shown = capsys.readouterr().out
    assert "table_closed is missing here" in shown
    assert "did not happen" not in shown


@pytest.mark.parametrize(
    "damage", few((name for name in DAMAGE if DAMAGE[name][1] == "answers "), 4)
)
async def test_it_is_found_in_postgresql_too(copy: Path, damage: str, postgres: Postgres) -> None:
    sql, where = DAMAGE[damage]
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(sql)
    url = postgres.url(await postgres.new_schema())
    await restore(copy, url, as_it_was)
    async with open_view(url) as view:
        [found] = [fault for fault in await audit(view) if fault.where.startswith(where)]
    assert [found] == [fault for fault in await found_in(copy) if fault.where.startswith(where)]


@pytest.mark.parametrize("name", ["rules", "persons", "answers"])
async def test_rows_alone_show_that_a_whole_table_is_gone(copy: Path, name: str) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"DELETE FROM {name}")
        connection.commit()
    assert await check_database(f"sqlite:///{copy}")


def test_the_command_replays_unless_it_must_be_quick(
    copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "PROGRESS_SECONDS", 0.0)
    here = ["--database", f"sqlite:///{copy}", "--installation", "test"]
    assert main(["check", *here]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{admin.NO_FAULT}\n"
    assert "events replayed" in shown.err
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript("DELETE FROM hands; DELETE FROM rounds")
    assert main(["check", "--quick", *here]) == 0
    assert capsys.readouterr() == (f"{admin.NO_FAULT_IN_ROWS}\n", "")
    assert main(["admin", "check", *here]) == 1
    assert "rounds skycity" in capsys.readouterr().out
