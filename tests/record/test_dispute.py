"""The dispute desk: one hand as a person tells it, what was owed, and the difference in words.

Planted once and caught here: a stake counted as paid, and a Tie wager on the war deal that was
read as a second Tie wager.
"""

from __future__ import annotations

import io
import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casinowar.cards import DECK, Card, Rank
from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.houses import house_names, load_house
from casinowar.record.dispute import (
    Asked,
    Story,
    ask_war_tie,
    difference_words,
    next_question,
    said_faces,
    settle_dispute,
    settle_together,
)
from casinowar.record.dispute_text import verdict_lines
from casinowar.record.dispute_words import answer, read_stories, read_story, write_story
from casinowar.record.replay import play_round
from casinowar.record.roundfile import parse_round
from casinowar.toml import Fields
from tests.kit import Round, replay, seat

Capture = pytest.CaptureFixture[str]
WAR = "bet 50 tie 10, 9h 9d, war, 4c Kd"


def owed(house: str, text: str) -> tuple[int, int]:
    """What is paid and what goes back, in cents."""
    verdict = settle_dispute(read_story(load_house(house), text))
    return verdict.paid_cents, verdict.returned_cents


@pytest.mark.parametrize(
    ("house", "text", "paid", "back"),
    [
        ("wisconsin", WAR, 100_00, 10_00),
        ("wisconsin", "bet 50 tie 10, 9h 9d, war tie 5, 4c Kd", 100_00, 10_00),
        ("wisconsin", "bet 50, 9h 9d, war tie 5, 4c 4d", 150_00 + 50_00, 50_00 + 5_00),
        ("wisconsin", "bet 50, 9h 9d, war, Kc 4d", 100_00, 50_00),
        ("washington", "bet 50, 9h 9d, war, Kc 4d", 50_00, 100_00),
        ("washington", "bet 50, 9h 9d, war, 4c 4d", 100_00, 100_00),
        ("skycity", "bet 50, 9h 9d, war, Kc 4d", 50_00, 100_00),
        ("skycity", "bet 50, 9h 9d, war, 4c Kd", 0, 0),
        ("skycity", "tie 5, 9h 9d", 50_00, 5_00),
        ("washington", "bet 25, 9h 9d, surrender", 0, 12_50),
        ("wisconsin", "bet 50 coupon 25, Kh 4c", 75_00, 50_00),
        ("wisconsin", "bet 50 tie 10, missed, Kd", 0, 60_00),
        ("wisconsin", "bet 50 tie 10, the seat was missed", 0, 60_00),
        ("skycity", "bet 50, seat 3 missed", 0, 50_00),
        ("eleven-to-one", "bet 10 suited-tie 1, 9h 9h, surrender", 50_00, 5_00 + 1_00),
    ],
)
def test_each_house_owes_what_its_document_says(
    house: str, text: str, paid: int, back: int
) -> None:
    assert owed(house, text) == (paid, back)


@pytest.mark.parametrize(
    "text",
    [
        "BET 50 TIE 10, 9H 9D, WAR, 4C KD",
        "bet $50 tie $10.00; 9♥ 9♦; goes to war; 4♣ vs K♦.",
        "bet 50, tie 10, dealer 9d player 9h, war, dealer: KD, player: 4c",
        "bet 50 tie 10 9h against 9d then war ?? ?? ?? 4c ?? ?? ?? Kd",
        "bet 50.00,tie 10,9h 9d,war,4c,Kd",
        "bet 50 tie 10, 9h-9d, war, 4c/Kd",
        "bet 50 tie 10, 9♥vs.9♦, war, burned ??, 4♣️Kd",
        "bet US$50 tie 10$, 9h9d, war, 4CvKD",
        "bet 50 dollars tie 10 USD, 9h 9d, war, 4c Kd",
    ],
)
def test_people_may_write_a_hand_as_they_like(text: str) -> None:
    house = load_house("wisconsin")
    assert read_story(house, text) == read_story(house, WAR)


def test_amounts_with_thousands_and_tens_written_as_ten() -> None:
    story = read_story(load_house("washington"), "bet 1,200, 10s 9D paid 1,200.50")
    assert (story.initial_cents, story.paid_cents) == (1_200_00, 1_200_50)
    assert str(story.deals[0][0]) == "Ts"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("foo", "dispute: 'foo' is not a card, an amount or a known word"),
        ("bet", "bet: needs an amount, like 50 or 12.50"),
        ("bet 9h", "bet: '9h' is not an amount, like 50 or 12.50"),
        ("bet 5 bet 6", "bet: is given twice"),
        ("bet 50, 9 9", "The hand ties (WI h1iii). Surrender or war?"),
        ("bet 50, 9 8, 4 K", "cards: the hand was decided before 4 K (9 against 8)"),
        ("bet 50, 9 9, war 25, 4 K", "war: 25 does not equal the first wager, 50"),
        (
            "bet 50, 9 11",
            "dispute: '11' is not a card; an amount needs a word, like bet 25 or paid 50",
        ),
        (
            "bet 25, K Q, $1,000",
            "dispute: '$1,000' is not a card; an amount needs a word, like bet 25 or paid 50",
        ),
        ("50 9 8", "dispute: '50' is not a card; an amount needs a word, like bet 25 or paid 50"),
        ("bet 50, player 9h player 9d", "cards: 9d is a second card of the player"),
        ("9h 8d", "The initial wager is missing; write it like bet 50"),
        ("bet 50", "The player's card is missing; write it before the dealer's, like 9h 8d"),
        ("bet 50, 9h", "The dealer's card is missing; write it after the player's, like 9h 8d"),
        ("bet 50, 9h 9d", "The hand ties (WI h1iii). Surrender or war? Write it after the cards."),
        ("bet 50, 9h 9d, war", "The player's war card is missing; write it before the dealer's"),
        ("bet 50, 9h 9d, war, 4c", "The dealer's war card is missing; write it after the player's"),
        ("bet 50, 9h 8d, war", "war or surrender: 9h against 8d is not a tie (WI h1iii)"),
        ("bet 50, 9h 8d, 4c Kd", "cards: the hand was decided before 4c Kd (9h against 8d)"),
        ("bet 50 wartie 5, 9h 9d, surrender", "Tie on the war deal: there was no war (WI h5)"),
        (
            "bet 50.01, 9h 8d",
            "bet: $50.01 has no half payable in chips of $0.50: bet $50.00 or $51.00",
        ),
        # was settled once, with a half of $6.25 that no chips here can pay
        (
            "bet 12.50, 9h 9d, surrender",
            "bet: $12.50 has no half payable in chips of $0.50: bet $12",
        ),
        ("tie 5, 9h 8d", "The initial wager is missing; write it like bet 50"),
        ("seat x, bet 5", "seat: 'x' is not the number of a seat"),
        ("seat 8 bet 5, 9h 8d", "seat: 8 is not from 1 to 7 (policy 9)"),
        ("bet 50, missed, 9h 8d", "cards: a missed seat has no cards (WI j3)"),
        ("bet 50, ?? 8d", "cards: ?? is a card that nobody saw"),
        ("bet 50, 9h ??", "cards: ?? is a card that nobody saw"),
        ("bet 50, 9h 9d, war, ?? Kd", "cards: ?? is a card that nobody saw"),
        ("bet €50, 9h 8d", "currency: '€': this house uses USD, so write amounts like $50"),
        ("bet NZ$50, 9h 8d", "currency: 'NZ$': this house uses USD"),
        ("bet 50€, 9h 8d", "currency: '€': this house uses USD"),
        ("bet 50 euros, 9h 8d", "currency: 'euros': this house uses USD"),
        ("bet 50 eur, 9h 8d", "currency: 'eur': this house uses USD"),
        ("bet 50, 9h-11", "dispute: '9h-11' is not a card, an amount or a known word"),
        (
            "bet 50, 9 9, surender",
            "dispute: 'surender' is not a card, an amount or a known word; did you mean surrender?",
        ),
        ("bet 50, 9 8, lost", "dispute: 'lost': the cards tell who won; write what left the tray"),
        ("bet 50, 9 8, won 50", "dispute: 'won': the cards tell who won"),
        (f"{WAR} paid 150 got 120", "paid and got: give only one of them"),
        (f"{WAR} got 120 paid nothing", "paid and got: give only one of them"),
    ],
)
def test_what_is_missing_or_cannot_be_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as stopped:
        settle_dispute(read_story(load_house("wisconsin"), text))
    assert str(stopped.value).startswith(said)


@pytest.mark.parametrize("left", ["0.00", "00", "00.50", ".00", ".50", "05", "0,200", ",200.00"])
@pytest.mark.parametrize("word", ["bet", "paid", "tie", "got back"])
def test_what_a_shell_leaves_of_an_amount_is_refused(word: str, left: str) -> None:
    """In double quotes a shell makes 0.00 of $50.00, and a right payment was called wrong."""
    with pytest.raises(InputError, match="in single quotes, or leave out"):
        read_story(load_house("wisconsin"), f"bet 50, Kh 9d, {word} {left}")


def test_nothing_paid_may_be_written_as_a_number() -> None:
    house = load_house("wisconsin")
    for amount in ("0", "$0.00", "$.00", "0.50"):
        assert read_story(house, f"bet 50, Kh 9d, paid {amount}").paid_cents in {0, 50}


def test_a_wager_that_the_house_does_not_offer_is_named() -> None:
    with pytest.raises(InputError, match="no Tie wager on the war deal"):
        owed("washington", "bet 50, 9h 9d, war tie 5, 4c Kd")
    with pytest.raises(InputError, match="accepts no match play coupons"):
        owed("washington", "bet 50 coupon 5, 9h 8d")
    with pytest.raises(InputError, match="9h occurs more often than 1 deck holds"):
        owed("battle-royal", "bet 50, 9h 9h, surrender")


def test_a_surrender_is_not_called_right_while_its_half_may_be_missing() -> None:
    verdict = settle_dispute(read_story(load_house("wisconsin"), "bet 25, 9h 9d, surrender paid 0"))
    assert difference_words(verdict).startswith("Right, if $12.50 of the player's own wagers went")
    lost = settle_dispute(read_story(load_house("wisconsin"), "bet 25, 8h 9d paid 0"))
    assert difference_words(lost) == "Right: nothing is owed either way."


def test_sc_tie_alone_has_no_war_and_no_surrender() -> None:
    for choice in ("war", "surrender"):
        with pytest.raises(InputError, match="Tie alone has neither"):
            owed("skycity", f"tie 10, 9h 9d, {choice}")


# --- against the round files ----------------------------------------------------------------------

amounts = st.integers(1, 100).map(lambda units: units * 500)  # SkyCity's chips pay their halves


@settings(max_examples=60, deadline=None)
@given(
    house=st.sampled_from(["washington", "skycity", "wisconsin"]),
    bet=amounts,
    tie=st.none() | amounts,
    war=st.booleans(),
    cards=st.lists(st.sampled_from(DECK), min_size=4, max_size=4),
)
def test_a_dispute_and_a_round_file_agree(
    house: str, bet: int, tie: int | None, war: bool, cards: list[Card]
) -> None:
    player, dealer, *more = map(str, cards)
    choice = "war" if war else "surrender"
    text = f"bet {bet // 100}" + (f" tie {tie // 100}" if tie else "") + f", {player} {dealer}"
    shoe, burned = f"{player} {dealer}", "?? ?? ??"
    if player[0] == dealer[0]:
        text += f", {choice}"
        if war:
            text += f", {more[0]} {more[1]}"
            second = burned if house != "skycity" else ""
            shoe += f" {burned} {more[0]} {second} {more[1]}"
    wagers = {"initial": bet, "on_tie": choice} | ({"tie": tie} if tie else {})
    written = Round(house=house, cards=" ".join(shoe.split()), seats=(seat(1, **wagers),)).text()
    played = play_round(parse_round(Fields(tomllib.loads(written)), Path()))
    verdict = settle_dispute(read_story(load_house(house), text))
    assert verdict.hand.movements == played.state.hands[1].movements


@pytest.mark.parametrize("house", house_names())
def test_a_story_written_down_reads_the_same(house: str) -> None:
    loaded = load_house(house)
    for text in (
        "seat 3 bet 12.50 tie 1, 9h 9d, war, 4c Kd paid 5",
        "bet 1,200, 9h 8d got 2,400",
        "bet 5, missed, Kd",
        "bet 50, 9h 9d, surrender",
        "bet 50, 9 9, war, T K",
    ):
        story = read_story(loaded, text)
        assert read_story(loaded, write_story(story)) == story


# --- suits that nobody remembers, several seats ---------------------------------------------------


@pytest.mark.parametrize(
    ("told", "with_suits"),
    [
        ("bet 25, K Q", "bet 25, Kh Qd"),
        ("bet 50 tie 10, 9 9, war, 4 K", WAR),
        ("bet 50 tie 10, 9 9, war 50, 4 K", WAR),
        ("bet 50 tie 10, 9h 9, war $50, 4 Kd", WAR),
        ("bet 25, a q", "bet 25, Ah Qd"),
        ("bet 25, king queen", "bet 25, Kh Qd"),
        ("bet 25, Ten of hearts, the 9 of clubs", "bet 25, Th 9c"),
        ("bet 25, K-9", "bet 25, Kh 9d"),
        ("bet 25, 10-9", "bet 25, Th 9d"),
        ("bet 25, 9h/8", "bet 25, 9h 8d"),
        ("bet25 tie$10 Ace vs two paid:25", "bet 25 tie 10, Ah 2d paid 25"),
        ("bet 25, Q Q, player war 9, dealer war 5", "bet 25, Qh Qd, war, 9h 5d"),
        ("bet 25, a 9h against a Kd", "bet 25, 9h Kd"),  # and there it is an article
        ("bet 10, 9 9, war 10 K", "bet 10, 9h 9d, war, Th Kd"),  # 10 is a card here
        ("bet 10, 9 9, war 10, 4 K", "bet 10, 9h 9d, war, 4h Kd"),  # and here the war wager
    ],
)
def test_ranks_are_enough_where_no_bet_depends_on_suits(told: str, with_suits: str) -> None:
    assert owed("wisconsin", told) == owed("wisconsin", with_suits)


def test_a_suit_that_was_not_told_is_not_shown() -> None:
    verdict = settle_dispute(read_story(load_house("wisconsin"), "bet 25, K Q"))
    assert next(verdict_lines(verdict)) == "Wisconsin, Section 37: K against Q: win"


def test_a_bet_on_suits_needs_them() -> None:
    with pytest.raises(InputError, match="9 needs its suit, like 9h: Suited tie depends on it"):
        owed("eleven-to-one", "bet 10 suited-tie 1, 9 9, surrender")
    assert owed("eleven-to-one", "bet 10, 9 9, surrender") == (0, 5_00)


def test_no_deck_has_a_fifth_king() -> None:
    house = load_house("wisconsin")
    most = max(house.cards.decks_allowed) * 4
    fits = Story(house=house, initial_cents=50_00, deals=((Rank.KING, Rank.KING),) * (most // 2))
    assert len(said_faces(fits)) == most
    with pytest.raises(InputError, match="decided before"):  # the rank is there often enough
        settle_dispute(replace(fits, goes_to_war=True))
    more = replace(fits, deals=(*fits.deals, (Rank.KING, Rank.KING)))
    with pytest.raises(InputError, match="occurs more often than"):
        settle_dispute(more)


@pytest.mark.parametrize(
    "text",
    [
        "dealer Q, seat 1 bet 25 K, seat 3 bet 50 9",
        "seat 1 bet 25, K Q, seat 3 bet 50 9",
        "seat 1 bet 25, K Q, seat 3 bet 50, 9 Q",
    ],
)
def test_several_seats_in_one_line_share_the_dealers_card(text: str) -> None:
    verdicts = settle_together(read_stories(load_house("wisconsin"), text))
    assert [(one.story.seat, one.owed_cents) for one in verdicts] == [(1, 50_00), (3, 0)]


@pytest.mark.parametrize(
    "text",
    [
        "dealer Q 5, seat 1 bet 25 Q war 9, seat 3 bet 50 9",
        "the dealer: Qh-5d; seat 1 bet 25 Q war 9; seat 3 bet 50 9",
        "seat 1 bet 25 Q Q war 9 5, seat 3 bet 50 9",
    ],
)
def test_the_dealers_war_card_may_be_told_once_before_the_seats(text: str) -> None:
    verdicts = settle_together(read_stories(load_house("wisconsin"), text))
    assert [(one.story.seat, one.owed_cents) for one in verdicts] == [(1, 75_00), (3, 0)]


def test_war_may_be_said_before_each_war() -> None:
    house = load_house("ladder-war")
    once = "bet 50, 9 9 war 8 8, 7 7, 6 5"
    again = "bet 50, 9 9 war 8 8 war 7 7 war 6 5"
    assert read_story(house, again) == read_story(house, once)
    [alone] = read_stories(house, "dealer 9 8 5, seat 2 bet 50 9 war 8 war 6")
    assert (alone.deals[-1], settle_dispute(alone).hand.outcome) == ((6, 5), "war_won")
    with pytest.raises(InputError, match="war or surrender: is given twice"):
        read_story(house, "bet 50, 9 9 war surrender")


def test_cards_of_the_dealers_before_one_seat() -> None:
    [one] = settle_together(
        read_stories(load_house("wisconsin"), "dealer Q 5, seat 4 bet 25 Q war 9")
    )
    assert (one.story.seat, one.owed_cents) == (4, 75_00)


@pytest.mark.parametrize("at", [1, 3, 5])
def test_an_option_may_stand_between_the_words(at: int, capsys: Capture) -> None:
    given = ["wisconsin", "bet", "25", "K", "Q"]
    assert main(["dispute", *given[:at], "--json", *given[at:]]) == 0
    assert json.loads(capsys.readouterr().out)["owed"] == {"paid": 2500, "returned": 2500}
    with pytest.raises(SystemExit, match="2"):
        main(["dispute", *given[:at], "--jsn", *given[at:]])
    assert "unrecognized arguments: --jsn" in capsys.readouterr().err


def test_several_seats_may_go_to_war_together() -> None:
    text = "seat 2 bet 50, 9 9, war, 4 K paid 0; seat 5 bet 20, 9 9, war, A K paid 20"
    verdicts = settle_together(read_stories(load_house("wisconsin"), text))
    assert [one.short_cents for one in verdicts] == [0, 20_00]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seat 1 bet 25, K Q, seat 3 bet 50, 9 J", "cards: the dealer's card is given as Q and J"),
        ("seat 1 bet 25, K Q, seat 1 bet 50, 9 Q", "seat: 1 is given twice"),
        (
            "dealer 9h, "
            + ", ".join(f"seat {n} bet 5 Ks" for n in range(1, 8))
            + ", seat 1 bet 5 Ks",
            "seat: 1 is given twice",
        ),
        (
            "dealer Q 5, seat 1 bet 25 K, seat 3 bet 50 9",
            "cards: 5 of the dealer belongs to no deal of these seats",
        ),
        (
            "dealer Q, seat 1 bet 25 Q war 9, seat 3 bet 50 9, dealer war 5",
            "cards: the dealer's card is given as Q and 5; write the dealer's cards once: dealer Q",
        ),
        ("dealer Q, seat 1 bet 25 K, seat 3 9", "seat 3: The initial wager is missing"),
        ("dealer 9, seat 1 bet 25 K, seat 9 bet 5 9", "seat 9, seat: 9 is not from 1 to 7"),
    ],
)
def test_what_is_wrong_with_one_of_several_hands_is_named(text: str, said: str) -> None:
    with pytest.raises(InputError) as stopped:
        settle_together(read_stories(load_house("wisconsin"), text))
    assert str(stopped.value).startswith(said)


def test_hands_of_one_round_share_the_decks() -> None:
    battle = load_house("battle-royal")  # one deck
    for text in (
        "dealer 9h, seat 1 bet 25 Ks, seat 2 bet 5 Ks",
        "dealer 9, seat 1 bet 25 K, seat 2 bet 5 K, seat 3 bet 5 K, seat 4 bet 5 K, seat 5 bet 5 K",
    ):
        with pytest.raises(InputError, match=r"together the hands have K. more often than 1 deck"):
            settle_together(read_stories(battle, text))
    fits = "dealer K, seat 1 bet 25 Q, seat 2 bet 5 Q, seat 3 bet 5 K surrender"
    assert len(settle_together(read_stories(battle, fits))) == 3


def test_a_war_card_is_no_war_wager() -> None:
    text = "seat 1 bet 25 Q Q war K 5, seat 2 bet 10 Q war 4"
    verdicts = settle_together(read_stories(load_house("washington"), text))
    assert [one.hand.outcome for one in verdicts] == ["war_won", "war_lost"]


def test_several_hands_as_text_and_as_json(capsys: Capture) -> None:
    words = "dealer Q, seat 1 bet 25 K paid 20, seat 3 bet 50 9"
    assert main(["dispute", "wisconsin", words]) == 1
    text = capsys.readouterr().out
    assert "Wisconsin, Section 37: seat 1, K against Q: win" in text
    assert "Wisconsin, Section 37: seat 3, 9 against Q: lose" in text
    assert main(["dispute", "wisconsin", words, "--json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["seat"], first["short"], second["seat"], second["short"]) == (1, 500, 3, None)


# --- questions ------------------------------------------------------------------------------------


def test_questions_lead_from_nothing_to_a_verdict() -> None:
    """The engine says what is missing: no question knows when a hand ties."""
    story = read_story(load_house("wisconsin"), "")
    answers = iter(["50", "10", "9h", "9d", "w", "", "4c", "Kd", "100"])
    asked = list[Asked]()
    while (question := ask_war_tie(story) or next_question(story)) is not None:
        asked.append(question.what)
        story = answer(story, question, next(answers))
    assert asked == list(Asked)
    assert settle_dispute(story).short_cents == 0
    assert write_story(story) == f"{WAR}, paid 100"


def test_houses_ask_only_for_what_they_offer() -> None:
    story = read_story(load_house("washington"), "bet 50 tie 0, 9h 9d, war")
    assert ask_war_tie(story) is None
    question = next_question(story)
    assert question is not None
    assert question.what is Asked.WAR_PLAYER_CARD


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        (["paid", "100"], 0, "Right, if $10.00 of the player's own wagers went back as well."),
        (["paid", "50"], 1, "Underpaid by $50.00: seat 1 is owed $50.00 more."),
        (["paid", "150"], 1, "Overpaid by $50.00: seat 1 owes the house $50.00."),
        (["paid", "110"], 1, "say got instead of paid"),
        (["got", "110"], 0, "Right: nothing is owed either way."),
        (["got", "60"], 1, "Underpaid by $50.00"),
        (["paid", "0"], 1, "Underpaid by $100.00"),
        (["paid", "nothing"], 1, "Underpaid by $100.00"),
        (["got", "back", "110"], 0, "Right: nothing is owed either way."),
        (["got", "none"], 1, "Underpaid by $110.00"),
        ([], 0, "Owed:  $100.00 paid, and $10.00 of the player's own wagers back"),
    ],
)
def test_the_difference_is_said_in_words(
    said: list[str], code: int, words: str, capsys: Capture
) -> None:
    assert main(["dispute", "wisconsin", WAR, *said]) == code
    out = capsys.readouterr().out
    assert words in " ".join(out.replace("Owed:  ", "Owed:\0").split()).replace("\0", "  ")
    assert max(map(len, out.splitlines())) <= 80
    for clause in ("WI i1ii", "WI h5", "WI h7i"):
        assert clause in out


@pytest.mark.parametrize(
    "given", [["bet 50, 9h 8d"], ["bet", "50", "9h", "8d"], ["--json"], ["9h-8d"]]
)
def test_a_hand_without_its_house_says_that_the_house_comes_first(
    given: list[str], capsys: Capture
) -> None:
    assert main(["dispute", *given]) == 2
    said = capsys.readouterr().err
    assert said.startswith("casinowar dispute: house: the house comes first: washington, skycity,")


@pytest.mark.parametrize(
    ("words", "hinted"),
    [
        ("bet 5, K Q, paid 0", True),  # "bet $25, K Q, paid $50" in double quotes
        ("bet 5.50 tie 5, K Q", True),
        ("bet 0, K Q", True),  # refused all the same
        ("bet $5, K Q", False),
        ("bet 25, K Q, paid 0", False),
    ],
)
def test_amounts_that_a_shell_may_have_shortened_get_a_hint(
    words: str, *, hinted: bool, capsys: Capture
) -> None:
    main(["dispute", "washington", words])
    assert ("the shell made 5 of $25: use single quotes" in capsys.readouterr().err) is hinted


def test_the_field_of_an_error_does_not_repeat_the_command(capsys: Capture) -> None:
    assert main(["dispute", "wisconsin", "bet 5 9 11"]) == 2
    assert capsys.readouterr().err.startswith("casinowar dispute: '11' is not a card")
    assert main(["house", "show", "wisconson"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("casinowar house: there is no house 'wisconson': use washington")
    assert said.endswith("; did you mean wisconsin?\n")


def test_json_has_every_movement(capsys: Capture) -> None:
    assert main(["dispute", "wisconsin", WAR, "paid", "50", "--json"]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["format"] == "casinowar-dispute/1"
    assert verdict["owed"] == {"paid": 100_00, "returned": 10_00}
    assert (verdict["short"], verdict["outcome"], verdict["wagered"]) == (50_00, "war_lost", 110_00)
    assert [move["action"] for move in verdict["movements"]] == [
        *("pay", "return", "collect", "collect")
    ]


def test_without_a_line_it_asks_and_ends_with_the_line_that_says_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Fewer than 60 keys: under a minute of typing."""
    typed = "nevada\nwisconsin\nx\n50\n10\n9h\n9d\nw\n\n4c\nKd\n100\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["dispute"]) == 0
    said = capsys.readouterr().out
    assert "there is no house 'nevada'" in said
    assert "✗ 'x' is not an amount, like 50 or 12.50" in said
    assert "Right, if $10.00 of the player's own wagers went back as well." in said
    assert f"In one line: casinowar dispute wisconsin '{WAR}, paid 100'" in said
    assert len(typed) < 60


def test_an_answer_that_the_table_refuses_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("5.01\n5\n\nKh\n2d\n\n"))
    assert main(["dispute", "washington"]) == 0
    said = "✗ bet: $5.01 has no half payable in chips of $0.50: bet $5.00 or $6.00 (policy 1)"
    assert said in " ".join(capsys.readouterr().out.split())  # it goes on in a second line


def test_tie_alone_can_be_told_where_a_house_takes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n0\n5\n9h\n9d\n50\n"))
    assert main(["dispute", "skycity"]) == 0
    said = capsys.readouterr().out
    assert said.count("✗") == 2, "the Tie wager is needed then"
    assert "In one line: casinowar dispute skycity 'tie 5, 9h 9d, paid 50'" in said


@pytest.mark.parametrize("typed", ["quit", "QUIT ", "exit", "wisconsin\n50\n\nquit"])
def test_quit_ends_a_dispute_at_any_question(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    assert main(["dispute"]) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines()[-1].endswith("Nothing was settled."), err) == (True, "")
    assert "✗" not in out


def test_a_queen_is_an_answer(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Planted: q ended the questions."""
    monkeypatch.setattr("sys.stdin", io.StringIO("50\n\nK\nQ\n\n"))
    assert main(["dispute", "wisconsin"]) == 0
    assert "K against Q: win" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("word", ["paid", "got", "Paid "])
def test_a_word_without_its_amount_is_asked_again(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Planted: ``paid`` alone was a payment of nothing, and so a verdict of underpaid."""
    typed = f"bet\n50\ntie\n\nK\n9\n{word}\npaid 50\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["dispute", "wisconsin"]) == 0
    assert capsys.readouterr().out.count("✗ write an amount, like 50 or 12.50") == 3


@pytest.mark.parametrize(
    "typed", ["bet 50\ntie 10\n9h\n8d\ngot 100\n", "50\n10\n9h\n8d\npaid 50\n"]
)
def test_an_answer_may_have_the_word_of_the_line(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["dispute", "washington"]) == 0
    out = capsys.readouterr().out
    assert "✗" not in out
    last = " ".join(typed.split("\n")[-2:]).strip()
    assert f"'bet 50 tie 10, 9h 8d, {last}'" in out


def test_a_mistyped_card_is_taken_back(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("back\n50\n\n\n9h\n9d\nback\n8d\n\n"))
    assert main(["dispute", "washington"]) == 0
    said = capsys.readouterr().out
    assert "✗ This is the first question" in said
    assert "✗ write a card, like 9h" in said
    assert "In one line: casinowar dispute washington 'bet 50, 9h 8d'" in said


@pytest.mark.parametrize(
    ("said", "deals", "missed"),
    [
        ("9h", "9h None", False),
        ("9h 9d", "9h 9d", False),
        ("10h-9d", "Th 9d", False),
        ("9h against 9d", "9h 9d", False),
        ("missed", "", True),
    ],
)
def test_both_cards_of_a_deal_may_be_answered_at_once(said: str, deals: str, missed: bool) -> None:
    story = Story(house=load_house("wisconsin"), initial_cents=50_00, tie_cents=0)
    question = next_question(story)
    assert question is not None
    told = answer(story, question, said)
    assert " ".join(str(card) for deal in told.deals for card in deal) == deals
    assert told.missed == missed


@pytest.mark.parametrize("said", ["", "??", "x", "9h 9d 4c", "11", "war"])
def test_an_answer_that_is_no_card_says_how_to_write_one(said: str) -> None:
    story = Story(house=load_house("wisconsin"), initial_cents=50_00, tie_cents=0)
    question = next_question(story)
    assert question is not None
    with pytest.raises(InputError, match="like 9h"):
        answer(story, question, said)


def test_a_narrow_terminal_gets_narrow_lines() -> None:
    story = read_story(load_house("wisconsin"), f"{WAR} paid 200")
    assert max(map(len, verdict_lines(settle_dispute(story), 60))) <= 60


def test_input_that_ends_early_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("wisconsin\n50\n"))
    assert main(["dispute"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_text_fits_80_columns() -> None:
    story = read_story(load_house("wisconsin"), "bet 9,999,999 tie 9,999,999, 9h 9d, war, 4c 4d")
    assert max(map(len, verdict_lines(settle_dispute(story)))) <= 80


# --- the template of a round file -----------------------------------------------------------------


def test_the_template_plays_as_it_is_and_is_never_written_over(
    tmp_path: Path, capsys: Capture
) -> None:
    assert main(["replay", "--template"]) == 0
    shown = capsys.readouterr().out
    path = tmp_path / "round.toml"
    assert main(["replay", "--template", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == shown
    played = replay(capsys, path)
    assert (played.code, played.errors) == (0, [])
    path.write_text("mine", encoding="utf-8")
    assert main(["replay", "--template", str(path)]) == 2
    assert capsys.readouterr().err.endswith("already exists and was not overwritten\n")
    assert path.read_text(encoding="utf-8") == "mine"
    assert main(["replay", "--template", str(path), str(path)]) == 2


@pytest.mark.parametrize("written", ['"$25"', '"$25.00"', '"1,025.00"', "2500", '" 25.00 "'])
def test_round_files_read_amounts_as_people_write_them(
    written: str, tmp_path: Path, capsys: Capture
) -> None:
    text = Round(house="washington", cards="Kh 2s", seats=(seat(1, initial=1),)).text()
    path = tmp_path / "round.toml"
    path.write_text(text.replace("initial = 1", f"initial = {written}"), encoding="utf-8")
    [result] = replay(capsys, path).results
    assert result["seats"][0]["wagered"] == (102500 if "1,0" in written else 2500)


def test_dollars_where_cents_are_expected_say_how_to_write_them(
    tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "round.toml"
    path.write_text(Round(house="washington", cards="Kh 2s", seats=(seat(1, initial=25),)).text())
    [error] = replay(capsys, path).errors
    assert "bet $0.24 or $0.26; whole numbers are cents: write 2500 for $25.00 (policy" in error


def test_a_float_of_dollars_says_how_to_write_it(tmp_path: Path, capsys: Capture) -> None:
    text = Round(house="washington", cards="Kh 2s", seats=(seat(1, initial=1),)).text()
    path = tmp_path / "round.toml"
    path.write_text(text.replace("initial = 1", "initial = 25.0"), encoding="utf-8")
    assert replay(capsys, path).errors[0].endswith('write cents, 2500, or "25.00" (WA 2)')
