"""Which stories a house must have, from its data alone: name of the file → how it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from casinowar.houses import House
from casinowar.houses.house import Shuffling, Surrender, WagerForm, WarTie

from . import irregular, rounds, sealed, tables

FOLDER = Path(__file__).parent
Story = Callable[[House], str]


def stories(house: House) -> dict[str, Story]:
    """Every playthrough that this house needs."""
    return dict(_stories(house))


def golden(house: House, name: str) -> Path:
    """The file of a playthrough."""
    return FOLDER / house.name / f"{name}.txt"


def _stories(house: House) -> Iterator[tuple[str, Story]]:
    yield "opening", tables.opening
    yield "bets", rounds.bets
    yield "win", rounds.win
    yield "lose", rounds.lose
    if house.surrender.mode is Surrender.OFFERED:
        yield "surrender", rounds.surrender
    if house.war_possible:
        yield "no-answer", rounds.no_answer
        yield from _wars(house)
    else:
        yield "surrender", rounds.forced_surrender
    if house.wagers.tie_alone:
        yield "tie-alone-wins", rounds.tie_alone_wins
        yield "tie-alone-loses", rounds.tie_alone_loses
        if house.tie.climbs:
            yield "tie-alone-climbs", rounds.tie_alone_climbs
            if house.deal.seats > 1:
                yield "tie-alone-beside-a-war", rounds.tie_alone_beside_a_war
    for bet in house.side_bets:
        yield f"side-{bet.name}-wins", partial(rounds.side_bet, name=bet.name, wins=True)
        yield f"side-{bet.name}-loses", partial(rounds.side_bet, name=bet.name, wins=False)
    if WagerForm.COUPON in house.wagers.forms:
        yield "coupon-win", rounds.coupon_win
        yield "coupon-lose", rounds.coupon_lose
        if house.surrender.mode is Surrender.OFFERED:
            yield "coupon-surrender", rounds.coupon_surrender
        if house.war_possible:
            yield "coupon-war", rounds.coupon_war
    yield from _irregularities(house)
    yield from _tables(house)


def _wars(house: House) -> Iterator[tuple[str, Story]]:
    yield "war-won", rounds.war_won
    yield "war-tied", rounds.war_tied
    yield "war-lost", rounds.war_lost
    if house.war.deals_max > 1:
        yield "war-dealt-again", rounds.war_dealt_again
    if house.deal.seats > 1:
        yield "several-wars", rounds.several_wars
    if house.deal.seats > 2:  # one hand paid, one collected, one at war
        yield "void-after-settled-hands", irregular.void_after_settled_hands
    if house.policies.war_rebuy:
        yield "chips-for-the-war", rounds.chips_for_the_war
    if house.tie.war_deal is not WarTie.NOT_OFFERED:
        yield "tie-on-the-war-deal-wins", rounds.war_tie_wins
        yield "tie-on-the-war-deal-loses", rounds.war_tie_loses
        yield "tie-on-the-war-deal-offered", rounds.war_tie_placed
        yield "tie-on-the-war-deal-declined", rounds.war_tie_declined
        yield "tie-on-the-war-deal-by-clock", rounds.war_tie_by_clock


def _irregularities(house: House) -> Iterator[tuple[str, Story]]:
    yield "j1-one-face-up", irregular.one_face_up
    yield "j1-two-face-up", irregular.two_face_up
    yield "j2-drawn-in-error", irregular.drawn_in_error
    yield "j3-missed-seat", irregular.missed_seat
    yield "round-voided", irregular.round_voided
    yield "void-before-the-deal", irregular.void_before_the_deal
    if any(way is not Shuffling.HAND for way in house.cards.shuffling):
        yield "j4-shuffler-fault", irregular.shuffler_fault


def _tables(house: House) -> Iterator[tuple[str, Story]]:
    yield "new-dealer", irregular.new_dealer
    yield "fill", tables.fill
    yield "idle", tables.idle
    yield "idle-newcomer", tables.idle_newcomer
    yield "pause", tables.pause
    yield "gaming-day", tables.gaming_day
    if Shuffling.BATCHES in house.cards.shuffling:
        yield "idle-with-batches", tables.idle_with_batches
        yield "two-batches", tables.two_batches
        yield "stored-batch", irregular.stored_batch
    yield "whole-shoe", tables.whole_shoe
    yield "sealed-shoe", sealed.sealed_shoe
