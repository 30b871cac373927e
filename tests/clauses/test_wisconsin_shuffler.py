"""Wisconsin with an automated shuffler: two batches (b)(4), their opening (d)(4), faults (j)(4).

Planted once and caught: a wrong count of decks that cites (b)(1), the stored batch shuffled only
at the swap, a fault during the shoe mended only at the swap, a fault before the cut forgotten.
"""

from __future__ import annotations

import pytest

from casinowar.cards import DECK, parse_card
from casinowar.errors import InputError
from casinowar.houses.house import Shuffling
from casinowar.table import ALL_STEPS, Code, Phase, complete_stack, due, stack_of
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Stored

from .scene import BY_HAND, DAY, HEARD, Scene, names, of, ready


def opened_by_hand() -> Scene:
    """A table with a shuffler that was just opened, every step by hand."""
    scene = Scene("wisconsin", "Kh 5d", automations=BY_HAND)
    scene.opens(shuffling=Shuffling.BATCHES)
    return scene


def in_play(*, cards: str = "Kh 5d", automations: frozenset[type[c.Command]] = BY_HAND) -> Scene:
    """A table with a shuffler whose first round waits for wagers."""
    return ready("wisconsin", cards, shuffling=Shuffling.BATCHES, automations=automations)


def reshuffled(scene: Scene) -> tuple[e.Event, ...]:
    """The casino reshuffles, and whoever is offered the cut takes it."""
    return scene.does(c.OrderReshuffle()) + scene.cuts()


# --- (b)(4) two batches ---------------------------------------------------------------------------


def test_wi_b4_the_decks_of_two_batches_come_by_the_clause_of_the_shuffler() -> None:
    scene = opened_by_hand()
    step = due(scene.state)
    assert isinstance(step, c.ReceiveDecks)
    assert step.words(scene.state) == ("receive 12 decks", "WI b4")
    [received] = scene.step()
    assert received.cites == "WI b4"


@pytest.mark.parametrize("decks", [1, 5, 0, -6, 101])
def test_wi_b4_no_table_with_a_shuffler_opens_with_fewer_than_twelve_decks_or_too_many(
    decks: int,
) -> None:
    opening = c.OpenTable(
        day=DAY, dealer="Ana", tray_cents=0, decks=decks, shuffling=Shuffling.BATCHES
    )
    assert "6 to 100 decks each" in Scene("wisconsin").refuses(opening, Code.BAD_DECKS, "WI b4")


@pytest.mark.parametrize("decks", [6, 11, 13, 24])
def test_wi_b4_no_other_number_of_decks_is_taken_to_the_table(decks: int) -> None:
    scene = opened_by_hand()
    wrong = c.ReceiveDecks(decks=decks, backs=("red", "blue"), cutting_card="yellow")
    assert "12 decks" in scene.refuses(wrong, Code.BAD_DECKS, "WI b4")
    right = c.ReceiveDecks(decks=12, backs=("red", "blue"), cutting_card="yellow")
    assert [event.cites for event in scene.does(right)] == ["WI b4"]


def test_wi_b4_a_house_without_such_a_shuffler_says_so() -> None:
    opening = c.OpenTable(day=DAY, dealer="Ana", tray_cents=0, shuffling=Shuffling.CONTINUOUS)
    Scene("wisconsin").refuses(opening, Code.BAD_SHUFFLING, "WI b4")


def not_whole_decks(names_: list[str], decks: int) -> str:
    """Why these cards are not accepted as whole decks."""
    with pytest.raises(InputError) as refused:
        complete_stack([parse_card(name) for name in names_], decks, cites="WI b4i")
    assert (refused.value.field, refused.value.cites) == ("shoe", "WI b4i")
    HEARD.add((refused.value.cites, "shoe check"))
    return refused.value.reason


def test_wi_b1_b4i_six_decks_are_six_times_the_52_cards() -> None:
    assert "As occurs more often" in not_whole_decks(["As"] * 312, 6)
    assert "20 cards are not 6 decks" in not_whole_decks([str(card) for card in DECK[:20]], 6)
    one_short = [str(card) for card in DECK] * 5 + [str(card) for card in DECK[1:]]
    assert "311 cards" in not_whole_decks(one_short, 6)
    twice = [str(DECK[1]), *(str(card) for card in DECK[1:])]  # the right number, one card twice
    assert "more often" in not_whole_decks(twice, 1)
    whole = complete_stack(DECK * 6, 6, face_up=[3])
    assert (len(whole.cards), whole.face_up) == (312, frozenset({3}))


def test_wi_b4i_each_batch_that_is_loaded_is_six_full_decks() -> None:
    scene = in_play(automations=ALL_STEPS)
    reshuffled(scene)
    loaded = of(scene.events, e.ShoeLoaded)
    assert [event.cards for event in loaded] == [6 * len(DECK)] * 2


def test_wi_j1_no_card_lies_face_up_in_a_shoe_unless_it_is_named() -> None:
    for stack in (complete_stack(DECK, 1), stack_of(DECK)):
        assert not [index for index in range(52) if stack.lies_face_up(index)]
    assert [i for i in range(52) if stack_of(DECK, face_up=[7]).lies_face_up(i)] == [7]


@pytest.mark.parametrize(("decks", "total"), [(6, 12), (7, 14), (8, 16)])
def test_wi_b4ii_the_two_batches_hold_equally_many_decks(decks: int, total: int) -> None:
    scene = ready("wisconsin", decks=decks, shuffling=Shuffling.BATCHES)
    [received] = of(scene.events, e.DecksReceived)
    assert received.decks == total
    assert scene.state.shoe.size == decks * 52
    reshuffled(scene)
    assert scene.state.shoe.size == decks * 52  # the other batch


@pytest.mark.parametrize("backs", [("red",), ("red", "red"), ("red", "RED "), ("a", "b", "c")])
def test_wi_b4iii_the_batches_have_backs_of_different_colours(backs: tuple[str, ...]) -> None:
    scene = opened_by_hand()
    wrong = c.ReceiveDecks(decks=12, backs=backs, cutting_card="yellow")
    scene.refuses(wrong, Code.BAD_BACKS, "WI b4")


def test_wi_b4iv_the_other_batch_is_shuffled_and_stored_while_one_is_played() -> None:
    scene = opened_by_hand()
    scene.sits(1)
    scene.steps_to(Phase.CUT_OFFERED)
    scene.cuts()
    scene.steps_to(Phase.BETTING)
    assert (scene.state.batch_in_play, scene.state.stored) == (1, Stored.UNSHUFFLED)
    scene.does(c.BurnCard())
    scene.bets(1, 10_00)
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI b4iv")  # not left until later
    [stored] = scene.does(c.ShuffleStoredBatch())
    assert stored == e.BatchStored(batch=2, cites="WI b4iv")
    scene.steps_to(Phase.DEAL)
    scene.steps_to(Phase.BETTING)
    # at the end of the shoe it comes out as it is
    scene.does(c.OrderReshuffle())
    assert names(scene.steps_to(Phase.OFFER_CUT)) == ["cards_collected", "batches_swapped"]
    assert scene.state.stored is Stored.UNSHUFFLED  # now the first batch is in the device


def test_wi_b4iv_by_hand_there_is_no_batch_to_store() -> None:
    scene = ready("wisconsin", automations=BY_HAND)
    scene.refuses(c.ShuffleStoredBatch(), Code.NOT_DUE)
    assert not of(scene.events, e.BatchStored)


def test_wi_b4v_the_batches_alternate_every_shoe() -> None:
    scene = in_play(automations=ALL_STEPS)
    used, stored = (
        [scene.state.batch_in_play],
        [event.batch for event in of(scene.events, e.BatchStored)],
    )
    for _ in range(4):
        events = reshuffled(scene)
        [swapped] = of(events, e.BatchesSwapped)
        assert swapped.cites == "WI b4"
        used.append(swapped.batch)
        stored += [event.batch for event in of(events, e.BatchStored)]
    assert used == [1, 2, 1, 2, 1]
    assert stored == [2, 1, 2, 1, 2]


def test_wi_b4vi_the_rack_holds_cards_of_one_batch_at_a_time() -> None:
    scene = in_play()
    scene.does(c.OrderReshuffle())
    assert scene.state.rack
    scene.refuses(c.SwapBatches(), Code.NOT_DUE, "WI e2iv")  # rack and shoe are emptied first
    scene.does(c.CollectCards())
    assert not scene.state.rack
    assert names(scene.does(c.SwapBatches())) == ["batches_swapped"]
    assert not scene.state.rack


def test_wi_d4_each_batch_is_spread_turned_down_and_stacked_by_itself() -> None:
    scene = opened_by_hand()
    scene.steps_to(Phase.SPREAD)
    scene.refuses(c.SpreadCards(batch=2), Code.OUT_OF_ORDER, "WI d4")
    events = list(scene.does(c.SpreadCards(batch=1)))
    scene.refuses(c.SpreadCards(batch=1), Code.OUT_OF_ORDER, "WI d4")
    events += scene.does(c.SpreadCards(batch=2))
    scene.sits(1)
    scene.step()
    scene.refuses(c.WashCards(), Code.NOT_DUE, "WI d4")  # the device mixes, nobody washes
    events += scene.steps_to(Phase.SHUFFLE)
    batches = [
        (event.NAME, event.batch, event.cites)
        for event in events
        if isinstance(event, e.CardsSpread | e.CardsTurnedDown | e.CardsStacked)
    ]
    assert batches == [
        ("cards_spread", 1, "WI d4"), ("cards_spread", 2, "WI d4"),
        ("cards_turned_down", 1, "WI d4"), ("cards_turned_down", 2, "WI d4"),
        ("cards_stacked", 1, "WI d4"), ("cards_stacked", 2, "WI d4"),
    ]  # fmt: skip


# --- (j)(4) faults --------------------------------------------------------------------------------


def test_wi_j4_a_fault_during_the_shoe_is_mended_during_the_shoe() -> None:
    scene = in_play()
    [failed] = scene.does(c.ReportShufflerFault())
    assert failed == e.ShufflerFailed(cites="WI j4")
    scene.bets(1, 10_00)
    scene.refuses(c.AnnounceNoMoreBets(), Code.NOT_DUE, "WI j4")
    [stored] = scene.does(c.ShuffleStoredBatch())
    assert stored == e.BatchStored(batch=2, cites="WI j4")
    scene.steps_to(Phase.DEAL)


def test_wi_j4_a_fault_during_a_round_is_mended_before_the_next_one() -> None:
    scene = in_play()
    scene.bets(1, 10_00)
    scene.step()
    scene.does(c.ReportShufflerFault())
    scene.steps_to(Phase.BETTING)  # the round is finished
    assert due(scene.state) == c.ShuffleStoredBatch()
    assert [event.cites for event in scene.step()] == ["WI j4"]
    assert due(scene.state) is None


def test_wi_j4_a_fault_between_two_batches_is_mended_before_the_batch_comes_out() -> None:
    scene = in_play()
    scene.does(c.OrderReshuffle())
    scene.does(c.CollectCards())
    scene.does(c.ReportShufflerFault())
    scene.refuses(c.SwapBatches(), Code.NOT_DUE, "WI j4")
    assert names(scene.steps_to(Phase.OFFER_CUT)) == ["batch_stored", "batches_swapped"]


def test_wi_j4_a_fault_before_a_pause_is_mended_before_the_stored_batch_comes_out() -> None:
    scene = in_play()
    scene.does(c.ReportShufflerFault())
    scene.leaves(1)
    scene.step()
    scene.sits(6)
    events = scene.steps_to(Phase.CUT_OFFERED)
    assert [event.cites for event in of(events, e.BatchStored)] == ["WI j4"]
    assert of(events, e.BatchesSwapped)[0].batch == 2


@pytest.mark.parametrize(
    "phase", [Phase.SHUFFLE, Phase.OFFER_CUT, Phase.CUT_OFFERED, Phase.CUTTING_CARD, Phase.LOAD]
)
def test_wi_j4_a_fault_before_the_shoe_is_loaded_sends_the_stack_back(phase: Phase) -> None:
    scene = opened_by_hand()
    scene.sits(1)
    scene.steps_to(min(phase, Phase.CUT_OFFERED, key=[*Phase].index))
    if phase in {Phase.CUTTING_CARD, Phase.LOAD}:
        scene.cuts()
        scene.steps_to(phase)
    scene.does(c.ReportShufflerFault())
    scene.refuses(c.OfferCut(seat=1), Code.NOT_DUE, "WI j4")
    scene.refuses(c.LoadShoe(), Code.NOT_DUE, "WI j4")
    [shuffled] = scene.does(c.ShuffleCards())
    assert shuffled == e.CardsShuffled(shuffling=Shuffling.BATCHES, cites="WI j4")
    assert due(scene.state) == c.OfferCut(seat=1)  # the cut is offered again
    assert [event.cites for event in scene.steps_to(Phase.CUT_OFFERED)] == ["WI e2"]


def test_wi_j4_a_continuous_shuffler_reshuffles_the_stack_at_once() -> None:
    scene = Scene("battle-royal", automations=ALL_STEPS - {c.CollectCards})
    scene.opens()
    scene.sits(1)
    assert scene.state.phase is Phase.BETTING
    scene.does(c.ReportShufflerFault())
    scene.refuses(c.PlaceWagers(seat=1, initial_cents=10_00), Code.BETS_CLOSED)
    events = scene.does(c.CollectCards())
    assert [event.cites for event in of(events, e.CardsShuffled)] == ["policy, as WI j4"]


def test_wi_j4_without_a_shuffler_or_without_cards_in_it_there_is_no_fault() -> None:
    ready("wisconsin").refuses(c.ReportShufflerFault(), Code.NO_SHUFFLER, "WI j4")
    opened_by_hand().refuses(c.ReportShufflerFault(), Code.SHUFFLER_EMPTY, "WI j4")
