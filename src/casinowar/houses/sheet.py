"""A house as a rule sheet: its rules by section, each with the clause or policy behind it.

``words`` has the wording of the rules, this module their order.
"""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.houses import words
from casinowar.houses.house import House

SECTIONS = {
    "Cards": words.card_rules,
    "Wagers": words.wager_rules,
    "Deal": words.deal_rules,
    "War": words.war_rules,
    "Pays": words.paytable_rules,
    "Limits": words.limit_rules,
    "House": words.policy_rules,
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the sheet."""

    section: str
    point: str
    says: str
    cites: str


def rule_sheet(house: House, *, odds_only: bool = False) -> tuple[Rule, ...]:
    """Every rule of a house, by section; or only the rules that its odds depend on."""
    return tuple(
        Rule(section, rule.point, rule.says, rule.cites)
        for section, rules in SECTIONS.items()
        for rule in rules(house)
        if rule.decides_odds or not odds_only
    )
