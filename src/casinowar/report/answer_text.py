"""The odds as text that fits 80 columns. Lines that are not indented are headings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from casinowar.cards import CARDS_PER_DECK, Rank
from casinowar.houses.words import counted, signed
from casinowar.odds.beside import beside_first
from casinowar.odds.favour import Favour, thresholds
from casinowar.odds.removal import Removal
from casinowar.odds.values import Choice, FirstOdds, HouseOdds, WagerOdds
from casinowar.outcomes import Outcome
from casinowar.report.figures import OUTCOME_WORDS, percent, root_rounded
from casinowar.report.tables import WIDTH_MAX, table


def odds_text(odds: HouseOdds) -> list[str]:
    """The odds of every wager of a house for one shoe, as lines."""
    return [
        *_title(odds),
        "",
        *_first(odds.initial, _best_for(odds)),
        "",
        *_wagers(odds),
        *_beside(odds),
        "",
        *_favour(odds),
    ]


def _best_for(odds: HouseOdds) -> str:
    """The wagers for which the decision is best; empty for the first wager alone."""
    titles = {wager.name: wager.title for wager in odds.wagers}
    others = [f"{units} on {titles.get(name, name)}" for name, units in odds.bets[1:] if units]
    return f", with {' and '.join(others)} beside it" if others else ""


def _beside(odds: HouseOdds) -> Iterator[str]:
    """Wagers for which another decision is better, if they are as large as the first wager."""
    for both in beside_first(odds):
        way = "by its rank" if both.first.depends_on_rank else both.first.best_decision
        yield ""
        title = both.wager.title[:24]
        yield f"With as much on {title} as on the first wager, the best decision is {way}"
        rows = [
            (wager.title[:24], percent(wager.house_edge), str(wager.house_edge))
            for wager in (both.first, both.wager)
        ]
        yield from table(("then", "house edge", "exact"), rows)


def _title(odds: HouseOdds) -> Iterator[str]:
    if odds.decks is not None:
        what = f"fresh shoe of {counted(odds.decks, 'deck')}"
    else:
        what = f"{odds.shoe.cards:,} cards left"
    yield f"{odds.house.title} ({odds.house.name})"[:WIDTH_MAX]
    yield f"  {what}"
    if odds.decks is None:
        left = [f"{rank.letter}:{count}" for rank, count in odds.shoe.counts.items()]
        yield "  " + " ".join(left[:7])
        yield "  " + " ".join(left[7:])


def _first(first: FirstOdds, best_for: str) -> Iterator[str]:
    yield f"First wager ({first.title[:24]}), {_decision_words(first, best_for)}"[:WIDTH_MAX]
    rows = [
        (
            OUTCOME_WORDS[Outcome(line.name)],
            signed(line.net),
            percent(line.chance),
            str(line.chance),
        )
        for line in first.lines
    ]
    yield from table(("outcome", "net", "chance", "exact"), rows)
    yield ""
    figures = [
        ("house edge", percent(first.house_edge), str(first.house_edge)),
        ("element of risk", percent(first.element_of_risk), str(first.element_of_risk)),
        ("standard deviation", f"{root_rounded(first.variance):.5f}  ", ""),
    ]
    if first.if_surrender and first.if_war:
        edge = first.if_surrender.house_edge
        figures.append(("edge, always surrender", percent(edge), str(edge)))
        if first.depends_on_rank:
            edge = first.if_war.house_edge
            figures.append(("edge, always war", percent(edge), str(edge)))
    yield from table(("figure", "value", "exact"), figures)
    yield from _tie_worth(first)


def _decision_words(first: FirstOdds, best_for: str) -> str:
    if first.choice is None:
        return "no tie is possible"
    best = "by its rank" if first.depends_on_rank else first.best_decision
    return f"best decision on a tie{best_for}: {best}"


def _tie_worth(first: FirstOdds) -> Iterator[str]:
    """The value of each decision, by rank if it matters: the proof of the best one."""
    choice = first.choice
    if choice is None or choice.war is None or choice.surrender is None:
        return
    worth = [("go to war", choice.war), ("surrender", choice.surrender)]
    if first.depends_on_rank:
        yield ""
        yield from table(
            ("a tie of", "comes", "war", "surrender", "best", "war, exact"),
            [_rank_row(rank, one) for rank, one in first.by_rank.items()],
        )
        total = sum((one.tie * one.value for one in first.by_rank.values()), Fraction(0))
        worth.append(("best by its rank", total / choice.tie))
    yield ""
    rows = [(words, f"{float(value):.6f}", str(value)) for words, value in worth]
    yield from table(("a tie is worth", "units", "exact"), rows)


def _rank_row(rank: Rank, choice: Choice) -> tuple[str, str, str, str, str, str]:
    assert choice.war is not None
    assert choice.surrender is not None
    return (
        rank.letter,
        percent(choice.tie),
        f"{float(choice.war):.6f}",
        f"{float(choice.surrender):.6f}",
        choice.best,
        str(choice.war),
    )


def _wagers(odds: HouseOdds) -> Iterator[str]:
    yield "Every wager, per unit of it"
    rows = [_wager_row(wager) for wager in odds.wagers]
    if odds.tie_alone is not None:
        rows.append(_wager_row(odds.tie_alone))
    rows += [(side.bet.title[:24], "?", "", "", "") for side in odds.side_bets if not side.odds]
    yield from table(("wager", "house edge", "return", "wins", "deviation"), rows)
    for side in odds.side_bets:
        if side.odds is None:
            yield f"  {side.bet.title[:24]}:"
            yield f"    {side.reason}"
    for wager in odds.wagers[1:]:
        yield ""
        lines = [
            (line.name, signed(line.net), percent(line.chance), str(line.chance))
            for line in wager.lines
        ]
        yield from table((wager.title[:24], "net", "chance", "exact"), lines)


def _wager_row(wager: WagerOdds) -> tuple[str, str, str, str, str]:
    return (
        wager.title[:24],
        percent(wager.house_edge),
        percent(wager.player_return, 2),
        percent(wager.probability, 2),
        f"{root_rounded(wager.variance):.5f}",
    )


def _favour(odds: HouseOdds) -> Iterator[str]:
    yield "When the odds favour the player"
    good = [wager.title for wager in odds.wagers if wager.house_edge < 0]
    yield f"  now: {', '.join(good) if good else 'none'}"
    titles = {wager.name: wager.title for wager in odds.wagers}
    for limit in thresholds(odds.house):
        title = titles.get(limit.wager, limit.wager)[:24]
        yield f"  {title}: where {limit.quantity} > {limit.above} = {percent(limit.above, 2)}"


def removal_text(effects: Sequence[Removal]) -> list[str]:
    """Effects of removal as lines, in percent of each wager."""
    lines = ["", "Effects of removal: change of the player's expectation per card removed"]
    names = [effect.title[:16] for effect in effects]
    if all(effect.equal and len(effect.effects) == len(Rank) for effect in effects):
        alike = ("any", *(_effect(effect.effects[Rank.ACE]) for effect in effects))
        return lines + table(("rank", *names), [alike])
    rows = [
        (rank.letter, *(_effect(effect.effects.get(rank)) for effect in effects))
        for rank in Rank
        if any(rank in effect.effects for effect in effects)
    ]
    return lines + table(("rank", *names), rows)


def _effect(value: Fraction | None) -> str:
    return "" if value is None else f"{float(100 * value):+.6f} %" if value else "0"


def favours_text(found: Sequence[Favour], titles: Mapping[str, str]) -> list[str]:
    """How often each wager favours a player with perfect knowledge, as lines."""
    left, cards = found[0].cards_left, CARDS_PER_DECK * found[0].decks
    rows = [
        (
            titles[favour.wager][:24],
            f"{float(100 * favour.chance):.6g} %",
            f"{float(100 * favour.gain):+.6g} %" if favour.gain else "0",
        )
        for favour in found
    ]
    head = ("wager", "favours the player", "gain a round")
    return [
        "",
        f"With {left} of {cards:,} cards left and perfect knowledge",
        *table(head, rows),
        "  The gain assumes a bet of one unit only in that case.",
    ]
