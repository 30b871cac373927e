"""Rounds played from the keyboard, with shoes whose cards are known.

Planted once and caught here: a command that is shown but not recorded, burns that are not drawn.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from casinowar.houses import load_house
from casinowar.table import Phase
from casinowar.table.events import CardsCut, ChipsBought, CutRefused, WarChosen, WarTieDeclined
from casinowar.table.legal import Range
from casinowar.table.state import Wager
from casinowar.table.waits import Awaited
from casinowar.tui.boxes import BettingBox, CutBox, WarTieBox
from tests.play.kit import (
    app_for,
    fold_of,
    movements,
    options_for,
    press,
    table_of,
    text_of,
)

LEAVE_CUT = "enter"
BUY_IN = 500_00


@pytest.mark.parametrize(
    ("house", "cards", "keys", "net_cents", "said"),
    [
        ("washington", "Kh 9d", "enter", 5_00, "Your card is higher  +$5.00"),
        ("skycity", "9h Kd", "enter", -5_00, "The dealer's card is higher  -$5.00"),
        ("wisconsin", "Kh Kd", "enter s", -2_50, "Surrendered  -$2.50"),
        (
            "wisconsin",
            "9h Kd",
            "down 5 enter",
            -10_00,
            "The dealer's card is higher, Tie lost  -$10.00",
        ),
        ("skycity", "Kh Kd", "0 down 5 enter", 50_00, "Tie won  +$50.00"),
        (
            "washington",
            "Kh Kd 2c 3c 4c As 5c 6c 7c 9h",
            "2 0 enter w",
            20_00,
            "War won  +$20.00",
        ),
        ("skycity", "Th Td 2c 3c 4c 9s 9h", "enter w", 10_00, "War tied  +$10.00"),
        (
            "wisconsin",
            "Kh Kd 2c 3c 4c 9s 5c 6c 7c Ah",
            "enter w n",
            -10_00,
            "War lost  -$10.00",
        ),
        (
            "eleven-to-one",
            "Kh Kh",
            "down down 2 enter s",
            97_50,
            "Surrendered, Suited tie won  +$97.50",
        ),
        (
            "skycity",
            "Kh Kd 2c 3c 4c 9s Ah",
            "2 0 down 5 enter w",
            10_00,
            "War lost, Tie won  +$10.00",
        ),
    ],
)
async def test_a_round_from_the_keyboard(
    tmp_path: Path, house: str, cards: str, keys: str, net_cents: int, said: str
) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for(house, cards, path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, f"{LEAVE_CUT} {keys}")
        assert said in text_of(app, "#felt")
        assert game.state.seats[game.seat].chips_cents == BUY_IN + net_cents
        assert f"${(BUY_IN + net_cents) / 100:,.2f}" in text_of(app, "#top")
        assert game.state.phase is Phase.BETTING
        assert fold_of(path) == game.state


WARS = {
    "washington": [
        "war pay 500 WA 4cii1a",
        "war return 500 WA 4cii1a",
        "initial return 500 WA 4cii1a",
    ],
    "skycity": ["war pay 500 SC war", "war return 500 SC war", "initial return 500 SC war"],
    "wisconsin": ["initial collect 500 WI h5", "war pay 1000 WI i1iii", "war return 500 WI i1iii"],
}


@pytest.mark.parametrize("house", WARS)
async def test_a_war_shows_the_houses_own_movements_with_their_clauses(
    tmp_path: Path, house: str
) -> None:
    cards = "Kh Kd 2c 3c 4c 9s 8h" if house == "skycity" else "Kh Kd 2c 3c 4c 9s 5c 6c 7c 8h"
    app, game = app_for(options_for(house, cards, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter w")
        if game.asked is Awaited.WAR_TIE:
            await press(pilot, "enter")
        assert movements(game.events) == WARS[house]
        log, felt = text_of(app, "#log-text").replace("\n  ", " "), text_of(app, "#felt")
        for line in WARS[house]:
            clause = line.split(" ", 3)[3]
            assert clause in log
            assert clause in felt
        burned = felt.count("╭─╭─╭─────╮")
        assert burned == (1 if house == "skycity" else 2)


async def test_wa_4cii1a_the_war_is_paid_on_both_wagers_and_the_line_says_so(
    tmp_path: Path,
) -> None:
    cards = "Kh Kd 2c 3c 4c As 5c 6c 7c 9h"
    app, _ = app_for(options_for("washington", cards, tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter down 5 enter w")
        felt = " ".join(text_of(app, "#felt").split())
        # all three wagers are in view, and none reads as $5.00 at 1:2
        assert "Tie paid $50.00 10:1, $5.00 back WA 4c" in felt
        assert "War paid $5.00 1:2 on both wagers, $5.00 back WA 4cii1a" in felt
        assert "Primary $5.00 back WA 4cii1a" in felt


async def test_wi_h5_a_tie_wager_on_the_war_deal_can_be_named_with_the_war(
    tmp_path: Path,
) -> None:
    app, game = app_for(
        options_for("wisconsin", "Kh Kd 2c 3c 4c 9s 5c 6c 7c 9h", tmp_path / "r.jsonl")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter 1 0 down 5 enter")
        assert "Tie on the war deal" in text_of(app, "#choice")
        await press(pilot, "5 w")
        # rulebook's example: 10 initial, 5 Tie, 5 Tie on the war deal, war tied: net +120
        assert game.state.seats[1].chips_cents == BUY_IN + 120_00
        felt = text_of(app, "#felt")
        for settled in (
            "Tie paid $50.00 10:1, $5.00 back WI i1ii",
            "Initial $10.00 collected WI h5",
            "War paid $30.00 3:1, $10.00 back WI i1iii",
            "War Tie paid $50.00 10:1, $5.00 back WI i1ii",
        ):
            assert f"\n{settled}" in felt


SECOND_TIE = "Kh Kd 2c 3c 4c 9s 5c 6c 7c 9h"


async def test_wi_h5_after_going_to_war_a_tie_wager_on_the_war_deal_is_offered(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.jsonl"
    app, game = app_for(options_for("wisconsin", SECOND_TIE, path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter w")
        assert game.asked is Awaited.WAR_TIE
        assert "WAR: bet on a second tie?" in text_of(app, "#felt")
        assert "deal the war without a Tie wager" in text_of(app, "#war-tie")
        assert "N No Tie" in text_of(app, "#keys")
        assert "W War" not in text_of(app, "#keys")
        await press(pilot, "1 0 1 enter")
        assert text_of(app, "#message") == (
            "✗ Your Tie wager on the war deal is above the maximum of $100.00: M bets the most."
            " (policy 11)"
        )
        await press(pilot, "delete right right")
        assert "bet $2.00 on a second tie" in text_of(app, "#war-tie")
        await press(pilot, "enter")
        # the first wager is collected, the war pays 3:1, the Tie wager 10:1
        assert game.state.seats[1].chips_cents == BUY_IN - 5_00 + 15_00 + 20_00
        assert "War tied, War Tie won  +$30.00" in text_of(app, "#felt")
        assert fold_of(path) == game.state


@pytest.mark.parametrize("keys", ["n", "enter", "5 n"])
async def test_wi_h5_the_tie_wager_on_the_war_deal_can_be_declined(
    tmp_path: Path, keys: str
) -> None:
    app, game = app_for(options_for("wisconsin", SECOND_TIE, tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, f"enter enter w {keys}")
        assert any(isinstance(event, WarTieDeclined) for event in game.events)
        assert game.state.seats[1].chips_cents == BUY_IN + 10_00
        assert game.asked is Awaited.BET


@pytest.mark.parametrize("house", ["washington", "skycity"])
async def test_no_tie_wager_on_the_war_deal_is_offered_where_the_house_has_none(
    tmp_path: Path, house: str
) -> None:
    app, game = app_for(options_for(house, "Kh Kd", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter")
        assert "Tie on the war deal" not in text_of(app, "#choice")
        await press(pilot, "w")
        assert game.asked is Awaited.BET


async def test_arrows_stay_within_what_the_table_offers(tmp_path: Path) -> None:
    app, game = app_for(options_for("skycity", "Kh 9d", tmp_path / "r.jsonl"), quick=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        box = table_of(app).query_one(BettingBox)
        first, tie = box.rows
        assert first.offered == Range(5_00, 500_00, 5_00)
        await press(pilot, "left left")
        assert first.cents == 0
        await press(pilot, "right left right right")
        assert first.cents == 10_00
        await press(pilot, "4 9 0 right right right")
        assert first.cents == 500_00
        await press(pilot, "left down right right right")
        assert tie.cents == 5_00  # no more chips are left beside the first wager
        await press(pilot, "enter")
        assert game.state.round_number == 1


async def test_a_person_without_chips_is_told_to_buy_some(tmp_path: Path) -> None:
    app, game = app_for(options_for("skycity", "9h Kd", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter 5 0 0 enter")
        assert game.chips_cents == 0
        assert "too few chips: B buys more" in text_of(app, "#betting")
        await press(pilot, "enter")
        assert "You have $0.00 and need $500.00: B buys chips." in text_of(app, "#message")
        await press(pilot, "b enter")
        assert "too few chips" not in text_of(app, "#betting")
        await press(pilot, "enter")
        assert game.state.round_number == 2


async def test_a_wager_below_the_minimum_is_refused_in_one_line_with_its_clause(
    tmp_path: Path,
) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for("skycity", "Kh 9d", path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, LEAVE_CUT)
        before, written = game.state, path.read_bytes()
        await press(pilot, "3 enter")
        said = text_of(app, "#message")
        words = "✗ Your Casino War wager is below the minimum of $5.00: → bets the minimum."
        assert said == f"{words} (SC limits)"
        assert game.state == before
        assert path.read_bytes() == written
        await press(pilot, "3 5")
        assert text_of(app, "#message") == ""  # gone as soon as it is corrected
        await press(pilot, "enter")
        assert game.state.seats[1].chips_cents == BUY_IN + 35_00


async def test_enter_alone_never_decides_a_tie(tmp_path: Path) -> None:
    app, game = app_for(options_for("wisconsin", "Kh Kd", tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter enter enter")
        assert game.asked is Awaited.CHOICE
        assert "W for war" in text_of(app, "#message")


async def test_keys_typed_ahead_answer_each_question_once(tmp_path: Path) -> None:
    """Enter once reached the wagers before they were offered, and ended the game."""
    app, game = app_for(options_for("wisconsin", "Kh 9d", tmp_path / "r.jsonl"), quick=False)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = table_of(app)
        screen.post_message(BettingBox.Placed({}))
        screen.post_message(BettingBox.Placed({Wager.INITIAL: 5_00}))
        await pilot.pause()
        assert game.asked is Awaited.CUT
        await press(pilot, "enter")
        for _ in range(2):
            screen.post_message(CutBox.Cut(None))
            screen.post_message(WarTieBox.Answered(0))
        await pilot.pause()
        assert text_of(app, "#message") == ""
        for _ in range(3):
            screen.post_message(BettingBox.Placed({Wager.INITIAL: 5_00}))
        await pilot.pause()
        assert game.state.round_number == 1


async def test_on_a_narrow_screen_words_are_left_out_not_cut_off(tmp_path: Path) -> None:
    app, _ = app_for(options_for("wisconsin", "Kh Kd", tmp_path / "r.jsonl"))
    async with app.run_test(size=(60, 20)) as pilot:
        await press(pilot, "enter")
        assert "Enter deals" in text_of(app, "#betting")
        assert max(map(len, text_of(app, "#betting").splitlines())) <= 57
        await press(pilot, "enter")
        assert text_of(app, "#choice").splitlines()[-1].endswith("$1 to $100, pays 10:1")
        await press(pilot, "question_mark")
        sheet = app.screen.query_one("#sheet Static", Static)
        lines = str(sheet.content).splitlines()
        keys = lines[lines.index("") + 1 : lines.index("", lines.index("") + 1)]
        assert max(map(len, keys)) <= sheet.content_size.width


async def test_wi_e2_the_first_player_cuts_and_the_cards_behind_the_cut_are_dealt(
    tmp_path: Path,
) -> None:
    app, game = app_for(options_for("wisconsin", "Ah 2d", tmp_path / "record.jsonl", cut=100))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "The cut is offered to you" in text_of(app, "#cut")
        await press(pilot, "9 enter")
        assert "at least 10 cards in from either end" in text_of(app, "#message")
        assert game.asked is Awaited.CUT
        await press(pilot, "backspace")
        assert text_of(app, "#message") == ""
        await press(pilot, "1 0 0 enter enter")
        cut = next(event for event in game.events if isinstance(event, CardsCut))
        assert (cut.seat, cut.cards, cut.cites) == (1, 100, "WI e4")
        assert "Your card is higher" in text_of(app, "#felt")


async def test_wi_e3_enter_leaves_the_cut_to_the_dealer(tmp_path: Path) -> None:
    app, game = app_for(options_for("wisconsin", "Ah 2d", tmp_path / "record.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        assert any(isinstance(event, CutRefused) for event in game.events)
        assert game.state.phase is Phase.BETTING


async def test_policy_2_chips_may_be_bought_while_a_tie_is_open(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    app, game = app_for(options_for("skycity", "Kh Kd 2c 3c 4c As 9h", path))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter 5 0 0 enter")
        assert game.state.seats[1].chips_cents == 0
        assert "war: too few chips: B buys more" in text_of(app, "#choice")
        await press(pilot, "w")
        said = text_of(app, "#message")
        assert said.startswith("✗ You have $0.00 and need $500.00")
        assert said.endswith("(policy 2)")
        await press(pilot, "b 5 0 0 enter")
        assert game.asked is Awaited.CHOICE
        assert "Go to War: put down $500.00 more" in text_of(app, "#choice")
        await press(pilot, "w")
        assert any(isinstance(event, WarChosen) for event in game.events)
        bought = [event for event in game.events if isinstance(event, ChipsBought)]
        assert [event.cash_cents for event in bought] == [BUY_IN, 500_00]
        assert game.state.seats[1].chips_cents == BUY_IN + 500_00 + 500_00
        assert fold_of(path) == game.state


async def test_the_deal_is_shown_card_by_card_and_a_key_shows_the_rest(tmp_path: Path) -> None:
    options = options_for("wisconsin", "Kh 9d", tmp_path / "r.jsonl")
    app, game = app_for(options, quick=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter space enter")
        assert table_of(app).dealing
        assert game.state.phase is Phase.BETTING  # decided and recorded, not yet shown
        assert "Your card is higher" not in text_of(app, "#felt")
        await press(pilot, "space")
        assert not table_of(app).dealing
        assert table_of(app).felt.table == game.state
        assert "Your card is higher" in text_of(app, "#felt")


async def test_neighbours_are_marked_and_play_by_the_same_table(tmp_path: Path) -> None:
    cards = "Kh 9d Kd Kc 2c 3c 4c 9s 5c 6c 7c Jd 2d 3d 4d 8h"
    options = replace(options_for("wisconsin", cards, tmp_path / "r.jsonl"), neighbours=2)
    app, game = app_for(options)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter w n")
        felt = text_of(app, "#felt")
        assert "Auto 2" in felt
        assert "Auto 3" in felt
        assert "War won  +$5.00" in felt
        least = load_house("wisconsin").limits.first.min_cents
        assert game.state.seats[3].chips_cents == 20 * least + least
        assert fold_of(tmp_path / "r.jsonl") == game.state
