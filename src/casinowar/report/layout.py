"""The layout of a house's table: betting areas, payouts and the text of its clauses."""

from __future__ import annotations

from dataclasses import astuple
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from casinowar.houses import House
from casinowar.houses.cites import is_policy
from casinowar.houses.house import (
    BetsOpen,
    BurnPattern,
    FirstWager,
    NoAnswer,
    Order,
    PaidOn,
    Reshuffle,
    Shuffling,
    Surrender,
    WagerForm,
    WarTie,
)
from casinowar.houses.sheet import rule_sheet
from casinowar.odds import odds_of
from casinowar.rulebook import POLICY, Clause, document_title, known_clause

WAR_LOST_UNITS = -2  # the first wager and the war wager


class HouseLine(Struct, frozen=True):
    """A house in the list."""

    house: str
    title: str
    decks: int
    decks_allowed: tuple[int, ...]
    seats: int
    entry_age: Annotated[int, Meta(description="The minimum age of players; 0: none.")]
    notices: Annotated[tuple[str, ...], Meta(description="Texts that players must see.")]
    edge: Annotated[
        str,
        Meta(
            description="What the house keeps of the first wager on average: exact, for a fresh"
            " shoe of so many decks and the best answer to a tie.",
            examples=["23138/993023"],
        ),
    ]


class Side(Struct, frozen=True):
    """A side bet."""

    name: str
    title: str
    pays: Annotated[tuple[str, ...], Meta(description="The odds of its lines, in order.")]


class Areas(Struct, frozen=True):
    """The betting areas of a table."""

    first: Annotated[str, Meta(description="The house's name for the first wager.")]
    war: Annotated[str, Meta(description="The house's name for the war wager.")]
    tie: bool
    tie_alone: Annotated[bool, Meta(description="Tie without a first wager.")]
    war_tie: Annotated[bool, Meta(description="Tie on the war deal.")]
    sides: tuple[Side, ...]
    bets_final: Annotated[bool, Meta(description="A placed wager stays.")]
    coupons: Annotated[
        bool, Meta(description="A table that people deal can take match play coupons.")
    ]


class Pays(Struct, frozen=True):
    """The odds printed on the felt; null: not offered."""

    first: str
    tie: str | None
    tie_ladder: Annotated[
        tuple[str, ...],
        Meta(description="By the number of ties in a row, if there are several."),
    ]
    war_tie: str | None
    war_won: str
    war_tied: str
    war_on_both: Annotated[bool, Meta(description="Paid on both wagers.")]
    surrender_lost: Annotated[str, Meta(description="The part of the first wager.")]


class Nets(Struct, frozen=True):
    """Net results of a first wager of one unit, as exact fractions."""

    war_won: str
    war_tied: str
    war_lost: str
    surrender: str | None


class WarLayout(Struct, frozen=True):
    """How a war is dealt."""

    possible: bool
    choice: Annotated[str, Meta(description="The house's word for the decision.")]
    deals_max: int
    burn_pattern: BurnPattern
    burn_count: int
    first_wager: FirstWager
    decides: Annotated[
        tuple[str, ...],
        Meta(
            description="The wagers that the war cards decide; the first cards decide the others."
        ),
    ]


class Cited(Struct, frozen=True):
    """The clauses behind the questions to players and the reports of dealers."""

    coupon: Annotated[str, Meta(description="A match play coupon.")]
    cut_depth: Annotated[str, Meta(description="How deep a cut must be.")]
    drawn_in_error: Annotated[str, Meta(description="A card drawn in error.")]
    entry: Annotated[str, Meta(description="The minimum age, if there is one.")]
    face_up: Annotated[str, Meta(description="A card that lies face up in the shoe.")]
    inspect: Annotated[str, Meta(description="The inspection of the decks.")]
    limits: Annotated[str, Meta(description="The limits of wagers.")]
    missed: Annotated[str, Meta(description="A seat that was missed in the deal.")]
    new_dealer_burn: Annotated[str, Meta(description="The first card of a new dealer.")]
    no_answer: Annotated[str, Meta(description="A player who does not answer.")]
    shuffler_fault: Annotated[str, Meta(description="A shuffler that fails.")]
    war_tie_wager: Annotated[str, Meta(description="A Tie wager on the war deal.")]


class FirstLimits(Struct, frozen=True):
    """The house's own limits of the first wager; a table may have others, in the same steps."""

    min_cents: int
    max_cents: int
    step_cents: Annotated[int, Meta(description="Limits and wagers are multiples of this amount.")]
    highest_cents: Annotated[
        int | None, Meta(description="The highest limit that any table may have; null: none.")
    ]


class CitedClause(Struct, frozen=True):
    """The clause behind a citation."""

    basis: Annotated[
        Literal["clause", "policy", "followed"],
        Meta(
            description="A clause of the house's own document, a numbered house policy, or a"
            " clause of another document that the house follows where its own is silent."
        ),
    ]
    document: Annotated[str, Meta(description="The title of its document.")]
    number: Annotated[str, Meta(description="Its id in that document.")]
    text: Annotated[str, Meta(description="What it says, in our own words.")]


class Layout(HouseLine, frozen=True):
    """The layout of a house's table, with the text of its clauses."""

    document: str
    limits: FirstLimits
    settlement_order: Order
    no_answer: NoAnswer
    areas: Areas
    pays: Pays
    nets: Nets
    war: WarLayout
    cutting_card_from_back: Annotated[
        str | None,
        Meta(
            description="Where the dealer puts the cutting card, as a part of the shoe; null: none."
        ),
    ]
    preparation: Annotated[
        dict[str, tuple[str, ...]],
        Meta(description="The steps with new cards, in order, by the kind of shuffling."),
    ]
    cites: Cited
    clauses: Annotated[
        dict[str, CitedClause],
        Meta(
            description="What the house can cite, by its citation. Not in it: an unnumbered"
            " policy, and a clause of a document that only the house has."
        ),
    ]


def house_line(house: House) -> HouseLine:
    """A house in the list."""
    return HouseLine(
        house=house.name,
        title=house.title,
        decks=house.cards.decks,
        decks_allowed=house.cards.decks_allowed,
        seats=house.deal.seats,
        entry_age=house.entry_age,
        notices=house.notices,
        edge=str(odds_of(house).initial.house_edge),
    )


def layout(house: House) -> Layout:
    """Everything that a screen needs to draw a table of this house and to explain it."""
    authorised = house.limits.authorised
    return Layout(
        **asdict(house_line(house)),
        document=house.document,
        limits=FirstLimits(
            min_cents=house.limits.first.min_cents,
            max_cents=house.limits.first.max_cents,
            step_cents=house.limits.step_cents,
            highest_cents=None if authorised is None else authorised.max_cents,
        ),
        settlement_order=house.deal.settlement_order,
        no_answer=house.policies.no_answer,
        areas=_areas(house),
        pays=_pays(house),
        nets=_nets(house),
        war=WarLayout(
            possible=house.war_possible,
            choice=house.war.choice_name,
            deals_max=house.war.deals_max,
            burn_pattern=house.war.burn_pattern,
            burn_count=house.war.burn_count,
            first_wager=house.war.first_wager,
            decides=_decided_by_war(house),
        ),
        cutting_card_from_back=_cutting_card(house),
        preparation={kind.value: _preparation(house, kind) for kind in house.cards.shuffling},
        cites=Cited(
            coupon=house.cites.coupon,
            cut_depth=house.cites.cut_depth,
            drawn_in_error=house.cites.drawn_in_error,
            entry=house.cites.entry,
            face_up=house.cites.face_up,
            inspect=house.cites.inspect,
            limits=house.cites.limits,
            missed=house.cites.missed,
            new_dealer_burn=house.cites.new_dealer_burn,
            no_answer=house.cites.no_answer,
            shuffler_fault=house.cites.shuffler_fault,
            war_tie_wager=house.cites.war_tie_wager,
        ),
        clauses=_clauses(house),
    )


def _areas(house: House) -> Areas:
    return Areas(
        first=house.wagers.first_name,
        war=house.wagers.war_name,
        tie=house.tie.offered,
        tie_alone=house.tie.offered and house.wagers.tie_alone,
        war_tie=house.tie.war_deal is not WarTie.NOT_OFFERED,
        sides=tuple(
            Side(name=bet.name, title=bet.title, pays=tuple(str(row.odds) for row in bet.rows))
            for bet in house.side_bets
        ),
        bets_final=house.wagers.bets_open is BetsOpen.FINAL,
        coupons=WagerForm.COUPON in house.wagers.forms,
    )


def _pays(house: House) -> Pays:
    tie, war = house.tie, house.war
    return Pays(
        first=str(house.deal.first_odds),
        tie=str(tie.ladder[0]) if tie.offered else None,
        tie_ladder=tuple(map(str, tie.ladder)) if tie.offered else (),
        war_tie=None if tie.war_deal is WarTie.NOT_OFFERED else str(tie.war_deal_odds),
        war_won=str(war.won_odds),
        war_tied=str(war.tied_odds),
        war_on_both=war.paid_on is PaidOn.BOTH_WAGERS,
        surrender_lost=str(house.surrender.lost),
    )


def _nets(house: House) -> Nets:
    surrenders = house.surrender.mode is not Surrender.NOT_OFFERED
    return Nets(
        war_won=str(house.war_net_won),
        war_tied=str(house.war_net_tied),
        war_lost=str(WAR_LOST_UNITS),
        surrender=str(-house.surrender.lost) if surrenders else None,
    )


def _decided_by_war(house: House) -> tuple[str, ...]:
    """The wagers that the war cards decide once a war is dealt; the others need the first cards."""
    first = [] if house.war.first_wager is FirstWager.COLLECTED else ["initial"]
    tie = ["tie"] if house.tie.climbs else []
    sides = [bet.name for bet in house.side_bets if bet.climbs]
    return (*first, *tie, *sides, "war", "war_tie")


def _cutting_card(house: House) -> str | None:
    """Where the dealer puts the cutting card, as a part of the shoe; None: there is none."""
    ends_by_card = house.cards.reshuffle is Reshuffle.CUTTING_CARD
    return str(house.cards.cutting_card_from_back) if ends_by_card else None


def _preparation(house: House, shuffling: Shuffling) -> tuple[str, ...]:
    """The steps with new cards until the first round, in order."""
    cut = shuffling is not Shuffling.CONTINUOUS
    return (
        "shown",
        *(["washed"] if shuffling is Shuffling.HAND else []),
        "shuffled",
        *(["cut"] if cut else []),
        *(["burned"] if house.cards.opening_burn else []),
    )


def _clauses(house: House) -> dict[str, CitedClause]:
    """Every clause that the house can cite, except those of its own document."""
    cited = {*astuple(house.cites), *(rule.cites for rule in rule_sheet(house))}
    found = {cites: known_clause(cites) for cites in sorted(cited)}
    return {cites: _clause(cites, clause) for cites, clause in found.items() if clause is not None}


def _clause(cites: str, clause: Clause) -> CitedClause:
    """The document, id and text of a clause, and whether it binds the house."""
    numbered = clause.document == POLICY
    return CitedClause(
        basis="policy" if numbered else "followed" if is_policy(cites) else "clause",
        document=document_title(clause.document),
        number=clause.number,
        text=clause.text,
    )
