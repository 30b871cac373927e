"""Round files: one round as TOML, with the cards in the order in which they leave the shoe.

A round file has no table: no limits apply and the smallest chip is one minor unit. Cards may be
written as people write them, amounts as whole cents or as text, ``"25.00"``. A file that
cannot be played raises an InputError that names the field and the clause or policy.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from casinowar.cards import CARDS_PER_DECK, UNSEEN, Card, beyond_decks, parse_card
from casinowar.errors import InputError, as_path
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import SEATS_MAX, WagerLimits, WarTie
from casinowar.money import AMOUNT_MAX_CENTS, show_cents
from casinowar.outcomes import Outcome
from casinowar.table.play.floor import check_decks
from casinowar.table.refusals import Refusal, Refused
from casinowar.table.words import decks_held
from casinowar.toml import Fields, is_there, read_toml

FORMAT = "casinowar-round/1"
DECKS_MAX = 1_000_000
CARDS_MAX = 100_000
_RESULT_FIELDS = ("wagered", "returned", "net")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlan:
    """The wagers and decisions of one seat."""

    place: int  # the position in the file, from 0
    seat: int
    initial_cents: int
    tie_cents: int
    sides: tuple[tuple[str, int], ...]
    goes_to_war: bool | None
    war_tie_cents: int
    coupon_cents: int = 0  # only in disputes, never in round files


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedResult:
    """The recorded result of one seat; None: not recorded."""

    seat: int
    outcome: Outcome | None
    cents: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPlan:
    """A round to be played."""

    house: House
    decks: int
    cards: tuple[Card | None, ...]
    seats: tuple[SeatPlan, ...]
    face_up: frozenset[int]
    drawn_in_error: frozenset[int]
    missed: frozenset[int]
    results: tuple[RecordedResult, ...]


def read_round(path: str | Path) -> RoundPlan:
    """Read a round file. A house file that it names is searched for in the same folder."""
    path = as_path(path)
    return parse_round(read_toml(path), path.parent)


def parse_round(top: Fields, beside: Path, house: House | None = None) -> RoundPlan:
    """Read a round from a TOML table; a house file that it names is searched for in ``beside``.

    With ``house``, the round is played there, whatever house the table names.
    """
    form = top.text("format")
    if form != FORMAT:
        raise top.fault("format", f"{form[:40]!r} is not {FORMAT!r}")
    named = top.text("house")
    house = _house(named, beside) if house is None else house
    decks = top.whole("decks", 1, DECKS_MAX, house.cards.decks, house.cites.decks)
    _check_decks(house, decks)
    cards = _cards(top, house, decks)
    seats = tuple(_seat(fields, house, place) for place, fields in enumerate(top.tables("seats")))
    _check_seats(seats, house)
    irregular = _irregularities(top, house, cards, seats)
    results = tuple(_result(fields, seats) for fields in top.tables("results"))
    _once([result.seat for result in results], "results")
    top.done()
    return RoundPlan(
        house=without_limits(house),
        decks=decks,
        cards=cards,
        seats=tuple(sorted(seats, key=lambda plan: plan.seat)),
        face_up=irregular["face_up"],
        drawn_in_error=irregular["drawn_in_error"],
        missed=irregular["missed"],
        results=results,
    )


def without_limits(house: House) -> House:
    """The same house with no posted limits and a smallest chip of one minor unit."""
    anything = WagerLimits(min_cents=1, max_cents=AMOUNT_MAX_CENTS)
    limits = replace(
        house.limits,
        smallest_chip_cents=1,
        step_cents=1,
        first=anything,
        tie=anything,
        side=anything,
        authorised=None,
    )
    return replace(house, limits=limits)


def _house(name: str, beside: Path) -> House:
    nearby = beside / name
    if name not in house_names() and not Path(name).is_absolute() and is_there(nearby):
        return load_house(nearby)
    return load_house(name)


def _check_decks(house: House, decks: int) -> None:
    """Refuse a number of decks that the house does not allow with any kind of shuffling."""
    refused = list[Refusal]()
    for shuffling in house.cards.shuffling:
        try:
            check_decks(house, shuffling, decks)
        except Refused as error:
            refused.append(error.refusal)
        else:
            return
    why = refused[0].sentence.removesuffix(".")
    reason = f"{decks} is not allowed: {why[:1].lower()}{why[1:]}"
    raise InputError("decks", reason, refused[0].cites)


def _cards(top: Fields, house: House, decks: int) -> tuple[Card | None, ...]:
    values = top.array("cards")
    if len(values) > CARDS_MAX:
        raise top.fault("cards", f"has more than {CARDS_MAX} cards")
    found: list[Card | None] = []
    for index, value in enumerate(values):
        try:
            found.append(None if value == UNSEEN else parse_card(value))
        except ValueError as error:
            raise InputError(f"cards[{index}]", str(error)[:120], house.cites.ranking) from None
    if len(found) > decks * CARDS_PER_DECK:
        held = f"{len(found)} cards are more than {decks_held(decks)}"
        raise top.fault("cards", held, house.cites.decks)
    extra = beyond_decks((card for card in found if card is not None), decks)
    if extra is not None:
        held = f"{extra} occurs more often than {decks_held(decks)}"
        raise top.fault("cards", held, house.cites.decks)
    return tuple(found)


def _money(house: House, cents: int) -> str:
    return show_cents(cents, house.limits.symbol)


def _amount(table: Fields, name: str, cites: str) -> int:
    if name not in table:
        return 0
    return table.cents(name, 1, AMOUNT_MAX_CENTS, cites=cites)


def _seat(table: Fields, house: House, place: int) -> SeatPlan:
    cites = house.cites
    seat = table.whole("seat", 1, house.deal.seats, cites=cites.seats)
    initial = table.cents("initial", 0, AMOUNT_MAX_CENTS, 0, cites.first_wager)
    if initial % house.first_step:
        low = initial - initial % house.first_step
        near = " or ".join(_money(house, cents) for cents in (low, low + house.first_step) if cents)
        example = f"write {initial * 100} for {_money(house, initial * 100)}"
        reason = (
            f"{_money(house, initial)} has no payable half: bet {near};"
            f" whole numbers are cents: {example}"
        )
        raise table.fault("initial", reason, cites.half)
    tie = _amount(table, "tie", cites.tie_wager)
    if tie and not house.tie.offered:
        raise table.fault("tie", "this house offers no Tie wager", cites.tie_wager)
    if any(tie % odds.stake for odds in house.tie.ladder):
        raise table.fault(
            "tie", f"{_money(house, tie)} cannot be paid in whole cents", cites.tie_paid
        )
    war_tie = _amount(table, "war_tie", cites.war_tie_wager)
    if war_tie and house.tie.war_deal is WarTie.NOT_OFFERED:
        raise table.fault(
            "war_tie", "this house offers no Tie wager on the war deal", cites.war_tie_wager
        )
    if war_tie and house.tie.war_deal is WarTie.EQUAL_TO_FIRST and war_tie != initial:
        raise table.fault("war_tie", "must equal the first wager here", cites.war_tie_wager)
    if war_tie % house.tie.war_deal_odds.stake:
        raise table.fault(
            "war_tie", f"{_money(house, war_tie)} cannot be paid in whole cents", cites.war_tie_paid
        )
    plan = SeatPlan(
        seat=seat,
        initial_cents=initial,
        tie_cents=tie,
        sides=_sides(table, house),
        goes_to_war=_on_tie(table),
        war_tie_cents=war_tie,
        place=place,
    )
    table.done()
    if not initial and not (tie and house.wagers.tie_alone):
        first = house.wagers.first_name + (" or the Tie" if house.wagers.tie_alone else "")
        reason = f"a seat needs the {first} wager to be dealt in"
        raise table.fault("initial", reason, cites.first_wager)
    return plan


def _on_tie(table: Fields) -> bool | None:
    if "on_tie" not in table:
        return None
    choice = table.text("on_tie")
    if choice not in {"war", "surrender"}:
        raise table.fault("on_tie", f"{choice[:40]!r} is not war or surrender")
    return choice == "war"


def _sides(table: Fields, house: House) -> tuple[tuple[str, int], ...]:
    wagers = table.table("side", {})
    bets = {bet.name: bet for bet in house.side_bets}
    sides: list[tuple[str, int]] = []
    for name, bet in bets.items():
        if name in wagers:
            cents = _amount(wagers, name, house.cites.side_wager)
            if any(cents % row.odds.stake for row in bet.rows):
                raise wagers.fault(name, f"{_money(house, cents)} cannot be paid in whole cents")
            sides.append((name, cents))
    wagers.done()
    return tuple(sides)


def _check_seats(seats: tuple[SeatPlan, ...], house: House) -> None:
    if not seats:
        raise InputError("seats", "a round needs at least one seat", house.cites.first_wager)
    _once([plan.seat for plan in seats], "seats")


def _once(numbers: list[int], field: str) -> None:
    for index, number in enumerate(numbers):
        if number in numbers[:index]:
            raise InputError(f"{field}[{index}].seat", f"seat {number} is listed twice", "policy 9")


def _irregularities(
    top: Fields, house: House, cards: tuple[Card | None, ...], seats: tuple[SeatPlan, ...]
) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {"face_up": set(), "drawn_in_error": set(), "missed": set()}
    clauses = {
        "face_up": house.cites.face_up,
        "drawn_in_error": house.cites.drawn_in_error,
        "missed": house.cites.missed,
    }
    for table in top.tables("irregularities"):
        kind = table.text("kind")
        if kind not in found:
            raise table.fault("kind", f"{kind[:40]!r} is not one of {', '.join(found)}")
        field = "seat" if kind == "missed" else "card"
        high = house.deal.seats if kind == "missed" else len(cards) - 1
        number = table.whole(field, 1 if kind == "missed" else 0, high, cites=clauses[kind])
        if kind == "missed" and number not in {plan.seat for plan in seats}:
            raise table.fault(field, f"seat {number} has no wager", clauses[kind])
        if kind == "face_up" and cards[number] is None:
            raise table.fault(
                field, "a card that lay face up was seen and cannot be ??", clauses[kind]
            )
        if number in found[kind] or (
            kind != "missed" and number in found["face_up"] | found["drawn_in_error"]
        ):
            raise table.fault(field, f"{number} is given twice", clauses[kind])
        found[kind].add(number)
        table.done()
    return {kind: frozenset(numbers) for kind, numbers in found.items()}


def _result(table: Fields, seats: tuple[SeatPlan, ...]) -> RecordedResult:
    seat = table.whole("seat", 1, SEATS_MAX)
    if seat not in {plan.seat for plan in seats}:
        raise table.fault("seat", f"seat {seat} is not in this round")
    outcome = table.choice("outcome", Outcome) if "outcome" in table else None
    bound = 100 * AMOUNT_MAX_CENTS * AMOUNT_MAX_CENTS
    cents = {name: table.cents(name, -bound, bound) for name in _RESULT_FIELDS if name in table}
    table.done()
    return RecordedResult(seat=seat, outcome=outcome, cents=cents)
