"""The table from the dealer's side: the dealer's cards, every seat, tray and rack.

All seats stand in one row from the dealer's left, so that seven of them fit into 60 columns.
"""

from __future__ import annotations

from textual.content import Content

from casinowar.money import short_cents
from casinowar.table import DEALER, Hand, Phase
from casinowar.table.play.irregular import stakes
from casinowar.table.shoe import Shoe
from casinowar.table.state import Action, Status, Table, Wager
from casinowar.training import Lesson, Mode
from casinowar.training.report import minutes_words, report_of
from casinowar.tui.faces import Block, back, beside, face, fan, place, short_card
from casinowar.tui.felt import Felt
from casinowar.tui.posted import spread

SEAT_WIDTH, SEAT_WIDTH_MIN = 8, 7  # columns; the narrow width only if all seats then fit
DRAWN_HEIGHT = 14  # below this a seat with a wager has no room for a drawn card
_LETTERS = {
    Wager.INITIAL: "",
    Wager.TIE: "T",
    Wager.SIDE: "S",
    Wager.WAR: "W",
    Wager.WAR_TIE: "WT",
}
_STATUS = {
    Status.ASKED: "asked",
    Status.SURRENDERING: "surr.",
    Status.AT_WAR: "WAR",
    Status.VOID: "void",
}


def school_top(lesson: Lesson, width: int) -> Content:
    """The lesson and its score; an exam shows only the remaining time."""
    report = report_of(lesson)
    if lesson.mode is Mode.EXAM:
        said = f"exam · {report.asked} answered · {minutes_words(lesson.seconds_left)} left"
    else:
        said = f"{lesson.mode} · {report.right} of {report.asked} right"
    right = Content.styled(said, "bold $key")
    house = lesson.table.state.house
    for title in (f"♠ {lesson.level.title} · {house.title}", f"♠ {lesson.level.title}", ""):
        if len(title) + 2 + right.cell_length <= width:
            return spread(Content.styled(title, "bold"), right, width)
    return right


def dealer_lines(lesson: Lesson, felt: Felt, width: int, height: int) -> list[Content]:
    """The whole table from the dealer's side; the turn is marked only in mode learn.

    Cards are drawn as long as nothing is cut off: first the dealer's are written, then all.
    """
    if height >= DRAWN_HEIGHT:
        for dealer_drawn in (True, False):
            lines = _lines(lesson, felt, width, dealer_drawn=dealer_drawn, drawn=True)
            if len(lines) <= height:
                return lines
    return _lines(lesson, felt, width, dealer_drawn=False, drawn=False)


def _lines(
    lesson: Lesson, felt: Felt, width: int, *, dealer_drawn: bool, drawn: bool
) -> list[Content]:
    shoe, turns = lesson.table.shoe, lesson.mode is Mode.LEARN
    lines = [_dealer_line(felt.table, width, turns=turns)]
    lines += _dealer_cards(felt, shoe) if dealer_drawn else [_written_dealer(felt)]
    lines.append(_tray_line(felt.table, width))
    seats = sorted(felt.table.seats)
    wide = _seat_width(len(seats), width)
    per_row = max((width + 1) // (wide + 1), 1)
    for start in range(0, len(seats), per_row):
        row = seats[start : start + per_row]
        lines += _seat_row(felt, row, wide, drawn=drawn, turns=turns)
    return lines


def _seat_width(seats: int, width: int) -> int:
    """Narrower seats if one row then holds all of them."""
    fits = (width + 1) // max(seats, 1) - 1
    return SEAT_WIDTH_MIN if fits == SEAT_WIDTH_MIN else SEAT_WIDTH


def _dealer_line(table: Table, width: int, *, turns: bool) -> Content:
    shoe = table.shoe
    if not shoe.size:  # the phase has the name of the step that is due
        said = table.phase.value.replace("_", " ") if turns else "no shoe yet"
    elif shoe.cutting_card_at is not None:
        said = "the cutting card is out"
    else:
        said = f"shoe {shoe.number} · {shoe.drawn} of {shoe.size} out"
    left = Content.assemble(("DEALER", "bold"), (f" · {table.dealer}", "$felt-dim"))
    return spread(left, Content.styled(said, "$felt-dim"), width)


def _tray_line(table: Table, width: int) -> Content:
    tray = short_cents(table.tray_cents, table.house.limits.symbol)
    count = len(table.rack)
    rack = f"rack {count} card{'' if count == 1 else 's'}"
    return spread(
        Content.styled(rack, "$felt-dim"), Content.styled(f"tray {tray}", "$felt-dim"), width
    )


def _dealer_cards(felt: Felt, shoe: Shoe) -> Block:
    first = () if felt.round.dealer_card is None else (felt.round.dealer_card,)
    cards = (*first, *felt.round.dealer_war_cards)
    blocks = [face(cards[0]) if cards else place()]
    burned = felt.burned_before(DEALER) or felt.opening_burns() or felt.loose
    if burned:
        blocks.append(fan(burned))
    if len(cards) > 1:
        blocks.append(face(cards[-1]))
    inside = felt.table.shoe
    if inside.held:
        blocks.append(back())  # drawn in error, face down
    if inside.size and shoe.has(inside.next_index) and shoe.lies_face_up(inside.next_index):
        card = shoe.card(inside.next_index)
        if card is not None:
            blocks.append(face(card))
    return beside(blocks)


def _written_dealer(felt: Felt) -> Content:
    cards = () if felt.round.dealer_card is None else (felt.round.dealer_card,)
    parts = [short_card(card) for card in (*cards, *felt.round.dealer_war_cards)]
    burned = felt.burned_before(DEALER) or felt.opening_burns() or felt.loose
    if burned:
        parts.insert(1, Content.styled("▒" * burned, "$bad"))
    return Content(" ").join(parts) if parts else Content.styled("no card yet", "$felt-dim")


# --- seats ----------------------------------------------------------------------------------------


def _seat_row(
    felt: Felt, seats: list[int], wide: int, *, drawn: bool, turns: bool
) -> list[Content]:
    columns = [_seat(felt, seat, wide, drawn=drawn, turns=turns) for seat in seats]
    tall = max(len(column) for column in columns)
    filled = [column + [Content("")] * (tall - len(column)) for column in columns]
    return [
        Content(" ").join(line.truncate(wide, pad=True, ellipsis=True) for line in row)
        for row in zip(*filled, strict=True)
    ]


def _seat(felt: Felt, seat: int, wide: int, *, drawn: bool, turns: bool) -> list[Content]:
    holder, hand = felt.table.seats[seat], felt.round.hands.get(seat)
    turn = turns and felt.table.queue[:1] == (seat,) and felt.table.phase is not Phase.BETTING
    name = Content.styled(f"seat {seat}", "bold" if turn else "$felt-dim")
    symbol = felt.table.house.limits.symbol
    chips = _amount("", holder.chips_cents, symbol, wide)
    lines = [name, Content.styled(chips.plain, "$felt-dim")]
    if holder.sitting_out:
        return [*lines, Content.styled("out", "$felt-dim")]
    if drawn:
        lines += _seat_card(hand)
    else:
        lines.append(_written_cards(hand))
    if hand is None:
        return lines
    lines.append(_state(hand, drawn=drawn))
    moved = {move.name for move in hand.movements if move.action is not Action.PAY}
    lines += [
        _amount(_LETTERS[wager], cents, symbol, wide)
        for wager, side, cents in stakes(hand)
        if (side or wager.value) not in moved  # settled wagers leave the layout
    ]
    if hand.coupon_cents and Wager.INITIAL.value not in moved:  # a coupon goes with the first wager
        lines.append(_amount("C", hand.coupon_cents, symbol, wide))
    return lines


def _amount(letter: str, cents: int, symbol: str, wide: int) -> Content:
    """An amount with its wager, shortened step by step if it is too wide."""
    full, plain = short_cents(cents, symbol), short_cents(cents).replace(",", "")
    ways = (
        [(f"{letter} ", full), (letter, full), (letter, plain)]
        if letter
        else [("", full), ("", plain)]
    )
    found = next((way for way in ways if len("".join(way)) <= wide), ways[-1])
    return Content.assemble((found[0], "$felt-dim"), found[1])


def _seat_card(hand: Hand | None) -> list[Content]:
    """The newest card of a seat; at war the first one is written below it."""
    if hand is None or hand.card is None:
        return [*place()]
    return [*face(hand.cards[-1])]


def _written_cards(hand: Hand | None) -> Content:
    cards = () if hand is None else hand.cards
    return Content(" ").join(short_card(card) for card in cards[:1] + cards[1:][-1:])


def _state(hand: Hand, *, drawn: bool) -> Content:
    """The status of a hand: asked, at war, won, lost; with the first card of a war."""
    if hand.outcome is not None:
        net = hand.returned_cents - hand.wagered_cents
        sign, style = ("+", "bold $good") if net > 0 else ("−", "bold $bad") if net else ("=", "")
        return Content.styled(f"{sign} done", style)
    said = Content.styled(_STATUS.get(hand.status, ""), "bold $accent")
    if drawn and hand.war_cards and hand.card is not None:
        return Content.assemble(said, " ", short_card(hand.card))
    return said
