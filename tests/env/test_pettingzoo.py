"""``casinowar/table-v0``: PettingZoo's own tests, the dealer's task, seats that leave."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import casinowar.env  # noqa: F401 - registers the environments
from casinowar.env import table_v0
from casinowar.env.single import CasinoWarEnv
from casinowar.env.table import DEALER_STEPS
from casinowar.errors import InputError
from tests.kit.profile import HOUSES

TABLES: tuple[dict[str, Any], ...] = (
    {"seats": 1},
    {"seats": 7, "rounds": 4},
    {"seats": 2, "dealer": True, "house": "wisconsin", "composition": True},
    {"seats": 3, "house": "battle-royal", "dealer": True},
    {"seats": 2, "chips": 2, "house": "ladder-war", "bets": (1, 2)},
    {"seats": 2, "values": True, "rounds": 3},
)


@pytest.mark.parametrize("options", TABLES)
def test_their_tests_find_nothing(options: dict[str, Any]) -> None:
    api_test(table_v0.env(**options), num_cycles=25)
    parallel_api_test(table_v0.parallel_env(**options), num_cycles=25)
    seed_test(lambda: table_v0.env(**options), num_cycles=10)
    parallel_seed_test(lambda: table_v0.parallel_env(**options), num_cycles=10)
    state_test(table_v0.env(**options), table_v0.parallel_env(**options), num_cycles=5)


def test_cycles_end_and_every_render_mode_works(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(4):
        max_cycles_test(table_v0)
    render_test(table_v0.env)
    assert "DEALER" in capsys.readouterr().out


def test_both_forms_are_registered() -> None:
    turns = pettingzoo.make("aec", "casinowar/table-v0", seats=2)
    assert turns.possible_agents == ["seat_1", "seat_2"]
    together: Any = pettingzoo.make("parallel", "casinowar/table-v0", dealer=True, max_cycles=9)
    assert together.possible_agents == ["seat_1", "seat_2", "seat_3", "dealer_0"]
    assert together.unwrapped.max_cycles == 9


def play(env: Any, random: np.random.Generator) -> Counter[str]:
    """Legal actions until nobody is left; what every agent won."""
    won = Counter[str]()
    for agent in env.agent_iter(20_000):
        _, reward, terminated, truncated, info = env.last()
        won[agent] += reward
        over = terminated or truncated
        env.step(None if over else random.choice(np.flatnonzero(info["action_mask"])))
    assert not env.agents
    return won


@pytest.mark.parametrize("name", HOUSES)
def test_what_seats_win_is_what_their_chips_say(name: str) -> None:
    """With a dealer who deals as is due: rewards add up to the chips at the end of the shoe."""
    most = 3 if name == "battle-royal" else 7
    for seats in (1, most):
        env = table_v0.env(house=name, seats=seats, dealer=True, chips=50)
        env.reset(seed=3)
        won = play(env, np.random.default_rng(3))
        table = env.unwrapped._table
        for seat in range(1, seats + 1):
            assert table.chips(seat) == 50 + won[f"seat_{seat}"]
        assert won["dealer_0"] == 0, "only steps that were due"


def test_one_seat_is_dealt_as_by_the_single_environment() -> None:
    one, table = CasinoWarEnv(bets=(1, 2)), table_v0.env(seats=1, bets=(1, 2))
    one.reset(seed=8)
    table.reset(seed=8)
    random = np.random.default_rng(8)
    for _ in range(100):
        _, _, terminated, _, info = table.last()
        if terminated:
            break
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        before = table.unwrapped.rewards["seat_1"]
        table.step(action)
        seen, reward, *_ = one.step(action)
        assert table.unwrapped.rewards["seat_1"] == reward, before
        assert np.array_equal(table.observe("seat_1")[table_v0.PROCEDURE :][1:], seen[1:])


def test_both_forms_deal_the_same_table() -> None:
    """The same seed and the same choices: who bets after whom changes no card."""
    turns, together = table_v0.env(seats=4), table_v0.parallel_env(seats=4)
    turns.reset(seed=6)
    _, infos = together.reset(seed=6)
    won, too = Counter[str](), Counter[str]()

    def choice(mask: np.ndarray[Any, Any]) -> int:
        return int(np.flatnonzero(mask)[-1])

    while together.agents:
        actions = {agent: choice(infos[agent]["action_mask"]) for agent in together.agents}
        _, rewards, _, _, infos = together.step(actions)
        won.update(rewards)
    for agent in turns.agent_iter():
        _, reward, terminated, truncated, info = turns.last()
        too[agent] += reward
        turns.step(None if terminated or truncated else choice(info["action_mask"]))
    assert won == too


def test_a_dealer_is_told_of_a_step_that_is_not_due_and_nothing_changes() -> None:
    env = table_v0.env(seats=2, dealer=True)
    env.reset(seed=1)
    for _ in range(2):
        env.step(2)
    assert env.agent_selection == "dealer_0"
    before = env.unwrapped._table.state
    env.step(len(DEALER_STEPS) - 1)
    assert env.unwrapped._table.state == before
    assert env.unwrapped.rewards == {"seat_1": 0, "seat_2": 0, "dealer_0": -1}
    (due,) = np.flatnonzero(env.last()[-1]["action_mask"])
    env.step(due)
    assert env.unwrapped.rewards["dealer_0"] == 0


@pytest.mark.parametrize("name", HOUSES)
def test_what_the_dealer_sees_tells_the_step_that_is_due(name: str) -> None:
    """The task can be learned: the same observation never asks for two different steps."""
    env = table_v0.env(house=name, seats=3, dealer=True, chips=200)
    random, due = np.random.default_rng(1), dict[tuple[float, ...], int]()
    one_round = name == "battle-royal"  # a shoe a round, and no burn cards
    for seed in range(60 if one_round else 2):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            over = terminated or truncated
            legal = np.flatnonzero(info["action_mask"])
            if agent == "dealer_0" and not over:
                key = tuple(seen[: table_v0.PROCEDURE].tolist())
                assert due.setdefault(key, legal[0]) == legal[0], key
            env.step(None if over else int(random.choice(legal)))
    assert len(set(due.values())) >= len(DEALER_STEPS) - one_round


def test_a_seat_without_chips_leaves_and_the_others_play_on() -> None:
    env = table_v0.env(seats=3, chips=1, ties=(0,), rounds=40)
    env.reset(seed=2)
    left = Counter[int]()
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        left[env.num_agents] += 1
        over = terminated or truncated
        env.step(None if over else int(np.flatnonzero(info["action_mask"])[-1]))
    assert set(left) == {1, 2, 3}


def test_a_copy_goes_on_from_the_same_place() -> None:
    env = table_v0.env(seats=2, dealer=True)
    env.reset(seed=1)
    for _ in range(30):
        env.step(int(np.flatnonzero(env.last()[-1]["action_mask"])[0]))
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        one, other = (
            play(copy.deepcopy(env), np.random.default_rng(5)),
            play(twin, np.random.default_rng(5)),
        )
        assert one == other


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seats": 0}, "seats"),
        ({"seats": 8}, "seats"),
        ({"seats": 4, "house": "battle-royal"}, "seats"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"render_mode": "film"}, "render_mode"),
    ],
)
def test_wrong_arguments_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    for make in (table_v0.env, table_v0.parallel_env):
        with pytest.raises(InputError, match=words):
            make(**options)
