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
from casinowar.houses import digest_of_rules

Lines = list[dict[str, Any]]
CARDS = {"card_dealt", "war_card_dealt"}
MOVEMENTS = {"wager_paid", "wager_collected", "wager_returned"}
ANEW = {
    "cards_idled", "cards_removed", "cards_collected", "table_closed", "spread_requested",
    "shuffler_failed", "round_voided", "dealer_changed", "decks_rejected",
}  # fmt: skip
# steps that follow from the rules alone: nobody chooses whether they come
STEPS = {
    "announce_no_more_bets", "deal_card", "burn_card", "settle_hand", "settle_war", "confirm_war",
    "rack_cards", "shuffle_cards", "load_shoe", "place_cutting_card", "inspect_decks", "wash_cards",
}  # fmt: skip


def _pick(random: Random, lines: Lines, kinds: Collection[str]) -> int | None:
    """A line of one of these kinds, in or before a round that was finished."""
    ends = [at for at, line in enumerate(lines) if line.get("name") == "round_completed"]
    found = [
        at
        for at, line in enumerate(lines[: ends[-1] + 1])
        if _name(line) in kinds and _matters(lines, at)
    ]
    return random.choice(found) if found else None


def _matters(lines: Lines, at: int) -> bool:
    """Whether a card was dealt afterwards, before a void or before the cards were prepared anew."""
    end = end_of(lines, at) if "command" in lines[at] else at  # its own events do not count
    for line in lines[end:]:
        if _name(line) in CARDS | {"no_more_bets", "round_completed"}:
            return True
        if _name(line) in ANEW:
            return False
    return False


def _name(line: dict[str, Any]) -> str | None:
    """The name of the command or event on a line; the header has none."""
    return line.get("command", line.get("name"))


def end_of(lines: Lines, at: int) -> int:
    """Where the command after the one on line ``at`` begins."""
    return next((n for n in range(at + 1, len(lines)) if "command" in lines[n]), len(lines))


def last_command(lines: Lines, at: int) -> int:
    """The command that led to the event on line ``at``."""
    return next(n for n in range(at, 0, -1) if "command" in lines[n])


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


def a_step_removed(random: Random, lines: Lines) -> int | None:
    """A step with all its events: the next command cannot be given without it."""
    at = _pick(random, lines, STEPS)
    if at is not None:
        del lines[at : end_of(lines, at)]
    return at


def a_burn_removed(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"burn_card"})
    if at is not None:
        del lines[at : end_of(lines, at)]
    return at


def a_step_repeated(random: Random, lines: Lines) -> int | None:
    """A step with all its events, once more."""
    at = _pick(random, lines, STEPS - {"deal_card", "burn_card"})
    if at is None:
        return None
    end = end_of(lines, at)
    lines[end:end] = [dict(line) for line in lines[at:end]]
    return end


def two_steps_exchanged(random: Random, lines: Lines) -> int | None:
    """Two steps next to each other, each with its events; the times stay where they were."""
    for _ in range(50):
        at = _pick(random, lines, STEPS)
        if at is None:
            return None
        middle = end_of(lines, at)
        end = end_of(lines, middle) if middle < len(lines) else middle
        one, two = lines[at:middle], lines[middle:end]
        if not two or two[0]["command"] not in STEPS or two[0]["command"] == one[0]["command"]:
            continue
        one[0]["at"], two[0]["at"] = two[0]["at"], one[0]["at"]
        lines[at:end] = two + one
        return at
    return None


def a_wager_doubled(random: Random, lines: Lines) -> int | None:
    at = _pick(random, lines, {"wager_placed"})
    if at is not None:
        lines[at]["amount_cents"] *= 2
    return at


def a_bet_doubled(random: Random, lines: Lines) -> int | None:
    """The command and its event alike: it shows when the wager is settled, or at once."""
    for _ in range(50):
        at = _pick(random, lines, {"wager_placed"})
        if at is None:
            return None
        given = lines[last_command(lines, at)]
        amount = lines[at]["amount_cents"]
        if lines[at]["wager"] == "initial" and given.get("initial_cents") == amount:
            given["initial_cents"] = lines[at]["amount_cents"] = amount * 2
            return lines.index(given)
    return None


def a_giver_changed(random: Random, lines: Lines) -> int | None:
    """A bet that nobody of that name can have made."""
    at = _pick(random, lines, {"place_wagers", "go_to_war", "deal_card"})
    if at is not None:
        lines[at]["by"] = random.choice(("p0", "player", "" if lines[at]["by"] else "x"))
    return at


def a_citation_changed(random: Random, lines: Lines) -> int | None:
    at = random.choice([at for at, line in enumerate(lines) if "cites" in line])
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
    at = random.choice([at for at, line in enumerate(lines) if "command" in line and at > 1])
    before = datetime.fromisoformat(lines[last_command(lines, at - 1)]["at"])
    lines[at]["at"] = (before - timedelta(milliseconds=1)).isoformat()
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
    return 0


def a_rule_and_the_digest_changed(random: Random, lines: Lines) -> int | None:
    a_rule_changed(random, lines)
    lines[0]["digest"] = digest_of_rules(lines[0]["rules"])
    return 2  # it shows where the table opens


Fault = Callable[[Random, Lines], int | None]
# those that show in the very line, and those that show there or later
EXACT: tuple[Fault, ...] = (
    a_payment_changed,
    a_wager_doubled,
    a_citation_changed,
    an_outcome_changed,
    a_movement_to_another_seat,
    a_step_repeated,
    a_giver_changed,
    a_time_that_goes_back,
    a_rule_changed,
    a_rule_and_the_digest_changed,
)
LATER: tuple[Fault, ...] = (
    a_rank_changed,
    a_suit_changed,
    a_step_removed,
    a_burn_removed,
    two_steps_exchanged,
    a_bet_doubled,
)
