"""Audits of shoes: the cards seen, burned and left, and whether any are missing.

The events of a table say which faces came out of a shoe and how many cards were burned. While a
shoe is in use, nothing else is known. Once it has ended, there may be two more sources: its whole
order, if the cards came from a seed, and a count of the cards by hand. The order of a sealed shoe
follows from the revealed seed and the players' contributions. The position of the cutting card is
checked too: it is known from the back, so if cards are missing, the cutting card appears too early.
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

PAIRS_LEAST = 20  # pairs of neighbours needed for a statement about the shuffle


@dataclass(slots=True, kw_only=True)
class CountedShoe:
    """A shoe, counted from its events so far."""

    number: int
    size: int
    began_ms: int
    cut: int = 0  # cards that the cut moved from the front to the back
    front: int | None = None  # cards in front of the cutting card; None: there is none
    real: bool = False  # real cards, entered by the dealer
    sealed: bool = False  # the house was committed to its seed, and players could contribute
    seed: str = ""  # of a sealed shoe, once it is revealed
    after: int = 0  # the number of events before it was loaded
    ended_ms: int | None = None
    ended_by: str = ""
    dealers: list[str] = field(default_factory=list[str])
    rounds: list[int] = field(default_factory=list[int])
    out: list[Card | None] = field(default_factory=list[Card | None])  # None: burned
    face_up: list[Card] = field(default_factory=list[Card])
    cutting_card_after: int | None = None  # the number of cards before the cutting card came out

    @property
    def decks(self) -> int:
        """The number of decks in the shoe."""
        return self.size // CARDS_PER_DECK

    @property
    def of_a_rank(self) -> int:
        """The number of cards of each rank in the full shoe: 24 in six decks."""
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
        """The cards that are still in the shoe, if none is missing."""
        return self.size - len(self.out)


@dataclass(frozen=True, slots=True)
class Order:
    """The whole order of a shoe, from its seed."""

    cards: Sequence[Card]
    kept: bool | None = None  # whether the seed matches its seal; None: not sealed


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check; ``holds`` is None if it is inconclusive."""

    name: str
    holds: bool | None
    words: str


class ShoeCounter:
    """Counts the shoes of a table, event by event."""

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
        """Note what is known about the next shoe before it is loaded."""
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
    """The order of a sealed shoe, which anybody can derive from the revealed seed."""
    shoe = FairShoe(origin, lambda _: Secret(bytes.fromhex(seed)), mix)
    cards = [card for place in range(mix.cards) if (card := shoe.card(place)) is not None]
    return Order(cards, kept=shoe.commitment(mix.number) == mix.commitment)


# --- what is looked at ----------------------------------------------------------------------------


def checks(
    shoe: CountedShoe,
    order: Order | None = None,
    counted: Mapping[Rank, int] | None = None,
) -> list[Check]:
    """All checks of a shoe; its order and a count by hand are available once it has ended."""
    found = [_count(shoe)]
    if shoe.front is not None:
        found.append(_cutting_card(shoe))
    if shoe.ended_ms is not None:
        found.append(_order(shoe, order))
        found.append(_by_hand(shoe, counted, needed=order is None))
    found += [_shuffled(shoe), _face_up(shoe)]
    return found


def verdict(found: Iterable[Check]) -> bool | None:
    """Whether the shoe was complete: False if any check fails, None if it is unknown.

    Seen faces alone cannot show that a card is missing: that needs an order or a count by hand.
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
    words = f"{seen} seen, {shoe.burned} burned, {shoe.left} left: {shoe.size} in total."
    return Check("Count", holds=True, words=words)


def _cutting_card(shoe: CountedShoe) -> Check:
    after, front = shoe.cutting_card_after, shoe.front
    assert front is not None
    if after is None:
        return Check("Cutting card", holds=None, words=f"Still in the shoe, behind {front} cards.")
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
            "The order of real cards is not known."
            if shoe.real
            else "This shoe was sealed, and its seed was not revealed."
            if shoe.sealed
            else "The order of this shoe is no longer available."
        )
        return Check("Order", holds=None, words=words)
    if order.kept is False:
        words = "The revealed seed does not match the seal."
        return Check("Order", holds=False, words=words)
    stack = order.cards
    wrong = _differences(Counter(card.rank for card in stack), shoe)
    if wrong:
        return Check("Order", holds=False, words=f"The stack is not complete: {wrong}.")
    source = "the seed" if order.kept is None else "the sealed seed, the contributions"
    for place, card in enumerate(shoe.out):
        right = stack[(shoe.cut + place) % len(stack)]
        if card is not None and card != right:
            words = f"Card {place + 1} was {card}; by the seed it is {right}."
            return Check("Order", holds=False, words=words)
    words = f"All {len(shoe.out)} follow from {source} and the cut at {shoe.cut}."
    return Check("Order", holds=True, words=words)


def _by_hand(shoe: CountedShoe, counted: Mapping[Rank, int] | None, *, needed: bool) -> Check:
    if counted is None:
        words = "Nobody counted the cards after this shoe."
        if needed:
            words += (
                f" {shoe.left + shoe.burned} cards were never seen, so some of them may be missing."
            )
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
    """The ranks with missing or extra cards; empty: the deck is complete."""
    found = list[str]()
    for rank in Rank:
        more = counts.get(rank, 0) - shoe.of_a_rank
        if more:
            words = f"1 {_named(rank)}" if abs(more) == 1 else f"{abs(more)} {_plural(rank)}"
            found.append(f"{words} {'too many' if more > 0 else 'missing'}")
    return ", ".join(found)


def _shuffled(shoe: CountedShoe) -> Check:
    """How many consecutive cards are neighbours in rank: nearly all, if not shuffled."""
    pairs = [
        (first.rank, second.rank)
        for first, second in zip(shoe.out, shoe.out[1:], strict=False)
        if first is not None and second is not None
    ]
    if len(pairs) < PAIRS_LEAST:
        words = f"{len(pairs)} pairs of consecutive cards were seen, too few for a statement."
        return Check("Shuffled", holds=None, words=words)
    found = sum(abs(first - second) == 1 for first, second in pairs)
    ordered = 2 * (len(Rank) - 1)  # ordered pairs of neighbouring ranks
    share = ordered * shoe.of_a_rank**2 / (shoe.size * (shoe.size - 1))
    words = (
        f"Consecutive cards of neighbouring ranks: {found} of {len(pairs)},"
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
