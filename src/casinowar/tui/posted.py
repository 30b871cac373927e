"""Information posted at the table: decks, limits, the paytable, the rule sheet, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from textual.content import Content

from casinowar.houses import House, is_policy
from casinowar.houses.house import WagerLimits
from casinowar.houses.sheet import Rule, rule_sheet
from casinowar.money import Odds, short_cents, show_cents
from casinowar.table import Event, Table
from casinowar.table import events as e
from casinowar.table.state import Wager

FREE_PLAY = "FREE PLAY"
_SHEET_EDGES = 6  # columns of a sheet without its text: frame, blanks, scroll bar
_SHEET_TEXT_MIN, _SHEET_TEXT_MAX = 24, 90
_STYLES: dict[type[Event], str] = {
    e.WagerPaid: "$good",
    e.WagerCollected: "$bad",
    e.CouponTaken: "$bad",
    e.MovementReversed: "$accent",
    e.ChoiceOffered: "bold $accent",
    e.WarTieOffered: "bold $accent",
    e.RoundCompleted: "bold",
}


def top_line(house: House, chips_cents: int, width: int) -> Content:
    """Title and chips. On a narrow screen the title is shortened, never the chips."""
    chips = show_cents(chips_cents, house.limits.symbol)
    amount = Content.assemble("chips ", (chips, "bold $key"))
    free = Content.assemble((FREE_PLAY, "$quiet"), "  ", amount)
    right = free if free.cell_length <= width else amount
    for title in (f"♠ Casino War · {house.title}", f"♠ {house.title}", f"♠ {house.name}", ""):
        if len(title) + 2 + right.cell_length <= width:
            return spread(Content.styled(title, "bold"), right, width)
    return right


def spread(left: Content, right: Content, width: int) -> Content:
    """Two texts at the two ends of a line."""
    room = width - right.cell_length - 1
    left = left.truncate(max(room, 0), ellipsis=True)
    return Content.assemble(left, " " * max(width - left.cell_length - right.cell_length, 0), right)


def posted_line(table: Table) -> str:
    """Decks, limits and odds in one line."""
    house = table.house
    limits, symbol = house.limits, house.limits.symbol
    decks = table.decks or house.cards.decks

    def between(low: int, high: int) -> str:
        return f"{short_cents(low, symbol)}–{short_cents(high, symbol)}"

    said = [f"{decks} deck{'s' if decks > 1 else ''}"]
    first = between(limits.first.min_cents, limits.first.max_cents)
    said.append(f"{wager_name(house, Wager.INITIAL)} {first} {house.deal.first_odds}")
    if house.tie.offered:
        tie = between(limits.tie.min_cents, limits.tie.max_cents)
        said.append(f"Tie {tie} {'/'.join(str(odds) for odds in house.tie.ladder)}")
    if house.war_possible:
        said.append(f"War net {_net(house.war_net_won)}, tied {_net(house.war_net_tied)}")
    return " · ".join(said)


@dataclass(frozen=True, slots=True)
class BettingArea:
    """A betting area of the layout: the wager, its name, and the posted limits and odds."""

    wager: str
    label: str
    note: str


def betting_areas(house: House) -> list[BettingArea]:
    """The areas for wagers before the deal, the first wager first."""
    limits = house.limits

    def area(wager: str, posted: WagerLimits, odds: Iterable[Odds]) -> BettingArea:
        low, high = (short_cents(c, limits.symbol) for c in (posted.min_cents, posted.max_cents))
        note = f"{low} to {high}, pays {'/'.join(map(str, odds))}"
        return BettingArea(wager, wager_name(house, wager), note)

    areas = [area(Wager.INITIAL, limits.first, (house.deal.first_odds,))]
    if house.tie.offered:
        areas.append(area(Wager.TIE, limits.tie, house.tie.ladder))
    sides = (area(bet.name, limits.side, (r.odds for r in bet.rows)) for bet in house.side_bets)
    return [*areas, *sides]


def _net(units: Fraction) -> str:
    """The net result of a war in first wagers, which can be compared between houses."""
    return f"+{units}" if units > 0 else str(units)


def wager_name(house: House, wager: str) -> str:
    """The name of a betting area."""
    for bet in house.side_bets:
        if bet.name == wager:
            return bet.title
    first = house.wagers.first_name
    names = {
        Wager.INITIAL: first[:1].upper() + first[1:],
        Wager.TIE: "Tie",
        Wager.WAR: "War",
        Wager.WAR_TIE: "War Tie",
    }
    return names[Wager(wager)]


def event_content(event: Event, house: House) -> Content:
    """An event for the record pane: the sentence, and its clause in a quiet colour."""
    style = _STYLES.get(type(event), "")
    return Content.assemble((event.text(house), style), " ", (event.cites, "$quiet"))


def sheet_room(width: int) -> int:
    """The columns for the text of a sheet on a screen of this width."""
    return max(min(width * 9 // 10 - _SHEET_EDGES, _SHEET_TEXT_MAX), _SHEET_TEXT_MIN)


def hanging(text: Content, width: int, indent: int = 2) -> Content:
    """A text wrapped to a width, with a hanging indent."""
    first, *rest = text.wrap(width - indent)
    return Content("\n").join([first, *(Content(" " * indent) + line for line in rest)])


def rule_lines(house: House, sections: tuple[str, ...] = ()) -> Iterator[Content]:
    """The rule sheet, or some sections of it; house policy is marked with a dot."""
    section = ""
    for rule in rule_sheet(house):
        if sections and rule.section not in sections:
            continue
        if rule.section != section:
            if section:
                yield Content("")
            section = rule.section
            yield Content.styled(section, "bold $accent")
        yield _rule_line(rule)


def _rule_line(rule: Rule) -> Content:
    mark = "· " if is_policy(rule.cites) else ""
    return Content.assemble(
        (f"{rule.point}: ", "$quiet"), rule.says, (f"  {mark}{rule.cites}", "$quiet")
    )


def rules_sheet(house: House) -> Content:
    """All rules of a house."""
    lines = [Content.styled(house.title, "bold"), Content(house.document), Content("")]
    lines += rule_lines(house)
    lines += [
        Content(""),
        Content.styled("· house policy: the document leaves this point open", "$quiet"),
    ]
    lines += [Content.styled(notice, "bold") for notice in house.notices]
    return Content("\n").join(lines)


def paytable_sheet(house: House, decks: int | None = None) -> Content:
    """The full paytable, decks and limits; ``decks`` is that of the table, if there is one."""
    count = str(decks or house.cards.decks)
    lines = [
        Content.assemble(("decks in the shoe: ", "$quiet"), count),
        Content(""),
        *rule_lines(house, ("Pays", "Limits")),
    ]
    return Content("\n").join(lines)


_GAME = (
    "You and the dealer get one card each. The higher rank wins; suits do not matter."
    " If you tie, a Tie wager is paid, and you choose: surrender part of your wager, or go to war."
    " For a war you put down a second wager as large as the first, cards are burned, and one more"
    " card each decides. The line above the table shows what a war wins or costs in total, in units"
    " of the first wager."
)
_RECORD = (
    "Every line of the record names its clause or house policy. “policy, as WI d2” means that the"
    " house's own document is silent, so the house follows Wisconsin's clause d2."
)
_NEIGHBOURS = "A sign next to a neighbour's cards shows how the round ended: + won, − lost, = even."
_KEYS = (
    ("↑ ↓  ← →", "choose a wager; bet less or more"),
    ("0–9 .", "type an amount"),
    ("D  M", "double the wager; bet the maximum"),
    ("F1 … F5", "add a chip of $1, $5, $25, $100 or $500"),
    ("Enter", "bet and deal; when the cut is offered, let the dealer cut"),
    ("W  S", "after a tie: go to war, or surrender"),
    ("N", "no Tie wager on the war deal"),
    ("B", "buy chips, even during a tie"),
    ("P  R", "paytable and limits; all rules"),
    ("L", "the whole record"),
    ("V", "speed: usual, quick, slow"),
    ("T", "light or dark"),
    ("Q  Ctrl-C", "leave; if a tie is open, you are asked first"),
    ("any key", "during a deal: show the rest at once"),
)


def help_sheet(width: int) -> Content:
    """How to play, and how to read the table, on a screen of this width."""
    room = sheet_room(width)
    lines = [
        Content(_GAME),
        Content(""),
        *(
            hanging(Content.assemble((f"{keys:<12}", "bold $accent"), said), room, 12)
            for keys, said in _KEYS
        ),
        Content(""),
        Content(_RECORD),
        Content(_NEIGHBOURS),
        Content("Free play: all money is play money, at the odds of the real table."),
    ]
    return Content("\n").join(lines)
