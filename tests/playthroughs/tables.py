"""Stories of a table: opening, idle and back, a new gaming day, two batches, a whole shoe."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random

from casinowar.houses import House
from casinowar.houses.house import Shuffling, Surrender
from casinowar.live import LiveTable
from casinowar.money import show_cents
from casinowar.record import event_line
from casinowar.table import DEALER, Code, Event, Phase, Refusal
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Status
from tests.clauses.scene import BY_HAND, CUT, DAY, TRAY_CENTS, Scene, ready

from .cards import cash_cents, first_cents, tie_cents
from .rounds import begin, bet, finish, to_war
from .telling import Telling, state_line

SHOE_SEED = 37


def opening(house: House) -> str:
    """The whole opening, with steps that come too early."""
    scene = Scene(house, automations=BY_HAND)
    tale = Telling(scene, f"{house.title}. A table is opened, step by step.")
    tale.does(c.OpenTable(day=DAY, dealer="Ana", tray_cents=TRAY_CENTS))
    tale.tries(c.SpreadCards(), Code.NOT_DUE)
    tale.steps(Phase.LOOK)
    tale.tries(c.TurnCardsDown(), Code.NOT_DUE)
    seat = min(3, house.deal.seats)
    tale.does(c.TakeSeat(seat=seat, player="Bo"))
    tale.does(c.BuyChips(seat=seat, cash_cents=cash_cents(house)))
    tale.steps(Phase.SHUFFLE)
    tale.tries(c.LoadShoe(), Code.NOT_DUE)
    tale.step()
    if tale.scene.state.phase is Phase.OFFER_CUT:
        tale.step()
        tale.tries(c.TakeCut(seat=seat, cards=house.cards.cut_min_cards - 1), Code.BAD_DEPTH)
    tale.to_the_next_bets()
    tale.does(c.LeaveSeat(seat=seat))
    tale.does(c.CloseTable())
    return tale.text


def idle(house: House) -> str:
    return _idle(house, Shuffling.HAND if Shuffling.HAND in house.cards.shuffling else None)


def idle_with_batches(house: House) -> str:
    return _idle(house, Shuffling.BATCHES)


def _idle(house: House, shuffling: Shuffling | None) -> str:
    scene = ready(house, automations=BY_HAND, shuffling=shuffling, cash_cents=cash_cents(house))
    about = f"{house.title}. The table is idle; then a player arrives and play goes on."
    tale = Telling(scene, about)
    tale.tries(c.SpreadIdleCards(face_up=False), Code.NOT_DUE)
    tale.does(c.LeaveSeat(seat=1))
    tale.does(c.SpreadIdleCards(face_up=False))
    tale.does(c.TakeSeat(seat=min(2, house.deal.seats), player="Cy"))
    return finish(tale)


def idle_newcomer(house: House) -> str:
    """Who sits down before the cards are spread is shown them all the same."""
    scene = ready(house, automations=BY_HAND, cash_cents=cash_cents(house))
    about = (
        f"{house.title}. The last player leaves, and another sits down before the dealer has"
        " spread the cards: they are spread and shown all the same."
    )
    tale = Telling(scene, about)
    tale.does(c.LeaveSeat(seat=1))
    tale.does(c.TakeSeat(seat=min(2, house.deal.seats), player="Cy"))
    tale.tries(c.ShuffleCards(), Code.NOT_DUE)
    return finish(tale)


def pause(house: House) -> str:
    """The floor has the cards spread while everybody stays seated and does not bet."""
    scene = ready(house, automations=BY_HAND, cash_cents=cash_cents(house))
    about = f"{house.title}. Nobody bets: the floor has the cards spread; then the player returns."
    tale = Telling(scene, about)
    tale.does(c.OrderIdleSpread())
    tale.step()
    tale.does(c.ReturnToPlay(seat=1))
    return finish(tale)


def fill(house: House) -> str:
    """The tray cannot pay; the floor brings a fill, and later sends a credit."""
    first, cash = first_cents(house), cash_cents(house)
    scene = Scene(house, "Kh 5d")
    scene.opens(tray_cents=cash)
    scene.sits(1, cash_cents=cash)
    scene.cuts()
    scene.table.automations = BY_HAND
    tale = Telling(scene, f"{house.title}. The tray cannot pay a win: the floor brings a fill.")
    bet(tale, 1, tie=False)
    tale.step()
    tale.steps(Phase.SETTLE)
    tale.tries(c.SettleHand(seat=1), Code.TRAY_SHORT)
    tale.does(c.FillTray(amount_cents=10 * first))
    tale.steps(Phase.RACK)
    tale.tries(c.CreditTray(amount_cents=20 * first), Code.TRAY_SHORT)
    tale.does(c.CreditTray(amount_cents=5 * first))
    return finish(tale)


def gaming_day(house: House) -> str:
    tale = begin(house, "A new gaming day: the cards are changed before the next shuffle.", "Kh 5d")
    tale.does(c.StartGamingDay(day=DAY + timedelta(days=1)))
    bet(tale, 1, tie=False)
    tale.steps(Phase.RACK)
    tale.step()
    if tale.scene.state.phase is Phase.BETTING:
        tale.does(c.OrderReshuffle())
    tale.step()
    tale.tries(c.ShuffleCards(), Code.CHANGE_CARDS_FIRST)
    return finish(tale)


def two_batches(house: House) -> str:
    way = Shuffling.BATCHES
    scene = ready(house, automations=BY_HAND, shuffling=way, cash_cents=cash_cents(house))
    tale = Telling(scene, f"{house.title}. A shuffler and two batches that alternate every shoe.")
    for _ in range(2):
        tale.does(c.OrderReshuffle())
        tale.to_the_next_bets()
    return tale.text


# --- a whole shoe ---------------------------------------------------------------------------------


def whole_shoe(house: House) -> str:
    """A seeded shoe from opening to reshuffle, all steps automatic, a line a hand."""
    return "\n".join(_whole_shoe(house)) + "\n"


def _whole_shoe(house: House) -> Iterator[str]:
    table = LiveTable(house, Random(SHOE_SEED).randrange)
    seats = tuple(range(1, min(5, house.deal.seats) + 1))
    yield f"{house.title}. A whole shoe, seed {SHOE_SEED}, {len(seats)} seats: odd seats go to war,"
    yield "even seats surrender where they can; even seats bet Tie where it is offered."
    yield ""
    yield from _told(table, c.OpenTable(day=DAY, dealer="Ana", tray_cents=TRAY_CENTS))
    for seat in seats:
        yield from _told(table, c.TakeSeat(seat=seat, player=f"player {seat}"))
        yield from _told(table, c.BuyChips(seat=seat, cash_cents=2 * cash_cents(house)))
    if table.state.phase is Phase.CUT_OFFERED:
        yield from _told(table, c.TakeCut(seat=table.state.cut_offered_to or 0, cards=CUT))
    yield ""
    shoe = table.state.shoe.number
    events: tuple[Event, ...] = ()
    while table.state.phase is Phase.BETTING and table.state.shoe.number == shoe:
        events = _round(table, seats)
        yield from _round_lines(table, events)
    yield ""
    last = next(place for place, event in enumerate(events) if isinstance(event, e.RoundCompleted))
    yield from (f"    {event_line(event, house)}" for event in events[last:])
    if table.state.phase is Phase.CUT_OFFERED:
        yield from _told(table, c.TakeCut(seat=table.state.cut_offered_to or 0, cards=CUT))
    yield f"    = {state_line(table.state)}"


def _do(table: LiveTable, command: c.Command) -> tuple[Event, ...]:
    answer = table.do(command)
    assert not isinstance(answer, Refusal), f"{command}: {answer}"
    return answer


def _told(table: LiveTable, command: c.Command) -> Iterator[str]:
    house = table.state.house
    yield from (f"    {event_line(event, house)}" for event in _do(table, command))


def _round(table: LiveTable, seats: tuple[int, ...]) -> tuple[Event, ...]:
    house, events = table.state.house, list[Event]()
    for seat in seats:
        tie = tie_cents(house) if seat % 2 == 0 else 0
        if table.state.seats[seat].chips_cents < 2 * first_cents(house) + tie:
            events += _do(table, c.BuyChips(seat=seat, cash_cents=cash_cents(house)))
        events += _do(
            table, c.PlaceWagers(seat=seat, initial_cents=first_cents(house), tie_cents=tie)
        )
    while table.state.phase is Phase.DECIDE:
        seat = next(hand.seat for hand in table.state.hands.values() if hand.status is Status.ASKED)
        gives_up = seat % 2 == 0 and house.surrender.mode is Surrender.OFFERED
        answer = c.SurrenderHand(seat=seat) if gives_up else to_war(house, seat)
        events += _do(table, answer)
    return tuple(events)


def _round_lines(table: LiveTable, events: tuple[Event, ...]) -> Iterator[str]:
    """One line a round: each hand's cards, outcome and net, then the dealer's cards."""
    cards: dict[int, list[str]] = {}
    net: dict[int, int] = {}
    outcome: dict[int, str] = {}
    number, burned, reached = 0, 0, ""
    for event in events:
        match event:
            case e.CardDealt() | e.WarCardDealt():
                cards.setdefault(event.seat, []).append(str(event.card))
            case e.WagerPlaced():
                net[event.seat] = net.get(event.seat, 0) - event.amount_cents
            case e.WarChosen():
                net[event.seat] -= event.war_cents
            case e.WagerPaid() | e.WagerReturned():
                net[event.seat] += event.amount_cents
            case e.HandDecided():
                outcome[event.seat] = event.outcome.value
            case e.CardBurned():
                burned += 1
            case e.CuttingCardReached():
                reached = f", cutting card at {event.seat or 'the dealer'}"
            case e.RoundCompleted():
                number = event.round
            case _:
                pass
    hands = [
        f"{seat} {' '.join(cards[seat])} {outcome[seat]} {show_cents(net[seat])}"
        for seat in sorted(outcome)
    ]
    dealer = " ".join(cards[DEALER])
    yield f"round {number:>3}: {' | '.join(hands)} | dealer {dealer} | burned {burned}{reached}"
    assert sum(net.values()) == -_tray_change(events), "what players win the tray loses"
    assert table.state.chips_total_cents == 0


def _tray_change(events: tuple[Event, ...]) -> int:
    """What the tray gained, from the movements alone."""
    gained = 0
    for event in events:
        match event:
            case e.WagerCollected():
                gained += event.amount_cents
            case e.WagerPaid():
                gained -= event.amount_cents
            case _:
                pass
    return gained
