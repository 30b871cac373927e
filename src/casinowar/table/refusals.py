"""Refusals: a stable code, a sentence that teaches, and the clause or policy it rests on.

A refused command changes nothing. The codes are part of the protocol: they are the same in the
engine, on a wire and in a client, and are never renamed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why a command was refused."""

    WRONG_STEP = "wrong_step"
    WRONG_SEAT = "wrong_seat"
    NOT_NOW = "not_now"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_EMPTY = "seat_empty"
    TOO_MANY_SEATS = "too_many_seats"
    TOO_YOUNG = "too_young"
    BAD_NAME = "bad_name"
    BAD_AMOUNT = "bad_amount"
    BAD_STEP = "bad_step"
    BELOW_MINIMUM = "below_minimum"
    ABOVE_MAXIMUM = "above_maximum"
    ABOVE_AUTHORISED = "above_authorised"
    NOT_ENOUGH_CHIPS = "not_enough_chips"
    NOT_OFFERED = "not_offered"
    FORM_NOT_ACCEPTED = "form_not_accepted"
    FIRST_WAGER_NEEDED = "first_wager_needed"
    WAGER_FINAL = "wager_final"
    NO_WAGER = "no_wager"
    BETS_CLOSED = "bets_closed"
    WAGERS_IN_PLAY = "wagers_in_play"
    NOT_ASKED = "not_asked"
    MUST_EQUAL_FIRST = "must_equal_first"
    BAD_DECKS = "bad_decks"
    BAD_BACKS = "bad_backs"
    BAD_DEPTH = "bad_depth"
    CARDS_TOO_OLD = "cards_too_old"
    NO_SHUFFLER = "no_shuffler"
    SHOE_EMPTY = "shoe_empty"
    CARD_UNSEEN = "card_unseen"
    CARD_FACE_UP = "card_face_up"
    CARD_NOT_FACE_UP = "card_not_face_up"
    ALREADY_DRAWN = "already_drawn"
    HANDS_OFF = "hands_off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """What was refused, and why."""

    code: Code
    sentence: str
    cites: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.cites})"
