"""Playing over the network: a guest sits down, bets, and everybody sees the same events."""

from __future__ import annotations

from pathlib import Path

from tests.service.http.kit import config_for, running


async def test_a_guest_plays_a_round_and_a_watcher_sees_it(tmp_path: Path) -> None:
    async with running(config_for(tmp_path)) as house:
        bo, watcher = await house.guest("Bo"), await house.guest("Ann")
        async with bo.at("washington") as table, watcher.at("washington") as other:
            assert (await table.give("take_seat", seat=1))["ok"]
            assert (await table.give("buy_chips", seat=1, cash_cents=10_000))["ok"]
            assert (await table.give("refuse_cut", seat=1))["ok"]
            bet = await table.give("place_wagers", seat=1, initial_cents=1000)
            assert bet["ok"], bet
            while other.frames[-1].get("version", 0) < bet["version"]:
                await other.next()
        mine = [event for f in table.frames for event in f.get("events", [])]
        theirs = [event for f in other.frames for event in f.get("events", [])]
        assert mine == theirs
        assert {"seat_taken", "chips_bought", "wager_placed"} <= {event["name"] for event in mine}
        me = (await bo.get("/api/me")).json()
        assert me["balance"]["account_cents"] == 90_000
