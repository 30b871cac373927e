"""Players who never tire: they sit down, buy chips, bet, cut, go to war, and come back."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from tests.kit.client import PASSING, UNREACHABLE, Client, Json, Lost

SELDOM = {
    "leave_seat": 0.01, "sit_out": 0.01, "take_back_wagers": 0.05, "request_spread": 0.0,
    "object_to_cards": 0.0,
    "touch_cards": 0.0, "bet_cash_aloud": 0.1, "buy_chips": 0.02,
}  # fmt: skip
CHIPS_CENTS = 5_000
NOT_BETTING = {
    "buy_chips",
    "leave_seat",
    "sit_out",
    "request_spread",
    "object_to_cards",
    "touch_cards",
}


class Player:
    """Plays whatever is offered until it is stopped; a lost socket is opened again."""

    def __init__(self, client: Client, random: Random, pause_seconds: float = 0.02) -> None:
        self.client, self.random = client, random
        self.pause_seconds = pause_seconds
        self.stopped = False

    async def run(self) -> None:
        """Play until ``stopped``."""
        while not self.stopped:
            try:
                if not self.client.connected:
                    await self.client.connect()
                await self.act()
            except (Lost, *UNREACHABLE):
                await asyncio.sleep(self.random.uniform(0.01, 0.05))

    async def act(self) -> None:
        """Give one command, or wait for something to do."""
        client = self.client
        for identity in list(client.pending):
            answer = await client.again(identity)
            if answer.get("code") in PASSING:
                await asyncio.sleep(0.2)
            return
        command = self.choose()
        if command is None:
            await client.news(0.1)
            return
        await client.command(command)
        await asyncio.sleep(self.random.expovariate(1 / self.pause_seconds))

    def choose(self) -> Json | None:
        """A command that was offered."""
        offers = self.client.offers
        names = {offer["command"] for offer in offers}
        if {"buy_chips", "leave_seat"} <= names <= NOT_BETTING and self.random.random() < 0.3:
            return self._filled(next(offer for offer in offers if offer["command"] == "buy_chips"))
        weights = [SELDOM.get(offer["command"], 1.0) for offer in offers]
        if not offers or self.random.random() > sum(weights):
            return None
        return self._filled(self.random.choices(offers, weights)[0])

    def _filled(self, offer: Json) -> Json:
        return {name: self._value(name, allowed) for name, allowed in offer.items()}

    def _value(self, name: str, allowed: Any) -> Any:
        if type(allowed) is not dict:
            return allowed
        if name == "sides":
            return {side: self._value(side, amounts) for side, amounts in allowed.items()}
        if "step" not in allowed:
            return allowed
        low, step = allowed["min"], allowed["step"]
        if name == "cash_cents":
            return low + step * min(CHIPS_CENTS // step, (allowed["max"] - low) // step)
        most = min(allowed["max"], low + 3 * step) if name != "cards" else allowed["max"]
        return low + step * self.random.randint(0, (most - low) // step)


async def finish(players: list[Player], tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Let everybody end: what is pending gets its answer, then sockets are closed."""
    for player in players:
        player.stopped = True
    await asyncio.gather(*tasks)
    async with asyncio.timeout(seconds):
        for player in players:
            while player.client.pending or not player.client.connected:
                try:
                    if not player.client.connected:
                        await player.client.connect()
                    for identity in list(player.client.pending):
                        await player.client.again(identity)
                except (Lost, *UNREACHABLE):
                    await asyncio.sleep(0.05)
    await asyncio.gather(*(player.client.close() for player in players))


async def send_away(clients: list[Client], tasks: list[asyncio.Task[None]]) -> None:
    """Stop everybody at once, and close their sockets: one left open fails the next test."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(client.close() for client in clients))
