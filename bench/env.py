"""Environments for learners against those of Gymnasium, EnvPool and Pgx, all on one core.

A step of ours is a bet or an answer at a table with a real shoe. Every agent takes the first legal
action, so that no time is spent on choosing. Steps of a single environment include the resets. Pgx
is stepped from Python like the others and, in a row of its own, loops inside its compiled code,
where no observation reaches Python. CPU time is measured. EnvPool and Pgx are large packages: if
they are not installed (``pip install pgx envpool``), their rows are left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import casinowar.env  # noqa: F401 - registers CasinoWar-v1
from bench.ratio import Ratio

LANES = 4_096
TURNS = 5
Rate = Callable[[], float]  # steps of one turn


def run() -> list[Ratio]:
    """Vector steps against every installed peer, then single steps."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # before anybody starts threads
    works: dict[str, Rate] = {"ours": _ours(composition=False), "shown": _ours(composition=True)}
    works["Gymnasium Blackjack, vector"] = _blackjack_vector()
    if find_spec("envpool") is not None:
        works["EnvPool Blackjack"] = _envpool()
    if find_spec("pgx") is not None:
        works["Pgx Kuhn poker"] = _pgx(calls=200, steps=1)
        works["Pgx Kuhn poker, in a compiled loop"] = _pgx(calls=1, steps=500)
    rates = _rates(works)
    least = {"Pgx Kuhn poker": 5.0, "Gymnasium Blackjack, vector": 50.0}
    ratios = [
        Ratio(
            what=f"vector steps, {LANES:,} seats{', cards gone shown' if ours == 'shown' else ''}",
            peer=peer,
            unit="steps/s",
            ours=rates[ours],
            theirs=rate,
            least=least.get(peer) if ours == "ours" else None,
        )
        for ours in ("ours", "shown")
        for peer, rate in rates.items()
        if peer not in {"ours", "shown"}
    ]
    single = _rates(
        {
            "ours": lambda: _single("CasinoWar-v1", _war),
            "engine": lambda: _single("CasinoWar-v1", _war, dealer="engine"),
            "theirs": lambda: _single("Blackjack-v1", _hit_below_17),
        }
    )
    what = {"ours": "single steps", "engine": "single steps, the engine deals"}
    for name, words in what.items():
        ratios.append(
            Ratio(
                what=words,
                peer="Gymnasium Blackjack",
                unit="steps/s",
                ours=single[name],
                theirs=single["theirs"],
                least=1 if name == "ours" else None,
            )
        )
    return ratios


def _rates(works: dict[str, Rate]) -> dict[str, float]:
    """The best rate of each, measured in turns after one warm-up turn."""
    best = dict.fromkeys(works, 0.0)
    for turn in range(TURNS + 1):
        for name, work in works.items():
            start = process_time()
            steps = work()
            if turn:
                best[name] = max(best[name], steps / (process_time() - start))
    return best


# --- vectors --------------------------------------------------------------------------------------


def _ours(*, composition: bool) -> Rate:
    env = gymnasium.make_vec(
        "CasinoWar-v1",
        num_envs=LANES,
        vectorization_mode="vector_entry_point",
        composition=composition,
    )
    state = {"seen": env.reset(seed=7)[0]}

    def turn(steps: int = 1_000) -> float:
        seen = state["seen"]
        for _ in range(steps):
            seen, _rewards, _ended, _cut, _infos = env.step(np.where(seen[:, 0] == 1, 1, 2))
        state["seen"] = seen
        return float(steps * LANES)

    return turn


def _blackjack_vector(seats: int = 256) -> Rate:
    env = gymnasium.make_vec("Blackjack-v1", num_envs=seats, vectorization_mode="sync")
    env.reset(seed=7)
    actions = np.zeros(seats, np.int64)

    def turn(steps: int = 40) -> float:
        for _ in range(steps):
            env.step(actions)
        return float(steps * seats)

    return turn


def _envpool(seats: int = LANES) -> Rate:
    envpool: Any = import_module("envpool")  # a peer that only this measurement needs
    env: Any = envpool.make_gymnasium("Blackjack-v1", num_envs=seats, num_threads=1, seed=7)
    env.reset()
    actions = np.zeros(seats, np.int32)

    def turn(steps: int = 100) -> float:
        for _ in range(steps):
            env.step(actions)
        return float(steps * seats)

    return turn


def _pgx(calls: int, steps: int, seats: int = LANES) -> Rate:
    jax: Any = import_module("jax")  # as above
    jnp: Any = import_module("jax.numpy")
    pgx: Any = import_module("pgx")
    auto_reset: Any = import_module("pgx.experimental.wrappers").auto_reset
    env: Any = pgx.make("kuhn_poker")
    step: Any = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, own = jax.random.split(key)
        actions = jnp.argmax(state.legal_action_mask, axis=1)  # the first that is legal
        return (step(state, actions, jax.random.split(own, seats)), key), None

    def some(state: Any, key: Any) -> Any:
        return jax.lax.scan(one, (state, key), None, length=steps)[0]

    many: Any = jax.jit(some)

    key = jax.random.PRNGKey(7)
    kept = {"now": (jax.vmap(env.init)(jax.random.split(key, seats)), key)}

    def turn() -> float:
        for _ in range(calls):
            kept["now"] = jax.block_until_ready(many(*kept["now"]))
        return float(calls * steps * seats)

    return turn


# --- single environments --------------------------------------------------------------------------


def _war(seen: Any) -> int:
    return 1 if seen[0] else 2


def _hit_below_17(seen: Any) -> int:
    return int(seen[0] < 17)


def _single(name: str, player: Callable[[Any], int], steps: int = 6_000, **options: Any) -> float:
    env = gymnasium.make(name, **options)
    seen, _ = env.reset(seed=7)
    for _ in range(steps):
        seen, _reward, ended, cut, _info = env.step(player(seen))
        if ended or cut:
            seen, _ = env.reset()
    return float(steps)
