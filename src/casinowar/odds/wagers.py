"""The net of each wager of a house in each story, in units of that wager."""

from __future__ import annotations

from fractions import Fraction

from casinowar.houses import House
from casinowar.houses.house import SideBet, SideRow
from casinowar.money import Odds
from casinowar.odds.stories import Story
from casinowar.outcomes import WARS, Outcome

LOST = Fraction(-1)


def first_net(house: House, story: Story) -> Fraction:
    """The net of the first wager, including the war wager."""
    match story.outcome:
        case Outcome.WIN:
            return house.deal.first_odds.ratio
        case Outcome.LOSE:
            return LOST
        case Outcome.SURRENDER:
            return -house.surrender.lost
        case Outcome.WAR_WON:
            return house.war_net_won
        case Outcome.WAR_TIED:
            return house.war_net_tied
        case Outcome.WAR_LOST:
            return 2 * LOST
        case Outcome.VOID | Outcome.NONE:  # no story: the cards always decide a first wager
            raise AssertionError(story)


def first_wagered(story: Story) -> int:
    """Units bet on the first wager and the war; a war dealt again needs no new stakes."""
    return 2 if story.outcome in WARS else 1


def tie_rung(house: House, ties: int) -> Odds | None:
    """The odds that the Tie wager pays for ``ties`` ties in a row; None for no tie."""
    ladder = house.tie.ladder
    return ladder[min(ties, len(ladder)) - 1] if ties else None


def tie_net(house: House, story: Story) -> Fraction:
    """The net of the Tie wager; a ladder pays by ties in a row, up to its last rung."""
    rung = tie_rung(house, story.ties)
    return LOST if rung is None else rung.ratio


def war_tie_net(house: House, story: Story) -> Fraction:
    """The net of the Tie wager on the war deal, decided by the first war cards."""
    return house.tie.war_deal_odds.ratio if story.ties > 1 else LOST


def side_row(bet: SideBet, story: Story) -> SideRow | None:
    """The line of a side bet's paytable that pays in a story, or None; suits must be known."""
    if story.rank is None:
        return None
    return bet.row_for(story.rank, suited=bool(story.suited), ties=story.ties)


def side_net(bet: SideBet, story: Story) -> Fraction:
    """The net of a side bet: the first matching line pays; without a match the bet loses."""
    row = side_row(bet, story)
    return LOST if row is None else row.odds.ratio


def needs_suits(bet: SideBet) -> bool:
    """Whether the odds of a side bet depend on suits."""
    return any(row.suited for row in bet.rows)
