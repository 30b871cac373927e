"""``CasinoWar-v1``: Gymnasium's own checkers, the vector environment beside it, wrong arguments."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import casinowar.env  # registers the environments
from casinowar.env.single import CasinoWarEnv
from casinowar.env.vector import CasinoWarVectorEnv
from casinowar.errors import InputError
from casinowar.houses import house_names, load_house
from tests.env.walk import some_actions

ID = "CasinoWar-v1"


def test_everything_is_registered_on_import() -> None:
    assert casinowar.env.REGISTERED == (ID, "casinowar/table-v0", "casino_war")
    assert isinstance(gymnasium.make(ID).unwrapped, CasinoWarEnv)
    many = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="vector_entry_point")
    assert isinstance(many, CasinoWarVectorEnv)


@pytest.mark.parametrize("dealer", ["kernel", "engine"])
@pytest.mark.parametrize("name", house_names())
def test_the_checker_finds_nothing(
    name: str, dealer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options: dict[str, Any] = {"house": name, "dealer": dealer, "composition": dealer == "engine"}
    env = gymnasium.make(ID, **options)
    check_env(env.unwrapped, skip_render_check=name != "wisconsin")
    assert ("DEALER" in capsys.readouterr().out) == (name == "wisconsin")


@pytest.mark.parametrize("options", [{}, {"values": True, "rounds": 5}, {"house": "ladder-war"}])
def test_the_kernel_and_the_engine_match(options: dict[str, Any]) -> None:
    one, other = (gymnasium.make(ID, dealer=d, **options) for d in ("kernel", "engine"))
    check_environments_match(one, other, num_steps=80, seed=5)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_environment_returns_what_single_ones_return(mode: AutoresetMode) -> None:
    """Observations, rewards, ends and infos, in each way to begin the next episode."""
    options: dict[str, Any] = {"house": "wisconsin", "rounds": 6, "chips": 4, "values": True}
    many = gymnasium.make_vec(ID, 5, "vector_entry_point", autoreset_mode=mode, **options)
    sync = SyncVectorEnv([lambda: CasinoWarEnv(**options)] * 5, autoreset_mode=mode)
    assert many.observation_space == sync.observation_space
    assert many.action_space == sync.action_space
    assert many.metadata["autoreset_mode"] == sync.metadata["autoreset_mode"]
    ours, theirs = many.reset(seed=4), sync.reset(seed=4)
    random, ended = np.random.default_rng(4), 0
    for _ in range(60):
        assert data_equivalence(ours, theirs)
        mask = ours[-1]["action_mask"]
        actions = some_actions(mask, random)
        ours, theirs = many.step(actions), sync.step(actions)
        assert data_equivalence(ours, theirs), (ours, theirs)
        over = ours[2] | ours[3]
        ended += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            with pytest.raises(gymnasium.error.ResetNeeded):
                many.step(actions)
            # a single environment says nothing of those that are not reset
            seen, infos = many.reset(options={"reset_mask": over})
            again, others = sync.reset(options={"reset_mask": over})
            assert data_equivalence((seen, infos), (again, others))
            inside: Any = many.unwrapped
            mask = inside._lanes.mask
            ours = theirs = (seen, {"action_mask": mask.copy()})
    assert ended > 10


def test_observations_are_not_written_to_later() -> None:
    many = CasinoWarVectorEnv(4, composition=True)
    before, infos = many.reset(seed=1)
    kept, mask = before.copy(), infos["action_mask"].copy()
    for _ in range(50):
        many.step(np.full(4, 2))
    assert np.array_equal(before, kept)
    assert np.array_equal(infos["action_mask"], mask)
    assert many.observation_space.contains(many.step(np.full(4, 2))[0])


@pytest.mark.parametrize("make", [CasinoWarEnv, lambda: CasinoWarEnv(dealer="engine")])
def test_a_seed_repeats_everything_and_reset_without_one_goes_on(make: Any) -> None:
    def played(env: CasinoWarEnv, seed: int | None) -> list[float]:
        seen, _ = env.reset(seed=seed)
        cards = list[float]()
        for _ in range(30):
            seen, *_ = env.step(1 if seen[0] else 2)
            cards += seen[1:3].tolist()
        return cards

    one, other = make(), make()
    assert played(one, 9) == played(other, 9)
    second = played(one, None)
    assert second == played(other, None)
    assert second != played(make(), 9)
    assert played(one, 9) == played(make(), 9)
    assert played(make(), None) != played(make(), None)


@pytest.mark.parametrize("through", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("dealer", ["kernel", "engine", "vector"])
def test_a_copy_goes_on_from_the_same_place(through: Any, dealer: str) -> None:
    env: Any = CasinoWarVectorEnv(3) if dealer == "vector" else CasinoWarEnv(dealer=dealer)
    bet: Any = np.full(3, 3) if dealer == "vector" else 3
    env.reset(seed=2)
    for _ in range(20):
        env.step(bet)
    twin = through(env)
    there = [twin.step(bet) for _ in range(20)]
    assert data_equivalence(there, [env.step(bet) for _ in range(20)])


def test_a_refused_action_changes_nothing() -> None:
    env = CasinoWarEnv()
    before, _ = env.reset(seed=1)
    for action in (0, 1):
        seen, reward, terminated, truncated, info = env.step(action)
        assert np.array_equal(seen, before)
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert info["action_mask"].tolist() == [0, 0, 1, 1]


def test_steps_need_a_reset_and_an_action_of_the_space() -> None:
    env, many = CasinoWarEnv(rounds=1), CasinoWarVectorEnv(2)
    both: list[tuple[Any, Any]] = [(env, 2), (many, np.array([2, 2]))]
    for one, action in both:
        with pytest.raises(gymnasium.error.ResetNeeded):
            one.step(action)
        one.reset(seed=1)
    mistakes: tuple[Any, ...] = (-1, 4, 2.5, "war", None)
    for wrong in mistakes:
        with pytest.raises(gymnasium.error.InvalidAction):
            env.step(wrong)
    for rows in ([2], [2, 4], [-1, 2], [2.0, 2.0], [[2, 2]]):
        with pytest.raises(gymnasium.error.InvalidAction):
            many.step(np.array(rows))
    env.reset(seed=3)
    env.step(2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="over"):
        env.step(2)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"house": "nowhere"}, "nowhere"),
        ({"decks": 0}, "decks"),
        ({"decks": 101}, "decks"),
        ({"behind": "all"}, "behind"),
        ({"behind": 1.5}, "behind"),
        ({"behind": "1/300"}, "too deep"),
        ({"house": "battle-royal", "behind": "1/4"}, "reshuffles"),
        ({"bets": ()}, "bets"),
        ({"bets": (0, 1)}, "bets"),
        ({"bets": 3}, "bets"),
        ({"bets": (61,)}, "maximum"),
        ({"ties": (-1,)}, "ties"),
        ({"ties": (21,)}, "ties"),
        ({"chips": 0}, "chips"),
        ({"rounds": 0}, "rounds"),
        ({"composition": 1}, "composition"),
        ({"dealer": "Ana"}, "dealer"),
        ({"render_mode": "film"}, "render_mode"),
    ],
)
def test_wrong_arguments_are_refused_in_words(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        CasinoWarEnv(**options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"render_mode": "ansi"}, "cannot be rendered"),
        ({"autoreset_mode": "later"}, "autoreset_mode"),
    ],
)
def test_wrong_arguments_of_the_vector_environment(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        CasinoWarVectorEnv(**options)


@pytest.mark.parametrize("make", [CasinoWarEnv, partial(CasinoWarVectorEnv, 2)])
def test_values_are_asked_for_by_true(make: Any) -> None:
    with pytest.raises(InputError, match=r"values: .no. is not True or False"):
        make(values="no")


def test_wrong_seeds_and_masks_are_refused() -> None:
    many = CasinoWarVectorEnv(2)
    wrong: list[Any] = [[1], [1, -2], [1, "x"], [1, 2.0], "12", 1.5]
    for seed in wrong:
        with pytest.raises(InputError, match="seed"):
            many.reset(seed=seed)
    with pytest.raises(gymnasium.error.Error):
        many.reset(seed=-1)
    many.reset(seed=[5, None])
    for mask in (np.array([1, 0]), np.array([False, False]), np.array([True]), [True, False]):
        with pytest.raises(InputError, match="reset_mask"):
            many.reset(options={"reset_mask": mask})


def test_a_house_as_a_value_any_decks_and_any_depth() -> None:
    env = CasinoWarEnv(load_house("skycity"), decks=2, behind=0.25, bets=(1, 2), ties=(0,))
    env.reset(seed=1)
    rounds = 0
    while True:
        _, _, terminated, _, info = env.step(1 if env._seat.mask[1] else 2)
        rounds += 1
        if terminated:
            break
    assert info["action_mask"].all()
    assert 26 < rounds < 45, "78 of 104 cards are in front of the cutting card"


def test_the_cards_gone_are_counted() -> None:
    env = CasinoWarEnv(composition=True, ties=(0,))
    seen, _ = env.reset(seed=3)
    assert seen.shape == (19,)
    assert not seen[6:].any()
    seen, *_ = env.step(2)
    assert seen[6:].sum() == 2
    assert seen[6 + int(seen[1]) - 2] >= 1


def test_pictures_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    picture = CasinoWarEnv(render_mode="rgb_array")
    picture.reset(seed=1)
    empty = picture.render()
    picture.step(2)
    shown = picture.render()
    assert shown.shape == (500, 500, 3)
    assert shown.dtype == np.uint8
    assert (shown != empty).any()
    text = CasinoWarEnv(render_mode="ansi")
    text.reset(seed=1)
    text.step(2)
    assert "DEALER" in text.render()
    assert "WA 4" in text.render()
    capsys.readouterr()
    person = CasinoWarEnv(render_mode="human")
    person.reset(seed=1)
    assert "Place your wagers" in capsys.readouterr().out
    assert person.render() is None
    with pytest.warns(UserWarning, match="render_mode"):
        CasinoWarEnv().render()
