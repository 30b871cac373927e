"""From a TOML file to a checked House."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from pathlib import Path

from casinowar.cards import RANK_LETTERS, Rank
from casinowar.errors import InputError, as_path, did_you_mean, expect
from casinowar.houses.check import check_house
from casinowar.houses.cites import CITATION, Cites
from casinowar.houses.house import (
    CHOICE_NAME,
    DECKS_MAX,
    SEATS_MAX,
    WAR_NAME,
    AuthorisedLimit,
    BetsOpen,
    BurnPattern,
    CardRules,
    DealerHandInRack,
    DealRules,
    FaceUpScope,
    FirstWager,
    House,
    Limits,
    NoAnswer,
    Order,
    PaidOn,
    PayingStyle,
    Policies,
    Posted,
    Reshuffle,
    Shuffling,
    SideBet,
    SideRow,
    Surrender,
    SurrenderRules,
    TieRules,
    WagerForm,
    WagerLimits,
    WagerRules,
    WarRules,
    WarTie,
)
from casinowar.money import AMOUNT_MAX_CENTS
from casinowar.toml import Fields, is_there, read_toml

FORMAT = "casinowar-house/1"
HOUSES_DIR = Path(__file__).parent


@cache
def house_names() -> tuple[str, ...]:
    """The built-in houses: the three documents first, then the examples."""
    documents = ("washington", "skycity", "wisconsin")
    found = sorted(path.stem for path in HOUSES_DIR.glob("*.toml"))
    return documents + tuple(name for name in found if name not in documents)


def load_house(name_or_path: str | Path) -> House:
    """A built-in house by its name, or a house file by its path.

    >>> load_house("wisconsin").cards.decks_allowed
    (6, 7, 8)
    """
    expect("house", name_or_path, (str, Path), "the name of a house or the path of its file")
    name = str(name_or_path)
    if isinstance(name_or_path, str) and name.lower() in house_names():
        return _built_in(name.lower())
    path = Path(name)
    if path.suffix != ".toml" and not is_there(path):
        near = did_you_mean(name.lower(), house_names())
        raise InputError(
            "house",
            f"there is no house {name[:60]!r}: use {', '.join(house_names())},"
            f" or the path of a house file{near}",
        )
    try:
        return read_house(path)
    except InputError as error:
        field = f"{name[:200]}: {error.field}" if error.field else name[:200]
        raise InputError(field, error.reason, error.cites) from None


@cache
def _built_in(name: str) -> House:
    return read_house(HOUSES_DIR / f"{name}.toml")


def read_house(path: str | Path) -> House:
    """Read a house file; an InputError names the field that is wrong."""
    house = parse_house(read_toml(as_path(path)))
    check_house(house)
    return house


def parse_house(top: Fields) -> House:
    """The House described by the fields of its file, not yet checked for contradictions."""
    form = top.text("format")
    if form != FORMAT:
        raise top.fault("format", f"{form[:40]!r} is not {FORMAT!r}")
    tie = _tie(top.table("tie", {}))
    house = House(
        name=_name(top, "name"),
        title=top.text("title"),
        document=top.text("document"),
        notices=_texts(top, "notices"),
        entry_age=top.whole("entry_age", 0, 150, 0),
        cards=_cards(top.table("cards")),
        wagers=_wagers(top.table("wagers", {})),
        deal=_deal(top.table("deal", {})),
        surrender=_surrender(top.table("surrender", {})),
        war=_war(top.table("war")),
        tie=tie,
        side_bets=tuple(_side_bet(fields) for fields in top.tables("side_bets")),
        limits=_limits(top.table("limits")),
        policies=_policies(top.table("policies", {})),
        posted=_posted(top.table("posted", {})),
        cites=_cites(top.table("cites", {})),
    )
    top.done()
    return house


def _name(table: Fields, field: str) -> str:
    name = table.text(field)
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 40:
        raise table.fault(field, f"{name[:40]!r} is not a short name of letters, digits, - and _")
    return name


def _texts(table: Fields, field: str) -> tuple[str, ...]:
    values = table.array(field, [])
    if not all(isinstance(value, str) for value in values):
        raise table.fault(field, "must be a list of strings")
    return tuple(values)


def _cards(table: Fields) -> CardRules:
    decks = table.whole("decks", 1, DECKS_MAX)
    allowed = table.array("decks_allowed", [decks])
    if not allowed or not all(type(count) is int and 1 <= count <= DECKS_MAX for count in allowed):
        raise table.fault("decks_allowed", f"must list numbers of decks from 1 to {DECKS_MAX}")
    rules = CardRules(
        decks=decks,
        decks_allowed=tuple(sorted(set(allowed))),
        shuffling=table.choices("shuffling", Shuffling, ["hand"]),
        batch_decks_min=table.whole("batch_decks_min", 2, 2 * DECKS_MAX, 12),
        reshuffle=table.choice("reshuffle", Reshuffle, "cutting_card"),
        cut_min_cards=table.whole("cut_min_cards", 1, 26, 10),
        cutting_card_from_back=table.fraction("cutting_card_from_back", "1/4"),
        cutting_card_from_back_min=table.fraction("cutting_card_from_back_min", "1/4"),
        opening_burn=table.whole("opening_burn", 0, 10, 1),
        new_dealer_burn=table.whole("new_dealer_burn", 0, 10, 1),
        last_card_hidden=table.flag("last_card_hidden", False),
    )
    table.done()
    return rules


def _wagers(table: Fields) -> WagerRules:
    rules = WagerRules(
        first_name=table.text("first_name", "initial"),
        war_name=table.text("war_name", WAR_NAME),
        tie_alone=table.flag("tie_alone", False),
        bets_open=table.choice("bets_open", BetsOpen, "changeable"),
        forms=table.choices("forms", WagerForm, ["chips"]),
    )
    table.done()
    return rules


def _deal(table: Fields) -> DealRules:
    rules = DealRules(
        seats=table.whole("seats", 1, SEATS_MAX, 7),
        settlement_order=table.choice("settlement_order", Order, "left_to_right"),
        war_settlement_order=table.choice("war_settlement_order", Order, "left_to_right"),
        paying_style=table.choice("paying_style", PayingStyle, "lay_and_pay"),
        first_odds=table.odds("first_odds", "1:1"),
    )
    table.done()
    return rules


def _surrender(table: Fields) -> SurrenderRules:
    rules = SurrenderRules(
        mode=table.choice("mode", Surrender, "offered"), lost=table.fraction("lost", "1/2")
    )
    table.done()
    return rules


def _war(table: Fields) -> WarRules:
    pattern = table.choice("burn_pattern", BurnPattern)
    rules = WarRules(
        choice_name=table.text("choice_name", CHOICE_NAME),
        burn_pattern=pattern,
        burn_count=table.whole("burn_count", 0, 10, 0 if pattern is BurnPattern.NONE else 3),
        first_wager=table.choice("first_wager", FirstWager),
        paid_on=table.choice("paid_on", PaidOn, "war_wager"),
        won_odds=table.odds("won_odds"),
        tied_odds=table.odds("tied_odds"),
        deals_max=table.whole("deals_max", 1, 5, 1),
    )
    table.done()
    return rules


def _tie(table: Fields) -> TieRules:
    values = table.array("ladder", []) or [table.take("odds", "10:1")]
    if len(values) > 6:
        raise table.fault("ladder", "has more than 6 rungs")
    ladder = tuple(table.as_odds("ladder", value) for value in values)
    rules = TieRules(
        offered=table.flag("offered", True),
        ladder=ladder,
        war_deal=table.choice("war_deal", WarTie, "not_offered"),
        war_deal_odds=table.odds("war_deal_odds", str(ladder[0])),
    )
    table.done()
    return rules


def _side_bet(table: Fields) -> SideBet:
    bet = SideBet(
        name=_name(table, "name"),
        title=table.text("title"),
        rows=tuple(_side_row(row) for row in table.tables("rows")),
    )
    if not bet.rows:
        raise table.fault("rows", "a side bet needs at least one line in its paytable")
    table.done()
    return bet


def _side_row(table: Fields) -> SideRow:
    letters = table.text("ranks", RANK_LETTERS)
    if len(letters) > 13 or any(letter not in RANK_LETTERS for letter in letters):
        raise table.fault("ranks", f"{letters[:20]!r} is not a set of ranks from {RANK_LETTERS}")
    ranks = frozenset(Rank(RANK_LETTERS.index(letter) + 2) for letter in letters)
    row = SideRow(
        ties=table.whole("ties", 1, 6, 1),
        ranks=None if len(ranks) == len(Rank) else ranks,
        suited=table.flag("suited", False),
        odds=table.odds("odds"),
    )
    table.done()
    return row


def _limits(table: Fields) -> Limits:
    first = _wager_limits(table.table("first"))
    default = {"min": first.min_cents, "max": first.max_cents}
    rules = Limits(
        currency=table.text("currency"),
        symbol=table.text("symbol", "$"),
        smallest_chip_cents=table.whole("smallest_chip", 1, AMOUNT_MAX_CENTS),
        step_cents=table.whole("step", 1, AMOUNT_MAX_CENTS),
        first=first,
        tie=_wager_limits(table.table("tie", default)),
        side=_wager_limits(table.table("side", default)),
        authorised=_authorised(table.table("authorised")) if "authorised" in table else None,
    )
    table.done()
    return rules


def _wager_limits(table: Fields) -> WagerLimits:
    limits = WagerLimits(
        min_cents=table.whole("min", 1, AMOUNT_MAX_CENTS),
        max_cents=table.whole("max", 1, AMOUNT_MAX_CENTS),
    )
    table.done()
    return limits


def _authorised(table: Fields) -> AuthorisedLimit:
    limit = AuthorisedLimit(
        max_cents=table.whole("max", 1, AMOUNT_MAX_CENTS),
        source=table.text("source"),
        as_of=table.text("as_of"),
    )
    table.done()
    return limit


def _policies(table: Fields) -> Policies:
    policies = Policies(
        no_answer=table.choice("no_answer", NoAnswer, "surrender"),
        decision_seconds=_seconds(table, "decision_seconds", 30),
        betting_seconds=_seconds(table, "betting_seconds", 30),
        cut_seconds=_seconds(table, "cut_seconds", 20),
        war_tie_seconds=_seconds(table, "war_tie_seconds", 20),
        step_seconds=_seconds(table, "step_seconds", 60),
        war_rebuy=table.flag("war_rebuy", True),
        seats_per_player=table.whole("seats_per_player", 1, SEATS_MAX, 1),
        face_up_scope=table.choice("face_up_scope", FaceUpScope, "shoe"),
        gaming_day_hour=table.whole("gaming_day_hour", 0, 23, 6),
        dealer_hand_in_rack=table.choice("dealer_hand_in_rack", DealerHandInRack, "crosswise"),
    )
    table.done()
    return policies


def _seconds(table: Fields, field: str, default: int) -> int:
    return table.whole(field, 1, 3600, default)


def _posted(table: Fields) -> Posted:
    posted = Posted(
        first_percent=_percent(table, "first_percent"),
        tie_percent=_percent(table, "tie_percent"),
    )
    table.done()
    return posted


def _percent(table: Fields, field: str) -> str | None:
    if field not in table:
        return None
    text = table.text(field)
    whole, _, decimals = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and len(text) <= 12):
        raise table.fault(field, f"{text[:20]!r} is not a percentage like '2.33'")
    if decimals and not (decimals.isascii() and decimals.isdigit()):
        raise table.fault(field, f"{text[:20]!r} is not a percentage like '2.33'")
    return text


def _cites(table: Fields) -> Cites:
    given = {field.name: table.text(field.name) for field in fields(Cites) if field.name in table}
    for name, citation in given.items():
        if not CITATION.fullmatch(citation):
            raise table.fault(name, f"{citation[:40]!r} is not a citation like 'WI h6' or 'policy'")
    table.done()
    return Cites(**given)
