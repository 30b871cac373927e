"""Disputes: a hand as a person remembers it, played by the engine to find what is owed.

A ``Story`` holds the statements about a hand; ``dispute_words`` reads it from a line of words.
``next_question`` names what is still missing, so that a terminal or a page can ask for it, and
``settle_dispute`` plays the hand and compares what was owed with what was paid. Burned cards need
not be known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from casinowar.cards import Card, Rank, Suit, beyond_decks, card_of
from casinowar.errors import InputError
from casinowar.houses.house import House, Surrender, WarTie
from casinowar.money import show_cents
from casinowar.outcomes import Outcome
from casinowar.record.replay import PlayedRound, movements_to_json, play_round
from casinowar.record.roundfile import FORMAT as ROUND_FORMAT
from casinowar.record.roundfile import RoundPlan, parse_round
from casinowar.table import events as e
from casinowar.table.state import Action, Hand, Movement
from casinowar.table.words import decks_held
from casinowar.toml import Fields

FORMAT = "casinowar-dispute/1"
Face = Card | Rank  # a card, or its rank if nobody remembers the suit
Deal = tuple[Face | None, Face | None]  # the player's card and the dealer's
_ANY_CARD = Card.TWO_OF_CLUBS  # used if the face is unknown and decides nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The statements about one hand; None: not stated yet."""

    house: House
    seat: int = 1
    initial_cents: int | None = None
    tie_cents: int | None = None
    coupon_cents: int = 0
    sides: tuple[tuple[str, int], ...] = ()
    deals: tuple[Deal, ...] = ()  # the original deal, then each war deal
    goes_to_war: bool | None = None
    war_tie_cents: int | None = None
    missed: bool = False  # the seat was not dealt a card
    paid_cents: int | None = None  # from the tray, without the player's own wagers
    back_cents: int | None = None  # in total, including the player's own wagers


class Asked(StrEnum):
    """What can be missing from a story."""

    BET = "bet"
    TIE = "tie"
    PLAYER_CARD = "player_card"
    DEALER_CARD = "dealer_card"
    CHOICE = "choice"
    WAR_TIE = "war_tie"
    WAR_PLAYER_CARD = "war_player_card"
    WAR_DEALER_CARD = "war_dealer_card"
    PAID = "paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a hand; an optional question may be skipped."""

    what: Asked
    words: str
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What was owed on a hand, and what was paid."""

    story: Story
    played: PlayedRound
    paid_cents: int  # owed from the tray
    returned_cents: int  # the player's own wagers that go back

    @property
    def hand(self) -> Hand:
        """The hand as the engine played it."""
        return self.played.state.hands[self.story.seat]

    @property
    def owed_cents(self) -> int:
        """What the player should have received in total."""
        return self.paid_cents + self.returned_cents

    @property
    def short_cents(self) -> int | None:
        """What the player is still owed; negative: overpaid; None: nobody stated the payment."""
        if self.story.paid_cents is not None:
            return self.paid_cents - self.story.paid_cents
        if self.story.back_cents is not None:
            return self.owed_cents - self.story.back_cents
        return None


# --- what is missing ------------------------------------------------------------------------------


def next_question(story: Story, *, optional: bool = True) -> Question | None:
    """The next question about a hand; None if nothing is missing.

    Without ``optional``, only questions without which the hand cannot be settled. Raises an
    InputError if the story is impossible.
    """
    house, alone = story.house, story.house.wagers.tie_alone
    if story.initial_cents is None and not (story.tie_cents and alone):
        first = f"The {house.wagers.first_name} wager"
        return Question(what=Asked.BET, words=first, optional=alone)
    needed = alone and story.initial_cents == 0
    if (optional or needed) and story.tie_cents is None and house.tie.offered:
        return Question(what=Asked.TIE, words="The Tie wager", optional=not needed)
    shoe = _shoe(story)
    try:
        _play(story, shoe)
    except InputError as error:
        if shoe.ran_out:
            return _card_question(story, len(shoe.faces))
        if error.field.endswith("on_tie") and story.goes_to_war is None:
            return _choice_question(house, error)
        raise
    if optional and story.paid_cents is None and story.back_cents is None:
        words = "What was paid, without the player's own wagers"
        return Question(what=Asked.PAID, words=words, optional=True)
    return None


def ask_war_tie(story: Story) -> Question | None:
    """The question for the Tie wager on the war deal, after the choice of war."""
    offered = story.house.tie.war_deal is not WarTie.NOT_OFFERED
    if story.goes_to_war and offered and story.war_tie_cents is None:
        return Question(what=Asked.WAR_TIE, words="The Tie wager on the war deal", optional=True)
    return None


def _card_question(story: Story, known: int) -> Question:
    original, player = known < 2, known % 2 == 0 and not story.missed
    whose = "The player's" if player else "The dealer's"
    if original:
        what = Asked.PLAYER_CARD if player else Asked.DEALER_CARD
        return Question(what=what, words=f"{whose} card")
    what = Asked.WAR_PLAYER_CARD if player else Asked.WAR_DEALER_CARD
    return Question(what=what, words=f"{whose} war card")


def _choice_question(house: House, error: InputError) -> Question:
    choices = "Surrender or war" if house.surrender.mode is Surrender.OFFERED else "War"
    return Question(what=Asked.CHOICE, words=f"The hand ties ({error.cites}). {choices}?")


_LIKE = {
    Asked.BET: "write it like bet 50",
    Asked.TIE: "write it like tie 10",
    Asked.PLAYER_CARD: "write it before the dealer's, like 9h 8d",
    Asked.DEALER_CARD: "write it after the player's, like 9h 8d",
    Asked.CHOICE: "Write it after the cards.",
    Asked.WAR_PLAYER_CARD: "write it before the dealer's, like 4c Kd",
    Asked.WAR_DEALER_CARD: "write it after the player's, like 4c Kd",
}


# --- settling -------------------------------------------------------------------------------------


def settle_dispute(story: Story) -> Verdict:
    """Play the hand and find what was owed; an InputError says what is missing or impossible."""
    if story.paid_cents is not None and story.back_cents is not None:
        raise InputError(
            "paid and got", "give only one of them: got includes the player's own wagers"
        )
    question = next_question(story, optional=False)
    if question is not None:
        missing = "" if question.what is Asked.CHOICE else " is missing;"
        raise InputError("", f"{question.words}{missing} {_LIKE[question.what]}")
    shoe = _shoe(story)
    played = _play(story, shoe)
    hand = played.state.hands[story.seat]
    _check_nothing_is_left(story, hand, shoe)
    moved = hand.movements
    return Verdict(
        story=story,
        played=played,
        paid_cents=_sum(moved, Action.PAY),
        returned_cents=_sum(moved, Action.RETURN),
    )


def settle_together(stories: Sequence[Story]) -> tuple[Verdict, ...]:
    """Settle each hand of a round; if there are several, an InputError names the seat."""
    if len(stories) == 1:
        return (settle_dispute(stories[0]),)
    _check_together(stories)
    verdicts = list[Verdict]()
    for story in stories:
        try:
            verdicts.append(settle_dispute(story))
        except InputError as error:
            field = f"seat {story.seat}" + (f", {error.field}" if error.field else "")
            raise InputError(field, error.reason, error.cites) from None
    return tuple(verdicts)


def _check_together(stories: Sequence[Story]) -> None:
    """Refuse hands that together hold a card more often than the decks do."""
    house = stories[0].house
    faces = [deal[0] for story in stories for deal in story.deals]
    faces += [deal[1] for deal in max((story.deals for story in stories), key=len)]
    decks = max(house.cards.decks, *house.cards.decks_allowed)
    extra = beyond_decks(_cards([face for face in faces if face is not None]), decks)
    if extra is not None:
        reason = f"together the hands have {extra} more often than {decks_held(decks)}"
        raise InputError("cards", reason, house.cites.decks)


def _sum(movements: Sequence[Movement], action: Action) -> int:
    return sum(move.amount_cents for move in movements if move.action is action)


def _check_nothing_is_left(story: Story, hand: Hand, shoe: _Faces) -> None:
    """Refuse statements that the hand did not need: they belong to another hand."""
    dealer = shoe.faces[1:2]
    if story.missed and len(shoe.faces) > 1:
        raise InputError("cards", "a missed seat has no cards", story.house.cites.missed)
    first = deal_words(story.deals[0]) if dealer and hand.card else "the hand"
    if story.goes_to_war is not None and not hand.ties:
        raise InputError("war or surrender", f"{first} is not a tie", story.house.cites.choice)
    if story.goes_to_war is not None and hand.outcome is Outcome.NONE:
        raise InputError(
            "war or surrender", "a hand with Tie alone has neither", story.house.cites.choice
        )
    if story.war_tie_cents and not story.goes_to_war:
        raise InputError("Tie on the war deal", "there was no war", story.house.cites.war_tie_wager)
    rest = shoe.faces[shoe.used :]
    if rest:
        words = " ".join(face_words(face) for face in said_faces(story)[shoe.used :])
        raise InputError("cards", f"the hand was decided before {words} ({first})")


class _Faces:
    """A shoe with the remembered faces, in order; burned cards have none."""

    def __init__(self, faces: Sequence[Card]) -> None:
        self.faces = tuple(faces)
        self.ran_out = False
        self._shown: dict[int, Card] = {}

    @property
    def used(self) -> int:
        """How many of the faces were turned up."""
        return len(self._shown)

    def has(self, index: int) -> bool:  # noqa: ARG002 - nobody counts the cards of a shoe here
        """Always true: there is a card, seen or not."""
        return True

    def card(self, index: int) -> Card | None:
        """The next face; None once all are used."""
        if index not in self._shown:
            if self.used == len(self.faces):
                self.ran_out = True
                return None
            self._shown[index] = self.faces[self.used]
        return self._shown[index]

    def lies_face_up(self, index: int) -> bool:  # noqa: ARG002 - as above
        """No card lies face up."""
        return False


def said_faces(story: Story) -> list[Face]:
    """The faces in the order of the deal, up to the first unknown one."""
    faces = [face for deal in story.deals for face in deal]
    if story.missed:  # only the dealer has a card, which decides nothing
        return [face for face in faces if face is not None]
    return [face for face in faces[: faces.index(None) if None in faces else None] if face]


def _cards(faces: Sequence[Face]) -> list[Card]:
    """A card for each face; a rank alone gets the suit that is used least."""
    used = [face for face in faces if not isinstance(face, Rank)]
    cards = list[Card]()
    for face in faces:
        if isinstance(face, Rank):
            face = min((card_of(face, suit) for suit in Suit), key=used.count)
            used.append(face)
        cards.append(face)
    return cards


def _shoe(story: Story) -> _Faces:
    cards = _cards(said_faces(story))
    return _Faces(cards or [_ANY_CARD] if story.missed else cards)


def face_words(face: Face) -> str:
    """A face in words: ``9h``, or ``9`` without its suit."""
    return face.letter if isinstance(face, Rank) else str(face)


def deal_words(deal: Deal) -> str:
    """Both faces of a deal: ``9h against Kd``."""
    return " against ".join(face_words(face) for face in deal if face is not None)


def _play(story: Story, shoe: _Faces) -> PlayedRound:
    house = story.house
    decks = max(house.cards.decks, *house.cards.decks_allowed)
    extra = beyond_decks(shoe.faces, decks)
    if extra is not None:
        reason = f"{extra} occurs more often than {decks_held(decks)}"
        raise InputError("cards", reason, house.cites.decks)
    _check_half(house, story.initial_cents or 0)
    _check_suits(story)
    try:
        return play_round(_plan(story), shoe)
    except InputError as error:
        field = error.field.removeprefix("seats[0].")
        named = "bet" if field in {"initial", "seats"} else field.replace("_", " ")
        kept = error.field if error.field.endswith("on_tie") else named
        raise InputError(kept, error.reason, error.cites) from None


def _check_half(house: House, cents: int) -> None:
    """Refuse a bet whose half cannot be paid in chips: no player can have made it."""
    step = house.first_step * house.limits.smallest_chip_cents
    rest, symbol = cents % step, house.limits.symbol
    if rest:
        near = (low for low in (cents - rest, cents - rest + step) if low)
        said = " or ".join(show_cents(low, symbol) for low in near)
        chip = show_cents(house.limits.smallest_chip_cents, symbol)
        reason = f"{show_cents(cents, symbol)} has no half payable in chips of {chip}: bet {said}"
        raise InputError("bet", reason, house.cites.half)


def _check_suits(story: Story) -> None:
    """Refuse a card without its suit if a bet depends on the suit."""
    rank = next((face for face in said_faces(story) if isinstance(face, Rank)), None)
    if rank is None:
        return
    staked = {name for name, cents in story.sides if cents}
    for bet in story.house.side_bets:
        if bet.name in staked and any(row.suited for row in bet.rows):
            reason = f"{rank.letter} needs its suit, like {rank.letter}h: {bet.title} depends on it"
            raise InputError("cards", reason, story.house.cites.side_wager)


def _plan(story: Story) -> RoundPlan:
    """The story as a round plan; its cards come from the shoe of faces."""
    seat: dict[str, Any] = {"seat": story.seat}
    amounts = {
        "initial": story.initial_cents,
        "tie": story.tie_cents,
        "war_tie": story.war_tie_cents,
    }
    seat |= {name: cents for name, cents in amounts.items() if cents}
    if story.sides:
        seat["side"] = dict(story.sides)
    if story.goes_to_war is not None:
        seat["on_tie"] = "war" if story.goes_to_war else "surrender"
    values: dict[str, Any] = {
        "format": ROUND_FORMAT,
        "house": story.house.name,
        "cards": [],
        "seats": [seat],
    }
    if story.missed:
        values["irregularities"] = [{"kind": "missed", "seat": story.seat}]
    plan = parse_round(Fields(values), Path(), story.house)
    if not story.coupon_cents:
        return plan
    [placed] = plan.seats
    return replace(plan, seats=(replace(placed, coupon_cents=story.coupon_cents),))


# --- in words -------------------------------------------------------------------------------------

_MOVES = (
    e.WagerCollected,
    e.WagerPaid,
    e.WagerReturned,
    e.CouponTaken,
    e.CouponReturned,
    e.MovementReversed,
)


def chip_movements(verdict: Verdict) -> tuple[e.Event, ...]:
    """Every event that moved chips of the hand, in order."""
    return tuple(event for event in verdict.played.events if isinstance(event, _MOVES))


def difference_words(verdict: Verdict) -> str:
    """The difference between owed and paid in words; empty if the payment is unknown."""
    short, symbol = verdict.short_cents, verdict.story.house.limits.symbol
    if short is None:
        return ""
    seat = verdict.story.seat
    if not short and verdict.story.paid_cents is not None and verdict.returned_cents:
        back = show_cents(verdict.returned_cents, symbol)
        return (
            f"Right, if {back} of the player's own wagers went back as well."
            " If in doubt, give what the player got instead of what was paid."
        )
    if not short:
        return "Right: nothing is owed either way."
    amount = show_cents(abs(short), symbol)
    if short > 0:
        words = f"Underpaid by {amount}: seat {seat} is owed {amount} more."
    else:
        words = f"Overpaid by {amount}: seat {seat} owes the house {amount}."
    if verdict.story.paid_cents == verdict.owed_cents and verdict.returned_cents:
        whole = show_cents(verdict.owed_cents, symbol)
        words += f" ({whole} is what comes back in all; if that is meant, say got instead of paid.)"
    return words


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict for programs; amounts are cents."""
    hand, story = verdict.hand, verdict.story
    return {
        "format": FORMAT,
        "house": story.house.name,
        "seat": story.seat,
        "outcome": hand.outcome,
        "wagered": hand.wagered_cents,
        "owed": {"paid": verdict.paid_cents, "returned": verdict.returned_cents},
        "said": {"paid": story.paid_cents, "got": story.back_cents},
        "short": verdict.short_cents,
        "movements": movements_to_json(hand),
    }
