"""A model of the group commit, compared with measurements.

Commands reach the writer as a Poisson process. It takes all that wait, and a group of n is durable
after ``first + each * n`` seconds; commands that arrive meanwhile form the next group. Group sizes
are a Markov chain, solved here by iteration. Before the writer a command is decided on the event
loop, which is a queue of its own (M/G/1, with the squared coefficient of variation ``SPREAD``).

``python -m bench.service.model`` measures both the parameters and the result at several rates. The
times of the writer and the loop come from the run itself; only the waiting is predicted.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from bench.service.arena import Arena, arena
from bench.service.group import Group
from bench.service.load import Played, load

TABLES, SOCKETS = 150, 1000
LOADS = (0.1, 0.2, 0.4, 0.6)  # of what the service can do
SECONDS = 3.0
SPREAD = 4.0  # one bet in seven has a whole round dealt
GROUP_MAX = 200


@dataclass(frozen=True, slots=True)
class Costs:
    """What the parts of a command cost, in seconds."""

    first: float  # of a group, however small: the commit
    each: float  # more for each command in it
    loop: float  # on the event loop
    echo: float  # there and back, without any work

    def group(self, size: int) -> float:
        """The time of a group."""
        return self.first + self.each * size


@dataclass(frozen=True, slots=True)
class Expected:
    """What the model says."""

    group_size: float
    durable_ms: float  # from being queued to being durable
    mean_ms: float  # from being due to being answered


def expected(costs: Costs, per_second: float) -> Expected:
    """Group size and mean time at a rate of commands."""
    came = waited = 0.0
    for size, share in enumerate(_sizes(costs, per_second)):
        lasts = costs.group(size)
        for next_size, chance in enumerate(_poisson(per_second * lasts)):
            if next_size == 0:  # the writer sleeps; the next one is alone
                came += share * chance
                waited += share * chance * costs.group(1)
            else:
                came += share * chance * next_size
                waited += share * chance * next_size * (lasts / 2 + costs.group(next_size))
    durable = waited / came
    busy = min(0.99, per_second * costs.loop)
    queued = busy * costs.loop * (1 + SPREAD) / (2 * (1 - busy))
    total = costs.echo + queued + costs.loop + durable
    return Expected(came, durable * 1000, total * 1000)


def _sizes(costs: Costs, per_second: float) -> list[float]:
    """The shares of groups by their size, in the long run."""
    rows = [_poisson(per_second * costs.group(size)) for size in range(GROUP_MAX + 1)]
    shares = [0.0, 1.0] + [0.0] * (GROUP_MAX - 1)
    for _ in range(200):
        after = [0.0] * (GROUP_MAX + 1)
        for size, share in enumerate(shares):
            if share > 1e-12:
                for next_size, chance in enumerate(rows[size]):
                    after[max(1, next_size)] += share * chance
        shares = after
    return shares


def _poisson(mean: float) -> list[float]:
    """The chances of 0, 1, 2 … arrivals; what is beyond the largest group is added to it."""
    chances = [exp(-mean)]
    for number in range(1, GROUP_MAX + 1):
        chances.append(chances[-1] * mean / number)
    chances[-1] += max(0.0, 1 - sum(chances))
    return chances


# --- beside what is measured ----------------------------------------------------------------------


def main() -> None:
    """Measure, predict, and print both."""
    with arena(TABLES, SOCKETS) as here, load(here.server.echo_plan(SOCKETS)) as echo:
        here.load.run(1)
        most = here.load.run(SECONDS).bets_per_second
        here.load.run(SECONDS, most * LOADS[0])  # until what was under way is done
        echo_seconds = echo.run(SECONDS, most * LOADS[0]).mean_us / 1e6
        here.server.groups()
        cpu = here.server.loop_seconds()
        points = [_point(here, most * share) for share in LOADS]
        cpu = here.server.loop_seconds() - cpu
    costs = _costs([group for *_, groups in points for group in groups], cpu, echo_seconds)
    print(
        f"group {costs.first * 1e3:.2f} ms, each command {costs.each * 1e3:.2f} ms more, loop"
        f" {costs.loop * 1e3:.2f} ms, echo {costs.echo * 1e3:.2f} ms; at most {most:.0f} bets/s"
    )
    print("| bets/s | group size, model | measured | mean ms, model | measured |")
    for rate, played, groups in points:
        commands = sum(group.commands for group in groups)
        model = expected(costs, commands / SECONDS)
        print(
            f"| {rate:.0f} | {model.group_size:.2f} | {commands / len(groups):.2f} |"
            f" {model.mean_ms:.1f} | {played.mean_us / 1000:.1f} |"
        )


def _point(here: Arena, rate: float) -> tuple[float, Played, list[Group]]:
    played = here.load.run(SECONDS, rate)
    return rate, played, here.server.groups()


def _costs(groups: list[Group], loop_seconds: float, echo_seconds: float) -> Costs:
    """The line through the groups by size, and the CPU of the loop."""
    count, commands = len(groups), sum(group.commands for group in groups)
    lasts = sum(group.ended - group.began for group in groups)
    squares = sum(group.commands**2 for group in groups)
    products = sum((group.ended - group.began) * group.commands for group in groups)
    each = (products - commands * lasts / count) / (squares - commands**2 / count)
    each = max(0.0, each)
    first = max(0.0, (lasts - each * commands) / count)
    return Costs(first, each, loop_seconds / commands, echo_seconds)


if __name__ == "__main__":
    main()
