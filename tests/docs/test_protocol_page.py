"""The page about the protocol is true: its conversation is had with a real service.

Planted once and caught here: another field in a frame, a frame that is sent twice, a refusal code
that the page does not know, another close code, another limit, an event that is repeated with
another time.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from casinowar.service import casino
from casinowar.service.conversation import connection, messages
from casinowar.service.conversation.schema import messages_schema
from casinowar.service.http.errors import status_of
from casinowar.service.http.settings import Config
from casinowar.service.http.wiring import REQUESTS_AT_ONCE
from casinowar.service.refusals import ServiceCode
from casinowar.table import commands as c
from casinowar.table.commands import COMMANDS
from casinowar.table.refusals import Code
from casinowar.table.waits import Awaited
from casinowar.wire import MESSAGE_MAX_BYTES, Question, WireCode
from tests.docs.frames import PAGE, ROOT, blocks, fits, have, masked, read_lines, rewritten

TEXT = PAGE.read_text(encoding="utf-8")
REQUESTS = Config().requests_per_second
LINES = [line for block in blocks(TEXT) for line in read_lines(block)]


def section(title: str) -> str:
    """What a heading of the page is followed by, up to the next one of its kind."""
    kind = title.split(" ")[0]
    return re.split(rf"^{kind} ", TEXT.partition(f"\n{title}\n")[2], maxsplit=1, flags=re.M)[0]


def first_cells(text: str) -> list[str]:
    """The names in the first column of the tables of a section."""
    rows = re.findall(r"^\| (.*?) \|", text, re.M)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


async def test_the_service_says_what_the_page_shows(tmp_path: Path) -> None:
    heard = await have(LINES, tmp_path)
    answers = [line.text for line in LINES if not line.sent]
    for shown, said in zip(answers, heard, strict=True):
        assert fits(shown, said), f"run python -m tests.docs.frames\n{shown}\n{said}"
    for told in (answers, heard):
        times = times_of(told)
        assert [*times] == sorted(times)
        assert [*times.values()] == sorted(times.values())


def times_of(answers: list[str]) -> dict[int, int]:
    """When events happened, by the number of the first; those that are repeated have one time."""
    times = dict[int, int]()
    for text in answers:
        if found := re.match(r'\{"type":"events","first":(\d+),.*?"at_ms":(\d+)', text):
            number, at_ms = int(found[1]), int(found[2])
            assert times.setdefault(number, at_ms) == at_ms, f"event {number} has two times"
    return times


def test_what_is_written_anew_keeps_the_times_of_the_page() -> None:
    page = '```frames\n← {"at_ms":1794803053000}\n← {"at_ms":1794803053000,"old":1}\n```'
    heard = ['{"at_ms":1894803053500}', '{"at_ms":1894803053500,"new":1}']
    assert rewritten(page, heard) == page.replace("old", "new")
    later = ['{"at_ms":1894803053500}', '{"at_ms":1894803053700,"new":1}']
    assert '"at_ms":1794803053200,"new"' in rewritten(page, later)


def test_the_comparison_can_fail() -> None:
    for line in LINES:
        if not line.sent and "…" not in line.text:
            assert fits(line.text, line.text)
            assert not fits(line.text, line.text + " ")
    assert not fits('{"seat":3}', '{"seat":4}')
    assert not fits('{"version":45}', '{"version":46}')
    assert fits('{"at_ms":1794803053147}', '{"at_ms":1894803053148}')
    assert not fits('{"left_ms":null}', '{"left_ms":5}')
    assert masked("p_jfr5plfc6ongvuia36x6") == "p_#"


def test_the_page_shows_a_whole_round_with_a_war() -> None:
    shown = "".join(line.text for line in LINES if not line.sent and "…" not in line.text)
    told = re.findall(r'"name":"(\w+)"', shown)
    round_one = told[told.index("wager_placed") : told.index("round_completed") + 1]
    assert {"war_chosen", "war_tie_placed", "war_card_dealt", "hand_decided"} <= set(round_one)
    assert "card_burned" in round_one


# --- what the tables of the page say --------------------------------------------------------------


def test_the_page_knows_every_refusal() -> None:
    service = re.findall(r"^\| `(\S+)` \| (\d+) \| .+ \|$", section("### By the service"), re.M)
    assert service == [(code.value, str(status_of(code))) for code in ServiceCode]
    table = first_cells(section("### By the table"))
    assert table == [code.value for code in Code]
    unread = first_cells(section("### Of messages that cannot be read"))
    # the last one is said by ``casinowar table --record`` only
    assert unread == [code.value for code in WireCode if code is not WireCode.NOT_RECORDED]


def test_the_page_knows_every_end_of_a_socket() -> None:
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", section("## The end of a socket"), re.M)
    assert {reason: int(code) for code, reason in rows} == messages.CLOSE_CODES


def test_the_page_knows_every_message() -> None:
    sent, received = section("## Frames").split("| you get | fields | when |")
    assert first_cells(sent) == [kind.value for kind in messages.Kind]
    defs = messages_schema()["$defs"]
    names = [each["$ref"].removeprefix("#/$defs/") for each in defs["ServerFrame"]["oneOf"]]
    written = {defs[name]["properties"]["type"]["const"] for name in names}
    assert set(first_cells(received.partition("###")[0])) == written
    asked = re.search(r"`ask`: (.*?) \|", sent)
    assert asked
    assert re.findall(r"`(\w+)`", asked[1]) == ["view", "legal", "due", "snapshot"]
    assert set(re.findall(r"`(\w+)`", asked[1])) == {question.value for question in Question}


def test_the_page_knows_every_command_of_a_player() -> None:
    named = first_cells(section("## Sit down"))
    own = {kind.NAME for kind in COMMANDS.values() if kind.ROLE is c.Role.PLAYER}
    assert len(named) == len(set(named))
    assert set(named) == own | {"change_seat"}


def test_the_page_knows_everything_that_a_table_waits_for() -> None:
    named = first_cells(section("## Clocks"))
    assert set(named) - {"what"} == {what.value for what in Awaited}


@pytest.mark.parametrize(
    "words",
    [
        f"| a message, and the body of a request | {MESSAGE_MAX_BYTES:,} bytes |",
        f"{connection.RATE:.0f} a second, {connection.BURST:.0f} at once |",
        f"{Config().sockets_per_person} for a person, {Config().sockets_per_address} from an",
        f"{Config().sockets_max:,} in all",
        f"{Config().socket_buffer_bytes:,} bytes; a client that does not read",
        f"pings every {Config().ping_seconds} seconds and waits {Config().pong_seconds}",
        f"| {REQUESTS} a second, {REQUESTS * REQUESTS_AT_ONCE} at once |",
        f"{Config().guests_per_hour} guests an hour, {Config().tables_per_hour} tables an hour",
        f"{Config().sign_ins_per_minute} attempts to sign in a minute",
        f"missed more than {connection.CATCH_UP_MAX:,} events",
        f"within {casino.HELLO_SECONDS:.0f} seconds",
        f"{connection.STRIKES} messages came too fast",
        f"1 to {messages.ID_MAX} printable ASCII characters",
        f"`{messages.PROTOCOL}`",
        f"lasts {Config().session_days} days after its last use",
    ],
)
def test_the_page_says_the_limits_of_the_code(words: str) -> None:
    assert words in TEXT.replace("\n", " ")


def test_a_body_may_have_as_many_bytes_as_a_message() -> None:
    assert Config().body_max_bytes == MESSAGE_MAX_BYTES
    assert Config().away_seconds == 120, "two minutes, the page says"


def test_the_client_of_the_page_is_there() -> None:
    assert "(../examples/client.py)" in TEXT
    assert (ROOT / "examples" / "client.py").exists()
