"""A house as its table is laid out: betting areas, what they pay, and the text of its clauses."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from casinowar.houses import House
from casinowar.houses.cites import is_policy
from casinowar.houses.house import (
    BetsOpen,
    FirstWager,
    PaidOn,
    Reshuffle,
    Shuffling,
    Surrender,
    WarTie,
)
from casinowar.houses.sheet import rule_sheet
from casinowar.rulebook import POLICY, Clause, document_title, known_clause

WAR_LOST_UNITS = -2  # the first wager and the war wager


def layout_json(house: House) -> dict[str, Any]:
    """What a screen needs to draw a table of this house and to explain each movement on it."""
    authorised = house.limits.authorised
    return {
        "house": house.name,
        "title": house.title,
        "document": house.document,
        "decks": house.cards.decks,
        "decks_allowed": list(house.cards.decks_allowed),
        "seats": house.deal.seats,
        "entry_age": house.entry_age,
        "notices": list(house.notices),
        "limits": {
            "min_cents": house.limits.first.min_cents,
            "max_cents": house.limits.first.max_cents,
            "step_cents": house.limits.step_cents,
            "highest_cents": None if authorised is None else authorised.max_cents,
        },
        "settlement_order": house.deal.settlement_order.value,
        "no_answer": house.policies.no_answer.value,
        "areas": _areas(house),
        "pays": _pays(house),
        "nets": _nets(house),
        "war": {
            "possible": house.war_possible,
            "choice": house.war.choice_name,
            "deals_max": house.war.deals_max,
            "burn_pattern": house.war.burn_pattern.value,
            "burn_count": house.war.burn_count,
            "first_wager": house.war.first_wager.value,
            "decides": _decided_by_war(house),
        },
        "cutting_card_from_back": _cutting_card(house),
        "preparation": {kind.value: _preparation(house, kind) for kind in house.cards.shuffling},
        "cites": {
            "cut_depth": house.cites.cut_depth,
            "entry": house.cites.entry,
            "war_tie_wager": house.cites.war_tie_wager,
        },
        "clauses": _clauses(house),
    }


def _areas(house: House) -> dict[str, Any]:
    return {
        "first": house.wagers.first_name,
        "war": house.wagers.war_name,
        "tie": house.tie.offered,
        "tie_alone": house.tie.offered and house.wagers.tie_alone,
        "war_tie": house.tie.war_deal is not WarTie.NOT_OFFERED,
        "sides": [
            {"name": bet.name, "title": bet.title, "pays": [str(row.odds) for row in bet.rows]}
            for bet in house.side_bets
        ],
        "bets_final": house.wagers.bets_open is BetsOpen.FINAL,
    }


def _pays(house: House) -> dict[str, Any]:
    tie, war = house.tie, house.war
    return {
        "first": str(house.deal.first_odds),
        "tie": str(tie.ladder[0]) if tie.offered else None,
        "tie_ladder": [str(odds) for odds in tie.ladder] if tie.offered else [],
        "war_tie": None if tie.war_deal is WarTie.NOT_OFFERED else str(tie.war_deal_odds),
        "war_won": str(war.won_odds),
        "war_tied": str(war.tied_odds),
        "war_on_both": war.paid_on is PaidOn.BOTH_WAGERS,
        "surrender_lost": str(house.surrender.lost),
    }


def _nets(house: House) -> dict[str, str | None]:
    """Net results of a first wager of one unit, as exact fractions."""
    surrenders = house.surrender.mode is not Surrender.NOT_OFFERED
    return {
        "war_won": str(house.war_net_won),
        "war_tied": str(house.war_net_tied),
        "war_lost": str(WAR_LOST_UNITS),
        "surrender": str(-house.surrender.lost) if surrenders else None,
    }


def _decided_by_war(house: House) -> list[str]:
    """The wagers that the war cards decide once a war is dealt; the others need the first cards."""
    first = [] if house.war.first_wager is FirstWager.COLLECTED else ["initial"]
    tie = ["tie"] if house.tie.climbs else []
    sides = [bet.name for bet in house.side_bets if bet.climbs]
    return [*first, *tie, *sides, "war", "war_tie"]


def _cutting_card(house: House) -> str | None:
    """Where the dealer puts the cutting card, as a part of the shoe; None: there is none."""
    ends_by_card = house.cards.reshuffle is Reshuffle.CUTTING_CARD
    return str(house.cards.cutting_card_from_back) if ends_by_card else None


def _preparation(house: House, shuffling: Shuffling) -> list[str]:
    """What is done with new cards until the first round, in its order."""
    cut = shuffling is not Shuffling.CONTINUOUS
    return [
        "shown",
        *(["washed"] if shuffling is Shuffling.HAND else []),
        "shuffled",
        *(["cut"] if cut else []),
        *(["burned"] if house.cards.opening_burn else []),
    ]


def _clauses(house: House) -> dict[str, dict[str, str]]:
    """Everything that the house can cite; a document of its own has no text here."""
    cited = {*astuple(house.cites), *(rule.cites for rule in rule_sheet(house))}
    found = {cites: known_clause(cites) for cites in sorted(cited)}
    return {cites: _clause(cites, clause) for cites, clause in found.items() if clause is not None}


def _clause(cites: str, clause: Clause) -> dict[str, str]:
    """Where a clause stands, what it says, and whether the house is bound by it or follows it."""
    numbered = clause.document == POLICY
    return {
        "basis": "policy" if numbered else "followed" if is_policy(cites) else "clause",
        "document": document_title(clause.document),
        "number": clause.number,
        "text": clause.text,
    }
