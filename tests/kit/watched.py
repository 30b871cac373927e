"""A table that checks itself after every command, dealt from a shoe that records each look."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from msgspec.structs import fields

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.rulebook import find_clause
from casinowar.table import Event, NoShoe, Phase, Refusal, Shoe, Table, decide, evolve, fold
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.refusals import Code
from casinowar.table.shoe import Stack, shuffled_stack
from casinowar.table.state import SHOE_IN_USE, Action, InShoe, RackedCard, Seat, copied, sealed
from casinowar.wire import event_from_json, event_to_json
from tests.kit.audit import expected_net

TRAY_CENTS = 10**9


class WatchedShoe:
    """A shoe that records which cards it was asked to show."""

    def __init__(self, cards: Sequence[Card | None], face_up: frozenset[int] = frozenset()) -> None:
        self.cards, self.face_up = cards, face_up
        self.shown: set[int] = set()
        self.ends_at = len(cards)  # fewer where cards are missing from the end

    def has(self, index: int) -> bool:
        return index < min(len(self.cards), self.ends_at)

    def card(self, index: int) -> Card | None:
        self.shown.add(index)
        return self.cards[index]

    def lies_face_up(self, index: int) -> bool:
        return index in self.face_up


def ready_table(house: House, chips_cents: dict[int, int], decks: int | None = None) -> Table:
    """A table that waits for wagers: a loaded shoe without a cutting card, seats with chips."""
    decks = house.cards.decks if decks is None else decks
    return Table(
        house=house,
        phase=Phase.BETTING,
        decks=decks,
        shoe=InShoe(number=1, size=52 * decks),
        seats={
            seat: Seat(player=f"player {seat}", name=f"player {seat}", chips_cents=cents)
            for seat, cents in chips_cents.items()
        },
        arrivals=tuple(chips_cents),
        tray_cents=TRAY_CENTS,
        away_cents=-TRAY_CENTS - sum(chips_cents.values()),
    )


def seen_cards(event: Event) -> list[Card]:
    """Every card face in an event, in any field."""
    found: list[Card] = []
    for field in fields(event):
        value = getattr(event, field.name)
        items = value if isinstance(value, tuple) else (value,)
        for item in items:
            card = item.card if isinstance(item, RackedCard) else item
            if isinstance(card, Card):
                found.append(card)
    return found


class WatchedTable:
    """The engine with a witness: ``do`` carries a command out and asserts what must always hold."""

    def __init__(
        self, house: House, random: Random, face_up_chance: float = 0.0, *, many_ties: bool = False
    ) -> None:
        self.state = Table(house=house)
        self.events: list[Event] = []
        self.shoes: list[WatchedShoe] = []
        self._random, self._face_up_chance = random, face_up_chance
        self._many_ties = many_ties
        self._out: list[int] = []  # places of the cards that left the shoe, in order
        self._known: set[int] = set()  # places whose face the table saw

    @property
    def shoe(self) -> Shoe:
        """The shoe in play."""
        number = self.state.shoe.number
        return self.shoes[number - 1] if number else NoShoe()

    @property
    def unwatched(self) -> Shoe:
        """The same shoe for commands that are only tried."""
        shoe = self.shoe
        return Stack(shoe.cards, shoe.face_up) if isinstance(shoe, WatchedShoe) else shoe

    def do(self, command: c.Command) -> tuple[Event, ...] | Refusal:
        """Carry out one command; nothing around it is automatic."""
        before = self.state
        image = sealed(copied(before))
        shown_before = self._shown()
        answer = decide(before, command, self.shoe)
        assert decide(before, command, self.shoe) == answer, "the same command, another answer"
        assert image == before, "deciding changed the table"
        if isinstance(answer, Refusal):
            _check_refusal(answer)
            assert self._shown() == shown_before, "a refused command looked at a card"
            return answer
        for event in answer:
            self._check_event(event)
        assert image == before, "evolving changed the table it began with"
        self.events += answer
        self._check_faces(answer, shown_before)
        self._check_layout()
        return answer

    def _shown(self) -> set[int]:
        return set(self.shoes[-1].shown) if self.shoes else set()

    # --- one event ---

    def _check_event(self, event: Event) -> None:
        before = self.state
        check_citation(event.cites)
        words = event.text(before.house)
        assert words.isprintable(), words  # so it is one line
        if isinstance(event, e.WagerPaid | e.WagerCollected | e.WagerReturned):
            assert event.amount_cents % before.house.limits.smallest_chip_cents == 0, event
        if isinstance(event, e.RoundCompleted):
            _check_hands(before)
        if isinstance(event, e.CardBurned | e.CardDealt | e.WarCardDealt | e.FaceUpCardFound):
            self._card_leaves(event)
        self.state = evolve(before, event)
        check_chips(self.state)
        if isinstance(event, e.ShoeLoaded):
            self._load(event)

    def _load(self, event: e.ShoeLoaded) -> None:
        stack = shuffled_stack(self.state.decks, self._random.randrange).cards
        if self._many_ties:  # the same cards, rank by rank with a few strays
            stack = sorted(stack, key=lambda card: (card.rank if card else 0) + self._stray())
        assert event.cards == len(stack) == self.state.shoe.size
        assert event.shoe == len(self.shoes) + 1
        chance = self._face_up_chance
        face_up = frozenset(i for i in range(len(stack)) if self._random.random() < chance)
        self.shoes.append(WatchedShoe(stack, face_up))
        self._out, self._known = [], set()

    def _stray(self) -> int:
        return self._random.choice((0, 0, 0, 1, 4))

    def _card_leaves(
        self, event: e.CardBurned | e.CardDealt | e.WarCardDealt | e.FaceUpCardFound
    ) -> None:
        place, shoe = self.state.shoe.next_index, self.shoes[-1]
        assert place not in self._out, "a card left the shoe twice"
        self._out.append(place)
        if isinstance(event, e.CardBurned):
            assert place not in shoe.face_up
            return
        assert event.card == shoe.cards[place], "not the next card of the shoe"
        assert (place in shoe.face_up) is isinstance(event, e.FaceUpCardFound)
        self._known.add(place)

    # --- after a command ---

    def _check_faces(self, events: Sequence[Event], shown_before: set[int]) -> None:
        """The shoe showed the cards that were turned up, and no event holds any other face."""
        if not self.shoes:
            return
        shoe = self.shoes[-1]
        assert shoe.shown == self._known, "a face was looked at that was not turned up"
        new = shoe.shown - shown_before
        assert len(new) == sum(
            isinstance(event, e.CardDealt | e.WarCardDealt | e.FaceUpCardFound) for event in events
        )
        known = [shoe.cards[place] for place in self._known]
        for event in events:
            assert all(card in known for card in seen_cards(event)), event

    def _check_layout(self) -> None:
        for hand in self.state.hands.values():
            assert hand.layout_cents >= 0
            assert hand.match_cents >= 0
            moved = sum(
                move.amount_cents for move in hand.movements if move.action is not Action.PAY
            )
            # what lies on the layout is what was put down and not yet collected or returned
            assert hand.layout_cents == hand.wagered_cents - moved, hand

    def check_fold(self) -> None:
        """The state is the fold of the events, straight or through their JSON."""
        written = [event_from_json(event_to_json(event)) for event in self.events]
        assert written == self.events
        assert fold(Table(house=self.state.house), written) == self.state

    def check_rack(self) -> None:
        """Rack, hands on the layout and the rest of the shoe are the cards of the decks."""
        state = self.state
        if not self.shoes or not state.shoe.size or state.shoe.number != len(self.shoes):
            return
        if state.phase not in SHOE_IN_USE | {Phase.RACK}:
            return
        racked = [entry.card for entry in state.rack]
        on_layout = [
            card for hand in state.hands.values() if not hand.racked for card in hand.cards
        ]
        if state.dealer_card is not None:
            on_layout += [state.dealer_card, *state.dealer_war_cards]
        assert len(racked) + len(on_layout) == state.shoe.drawn == len(self._out)
        faces = sorted(map(str, filter(None, [*racked, *on_layout])))
        stack = self.shoes[-1].cards
        assert faces == sorted(str(stack[place]) for place in self._known)


@cache
def check_citation(cites: str) -> None:
    """A citation names a clause of a document or a policy."""
    assert cites
    find_clause(cites)


def check_chips(state: Table) -> None:
    """No chip appears or vanishes, and neither the tray nor a player is ever below zero."""
    assert state.chips_total_cents == 0, state
    assert state.tray_cents >= 0, state
    for seat, holder in state.seats.items():
        assert holder.chips_cents >= 0, (seat, state)


def _check_refusal(refusal: Refusal) -> None:
    assert isinstance(refusal.code, Code)
    assert refusal.sentence.endswith("."), refusal
    assert refusal.sentence.isprintable(), refusal  # so it is one line
    check_citation(refusal.cites)


def _check_hands(state: Table) -> None:
    """Every hand of a round that ends came to what its cards say, and its chips add up."""
    for hand in state.hands.values():
        assert hand.outcome is not None, hand
        net = expected_net(state.house, hand, state.dealer_card, state.dealer_war_cards)
        assert hand.returned_cents - hand.wagered_cents == net, hand
        total = dict.fromkeys(Action, 0)
        for move in hand.movements:
            total[move.action] += move.amount_cents
        assert total[Action.COLLECT] + total[Action.RETURN] == hand.wagered_cents, hand
        assert total[Action.RETURN] + total[Action.PAY] == hand.returned_cents, hand
        assert hand.layout_cents == hand.match_cents == 0, hand
