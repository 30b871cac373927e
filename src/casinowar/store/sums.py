"""Sums over many rounds, for the returns of wagers.

The hands of a round share the dealer's cards, so squares and products are those of whole rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casinowar.store.interface import HandRow, WagerSums

Group = tuple[str, str, int, str, bool]  # table, rules, decks, wager, alone


@dataclass(slots=True)
class _InRound:
    """One kind of wager in one round."""

    made: int = 0  # hands with this wager
    staked: int = 0
    returned: int = 0
    stake: int = 0
    surrendered: int = 0


@dataclass(slots=True)
class _Total:
    """One kind of wager over many rounds."""

    rounds: int = 0
    made: int = 0  # hands with this wager
    staked: int = 0
    returned: int = 0
    stake: int = 0
    surrendered: int = 0
    net_net: int = 0
    net_stake: int = 0
    net_surrendered: int = 0
    stake_stake: int = 0
    stake_surrendered: int = 0
    surrendered_surrendered: int = 0

    def add(self, one: _InRound) -> None:
        net, stake, surrendered = one.returned - one.staked, one.stake, one.surrendered
        self.rounds += 1
        self.made += one.made
        self.staked += one.staked
        self.returned += one.returned
        self.stake += stake
        self.surrendered += surrendered
        self.net_net += net * net
        self.net_stake += net * stake
        self.net_surrendered += net * surrendered
        self.stake_stake += stake * stake
        self.stake_surrendered += stake * surrendered
        self.surrendered_surrendered += surrendered * surrendered


class Sums:
    """Adds up rounds, one after the other."""

    def __init__(self) -> None:
        self._totals = dict[Group, _Total]()

    def add(self, rules: str, decks: int, hands: Iterable[HandRow], table: str = "") -> None:
        """Add a round; ``table`` is empty if all tables are summed together."""
        for (wager, alone), one in _in_round(hands).items():
            self._totals.setdefault((table, rules, decks, wager, alone), _Total()).add(one)

    def found(self) -> Sequence[WagerSums]:
        return [
            WagerSums(
                table=table,
                rules=rules,
                decks=decks,
                wager=wager,
                alone=alone,
                rounds=total.rounds,
                hands=total.made,
                staked_cents=total.staked,
                returned_cents=total.returned,
                stake_cents=total.stake,
                surrendered_cents=total.surrendered,
                net_net=float(total.net_net),
                net_stake=float(total.net_stake),
                net_surrendered=float(total.net_surrendered),
                stake_stake=float(total.stake_stake),
                stake_surrendered=float(total.stake_surrendered),
                surrendered_surrendered=float(total.surrendered_surrendered),
            )
            for (table, rules, decks, wager, alone), total in sorted(self._totals.items())
        ]


def _in_round(hands: Iterable[HandRow]) -> dict[tuple[str, bool], _InRound]:
    found = dict[tuple[str, bool], _InRound]()
    for hand in hands:
        if hand.outcome == "void" or "coupon_cents" in hand.detail:
            continue
        for name, wager in hand.detail["wagers"].items():
            of_war = name == "war"
            key = ("initial" if of_war else name, hand.outcome == "none")
            sums = found.setdefault(key, _InRound())
            sums.staked += wager["staked"]
            sums.returned += wager["returned"]
            if not of_war:
                sums.made += 1
                sums.stake += wager["staked"]
                sums.surrendered += wager["staked"] if hand.outcome == "surrender" else 0
    return found
