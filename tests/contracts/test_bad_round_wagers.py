"""Bad round files: seats, amounts, decisions, irregularities and results that cannot be.

Planted once and caught here: an amount of true taken for one cent, an odd wager whose half was
rounded, a seat listed twice, a misspelt field ignored.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contracts.bad_rounds import (
    HEAD,
    ONE,
    SKY,
    TIE,
    WASH,
    WIN,
    WISC,
    Capture,
    check_refused,
    odd,
    one,
)

# name: (file, what the line holds, the clause or policy that it ends with)
BAD: dict[str, tuple[str, str, str]] = {
    # --- seats ---
    "no seats": (HEAD + WASH + WIN, "seats: ", "WA 2"),
    "seats a table": (HEAD + WASH + WIN + "[seats]\nseat = 1\n", "seats: ", ""),
    "seats of numbers": (HEAD + WASH + WIN + "seats = [1]\n", "seats[0]: ", ""),
    "seat missing": (HEAD + WASH + WIN + one(seat=""), "seats[0].seat: is missing", ""),
    "seat 0": (HEAD + WASH + WIN + one(seat="0"), "seats[0].seat: 0", "policy 9"),
    "seat 8": (HEAD + WASH + WIN + one(seat="8"), "seats[0].seat: 8", "policy 9"),
    "seat -1": (HEAD + WASH + WIN + one(seat="-1"), "seats[0].seat: -1", "policy 9"),
    "seat 1.0": (HEAD + WASH + WIN + one(seat="1.0"), "seats[0].seat: 1.0", "policy 9"),
    "seat true": (HEAD + WASH + WIN + one(seat="true"), "seats[0].seat: True", "policy 9"),
    "seat text": (HEAD + WASH + WIN + one(seat='"1"'), "seats[0].seat: '1'", "policy 9"),
    "seat 4 at a table of 3": (
        HEAD + 'house = "battle-royal"\n' + WIN + one(seat="4"),
        "seats[0].seat: 4",
        "policy 9",
    ),
    "a seat twice": (
        HEAD + WASH + WIN + ONE + ONE,
        "seats[1].seat: seat 1 is listed twice",
        "policy 9",
    ),
    # --- amounts ---
    "no first wager": (HEAD + WASH + WIN + one(initial=""), "seats[0].initial: ", "WA 2"),
    "first wager zero": (HEAD + WISC + WIN + one(initial="0"), "seats[0].initial: ", "WI a1ii"),
    "Tie alone at Washington": (
        HEAD + WASH + WIN + one(initial="", tie="500"),
        "seats[0].initial: ",
        "WA 2",
    ),
    "Tie alone at Wisconsin": (
        HEAD + WISC + WIN + one(initial="0", tie="500"),
        "seats[0].initial: ",
        "WI a1ii",
    ),
    "neither wager at SkyCity": (
        HEAD + SKY + WIN + one(initial=""),
        "seats[0].initial: ",
        "SC how",
    ),
    "odd initial": (
        HEAD + WASH + WIN + one(initial="501"),
        "seats[0].initial: $5.01 has no payable half: bet $5.00 or $5.02",
        "policy 1",
    ),
    "initial of one cent": (HEAD + SKY + WIN + one(initial="1"), "bet $0.02", "policy 1"),
    "initial negative": (HEAD + WASH + WIN + one(initial="-2"), "seats[0].initial: -2", "WA 2"),
    "initial above the most": (
        HEAD + WASH + WIN + one(initial="1000000000002"),
        "seats[0].initial: ",
        "WA 2",
    ),
    "initial of 2 to the 63": (
        HEAD + WASH + WIN + one(initial="9223372036854775808"),
        "seats[0].initial: ",
        "WA 2",
    ),
    "initial a float": (
        HEAD + WASH + WIN + one(initial="1000.0"),
        "seats[0].initial: 1000.0",
        "WA 2",
    ),
    "initial not a number": (
        HEAD + WASH + WIN + one(initial="nan"),
        "seats[0].initial: nan",
        "WA 2",
    ),
    "initial endless": (HEAD + WASH + WIN + one(initial="inf"), "seats[0].initial: inf", "WA 2"),
    "initial true": (HEAD + WASH + WIN + one(initial="true"), "seats[0].initial: True", "WA 2"),
    "initial text": (HEAD + WASH + WIN + one(initial='"1000"'), "seats[0].initial: '1000'", "WA 2"),
    "initial a list": (
        HEAD + WASH + WIN + one(initial="[1000]"),
        "seats[0].initial: [1000]",
        "WA 2",
    ),
    "initial a day": (HEAD + WASH + WIN + one(initial="2026-01-01"), "seats[0].initial: ", "WA 2"),
    "tie zero": (HEAD + WASH + WIN + one(tie="0"), "seats[0].tie: 0", "WA 2"),
    "tie negative": (HEAD + WISC + WIN + one(tie="-5"), "seats[0].tie: -5", "WI a1vii"),
    "tie true": (HEAD + SKY + WIN + one(tie="true"), "seats[0].tie: True", "SC how"),
    "tie a float": (HEAD + SKY + WIN + one(tie="5.5"), "seats[0].tie: 5.5", "SC how"),
    "tie text": (HEAD + SKY + WIN + one(tie='"500"'), "seats[0].tie: '500'", "SC how"),
    "tie huge": (HEAD + SKY + WIN + one(tie="1000000000001"), "seats[0].tie: ", "SC how"),
    "tie where there is none": (
        HEAD + 'house = "battle-royal"\n' + WIN + one(tie="500"),
        "seats[0].tie: ",
        "policy",
    ),
    "war_tie at Washington": (
        HEAD + WASH + WIN + one(war_tie="500"),
        "seats[0].war_tie: ",
        "policy",
    ),
    "war_tie at SkyCity": (HEAD + SKY + WIN + one(war_tie="500"), "seats[0].war_tie: ", "policy"),
    "war_tie zero": (HEAD + WISC + WIN + one(war_tie="0"), "seats[0].war_tie: 0", "WI h5"),
    "war_tie negative": (HEAD + WISC + WIN + one(war_tie="-1"), "seats[0].war_tie: -1", "WI h5"),
    "war_tie true": (HEAD + WISC + WIN + one(war_tie="true"), "seats[0].war_tie: True", "WI h5"),
    # --- decisions ---
    "on_tie missing where the first wager ties": (
        HEAD + WASH + TIE + ONE,
        "seats[0].on_tie: ",
        "WA 4c",
    ),
    "on_tie missing, second of the file": (
        HEAD + SKY + 'cards = ["2h", "7h", "7s"]\n' + one(seat="5") + one(seat="2"),
        "seats[0].on_tie",
        "SC how",
    ),
    "on_tie unknown": (HEAD + WASH + WIN + one(on_tie='"fold"'), "seats[0].on_tie: 'fold'", ""),
    "on_tie true": (HEAD + WASH + WIN + one(on_tie="true"), "seats[0].on_tie: True", ""),
    "side bet unknown": (
        HEAD + WASH + WIN + one(side="{suited = 100}"),
        "seats[0].side.suited: ",
        "",
    ),
    "side bet zero": (
        HEAD + 'house = "eleven-to-one"\n' + WIN + one(side="{suited-tie = 0}"),
        "seats[0].side.suited-tie: 0",
        "policy",
    ),
    "side bets a number": (HEAD + WASH + WIN + one(side="100"), "seats[0].side: 100", ""),
    # --- unknown fields ---
    "unknown field": (HEAD + WASH + "shoe = 1\n" + WIN + ONE, "shoe: is not a known field", ""),
    "misspelt field": (
        HEAD + WASH + "deck = 6\n" + WIN + ONE,
        "deck: is not a known field; did you mean decks?",
        "",
    ),
    "misspelt seat field": (
        HEAD + WASH + WIN + one(intial="5"),
        "seats[0].intial: is not a known field; did you mean initial?",
        "",
    ),
    "a field of two lines": (
        HEAD + WASH + '"a\\nb" = 1\n' + WIN + ONE,
        "a\\nb: is not a known",
        "",
    ),
    "a field that clears the screen": (
        HEAD + WASH + '"\\u001b[2J" = 1\n' + WIN + ONE,
        "\\x1b[2J: is not a known",
        "",
    ),
    # --- irregularities ---
    "irregularity of no kind": (
        HEAD + WISC + WIN + ONE + "[[irregularities]]\n",
        "irregularities[0].kind",
        "",
    ),
    "irregularity of another kind": (
        HEAD + WISC + WIN + ONE + odd("earthquake"),
        "irregularities[0].kind: 'earthquake'",
        "",
    ),
    "face_up without a card": (
        HEAD + WISC + WIN + ONE + odd("face_up"),
        "irregularities[0].card: is missing",
        "",
    ),
    "face_up with a seat": (
        HEAD + WISC + WIN + ONE + odd("face_up", card=0, seat=1),
        "irregularities[0].seat: ",
        "",
    ),
    "face_up beyond the cards": (
        HEAD + WISC + WIN + ONE + odd("face_up", card=2),
        "irregularities[0].card: 2",
        "WI j1",
    ),
    "face_up before the cards": (
        HEAD + WISC + WIN + ONE + odd("face_up", card=-1),
        "irregularities[0].card: -1",
        "WI j1",
    ),
    "face_up true": (
        HEAD + WASH + WIN + ONE + odd("face_up", card="true"),
        "irregularities[0].card: True",
        "policy, as WI j1",
    ),
    "face_up twice": (
        HEAD + WISC + WIN + ONE + odd("face_up", card=1) * 2,
        "irregularities[1].card: 1 is given twice",
        "WI j1",
    ),
    "face_up and drawn in error": (
        HEAD + WISC + WIN + ONE + odd("face_up", card=1) + odd("drawn_in_error", card=1),
        "irregularities[1].card: 1",
        "WI j2",
    ),
    "face_up of an unseen card": (
        HEAD + WISC + 'cards = ["??", "Ah", "Ks"]\n' + ONE + odd("face_up", card=0),
        "irregularities[0].card: ",
        "WI j1",
    ),
    "drawn in error beyond the cards": (
        HEAD + SKY + WIN + ONE + odd("drawn_in_error", card=9),
        "irregularities[0].card: 9",
        "policy, as WI j2",
    ),
    "missed without a seat": (
        HEAD + WISC + WIN + ONE + odd("missed"),
        "irregularities[0].seat: is missing",
        "",
    ),
    "missed a seat without a wager": (
        HEAD + WISC + WIN + ONE + odd("missed", seat=2),
        "irregularities[0].seat: seat 2",
        "WI j3",
    ),
    "missed seat 0": (
        HEAD + WISC + WIN + ONE + odd("missed", seat=0),
        "irregularities[0].seat: 0",
        "WI j3",
    ),
    "missed twice": (
        HEAD + WISC + WIN + ONE + odd("missed", seat=1) * 2,
        "irregularities[1].seat: 1 is given twice",
        "WI j3",
    ),
    # --- results ---
    "result without a seat": (
        HEAD + WASH + WIN + ONE + "[[results]]\nnet = 1\n",
        "results[0].seat",
        "",
    ),
    "result of an absent seat": (
        HEAD + WASH + WIN + ONE + "[[results]]\nseat = 2\n",
        "results[0].seat: seat 2",
        "",
    ),
    "result twice": (
        HEAD + WASH + WIN + ONE + "[[results]]\nseat = 1\n" * 2,
        "results[1].seat: seat 1 is listed twice",
        "",
    ),
    "result of another outcome": (
        HEAD + WASH + WIN + ONE + '[[results]]\nseat = 1\noutcome = "rich"\n',
        "results[0].outcome: 'rich'",
        "",
    ),
    "result net a float": (
        HEAD + WASH + WIN + ONE + "[[results]]\nseat = 1\nnet = 1000.0\n",
        "results[0].net: 1000.0",
        "",
    ),
    "result with an unknown field": (
        HEAD + WASH + WIN + ONE + "[[results]]\nseat = 1\nwon = 1\n",
        "results[0].won: ",
        "",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_line_names_the_field_and_what_it_breaks(
    name: str, tmp_path: Path, capsys: Capture
) -> None:
    check_refused(BAD[name], tmp_path, capsys)
