"""Faults planted in a record: each changes one thing that a true record cannot have.

A fault gets the lines as JSON objects, the header first, and changes them. It answers with the
place of the changed line in that list, or None if there is nothing of the kind to spoil.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import Random
from typing import Any

from casinowar.cards import DECK, parse_card

Lines = list[dict[str, Any]]
CARDS = {"card_dealt", "war_card_dealt"}
MOVEMENTS = {"wager_paid", "wager_collected", "wager_returned"}
ANEW = {
    "cards_idled", "cards_removed", "cards_collected", "table_closed", "spread_requested",
    "shuffler_failed", "round_voided", "dealer_changed", "decks_rejected",
}  # fmt: skip
# what follows from the rules alone: no player, dealer or floorperson chooses whether it comes
STRICT = CARDS | MOVEMENTS | {
    "no_more_bets", "card_burned", "hand_compared", "choice_offered", "hand_decided",
    "hand_racked", "round_completed", "war_confirmed", "war_matched", "war_compared",
    "cards_shuffled", "shoe_loaded", "cutting_card_placed", "decks_inspected", "cards_washed",
}  # fmt: skip


def _pick(random: Random, lines: Lines, kinds: Collection[str]) -> int | None:
    """A line of one of these kinds, in or before a round that was finished."""
    ends = [at for at, line in enumerate(lines) if line.get("name") == "round_completed"]
    found = [
        at
        for at, line in enumerate(lines[: ends[-1] + 1])
        if line.get("name") in kinds and _matters(lines, at)
    ]
    return random.choice(found) if found else None


def _matters(lines: Lines, at: int) -> bool:
    """Whether a card was dealt afterwards, before a void or before the cards were prepared anew."""
    for line in lines[at:]:
        if line["name"] in CARDS | {"no_more_bets", "round_completed"}:
            return True
        if line["name"] in ANEW:
            return False
    return False


def a_payment_changed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"wager_paid"})
    if at is not None:
        lines[at]["amount_cents"] += random.choice((-100, 1, 100, 10_000))
    return at


def a_rank_changed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, CARDS)
    if at is not None:
        was = parse_card(lines[at]["card"])
        others = [card for card in DECK if card.suit is was.suit and card is not was]
        lines[at]["card"] = str(random.choice(others))
    return at


def a_suit_changed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, CARDS)
    if at is not None:
        was = parse_card(lines[at]["card"])
        others = [card for card in DECK if card.rank is was.rank and card is not was]
        lines[at]["card"] = str(random.choice(others))
    return at


def a_line_removed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, STRICT - {"round_completed"})
    if at is not None:
        del lines[at]
    return at


def a_burn_removed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"card_burned"})
    if at is None:
        return None
    del lines[at]
    before = lines[at - 1]["name"] == "cutting_card_reached"  # it comes out before the card
    return at - 1 if before else at


def two_lines_exchanged(random: Random, lines: Lines) -> int | None:
    """Two events next to each other; the times stay where they were."""
    for _ in range(50):
        at = _pick(random, lines, STRICT)
        if at is None or at + 1 >= len(lines) or lines[at + 1]["name"] not in STRICT:
            continue
        one, two = dict(lines[at]), dict(lines[at + 1])
        one["at"], two["at"] = two["at"], one["at"]
        if one != lines[at + 1]:
            lines[at], lines[at + 1] = two, one
            return at
    return None


def a_wager_doubled(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"wager_placed"})
    if at is None or lines[at]["form"] == "coupon":
        return None
    lines[at]["amount_cents"] *= 2
    return at


def a_citation_changed(random: Random, lines: Lines) -> int | None:
    at = random.randrange(1, len(lines))
    lines[at]["cites"] += "x"
    return at


def an_outcome_changed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"hand_decided"})
    if at is not None:
        outcomes = {"win", "lose", "war_won", "war_lost", "void"} - {lines[at]["outcome"]}
        lines[at]["outcome"] = random.choice(sorted(outcomes))
    return at


def a_movement_to_another_seat(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, MOVEMENTS)
    if at is not None:
        lines[at]["seat"] = lines[at]["seat"] % 7 + 1
    return at


def a_time_that_goes_back(random: Random, lines: Lines) -> int | None:
    at = random.randrange(2, len(lines))
    before = datetime.fromisoformat(lines[at - 1]["at"]) - timedelta(milliseconds=1)
    lines[at]["at"] = before.isoformat()
    return at


def a_time_of_its_own(random: Random, lines: Lines) -> int | None:
    """A command's last events, and all that follow, are recorded later than its first."""
    at = _pick(random, lines, {"hand_decided", "choice_offered"})
    if at is not None:
        for line in lines[at:]:
            line["at"] = (datetime.fromisoformat(line["at"]) + timedelta(days=1)).isoformat()
    return at


def a_rule_changed(random: Random, lines: Lines) -> int | None:
    section, field, value = random.choice(
        (
            ("policies", "decision_seconds", 59),
            ("policies", "gaming_day_hour", 7),
            ("limits", "symbol", "¤"),
            ("cites", "first_paid", "policy 1"),
        )
    )
    lines[0]["rules"][section][field] = value
    return 1  # it shows where the table opens


Fault = Callable[[Random, Lines], int | None]
# those that show in the very line, and those that show there or later
EXACT: tuple[Fault, ...] = (
    a_payment_changed,
    a_citation_changed,
    an_outcome_changed,
    a_movement_to_another_seat,
    a_time_that_goes_back,
    a_time_of_its_own,
    a_rule_changed,
)
LATER: tuple[Fault, ...] = (
    a_rank_changed,
    a_suit_changed,
    a_line_removed,
    a_burn_removed,
    two_lines_exchanged,
    a_wager_doubled,
)
