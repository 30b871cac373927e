"""Writes a finished round of a record as a round file for ``casinowar replay``.

A round file cannot express everything that happens at a table; such a round is refused with the
reason. Every file is played before it is written, and must agree with the record.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

from casinowar.cards import UNSEEN
from casinowar.errors import InputError
from casinowar.houses import House, house_names, load_house, rules_digest
from casinowar.houses.house import FaceUpScope, Surrender
from casinowar.record.history import History
from casinowar.record.replay import differences, play_round
from casinowar.record.roundfile import FORMAT, parse_round
from casinowar.record.rounds import PastRound
from casinowar.table import events as e
from casinowar.table.state import Hand
from casinowar.toml import Fields


def round_file(history: History, past: PastRound, house_file: str | None = None) -> str:
    """The text of the round file; an InputError says what a round file cannot express."""
    house = _house_name(history, house_file)
    _check(history.house, past)
    text = "\n".join(_lines(past, house)) + "\n"
    _check_plays(text, past)
    return text


def _house_name(history: History, house_file: str | None) -> str:
    name = history.house.name if house_file is None else house_file
    if house_file is not None and rules_digest(load_house(name)) == history.rules:
        return str(Path(name).absolute())
    if house_file is None and name in house_names() and _same_game(load_house(name), history.house):
        return name
    reason = "these are not the rules of a built-in house: name a file with the same rules"
    raise InputError("--house", reason)


def _same_game(built_in: House, played: House) -> bool:
    """Whether houses differ at most in posted limits and clocks, which a round file ignores."""
    limits = replace(
        played.limits,
        first=built_in.limits.first,
        tie=built_in.limits.tie,
        side=built_in.limits.side,
    )
    seconds = {
        field.name: getattr(built_in.policies, field.name)
        for field in fields(played.policies)
        if field.name.endswith("_seconds")
    }
    policies = replace(played.policies, **seconds)
    return replace(played, limits=limits, policies=policies) == built_in


# --- what a round file cannot express -------------------------------------------------------------


def _check(house: House, past: PastRound) -> None:
    where = f"round {past.number}"
    if not past.finished:
        raise InputError(where, "is not finished")
    for hand in past.hands:
        if any(card.suit is None for card in hand.cards):
            reason = f"seat {hand.seat} has a real card whose suit was not entered"
            raise InputError(where, reason)
        if hand.coupon_cents:
            reason = f"seat {hand.seat} bet a coupon, which a round file cannot express"
            raise InputError(where, reason)
    before: e.Event | None = None
    for entry in past.entries:
        _check_event(house, past, before, entry.event, where)
        before = entry.event


def _check_event(
    house: House, past: PastRound, before: e.Event | None, event: e.Event, where: str
) -> None:
    if isinstance(event, e.RoundVoided) and not isinstance(before, e.FaceUpCardFound):
        raise InputError(where, "the floor voided the round, which a round file cannot express")
    if isinstance(event, e.SurrenderChosen) and house.surrender.mode is not Surrender.OFFERED:
        reason = f"seat {event.seat} was surrendered by policy where the house offers no surrender"
        raise InputError(where, reason)
    whole_shoe = house.policies.face_up_scope is FaceUpScope.SHOE
    if isinstance(event, e.FaceUpCardFound) and past.face_up_before and whole_shoe:
        reason = "another card was found face up earlier in the shoe"
        raise InputError(where, f"{reason}, which a round file cannot express")


def _check_plays(text: str, past: PastRound) -> None:
    """Play the file and compare it with the record."""
    try:
        wrong = differences(play_round(parse_round(Fields(tomllib.loads(text)), Path())))
    except InputError as error:
        wrong = [str(error)]
    if wrong:
        reason = f"a round file cannot express what happened ({wrong[0]})"
        raise InputError(f"round {past.number}", reason)


# --- the file -------------------------------------------------------------------------------------


def _lines(past: PastRound, house: str) -> Iterator[str]:
    events = [entry.event for entry in past.entries]
    yield f"format = {json.dumps(FORMAT)}"
    yield f"house = {json.dumps(house)}"
    yield f"decks = {past.decks}"
    cards, irregular = _cards(past, events)
    yield f"cards = [{', '.join(json.dumps(card) for card in cards)}]"
    choices = {
        event.seat: "war" if isinstance(event, e.WarChosen) else "surrender"
        for event in events
        if isinstance(event, e.WarChosen | e.SurrenderChosen)
    }
    for hand in past.hands:
        yield from _seat(hand, choices.get(hand.seat))
    for lines in irregular:
        yield "\n[[irregularities]]"
        yield from lines
    for result in past.seats:
        yield f"\n[[results]]\nseat = {result.seat}\noutcome = {json.dumps(result.outcome)}"
        yield f"wagered = {result.wagered_cents}"
        yield f"returned = {result.returned_cents}"
        yield f"net = {result.net_cents}"


def _cards(past: PastRound, events: list[e.Event]) -> tuple[list[str], list[tuple[str, str]]]:
    """The cards in the order in which they left the shoe, and the irregularities."""
    cards = list[str]()
    in_error = {0} if past.held else set[int]()
    odd = list[tuple[str, str]]()
    for event in events:
        match event:
            case e.CardDealt() | e.WarCardDealt():
                cards.append(str(event.card))
            case e.CardBurned():
                cards.append(UNSEEN)
            case e.FaceUpCardFound():
                odd.append(('kind = "face_up"', f"card = {len(cards)}"))
                cards.append(str(event.card))
            case e.CardDrawnInError():
                in_error.add(len(cards))
            case e.SeatMissed():
                odd.append(('kind = "missed"', f"seat = {event.seat}"))
            case _:
                pass
    # a card drawn in error and not used belongs to a later round
    used = sorted(place for place in in_error if place < len(cards))
    return cards, odd + [('kind = "drawn_in_error"', f"card = {place}") for place in used]


def _seat(hand: Hand, choice: str | None) -> Iterator[str]:
    yield f"\n[[seats]]\nseat = {hand.seat}"
    if hand.initial_cents:
        yield f"initial = {hand.initial_cents}"
    if hand.tie_cents:
        yield f"tie = {hand.tie_cents}"
    if hand.sides:
        sides = ", ".join(f"{json.dumps(name)} = {cents}" for name, cents in hand.sides)
        yield f"side = {{ {sides} }}"
    if choice:
        yield f"on_tie = {json.dumps(choice)}"
    if hand.war_tie_cents:
        yield f"war_tie = {hand.war_tie_cents}"
