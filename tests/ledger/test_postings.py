"""Single movements by hand: which accounts, how much, in which direction, and why.

Planted once and caught here: a cash-out for the player of the lowest seat, a buy-in without its
cash, the dealer's unit forgotten in a payment, a reversed payment with the wrong sign, a coupon
posted as chips, a seat that changed hands during a run posted to its first player.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import pytest

from casinowar.houses.house import WagerForm
from casinowar.ledger import (
    CAGE,
    GRANTS,
    STATEMENT_WORDS,
    GrantKind,
    Kind,
    Posting,
    all_postings,
    balances,
    chips_account,
    drop_account,
    escrow_account,
    grant,
    match_account,
    may_go_negative,
    player_account,
    postings,
    tray_account,
)
from casinowar.table import Event, Phase, Table
from casinowar.table import commands as c
from casinowar.table import events as e
from casinowar.table.state import Wager
from tests.clauses.scene import BY_HAND, Scene, ready
from tests.ledger.books import TABLE

ANA, BO = "player 1", "player 2"
Leg = tuple[str, int, str]


def legs(found: Iterable[Posting]) -> list[Leg]:
    """Accounts, amounts and kinds."""
    return [(leg.account, leg.cents, leg.kind) for leg in found]


def posted(scene: Scene, command: c.Command) -> list[Leg]:
    """The legs that a command of a scene leads to."""
    before = scene.state
    return legs(all_postings(TABLE, before, scene.does(command), 1))


def moved(cents: int, source: str, target: str, kind: Kind) -> list[Leg]:
    """The two legs of one movement."""
    return [(source, -cents, kind), (target, cents, kind)]


TRAY, DROP = tray_account(TABLE), drop_account(TABLE)
CHIPS, ESCROW = chips_account(TABLE, ANA), escrow_account(TABLE, ANA)
MATCH = match_account(TABLE, ANA)


# --- accounts -------------------------------------------------------------------------------------


def test_accounts_have_plain_names() -> None:
    assert player_account("p_x") == "player/p_x"
    assert CHIPS == "chips/table-1/player 1"
    assert ESCROW == "escrow/table-1/player 1"
    assert MATCH == "match/table-1/player 1"
    assert (TRAY, DROP, CAGE, GRANTS) == ("tray/table-1", "drop/table-1", "cage", "grants")


def test_only_the_house_may_owe() -> None:
    accounts = (player_account("p_x"), CHIPS, ESCROW, MATCH, TRAY, DROP, CAGE, GRANTS)
    assert [account for account in accounts if may_go_negative(account)] == [CAGE, GRANTS]


def test_every_kind_has_words_and_no_two_the_same() -> None:
    kinds = {kind for part in get_args(Kind) for kind in get_args(part) or (part,)}
    assert set(STATEMENT_WORDS) == kinds
    assert len(set(STATEMENT_WORDS.values())) == len(kinds)


# --- grants ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", get_args(GrantKind))
def test_a_grant_comes_from_the_house(kind: GrantKind) -> None:
    found = grant("p_x", 500, kind)
    assert legs(found) == moved(500, GRANTS, "player/p_x", kind)
    assert {leg.version for leg in found} == {0}
    assert balances(found + grant("p_x", 20)) == {GRANTS: -520, "player/p_x": 520}


@pytest.mark.parametrize("cents", [0, -1])
def test_a_grant_of_nothing_is_an_error(cents: int) -> None:
    with pytest.raises(ValueError, match="a grant must be more than zero"):
        grant("p_x", cents)


# --- the tray -------------------------------------------------------------------------------------


def test_the_tray_comes_from_the_cage_and_goes_back() -> None:
    scene = Scene("washington")
    before = scene.state
    opened = legs(all_postings(TABLE, before, scene.opens(tray_cents=900_00), 1))
    assert opened == moved(900_00, CAGE, TRAY, "opening")
    assert posted(scene, c.FillTray(amount_cents=50_00)) == moved(50_00, CAGE, TRAY, "fill")
    assert posted(scene, c.CreditTray(amount_cents=10_00)) == moved(10_00, TRAY, CAGE, "credit")
    assert posted(scene, c.CloseTable()) == moved(940_00, TRAY, CAGE, "closing")


def test_a_tray_of_nothing_posts_nothing() -> None:
    scene = Scene("washington")
    assert all_postings(TABLE, scene.state, scene.opens(tray_cents=0), 1) == ()


# --- seats ----------------------------------------------------------------------------------------


def test_a_buy_in_is_cash_for_the_drop_box_and_chips_from_the_tray() -> None:
    scene = ready("washington")
    assert posted(scene, c.BuyChips(seat=1, cash_cents=20_00)) == [
        *moved(20_00, player_account(ANA), DROP, "buy_in"),
        *moved(20_00, TRAY, CHIPS, "buy_in"),
    ]


def test_chips_go_to_the_player_of_the_seat_whoever_emptied_it() -> None:
    """The floor closes the table: nobody at it gave a command."""
    scene = ready("washington", seats=(1, 2), cash_cents=100_00)
    tray_cents = scene.state.tray_cents
    assert posted(scene, c.CloseTable()) == [
        *moved(100_00, CHIPS, player_account(ANA), "cash_out"),
        *moved(100_00, chips_account(TABLE, BO), player_account(BO), "cash_out"),
        *moved(tray_cents, TRAY, CAGE, "closing"),
    ]


def test_a_seat_may_change_hands_within_a_run() -> None:
    state = ready("washington", cash_cents=100_00).state
    events: tuple[Event, ...] = (
        e.SeatLeft(seat=1, player=ANA, chips_cents=100_00, cites="policy"),
        e.SeatTaken(seat=1, player=BO, player_name="Bo", cites="policy"),
        e.ChipsBought(seat=1, cash_cents=30_00, cites="policy"),
    )
    found = all_postings(TABLE, state, events, 7)
    assert legs(found) == [
        *moved(100_00, CHIPS, player_account(ANA), "cash_out"),
        *moved(30_00, player_account(BO), DROP, "buy_in"),
        *moved(30_00, TRAY, chips_account(TABLE, BO), "buy_in"),
    ]
    assert [leg.version for leg in found] == [7, 7, 9, 9, 9, 9]


# --- wagers ---------------------------------------------------------------------------------------


def test_wagers_wait_on_the_layout() -> None:
    scene = ready("skycity", automations=BY_HAND)
    place = c.PlaceWagers(seat=1, initial_cents=10_00, tie_cents=5_00)
    assert posted(scene, place) == [
        *moved(10_00, CHIPS, ESCROW, "wager"),
        *moved(5_00, CHIPS, ESCROW, "wager"),
    ]
    undealt = posted(scene, c.VoidRound(reason="fire alarm"))
    assert undealt == moved(15_00, ESCROW, CHIPS, "undealt")


def placed(form: WagerForm) -> e.WagerPlaced:
    return e.WagerPlaced(seat=1, wager=Wager.INITIAL, amount_cents=10_00, form=form, cites="policy")


def test_plaques_are_chips_and_a_coupon_is_not() -> None:
    state = ready("washington").state
    chips, plaques = (
        legs(postings(TABLE, state, placed(form), 1))
        for form in (WagerForm.CHIPS, WagerForm.PLAQUES)
    )
    assert chips == plaques == moved(10_00, CHIPS, ESCROW, "wager")
    assert postings(TABLE, state, placed(WagerForm.COUPON), 1) == ()


def test_the_win_of_a_coupon_comes_from_the_tray() -> None:
    scene = ready("wisconsin", "Kh Qd")
    place = c.PlaceWagers(seat=1, initial_cents=10_00, coupon_cents=10_00)
    assert posted(scene, place) == [
        *moved(10_00, CHIPS, ESCROW, "wager"),
        *moved(20_00, TRAY, CHIPS, "paid"),
        *moved(10_00, ESCROW, CHIPS, "returned"),
    ]


def test_a_lost_wager_goes_to_the_tray() -> None:
    scene = ready("washington", "Qh Kd")
    assert posted(scene, c.PlaceWagers(seat=1, initial_cents=10_00)) == [
        *moved(10_00, CHIPS, ESCROW, "wager"),
        *moved(10_00, ESCROW, TRAY, "collected"),
    ]


# --- war ------------------------------------------------------------------------------------------


def at_war() -> Scene:
    """A table where the dealer's unit lies beside the player's two."""
    scene = ready("washington", "Kh Kd", automations=BY_HAND)
    scene.bets(1, 10_00)
    scene.steps_to(Phase.DECIDE)
    return scene


def steps(scene: Scene, phase: Phase) -> list[Leg]:
    before = scene.state
    return legs(all_postings(TABLE, before, scene.steps_to(phase), 1))


def test_the_dealers_unit_is_posted_and_pays() -> None:
    """A payment above the unit takes the rest from the tray."""
    scene = at_war()
    assert posted(scene, c.GoToWar(seat=1)) == moved(10_00, CHIPS, ESCROW, "war_wager")
    assert steps(scene, Phase.WAR_DEAL) == moved(10_00, TRAY, MATCH, "match")
    paid = e.WagerPaid(
        seat=1,
        wager=Wager.WAR,
        amount_cents=15_00,
        odds="1:1",
        from_match_cents=10_00,
        cites="policy",
    )
    assert legs(postings(TABLE, scene.state, paid, 1)) == [
        *moved(10_00, MATCH, CHIPS, "paid"),
        *moved(5_00, TRAY, CHIPS, "paid"),
    ]


def test_a_void_war_gives_everything_back() -> None:
    scene = at_war()
    scene.wars(1)
    scene.steps_to(Phase.WAR_DEAL)
    assert posted(scene, c.VoidRound(reason="fire alarm")) == [
        *moved(10_00, ESCROW, CHIPS, "returned"),
        *moved(10_00, ESCROW, CHIPS, "returned"),
        *moved(10_00, MATCH, TRAY, "match_taken_back"),
    ]


def test_a_void_round_undoes_payments_and_collections() -> None:
    """Seat 1 was paid, seat 2 collected, seat 3 is asked."""
    scene = ready("washington", "Ah Qh Kh Kd", seats=(1, 2, 3), automations=BY_HAND)
    for seat in (1, 2, 3):
        scene.bets(seat, 10_00)
    scene.steps_to(Phase.DECIDE)
    bo_chips, bo_escrow = chips_account(TABLE, BO), escrow_account(TABLE, BO)
    third = "player 3"
    assert posted(scene, c.VoidRound(reason="fire alarm")) == [
        *moved(10_00, escrow_account(TABLE, third), chips_account(TABLE, third), "returned"),
        *moved(10_00, CHIPS, TRAY, "payment_reversed"),
        *moved(10_00, TRAY, bo_escrow, "collection_reversed"),
        *moved(10_00, bo_escrow, bo_chips, "returned"),
    ]


def test_nothing_is_written_to_the_table() -> None:
    scene = ready("washington", "Qh Kd")
    before: Table = scene.state
    image = repr(before)
    all_postings(TABLE, before, scene.does(c.PlaceWagers(seat=1, initial_cents=10_00)), 1)
    assert repr(before) == image
