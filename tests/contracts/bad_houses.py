"""House files with one thing wrong: a built-in house with a line of it changed."""

from __future__ import annotations

from casinowar.houses import house_names
from casinowar.houses.read import HOUSES_DIR

TEXTS = {name: (HOUSES_DIR / f"{name}.toml").read_text(encoding="utf-8") for name in house_names()}


def swap(house: str, *pairs: tuple[str, str]) -> str:
    """A house file with some of its lines changed; each old text must be there."""
    text = TEXTS[house]
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def with_table(house: str, lines: str) -> str:
    return f"{TEXTS[house]}\n{lines}\n"


def side(name: str, ties: int) -> str:
    return (
        f"[[side_bets]]\nname = '{name}'\ntitle = 'X'\nrows = [{{ties = {ties}, odds = '5:1'}}]\n"
    )


FORCED = "\n[surrender]\nmode = 'forced'\n"

# Houses at the edge of what is possible, and still sound.
SOUND: dict[str, str] = {
    "a minimum that is the maximum": swap(
        "skycity", ("min = 500, max = 50000", "min = 50000, max = 50000")
    ),
    "a rung for every tie that can be": swap(
        "no-bonus", ('odds = "10:1"', 'ladder = ["10:1", "25:1"]')
    ),
    "a rung for every tie that can be, for Tie alone": swap(
        "skycity", ('[tie]\nodds = "10:1"', '[tie]\nladder = ["10:1", "25:1"]')
    ),
    "one rung where nobody goes to war": with_table("no-bonus", FORCED),
    "a side bet on a second tie": with_table("no-bonus", side("x", 2)),
    "a side bet on a tie where nobody goes to war": with_table("no-bonus", side("x", 1)) + FORCED,
    "side bets of two names": with_table("no-bonus", side("x", 1) + side("y", 1)),
    "a cut of just less than half": swap(
        "battle-royal", ("opening_burn = 0", "opening_burn = 0\ncut_min_cards = 25")
    ),
    "silence goes to war": with_table("no-bonus", "[policies]\nno_answer = 'war'"),
    "no Tie": swap("no-bonus", ("[tie]", "[tie]\noffered = false")),
    "a side limit that nobody uses": swap(
        "skycity", ("[limits]", "[limits]\nside = { min = 9, max = 1 }")
    ),
}


# name: (file, field, clause or policy; empty where only the form of the file is broken)
BAD: dict[str, tuple[str, str, str]] = {
    # --- form ---
    "empty": ("", "format", ""),
    "another format": (swap("wisconsin", ("house/1", "house/9")), "format", ""),
    "name missing": (swap("wisconsin", ('name = "wisconsin"\n', "")), "name", ""),
    "name of two lines": (swap("wisconsin", ('"wisconsin"', '"a\\nb"')), "name", ""),
    "title a number": (
        swap(
            "no-bonus", ('title = "No bonus: a tied war pays like a war that is won"', "title = 5")
        ),
        "title",
        "",
    ),
    "notices a text": (
        swap("skycity", ("notices = [", "notices = 'x'\nothers = [")),
        "notices",
        "",
    ),
    "unknown field": (swap("skycity", ("[cards]", "[cards]\ncolour = 1")), "cards.colour", ""),
    "unknown table": (with_table("skycity", "[loyalty]\npoints = 1"), "loyalty", ""),
    "misspelt clause": (
        with_table("no-bonus", "[cites]\nfirst_los = 'WI h1'"),
        "cites.first_los",
        "",
    ),
    "a clause that is none": (
        with_table("no-bonus", "[cites]\nfirst_lost = 'because'"),
        "cites.first_lost",
        "",
    ),
    "cards a list": (with_table("no-bonus", "").replace("[cards]", "[[cards]]", 1), "cards", ""),
    "decks missing": (swap("skycity", ("decks = 6\n", "")), "cards.decks", ""),
    "decks zero": (swap("skycity", ("decks = 6\n", "decks = 0\n")), "cards.decks", ""),
    "decks true": (swap("skycity", ("decks = 6\n", "decks = true\n")), "cards.decks", ""),
    "decks 101": (swap("skycity", ("decks = 6\n", "decks = 101\n")), "cards.decks", ""),
    "decks allowed empty": (swap("skycity", ("[6]", "[]")), "cards.decks_allowed", ""),
    "decks allowed true": (swap("skycity", ("[6]", "[6, true]")), "cards.decks_allowed", ""),
    "shuffling unknown": (swap("skycity", ('["hand"]', '["sorcery"]')), "cards.shuffling", ""),
    "shuffling twice": (swap("skycity", ('["hand"]', '["hand", "hand"]')), "cards.shuffling", ""),
    "shuffling none": (swap("skycity", ('["hand"]', "[]")), "cards.shuffling", ""),
    "depth as a number": (
        swap("wisconsin", ('from_back = "1/4"', "from_back = 0.25")),
        "cards.cutting_card_from_back",
        "",
    ),
    "depth of nothing": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "0/4"')),
        "cards.cutting_card_from_back",
        "",
    ),
    "depth of all": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "4/4"')),
        "cards.cutting_card_from_back",
        "",
    ),
    "depth by zero": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "1/0"')),
        "cards.cutting_card_from_back",
        "",
    ),
    "depth with an exponent": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "1e-99999999"')),
        "cards.cutting_card_from_back",
        "",
    ),
    "seats 0": (swap("skycity", ("seats = 7", "seats = 0")), "deal.seats", ""),
    "seats 10": (swap("skycity", ("seats = 7", "seats = 10")), "deal.seats", ""),
    "order unknown": (
        swap("skycity", ('settlement_order = "left_to_right"', 'settlement_order = "up"')),
        "deal.settlement_order",
        "",
    ),
    "odds in words": (swap("skycity", ('odds = "10:1"', 'odds = "ten to one"')), "tie.ladder", ""),
    "odds without a stake": (
        swap("skycity", ('won_odds = "1:1"', 'won_odds = "1:0"')),
        "war.won_odds",
        "",
    ),
    "odds a number": (swap("skycity", ('won_odds = "1:1"', "won_odds = 1")), "war.won_odds", ""),
    "seven rungs": (
        swap(
            "no-bonus",
            ('odds = "10:1"', 'ladder = ["1:1", "1:1", "1:1", "1:1", "1:1", "1:1", "1:1"]'),
        ),
        "tie.ladder",
        "",
    ),
    "side bet without lines": (
        with_table("no-bonus", "[[side_bets]]\nname = 'x'\ntitle = 'X'"),
        "side_bets[0].rows",
        "",
    ),
    "side bet of no rank": (
        with_table(
            "no-bonus",
            "[[side_bets]]\nname = 'x'\ntitle = 'X'\nrows = [{ranks = '1', odds = '5:1'}]",
        ),
        "side_bets[0].rows[0].ranks",
        "",
    ),
    "minimum text": (swap("skycity", ("min = 500", "min = '500'")), "limits.first.min", ""),
    "maximum negative": (swap("skycity", ("max = 50000", "max = -1")), "limits.first.max", ""),
    "authorised without a source": (
        swap("washington", ('source = "WAC 230-15-140, as stated in WSR 23-03-060"', "")),
        "limits.authorised.source",
        "",
    ),
    "authorised as of a moment": (
        swap("washington", ('"January 2023"', "2023-01-01T00:00:00")),
        "limits.authorised.as_of",
        "",
    ),
    "gaming day at hour 24": (
        with_table("no-bonus", "[policies]\ngaming_day_hour = 24"),
        "policies.gaming_day_hour",
        "",
    ),
    "posted edge in words": (
        swap("washington", ('"2.33"', '"little"')),
        "posted.first_percent",
        "",
    ),
    # --- contradictions ---
    "decks that are not allowed": (
        swap("wisconsin", ("decks = 6\n", "decks = 5\n")),
        "cards.decks",
        "WI b1",
    ),
    "deeper than the house allows": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "1/5"')),
        "cards.cutting_card_from_back",
        "WI e5",
    ),
    "policy 10: a cutting card too deep": (
        swap(
            "wisconsin",
            ('from_back = "1/4"', 'from_back = "39/312"'),
            ('back_min = "1/4"', 'back_min = "1/8"'),
        ),
        "cards.cutting_card_from_back",
        "policy 10",
    ),
    "no card in front of the cutting card": (
        swap("wisconsin", ('from_back = "1/4"', 'from_back = "311/312"')),
        "cards.cutting_card_from_back",
        "WI e5",
    ),
    "one deck that cannot last a round": (
        swap("battle-royal", ("seats = 3", "seats = 9"), ("tied_odds", "deals_max = 5\ntied_odds")),
        "cards.cutting_card_from_back",
        "policy 10",
    ),
    "no cut is that deep": (
        swap("battle-royal", ("opening_burn = 0", "opening_burn = 0\ncut_min_cards = 26")),
        "cards.cut_min_cards",
        "policy, as WI e4",
    ),
    "a continuous shuffler with a cutting card": (
        swap("battle-royal", ('"every_round"', '"cutting_card"')),
        "cards.reshuffle",
        "policy, as WI e6",
    ),
    "unequal batches": (
        swap("wisconsin", ("batch_decks_min = 12", "batch_decks_min = 13")),
        "cards.batch_decks_min",
        "WI b4",
    ),
    "batches too small for a round": (
        swap("wisconsin", ("batch_decks_min = 12", "batch_decks_min = 2")),
        "cards.cutting_card_from_back",
        "policy 10",
    ),
    "no chips": (
        swap("wisconsin", ('["chips", "plaques", "coupon"]', '["plaques"]')),
        "wagers.forms",
        "WI f1",
    ),
    "Tie alone without Tie": (
        swap("skycity", ("[tie]", "[tie]\noffered = false")),
        "wagers.tie_alone",
        "SC how",
    ),
    "Tie on the war deal without a war": (
        swap("wisconsin", ('mode = "offered"', 'mode = "forced"')),
        "tie.war_deal",
        "WI h5",
    ),
    "Tie on the war deal without Tie": (
        swap("wisconsin", ("[tie]", "[tie]\noffered = false")),
        "tie.war_deal",
        "WI h5",
    ),
    "more rungs than ties": (
        swap("no-bonus", ('odds = "10:1"', 'ladder = ["10:1", "25:1", "50:1"]')),
        "tie.ladder",
        "policy",
    ),
    "more rungs than ties for Tie alone": (
        swap("ladder-war", ("deals_max = 3", "deals_max = 2")),
        "tie.ladder",
        "policy",
    ),
    "a ladder for Tie alone where nobody goes to war": (
        swap(
            "skycity",
            ('[tie]\nodds = "10:1"', '[tie]\nladder = ["10:1", "25:1"]'),
            ('mode = "offered"', 'mode = "forced"'),
        ),
        "tie.ladder",
        "SC tie",
    ),
    "a side bet of a taken name": (
        with_table("no-bonus", "[[side_bets]]\nname = 'tie'\ntitle = 'X'\nrows = [{odds = '5:1'}]"),
        "side_bets[0].name",
        "policy",
    ),
    "a side bet on ties that cannot be": (
        with_table(
            "no-bonus", "[[side_bets]]\nname = 'x'\ntitle = 'X'\nrows = [{ties = 3, odds = '5:1'}]"
        ),
        "side_bets[0].rows[0].ties",
        "policy",
    ),
    "two rungs where nobody goes to war": (
        swap("no-bonus", ('odds = "10:1"', 'ladder = ["10:1", "25:1"]')) + FORCED,
        "tie.ladder",
        "policy",
    ),
    "a side bet on a second tie where nobody goes to war": (
        with_table("no-bonus", side("x", 2)) + FORCED,
        "side_bets[0].rows[0].ties",
        "policy",
    ),
    "two side bets of one name": (
        with_table("no-bonus", side("x", 1) + side("x", 1)),
        "side_bets[1].name",
        "policy",
    ),
    **{
        f"a side bet called {name}": (
            with_table("no-bonus", side(name, 1)),
            "side_bets[0].name",
            "policy",
        )
        for name in ("initial", "war", "war_tie")
    },
    "burns without a pattern": (
        swap("battle-royal", ('burn_pattern = "none"', 'burn_pattern = "none"\nburn_count = 3')),
        "war.burn_count",
        "policy",
    ),
    "a pattern without burns": (
        swap("wisconsin", ("burn_count = 3", "burn_count = 0")),
        "war.burn_count",
        "WI h6",
    ),
    "a collected wager paid on": (
        swap("wisconsin", ('"war_wager"', '"both_wagers"')),
        "war.paid_on",
        "WI i1iii",
    ),
    "a tied war that pays less": (
        swap("skycity", ('tied_odds = "2:1"', 'tied_odds = "1:2"')),
        "war.tied_odds",
        "SC war",
    ),
    "silence surrenders where nobody can": (
        swap("skycity", ('mode = "offered"', 'mode = "not_offered"')),
        "policies.no_answer",
        "policy 3",
    ),
    "silence goes to war where there is none": (
        with_table("no-bonus", "[surrender]\nmode = 'forced'\n[policies]\nno_answer = 'war'"),
        "policies.no_answer",
        "policy 3",
    ),
    "minimum above the maximum": (
        swap("skycity", ("min = 500, max = 50000", "min = 60000, max = 50000")),
        "limits.first.min",
        "SC limits",
    ),
    "above the authorised limit": (
        swap("washington", ("max = 30000 }\ntie", "max = 30100 }\ntie")),
        "limits.first.max",
        "WA limits",
    ),
    "a Tie above the authorised limit": (
        swap(
            "washington", ("tie = { min = 100, max = 10000 }", "tie = { min = 100, max = 30100 }")
        ),
        "limits.tie.max",
        "WA limits",
    ),
    "a maximum off the step": (
        swap("skycity", ("max = 50000", "max = 50250")),
        "limits.first.max",
        "SC limits",
    ),
    "a step that is no chip": (
        swap("skycity", ("smallest_chip = 250", "smallest_chip = 300")),
        "limits.step",
        "policy 1",
    ),
    "policy 1: a half that cannot be paid": (
        swap("skycity", ("smallest_chip = 250", "smallest_chip = 500")),
        "limits.step",
        "policy 1",
    ),
    "a third that cannot be paid": (
        swap("skycity", ('lost = "1/2"', 'lost = "1/3"')),
        "limits.step",
        "policy 1",
    ),
    "Tie odds that cannot be paid": (
        swap("no-bonus", ('odds = "10:1"', 'odds = "31:3"')),
        "tie.odds",
        "policy",
    ),
}
