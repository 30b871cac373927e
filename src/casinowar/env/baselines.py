"""Baselines with a chart, within a minute: ``python -m casinowar.env.baselines --chart FILE``.

A random player, one who always goes to war, one who always surrenders, and a tabular learner, each
compared with the exact optimum. A second learner sees the cards gone: it finds out from rewards
alone when the Tie wager pays, and plays on the same shoes as the exact counter.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casinowar.cards import Suit
from casinowar.env.variant import Variant
from casinowar.env.vector import CasinoWarVectorEnv
from casinowar.errors import InputError
from casinowar.odds import thresholds
from casinowar.odds.actions import Answer, RoundValues
from casinowar.odds.shoe import ShoeLeft
from casinowar.report.charts.style import COLOURS, NEUTRAL, chart, plain_numbers, save_chart
from casinowar.simulate.kernels import seat as kernel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Seen = NDArray[np.float32]
Player = Callable[[Seen, NDArray[np.int8]], Whole]  # an action for every seat

LANES = 4_096
STEPS = 12_000_000
EXPLORED = 0.2  # the share of actions that a learner takes at random
SAMPLES = 2_000  # with fewer samples, a value is not drawn
BIN, BINS = 0.005, 40  # of the chance of a tie, by which the counting learner tells shoes apart
HOUSE = "washington"
LEARNERS, LEARNER_LANES, DOUBLINGS = 12, 32, 11  # whose course is drawn
# Tie at 11 to 1, two decks and the cutting card ten cards from the back: a count is worth most.
COUNTED, DECKS, BEHIND = "eleven-to-one", 2, Fraction(5, 52)


@dataclass(frozen=True, slots=True)
class Played:
    """The results of one strategy."""

    rounds: int
    by_seat: Floats  # units
    squares: float  # of the net of each round

    @property
    def mean(self) -> float:
        """Units won per round."""
        return float(self.by_seat.sum()) / self.rounds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return float(np.sqrt(max(self.squares / self.rounds - self.mean**2, 0.0) / self.rounds))

    def above(self, other: Played) -> tuple[float, float]:
        """Units per round above another strategy on the same shoes, and the standard error."""
        more = self.by_seat - other.by_seat
        error = float(more.std(ddof=1)) * len(more) ** 0.5 / self.rounds
        return float(more.sum()) / self.rounds, error


@dataclass(frozen=True, slots=True)
class Baselines:
    """All results that are printed and drawn."""

    optimum: Fraction
    players: dict[str, tuple[Played, Fraction]]  # with the exact average
    course: tuple[tuple[int, list[float]], ...]  # steps, and the value of each learner's play
    counters: dict[str, Played]  # on the same shoes
    learned: tuple[tuple[float, float, int], ...]  # the chance of a tie, Tie's value, samples
    tie_pays: float  # to one


class Learner:
    """The mean return of each action in each state, as far as it was tried."""

    def __init__(self, variant: Variant, random: np.random.Generator) -> None:
        self.variant = variant
        self._random = random
        actions = len(variant.actions)
        states = BINS + 1 if variant.composition else 2  # the last one is a tie
        self._sums, self.tried = np.zeros((states, actions)), np.zeros((states, actions))

    @property
    def means(self) -> Floats:
        """The mean return of every action; actions never tried come first."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(self.tried > 0, self._sums / self.tried, np.inf)

    def states(self, seen: Seen) -> Whole:
        """The state of each seat: a tie, or how likely one is."""
        bets = len(self.tried) - 1
        if not self.variant.composition:
            return np.where(seen[:, kernel.SEES_PHASE] == kernel.TIED, bets, 0)
        bins = np.minimum((tie_chance(self.variant, seen) / BIN).astype(np.int64), bets - 1)
        return np.where(seen[:, kernel.SEES_PHASE] == kernel.TIED, bets, bins)

    def best(self, seen: Seen, mask: NDArray[np.int8]) -> Whole:
        """The legal actions with the highest means."""
        values = np.where(mask == 1, self.means[self.states(seen)], -np.inf)
        return np.asarray(values.argmax(axis=1))

    def explore(self, seen: Seen, mask: NDArray[np.int8]) -> Whole:
        """The best actions, with a share of random ones."""
        tried = self._random.random(len(mask)) < EXPLORED
        return np.where(tried, at_random(mask, self._random), self.best(seen, mask))

    def learn(self, before: Seen, actions: Whole, rewards: Floats, after: Seen, at: Whole) -> None:
        """Add the rewards of the seats ``at``; a tie is worth its best answer."""
        tied = after[at, kernel.SEES_PHASE] == kernel.TIED
        answers = self.means[-1, : kernel.WAR + 1]
        worth = float(answers.max()) if np.isfinite(answers).all() else 0.0
        returns = rewards[at] + np.where(tied, worth, 0.0)
        cells = self.states(before)[at] * len(self.variant.actions) + actions[at]
        self._sums += np.bincount(cells, returns, self._sums.size).reshape(self._sums.shape)
        self.tried += np.bincount(cells, minlength=self.tried.size).reshape(self.tried.shape)


def tie_chance(variant: Variant, seen: Seen) -> Floats:
    """The chance of a tie from the cards that nobody has seen."""
    left = variant.decks * len(Suit) - seen[:, kernel.SEES_GONE :].astype(np.float64)
    cards = left.sum(axis=1)
    return np.asarray((left * (left - 1.0)).sum(axis=1) / (cards * (cards - 1.0)))


def at_random(mask: NDArray[np.int8], random: np.random.Generator) -> Whole:
    """A legal action for every seat, all equally likely."""
    return np.asarray(np.where(mask == 1, random.random(mask.shape), -1.0).argmax(axis=1))


def always(variant: Variant, answer: int) -> Player:
    """The smallest bet, and one answer to every tie."""
    bet = next(number for number, action in enumerate(variant.actions) if action.first)
    return lambda seen, _: np.where(seen[:, kernel.SEES_PHASE] == kernel.TIED, answer, bet)


def counter(variant: Variant) -> Player:
    """War on every tie, and Tie whenever it pays: the exact decision for every shoe."""
    limit = next(one.above for one in thresholds(variant.house) if one.wager == "tie")
    plain, tie = (number for number, action in enumerate(variant.actions) if action.first)

    def play(seen: Seen, _: NDArray[np.int8]) -> Whole:
        bet = np.where(tie_chance(variant, seen) > float(limit), tie, plain)
        return np.where(seen[:, kernel.SEES_PHASE] == kernel.TIED, kernel.WAR, bet)

    return play


def played(
    env: CasinoWarVectorEnv,
    player: Player,
    steps: int,
    seed: int | None,
    learner: Learner | None = None,
) -> Played:
    """Play about ``steps`` steps; a learner learns from each of them."""
    seen, infos = env.reset(seed=seed)
    over, net = np.zeros(env.num_envs, bool), np.zeros(env.num_envs)
    rounds, by_seat, squares = 0, np.zeros(env.num_envs), 0.0
    for _ in range(-(-steps // env.num_envs)):
        actions = player(seen, infos["action_mask"])
        before = seen
        seen, rewards, terminated, truncated, infos = env.step(actions)
        if learner is not None:
            learner.learn(before, actions, rewards, seen, np.flatnonzero(~over))
        net += rewards
        done = (seen[:, kernel.SEES_PHASE] == kernel.BETTING) & ~over
        won = np.where(done, net, 0.0)
        rounds += int(done.sum())
        by_seat += won
        squares += float(won @ won)
        net -= won
        over = terminated | truncated
    return Played(rounds, by_seat, squares)


def run(steps: int = STEPS, seed: int = 1, lanes: int = LANES) -> Baselines:
    """Play and learn; the same seed gives the same results."""
    env = CasinoWarVectorEnv(lanes, HOUSE, chips=1_000_000, rounds=20)
    values = RoundValues(env.variant.house, ShoeLeft.of_decks(env.variant.decks))
    random = np.random.default_rng(seed)
    bets = [(action.first, action.tie) for action in env.variant.actions if action.first]
    both = [Answer.WAR, Answer.SURRENDER]
    mixed = sum((values.bet(*bet, [one]) for bet in bets for one in both), Fraction(0))
    learner = Learner(env.variant, random)
    played(env, learner.explore, steps, seed, learner)
    plain: dict[str, tuple[Player, Fraction]] = {
        "random": (lambda _, mask: at_random(mask, random), mixed / (len(bets) * len(both))),
        "always surrender": (
            always(env.variant, kernel.SURRENDER),
            values.bet(*bets[0], [Answer.SURRENDER]),
        ),
        "always war": (always(env.variant, kernel.WAR), values.bet(*bets[0], [Answer.WAR])),
        "learner": (learner.best, _worth(learner, values)),
    }
    return Baselines(
        max(values.bet(*bet, both) for bet in bets),
        {
            name: (played(env, player, steps, seed + 1), exact)
            for name, (player, exact) in plain.items()
        },
        _course(values, seed),
        *_counting(steps, seed, lanes, random),
    )


def _course(values: RoundValues, seed: int) -> tuple[tuple[int, list[float]], ...]:
    """The value of the learners' play, after doubling numbers of steps."""
    found: dict[int, list[float]] = {}
    for number in range(LEARNERS):
        env = CasinoWarVectorEnv(LEARNER_LANES, HOUSE, chips=1_000_000, rounds=20)
        learner = Learner(env.variant, np.random.default_rng([seed, number]))
        steps = 0
        for doubling in range(DOUBLINGS):
            more = LEARNER_LANES * 2 ** max(0, doubling - 1)
            played(env, learner.explore, more, seed + 1000 * number if not steps else None, learner)
            steps += more
            found.setdefault(steps, []).append(float(_worth(learner, values)))
    return tuple(found.items())


def _worth(learner: Learner, values: RoundValues) -> Fraction:
    """The exact value of the best play that the learner knows."""
    bets, tie = learner.means[0], learner.means[-1]
    numbers = [number for number, one in enumerate(learner.variant.actions) if one.first]
    bet = learner.variant.actions[max(numbers, key=lambda number: bets[number])]
    answer = Answer.WAR if tie[kernel.WAR] >= tie[kernel.SURRENDER] else Answer.SURRENDER
    return values.bet(bet.first, bet.tie, [answer])


def _counting(
    steps: int, seed: int, lanes: int, random: np.random.Generator
) -> tuple[dict[str, Played], tuple[tuple[float, float, int], ...], float]:
    """The learner that sees the cards, and two players on the same shoes."""
    env = CasinoWarVectorEnv(
        lanes, COUNTED, decks=DECKS, behind=BEHIND, chips=1_000_000, composition=True
    )
    learner = Learner(env.variant, random)
    played(env, learner.explore, 2 * steps, seed, learner)
    players: dict[str, Player] = {
        "never Tie": always(env.variant, kernel.WAR),
        "learner": learner.best,
        "exact counter": counter(env.variant),
    }
    found = {name: played(env, player, steps, seed + 1) for name, player in players.items()}
    without, tie = (number for number, one in enumerate(env.variant.actions) if one.first)
    means, tried = learner.means, learner.tried
    learned = tuple(
        ((at + 0.5) * BIN, float(means[at, tie] - means[at, without]), int(tried[at, tie]))
        for at in range(BINS)
        if min(tried[at, tie], tried[at, without]) > 0
    )
    return found, learned, float(env.variant.house.tie.ladder[0].ratio)


# --- output ---------------------------------------------------------------------------------------


def lines(found: Baselines) -> list[str]:
    """The results as text."""
    shown = [f"{HOUSE}: units won a round; the exact optimum is {float(found.optimum):+.5f}"]
    for name, (won, exact) in found.players.items():
        shown.append(f"  {name:17}{won.mean:+.5f} ± {won.error:.5f}, exact {float(exact):+.5f}")
    shown.append(
        f"{COUNTED}, {DECKS} decks, {BEHIND} of them behind the cutting card, cards shown:"
    )
    never = found.counters["never Tie"]
    for name, won in found.counters.items():
        gain, error = won.above(never)
        more = f", {gain:+.6f} ± {error:.6f} above never Tie" if won is not never else ""
        shown.append(f"  {name:17}{won.mean:+.5f} ± {won.error:.5f}{more}")
    return shown


def baselines_chart(found: Baselines) -> Figure:
    """The course of learners beside the fixed players, and the count that one has found."""
    with chart(11, 4.6) as figure:
        left, right = figure.subplots(1, 2)
        _draw_course(left, found)
        _draw_count(right, found)
    return figure


def _draw_course(axes: Axes, found: Baselines) -> None:
    steps = [at for at, _ in found.course]
    worth = [100 * sum(each) / len(each) for _, each in found.course]
    axes.plot(steps, worth, color=COLOURS[0], marker="o", markersize=4, label="learners, mean")
    for number, name in enumerate(("random", "always surrender", "always war"), start=1):
        exact = 100 * float(found.players[name][1])
        axes.axhline(exact, label=name, color=COLOURS[number], linestyle=":", linewidth=1.8)
    axes.axhline(100 * float(found.optimum), color=NEUTRAL, label="exact optimum", zorder=0)
    axes.set_xscale("log")
    axes.set_title(f"{HOUSE}: learners find war, without Tie")
    axes.set_xlabel("steps learned from")
    axes.set_ylabel("units won in 100 rounds, exact")
    axes.legend()


def _draw_count(axes: Axes, found: Baselines) -> None:
    often = [one for one in found.learned if one[2] >= SAMPLES]
    chances = [100 * chance for chance, _, _ in often]
    axes.errorbar(
        chances,
        [100 * value for _, value, _ in often],
        [
            200 * (chance * (1 - chance) / tried) ** 0.5 * (found.tie_pays + 1)
            for chance, _, tried in often
        ],
        fmt="o",
        color=COLOURS[0],
        markersize=4,
        label="learned from rewards",
    )
    line = [chance * (found.tie_pays + 1) - 100 for chance in chances]
    axes.plot(chances, line, color=NEUTRAL, label="exact", zorder=0)
    axes.axvline(100 / (found.tie_pays + 1), color=COLOURS[1], linestyle=":", label="Tie pays")
    axes.axhline(0, color=COLOURS[1], linestyle=":")
    axes.set_title(f"{COUNTED}: and the count")
    axes.set_xlabel("chance of a tie from the cards left, %")
    axes.set_ylabel("value of the Tie wager, units in 100")
    plain_numbers(axes.xaxis)
    axes.legend()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the baselines, print them and draw the chart."""
    parser = argparse.ArgumentParser(prog="python -m casinowar.env.baselines")
    parser.add_argument("--chart", metavar="FILE", help="draw a chart, .svg or .png")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"of each player ({STEPS:,})")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        if given.steps < LANES:
            raise InputError("--steps", f"{given.steps} is less than {LANES}, one for each seat")
        found = run(given.steps, given.seed)
        if given.chart:
            save_chart(baselines_chart(found), given.chart)
    except InputError as error:
        parser.error(str(error))
    print("\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
