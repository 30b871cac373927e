"""The fully automated engine against Gymnasium's Blackjack and pokerkit's hold'em; start-up time.

A round of ours includes everything: wagers placed, "no more bets", cards, comparison, every chip
movement, decision, war, rack, reshuffle, with an event for each and the state folded from them. A
Blackjack round is ``reset`` and steps until the end (hit below 17); a hold'em hand is heads-up,
with all of pokerkit's automations on and both players checking down to the showdown.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from datetime import date
from random import Random
from time import perf_counter

import gymnasium
from pokerkit import Automation, NoLimitTexasHoldem

from bench.ratio import Ratio
from casinowar.live import LiveTable
from casinowar.table import Phase, Refusal
from casinowar.table import commands as c

ROUNDS, BLACKJACK_ROUNDS, HANDS = 6_000, 3_000, 100
TURNS = 5


def casino_war(house: str, rounds: int = ROUNDS) -> None:
    """One seat, all dealer steps automatic; the player goes to war on every tie."""
    table = LiveTable(house, Random(7).randrange)
    _do(table, c.OpenTable(day=date(2026, 1, 1), dealer="Ana", tray_cents=10**11))
    _do(table, c.TakeSeat(seat=1, player="Bo"))
    _do(table, c.BuyChips(seat=1, cash_cents=10**9))
    bet = c.PlaceWagers(seat=1, initial_cents=1000)
    war, no_cut = c.GoToWar(seat=1, war_tie_cents=0), c.RefuseCut(seat=1)
    while table.state.round_number < rounds:
        phase = table.state.phase
        if phase is Phase.BETTING:
            _do(table, bet)
        elif phase is Phase.DECIDE:
            _do(table, war)
        else:
            _do(table, no_cut)


def _do(table: LiveTable, command: c.Command) -> None:
    answer = table.do(command)
    if isinstance(answer, Refusal):
        raise RuntimeError(str(answer))


def blackjack(rounds: int = BLACKJACK_ROUNDS) -> int:
    """Blackjack rounds; the number of steps."""
    env = gymnasium.make("Blackjack-v1")
    env.reset(seed=7)
    steps = 0
    for _ in range(rounds):
        observation, _info = env.reset()
        done = False
        while not done:
            observation, _reward, done, _cut, _info = env.step(int(observation[0] < 17))
            steps += 1
    return steps


def holdem(hands: int = HANDS) -> None:
    """Heads-up hold'em hands, checked down."""
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
        while state.status:
            state.check_or_call()


def _python(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def _seconds_in_turns(*works: Callable[[], object]) -> list[float]:
    """The best time of each, measured in turns so that a noisy moment affects all of them."""
    best = [float("inf")] * len(works)
    for _ in range(TURNS):
        for at, work in enumerate(works):
            start = perf_counter()
            work()
            best[at] = min(best[at], perf_counter() - start)
    return best


def run() -> list[Ratio]:
    """Rounds per second against both peers, and the time of ``casinowar --help``."""
    steps = blackjack(BLACKJACK_ROUNDS)
    ours, theirs, hands = _seconds_in_turns(lambda: casino_war("wisconsin"), blackjack, holdem)
    rate = ROUNDS / ours
    what = "wisconsin, one seat, all steps automatic"
    bare, help_text = _seconds_in_turns(
        lambda: _python("-c", "pass"), lambda: _python("-m", "casinowar", "--help")
    )
    return [
        Ratio(
            what=what,
            peer="Gymnasium Blackjack, rounds",
            unit="/s",
            ours=rate,
            theirs=BLACKJACK_ROUNDS / theirs,
            least=1,
        ),
        Ratio(
            what=what,
            peer="Gymnasium Blackjack, steps",
            unit="/s",
            ours=rate,
            theirs=steps / theirs,
            goal=1,
        ),
        Ratio(
            what=what,
            peer="pokerkit hold'em, hands",
            unit="/s",
            ours=rate,
            theirs=HANDS / hands,
            least=40,
        ),
        Ratio(
            what="casinowar --help",
            peer="python -c pass",
            unit="starts/s",
            ours=1 / help_text,
            theirs=1 / bare,
        ),
    ]
