"""House policy 28: real cards, told by the dealer; and who takes a table over counts the tray.

Planted once and caught: a card corrected after a hand was settled, a face beyond the decks, the
cutting card found by counting, a rank without its suit where a suited bet is down.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from casinowar.cards import Card, parse_card
from casinowar.houses import load_house
from casinowar.live import LiveTable
from casinowar.record.history import read_history, write_commands, write_header
from casinowar.record.verify import verify
from casinowar.table import Code, Phase, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import Done
from casinowar.table.legal import legal
from casinowar.table.roles import DEALER_ROLE, Who
from casinowar.table.shoe import Shoe, ToldShoe

from .scene import BY_HAND, DAY, TRAY_CENTS, Scene, names, of, ready


class Refereed(Scene):
    """A table with real cards; whatever the dealer does is kept for the record."""

    def __init__(self, house: str) -> None:
        super().__init__(house, automations=BY_HAND)
        self.told = ToldShoe()
        self.done: list[Done] = []

    def _keep(self, done: tuple[Done, ...]) -> None:
        super()._keep(done)
        self.done += done

    def shoe(self, number: int) -> Shoe:  # noqa: ARG002 - whichever it is, the dealer tells
        return self.told

    def deals(self, *faces: str) -> None:
        """Burn what is due before each of these faces, then deal it."""
        for face in faces:
            while isinstance(step := due(self.state), c.BurnCard):
                self.does(step)
            self.told = ToldShoe(parse_card(face))
            self.step()
            self.told = ToldShoe()

    def record(self) -> str:
        """The record of everything so far."""
        at = datetime(2026, 3, 2, tzinfo=UTC)
        return (write_header(self.house) + write_commands(self.done, at)).decode()


def refereed(house: str = "wisconsin", *seats: int, front: int | None = None) -> Refereed:
    """A table with real cards, its players seated and its shoe loaded.

    With ``front``, so many cards are in front of the cutting card.
    """
    scene = Refereed(house)
    scene.does(c.OpenTable(day=DAY, dealer="Ana", tray_cents=TRAY_CENTS, physical=True))
    scene.sits(*(seats or (1,)))
    while scene.state.phase is not Phase.BETTING:
        if scene.state.phase is Phase.CUT_OFFERED:
            scene.cuts()
        elif scene.state.phase is Phase.CUTTING_CARD and front is not None:
            scene.does(c.PlaceCuttingCard(cards_behind=scene.state.shoe.size - front))
        else:
            scene.step()
    while scene.state.burns:
        scene.step()
    return scene


def test_policy_28_a_table_says_that_its_cards_are_real() -> None:
    scene = Refereed("wisconsin")
    [_, announced] = scene.does(
        c.OpenTable(day=DAY, dealer="Ana", tray_cents=TRAY_CENTS, physical=True)
    )
    assert announced == e.RealCardsAnnounced(cites="policy 28")
    assert scene.table.view().shoe.physical
    assert not ready("wisconsin").table.view().shoe.physical
    sealed = c.OpenTable(day=DAY, dealer="A", tray_cents=0, physical=True, sealed=True)
    Refereed("wisconsin").refuses(sealed, Code.NOT_SEALED, "policy 28")


def test_policy_28_a_war_is_refereed_from_ranks_alone_and_its_record_verifies() -> None:
    scene = refereed("wisconsin", 1, 3, 6)
    for seat in (1, 3, 6):
        scene.bets(seat, 10_00)
    scene.step()
    scene.refuses(c.DealCard(seat=1), Code.CARD_UNSEEN)
    scene.deals("8?", "Kh", "2?", "8?")
    scene.steps_to(Phase.DECIDE)
    scene.wars(1)
    scene.steps_to(Phase.WAR_DEAL)
    scene.deals("Q?", "Qd")
    scene.steps_to(Phase.BETTING)
    assert scene.state.last_round is not None
    hands = {hand.seat: hand for hand in scene.state.last_round.hands}
    assert [hands[seat].card for seat in (1, 3, 6)] == [Card.EIGHT, parse_card("Kh"), Card.TWO]
    assert hands[1].war_cards == (Card.QUEEN,)
    verified = verify(read_history(scene.record()))
    assert verified.fault is None
    assert verified.rounds == 1


def test_policy_28_the_last_face_can_be_told_again_until_something_depends_on_it() -> None:
    scene = refereed("wisconsin", 1, 2)
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    scene.step()
    scene.refuses(c.CorrectCard(), Code.NOT_NOW, "policy 28")  # no card is out
    scene.deals("8h")
    scene.told = ToldShoe(parse_card("9h"))
    [corrected] = scene.does(c.CorrectCard())
    assert corrected == e.CardCorrected(
        seat=1, told=parse_card("8h"), card=parse_card("9h"), cites="policy 28"
    )
    scene.deals("4c", "Td")
    scene.told = ToldShoe(parse_card("3d"))
    scene.does(c.CorrectCard())
    assert scene.state.dealer_card is parse_card("3d")
    drawn = scene.state.shoe.drawn
    scene.step()  # a hand is settled
    scene.told = ToldShoe(parse_card("Ad"))
    assert "floor" in scene.refuses(c.CorrectCard(), Code.NOT_NOW, "policy 28")
    assert scene.state.shoe.drawn == drawn
    assert scene.state.hands[1].card is parse_card("9h")
    assert verify(read_history(scene.record())).fault is None


def test_policy_28_a_war_card_can_be_told_again_before_it_is_compared() -> None:
    scene = refereed("wisconsin", 1, 2)
    scene.bets(1, 10_00)
    scene.bets(2, 10_00)
    scene.step()
    scene.deals("8?", "8?", "8?")
    scene.steps_to(Phase.DECIDE)
    scene.wars(1, 2)
    scene.steps_to(Phase.WAR_DEAL)
    scene.refuses(c.CorrectCard(), Code.NOT_NOW)  # the first cards were compared
    scene.deals("4?")
    scene.told = ToldShoe(Card.FIVE)
    scene.does(c.CorrectCard())
    scene.deals("9?", "Q?")
    scene.told = ToldShoe(Card.FIVE)
    scene.does(c.CorrectCard())
    assert scene.state.hands[1].war_cards == scene.state.dealer_war_cards == (Card.FIVE,)
    scene.step()
    scene.refuses(c.CorrectCard(), Code.NOT_NOW, "policy 28")
    assert verify(read_history(scene.record())).fault is None


def test_policy_28_the_cutting_card_comes_out_when_the_dealer_says_so() -> None:
    scene = refereed()
    front = scene.state.shoe.front_cards
    scene.refuses(c.ReportCuttingCard(), Code.NOT_NOW)  # nothing is dealt
    scene.bets(1, 10_00)
    scene.step()
    [reached] = scene.does(c.ReportCuttingCard())
    assert reached == e.CuttingCardReached(seat=1, cites="WI g4")
    assert front is not None
    assert scene.state.shoe.drawn < front  # earlier than a count would have it
    scene.refuses(c.ReportCuttingCard(), Code.NOT_NOW)
    scene.deals("8?", "9?")
    scene.steps_to(Phase.COLLECT)  # the last round of the shoe
    assert verify(read_history(scene.record())).fault is None


def test_policy_28_the_cutting_card_does_not_come_out_by_a_count() -> None:
    scene = refereed(front=2)  # the burn and one card more
    scene.bets(1, 10_00)
    scene.step()
    scene.deals("8?", "9?")
    scene.steps_to(Phase.BETTING)
    assert of(scene.events, e.CuttingCardReached) == []


def test_policy_28_a_face_that_the_decks_cannot_hold_is_refused() -> None:
    scene = refereed("wisconsin", 1, 2, 3, 4, 5, 6)
    for seat in range(1, 7):
        scene.bets(seat, 10_00)
    scene.step()
    scene.deals(*["Ah"] * 6)
    scene.told = ToldShoe(parse_card("Ah"))
    words = scene.refuses(c.DealCard(seat=0), Code.BEYOND_DECKS, "WI b1")
    assert "check the card" in words
    scene.told = ToldShoe(Card.ACE)  # another ace is possible
    scene.step()


def test_policy_28_a_suit_is_needed_where_a_suited_bet_depends_on_it() -> None:
    scene = refereed("eleven-to-one", 1, 2)
    scene.does(c.PlaceWagers(seat=1, initial_cents=10_00, sides={"suited-tie": 5_00}))
    scene.bets(2, 10_00)
    scene.step()
    scene.told = ToldShoe(Card.KING)
    assert "Suited tie" in scene.refuses(c.DealCard(seat=1), Code.SUIT_NEEDED)
    scene.deals("Kh", "K?")  # nothing of seat 2 depends on it
    scene.told = ToldShoe(Card.KING)
    scene.refuses(c.DealCard(seat=0), Code.SUIT_NEEDED)
    scene.deals("Kh")


def test_policy_28_nothing_continues_by_itself_and_what_is_offered_is_accepted() -> None:
    scene = refereed()
    scene.bets(1, 10_00)
    scene.step()
    assert all(wait.seconds is None and wait.otherwise is None for wait in scene.table.waits_for())
    offered = {offer.command for offer in legal(scene.state, DEALER_ROLE, ToldShoe())}
    assert {c.DealCard, c.DrawInError, c.ReportCuttingCard, c.ReportMissedSeat} <= offered
    assert c.SetAsideFaceUpCard in offered  # only the dealer sees whether a real card lies face up
    assert c.CorrectCard not in offered
    scene.deals("8?")
    offered = {offer.command for offer in legal(scene.state, DEALER_ROLE, ToldShoe())}
    assert c.CorrectCard in offered
    scene.told = ToldShoe(Card.JACK, face_up=True)
    assert names(scene.does(c.SetAsideFaceUpCard())) == ["face_up_card_found"]
    assert verify(read_history(scene.record())).fault is None


def test_policy_28_only_real_cards_are_told() -> None:
    scene = ready("wisconsin", "8h 9h", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.step()
    scene.refuses(c.CorrectCard(), Code.NOT_PHYSICAL, "policy 28")
    scene.refuses(c.ReportCuttingCard(), Code.NOT_PHYSICAL, "policy 28")
    king = ToldShoe(Card.KING)
    table = LiveTable(load_house("wisconsin"), automations=BY_HAND, shoes=lambda _: king)
    table.restore(scene.state, 0)
    assert getattr(table.do(c.DealCard(seat=1)), "code", None) is Code.SUIT_NEEDED


def test_wi_g1_whoever_takes_over_counts_the_tray_and_burns_a_card() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    while scene.state.burns:
        scene.step()
    tray = scene.state.tray_cents
    short = c.TakeOver(dealer="Sol", counted_cents=tray - 25_00)
    assert "$25.00 less" in scene.refuses(short, Code.OTHER_COUNT, "policy 17")
    scene.refuses(c.TakeOver(dealer="Ana", counted_cents=tray), Code.SAME_DEALER)
    by_seat = Who.parse("seat 1")
    scene.refuses(c.TakeOver(dealer="Sol", counted_cents=tray), Code.NOT_YOURS, by=by_seat)
    [changed] = scene.does(c.TakeOver(dealer="Sol", counted_cents=tray), DEALER_ROLE)
    assert changed == e.DealerChanged(dealer="Sol", cites="WI g1")
    [burned] = of(scene.step(), e.CardBurned)
    assert burned.cites == "WI g1"
    scene.bets(1, 10_00)
    scene.step()
    taken = c.TakeOver(dealer="Ana", counted_cents=scene.state.tray_cents)
    scene.refuses(taken, Code.NOT_NOW)  # a round is under way


@pytest.mark.parametrize("text", ["K?", "T?"])
def test_policy_28_a_card_without_its_suit_is_written_and_read(text: str) -> None:
    card = parse_card(text)
    assert (str(card), card.suit) == (text, None)
