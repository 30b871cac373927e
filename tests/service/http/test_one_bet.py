"""One bet, from the socket and back, runs through few files of the service: it can be followed.

It failed, with the names, while there were fifteen.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import casinowar.service
from tests.service.http.kit import config_for, running

ROOM = Path(casinowar.service.__file__).parent
FILES_MAX = 14


async def test_one_bet_runs_through_few_files(tmp_path: Path) -> None:
    called = Counter[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(ROOM):
            called[file.relative_to(ROOM).as_posix()] += 1

    async with running(config_for(tmp_path)) as house:
        bo = await house.guest("Bo")
        async with bo.at("washington") as table:
            assert (await table.give("take_seat", seat=1))["ok"]
            assert (await table.give("buy_chips", seat=1, cash_cents=10_000))["ok"]
            assert (await table.give("refuse_cut", seat=1))["ok"]
            sys.setprofile(note)
            try:
                bet = await table.give("place_wagers", seat=1, initial_cents=1000)
            finally:
                sys.setprofile(None)
            assert bet["ok"], bet
    assert len(called) <= FILES_MAX, ", ".join(sorted(called))
