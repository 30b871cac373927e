"""Refusals: a stable code, a sentence that teaches, and the clause or policy it rests on.

A refused command changes nothing. The codes are part of the protocol: they are the same in the
engine, on the wire and in every client, and are never renamed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, NoReturn

from casinowar.table.message import Message


class Code(StrEnum):
    """The reasons for a refusal."""

    NOT_DUE = "step/not_due"
    OUT_OF_ORDER = "step/out_of_order"
    NOT_NOW = "step/not_now"
    CHANGE_CARDS_FIRST = "step/change_cards_first"
    NOT_YOURS = "role/not_yours"

    TABLE_CLOSED = "table/closed"
    TABLE_OPEN = "table/already_open"
    EARLIER_DAY = "table/earlier_day"
    ABOVE_AUTHORISED = "table/above_authorised_limit"
    WAGERS_DOWN = "table/wagers_down"
    SAME_DEALER = "table/same_dealer"
    BAD_NAME = "table/bad_name"
    TRAY_SHORT = "tray/short"
    OTHER_COUNT = "tray/other_count"

    NO_SUCH_SEAT = "seat/no_such_seat"
    SEAT_TAKEN = "seat/taken"
    SEAT_EMPTY = "seat/empty"
    TOO_MANY_SEATS = "seat/too_many"
    TOO_YOUNG = "seat/too_young"
    WAGERS_IN_PLAY = "seat/wagers_in_play"
    SITTING_OUT = "seat/sitting_out"

    BAD_AMOUNT = "amount/out_of_range"
    NOT_ENOUGH_CHIPS = "chips/not_enough"
    NOT_IN_CHIPS = "chips/not_a_multiple"

    BELOW_MINIMUM = "wager/below_minimum"
    ABOVE_MAXIMUM = "wager/above_maximum"
    NOT_A_MULTIPLE = "wager/not_a_multiple"
    NOT_OFFERED = "wager/not_offered"
    FORM_NOT_ACCEPTED = "wager/form_not_accepted"
    FIRST_WAGER_NEEDED = "wager/first_needed"
    MUST_EQUAL_FIRST = "wager/must_equal_first"
    WAGER_FINAL = "wager/final"
    NO_WAGER = "wager/none"
    BETS_CLOSED = "wager/bets_closed"

    NOT_ASKED = "choice/not_asked"
    SURRENDER_NOT_OFFERED = "choice/no_surrender"

    BAD_DECKS = "decks/wrong_count"
    BAD_SHUFFLING = "decks/wrong_shuffling"
    BAD_BACKS = "decks/wrong_backs"

    BAD_DEPTH = "cut/bad_depth"
    CUT_NOT_OFFERED = "cut/not_offered"

    NO_SHUFFLER = "shuffler/none"
    SHUFFLER_EMPTY = "shuffler/empty"

    NOT_SEALED = "shoe/not_sealed"
    CONTRIBUTIONS_CLOSED = "contribution/closed"
    CONTRIBUTED = "contribution/made"
    OTHER_VALUE = "contribution/other_value"
    BAD_DIGITS = "contribution/bad_digits"

    SHOE_EMPTY = "shoe/empty"
    CARD_UNSEEN = "shoe/card_unseen"
    SUIT_NEEDED = "shoe/suit_needed"
    BEYOND_DECKS = "shoe/beyond_decks"
    NOT_PHYSICAL = "shoe/not_physical"
    CARD_FACE_UP = "shoe/card_face_up"
    CARD_NOT_FACE_UP = "shoe/card_not_face_up"
    ALREADY_DRAWN = "shoe/already_drawn"
    HANDS_OFF = "card/hands_off"


class Refusal(Message):
    """Why a command was refused: a code, a sentence and a clause."""

    code: Code
    sentence: str
    cites: str
    short_cents: int | None = None  # how much is missing in the tray

    def __bool__(self) -> Literal[False]:
        """A refusal is false: ``if table.do(command):`` tests whether the command was accepted."""
        return False

    def __str__(self) -> str:
        return f"{self.sentence} ({self.cites})"


class Refused(Exception):  # noqa: N818 - it is an answer, not an error
    """A refusal as an exception, raised by ``LiveTable.must`` and by guards inside ``decide``."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def refuse(code: Code, sentence: str, cites: str, short_cents: int | None = None) -> NoReturn:
    """Raise the refusal of the command that is being decided."""
    raise Refused(Refusal(code=code, sentence=sentence, cites=cites, short_cents=short_cents))
