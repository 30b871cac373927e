"""A table with real cards over the network: the dealer tells faces and enters what players do.

Planted once and caught here: a face that any table takes, a player who acts for themselves, a card
that the dealer did not tell, and ``casinowar verify`` without a word for real cards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import Rank
from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.record import read_record, verify
from casinowar.service.http.offline_admin import create_administrator
from casinowar.service.roles import Role
from tests.service.http.kit import QUICK_HASHES, Guest, House, TableClient, config_for, running
from tests.service.http.test_routes import PASSPHRASE, staff
from tests.service.test_audit import found_in


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = config_for(tmp_path)
    await create_administrator(config, "boss", PASSPHRASE, QUICK_HASHES)
    async with running(config) as house:
        yield house


async def opened(flo: Guest, **settings: Any) -> str:
    body = {"house": "wisconsin", "runs_itself": False, "physical": True, **settings}
    made = (await flo.send("POST", "/api/tables", body)).json()
    table = str(made["table"]["id"])
    assert made["table"]["settings"]["physical"] is True
    day = str(load_house("wisconsin").gaming_day(datetime.now().astimezone()))
    opening = {"command": "open_table", "day": day, "dealer": "dealer", "tray_cents": 10_000_000}
    async with flo.at(table) as desk:
        await desk.send({"type": "command", "id": "o", "command": opening, "reason": "begins"})
        assert (await desk.until("answer", id="o"))["ok"]
    return table


class Referee:
    """The dealer's socket at a table with real cards."""

    def __init__(self, client: TableClient, flo: TableClient) -> None:
        self._client, self._flo, self._number = client, flo, 0

    async def gives(self, command: str, face: str | None = None, **fields: Any) -> dict[str, Any]:
        """Give a command, with the face that it is about."""
        self._number += 1
        message: dict[str, Any] = {"type": "command", "id": f"c{self._number}"}
        message["command"] = {"command": command, **fields}
        if face is not None:
            message["face"] = face
        await asyncio.sleep(0.06)  # no dealer is quicker, and the socket takes only so much
        await self._client.send(message)
        return await self._client.until("answer", id=message["id"])

    async def must(self, command: str, face: str | None = None, **fields: Any) -> None:
        answer = await self.gives(command, face, **fields)
        assert answer["ok"], (command, answer)

    async def due(self) -> dict[str, Any] | None:
        await asyncio.sleep(0.12)
        self._number += 1
        await self._client.send({"type": "ask", "id": f"q{self._number}", "ask": "legal"})
        offers = (await self._client.until("answer", id=f"q{self._number}"))["legal"]
        self._number += 1
        await self._client.send({"type": "ask", "id": f"q{self._number}", "ask": "due"})
        due = (await self._client.until("answer", id=f"q{self._number}"))["due"]
        if due is None:
            return None
        found = [offer for offer in offers if offer["command"] == due["command"]]
        return found[0] if found else {"command": due["command"]}

    async def steps_to(self, command: str) -> None:
        """Step after step until this one is due; players refuse the cut."""
        for _ in range(100):
            step = await self.due()
            if step is None:
                await self.gives("refuse_cut", seat=1)
                continue
            if step["command"] == command:
                return
            if step["command"] == "verify_inspection":
                await self._flo.send(
                    {"type": "command", "id": "v", "command": step, "reason": "looks right"}
                )
                assert (await self._flo.until("answer", id="v"))["ok"]
                continue
            fields = {
                name: value["min"] if isinstance(value, dict) else value
                for name, value in step.items()
                if name != "command"
            }
            await self.must(step["command"], **fields)
        raise AssertionError(f"{command} was never due")


async def test_policy_28_a_round_is_refereed_and_its_record_verifies(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    bo, eye = await house.guest("Bo"), await staff(house, Role.SURVEILLANCE)
    table = await opened(flo)
    path = f"/api/tables/{table}/stand-ins"
    ines = {"id": "s1", "seat": 1, "name": "Ines", "cash_cents": 20_000}
    refused = await bo.send("POST", path, ines)
    assert (refused.status_code, refused.json()["code"]) == (403, "role/not_allowed")
    assert (await ana.send("POST", path, ines)).status_code == 201
    again = await ana.send("POST", path, {**ines, "id": "s2"})
    assert (again.status_code, again.json()["code"]) == (409, "table/stand_in")
    sold = await ana.send("POST", f"{path}/1/chips", {"id": "s3", "cash_cents": 5_000})
    assert sold.status_code == 200, sold.text
    async with ana.at(table) as client, flo.at(table) as desk, bo.at(table) as player:
        seat = await player.give("take_seat", seat=2)
        assert seat["code"] == "table/dealer_enters"
        referee = Referee(client, desk)
        await referee.steps_to("burn_card")
        await referee.must("burn_card")
        mine = await player.give("place_wagers", seat=1, initial_cents=2500)
        assert mine["code"] == "table/dealer_enters"
        bet: dict[str, Any] = {"initial_cents": 2500, "coupon_cents": 500}
        refusal = await referee.gives("place_wagers", seat=1, **bet)
        assert refusal["code"] == "money/no_coupons"  # it was taken, and paid on
        await referee.must("place_wagers", seat=1, initial_cents=2500)
        await referee.must("announce_no_more_bets")
        late = await referee.gives("place_wagers", seat=1, initial_cents=5000)
        assert late["code"] == "wager/bets_closed"
        untold = await referee.gives("deal_card", seat=1)
        assert untold["code"] == "shoe/card_unseen"
        await referee.must("deal_card", "7?", seat=1)
        await referee.must("correct_card", "8?")
        await referee.must("deal_card", "8h", seat=0)
        await referee.must("settle_hand", seat=1)
        assert (await referee.gives("correct_card", "9h"))["code"] == "step/not_now"
        await referee.must("go_to_war", seat=1, war_tie_cents=0)
        await referee.must("confirm_war", seat=1)
        for face, place in (("Q?", 1), ("4d", 0)):
            for _ in range(3):
                await referee.must("burn_card")
            await referee.must("deal_card", face, seat=place)
        await referee.must("settle_war", seat=1)
        await referee.must("rack_cards")
    found = (await eye.get("/api/rounds", table=table)).json()["rounds"]
    assert len(found) == 1
    name = found[0]["id"]
    for part in ("", "/text", "/steps", "/rack"):
        answer = await eye.get(f"/api/rounds/{name}{part}")
        assert answer.status_code == 200, (part, answer.text)
    file = await eye.get(f"/api/rounds/{name}/file")
    assert file.json()["code"] == "record/no_round_file"
    record = tmp_path / "record.jsonl"
    record.write_bytes((await eye.get(f"/api/tables/{table}/record")).content)
    verified = verify(read_record(record))
    assert (verified.fault, verified.rounds) == (None, 1)
    assert found[0]["shoe"]["real"] is True
    capsys.readouterr()
    assert main(["verify", str(record)]) == 2  # nothing is signed here: there is another command
    assert "a table with real cards, about which no proof is claimed" in capsys.readouterr().err
    [database] = tmp_path.glob("**/*.db")
    assert await found_in(database) == []


async def test_policy_28_no_other_table_takes_a_face(house: House) -> None:
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    table = await opened(flo, physical=True)
    body = {"house": "wisconsin", "runs_itself": False}
    other = (await flo.send("POST", "/api/tables", body)).json()["table"]["id"]
    seat = {"id": "s1", "seat": 1, "name": "Ines"}
    refused = await ana.send("POST", f"/api/tables/{other}/stand-ins", seat)
    assert refused.json()["code"] == "table/not_physical"
    async with ana.at(other) as client, ana.at(table) as real, flo.at(other) as desk:
        told = await Referee(client, desk).gives("deal_card", "8h", seat=1)
        assert told["code"] == "table/not_physical"
        # nothing is dealt from cards that were not shuffled
        unshuffled = await Referee(real, desk).gives("deal_card", "8h", seat=1)
        assert unshuffled["code"] == "step/not_due"
    wrong = {"house": "wisconsin", "physical": True}
    made = await flo.send("POST", "/api/tables", wrong)
    assert made.json()["code"] == "table/bad_settings"


async def test_what_is_entered_for_a_free_seat_says_that_nobody_sits_there(house: House) -> None:
    """Before, the dealer read that this service has no stacked shoes."""
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    table = await opened(flo)
    entered: dict[str, dict[str, Any]] = {
        "place_wagers": {"initial_cents": 2500},
        "take_back_wagers": {},
        "go_to_war": {},
        "surrender_hand": {},
        "sit_out": {},
        "leave_seat": {},
        "object_to_cards": {},
    }
    async with ana.at(table) as client, flo.at(table) as desk:
        referee = Referee(client, desk)
        for command, fields in entered.items():
            refused = await referee.gives(command, seat=5, **fields)
            assert refused["code"] == "seat/empty", (command, refused)
            assert refused["message"] == "Nobody sits in seat 5."
        bell = {"command": "sit_out", "seat": 1}  # a reason is optional here, and always one line
        await client.send({"type": "command", "id": "r", "command": bell, "reason": "\x1b[2J"})
        assert (await client.until("answer", id="r"))["code"] == "role/reason_needed"


FULL = {rank.letter: 24 for rank in Rank}


async def test_policy_28_real_cards_are_audited_as_they_were_told_in_the_end(house: House) -> None:
    """A face that was corrected counts once, and a rank without its suit counts as its rank.

    Planted once and caught here: a correction that is not counted, one that counts beside the face
    that it takes back, and a rank without a suit that is left out.
    """
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    eye = await staff(house, Role.SURVEILLANCE)
    table = await opened(flo)
    seat = {"id": "s1", "seat": 1, "name": "Ines", "cash_cents": 20_000}
    assert (await ana.send("POST", f"/api/tables/{table}/stand-ins", seat)).status_code == 201
    path = f"/api/tables/{table}/shoes"
    async with ana.at(table) as client, flo.at(table) as desk:
        referee = Referee(client, desk)
        await referee.steps_to("burn_card")
        await referee.must("burn_card")
        await referee.must("place_wagers", seat=1, initial_cents=2500)
        await referee.must("announce_no_more_bets")
        await referee.must("deal_card", "7?", seat=1)
        await referee.must("correct_card", "8?")
        await referee.must("correct_card", "8c")
        await referee.must("deal_card", "7h", seat=0)
        await referee.must("correct_card", "8?")
        await referee.must("settle_hand", seat=1)
        await referee.must("go_to_war", seat=1, war_tie_cents=0)
        await referee.must("confirm_war", seat=1)
        for _ in range(3):
            await referee.must("burn_card")
        await referee.must("deal_card", "8?", seat=1)
        await referee.must("burn_card")
        await referee.must("correct_card", "Q?")  # a card was burned after it
        for _ in range(2):
            await referee.must("burn_card")
        await referee.must("deal_card", "4d", seat=0)
        await referee.must("settle_war", seat=1)
        await referee.must("rack_cards")
        found = (await eye.get(path)).json()["found"]
        assert {rank: count for rank, count in found["seen"].items() if count} == {
            "8": 2, "Q": 1, "4": 1,
        }  # fmt: skip
        assert (found["real"], found["burned"], found["left"]) == (True, 7, 312 - 11)
        order = {"type": "command", "id": "r", "command": {"command": "order_reshuffle"}}
        await desk.send({**order, "reason": "to count the cards"})
        assert (await desk.until("answer", id="r"))["ok"]
        await referee.must("collect_cards")

    async def counted(**ranks: int) -> dict[str, Any]:
        body = {"ranks": FULL | ranks, "words": "counted twice"}
        answer = await eye.send("POST", f"{path}/1/count", body)
        assert answer.status_code == 200, answer.text
        audit: dict[str, Any] = answer.json()["found"]
        return audit

    ended = (await eye.get(path, shoe=1)).json()["found"]
    assert (ended["whole"], ended["words"]) == (None, "not counted")
    assert (await counted())["whole"] is True
    short = await counted(K=23)
    assert (short["whole"], short["words"]) == (False, "Counted by rank: 1 king missing.")
    swapped = await counted(K=23, Q=25)
    assert swapped["words"] == "Counted by rank: 1 queen too many, 1 king missing."


async def test_policy_28_a_cutting_card_that_comes_too_early_shows_missing_cards(
    house: House,
) -> None:
    """Nobody counted: the dealer reports it after the first hand of a whole shoe."""
    flo, ana = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    eye = await staff(house, Role.SURVEILLANCE)
    table = await opened(flo)
    seat = {"id": "s1", "seat": 1, "name": "Ines", "cash_cents": 20_000}
    assert (await ana.send("POST", f"/api/tables/{table}/stand-ins", seat)).status_code == 201
    async with ana.at(table) as client, flo.at(table) as desk:
        referee = Referee(client, desk)
        await referee.steps_to("burn_card")
        await referee.must("burn_card")
        await referee.must("place_wagers", seat=1, initial_cents=2500)
        await referee.must("announce_no_more_bets")
        await referee.must("deal_card", "7?", seat=1)
        await referee.must("correct_card", "9?")
        await referee.must("report_cutting_card")
    found = (await eye.get(f"/api/tables/{table}/shoes")).json()["found"]
    check = next(one for one in found["checks"] if one["name"] == "Cutting card")
    assert check["holds"] is False
    assert check["words"].startswith("It came out after 2 cards instead of ")
    assert check["words"].endswith("cards are missing in front of it.")
    assert found["whole"] is False


async def test_a_stand_in_is_seated_once_however_often_that_is_sent(house: House) -> None:
    """An answer that was lost is asked for again; before, the seat was not free any more."""
    flo, dee = await staff(house, Role.FLOORPERSON), await staff(house, Role.DEALER)
    table = await opened(flo)
    body = {"id": "s1", "seat": 2, "name": "Ines", "cash_cents": 5000}
    said = [await dee.send("POST", f"/api/tables/{table}/stand-ins", body) for _ in range(3)]
    assert [one.status_code for one in said] == [201, 201, 201]
    seats = house.parts.casino.hosts[table].table.state.seats
    assert {seat: (at.name, at.chips_cents) for seat, at in seats.items()} == {2: ("Ines", 5000)}
    other = {**body, "name": "Bo"}
    refused = (await dee.send("POST", f"/api/tables/{table}/stand-ins", other)).json()
    assert refused["code"] == "table/stand_in"
