"""The wording of every rule of a house, with the clause or policy it rests on.

The rule sheet, the PAR sheet and every other page that shows rules use this wording, section by
section. So do the figures in rules (counts, net results, lines of a side bet), so that they read
the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

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
from casinowar.money import Odds, show_cents


@dataclass(frozen=True, slots=True)
class Wording:
    """One rule in words."""

    point: str
    says: str
    cites: str
    decides_odds: bool = False  # whether a probability, a payment or a decision depends on it


def _odds_rule(point: str, says: str, cites: str) -> Wording:
    return Wording(point, says, cites, decides_odds=True)


def plain(value: str) -> str:
    """A value of a house file in plain words: ``left_to_right`` becomes ``left to right``."""
    return value.replace("_", " ")


def counted(count: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "deck"), counted(6000, "round")
    ('1 deck', '6,000 rounds')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def signed(units: Fraction) -> str:
    """A net result in units, with its sign.

    >>> signed(Fraction(2)), signed(Fraction(-1, 2)), signed(Fraction(0))
    ('+2', '-0.5', '0')
    """
    text = str(units) if units.denominator == 1 else f"{float(units):.6g}"
    return f"+{text}" if units > 0 else text


def side_row_words(row: SideRow) -> str:
    """One line of a side bet's paytable."""
    words = ["suited"] if row.suited else []
    words.append("tie" if row.ties == 1 else f"{row.ties} ties in a row")
    if row.ranks is not None:
        words.append("of " + " or ".join(rank.letter for rank in sorted(row.ranks)))
    return f"{' '.join(words)}, {row.odds}"


def card_rules(house: House) -> Iterator[Wording]:
    """Decks, shuffle, cut and single burns."""
    cards, cites = house.cards, house.cites
    allowed = ", ".join(str(count) for count in cards.decks_allowed)
    yield _odds_rule("decks in a shoe", f"{cards.decks} (allowed: {allowed})", cites.decks)
    ways = {
        Shuffling.HAND: "by hand",
        Shuffling.BATCHES: f"by a shuffler, {cards.batch_decks_min} decks or more in two batches",
        Shuffling.CONTINUOUS: "by a continuous shuffler",
    }
    yield Wording("shuffled", "; or ".join(ways[way] for way in cards.shuffling), cites.shuffle)
    if Shuffling.BATCHES in cards.shuffling:
        batch = f"of equal size, each of {cards.batch_decks_min // 2} decks or more"
        yield Wording("batches", batch, cites.batch_size)
    ranks = "2 up to ace, ace high; suits never decide a hand"
    yield _odds_rule("ranks", ranks, cites.ranking)
    if Shuffling.CONTINUOUS not in cards.shuffling:
        depth = f"at least {cards.cut_min_cards} cards in from either end"
        yield Wording("cut", depth, cites.cut_depth)
        after = "offered first to the player farthest to the dealer's right"
        yield Wording("cut after a void", after, cites.cut_after_void)
    if cards.reshuffle is Reshuffle.CUTTING_CARD:
        where = f"{cards.cutting_card_from_back} of the way in from the back"
        yield _odds_rule("cutting card", where, cites.cutting_card)
        least = f"at least {cards.cutting_card_from_back_min} of the way in from the back"
        yield Wording("cutting card depth", least, cites.cutting_card_depth)
        last = "after the round in which the cutting card appears"
        yield _odds_rule("reshuffle", last, cites.reshuffle)
    else:
        yield _odds_rule("reshuffle", "after every round", cites.reshuffle)
    yield _odds_rule("opening burn", _burned(cards.opening_burn), cites.opening_burn)
    yield Wording("new dealer's burn", _burned(cards.new_dealer_burn), cites.new_dealer_burn)
    if cards.opening_burn:
        first = "the opening burn counts as the first dealer's burn"
        yield Wording("first dealer", first, cites.first_dealer_burn)
    if cards.last_card_hidden:
        hidden = "hidden by a second cutting card"
        yield Wording("last card", hidden, cites.last_card_hidden)


def _burned(cards: int) -> str:
    return counted(cards, "card") if cards else "none"


def wager_rules(house: House) -> Iterator[Wording]:
    """Which wagers are accepted, and which are required to be dealt in."""
    wagers, cites = house.wagers, house.cites
    need = f"{wagers.first_name} wager required"
    if wagers.tie_alone:
        need = f"{wagers.first_name} wager, Tie wager, or both"
    elif house.tie.offered:
        need += ", Tie optional"
    yield _odds_rule("to be dealt in", need, cites.first_wager)
    change = {
        BetsOpen.CHANGEABLE: 'may be changed until "no more bets"',
        BetsOpen.FINAL: "final once placed",
    }
    yield Wording("placed wagers", change[wagers.bets_open], cites.bets_open)
    if house.tie.offered:
        yield Wording(
            "Tie wager", 'with the first wager or later, until "no more bets"', cites.tie_time
        )
    yield Wording("forms", ", ".join(plain(form) for form in wagers.forms), cites.wager_forms)


def deal_rules(house: House) -> Iterator[Wording]:
    """Seats, and the order of the deal and of settlement."""
    deal, cites = house.deal, house.cites
    seats = f"{deal.seats}, numbered from the dealer's left"
    yield _odds_rule("seats", seats, cites.seats)
    yield _odds_rule("original deal", "a card each, then the dealer", cites.original_deal)
    yield Wording("dealt", "from seat 1 upwards", cites.deal_order)
    yield Wording("settled", plain(deal.settlement_order), cites.settlement_order)
    yield Wording("wars settled", plain(deal.war_settlement_order), cites.war_settlement_order)
    yield Wording("paying style", plain(deal.paying_style), cites.paying_style)


def war_rules(house: House) -> Iterator[Wording]:
    """What a tied hand may do, and how a war is dealt."""
    cites, war = house.cites, house.war
    choice = {
        Surrender.OFFERED: "the player chooses war or surrender",
        Surrender.NOT_OFFERED: "goes to war; surrender is not offered",
        Surrender.FORCED: "is surrendered; there is no war",
    }
    yield _odds_rule("a tied hand", choice[house.surrender.mode], cites.choice)
    if not house.war_possible:
        return
    yield _odds_rule(f"{house.wagers.war_name} wager", "equal to the first wager", cites.war_wager)
    first = {
        FirstWager.COLLECTED: "collected before the war deal, win or lose",
        FirstWager.STANDS_OFF: "stands off: returned unless the war is lost",
        FirstWager.MATCHED: "stays; the dealer posts a unit too: three units in action",
    }
    yield _odds_rule("the first wager", first[war.first_wager], cites.war_first)
    burned = counted(war.burn_count, "card")
    burns = {
        BurnPattern.EVERY_CARD: f"{burned} before every war card, the dealer's too",
        BurnPattern.ONCE: f"{burned} once, before the first war card",
        BurnPattern.NONE: "none",
    }
    yield _odds_rule("burn cards", burns[war.burn_pattern], cites.war_burn)
    if war.deals_max > 1:
        again = f"dealt again for the same stakes, {war.deals_max} war deals at most"
        yield _odds_rule("a tied war", again, cites.war_again)


def paytable_rules(house: House) -> Iterator[Wording]:
    """What every result of every wager pays, and the posted edges."""
    cites, posted = house.cites, house.posted
    yield _odds_rule("higher card", str(house.deal.first_odds), cites.first_paid)
    yield _odds_rule("lower card", "loses", cites.first_lost)
    if house.surrender.mode is not Surrender.NOT_OFFERED:
        lost = f"{_part(house.surrender.lost)} of the wager is lost"
        yield _odds_rule("surrender", lost, cites.surrender)
    if house.war_possible:
        won = _war_pays(house, house.war.won_odds, house.war_net_won)
        yield _odds_rule("war won", won, cites.war_won)
        tied = _war_pays(house, house.war.tied_odds, house.war_net_tied)
        yield _odds_rule("war tied", tied, cites.war_tied)
        yield _odds_rule("war lost", "both wagers lost (net -2)", cites.war_lost)
    yield from _tie_rules(house)
    for bet in house.side_bets:
        yield _odds_rule(bet.title, "; ".join(map(side_row_words, bet.rows)), cites.side_paid)
    if posted.first_percent:
        yield Wording("posted edge", f"{posted.first_percent} %", cites.decks)
    if posted.tie_percent:
        yield Wording("posted edge, Tie", f"{posted.tie_percent} %", cites.decks)


def _part(lost: Fraction) -> str:
    return "half" if lost == Fraction(1, 2) else "all" if lost == 1 else str(lost)


def _war_pays(house: House, odds: Odds, net: Fraction) -> str:
    both = house.war.paid_on is PaidOn.BOTH_WAGERS
    paid_on = "both wagers" if both else f"the {house.wagers.war_name} wager"
    return f"{odds} on {paid_on} (net {signed(net)})"


def _tie_rules(house: House) -> Iterator[Wording]:
    tie, cites = house.tie, house.cites
    if not tie.offered:
        yield _odds_rule("Tie", "not offered", cites.tie_wager)
    elif not tie.climbs:
        yield _odds_rule("Tie", str(tie.ladder[0]), cites.tie_paid)
    else:
        rungs = ", ".join(f"{odds} for {at}" for at, odds in enumerate(tie.ladder, 1))
        more = " or more" if len(tie.ladder) < house.ties_max else ""
        yield _odds_rule("Tie", f"{rungs}{more} ties in a row", cites.tie_paid)
        given_up = "counts one tie: the hand is over"
        if house.surrender.mode is Surrender.OFFERED:
            yield _odds_rule("Tie, on surrender", given_up, cites.tie_alone)
    if house.wagers.tie_alone:
        waits = tie.climbs or any(bet.climbs for bet in house.side_bets)
        alone = "stays for the war deals without a war wager" if waits else "settled on a tie"
        yield _odds_rule("Tie alone", alone, cites.tie_alone)
    if tie.war_deal is not WarTie.NOT_OFFERED:
        equal = ", must equal the first" if tie.war_deal is WarTie.EQUAL_TO_FIRST else ""
        says = f"{tie.war_deal_odds}{equal}"
        yield _odds_rule("Tie on the war deal", says, cites.war_tie_paid)


def limit_rules(house: House) -> Iterator[Wording]:
    """Posted limits, the wager step and the regulator's limit."""
    limits, cites = house.limits, house.cites

    def span(wager: WagerLimits) -> str:
        low = show_cents(wager.min_cents, limits.symbol)
        return f"{low} to {show_cents(wager.max_cents, limits.symbol)}"

    first = f"{span(limits.first)} {limits.currency}"
    yield _odds_rule(house.wagers.first_name, first, cites.limit_amounts)
    if house.tie.offered:
        yield Wording("Tie", span(limits.tie), cites.limit_amounts)
    if house.side_bets:
        yield Wording("side bets", span(limits.side), cites.limit_amounts)
    step = show_cents(limits.step_cents, limits.symbol)
    yield Wording("wager step", f"{step}, so that a half can be paid", cites.half)
    if limits.authorised is not None:
        most = show_cents(limits.authorised.max_cents, limits.symbol)
        source = f"{limits.authorised.source}, {limits.authorised.as_of}"
        yield Wording("authorised", f"{most} for a single wager ({source})", cites.limit_amounts)


def policy_rules(house: House) -> Iterator[Wording]:
    """What the house decides for itself."""
    policy, cites = house.policies, house.cites
    answer = f"{policy.no_answer} after {policy.decision_seconds} seconds"
    yield _odds_rule("no answer", answer, cites.no_answer)
    rebuy = "chips may be bought" if policy.war_rebuy else "no chips are sold"
    yield Wording("during a decision", f"{rebuy}; no short war", cites.short_war)
    yield Wording("seats per player", str(policy.seats_per_player), cites.seats)
    void = "one is not used; more than one void the round"
    yield Wording("face-up cards", void, cites.face_up)
    yield Wording("counted", f"within one {policy.face_up_scope}", cites.face_up_scope)
    yield Wording("void hands", "every wager goes back in full", cites.void)
    day = f"starts at {policy.gaming_day_hour:02}:00"
    yield Wording("gaming day", day, cites.gaming_day)
    rack = f"the dealer's hand is placed {policy.dealer_hand_in_rack}"
    yield Wording("discard rack", rack, "policy")
    least = f"at least {house.most_cards()} cards stay behind the cutting card"
    yield Wording("running out", least, cites.running_out)
