"""Wisconsin, (e)(7): a table without gaming activity, and what is owed to who comes next.

Planted once and caught: no idle step for each phase in turn, a stored batch that is not marked as
unspread, the look given to the first player instead of the one who asked, a request allowed after
the first card, a close that keeps one field, a cut that an ordered spread leaves as it was, cards
of earlier rounds that stay in the rack, cards face down that a returning player is not shown, a
card found face up that is counted beyond the spread.
"""

from __future__ import annotations

from itertools import product

import pytest
from msgspec import structs

from casinowar.houses.house import Shuffling
from casinowar.table import ALL_STEPS, Code, Phase, Table, due
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import InShoe, Stored
from casinowar.table.waits import Awaited, waits_for
from casinowar.table.words import rack_text

from .scene import BY_HAND, DAY, NEXT_DAY, TRAY_CENTS, Scene, names, of, ready

# every phase in which cards are out, on the way from the first look to the first round
CARDS_OUT = (
    Phase.TURN_DOWN, Phase.WASH, Phase.STACK, Phase.SHUFFLE, Phase.OFFER_CUT, Phase.CUT_OFFERED,
    Phase.CUTTING_CARD, Phase.LOAD, Phase.BETTING,
)  # fmt: skip


def at(phase: Phase, shuffling: Shuffling = Shuffling.HAND) -> Scene:
    """A new table with one player at seat 1, as far as ``phase``; every step by hand."""
    scene = Scene("wisconsin", automations=BY_HAND)
    scene.opens(shuffling=shuffling)
    scene.sits(1)
    for _ in range(40):
        if scene.state.phase is phase:
            return scene
        if scene.state.phase is Phase.CUT_OFFERED:
            scene.cuts()
        else:
            scene.step()
    raise AssertionError(f"{phase} was not reached")


def gone_idle(
    *, face_up: bool = True, shuffling: Shuffling = Shuffling.HAND, seats: tuple[int, ...] = (1,)
) -> Scene:
    """A table that everyone left after a round, its cards spread; steps by hand from here."""
    scene = ready("wisconsin", "Kh 5d Qh 4d", shuffling=shuffling, seats=seats)
    for seat in seats:
        scene.bets(seat, 10_00)
    scene.table.automations = BY_HAND
    scene.leaves(*seats)
    scene.does(c.SpreadIdleCards(face_up=face_up))
    return scene


def prepared_for(scene: Scene, seat: int) -> tuple[e.Event, ...]:
    """The steps until bets are taken, the cut taken by whoever is offered it."""
    events = scene.steps_to(Phase.CUT_OFFERED) + scene.cuts() + scene.steps_to(Phase.BETTING)
    assert [event.seat for event in of(events, e.CardsShown)] == [seat]
    return events


# --- due when nobody is left ----------------------------------------------------------------------


@pytest.mark.parametrize("phase", CARDS_OUT)
def test_wi_e7_the_last_player_leaves_so_the_cards_are_spread(phase: Phase) -> None:
    scene = at(phase)
    scene.leaves(1)
    assert due(scene.state) == c.SpreadIdleCards()
    [idled] = scene.does(c.SpreadIdleCards(face_up=True))
    assert idled == e.CardsIdled(face_up=True, cites="WI e7")
    assert (scene.state.shoe, scene.state.rack) == (InShoe(number=scene.state.shoe.number), ())
    scene.sits(4)
    assert names(prepared_for(scene, 4))[:5] == [
        "cards_shown", "cards_turned_down", "cards_washed", "cards_stacked", "cards_shuffled",
    ]  # fmt: skip


@pytest.mark.parametrize("phase", CARDS_OUT)
def test_wi_e7_a_player_who_arrives_before_the_spread_is_shown_the_cards_too(
    phase: Phase,
) -> None:
    scene = at(phase)
    scene.leaves(1)
    scene.sits(4)
    assert due(scene.state) == c.SpreadIdleCards()
    scene.refuses(c.PlaceWagers(seat=4, initial_cents=10_00), Code.BETS_CLOSED, "WI e7")
    scene.refuses(c.BurnCard(), Code.NOT_DUE, "WI e7")
    scene.step()
    assert "cards_shuffled" in names(prepared_for(scene, 4))


@pytest.mark.parametrize("phase", [phase for phase in CARDS_OUT if phase is not Phase.WASH])
def test_wi_e7_with_a_shuffler_too_nobody_is_dealt_from_what_an_empty_table_kept(
    phase: Phase,
) -> None:
    scene = at(phase, Shuffling.BATCHES)
    scene.leaves(1)
    scene.step()
    scene.sits(4)
    # before the first shoe both batches lie on the table, later one of them is in the device
    batches = [1] if phase is Phase.BETTING else [1, 2]
    events = prepared_for(scene, 4)
    assert [event.batch for event in of(events, e.CardsTurnedDown)] == batches
    assert {"cards_shuffled", "batches_swapped"} & set(names(events))


def test_wi_e7_during_the_collection_and_between_two_batches_too() -> None:
    for shuffling, phase in ((Shuffling.HAND, Phase.COLLECT), (Shuffling.BATCHES, Phase.SWAP)):
        scene = at(Phase.BETTING, shuffling)
        scene.steps_to(Phase.BETTING)
        scene.does(c.BurnCard())
        scene.does(c.OrderReshuffle())
        scene.steps_to(phase)
        scene.leaves(1)
        assert due(scene.state) == c.SpreadIdleCards()
        scene.step()
        assert not scene.state.rack
        assert not scene.state.reshuffle_cites
        scene.sits(4)
        prepared_for(scene, 4)


def test_wi_e7_cards_that_lie_on_the_table_anyway_need_no_further_spread() -> None:
    scene = at(Phase.LOOK)
    scene.leaves(1)
    assert (scene.state.phase, due(scene.state)) == (Phase.LOOK, None)
    scene.sits(4)
    assert due(scene.state) == c.ShowCards(seat=4)


def test_wi_e7_while_somebody_plays_the_cards_stay_where_they_are() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    scene.refuses(c.SpreadIdleCards(face_up=True), Code.NOT_DUE)
    scene.leaves(1)
    assert scene.state.phase is Phase.BETTING
    assert scene.state.rack


@pytest.mark.parametrize("phase", CARDS_OUT)
def test_wi_e7_the_last_active_player_sits_out_so_the_cards_are_spread(phase: Phase) -> None:
    """Nothing was due then, and the next player was dealt from the old shoe."""
    scene = at(phase)
    scene.does(c.SitOut(seat=1))
    assert due(scene.state) == c.SpreadIdleCards()
    [wait] = waits_for(scene.state)
    assert (wait.what, wait.otherwise) == (Awaited.STEP, c.SpreadIdleCards())
    assert wait.seconds == scene.house.policies.step_seconds
    scene.does(c.ReturnToPlay(seat=1))  # at the latest before anybody is dealt in
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED, "WI e7")
    scene.step()
    prepared_for(scene, 1)
    scene.bets(1, 10_00)


def test_wi_e7_somebody_who_sits_out_is_no_gaming_activity() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    scene.does(c.SitOut(seat=2))
    assert due(scene.state) is None  # seat 1 plays
    scene.leaves(1)
    assert due(scene.state) == c.SpreadIdleCards()
    scene.sits(5)
    scene.step()
    prepared_for(scene, 5)


def test_wi_e7_a_wager_that_is_down_is_decided_first() -> None:
    scene = ready("wisconsin", "Kh 5d", automations=ALL_STEPS - {c.AnnounceNoMoreBets})
    scene.bets(1, 10_00)
    scene.does(c.SitOut(seat=1))
    assert isinstance(due(scene.state), c.AnnounceNoMoreBets)
    assert names(scene.does(c.AnnounceNoMoreBets()))[-2:] == ["round_completed", "cards_idled"]


def test_wi_e7_wagers_that_go_back_leave_no_activity_either() -> None:
    taken = ready("washington", "Kh 5d", automations=BY_HAND)
    taken.bets(1, 10_00)
    taken.does(c.SitOut(seat=1))
    taken.does(c.TakeBackWagers(seat=1))
    assert due(taken.state) == c.SpreadIdleCards()
    voided = ready("wisconsin", "Kh 5d", automations=BY_HAND)
    voided.bets(1, 10_00)
    voided.does(c.SitOut(seat=1))
    voided.does(c.VoidRound(reason="a chip fell"))
    assert due(voided.state) == c.SpreadIdleCards()


def test_wi_e7_with_automations_the_spread_waits_for_nobody() -> None:
    scene = ready("wisconsin", "Kh 5d")
    scene.bets(1, 10_00)
    assert names(scene.leaves(1)) == ["seat_left", "cards_idled"]
    assert scene.state.phase is Phase.IDLE


@pytest.mark.parametrize("arrives_first", [True, False])
def test_wi_e7_cards_spread_face_down_are_turned_up_for_the_player_who_arrives(
    arrives_first: bool,
) -> None:
    scene = at(Phase.BETTING)
    scene.leaves(1)
    if arrives_first:
        scene.sits(4)
    scene.does(c.SpreadIdleCards(face_up=False))
    if not arrives_first:
        scene.refuses(c.TurnCardsUp(), Code.NOT_DUE, "WI e7")
        scene.sits(4)
    scene.refuses(c.ShowCards(seat=4), Code.NOT_DUE, "WI e7")
    [turned] = scene.does(c.TurnCardsUp())
    assert turned == e.CardsTurnedUp(cites="WI e7")
    assert not scene.state.spread_face_down
    [shown] = scene.does(c.ShowCards(seat=4))
    assert shown == e.CardsShown(seat=4, cites="WI e7")


@pytest.mark.parametrize(
    ("pauses", "shuffling"),
    list(product(product((True, False), repeat=2), (Shuffling.HAND, Shuffling.BATCHES))),
)
def test_wi_e7_at_every_pause_of_a_table_the_cards_lie_as_they_were_spread(
    pauses: tuple[bool, ...], shuffling: Shuffling
) -> None:
    """A second spread face down was taken for one face up once, and no test said so."""
    other = at(Phase.BETTING, shuffling)
    other.leaves(1)
    scene = at(Phase.BETTING, shuffling)
    leaving = 1
    for newcomer, face_up in enumerate(pauses, 2):
        scene.leaves(leaving)
        scene.does(c.SpreadIdleCards(face_up=face_up))
        assert scene.state.spread_face_down is not face_up
        scene.sits(newcomer)
        turned = [] if face_up else ["cards_turned_up"]
        events = prepared_for(scene, newcomer)
        assert names(events)[: len(turned) + 1] == [*turned, "cards_shown"]
        leaving = newcomer
    other.does(
        c.SpreadIdleCards(face_up=False)
    )  # what happened at one table is not known at others
    other.sits(4)
    assert names(prepared_for(other, 4))[:2] == ["cards_turned_up", "cards_shown"]


# --- nobody bets ----------------------------------------------------------------------------------


def test_wi_e7_the_floor_has_the_cards_spread_while_seated_players_do_not_bet() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    assert scene.does(c.OrderIdleSpread()) == (e.IdleOrdered(cites="WI e7"),)
    assert scene.state.playing == ()
    scene.step()
    assert due(scene.state) is None  # the table waits
    scene.refuses(c.PlaceWagers(seat=2, initial_cents=10_00), Code.BETS_CLOSED, "WI e7")
    scene.does(c.ReturnToPlay(seat=2))
    prepared_for(scene, 2)
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.SITTING_OUT, "policy 19")
    scene.bets(2, 10_00)


def test_wi_e7_the_floor_orders_no_spread_while_a_wager_is_down() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.refuses(c.OrderIdleSpread(), Code.NOT_NOW, "WI e7")
    scene.step()
    scene.refuses(c.OrderIdleSpread(), Code.NOT_NOW, "WI e7")


def test_wi_e2i_e7_after_an_ordered_spread_the_first_player_to_return_cuts() -> None:
    """The reason of the cut before was kept once, here the farthest to the right: seat 7."""
    scene = ready("wisconsin", "Kh 5d", seats=(5, 2, 7), automations=BY_HAND)
    scene.does(c.OrderReshuffle())
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 7  # the casino's choice (WI e2iv)
    scene.cuts()
    scene.steps_to(Phase.BETTING)
    scene.does(c.OrderIdleSpread())
    scene.step()
    for seat in (2, 7):
        scene.does(c.ReturnToPlay(seat=seat))
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 2


def test_wi_e7_an_ordered_spread_face_down_is_turned_up_for_who_returns() -> None:
    scene = ready("wisconsin", "Kh 5d", seats=(1, 2), automations=BY_HAND)
    scene.does(c.OrderIdleSpread())
    scene.does(c.SpreadIdleCards(face_up=False))
    scene.refuses(c.TurnCardsUp(), Code.NOT_DUE, "WI e7")  # nobody is there to see them
    scene.does(c.ReturnToPlay(seat=2))
    scene.refuses(c.ShowCards(seat=2), Code.NOT_DUE, "WI e7")
    scene.does(c.TurnCardsUp())
    prepared_for(scene, 2)


def test_wi_e7_the_cards_of_the_shoe_and_of_every_round_in_the_rack_are_taken() -> None:
    scene = ready("wisconsin", "Kh 7c 5d Qh 4d", face_up=(1,))
    for _ in range(2):
        scene.bets(1, 10_00)
    assert rack_text(scene.state.rack) == "?? ^7c Kh [5d] Qh [4d]"
    scene.table.automations = BY_HAND
    scene.leaves(1)
    assert rack_text(scene.state.rack) == "?? ^7c Kh [5d] Qh [4d]"  # until they are spread
    scene.step()
    assert scene.state.rack == ()
    assert scene.state.shoe == InShoe(number=1)  # its cards and its face-up card are forgotten
    scene.sits(4)
    prepared_for(scene, 4)
    assert (scene.state.shoe.size, scene.state.shoe.drawn) == (6 * 52, 0)


# --- without and with a shuffler ------------------------------------------------------------------


def test_wi_e7i_by_hand_shown_turned_down_washed_stacked_shuffled_and_cut() -> None:
    scene = gone_idle()
    scene.sits(6)
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events) == [
        "cards_shown", "cards_turned_down", "cards_washed", "cards_stacked", "cards_shuffled",
        "cut_offered",
    ]  # fmt: skip
    assert {event.cites for event in events[:4]} == {"WI e7"}
    assert scene.state.cut_offered_to == 6  # a game that begins again: the first player cuts


def test_wi_e7ii_with_a_shuffler_the_stored_batch_is_used_without_a_spread() -> None:
    scene = gone_idle(shuffling=Shuffling.BATCHES)
    scene.sits(6)
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events) == [
        "cards_shown", "cards_turned_down", "cards_stacked", "batches_swapped", "cut_offered",
    ]  # fmt: skip
    assert [event.cites for event in events[:3]] == ["WI e7"] * 3
    assert of(events, e.BatchesSwapped)[0].batch == 2


def test_wi_e7ii_a_stored_batch_that_is_not_shuffled_yet_is_shuffled_first() -> None:
    scene = at(Phase.BETTING, Shuffling.BATCHES)
    assert scene.state.stored is Stored.UNSHUFFLED
    scene.leaves(1)
    scene.step()
    scene.sits(6)
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events)[-3:] == ["batch_stored", "batches_swapped", "cut_offered"]


def unspread(phase: Phase) -> Scene:
    """Seats 6 and 2 at a table that took the stored batch after a pause, as far as ``phase``."""
    scene = gone_idle(shuffling=Shuffling.BATCHES)
    scene.sits(6, 2)
    scene.steps_to(Phase.CUT_OFFERED)
    if phase is not Phase.CUT_OFFERED:
        scene.cuts()
        scene.steps_to(phase)
    return scene


@pytest.mark.parametrize(
    "phase", [Phase.CUT_OFFERED, Phase.CUTTING_CARD, Phase.LOAD, Phase.BETTING]
)
def test_wi_e7ii_who_asks_to_see_the_stored_batch_is_the_one_who_is_shown_it(
    phase: Phase,
) -> None:
    scene = unspread(phase)
    [asked] = scene.does(c.RequestSpread(seat=2))
    assert asked == e.SpreadRequested(seat=2, cites="WI e7ii")
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert names(events) == [
        "cards_spread", "cards_shown", "cards_turned_down", "cards_stacked", "cards_shuffled",
        "cut_offered",
    ]  # fmt: skip
    assert [event.cites for event in events[:4]] == ["WI e7ii"] * 4
    assert of(events, e.CardsSpread)[0].batch == 2
    assert of(events, e.CardsShown)[0].seat == 2  # not seat 6, which came first
    assert scene.state.batch_in_play == 2  # the same batch, seen and reshuffled
    scene.refuses(c.RequestSpread(seat=6), Code.NOT_NOW, "WI e7ii")  # it has been spread


def test_wi_e7ii_also_with_a_bet_down_which_stays_where_it_is() -> None:
    scene = unspread(Phase.BETTING)
    scene.bets(2, 10_00)
    scene.does(c.RequestSpread(seat=2))
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.BETTING)
    assert scene.state.hands[2].initial_cents == 10_00
    scene.steps_to(Phase.DEAL)


def test_wi_e7ii_after_the_first_card_nothing_is_spread_on_request() -> None:
    scene = unspread(Phase.BETTING)
    scene.does(c.BurnCard())
    scene.refuses(c.RequestSpread(seat=2), Code.NOT_NOW, "WI e7ii")
    drawn = unspread(Phase.BETTING)
    drawn.does(c.DrawInError())  # not in the shoe any more either
    drawn.refuses(c.RequestSpread(seat=2), Code.NOT_NOW, "WI e7ii")


def test_wi_e7ii_who_asked_and_left_is_not_waited_for() -> None:
    scene = unspread(Phase.BETTING)
    scene.does(c.RequestSpread(seat=2))
    scene.leaves(2)
    scene.steps_to(Phase.LOOK)
    assert due(scene.state) == c.ShowCards(seat=6)


def test_wi_e7ii_no_spread_is_owed_on_request_at_a_table_that_was_not_idle() -> None:
    for shuffling in (Shuffling.HAND, Shuffling.BATCHES):
        scene = at(Phase.CUT_OFFERED, shuffling)
        scene.refuses(c.RequestSpread(seat=1), Code.NOT_NOW, "WI e7ii")
    swapped = at(Phase.BETTING, Shuffling.BATCHES)  # the other batch came out in the usual way
    swapped.does(c.BurnCard())
    swapped.does(c.OrderReshuffle())
    swapped.steps_to(Phase.CUT_OFFERED)
    assert swapped.state.batch_in_play == 2
    swapped.refuses(c.RequestSpread(seat=1), Code.NOT_NOW, "WI e7ii")
    washed = gone_idle()  # by hand every card was shown
    washed.sits(6)
    washed.steps_to(Phase.CUT_OFFERED)
    washed.refuses(c.RequestSpread(seat=6), Code.NOT_NOW, "WI e7ii")


# --- closed and opened again ----------------------------------------------------------------------


def but_for_counters(table: Table) -> Table:
    """The table without what is counted over its whole life."""
    shoe = structs.replace(table.shoe, number=0)
    return structs.replace(table, shoe=shoe, round_number=0, drop_cents=0, away_cents=0)


def reopened(scene: Scene) -> Scene:
    """The same table, closed and opened by hand on the next day."""
    scene.does(c.CloseTable())
    opening = c.OpenTable(day=NEXT_DAY, dealer="Ana", tray_cents=TRAY_CENTS)
    scene.does(opening)
    fresh = Scene("wisconsin", automations=BY_HAND)
    fresh.does(opening)
    assert but_for_counters(scene.state) == but_for_counters(fresh.state)
    assert scene.state.chips_total_cents == 0
    return scene


def test_wi_d2_d3_a_table_reopened_after_a_pause_with_batches_swaps_none() -> None:
    idle = gone_idle(shuffling=Shuffling.BATCHES, face_up=False)
    scene = reopened(idle)
    scene.steps_to(Phase.SPREAD)
    assert [event.cites for event in scene.step()] == ["WI d2"]
    scene.sits(3)
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert [(event.NAME, event.cites) for event in events] == [
        ("cards_shown", "WI d2"), ("cards_turned_down", "WI d3"), ("cards_washed", "WI d3"),
        ("cards_stacked", "WI d3"), ("cards_shuffled", "WI e1"), ("cut_offered", "WI e2"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "left_behind",
    [
        c.ReportShufflerFault(),
        c.ChangeDealer(dealer="Bea"),
        c.OrderReshuffle(),
        c.DrawInError(),
        c.SitOut(seat=1),
        c.OrderIdleSpread(),
        c.RequestSpread(seat=6),
    ],
    ids=lambda command: command.NAME,
)
def test_wi_d2_nothing_of_the_table_before_stays_behind(left_behind: c.Command) -> None:
    if isinstance(left_behind, c.RequestSpread):
        scene = unspread(Phase.BETTING)
    else:
        scene = ready("wisconsin", "Kh 5d", shuffling=Shuffling.BATCHES, automations=BY_HAND)
    scene.does(left_behind)
    reopened(scene)


def test_wi_d2_a_refused_cut_is_forgotten_with_the_table() -> None:
    scene = at(Phase.CUT_OFFERED)
    scene.does(c.RefuseCut(seat=1))
    reopened(scene)
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    assert scene.state.cut_offered_to == 1


def test_wi_d2_a_table_is_not_opened_twice() -> None:
    scene = ready("wisconsin", automations=ALL_STEPS)
    scene.refuses(c.OpenTable(day=DAY, dealer="Ana", tray_cents=0), Code.TABLE_OPEN)
