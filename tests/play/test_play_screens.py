"""Houses, sheets, sizes and themes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from casinowar.game import PlayOptions
from casinowar.houses import house_names, load_house
from casinowar.houses.sheet import rule_sheet
from casinowar.table import Phase
from casinowar.table.waits import Awaited
from casinowar.tui.app import DARK, LIGHT, CasinoWarApp
from tests.kit.profile import HOUSES, IN_DRILL
from tests.play.kit import NOON, app_for, options_for, press, resize, table_of, text_of

# the odds differ, the money does not: 1:2 on both wagers, 1:1, and 2:1 with the first collected
POSTED_WARS = {
    "no-bonus": "War net +1, tied +1",
    "ladder-war": "War net +1, tied +1",
    "battle-royal": "War net +1, tied +3",
}
WAR = {"once": "Kh Kd 2c 3c 4c As 9h", "every_card": "Kh Kd 2c 3c 4c As 5c 6c 7c 9h"}


@pytest.mark.parametrize("name", HOUSES)
async def test_every_house_is_chosen_from_the_list_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON), quick=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, " ".join(["down"] * house_names().index(name)) + " enter")
        game = table_of(app).game
        assert game.house.name == name
        if game.asked is Awaited.CUT:
            await press(pilot, "enter")
        await press(pilot, "enter")
        if game.asked is Awaited.CHOICE:
            await press(pilot, "w")
        if game.asked is Awaited.WAR_TIE:
            await press(pilot, "n")
        assert game.state.round_number == 1
        assert game.state.phase in {Phase.BETTING, Phase.CUT_OFFERED}
        assert game.record is not None
        assert game.record.path.parent == tmp_path / "casinowar" / "records"
        posted = text_of(app, "#posted")
        assert f"{game.house.cards.decks} deck" in posted
        assert POSTED_WARS.get(name, "War net +1, tied +2") in posted
        assert "FREE PLAY" in text_of(app, "#top")


async def test_name_and_buy_in_can_be_typed_and_a_bad_buy_in_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = CasinoWarApp(PlayOptions(seed=5, clock=lambda: NOON), quick=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down tab A d a tab 2 . 1 enter")
        assert "smallest chip is $2.50" in text_of(app, "#message")
        app.screen.query_one("#buy-in", Input).value = "2.50"
        await press(pilot, "enter")
        assert text_of(app, "#message") == (
            "$2.50 is not enough for a wager. The first wager is below the minimum of $5.00."
            " (SC limits)"
        )
        app.screen.query_one("#buy-in", Input).value = "70.10"
        await press(pilot, "enter")
        assert "smallest chip is $2.50" in text_of(app, "#message")
        assert not list(tmp_path.rglob("*.jsonl"))
        app.screen.query_one("#buy-in", Input).value = "70"
        await press(pilot, "enter")
        seat = table_of(app).game.state.seats[1]
        assert (seat.name, seat.chips_cents) == ("Ada", 70_00)


async def test_sc_responsible_age_and_helpline_are_shown_before_and_at_the_table(
    tmp_path: Path,
) -> None:
    app = CasinoWarApp(PlayOptions())
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "down")
        assert app.screen.query_one(OptionList).highlighted == 1
        assert "0800 654 655" in text_of(app, "#about-text")
    app, _ = app_for(options_for("skycity", "Kh 9d", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Entry from the age of 20." in text_of(app, "#message")
        assert "0800 654 655" in text_of(app, "#message")


async def test_paytable_rules_record_and_help_are_one_key_away(tmp_path: Path) -> None:
    app, game = app_for(options_for("eleven-to-one", "Kh 9d", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        sheets = {}
        for key in ("p", "r", "l", "question_mark"):
            await press(pilot, key)
            sheets[key] = text_of(app, "#sheet Static")
            await press(pilot, "escape")
        table_of(app)
    assert "decks in the shoe: 7" in sheets["p"]
    for rule in rule_sheet(game.house):
        if rule.section in {"Pays", "Limits"}:
            assert rule.says in sheets["p"]
        assert rule.says in sheets["r"]
        assert rule.cites in sheets["r"]
    assert "Bo takes seat 1 policy" in sheets["l"]
    assert "Ctrl-C" in sheets["question_mark"]
    assert "follows Wisconsin's clause d2" in sheets["question_mark"]


async def test_wi_b1_the_decks_of_this_table_are_posted(tmp_path: Path) -> None:
    options = replace(options_for("wisconsin", "Kh 9d", tmp_path / "r.jsonl"), decks=8)
    app, _ = app_for(options)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "p")
        assert "decks in the shoe: 8" in text_of(app, "#sheet Static")
        await press(pilot, "escape")
        assert text_of(app, "#posted").startswith("8 decks")


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("washington", marks=IN_DRILL),
        pytest.param("skycity", marks=IN_DRILL),
        "wisconsin",
    ],
)
async def test_nothing_is_cut_off_from_80_by_24_up(tmp_path: Path, house: str) -> None:
    cards = WAR[load_house(house).war.burn_pattern]
    app, game = app_for(options_for(house, cards, tmp_path / "r.jsonl"))
    sizes = [(80, 24), (100, 30), (120, 40)]
    async with app.run_test(size=sizes[0]) as pilot:
        for keys, size in product(("enter", "down 5 enter", "w", "n"), sizes):
            if size == sizes[0]:
                await press(pilot, keys)
            await resize(pilot, size)
            for selector in ("#top", "#posted", "#felt-scroll", "#boxes", "#message"):
                region = app.screen.query_one(selector).region
                assert region.right <= size[0]
                assert region.bottom < size[1]
            felt = app.screen.query_one("#felt-scroll")
            lines = text_of(app, "#felt").splitlines()
            assert len(lines) <= felt.content_size.height
            assert max(map(len, lines)) <= felt.content_size.width
            assert "╭─" in "".join(lines) or game.state.phase is Phase.BETTING
            keys_line = text_of(app, "#keys").rstrip()
            assert keys_line.endswith("T Theme")
            assert len(keys_line) <= size[0] - 2
        assert "War won" in text_of(app, "#felt")


async def test_a_small_terminal_keeps_the_chips_and_writes_the_cards_instead_of_drawing_them(
    tmp_path: Path,
) -> None:
    app, game = app_for(options_for("skycity", WAR["once"], tmp_path / "r.jsonl"))
    async with app.run_test(size=(20, 6)) as pilot:
        await press(pilot, "enter enter w")
        assert game.state.round_number == 1
        for size in ((20, 6), (80, 24), (60, 18), (40, 12), (20, 6)):
            await resize(pilot, size)
            felt, top = text_of(app, "#felt"), text_of(app, "#top")
            assert top.endswith("chips $505.00")
            assert len(top) <= size[0] - 2
            if size == (80, 24):
                assert "╭─╭─╭─────╮" in felt
                assert "SkyCity, New Zealand" in top
            else:
                assert "K♥ ▒▒▒ A♠" in felt
                assert "War won  +$5.00" in felt


async def test_a_refusal_is_in_view_as_a_whole_until_it_is_corrected(tmp_path: Path) -> None:
    app, _ = app_for(options_for("skycity", "Kh 9d", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter 7 enter")
        assert text_of(app, "#message").startswith("✗ Your Casino War wager of $7.00")
        message = app.screen.query_one("#message", Static)
        for size in ((80, 24), (60, 18), (40, 12)):
            await resize(pilot, size)
            room = message.content_size
            lines = Content(text_of(app, "#message")).wrap(room.width)
            assert len(lines) <= room.height
            assert message.region.bottom < size[1]
        await press(pilot, "right")
        assert text_of(app, "#message") == ""


async def test_a_click_on_a_key_does_what_the_key_does(tmp_path: Path) -> None:
    app, game = app_for(options_for("skycity", "Kh Kd", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter enter")
        at = text_of(app, "#keys").index("Surrender")
        await pilot.click("#keys", offset=(at + 2, 0))
        await pilot.pause()
        assert "Surrendered  -$2.50" in text_of(app, "#felt")
        assert "Surrender" not in text_of(app, "#keys")
        assert game.asked is not Awaited.CHOICE
        await pilot.click("#keys", offset=(text_of(app, "#keys").index("Theme") + 1, 0))
        await pilot.pause()
        assert app.theme == LIGHT.name


async def test_t_switches_between_light_and_dark(tmp_path: Path) -> None:
    app, _ = app_for(options_for("skycity", "Kh 9d", tmp_path / "r.jsonl"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.theme == DARK.name
        await press(pilot, "t")
        assert app.theme == LIGHT.name
        await press(pilot, "t")
        assert app.theme == DARK.name


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_text_is_readable_on_its_ground(theme: object) -> None:
    """Contrast of at least 4.5 to 1 for all the table's own colours (WCAG AA)."""
    from textual.color import Color
    from textual.theme import Theme

    assert isinstance(theme, Theme)
    colours = theme.variables
    felt = Color.parse(colours["felt"])
    for name in ("felt-ink", "felt-dim", "good", "bad", "suit-red"):
        assert _contrast(Color.parse(colours[name]), felt) >= 4.5, name
    for ground in (theme.surface, theme.panel, theme.background):
        assert ground is not None
        for name in ("good", "bad", "quiet", "key", "suit-red"):
            assert _contrast(Color.parse(colours[name]), Color.parse(ground)) >= 4.5, name


def _contrast(one: object, other: object) -> float:
    from textual.color import Color

    def light(colour: object) -> float:
        assert isinstance(colour, Color)
        parts = [part / 255 for part in colour.rgb]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
