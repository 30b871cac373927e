"""The basis of each point of a house's game: a clause of its document, or house policy.

A citation is ``"WI h6"`` (document and clause), ``"policy 8"`` (a numbered house policy) or
``"policy, as WI j1"`` (the house's document is silent, so the house follows Wisconsin's).
The defaults below are for a house whose document says nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CITATION = re.compile(r"[A-Z]{2,6} [a-z0-9]+|policy(?: [0-9]{1,2})?(?:, as [A-Z]{2,6} [a-z0-9]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cites:
    """One citation for each point that an event or a refusal can rest on."""

    # the table, its cards and their shuffle
    open_table: str = "policy"
    roles: str = "policy 20"
    tray: str = "policy 17"
    decks: str = "policy, as WI b1"
    backs: str = "policy, as WI b1"
    shoe: str = "policy, as WI b2"
    last_card_hidden: str = "policy, as WI b3"
    batch_size: str = "policy 23"
    batches: str = "policy, as WI b4"
    stored_batch: str = "policy, as WI b4iv"
    ranking: str = "policy, as WI c1"
    inspect: str = "policy, as WI d1"
    verify: str = "policy, as WI d1"
    spread: str = "policy, as WI d2"
    look: str = "policy, as WI d2"
    objection: str = "policy 26"
    wash: str = "policy, as WI d3"
    batch_spread: str = "policy, as WI d4"
    card_change: str = "policy, as WI d5"
    gaming_day: str = "policy 14"
    shuffle: str = "policy, as WI e1"
    cut_offer: str = "policy, as WI e2"
    cut_after_void: str = "policy 24"
    cut_passed: str = "policy, as WI e3"
    cut_depth: str = "policy, as WI e4"
    cutting_card_depth: str = "policy 22"
    cutting_card: str = "policy, as WI e5"
    running_out: str = "policy 10"
    reshuffle: str = "policy, as WI e6"
    reshuffle_ordered: str = "policy, as WI e2iv"
    idle: str = "policy, as WI e7"
    idle_spread_request: str = "policy, as WI e7ii"
    opening_burn: str = "policy, as WI g1"
    first_dealer_burn: str = "policy 25"
    new_dealer_burn: str = "policy, as WI g1"
    cutting_card_reached: str = "policy, as WI g4"
    hands_off_cards: str = "policy, as WI g5"
    # players and wagers
    compete: str = "policy"
    entry: str = "policy"
    seats: str = "policy 9"
    sitting_out: str = "policy 19"
    buy_in: str = "policy"
    cash_out: str = "policy"
    first_wager: str = "policy"
    tie_wager: str = "policy"
    side_wager: str = "policy"
    wager_forms: str = "policy, as WI f1"
    coupon: str = "policy 6"
    bets_open: str = "policy"
    late_bet: str = "policy, as WI f2"
    tie_time: str = "policy 21"
    limits: str = "policy 11"
    limit_amounts: str = "policy 11"
    half: str = "policy 1"
    no_more_bets: str = "policy, as WI g2"
    # the original deal
    original_deal: str = "policy, as WI g3"
    deal_order: str = "policy, as WI g3"
    settlement_order: str = "policy, as WI h1"
    paying_style: str = "policy"
    first_lost: str = "policy, as WI h1"
    first_won: str = "policy, as WI h1"
    first_paid: str = "policy"
    tie_lost: str = "policy, as WI h1"  # with the lower card
    tie_lost_higher: str = "policy, as WI h1"  # with the higher card
    tie_paid: str = "policy"
    tie_alone: str = "policy 5"
    side_lost: str = "policy"
    side_paid: str = "policy"
    choice: str = "policy, as WI h1iii"
    no_answer: str = "policy 3"
    surrender: str = "policy"
    rack_original: str = "policy, as WI h4"
    # the war
    war_wager: str = "policy"
    war_confirmed: str = "policy, as WI h5"
    short_war: str = "policy 2"
    war_match: str = "policy"
    war_first: str = "policy"
    war_tie_wager: str = "policy"
    war_burn: str = "policy"
    war_deal: str = "policy"
    war_settlement_order: str = "policy, as WI h7"
    war_lost: str = "policy"
    war_higher: str = "policy, as WI h7ii"
    war_equal: str = "policy, as WI h7iii"
    war_won: str = "policy"
    war_tied: str = "policy"
    war_again: str = "policy"
    war_tie_lost: str = "policy"  # with the lower card
    war_tie_lost_higher: str = "policy"  # with the higher card
    war_tie_paid: str = "policy"
    rack_war: str = "policy, as WI h8"
    # irregularities
    face_up: str = "policy, as WI j1"
    face_up_scope: str = "policy 8"
    drawn_in_error: str = "policy, as WI j2"
    missed: str = "policy, as WI j3"
    shuffler_fault: str = "policy, as WI j4"
    void: str = "policy 7"
    void_settled: str = "policy 8"


def is_policy(citation: str) -> bool:
    """Whether a citation is house policy rather than a clause of the document."""
    return citation.startswith("policy")
