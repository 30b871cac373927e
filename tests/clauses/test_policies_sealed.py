"""Policy 27: sealed shoes, step by step, with everything that can go wrong in between.

Planted once and caught here: a seed that is not shown when the table closes, the number of an
abandoned shoe used again, a cut that the dealer chooses, a value taken from another player, a wait
for contributions without an end.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from casinowar.fairness import FairShoe
from casinowar.fairness.seeds import contribution
from casinowar.houses import load_house
from casinowar.houses.house import Shuffling
from casinowar.live import LiveTable
from casinowar.table import Code, Phase
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.automation import ALL_STEPS
from casinowar.table.legal import legal
from casinowar.table.refusals import Refusal
from casinowar.table.roles import DEALER_ROLE, player_at
from casinowar.table.state import Table
from casinowar.table.view import view
from casinowar.table.waits import Awaited, waits_for
from casinowar.wire import snapshot_of, table_from_snapshot
from tests.kit.fair import DAY, ORIGIN, FairTable, seed_of

from .scene import HEARD, of


def opened(
    *seats: int, house: str = "wisconsin", shuffling: Shuffling | None = None
) -> tuple[LiveTable, list[e.Event]]:
    """A sealed table at which players sit, and everything that happened."""
    events = list[e.Event]()

    def heard(happened: Iterable[e.Event]) -> None:
        for event in happened:
            events.append(event)
            HEARD.add((event.cites, event.NAME))

    fair = FairShoe(ORIGIN, seed_of)
    table = LiveTable(
        house,
        shoes=lambda _: fair,
        save=lambda done: heard(event for each in done for event in each.events),
    )
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=10_000_000, sealed=True)
    table.must(replace(opening, shuffling=shuffling))
    for seat in seats:
        table.must(c.TakeSeat(seat=seat, player=f"p{seat}", age_years=30))
    return table, events


def value(seat: int, shoe: int = 1) -> bytes:
    return bytes([seat, shoe] * 16)


def seal(table: LiveTable, seat: int, shoe: int = 1) -> tuple[e.Event, ...]:
    sealed = contribution(ORIGIN, shoe, seat, value(seat, shoe)).hex()
    return table.must(c.SealContribution(seat=seat, commitment=sealed))


def open_value(table: LiveTable, seat: int, shoe: int = 1) -> tuple[e.Event, ...]:
    return table.must(c.OpenContribution(seat=seat, value=value(seat, shoe).hex()))


def refused(table: LiveTable, command: c.Command) -> Code:
    before = table.state
    answer = table.do(command)
    assert isinstance(answer, Refusal)
    HEARD.add((answer.cites, answer.code.value))
    assert table.state is before
    return answer.code


def ready_to_open(*seats: int) -> tuple[LiveTable, list[e.Event]]:
    """Everybody has sealed, and the first player has cut."""
    table, events = opened(*seats)
    for seat in seats:
        seal(table, seat)
    table.must(c.TakeCut(seat=seats[0], cards=100))
    return table, events


def test_policy_27_the_house_commits_itself_when_the_table_opens() -> None:
    table, events = opened()
    [committed] = of(events, e.ShoeCommitted)
    assert committed.shoe == 1
    assert committed.commitment == FairShoe(ORIGIN, seed_of).commitment(1)
    assert committed.cites == "policy 27"
    assert table.state.mix is not None


def test_policy_27_a_table_without_sealed_shoes_claims_nothing() -> None:
    table = LiveTable("wisconsin", Random(1).randrange)
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0)
    assert refused(table, replace(opening, sealed=True)) is Code.NOT_SEALED
    table.must(opening)
    table.must(c.TakeSeat(seat=1, player="p1", age_years=30))
    assert table.view().shoe.sealed is None
    assert refused(table, c.SealContribution(seat=1, commitment="0" * 64)) is Code.NOT_SEALED
    assert refused(table, c.OpenContribution(seat=1, value="0" * 64)) is Code.NOT_SEALED


def test_policy_27_the_table_waits_five_seconds_for_every_contribution() -> None:
    table, _ = opened(1, 4)
    waits = waits_for(table.state)
    assert [(wait.who, wait.what, wait.seconds) for wait in waits] == [
        (player_at(1), Awaited.CONTRIBUTION, 5),
        (player_at(4), Awaited.CONTRIBUTION, 5),
    ]
    assert {type(wait.otherwise) for wait in waits} == {c.CloseContributions}
    seal(table, 4)
    [wait] = waits_for(table.state)
    assert wait.who == player_at(1)
    assert wait.otherwise is not None
    table.must(wait.otherwise)
    assert table.state.phase is Phase.CUT_OFFERED


def test_policy_27_contributions_are_closed_when_everybody_has_answered() -> None:
    table, events = opened(1, 4)
    seal(table, 1)
    assert not of(events, e.ContributionsClosed)
    seal(table, 4)
    [closed] = of(events, e.ContributionsClosed)
    assert (closed.cards, closed.cut_least) == (312, 10)
    assert (closed.depth_least, closed.depth_most) == (78, 104)
    assert refused(table, c.SealContribution(seat=1, commitment="0" * 64)) is (
        Code.CONTRIBUTIONS_CLOSED
    )


def test_policy_27_a_seat_contributes_once_and_in_digits() -> None:
    table, _ = opened(1, 4)
    for digits in ("", "0" * 63, "0" * 65, "G" * 64, "A" * 64):
        assert refused(table, c.SealContribution(seat=1, commitment=digits)) is Code.BAD_DIGITS
    seal(table, 1)
    assert refused(table, c.SealContribution(seat=1, commitment="0" * 64)) is Code.CONTRIBUTED
    assert refused(table, c.SealContribution(seat=2, commitment="0" * 64)) is Code.SEAT_EMPTY


def test_policy_27_the_cut_comes_before_anything_is_opened() -> None:
    table, _ = opened(1, 4)
    for seat in (1, 4):
        assert refused(table, c.OpenContribution(seat=seat, value=value(seat).hex())) is (
            Code.NOT_NOW
        )
        seal(table, seat)
    assert refused(table, c.OpenContribution(seat=1, value=value(1).hex())) is Code.NOT_NOW
    table.must(c.TakeCut(seat=1, cards=100))
    open_value(table, 1)
    assert refused(table, c.OpenContribution(seat=1, value=value(1).hex())) is Code.NOT_NOW
    open_value(table, 4)
    assert table.state.phase is Phase.BETTING
    assert refused(table, c.OpenContribution(seat=1, value=value(1).hex())) is Code.NOT_NOW


def test_policy_27_the_dealers_cut_and_the_depth_are_derived() -> None:
    fair = FairShoe(ORIGIN, seed_of)
    kinds: list[type[c.Command]] = [c.CutCards, c.PlaceCuttingCard]
    table = LiveTable("wisconsin", shoes=lambda _: fair, automations=ALL_STEPS.difference(kinds))
    table.must(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10_000_000, sealed=True))
    table.must(c.TakeSeat(seat=1, player="p1", age_years=30))
    seal(table, 1)
    table.must(c.RefuseCut(seat=1))
    mix = table.state.mix
    assert mix is not None
    [offer] = [each for each in table.legal(DEALER_ROLE) if each.command is c.CutCards]
    assert offer.fields == {}
    assert refused(table, c.CutCards(cards=100)) is Code.BAD_DEPTH
    [cut] = of(table.must(c.CutCards()), e.CardsCut)
    assert (cut.seat, cut.cards) == (0, fair.dealers_cut(mix))
    assert refused(table, c.PlaceCuttingCard(cards_behind=80)) is Code.BAD_DEPTH
    [placed] = of(table.must(c.PlaceCuttingCard()), e.CuttingCardPlaced)
    assert placed.cards_behind == fair.cards_behind(mix)


def test_policy_27_only_what_was_sealed_is_opened() -> None:
    table, _ = ready_to_open(1, 4)
    assert refused(table, c.OpenContribution(seat=1, value=value(4).hex())) is Code.OTHER_VALUE
    assert refused(table, c.OpenContribution(seat=1, value="xx")) is Code.BAD_DIGITS
    open_value(table, 1)


def test_policy_27_who_does_not_open_is_left_out_and_shown() -> None:
    table, events = ready_to_open(1, 4)
    open_value(table, 1)
    [wait] = waits_for(table.state)
    assert (wait.who, wait.what, wait.seconds) == (player_at(4), Awaited.CONTRIBUTION, 5)
    assert wait.otherwise is not None
    table.must(wait.otherwise)
    assert of(events, e.ShoeLoaded)
    sealed = view(table.state).shoe.sealed
    assert sealed is not None
    assert [(each.seat, each.value is not None) for each in sealed.contributions] == [
        (1, True),
        (4, False),
    ]


def test_policy_27_a_player_who_leaves_before_the_closing_takes_theirs_along() -> None:
    table, events = opened(1, 4)
    seal(table, 4)
    table.must(c.LeaveSeat(seat=4))
    assert table.state.mix is not None
    assert table.state.mix.contributions == ()
    seal(table, 1)
    assert of(events, e.ContributionsClosed)


def test_policy_27_nobody_opens_for_a_player_who_left() -> None:
    table, _ = ready_to_open(1, 4)
    table.must(c.LeaveSeat(seat=4))
    table.must(c.TakeSeat(seat=4, player="somebody else", age_years=30))
    assert refused(table, c.OpenContribution(seat=4, value=value(4).hex())) is Code.NOT_NOW
    open_value(table, 1)  # the table does not wait for the newcomer
    assert table.state.phase is Phase.BETTING


ENDS: dict[str, c.Command] = {
    "the floor reshuffles": c.OrderReshuffle(),
    "the floor changes the cards": c.ChangeCards(),
    "the floor spreads the cards": c.OrderIdleSpread(),
    "everybody leaves": c.LeaveSeat(seat=1),
    "the table closes": c.CloseTable(),
}


@pytest.mark.parametrize("how", ENDS)
def test_policy_27_whatever_ends_a_shoe_shows_its_seed(how: str) -> None:
    table, events = ready_to_open(1)
    open_value(table, 1)
    before = len(events)
    table.must(ENDS[how])
    [revealed] = of(events[before:], e.SeedRevealed)
    assert (revealed.shoe, revealed.seed) == (1, seed_of(1).reveal().hex())
    committed = of(events[before:], e.ShoeCommitted)
    assert [each.shoe for each in committed] == ([] if how == "the table closes" else [2])


def test_policy_27_an_abandoned_stack_is_shown_and_its_number_never_used_again() -> None:
    table, events = ready_to_open(1)
    table.must(c.SitOut(seat=1))
    [revealed] = of(events, e.SeedRevealed)
    assert revealed.shoe == 1
    table.must(c.ReturnToPlay(seat=1))
    seal(table, 1, shoe=2)
    table.must(c.TakeCut(seat=1, cards=50))
    open_value(table, 1, shoe=2)
    assert [each.shoe for each in of(events, e.ShoeLoaded)] == [2]


def test_policy_27_contributions_wait_while_nobody_can_know_a_card() -> None:
    """Before the closing nothing is given up: the commitment stays."""
    table, events = opened(1, 4)
    seal(table, 4)
    table.must(c.SitOut(seat=1))
    assert of(events, e.ContributionsClosed)  # the others have answered
    table, events = opened(1)
    table.must(c.SitOut(seat=1))
    assert not of(events, e.SeedRevealed)
    assert [each.shoe for each in of(events, e.ShoeCommitted)] == [1]


def test_policy_27_a_closed_table_reopens_with_the_next_number() -> None:
    table, events = opened(1)
    table.must(c.CloseTable())
    assert [each.shoe for each in of(events, e.SeedRevealed)] == [1]
    assert table.state.mix is None
    table.must(c.OpenTable(day=DAY, dealer="Ana", tray_cents=10_000_000, sealed=True))
    assert [each.shoe for each in of(events, e.ShoeCommitted)] == [1, 2]


def test_policy_27_a_failed_shuffler_does_not_shuffle_a_sealed_stack_again() -> None:
    table, events = opened(1, shuffling=Shuffling.BATCHES)
    seal(table, 1)
    table.must(c.ReportShufflerFault())
    assert [each.shoe for each in of(events, e.SeedRevealed)] == [1]
    assert [each.shoe for each in of(events, e.ShoeCommitted)] == [1, 2]


def test_policy_27_what_is_offered_is_accepted() -> None:
    table, _ = opened(1)

    def offered(kind: type[c.Command]) -> bool:
        return any(offer.command is kind for offer in legal(table.state, player_at(1)))

    assert offered(c.SealContribution)
    assert not offered(c.OpenContribution)
    seal(table, 1)
    assert not offered(c.SealContribution)
    table.must(c.TakeCut(seat=1, cards=100))
    assert offered(c.OpenContribution)
    open_value(table, 1)
    assert not offered(c.OpenContribution)


@pytest.mark.parametrize("steps", range(0, 60, 3))
def test_policy_27_a_saved_table_continues_with_the_same_cards(steps: int) -> None:
    game = FairTable(Random(steps), seats=(2, 5))
    for _ in range(steps):
        game.step()
    read: Table = table_from_snapshot(snapshot_of(game.state), game.house)
    assert read == game.state
    other = LiveTable(load_house("wisconsin"), shoes=lambda _: FairShoe(ORIGIN, seed_of))
    other.restore(read, game.table.version)
    twin = FairTable.__new__(FairTable)
    twin.__dict__.update(game.__dict__, table=other)
    for table in (game, twin):
        table.random = Random(3)
        table.play(lambda game: game.state.shoe.drawn > 30)
    assert twin.state == game.state
