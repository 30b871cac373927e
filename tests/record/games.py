"""Games of every kind at any house, as records: what people do, and much that goes wrong.

``game`` gives each command of a random game with its events; ``record_of`` writes them as a file.
Refused commands are simply tried again otherwise, so everything here is the engine's own doing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from random import Random

from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import Shuffling, WagerForm
from casinowar.record.history import write_commands, write_header
from casinowar.table import Done, Phase, Refusal, Stack, Table, decide, due, fold, shuffled_stack
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.roles import AUTOMATIC, giver_of, may_be_automatic

DAY = date(2026, 1, 1)
START = datetime(2026, 1, 1, 20, tzinfo=UTC)


@cache
def houses() -> dict[str, House]:
    """The built-in houses, and one where nearly everything that varies is otherwise."""
    built_in = {name: load_house(name) for name in house_names()}
    odd = load_house("eleven-to-one")
    odd = replace(
        odd,
        name="odd",
        cards=replace(
            odd.cards, decks=10, decks_allowed=(10,), batch_decks_min=20,
            shuffling=(Shuffling.BATCHES, Shuffling.HAND),
            last_card_hidden=True,
        ),
        wagers=replace(odd.wagers, forms=tuple(WagerForm), tie_alone=True),
        war=replace(odd.war, deals_max=3),
        tie=replace(odd.tie, war_deal=load_house("wisconsin").tie.war_deal),
    )  # fmt: skip
    return {**built_in, "odd": odd}


def game(house: House, seed: int, commands: int = 400, calm: float = 0.9) -> list[Done]:
    """The commands of a random game with their events; calmer ones have more rounds."""
    random, givers = Random(seed), Random(seed)
    state, stack, done = Table(house=house), Stack(()), list[Done]()
    shuffling = random.choice(house.cards.shuffling)
    while len(done) < commands:
        command = _next(random, state, stack, shuffling, calm)
        answer = decide(state, command, stack)
        if isinstance(answer, Refusal):
            continue
        automatic = may_be_automatic(command) and givers.random() < 0.5
        by = AUTOMATIC if automatic else giver_of(state, command)
        command_id = givers.choice((None, len(done), f"c{len(done)}"))
        done.append(Done(command, by, answer, command_id))
        state = fold(state, answer)
        if any(isinstance(event, e.ShoeLoaded) for event in answer):
            stack = _stack(random, state.decks)
    return done


def _stack(random: Random, decks: int) -> Stack:
    cards = list(shuffled_stack(decks, random.randrange).cards)
    if random.random() < 0.6:  # rank by rank with a few strays: many ties and wars
        cards.sort(key=lambda card: (card.rank if card else 0) + random.choice((0, 0, 0, 1, 5)))
    face_up = random.choice((0.0, 0.0, 0.01, 0.05))
    return Stack(tuple(cards), frozenset(i for i in range(len(cards)) if random.random() < face_up))


def _next(
    random: Random, state: Table, stack: Stack, shuffling: Shuffling, calm: float
) -> c.Command:
    if state.phase is Phase.CLOSED:
        day = state.day or DAY
        return c.OpenTable(day=day, dealer="Ana", tray_cents=random.choice((0, 10**7, 10**7)),
                           shuffling=shuffling)  # fmt: skip
    step = due(state)
    if state.phase is Phase.INSPECT and random.random() < 0.05:
        return c.ReportBadDecks(reason="a card is missing")
    if state.phase is Phase.OBJECTION and random.random() < 0.5:
        return c.RejectDecks(reason="a marked card")
    if state.looked is not None and random.random() < 0.1:
        return c.ObjectToCards(seat=state.looked)
    if step is not None and random.random() < calm:
        draws = isinstance(step, c.DealCard | c.BurnCard)
        if draws and stack.lies_face_up(state.shoe.next_index):
            return c.SetAsideFaceUpCard()
        if isinstance(step, c.PlaceCuttingCard) and random.random() < 0.5:
            deep = state.shoe.size - state.house.cards.opening_burn - random.randrange(1, 40)
            return c.PlaceCuttingCard(cards_behind=deep)
        if isinstance(step, c.SpreadIdleCards):
            return c.SpreadIdleCards(face_up=random.random() < 0.5)
        betting = isinstance(step, c.AnnounceNoMoreBets) and len(state.hands) < len(state.seats)
        if not (betting and random.random() < 0.7):
            return step
    if state.batch_unspread and state.seats and random.random() < 0.3:
        return c.RequestSpread(seat=_sitting(random, state))
    if random.random() < calm:
        return random.choice(_LIKELY)(random, state)
    return random.choice(_RARE)(random, state)


def _seat(random: Random, state: Table) -> int:
    return random.randrange(1, state.house.deal.seats + 1)


def _sitting(random: Random, state: Table) -> int:
    return random.choice(list(state.seats)) if state.seats else 1


def _stake(random: Random, state: Table) -> int:
    limits = state.house.limits
    return limits.first.min_cents + limits.step_cents * random.randrange(4)


def _wagers(random: Random, state: Table) -> c.Command:
    house, stake = state.house, _stake(random, state)
    forms = [form for form in house.wagers.forms if form is not WagerForm.COUPON]
    coupon = WagerForm.COUPON in house.wagers.forms and random.random() < 0.2
    return c.PlaceWagers(
        seat=_sitting(random, state),
        initial_cents=stake if random.random() < 0.9 else 0,
        tie_cents=stake if house.tie.offered and random.random() < 0.5 else 0,
        coupon_cents=stake if coupon else 0,
        sides={bet.name: stake for bet in house.side_bets if random.random() < 0.5},
        form=random.choice(forms),
    )


def _take_seat(random: Random, state: Table) -> c.Command:
    seat = _seat(random, state)
    return c.TakeSeat(seat=seat, player=f"p{seat}", name=random.choice((None, "Bo", "Søren")))


def _war(random: Random, state: Table) -> c.Command:
    tie = random.choice((None, 0, _stake(random, state)))
    return c.GoToWar(seat=_sitting(random, state), war_tie_cents=tie)


Maker = Callable[[Random, Table], c.Command]
_LIKELY: Sequence[Maker] = (
    _wagers,
    _wagers,
    _wagers,
    _war,
    _war,
    _take_seat,
    lambda r, s: c.BuyChips(seat=_sitting(r, s), cash_cents=100 * _stake(r, s)),
    lambda r, s: c.SurrenderHand(seat=_sitting(r, s)),
    lambda r, s: c.TakeCut(seat=s.cut_offered_to or 1, cards=r.randrange(1, 400)),
    lambda _r, s: c.RefuseCut(seat=s.cut_offered_to or 1),
    lambda r, s: c.PlaceWarTie(seat=_sitting(r, s), tie_cents=_stake(r, s)),
    lambda r, s: c.DeclineWarTie(seat=_sitting(r, s)),
    lambda r, _s: c.FillTray(amount_cents=r.choice((10**6, 10**7))),
)
_RARE: Sequence[Maker] = (
    lambda r, s: c.CallTime(seat=_sitting(r, s)),
    lambda r, s: c.CallTime(seat=_sitting(r, s)),
    lambda r, s: c.TakeBackWagers(seat=_sitting(r, s)),
    lambda r, s: c.LeaveSeat(seat=_sitting(r, s)),
    lambda r, s: c.LeaveSeat(seat=_sitting(r, s)),
    lambda r, s: c.SitOut(seat=_sitting(r, s)),
    lambda r, s: c.ReturnToPlay(seat=_sitting(r, s)),
    lambda r, s: c.ReturnToPlay(seat=_sitting(r, s)),
    lambda r, s: c.RequestSpread(seat=_sitting(r, s)),
    lambda r, _s: c.ChangeDealer(dealer=r.choice(("Ana", "Eve", "Joe"))),
    lambda r, s: c.StartGamingDay(day=(s.day or DAY) + timedelta(days=r.choice((1, 1, 2)))),
    lambda r, s: c.CreditTray(amount_cents=r.choice((100, s.tray_cents or 1))),
    lambda r, s: c.ReportMissedSeat(seat=r.choice(s.queue) if s.queue else 1),
    lambda r, s: c.ReportMissedSeat(seat=r.choice(s.queue) if s.queue else 1),
    lambda _r, _s: c.DrawInError(),
    lambda _r, _s: c.VoidRound(reason="a spilled drink"),
    lambda _r, _s: c.ReportShufflerFault(),
    lambda _r, _s: c.OrderReshuffle(),
    lambda _r, _s: c.OrderIdleSpread(),
    lambda _r, _s: c.ChangeCards(),
    lambda r, _s: c.SpreadIdleCards(face_up=r.random() < 0.5),
    lambda r, _s: c.CloseTable() if r.random() < 0.3 else c.DrawInError(),
)


def times(count: int) -> Iterator[datetime]:
    """One time a command, half a minute apart."""
    return (START + timedelta(seconds=30 * number) for number in range(count))


def record_of(house: House, done: Sequence[Done]) -> str:
    """The record of a game as its file has it."""
    lines = [write_commands((each,), at) for each, at in zip(done, times(len(done)), strict=True)]
    return (write_header(house) + b"".join(lines)).decode()
