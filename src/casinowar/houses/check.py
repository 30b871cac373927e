"""Contradictions in a house file, which no table could play.

Each check raises an InputError with the field and the clause or policy it breaks. Checks that
need the exact odds (a return below 75 %, a wrong posted edge) are in ``casinowar.odds``; a house
that fails those can still be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from casinowar.cards import CARDS_PER_DECK
from casinowar.errors import InputError
from casinowar.houses.house import (
    BurnPattern,
    FirstWager,
    House,
    NoAnswer,
    PaidOn,
    Reshuffle,
    Shuffling,
    Surrender,
    WagerForm,
    WarTie,
)
from casinowar.money import show_cents


def check_house(house: House) -> None:
    """Raise the first contradiction in ``house``."""
    for fault in house_faults(house):
        raise fault


def house_faults(house: House) -> Iterator[InputError]:
    """Every contradiction in ``house``, in the order of its file."""
    yield from _cards(house)
    yield from _wagers(house)
    yield from _war(house)
    yield from _limits(house)
    yield from _halves(house)


def _cards(house: House) -> Iterator[InputError]:
    cards, cites = house.cards, house.cites
    if cards.decks not in cards.decks_allowed:
        yield InputError(
            "cards.decks",
            f"{cards.decks} is not in decks_allowed {cards.decks_allowed}",
            cites.decks,
        )
    if cards.cutting_card_from_back < cards.cutting_card_from_back_min:
        yield InputError(
            "cards.cutting_card_from_back",
            f"{cards.cutting_card_from_back} is nearer to the back than the minimum of"
            f" {cards.cutting_card_from_back_min}",
            cites.cutting_card,
        )
    if Shuffling.CONTINUOUS in cards.shuffling and cards.reshuffle is not Reshuffle.EVERY_ROUND:
        yield InputError(
            "cards.reshuffle",
            "must be every_round with a continuous shuffler",
            cites.reshuffle,
        )
    if Shuffling.BATCHES in cards.shuffling and cards.batch_decks_min % 2:
        yield InputError(
            "cards.batch_decks_min", "two equal batches need an even number of decks", cites.batches
        )
    need, counts = house.most_cards(), set(cards.decks_allowed)
    if Shuffling.BATCHES in cards.shuffling:
        counts.add(cards.batch_decks_min // 2)  # the smallest batch
    for decks in sorted(counts):
        if cards.reshuffle is Reshuffle.EVERY_ROUND:
            have, what = (
                decks * CARDS_PER_DECK - cards.opening_burn - cards.new_dealer_burn,
                "in the shoe",
            )
        else:
            have, what = house.cards_behind(decks), "behind the cutting card"
        front = decks * CARDS_PER_DECK - have
        if cards.reshuffle is Reshuffle.CUTTING_CARD and front <= cards.opening_burn:
            yield InputError(
                "cards.cutting_card_from_back",
                f"leaves no card of {decks} decks to deal in front of the cutting card",
                cites.cutting_card,
            )
        if have < need:
            yield InputError(
                "cards.cutting_card_from_back",
                f"too deep: {decks} decks leave {have} cards {what},"
                f" and {house.deal.seats} seats at war can need {need}",
                cites.running_out,
            )
    for decks in sorted(counts):
        if decks * CARDS_PER_DECK <= 2 * cards.cut_min_cards:
            yield InputError(
                "cards.cut_min_cards", f"no cut of {decks} decks is that deep", cites.cut_depth
            )


def _wagers(house: House) -> Iterator[InputError]:
    if WagerForm.CHIPS not in house.wagers.forms:
        yield InputError(
            "wagers.forms", "a table without chips cannot pay", house.cites.wager_forms
        )
    if house.wagers.tie_alone and not house.tie.offered:
        reason = "Tie cannot be bet alone if Tie is not offered"
        yield InputError("wagers.tie_alone", reason, house.cites.tie_wager)
    if house.tie.war_deal is not WarTie.NOT_OFFERED and not house.war_possible:
        reason = "there is no war deal if surrender is forced"
        yield InputError("tie.war_deal", reason, house.cites.war_tie_wager)
    if house.tie.war_deal is not WarTie.NOT_OFFERED and not house.tie.offered:
        reason = "Tie on the war deal needs the Tie wager"
        yield InputError("tie.war_deal", reason, house.cites.war_tie_wager)
    if len(house.tie.ladder) > house.ties_max:
        most = "one tie" if house.ties_max == 1 else f"{house.ties_max} ties"
        yield InputError(
            "tie.ladder",
            f"has {len(house.tie.ladder)} rungs, and no hand can have more than {most} in a row",
            house.cites.tie_paid,
        )
    names = [bet.name for bet in house.side_bets]
    for index, bet in enumerate(house.side_bets):
        if names.index(bet.name) != index or bet.name in {"initial", "tie", "war", "war_tie"}:
            where, reason = f"side_bets[{index}].name", f"{bet.name!r} is taken"
            yield InputError(where, reason, house.cites.side_wager)
        for row, line in enumerate(bet.rows):
            if line.ties > house.ties_max:
                yield InputError(
                    f"side_bets[{index}].rows[{row}].ties",
                    f"{line.ties} ties in a row cannot happen",
                    house.cites.side_paid,
                )


def _war(house: House) -> Iterator[InputError]:
    war = house.war
    if (war.burn_pattern is BurnPattern.NONE) != (war.burn_count == 0):
        yield InputError(
            "war.burn_count",
            f"{war.burn_count} contradicts the burn pattern {war.burn_pattern}",
            house.cites.war_burn,
        )
    if war.first_wager is FirstWager.COLLECTED and war.paid_on is PaidOn.BOTH_WAGERS:
        yield InputError(
            "war.paid_on",
            "a war cannot be paid on a first wager that was collected",
            house.cites.war_won,
        )
    if house.war_net_tied < house.war_net_won:
        yield InputError(
            "war.tied_odds",
            "a tied war must not pay less than a war that is won",
            house.cites.war_tied,
        )
    if house.policies.no_answer is NoAnswer.SURRENDER and (
        house.surrender.mode is Surrender.NOT_OFFERED
    ):
        yield InputError(
            "policies.no_answer", "cannot be surrender if surrender is not offered", "policy 3"
        )
    if house.policies.no_answer is NoAnswer.WAR and not house.war_possible:
        yield InputError("policies.no_answer", "cannot be war if there is no war", "policy 3")


def _limits(house: House) -> Iterator[InputError]:
    limits, cites = house.limits, house.cites
    offered = [("first", limits.first)]
    offered += [("tie", limits.tie)] * house.tie.offered
    offered += [("side", limits.side)] * bool(house.side_bets)
    for name, wager in offered:
        if wager.min_cents > wager.max_cents:
            most = show_cents(wager.max_cents)
            yield InputError(f"limits.{name}.min", f"is above the maximum, {most}", cites.limits)
        if limits.authorised is not None and wager.max_cents > limits.authorised.max_cents:
            yield InputError(
                f"limits.{name}.max",
                f"is above the authorised limit, {show_cents(limits.authorised.max_cents)}",
                cites.limits,
            )
        for bound, cents in (("min", wager.min_cents), ("max", wager.max_cents)):
            if cents % limits.step_cents:
                yield InputError(
                    f"limits.{name}.{bound}",
                    f"is not a multiple of the wager step, {show_cents(limits.step_cents)}",
                    cites.limits,
                )


def _halves(house: House) -> Iterator[InputError]:
    step, chip = house.limits.step_cents, house.limits.smallest_chip_cents
    if step % chip:
        yield InputError(
            "limits.step", f"{step} is not a multiple of the smallest chip {chip}", house.cites.half
        )
    units = step // chip
    if units % house.first_step:
        yield InputError(
            "limits.step",
            f"half of {step} cannot be paid with chips of {chip};"
            f" the step must be a multiple of {house.first_step * chip}",
            house.cites.half,
        )
    stakes = [odds.stake for odds in (*house.tie.ladder, house.tie.war_deal_odds)]
    stakes += [row.odds.stake for bet in house.side_bets for row in bet.rows]
    if units % lcm(*stakes):
        yield InputError(
            "tie.odds",
            f"a wager of {step} cannot be paid with chips of {chip}",
            house.cites.tie_paid,
        )
