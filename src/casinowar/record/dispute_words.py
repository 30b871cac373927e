"""A hand described in a line of words.

``bet 50 tie 10, 9h 9d, war, 4c Kd, paid 100``: the player's card comes first unless ``dealer`` or
``player`` precedes a card. Cards may be written ``10s``, ``KH`` or ``k♥``, two of them also
``10h-9d``, and without a suit if no bet depends on it: ``K Q``, ``king queen``. Amounts are ``50``,
``$12.50`` or ``1,200``, in the currency of the house. After ``war``, ``tie`` is the Tie wager on
the war deal, and ``war`` may be repeated before each further war.
Several hands of one round begin with their seats: ``dealer Q, seat 1 bet 25 K, seat 3 bet 50 9``;
the dealer's cards before them apply to all hands, the war card after the first card. Filler words
(``the``, ``against``, ``goes to``) are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from casinowar.cards import RANK_LETTERS, UNSEEN, Rank, parse_card
from casinowar.errors import InputError, did_you_mean, shown
from casinowar.houses.house import House
from casinowar.money import AMOUNT_MAX_CENTS, parse_amount, short_cents
from casinowar.record.dispute import Asked, Deal, Face, Question, Story, face_words

EXAMPLE = '"bet 50 tie 10, 9h 9d, war, 4c Kd, paid 100"'
WORDS_MAX = 200
_SPLIT = re.compile(r"\s+|;|,(?![0-9]{3}(?![0-9]))")
_SIGN = r"[A-Za-z]{0,3}[$€£¥]|[A-Za-z]{3}|"
_AMOUNT = re.compile(rf"({_SIGN})([0-9.,]*)({_SIGN})")
_MONEY_WORDS = {
    **dict.fromkeys(("dollar", "dollars", "bucks"), "$"),
    **dict.fromkeys(("euro", "euros"), "€"),
    **dict.fromkeys(("pound", "pounds"), "£"),
    "yen": "¥",
}
_CODES = {"usd", "nzd", "aud", "cad", "eur", "gbp", "chf", "jpy"}  # words that may follow an amount
_SUIT = r"[cdhs♣♦♥♠♧♢♡♤]\ufe0f?"
_RANK = r"(?:10|[2-9TJQKA])"
_CARD = rf"{_RANK}{_SUIT}"
_BETWEEN = r"(?:vs?\.?|[-–—/:|&+])"
_CARDS_JOINED = re.compile(  # without anything between them, cards need their suits
    rf"{_CARD}(?:{_BETWEEN}?{_CARD})+|{_RANK}(?:{_SUIT})?(?:{_BETWEEN}{_RANK}(?:{_SUIT})?)+",
    re.IGNORECASE,
)
_FACE = re.compile(rf"{_RANK}(?:{_SUIT})?", re.IGNORECASE)
_ONE_CARD = re.compile(_CARD, re.IGNORECASE)
_RANK_ALONE = re.compile(_RANK, re.IGNORECASE)
_RANK_WORDS = {rank.name.lower(): rank for rank in Rank}
_OF_A_SUIT = re.compile(  # "king of hearts"
    rf"\b({'|'.join(_RANK_WORDS)}|{_RANK})\s+of\s+(clubs|diamonds|hearts|spades)\b", re.IGNORECASE
)
# What a shell leaves of $50.00, $100 or $5.50: it takes $5 and $1 for arguments that are not there.
_LEFT_BY_SHELL = re.compile(r"0[0-9,][0-9.,]*|0\.0+|[.,][0-9][0-9.,]*")

_AMOUNTS = {
    **dict.fromkeys(("bet", "bets", "wager", "wagered", "initial", "primary", "first"), "initial"),
    **dict.fromkeys(("tie", "ties"), "tie"),
    **dict.fromkeys(("wartie", "war-tie", "war_tie"), "war_tie"),
    **dict.fromkeys(("coupon", "match"), "coupon"),
    **dict.fromkeys(("paid", "pays", "payed"), "paid"),
    **dict.fromkeys(("got", "back", "received", "returned"), "back"),
}
_ZERO = {"nothing", "none", "zero"}
_CHOICES = {
    **dict.fromkeys(("war", "wars"), True),
    **dict.fromkeys(("surrender", "surrenders", "surrendered"), False),
}
_PLAYER = {"player", "players", "player's", "guest"}
_DEALER = {"dealer", "dealers", "dealer's", "house", "bank"}
_NOTHING = {
    *("", "a", "an", "the", "and", "then", "on", "with", "in", "of", "was", "were", "has", "had"),
    *("vs", "vs.", "v", "against", "to", "goes", "went", "go", "at", "card", "cards", "hand"),
    *("deal", ":", "-", "–", "/", "play", "all", "wager:"),
}
_BURNED = {"burn", "burns", "burned", "burnt"}
_NOTHING |= _BURNED
_DEALER_ONCE = "write the dealer's cards once: dealer Q 5"
_RESULTS = {"win", "wins", "won", "lose", "loses", "lost", "push", "pushed"}
_WORD_AND_NUMBER = re.compile(  # "bet50", "seat3"
    rf"({'|'.join((*_AMOUNTS, 'seat'))})[:=]?((?:{_SIGN})[0-9.,]+(?:{_SIGN}))", re.IGNORECASE
)


def read_story(house: House, text: str) -> Story:
    """Read the story of one hand; an InputError names the word that cannot be understood."""
    return _Reader(house, _words(house, text)).story()


def tells_a_hand(text: str) -> bool:
    """Whether a text begins like a hand, not like the name of a house."""
    first = text.split()[0].lower() if text.split() else ""
    words = {*_AMOUNTS, *_CHOICES, *_PLAYER, *_DEALER, "seat", "missed"}
    joined = _WORD_AND_NUMBER.fullmatch(first) or _CARDS_JOINED.fullmatch(first)
    return first.rstrip(".:,") in words or bool(joined) or _is_card(first.rstrip(","))


def read_stories(house: House, text: str) -> tuple[Story, ...]:
    """Read the stories of all hands in a line, in order.

    If several seats are named, each one begins the story of its hand. Words before the first seat,
    like the dealer's card, apply to all hands. The dealer's cards need to be given only once.
    """
    words = _words(house, text)
    starts = [
        at
        for at, word in enumerate(words[:-1])
        if word.lower() == "seat" and words[at + 1].isdigit()
    ]
    dealer, before = _dealers_cards(words[: starts[0]]) if starts else ([], [])
    if len(starts) < 2 and len(dealer) < 2:
        return (_Reader(house, words).story(),)
    ends = [*starts[1:], len(words)]
    told = [
        _Reader(house, before + words[start:end]).story()
        for start, end in zip(starts, ends, strict=True)
    ]
    seats = [story.seat for story in told]
    for seat in seats:
        if seats.count(seat) > 1:
            raise InputError("seat", f"{seat} is given twice")
    return _one_dealer(told, dealer)


def _dealers_cards(words: list[str]) -> tuple[list[Face], list[str]]:
    """The cards in ``dealer Q 5`` before the first seat, and the other words there."""
    at = next((at for at, word in enumerate(words) if _plain(word) in _DEALER), len(words))
    rest, faces = words[:at], list[Face]()
    for place, word in enumerate(words[at:], start=at):
        cards = _cards_in(word.rstrip(".:"))
        if all(map(_is_card, cards)):
            faces += map(read_face, cards)
        elif _plain(word) not in _DEALER | _NOTHING:
            rest += words[place:]
            break
    return faces, rest


def _plain(word: str) -> str:
    return word.lower().rstrip(".:")


def _words(house: House, text: str) -> list[str]:
    sides = {bet.name for bet in house.side_bets}
    text = _OF_A_SUIT.sub(_with_suit, text)
    words = list[str]()
    for word in filter(None, _SPLIT.split(text.strip())):
        joined = None if word.lower() in sides else _WORD_AND_NUMBER.fullmatch(word)
        words += [word] if joined is None else joined.groups()
    if len(words) > WORDS_MAX:
        raise InputError("dispute", f"has more than {WORDS_MAX} words")
    return words


def _with_suit(match: re.Match[str]) -> str:
    rank = _RANK_WORDS.get(match[1].lower())
    return (match[1] if rank is None else rank.letter) + match[2][0]


def _one_dealer(told: list[Story], before: list[Face]) -> tuple[Story, ...]:
    """The same stories, each with the dealer's cards given ``before`` them or in any of them."""
    deals = max(len(story.deals) for story in told)
    if deals < len(before):
        left = face_words(before[deals])
        raise InputError("cards", f"{left} of the dealer belongs to no deal of these seats")
    dealer = dict(enumerate(before))
    for story in told:
        for number, (_, face) in enumerate(story.deals):
            if face is not None and dealer.setdefault(number, face) != face:
                both = f"{face_words(dealer[number])} and {face_words(face)}"
                raise InputError("cards", f"the dealer's card is given as {both}; {_DEALER_ONCE}")
    return tuple(
        replace(
            story,
            deals=tuple((face, dealer.get(at)) for at, (face, _) in enumerate(story.deals)),
        )
        for story in told
    )


class _Reader:
    """One line of words, read from left to right."""

    def __init__(self, house: House, words: list[str]) -> None:
        self._left = words[::-1]
        self._story = Story(house=house)
        self._said = set[str]()
        self._deals = list[Deal]()
        self._unseen = 0  # unseen cards that were just skipped
        self._burning = False  # whether "burned" precedes them
        self._whose: bool | None = None  # True: the next card is the player's; None: in order

    def story(self) -> Story:
        """Read all words into a story."""
        sides = {bet.name for bet in self._story.house.side_bets}
        while self._left:
            written = self._left.pop()
            word = written.lower().rstrip(".:") or written
            if word == UNSEEN:
                self._unseen += 1
                continue
            self._check_unseen()
            self._burning = word in _BURNED
            if word in sides:
                self._side(word)
            elif word in _AMOUNTS:
                self._amount(word)
            elif word in _CHOICES:
                if not (self._story.goes_to_war and _CHOICES[word]):  # each war may be named
                    self._once("war or surrender")
                self._story = replace(self._story, goes_to_war=_CHOICES[word])
                self._war_wager()
                dealers = self._whose is False  # "dealer war 5" is the dealer's war card
                if self._deals and None in self._deals[-1] and not dealers:
                    self._deals.append((None, None))  # the dealer's card is given with another seat
            elif word in _PLAYER or word in _DEALER:
                self._whose = word in _PLAYER
            elif word == "seat":
                self._seat()
            elif word == "missed":
                self._story = replace(self._story, missed=True)
            elif word in _MONEY_WORDS or word in _CODES:
                check_currency(self._story.house, word)
            elif word not in _NOTHING or self._is_ace(written):
                for card in _cards_in(written.rstrip(".:")):
                    self._card(card, sides)
        self._check_unseen()
        return replace(self._story, deals=tuple(self._deals))

    def _is_ace(self, written: str) -> bool:
        """Whether ``a`` is an ace: ``A``, or ``a`` if no card with a suit follows."""
        following = self._left[-1] if self._left else ""
        return written == "A" or (written == "a" and not _ONE_CARD.fullmatch(following))

    def _check_unseen(self) -> None:
        """Unseen cards must be burned ones: after the word "burned", or as many as a war burns."""
        count, self._unseen = self._unseen, 0
        each = self._story.house.war.burn_count
        war = bool(self._story.goes_to_war) and each > 0 and count % each == 0
        if count and not (self._burning or war):
            raise InputError(
                "cards",
                f"{UNSEEN} is a card that nobody saw, but the cards of a hand must be known;"
                " leave burned cards out, or write burned before them",
            )

    def _once(self, what: str) -> None:
        if what in self._said:
            raise InputError(what, "is given twice")
        self._said.add(what)

    def _amount(self, word: str) -> None:
        what = _AMOUNTS[word]
        if what == "tie" and self._story.goes_to_war:
            what = "war_tie"
        cents = self._cents(word)
        self._once({"initial": "bet", "back": "got"}.get(what, what.replace("_", " ")))
        changes: dict[str, Any] = {f"{what}_cents": cents}
        self._story = replace(self._story, **changes)

    def _cents(self, word: str) -> int:
        same = {other for other, what in _AMOUNTS.items() if what == _AMOUNTS.get(word)}
        while self._left:  # "got back 150" is one statement
            written = self._left.pop()
            if _LEFT_BY_SHELL.fullmatch(written):
                reason = (
                    f"{shown(written)} may be what the shell left of an amount with $:"
                    " put the hand in single quotes, or leave out $"
                )
                raise InputError(word, reason)
            if written.lower() not in (_NOTHING - {"-"}) | same:
                return read_amount(word, written, self._story.house)
        raise InputError(word, "needs an amount, like 50 or 12.50")

    def _war_wager(self) -> None:
        """Skip the war wager in ``war 25``, which equals the first wager.

        A number that is also a rank, ``war 10``, is a card unless it equals the first wager and an
        even number of cards follows.
        """
        written = self._left[-1] if self._story.goes_to_war and self._left else ""
        if not re.search("[0-9]", written) or _ONE_CARD.fullmatch(written):
            return
        match = _AMOUNT.fullmatch(written)
        if match is None or _CARDS_JOINED.fullmatch(written):
            return
        after = [card for word in self._left[:-1] for card in _cards_in(word)]
        first = self._story.initial_cents
        if _RANK_ALONE.fullmatch(written) and (
            read_amount("war", written, self._story.house) != first or sum(map(_is_card, after)) % 2
        ):
            return
        cents = self._cents("war")
        if first is not None and cents != first:
            same = short_cents(first)
            raise InputError("war", f"{written} does not equal the first wager, {same}")

    def _side(self, name: str) -> None:
        self._once(name)
        cents = self._cents(name)
        self._story = replace(self._story, sides=(*self._story.sides, (name, cents)))

    def _seat(self) -> None:
        while self._left and self._left[-1].lower() == "was":
            self._left.pop()
        number = self._left.pop() if self._left else ""
        if number.lower() == "missed":  # "the seat was missed" has no number
            self._story = replace(self._story, missed=True)
            return
        if not (number.isascii() and number.isdigit() and len(number) <= 2):
            raise InputError("seat", f"{shown(number)} is not the number of a seat")
        self._story = replace(self._story, seat=int(number))

    def _card(self, written: str, sides: set[str]) -> None:
        card = read_face(written, sides)
        player, dealer = self._deals[-1] if self._deals else (card, card)
        if player is not None and dealer is not None:
            self._deals.append((None, None))
            player = dealer = None
        is_player = player is None if self._whose is None else self._whose
        self._whose = None
        if (player if is_player else dealer) is not None:
            whose = "player" if is_player else "dealer"
            raise InputError("cards", f"{written[:10]} is a second card of the {whose}")
        self._deals[-1] = (card, dealer) if is_player else (player, card)


def read_amount(what: str, written: str, house: House) -> int:
    """An amount as people write it, in cents; an InputError names ``what``."""
    if written.lower() in _ZERO:
        return 0
    match = _AMOUNT.fullmatch(written)
    cents = None if match is None else parse_amount(match[2])
    if match is None or cents is None or cents > AMOUNT_MAX_CENTS:
        raise InputError(what, f"{shown(written)} is not an amount, like 50 or 12.50")
    for sign in filter(None, match.groups()[::2]):
        check_currency(house, sign)
    return cents


def check_currency(house: House, written: str) -> None:
    """Refuse a currency that is not the house's: ``€``, ``US$``, ``eur``, ``euros``."""
    code, symbol, word = house.limits.currency, house.limits.symbol, written.lower()
    if word == code.lower() or _MONEY_WORDS.get(word, word) == symbol.lower():
        return
    if symbol == "$" and word.endswith("$") and code.lower().startswith(word[:-1]):
        return  # US$, NZ$
    raise InputError(
        "currency", f"{shown(written)}: this house uses {code}, so write amounts like {symbol}50"
    )


def _cards_in(written: str) -> list[str]:
    """The cards in a word like ``10h-9d`` or ``A♥vs.K♠``, each as written."""
    return _FACE.findall(written) if _CARDS_JOINED.fullmatch(written) else [written]


def _is_card(written: str) -> bool:
    return bool(_FACE.fullmatch(written)) or written.lower() in _RANK_WORDS


def read_face(written: str, sides: Iterable[str] = ()) -> Face:
    """Read a card as people write it, or its rank alone; an InputError shows the form."""
    word = written.lower()
    if word in _RANK_WORDS:
        return _RANK_WORDS[word]
    if _RANK_ALONE.fullmatch(written):
        return Rank(2 + RANK_LETTERS.index(written.upper().replace("10", "T")))
    try:
        return parse_card(written)
    except ValueError:
        pass
    match = _AMOUNT.fullmatch(written)
    if match is not None and parse_amount(match[2]) is not None:
        reason = f"{shown(written)} is not a card; an amount needs a word, like bet 25 or paid 50"
        raise InputError("dispute", reason)
    if word in _RESULTS:
        reason = (
            f"{shown(written)}: the cards tell who won; write what left the tray, like paid 50,"
            " or all that came back, like got 100"
        )
        raise InputError("dispute", reason)
    known = {*_AMOUNTS, *_CHOICES, *_PLAYER, *_DEALER, *_RANK_WORDS, *sides, "seat", "missed"}
    near = did_you_mean(word, known) if word.replace("-", "").isalpha() else ""
    hint = f"{near} Write" if near else "; write"
    reason = f"{shown(written)} is not a card, an amount or a known word{hint} {EXAMPLE}"
    raise InputError("dispute", reason)


def write_story(story: Story) -> str:
    """The story as one line that ``read_story`` reads again."""
    parts = list[str]()
    if story.seat != 1:
        parts.append(f"seat {story.seat}")
    bets = [("bet", story.initial_cents), ("tie", story.tie_cents), ("coupon", story.coupon_cents)]
    placed = [*bets, *story.sides]
    parts.append(" ".join(f"{name} {_short(cents)}" for name, cents in placed if cents))
    if story.missed:
        parts.append("missed")
    deals = [_deal(deal) for deal in story.deals]
    parts += deals[:1]
    if story.goes_to_war is not None:
        choice = "war" if story.goes_to_war else "surrender"
        tie = f" tie {_short(story.war_tie_cents)}" if story.war_tie_cents else ""
        parts.append(choice + tie)
    parts += deals[1:]
    said = [("paid", story.paid_cents), ("got", story.back_cents)]
    parts += [f"{name} {_short(cents)}" for name, cents in said if cents is not None]
    return ", ".join(part for part in parts if part)


def _deal(deal: Deal) -> str:
    return " ".join(face_words(face) for face in deal if face is not None)


def _short(cents: int) -> str:
    return short_cents(cents).replace(",", "")


# --- one answer at a time -------------------------------------------------------------------------

_FIELDS = {
    Asked.BET: "initial_cents",
    Asked.TIE: "tie_cents",
    Asked.WAR_TIE: "war_tie_cents",
    Asked.PAID: "paid_cents",
}


_WORDS = {Asked.BET: "bet", Asked.TIE: "tie", Asked.WAR_TIE: "tie", Asked.PAID: "paid"}


def answer(story: Story, question: Question, text: str) -> Story:
    """The story with the answer to a question; an empty answer to an optional question means none.

    An InputError says what is wrong with the answer, so that the question can be asked again.
    """
    said = text.strip()
    if question.what in _FIELDS:
        word, _, amount = said.partition(" ")
        got = question.what is Asked.PAID and word.lower() == "got"
        if got or word.lower() == _WORDS.get(question.what):
            said = amount.strip()
        elif not said and question.what is Asked.PAID:
            return story
        if not said and (word or not question.optional):
            raise InputError("", "write an amount, like 50 or 12.50")
        if got:
            return replace(story, back_cents=read_amount("", said, story.house))
        cents = read_amount("", said, story.house) if said else 0
        changes: dict[str, Any] = {_FIELDS[question.what]: cents}
        return replace(story, **changes)
    if question.what is Asked.CHOICE:
        choices = {"w": True, "s": False, **_CHOICES}
        if said.lower() not in choices:
            raise InputError("", f"{shown(said)} is not war or surrender")
        return replace(story, goes_to_war=choices[said.lower()])
    if question.what is Asked.PLAYER_CARD and said.lower() == "missed":
        return replace(story, missed=True)
    return _with_cards(story, said)


def _with_cards(story: Story, said: str) -> Story:
    """The story with one more card, or with both cards of a deal: ``9h``, ``9h 9d``, ``9h-9d``."""
    words = [word for word in _SPLIT.split(said) if word and word.lower() not in _NOTHING - {"a"}]
    try:
        cards = [read_face(card) for word in words for card in _cards_in(word)]
    except InputError:
        cards = []
    begun = bool(story.deals) and story.deals[-1][1] is None
    if not 1 <= len(cards) <= (1 if begun else 2):
        raise InputError("", f"{shown(said)} is not a card; write one like 9h" if said else _ONE)
    if begun:
        return replace(story, deals=(*story.deals[:-1], (story.deals[-1][0], cards[0])))
    dealer = cards[1] if len(cards) > 1 else None
    return replace(story, deals=(*story.deals, (cards[0], dealer)))


_ONE = "write a card, like 9h"
