"""``casinowar/table-v0``: a whole table for PettingZoo, one to seven seats and a dealer.

The engine decides. ``env`` is turn by turn (AEC), ``parallel_env`` asks everybody at once. With
``dealer=True`` the dealer is an agent too and performs every step of a round.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from casinowar.checks import whole_number
from casinowar.env import pictures
from casinowar.env.shoes import SeededShoe
from casinowar.env.table import DEALER_STEPS, EngineTable
from casinowar.env.values import as_row, exact_values
from casinowar.env.variant import CHIPS, ROUNDS_MAX, make_variant
from casinowar.errors import InputError, shown
from casinowar.houses import House
from casinowar.simulate.kernels import seat as kernel
from casinowar.table import Phase
from casinowar.table.state import DEALER

Observation = NDArray[np.float32]
Info = dict[str, Any]
NAME = "casinowar_table_v0"
DEALER_NAME = "dealer_0"
RENDER_MODES = ("human", "ansi", "rgb_array")
PHASES = tuple(Phase)
REFUSED = -1.0  # the reward of a dealer for a step that is not due
# What an agent sees of the procedure, before what a seat sees of its hand: where the table is, the
# place that is served next, burns due before the next card, burns since the last war card.
PROCEDURE, BURNS_MAX = 4, 20


class _Seats:
    """The agents of a table and their actions."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": NAME,
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        house: House | str | Path = "washington",
        decks: int | None = None,
        behind: Fraction | float | str | None = None,
        *,
        seats: int = 3,
        dealer: bool = False,
        bets: Iterable[int] = (1,),
        ties: Iterable[int] = (0, 1),
        chips: int = CHIPS,
        rounds: int | None = None,
        composition: bool = False,
        values: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        passes: bool = False,
    ) -> None:
        self.variant = make_variant(
            house,
            decks,
            behind,
            seats=seats,
            bets=bets,
            ties=ties,
            chips=chips,
            rounds=rounds,
            composition=composition,
        )
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InputError("render_mode", f"{shown(render_mode)} is not human, ansi or rgb_array")
        if max_cycles is not None:
            max_cycles = whole_number("max_cycles", max_cycles, 1, ROUNDS_MAX)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.values = values
        self.places = {f"seat_{seat}": seat for seat in range(1, self.variant.seats + 1)}
        if dealer:
            self.places[DEALER_NAME] = DEALER
        self.possible_agents = list(self.places)
        self.agents: list[str] = []
        self._passes = passes
        sees = self._space()
        actions = len(self.variant.actions) + passes
        steps = len(DEALER_STEPS) + passes
        self.observation_spaces = dict.fromkeys(self.places, sees)
        self.action_spaces = {
            agent: spaces.Discrete(actions if place else steps)
            for agent, place in self.places.items()
        }
        rows = len(self.places)
        self.state_space = spaces.Box(
            np.tile(sees.low, rows), np.tile(sees.high, rows), dtype=np.float32
        )
        self._shoe = SeededShoe(self.variant.decks)
        self._seeded = False
        self._table = self._new_table()
        self._turns: dict[str, int] = {}
        self.ended: dict[str, bool] = {}
        self.cut_short: dict[str, bool] = {}
        self._penalty = 0.0

    def _space(self) -> spaces.Box:
        procedure = [len(PHASES), self.variant.seats, BURNS_MAX, BURNS_MAX]
        high = np.concatenate([np.array(procedure, np.float32), self.variant.highest()])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def _new_table(self) -> EngineTable:
        return EngineTable(self.variant, self._shoe, dealer=DEALER_NAME in self.places)

    # --- an episode -------------------------------------------------------------------------------

    def begin(self, seed: int | None) -> None:
        """Begin with a fresh shoe; a seed restarts its random numbers."""
        if seed is None and not self._seeded:
            seed = int(seeding.np_random()[0].integers(2**63))
        if seed is not None:
            self._shoe.seed(int(seeding.np_random(seed)[1]))
        self._seeded = True
        self._shoe.shuffle()
        self._table = self._new_table()
        self.agents = list(self.possible_agents)
        self._turns = dict.fromkeys(self.agents, 0)
        self.ended = dict.fromkeys(self.agents, False)
        self.cut_short = dict.fromkeys(self.agents, False)
        self._penalty = 0.0
        self._shown()

    def playing(self, agent: str) -> bool:
        """Whether an agent is still at the table."""
        return not (self.ended[agent] or self.cut_short[agent])

    def asked(self) -> list[str]:
        """The agents that the table waits for, in order."""
        waiting = set(self._table.asked())
        return [
            agent
            for agent, place in self.places.items()
            if place in waiting and agent in self.agents and self.playing(agent)
        ]

    def act(self, agent: str, action: int) -> None:
        """Give an agent's action to the table; one that is refused changes nothing."""
        place = self.places[agent]
        if place == DEALER:
            done = action < len(DEALER_STEPS) and self._table.deal(action)
            self._penalty += 0.0 if done else REFUSED
        elif action < len(self.variant.actions):
            self._table.act(place, action)

    def count(self, agent: str) -> None:
        """One more turn of an agent; the last one that it may have cuts it short."""
        self._turns[agent] += 1
        limit = self.max_cycles
        if limit is not None and self._turns[agent] >= limit and self.playing(agent):
            self.cut_short[agent] = True

    def go_on(self) -> None:
        """Note finished agents, and let policy answer for seats without a player (policy 3)."""
        table, variant = self._table, self.variant
        if table.shoe_over or 0 < variant.rounds <= table.rounds:
            for agent in self.agents:
                if self.playing(agent):
                    over = table.shoe_over
                    self.ended[agent], self.cut_short[agent] = over, not over
            return
        while (seat := self._cannot_answer()) is not None:
            agent = f"seat_{seat}"
            if table.state.phase is Phase.BETTING:
                if self.playing(agent):
                    self.ended[agent] = True  # the chips cover no bet
                table.leave(seat)
            else:
                table.answer_for(seat)
        seats = [agent for agent in self.agents if self.places[agent] and self.playing(agent)]
        dealt = DEALER_NAME in self.agents
        if dealt and not seats and self.playing(DEALER_NAME):
            self.ended[DEALER_NAME] = True
        if dealt and self.cut_short[DEALER_NAME]:
            for agent in seats:
                self.cut_short[agent] = True  # nobody deals

    def _cannot_answer(self) -> int | None:
        """An awaited seat whose player has left or has too few chips."""
        if not any(self.playing(agent) for agent in self.agents):
            return None
        for seat in self._table.asked():
            if seat in self._table.state.seats and seat != DEALER:
                agent = f"seat_{seat}"
                gone = agent not in self.agents or not self.playing(agent)
                if gone or not self._table.mask(seat).any():
                    return seat
        return None

    # --- observations and rewards -----------------------------------------------------------------

    def take_reward(self, agent: str) -> float:
        """The reward of an agent since the last call."""
        place = self.places[agent]
        if place != DEALER:
            return self._table.take_net(place)
        penalty, self._penalty = self._penalty, 0.0
        return penalty

    def see(self, agent: str) -> Observation:
        """The observation of an agent."""
        table, place, state = self._table, self.places[agent], self._table.state
        procedure = (
            PHASES.index(state.phase),
            state.queue[0] if state.queue else DEALER,
            len(state.burns),
            state.war_burned,
        )
        row = table.see(place)
        if place == DEALER:
            row[kernel.SEES_OWN] = row[kernel.SEES_DEALER]
            row[kernel.SEES_CHIPS] = state.tray_cents / self.variant.unit_cents
        return np.concatenate([np.array(procedure, np.float32), row])

    def info(self, agent: str) -> Info:
        """The legal actions of an agent and, if requested, their values."""
        table, place = self._table, self.places[agent]
        asked = self.playing(agent) and agent in self.asked()
        size = len(DEALER_STEPS) if place == DEALER else len(self.variant.actions)
        mask = np.zeros(size, np.int8)
        if asked:
            mask = table.dealer_mask() if place == DEALER else table.mask(place)
        found: Info = {}
        if self.values and place != DEALER:
            values = exact_values(self.variant, table.see(place), mask)
            found = {"action_values": as_row(values), "exact_values": values}
        if self._passes:
            mask = np.append(mask, np.int8(not asked))
        return {"action_mask": mask, **found}

    def state(self) -> NDArray[np.float32]:
        """The observations of all agents, one after another."""
        return np.concatenate([self.see(agent) for agent in self.possible_agents])

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions of a seat, or the steps of the dealer."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The table, as text or as a picture."""
        if self.render_mode is None:
            raise InputError("render_mode", "name one when the environment is made")
        return pictures.rendered(self._table, self.render_mode)

    def _shown(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return NAME


class raw_env(_Seats, AECEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's own name for it
    """The table turn by turn, without PettingZoo's wrappers."""

    def __init__(self, *args: Any, **options: Any) -> None:
        AECEnv.__init__(self)
        _Seats.__init__(self, *args, **options)
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, Info] = {}
        self.agent_selection = ""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin an episode: a fresh shoe, and the chips of the buy-in."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell()
        self.agent_selection = self.asked()[0]
        self._skip_agent_selection = None

    def _tell(self) -> None:
        self.terminations = {agent: self.ended[agent] for agent in self.agents}
        self.truncations = {agent: self.cut_short[agent] for agent in self.agents}
        self.infos = {agent: self.info(agent) for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """The current observation of an agent."""
        return self.see(agent)

    def step(self, action: Any) -> None:
        """Take the action of the agent whose turn it is; None if the agent is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.act(agent, int(action))
        self.count(agent)
        self.go_on()
        for other in self.agents:
            self.rewards[other] = self.take_reward(other)
        self._accumulate_rewards()
        self._tell()
        asked = self.asked()
        if asked:
            self.agent_selection = asked[0]
        self._deads_step_first()
        self._shown()


class parallel_env(_Seats, ParallelEnv[str, Observation, int]):  # noqa: N801 - as above
    """The table with simultaneous actions; agents who are not asked pass."""

    def __init__(self, *args: Any, **options: Any) -> None:
        _Seats.__init__(self, *args, passes=True, **options)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin an episode: a fresh shoe, and the chips of the buy-in."""
        self.begin(seed)
        return self._everything()

    def _everything(self) -> tuple[dict[str, Observation], dict[str, Info]]:
        agents = self.agents
        return {agent: self.see(agent) for agent in agents}, {a: self.info(a) for a in agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """Take the actions of the agents who are asked, in the order of their seats."""
        for agent in self.asked():
            if agent in actions:
                self.act(agent, int(actions[agent]))
        self.go_on()
        for agent in self.agents:
            self.count(agent)
        self.go_on()
        agents = list(self.agents)
        seen, infos = self._everything()
        rewards = {agent: self.take_reward(agent) for agent in agents}
        ended = {agent: self.ended[agent] for agent in agents}
        cut_short = {agent: self.cut_short[agent] for agent in agents}
        self.agents = [agent for agent in agents if self.playing(agent)]
        self._shown()
        return seen, rewards, ended, cut_short, infos


def env(*args: Any, **options: Any) -> Any:
    """The table turn by turn; an action outside its space and a wrong order are errors."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(raw_env(*args, **options))
    )
