"""Rounds by chance at every shipped house: as the page hears of them, and what ``replay`` says.

Each table has one, three or seven people who bet anything that the table takes, from the smallest
wager to the largest, Tie and side bets too, and answer ties by chance or not at all. Now and then
the floor voids a round. The results are those of ``casinowar replay``, which plays the round again
from its file; where a file cannot hold the round, they are those of the record.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from casinowar.cards import DECK, Card
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house, rules_digest
from casinowar.houses.house import WagerLimits
from casinowar.live import LiveTable
from casinowar.record.history import Entry, History
from casinowar.record.replay import movements_to_json, play_round, result_to_json
from casinowar.record.roundfile import parse_round
from casinowar.record.rounds import PastRound, rounds_of
from casinowar.record.roundwriter import round_file
from casinowar.table import Done, Refusal, decide, events_of
from casinowar.table import commands as c
from casinowar.table.bets import bets_of
from casinowar.table.events import Event, RoundCompleted
from casinowar.table.roles import player_at
from casinowar.table.shoe import Stack
from casinowar.table.state import Hand
from casinowar.table.waits import Awaited, Wait
from casinowar.toml import Fields
from casinowar.wire import event_to_json, to_json
from tests.kit.offers import taken
from tests.web.playthroughs import names_of

Json = dict[str, Any]

DAY = date(2026, 1, 1)
COMPANIES = (1, 3, 7)
ROUNDS = 12
CLUMP = 3  # ranks
NO_ANSWER, VOIDED = 0.1, 0.02  # how often


class GeneratedTable:
    """One table, played by a seed."""

    def __init__(self, house: House, people: int, seed: int) -> None:
        self.house, self.random = house, Random(f"{house.name}/{people}/{seed}")
        self.frames, self.events = list[Json](), list[Event]()
        self.tried, self._chance = list[Json](), Random(f"{house.name}/{people}/{seed}/bets")
        self._shoes = dict[int, Stack]()
        self.live = LiveTable(house, shoes=self._shoe, save=self._keep)
        self.do(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10**11))
        all_seats = range(1, house.deal.seats + 1)
        for seat in sorted(self.random.sample(all_seats, min(people, house.deal.seats))):
            self.do(c.TakeSeat(seat=seat, player=f"p_{seat}", name=f"Guest {seat}", age_years=40))
            self.do(c.BuyChips(seat=seat, cash_cents=20 * house.limits.first.max_cents))

    def _keep(self, done: tuple[Done, ...]) -> None:
        self.events += events_of(done)

    def _shoe(self, number: int) -> Stack:
        """A whole shoe by chance in which ties are frequent: some ranks first, then others."""
        if number not in self._shoes:
            ranks = self.random.sample(sorted({card.rank for card in DECK}), 13)
            clump = {rank: place // CLUMP for place, rank in enumerate(ranks)}
            cards = [(clump[card.rank], self.random.random(), card) for card in self._decks()]
            self._shoes[number] = Stack(tuple(card for _, _, card in sorted(cards)))
        return self._shoes[number]

    def _decks(self) -> list[Card]:
        return list(DECK) * (self.live.state.decks or self.house.cards.decks)

    def do(self, command: c.Command) -> None:
        """Carry out a command; what the page hears of it is kept."""
        said = self.live.do(command)
        assert not isinstance(said, Refusal), (command, said)
        self.frames.append(
            {
                "events": [event_to_json(event) for event in said],
                "view": to_json(self.live.view()),
                "waits": [_countdown(wait) for wait in self.live.waits_for()],
            }
        )

    def play(self, rounds: int) -> None:
        """Play so many rounds to their end."""
        while sum(isinstance(event, RoundCompleted) for event in self.events) < rounds:
            self.do(self._next(self.random.choice(self.live.waits_for())))

    def _next(self, wait: Wait) -> c.Command:
        assert wait.who is not None
        seat = wait.who.seat
        assert seat is not None, wait
        if wait.what is Awaited.BET:
            return self._bet(seat)
        if wait.what is Awaited.CHOICE and self.random.random() < VOIDED:
            return c.VoidRound(reason="a spilled drink")
        if wait.otherwise is not None and self.random.random() < NO_ANSWER:
            return wait.otherwise
        kinds = _ANSWERS[wait.what]
        offers = [one for one in self.live.legal(player_at(seat)) if one.command in kinds]
        return taken(self.random, self.random.choice(offers))

    def _bet(self, seat: int) -> c.Command:
        house, limits, chips = self.house, self.house.limits, self._chips(seat)
        if chips < 3 * limits.first.max_cents:
            return c.BuyChips(seat=seat, cash_cents=20 * limits.first.max_cents)
        self._try(seat)
        tie = self._stake(limits.tie) if house.tie.offered and self.random.random() < 0.5 else 0
        alone = bool(tie) and house.wagers.tie_alone and self.random.random() < 0.4
        sides = [side.name for side in house.side_bets if not alone and self.random.random() < 0.5]
        return c.PlaceWagers(
            seat=seat,
            initial_cents=0 if alone else self._stake(limits.first),
            tie_cents=tie,
            sides={name: self._stake(limits.side) for name in sides},
        )

    def _try(self, seat: int) -> None:
        """Any bets, also more than the player has: what is offered, and what the table answers."""
        limits, random, state = self.house.limits, self._chance, self.live.state
        least = limits.first.min_cents
        chips = random.choice((0, least, least + limits.tie.min_cents, limits.first.max_cents))
        chips += limits.step_cents * random.choice((-1, 0, 0, 1, 3))
        poorer = replace(state.seats[seat], chips_cents=max(0, chips))
        state = replace(state, seats={**state.seats, seat: poorer})
        bets = bets_of(state, seat)
        assert bets is not None

        def some(posted: WagerLimits, often: float) -> int:
            ends = (posted.min_cents, posted.max_cents, chips, chips - least)
            near = random.choice((0, 0, 0, limits.step_cents, -limits.step_cents, 1))
            return max(0, random.choice(ends) + near) if random.random() < often else 0

        for _ in range(10):
            sides = {side.name: some(limits.side, 0.5) for side in self.house.side_bets}
            command = c.PlaceWagers(
                seat=seat,
                initial_cents=some(limits.first, 0.8),
                tie_cents=some(limits.tie, 0.5) if self.house.tie.offered else 0,
                sides={name: cents for name, cents in sides.items() if cents},
            )
            if command.initial_cents or command.tie_cents or command.sides:
                said = decide(state, command, self.live.shoe)
                code = said.code if isinstance(said, Refusal) else None
                self.tried.append({"bets": to_json(bets), "bet": to_json(command), "code": code})

    def _stake(self, posted: WagerLimits) -> int:
        step = self.house.limits.step_cents
        least, most = -(-posted.min_cents // step), posted.max_cents // step
        return step * self.random.choice((least, most, self.random.randint(least, most)))

    def _chips(self, seat: int) -> int:
        return self.live.state.seats[seat].chips_cents

    def story(self) -> Json:
        """What happened, and each round's results by its number."""
        entries = tuple(
            Entry(line=line, at=None, event=event) for line, event in enumerate(self.events, 2)
        )
        rules = rules_digest(self.house)
        history = History(house=self.house, rules=rules, entries=entries)
        return {
            "names": names_of(self.house),
            "seats": self.house.deal.seats,
            "frames": self.frames,
            "tried": self.tried,
            "rounds": {past.number: _replayed(history, past) for past in rounds_of(history)},
        }


_ANSWERS: dict[Awaited, set[type[c.Command]]] = {
    Awaited.CUT: {c.TakeCut, c.RefuseCut},
    Awaited.CHOICE: {c.GoToWar, c.SurrenderHand},
    Awaited.WAR_TIE: {c.PlaceWarTie, c.DeclineWarTie},
}


def _countdown(wait: Wait) -> Json:
    who = None if wait.who is None else f"seat {wait.who.seat}"
    return {"what": wait.what, "who": who, "left_ms": None, "message": wait.message, "cites": ""}


def _replayed(history: History, past: PastRound) -> Json:
    """Each seat's outcome, net and result of every wager."""
    try:
        text = round_file(history, past)
    except InputError:  # a void by the floor, for instance
        return {"replayed": False, "seats": {hand.seat: _recorded(hand) for hand in past.hands}}
    found = result_to_json(play_round(parse_round(Fields(tomllib.loads(text)), Path())))["seats"]
    seats = {one["seat"]: _seat(one["outcome"], one["net"], one["movements"]) for one in found}
    return {"replayed": True, "seats": seats}


def _recorded(hand: Hand) -> Json:
    net = hand.returned_cents - hand.wagered_cents
    return _seat(hand.outcome, net, movements_to_json(hand))


def _seat(outcome: str | None, net: int, movements: list[Json]) -> Json:
    wagers = dict[str, int]()
    for move in movements:
        sign = {"pay": 1, "collect": -1, "return": 0}[move["action"]]
        wagers[move["wager"]] = wagers.get(move["wager"], 0) + sign * move["amount"]
    return {"outcome": outcome, "net_cents": net, "wagers": wagers}


def tables(seeds: int = 1) -> Iterator[tuple[str, Json]]:
    """Every generated table by its name."""
    for name in house_names():
        house = load_house(name)
        for people in sorted({min(people, house.deal.seats) for people in COMPANIES}):
            for seed in range(seeds):
                table = GeneratedTable(house, people, seed)
                table.play(ROUNDS)
                yield f"{name}, {people} at the table, seed {seed}", table.story()


def write(path: Path, seeds: int = 1) -> int:
    """Write all of them to a file; the number of rounds."""
    found = dict(tables(seeds))
    path.write_text(json.dumps(found), encoding="utf-8")
    return sum(len(story["rounds"]) for story in found.values())
