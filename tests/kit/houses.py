"""Generated houses: a built-in one with any of its fields changed, as long as it can be played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from casinowar.cards import Rank
from casinowar.houses import House, house_names, load_house
from casinowar.houses.check import house_faults
from casinowar.houses.house import (
    BetsOpen,
    BurnPattern,
    CardRules,
    DealerHandInRack,
    DealRules,
    FaceUpScope,
    FirstWager,
    NoAnswer,
    Order,
    PaidOn,
    PayingStyle,
    Policies,
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
from casinowar.money import Odds

BUILT_IN: tuple[House, ...] = tuple(load_house(name) for name in house_names())
Value = TypeVar("Value")
Draw = st.DrawFn

_EVEN = Odds(1, 1)
_FIRST_ODDS = (_EVEN, _EVEN, Odds(6, 5), Odds(3, 2), Odds(2, 1))
_WAR_ODDS = (Odds(1, 2), _EVEN, Odds(3, 2), Odds(2, 1), Odds(3, 1))
_TIE_ODDS = (*(Odds(win, 1) for win in (8, 10, 11, 25, 50, 200)), Odds(21, 2))


def _pick(draw: Draw, *values: Value) -> Value:
    return draw(st.sampled_from(values))


@st.composite
def any_house(draw: Draw) -> House:
    """A house that can be played; every field of the schema that a table acts on is drawn."""
    base = draw(st.sampled_from(BUILT_IN))
    surrender = SurrenderRules(
        mode=_pick(draw, *Surrender), lost=_pick(draw, Fraction(1, 2), Fraction(1, 3))
    )
    forced = surrender.mode is Surrender.FORCED
    war = _war(draw)
    most_ties = 1 if forced else war.deals_max + 1
    wagers, tie = _wagers_and_tie(draw, most_ties)
    sides = tuple(_side_bet(draw, number, most_ties) for number in range(_pick(draw, 0, 0, 1, 2)))
    house = replace(
        base,
        cards=_cards(draw),
        wagers=wagers,
        deal=_deal(draw),
        surrender=surrender,
        war=war,
        tie=tie,
        side_bets=sides,
        policies=_policies(draw, surrender.mode),
    )
    house = _with_limits(draw, house)
    assume(not any(house_faults(house)))
    return house


def _cards(draw: Draw) -> CardRules:
    decks = _pick(draw, 1, 2, 6, 7, 8)
    device = _pick(draw, *Shuffling)
    continuous = device is Shuffling.CONTINUOUS
    every_round = continuous or _pick(draw, True, False, False)
    from_back = _pick(draw, *(Fraction(part) for part in ("1/4", "1/2", "3/4", "9/10")))
    return CardRules(
        decks=decks,
        decks_allowed=(decks,),
        shuffling=(device,),
        batch_decks_min=min(12, 2 * decks),
        reshuffle=Reshuffle.EVERY_ROUND if every_round else Reshuffle.CUTTING_CARD,
        cut_min_cards=_pick(draw, 1, 10, 20),
        cutting_card_from_back=from_back,
        cutting_card_from_back_min=_pick(draw, Fraction(1, 10), Fraction(1, 4)),
        opening_burn=_pick(draw, 0, 1, 3),
        new_dealer_burn=_pick(draw, 0, 1, 2),
        last_card_hidden=draw(st.booleans()),
    )


def _deal(draw: Draw) -> DealRules:
    return DealRules(
        seats=draw(st.integers(1, 9)),
        settlement_order=_pick(draw, *Order),
        war_settlement_order=_pick(draw, *Order),
        paying_style=_pick(draw, *PayingStyle),
        first_odds=_pick(draw, *_FIRST_ODDS),
    )


def _war(draw: Draw) -> WarRules:
    pattern = _pick(draw, *BurnPattern)
    first = _pick(draw, *FirstWager)
    collected = first is FirstWager.COLLECTED
    low, high = sorted((_pick(draw, *_WAR_ODDS), _pick(draw, *_WAR_ODDS)), key=lambda o: o.ratio)
    return WarRules(
        choice_name=_pick(draw, "go to war", "Go to War"),
        burn_pattern=pattern,
        burn_count=0 if pattern is BurnPattern.NONE else _pick(draw, 1, 2, 3),
        first_wager=first,
        paid_on=PaidOn.WAR_WAGER if collected else _pick(draw, *PaidOn),
        won_odds=low,
        tied_odds=high,
        deals_max=_pick(draw, 1, 1, 2, 3),
    )


def _wagers_and_tie(draw: Draw, most_ties: int) -> tuple[WagerRules, TieRules]:
    offered = _pick(draw, True, True, True, False)
    alone = offered and draw(st.booleans())
    rungs = draw(st.integers(1, most_ties))
    war_deal = _pick(draw, *WarTie) if offered and most_ties > 1 else WarTie.NOT_OFFERED
    extra = draw(st.sets(st.sampled_from((WagerForm.PLAQUES, WagerForm.COUPON))))
    wagers = WagerRules(
        first_name=_pick(draw, "initial", "Casino War"),
        war_name=_pick(draw, "war", "Go to War"),
        tie_alone=alone,
        bets_open=_pick(draw, *BetsOpen),
        forms=(WagerForm.CHIPS, *sorted(extra)),
    )
    tie = TieRules(
        offered=offered,
        ladder=tuple(_pick(draw, *_TIE_ODDS) for _ in range(rungs)),
        war_deal=war_deal,
        war_deal_odds=_pick(draw, *_TIE_ODDS),
    )
    return wagers, tie


def _side_bet(draw: Draw, number: int, most_ties: int) -> SideBet:
    rows = tuple(
        SideRow(
            ties=draw(st.integers(1, most_ties)),
            ranks=draw(st.none() | st.frozensets(st.sampled_from(Rank), min_size=1, max_size=4)),
            suited=draw(st.booleans()),
            odds=_pick(draw, *_TIE_ODDS),
        )
        for _ in range(_pick(draw, 1, 2))
    )
    return SideBet(name=f"side-{number}", title=f"Side bet {number}", rows=rows)


def _policies(draw: Draw, mode: Surrender) -> Policies:
    answers = {
        Surrender.OFFERED: tuple(NoAnswer),
        Surrender.NOT_OFFERED: (NoAnswer.WAR,),
        Surrender.FORCED: (NoAnswer.SURRENDER,),
    }
    return Policies(
        no_answer=_pick(draw, *answers[mode]),
        decision_seconds=_pick(draw, 1, 30, 3600),
        betting_seconds=_pick(draw, 15, 30),
        cut_seconds=_pick(draw, 10, 20),
        war_tie_seconds=_pick(draw, 10, 20),
        step_seconds=_pick(draw, 30, 60),
        war_rebuy=draw(st.booleans()),
        seats_per_player=_pick(draw, 1, 2),
        face_up_scope=_pick(draw, *FaceUpScope),
        gaming_day_hour=6,
        dealer_hand_in_rack=_pick(draw, *DealerHandInRack),
    )


def _with_limits(draw: Draw, house: House) -> House:
    """Limits under which every half and payment is whole in the smallest chip."""
    chip = _pick(draw, 1, 50)
    stakes = [odds.stake for odds in (*house.tie.ladder, house.tie.war_deal_odds)]
    stakes += [row.odds.stake for bet in house.side_bets for row in bet.rows]
    step = chip * lcm(house.first_step, *stakes)

    def posted(least: int, most: int) -> WagerLimits:
        return WagerLimits(min_cents=step * least, max_cents=step * most)

    limits = replace(
        house.limits,
        smallest_chip_cents=chip,
        step_cents=step,
        first=posted(1, 40),
        tie=posted(1, 10),
        side=posted(1, 5),
        authorised=None,
    )
    return replace(house, limits=limits)
