"""Shoes counted from what happened: cards seen, burned and left, and whether any are missing.

The events of a table say which faces came out of a shoe and how many cards were burned. While a
shoe runs there is nothing else to know. Once it has ended there may be two more sources: its whole
order, if the cards came from a seed, and a count of the cards by hand. The order of a sealed shoe
follows from the seed that was shown and from what the players contributed. Where a cutting card
came out is counted too: the dealer put it so many cards from the back, so a shoe from which cards
are missing shows it too early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from casinowar.cards import CARDS_PER_DECK, Card, Rank, Suit
from casinowar.fairness import FairShoe, Secret
from casinowar.table import events as e
from casinowar.table.state import Mix
from casinowar.table.words import decks_held

PAIRS_LEAST = 20  # neighbours that must have been seen before anything is said about them


@dataclass(slots=True, kw_only=True)
class CountedShoe:
    """One shoe, as far as its events go."""

    number: int
    size: int
    began_ms: int
    cut: int = 0  # cards moved from the front to the back before it was loaded
    front: int | None = None  # cards in front of the cutting card; None: there is none
    real: bool = False  # real cards, whose faces the dealer tells
    sealed: bool = False  # the house was committed to its seed, and players could contribute
    seed: str = ""  # of a sealed shoe, once it was shown
    after: int = 0  # events that were counted when it was loaded
    ended_ms: int | None = None
    ended_by: str = ""
    dealers: list[str] = field(default_factory=list[str])
    rounds: list[int] = field(default_factory=list[int])
    out: list[Card | None] = field(default_factory=list[Card | None])  # None: burned
    face_up: list[Card] = field(default_factory=list[Card])
    cutting_card_after: int | None = None  # cards, when it came out

    @property
    def decks(self) -> int:
        """How many decks it was loaded with."""
        return self.size // CARDS_PER_DECK

    @property
    def of_a_rank(self) -> int:
        """How many cards of each rank it holds: 24 in six decks."""
        return self.decks * len(Suit)

    @property
    def seen(self) -> Counter[Rank]:
        """The faces that came out, by rank."""
        return Counter(card.rank for card in self.out if card is not None)

    @property
    def burned(self) -> int:
        """The cards whose faces nobody saw."""
        return sum(card is None for card in self.out)

    @property
    def left(self) -> int:
        """The cards that are still in it, if none is missing."""
        return self.size - len(self.out)


@dataclass(frozen=True, slots=True)
class Order:
    """The whole order of a shoe, from its seed."""

    cards: Sequence[Card]
    kept: bool | None = None  # the seed is the one that was sealed; None: it was not sealed


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; ``holds`` is None where nothing can be said."""

    name: str
    holds: bool | None
    words: str


class ShoeCounter:
    """Counts the shoes of a table while its events go by."""

    def __init__(self, dealer: str = "", *, real: bool = False) -> None:
        self.shoes = list[CountedShoe]()
        self._dealer, self._real, self._sealed = dealer, real, False
        self._cut, self._why = 0, ""
        self._behind: int | None = None
        self._taken = 0

    def take(self, event: e.Event, at_ms: int) -> None:
        """Count one event."""
        self._taken += 1
        self._table(event)
        if isinstance(event, e.ShoeLoaded):
            self._end(at_ms)
            self._load(event, at_ms)
        shoe = self.shoes[-1] if self.shoes else None
        if shoe is None or shoe.ended_ms is not None:
            return
        self._cards(shoe, event)
        match event:
            case e.NoMoreBetsAnnounced():
                shoe.rounds.append(event.round)
            case e.ReshuffleOrdered():
                self._why = "a reshuffle that the floor ordered"
            case e.RoundVoided():
                self._why = "a card found face up" if shoe.face_up else "a void round"
            case e.IdleOrdered() | e.CardsIdled():
                self._why = self._why or "nobody played"
            case e.TableClosed():
                self._why = "the table closed"
            case _:
                pass
        if isinstance(event, e.CardsCollected | e.CardsRemoved | e.TableClosed | e.CardsIdled):
            self._end(at_ms)

    def _table(self, event: e.Event) -> None:
        """What is known before a shoe is loaded."""
        match event:
            case e.TableOpened():
                self._dealer, self._real, self._sealed = event.dealer, False, False
            case e.RealCardsAnnounced():
                self._real = True
            case e.ShoeCommitted():
                self._sealed = True
            case e.SeedRevealed():
                for shoe in self.shoes:
                    if shoe.number == event.shoe:
                        shoe.seed = event.seed
            case e.DealerChanged():
                self._dealer = event.dealer
                if self.shoes and self.shoes[-1].ended_ms is None:
                    self.shoes[-1].dealers.append(event.dealer)
            case e.CardsCut():
                self._cut = event.cards
            case e.CuttingCardPlaced():
                self._behind = event.cards_behind
            case _:
                pass

    def _load(self, event: e.ShoeLoaded, at_ms: int) -> None:
        self.shoes.append(
            CountedShoe(
                number=event.shoe,
                size=event.cards,
                began_ms=at_ms,
                cut=self._cut,
                front=None if self._behind is None else event.cards - self._behind,
                real=self._real,
                sealed=self._sealed,
                after=self._taken,
                dealers=[self._dealer],
            )
        )
        self._cut, self._behind, self._why = 0, None, ""

    def _end(self, at_ms: int) -> None:
        if self.shoes and self.shoes[-1].ended_ms is None:
            shoe = self.shoes[-1]
            out = shoe.cutting_card_after is not None
            shoe.ended_by = self._why or (
                "the cutting card" if out else "the shuffle between rounds"
            )
            shoe.ended_ms = at_ms

    def _cards(self, shoe: CountedShoe, event: e.Event) -> None:
        match event:
            case e.CardDealt() | e.WarCardDealt():
                shoe.out.append(event.card)
            case e.FaceUpCardFound():
                shoe.out.append(event.card)
                shoe.face_up.append(event.card)
            case e.CardCorrected():
                place = len(shoe.out) - 1 - shoe.out[::-1].index(event.told)
                shoe.out[place] = event.card
            case e.CardBurned():
                shoe.out.append(None)
            case e.CuttingCardReached():
                shoe.cutting_card_after = len(shoe.out)
            case _:
                pass


def counted_shoes(
    events: Iterable[tuple[int, e.Event]], dealer: str = "", *, real: bool = False
) -> list[CountedShoe]:
    """The shoes that were loaded in these events, each with its time, in order."""
    counter = ShoeCounter(dealer, real=real)
    for at_ms, event in events:
        counter.take(event, at_ms)
    return counter.shoes


def order_of_sealed(origin: str, mix: Mix, seed: str) -> Order:
    """The order of a sealed shoe, as anybody can derive it from the seed that was shown."""
    shoe = FairShoe(origin, lambda _: Secret(bytes.fromhex(seed)), mix)
    cards = [card for place in range(mix.cards) if (card := shoe.card(place)) is not None]
    return Order(cards, kept=shoe.commitment(mix.number) == mix.commitment)


# --- what is looked at ----------------------------------------------------------------------------


def checks(
    shoe: CountedShoe,
    order: Order | None = None,
    counted: Mapping[Rank, int] | None = None,
) -> list[Check]:
    """What can be said of a shoe; its order and a count by hand are for one that has ended."""
    found = [_count(shoe)]
    if shoe.front is not None:
        found.append(_cutting_card(shoe))
    if shoe.ended_ms is not None:
        found.append(_order(shoe, order))
        found.append(_by_hand(shoe, counted, needed=order is None))
    found += [_shuffled(shoe), _face_up(shoe)]
    return found


def verdict(found: Iterable[Check]) -> bool | None:
    """Whether all cards were there: False if any check fails, None if nobody can say.

    Faces that were seen cannot show that a card is missing: that takes an order or a count.
    """
    made = {check.name: check.holds for check in found}
    if False in made.values():
        return False
    return True if made.get("Order") or made.get("By hand") else None


def _count(shoe: CountedShoe) -> Check:
    held = decks_held(shoe.decks)
    over = [
        f"{number} {_plural(rank)} came out, more than {held}"
        for rank, number in sorted(shoe.seen.items())
        if number > shoe.of_a_rank
    ]
    cards = Counter(card for card in shoe.out if card is not None and card.suit is not None)
    over += [
        f"{card} came out {number} times, more often than {held}"
        for card, number in cards.items()
        if number > shoe.decks
    ]
    if shoe.left < 0:
        over.append(f"{len(shoe.out)} cards came out of {shoe.size}")
    if over:
        return Check("Count", holds=False, words="; ".join(over) + ".")
    seen = len(shoe.out) - shoe.burned
    words = f"{seen} seen, {shoe.burned} burned, {shoe.left} left: {shoe.size} together."
    return Check("Count", holds=True, words=words)


def _cutting_card(shoe: CountedShoe) -> Check:
    after, front = shoe.cutting_card_after, shoe.front
    assert front is not None
    if after is None:
        return Check(
            "Cutting card", holds=None, words=f"It is not out; {front} cards are before it."
        )
    if after == front:
        return Check(
            "Cutting card", holds=True, words=f"It came out after {after} cards, as placed."
        )
    many = abs(front - after)
    cards = "1 card is" if many == 1 else f"{many} cards are"
    what = f"{cards} missing" if after < front else f"{cards} too many"
    words = f"It came out after {after} cards instead of {front}: {what} in front of it."
    return Check("Cutting card", holds=False, words=words)


def _order(shoe: CountedShoe, order: Order | None) -> Check:
    if order is None:
        words = (
            "Real cards have no order that is known."
            if shoe.real
            else "This shoe was sealed, and its seed was not shown."
            if shoe.sealed
            else "The order of this shoe cannot be had any more."
        )
        return Check("Order", holds=None, words=words)
    if order.kept is False:
        words = "The seed that was shown is not the one that was sealed."
        return Check("Order", holds=False, words=words)
    stack = order.cards
    wrong = _differences(Counter(card.rank for card in stack), shoe)
    if wrong:
        return Check("Order", holds=False, words=f"The stack is not whole: {wrong}.")
    source = "the seed" if order.kept is None else "the sealed seed, the contributions"
    for place, card in enumerate(shoe.out):
        right = stack[(shoe.cut + place) % len(stack)]
        if card is not None and card != right:
            words = f"Card {place + 1} was {card}; the seed says {right}."
            return Check("Order", holds=False, words=words)
    words = f"All {len(shoe.out)} follow from {source} and the cut at {shoe.cut}."
    return Check("Order", holds=True, words=words)


def _by_hand(shoe: CountedShoe, counted: Mapping[Rank, int] | None, *, needed: bool) -> Check:
    if counted is None:
        words = "Nobody counted the cards after this shoe."
        if needed:
            words += f" {shoe.left + shoe.burned} were never seen, so one of them may be missing."
        return Check("By hand", holds=None, words=words)
    wrong = _differences(counted, shoe)
    if wrong:
        return Check("By hand", holds=False, words=f"Counted by rank: {wrong}.")
    for rank, seen in sorted(shoe.seen.items()):
        if seen > counted.get(rank, 0):
            words = (
                f"{seen} {_plural(rank)} came out, and only {counted.get(rank, 0)} were counted."
            )
            return Check("By hand", holds=False, words=words)
    return Check("By hand", holds=True, words=f"Counted by rank: {shoe.of_a_rank} of each.")


def _differences(counts: Mapping[Rank, int], shoe: CountedShoe) -> str:
    """Which ranks are missing or too many; empty: all are as they should be."""
    found = list[str]()
    for rank in Rank:
        more = counts.get(rank, 0) - shoe.of_a_rank
        if more:
            words = f"1 {_named(rank)}" if abs(more) == 1 else f"{abs(more)} {_plural(rank)}"
            found.append(f"{words} {'too many' if more > 0 else 'missing'}")
    return ", ".join(found)


def _shuffled(shoe: CountedShoe) -> Check:
    """Neighbours in rank that came out one after the other: nearly all of them, if not shuffled."""
    pairs = [
        (first.rank, second.rank)
        for first, second in zip(shoe.out, shoe.out[1:], strict=False)
        if first is not None and second is not None
    ]
    if len(pairs) < PAIRS_LEAST:
        words = f"{len(pairs)} pairs of cards were seen, too few to say anything."
        return Check("Shuffled", holds=None, words=words)
    found = sum(abs(first - second) == 1 for first, second in pairs)
    ordered = 2 * (len(Rank) - 1)  # pairs of ranks that are neighbours, either way round
    share = ordered * shoe.of_a_rank**2 / (shoe.size * (shoe.size - 1))
    words = (
        f"Neighbours in rank one after the other: {found} of {len(pairs)},"
        f" {share * len(pairs):.1f} expected. Unshuffled cards would show nearly all."
    )
    return Check("Shuffled", holds=found * 2 <= len(pairs), words=words)


def _face_up(shoe: CountedShoe) -> Check:
    if not shoe.face_up:
        return Check("Face up", holds=True, words="No card was found face up.")
    cards = " ".join(map(str, shoe.face_up))
    return Check("Face up", holds=None, words=f"Found face up in the shoe and not used: {cards}.")


def _named(rank: Rank) -> str:
    return rank.name.lower()


def _plural(rank: Rank) -> str:
    return "sixes" if rank is Rank.SIX else f"{_named(rank)}s"
