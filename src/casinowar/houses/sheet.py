"""A house as a rule sheet: what is played, and whether a clause or house policy says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from casinowar.cards import RANK_LETTERS
from casinowar.houses.house import (
    BetsOpen,
    BurnPattern,
    FirstWager,
    House,
    PaidOn,
    Reshuffle,
    Shuffling,
    SideRow,
    Surrender,
    WagerLimits,
    WarTie,
)
from casinowar.money import show_cents


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the sheet."""

    section: str
    point: str
    says: str
    cites: str


def rule_sheet(house: House) -> tuple[Rule, ...]:
    """Every rule of a house, by section."""
    return (
        *_cards(house),
        *_wagers(house),
        *_deal(house),
        *_war(house),
        *_paytable(house),
        *_limits(house),
        *_policies(house),
    )


def words(value: str) -> str:
    """A word of a house file for people: ``left_to_right`` becomes ``left to right``."""
    return value.replace("_", " ")


def _cards(house: House) -> Iterator[Rule]:
    cards, cites = house.cards, house.cites
    allowed = ", ".join(str(count) for count in cards.decks_allowed)
    yield Rule("Cards", "decks in a shoe", f"{cards.decks} (allowed: {allowed})", cites.decks)
    ways = {
        Shuffling.HAND: "by hand",
        Shuffling.BATCHES: f"by a shuffler, {cards.batch_decks_min} decks or more in two batches",
        Shuffling.CONTINUOUS: "by a continuous shuffler",
    }
    ways_said = "; or ".join(ways[way] for way in cards.shuffling)
    yield Rule("Cards", "shuffled", ways_said, cites.shuffle)
    yield Rule("Cards", "ranks", "2 up to ace, ace high; suits do not matter", cites.ranking)
    if Shuffling.CONTINUOUS not in cards.shuffling:
        depth = f"at least {cards.cut_min_cards} cards in from either end"
        yield Rule("Cards", "cut", depth, cites.cut_depth)
    if cards.reshuffle is Reshuffle.CUTTING_CARD:
        where = f"{cards.cutting_card_from_back} of the way in from the back"
        yield Rule("Cards", "cutting card", where, cites.cutting_card)
        yield Rule("Cards", "reshuffle", "after the round in which it appears", cites.reshuffle)
    else:
        yield Rule("Cards", "reshuffle", "after every round", cites.reshuffle)
    yield Rule("Cards", "opening burn", _count(cards.opening_burn), cites.opening_burn)
    yield Rule("Cards", "new dealer's burn", _count(cards.new_dealer_burn), cites.new_dealer_burn)
    if cards.last_card_hidden:
        yield Rule("Cards", "last card", "hidden by a second cutting card", cites.last_card_hidden)


def _count(cards: int) -> str:
    return {0: "none", 1: "1 card"}.get(cards, f"{cards} cards")


def _wagers(house: House) -> Iterator[Rule]:
    wagers, cites = house.wagers, house.cites
    name = wagers.first_name
    need = f"{name} wager required"
    if wagers.tie_alone:
        need = f"{name} wager, Tie wager, or both"
    elif house.tie.offered:
        need += ", Tie optional"
    yield Rule("Wagers", "to be dealt in", need, cites.first_wager)
    change = {
        BetsOpen.CHANGEABLE: 'may be changed until "no more bets"',
        BetsOpen.FINAL: "final once placed",
    }
    yield Rule("Wagers", "placed wagers", change[wagers.bets_open], cites.bets_open)
    forms = ", ".join(words(form) for form in wagers.forms)
    yield Rule("Wagers", "forms", forms, cites.wager_forms)


def _deal(house: House) -> Iterator[Rule]:
    deal, cites = house.deal, house.cites
    yield Rule("Deal", "seats", f"{deal.seats}, numbered from the dealer's left", cites.seats)
    yield Rule("Deal", "original deal", "seat 1 upwards, then the dealer", cites.original_deal)
    yield Rule("Deal", "settled", words(deal.settlement_order), cites.settlement_order)
    yield Rule("Deal", "wars settled", words(deal.war_settlement_order), cites.war_settlement_order)
    yield Rule("Deal", "paying style", words(deal.paying_style), cites.paying_style)


def _war(house: House) -> Iterator[Rule]:
    cites, war = house.cites, house.war
    choice = {
        Surrender.OFFERED: f"surrender {house.surrender.lost} of the wager, or war",
        Surrender.NOT_OFFERED: "war",
        Surrender.FORCED: f"{house.surrender.lost} of the wager is lost, no war",
    }
    yield Rule("War", "a tied hand", choice[house.surrender.mode], cites.choice)
    if not house.war_possible:
        return
    yield Rule("War", "war wager", "equal to the first wager", cites.war_wager)
    first = {
        FirstWager.COLLECTED: "collected before the war deal",
        FirstWager.STANDS_OFF: "stands off unless the war is lost",
        FirstWager.MATCHED: "in action, and the dealer posts a unit: three units",
    }
    yield Rule("War", "the first wager", first[war.first_wager], cites.war_first)
    burns = {
        BurnPattern.EVERY_CARD: f"{war.burn_count} before every war card, the dealer's too",
        BurnPattern.ONCE: f"{war.burn_count} once, before the first war card",
        BurnPattern.NONE: "none",
    }
    yield Rule("War", "burn cards", burns[war.burn_pattern], cites.war_burn)
    if war.deals_max > 1:
        again = f"dealt again, {war.deals_max} war deals at most"
        yield Rule("War", "a tied war", again, cites.war_again)


def _paytable(house: House) -> Iterator[Rule]:
    cites, war, tie = house.cites, house.war, house.tie
    yield Rule("Pays", "higher card", str(house.deal.first_odds), cites.first_paid)
    if house.war_possible:
        both = " on both wagers" if war.paid_on is PaidOn.BOTH_WAGERS else " on the war wager"
        won, tied = _net(house.war_net_won), _net(house.war_net_tied)
        yield Rule("Pays", "war won", f"{war.won_odds}{both} (net {won})", cites.war_won)
        yield Rule("Pays", "war tied", f"{war.tied_odds}{both} (net {tied})", cites.war_tied)
        yield Rule("Pays", "war lost", "both wagers lost (net -2)", cites.war_lost)
    if tie.offered:
        rungs = ", ".join(f"{odds} for {at}" for at, odds in enumerate(tie.ladder, 1))
        says = str(tie.ladder[0]) if len(tie.ladder) == 1 else f"{rungs} ties in a row"
        yield Rule("Pays", "Tie", says, cites.tie_paid)
    if tie.war_deal is not WarTie.NOT_OFFERED:
        equal = ", must equal the first" if tie.war_deal is WarTie.EQUAL_TO_FIRST else ""
        yield Rule("Pays", "Tie on the war deal", f"{tie.war_deal_odds}{equal}", cites.war_tie_paid)
    for bet in house.side_bets:
        yield Rule("Pays", bet.title, "; ".join(map(_row, bet.rows)), cites.side_paid)
    if house.posted.first_percent:
        yield Rule("Pays", "posted edge", f"{house.posted.first_percent} %", cites.decks)
    if house.posted.tie_percent:
        yield Rule("Pays", "posted edge, Tie", f"{house.posted.tie_percent} %", cites.decks)


def _net(units: object) -> str:
    return f"+{units}"


def _row(row: SideRow) -> str:
    parts = ["suited tie" if row.suited else "tie"]
    if row.ranks is not None:
        parts.append("of " + "".join(RANK_LETTERS[rank - 2] for rank in sorted(row.ranks)))
    if row.ties > 1:
        parts.append(f"{row.ties} times in a row")
    return f"{' '.join(parts)} {row.odds}"


def _limits(house: House) -> Iterator[Rule]:
    limits, cites = house.limits, house.cites

    def span(wager: WagerLimits) -> str:
        low = show_cents(wager.min_cents, limits.symbol)
        return f"{low} to {show_cents(wager.max_cents, limits.symbol)}"

    first = house.wagers.first_name
    yield Rule("Limits", first, f"{span(limits.first)} {limits.currency}", cites.limits)
    if house.tie.offered:
        yield Rule("Limits", "Tie", span(limits.tie), cites.limits)
    if house.side_bets:
        yield Rule("Limits", "side bets", span(limits.side), cites.limits)
    step = show_cents(limits.step_cents, limits.symbol)
    yield Rule("Limits", "wager step", f"{step}, so that a half can be paid", cites.half)
    for limit in limits.authorised:
        most = f"no wager above {show_cents(limit.max_cents, limits.symbol)} authorised"
        yield Rule("Limits", f"since {limit.since}", most, cites.limits)


def _policies(house: House) -> Iterator[Rule]:
    policy, cites = house.policies, house.cites
    answer = f"{policy.no_answer} after {policy.decision_seconds} seconds"
    yield Rule("House", "no answer", answer, cites.no_answer)
    rebuy = "chips may be bought" if policy.war_rebuy else "no chips are sold"
    yield Rule("House", "during a decision", f"{rebuy}; no short war", cites.short_war)
    yield Rule("House", "seats a player", str(policy.seats_per_player), cites.seats)
    void = f"second face-up card of a {policy.face_up_scope} voids the round"
    yield Rule("House", "face-up cards", void, cites.face_up)
    yield Rule("House", "void hands", "every wager goes back in full", cites.void)
    yield Rule("House", "gaming day", f"starts at {policy.gaming_day_hour:02}:00", cites.gaming_day)
    rack = f"the dealer's hand lies {policy.dealer_hand_in_rack}"
    yield Rule("House", "discard rack", rack, "policy")
    least = f"{house.most_cards()} cards at least stay behind the cutting card"
    yield Rule("House", "running out", least, cites.running_out)
