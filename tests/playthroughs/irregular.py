"""Stories of irregularities: face-up cards, a card drawn in error, missed seats, voids, faults."""

from __future__ import annotations

from casinowar.houses import House
from casinowar.houses.house import Shuffling
from casinowar.table import ALL_STEPS, Code, Phase, due
from casinowar.table import commands as c
from tests.clauses.scene import BY_HAND, Scene, ready

from .cards import cash_cents, war_deal
from .rounds import begin, bet, finish, finish_round, to_war
from .telling import Telling


def seats_of(house: House, most: int) -> tuple[int, ...]:
    """The first seats of a house, as many as it has."""
    return tuple(range(1, min(most, house.deal.seats) + 1))


def one_face_up(house: House) -> str:
    about = "j1: one card lies face up in the shoe; it is set aside and the round goes on."
    tale = begin(house, about, "Kh 7c 5d", face_up=(1,))
    bet(tale, 1)
    tale.step()
    tale.step()
    tale.tries(c.DealCard(seat=0), Code.CARD_FACE_UP)
    tale.does(c.SetAsideFaceUpCard())
    return finish(tale)


def two_face_up(house: House) -> str:
    about = "j1: a second card lies face up in the shoe; every hand is void, the cards reshuffled."
    seats = seats_of(house, 2)
    tale = begin(house, about, "7c Kh 8c Qh 5d", seats=seats, face_up=(0, 2))
    for seat in seats:
        bet(tale, seat)
    tale.step()
    tale.does(c.SetAsideFaceUpCard())
    tale.step()
    tale.does(c.SetAsideFaceUpCard())
    return finish(tale)


def void_after_settled_hands(house: House) -> str:
    about = (
        "j1 in the war deal: seat 1 was paid and seat 2 collected when the second face-up card"
        " appears; what was paid and collected goes back."
    )
    cards = ["Ah", "5h", "Kh", "7c", "Kd", "8c", *war_deal(house, ["9s"], "9h")]
    tale = begin(house, about, cards, seats=(1, 2, 3), face_up=(3, 5))
    for seat in (1, 2, 3):
        bet(tale, seat)
    tale.step()
    for _ in range(3):
        tale.step()
    tale.does(c.SetAsideFaceUpCard())
    tale.steps(Phase.DECIDE)
    tale.does(to_war(house, 3))
    tale.steps(Phase.WAR_DEAL)
    tale.does(c.SetAsideFaceUpCard())
    return finish(tale)


def drawn_in_error(house: House) -> str:
    about = "j2: a card leaves the shoe in error, its face not exposed; it is the next card."
    tale = begin(house, about, "Kh 5d")
    bet(tale, 1)
    tale.step()
    tale.does(c.DrawInError())
    return finish(tale)


def missed_seat(house: House) -> str:
    seats = seats_of(house, 3)
    missed = seats[len(seats) // 2]
    about = f"j3: seat {missed} was not dealt a card; its wagers go back, the others play on."
    tale = begin(house, about, "Kh Qh 5d", seats=seats)
    for seat in seats:
        bet(tale, seat)
    tale.step()
    for _ in seats[: seats.index(missed)]:
        tale.step()
    tale.does(c.ReportMissedSeat(seat=missed))
    return finish(tale)


def round_voided(house: House) -> str:
    about = "The floor voids a round that cannot be finished."
    seats = seats_of(house, 2)
    tale = begin(house, about, "Kh Qh 5d", seats=seats)
    for seat in seats:
        bet(tale, seat)
    tale.step()
    tale.step()
    tale.does(c.VoidRound(reason="fire alarm"))
    return finish(tale)


def void_before_the_deal(house: House) -> str:
    about = "The floor returns the wagers before the deal; no round is counted."
    seats = seats_of(house, 2)
    tale = begin(house, about, "Kh Qh 5d", seats=seats)
    for seat in seats:
        bet(tale, seat)
    tale.does(c.VoidRound(reason="fire alarm"))
    tale.tries(c.VoidRound(reason="fire alarm"), Code.NO_WAGER)
    for seat in seats:
        bet(tale, seat)
    return finish_round(tale)


def shuffler_fault(house: House) -> str:
    """j4 with the shuffler that the house uses."""
    shuffling = next(way for way in house.cards.shuffling if way is not Shuffling.HAND)
    scene = ready(house, shuffling=shuffling, automations=BY_HAND, cash_cents=cash_cents(house))
    about = (
        f"{house.title}. j4: the shuffler ({shuffling}) does not finish; the cards are reshuffled."
    )
    tale = Telling(scene, about)
    tale.does(c.ReportShufflerFault())
    if shuffling is Shuffling.BATCHES:
        tale.does(c.OrderReshuffle())
        tale.step()
        tale.tries(c.SwapBatches(), Code.NOT_DUE)
    return finish(tale)


def stored_batch(house: House) -> str:
    """The other batch is shuffled during the shoe (WI b4iv), and the device fails (WI j4)."""
    scene = Scene(house, "Kh 5d", automations=ALL_STEPS - {c.ShuffleStoredBatch})
    scene.opens(shuffling=Shuffling.BATCHES)
    scene.sits(1, cash_cents=cash_cents(house))
    scene.cuts()
    scene.table.automations = BY_HAND
    about = (
        f"{house.title}. The device shuffles the other batch while this one is dealt; it fails in"
        " the middle of a round, and those cards are reshuffled before the next."
    )
    tale = Telling(scene, about)
    while isinstance(due(tale.scene.state), c.BurnCard):
        tale.step()
    bet(tale, 1)
    tale.tries(c.AnnounceNoMoreBets(), Code.NOT_DUE)
    tale.step()
    tale.step()
    tale.does(c.ReportShufflerFault())
    tale.steps(Phase.BETTING)
    bet(tale, 1)
    tale.tries(c.AnnounceNoMoreBets(), Code.NOT_DUE)
    tale.step()
    return tale.text


def new_dealer(house: House) -> str:
    burned = ["2c", "3c", "4c", "5c", "6c", "2d", "3d", "4d", "6d", "2h"]
    burned = burned[: house.cards.new_dealer_burn]
    about = "A new dealer comes to the table between two rounds."
    tale = begin(house, about, burned, "Kh 5d")
    tale.does(c.ChangeDealer(dealer="Bea"))
    bet(tale, 1)
    if house.cards.new_dealer_burn:
        tale.tries(c.AnnounceNoMoreBets(), Code.NOT_DUE)
    while isinstance(due(tale.scene.state), c.BurnCard):
        tale.step()
    return finish_round(tale)
