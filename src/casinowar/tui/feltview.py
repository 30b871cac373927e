"""The felt drawn as text: the dealer, the neighbours, the person's hand, wagers and movements."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.houses.house import PaidOn
from casinowar.money import show_cents
from casinowar.table import DEALER, Hand, Outcome, Phase
from casinowar.table.play.irregular import stakes
from casinowar.table.state import Action, Movement, Status, Wager
from casinowar.tui.faces import Block, beside, face, fan, place, short_card
from casinowar.tui.felt import Felt
from casinowar.tui.posted import hanging, spread, wager_name

OUTCOME_WORDS = {
    Outcome.WIN: "Your card is higher",
    Outcome.LOSE: "The dealer's card is higher",
    Outcome.SURRENDER: "Surrendered",
    Outcome.WAR_WON: "War won",
    Outcome.WAR_TIED: "War tied",
    Outcome.WAR_LOST: "War lost",
    Outcome.VOID: "Void",
    Outcome.NONE: "",  # Tie alone: the Tie wager has its own result
}
_WAITING = {
    Phase.CUT_OFFERED: "The cards are shuffled",
    Phase.BETTING: "Place your wagers",
    Phase.IDLE: "The table is idle",
    Phase.CLOSED: "The table is closed",
}
NEIGHBOUR_WIDTH = 7
DRAWN_HEIGHT = 13  # below this the cards are written, not drawn
WIDTH_MAX = 96  # wider than this, the felt has margins
DRAWN_NEIGHBOURS_HEIGHT = 30
ROOMY_HEIGHT = 20  # from this height on, the felt has empty lines between its parts
_ACTION_STYLE = {
    Action.PAY: "bold $good",
    Action.COLLECT: "$bad",
    Action.RETURN: "",
}
_ACTION_WORDS = {
    Action.PAY: "paid {amount}{odds}",
    Action.COLLECT: "{amount} collected",
    Action.RETURN: "{amount} back",
}


_UNDONE = {
    Action.PAY: "payment undone",
    Action.COLLECT: "collection undone",
    Action.RETURN: "return undone",
}


def felt_lines(felt: Felt, seat: int, width: int, height: int) -> list[Content]:
    """The whole felt, in the middle of a wide screen and below the top of a tall one."""
    across = min(width, WIDTH_MAX)
    lines = _felt_lines(felt, seat, across, height)
    above = max((height - len(lines)) // 3, 0) if height >= ROOMY_HEIGHT else 0
    left = (width - across) // 2
    return [Content("")] * above + [line.pad_left(left) for line in lines]


def _felt_lines(felt: Felt, seat: int, width: int, height: int) -> list[Content]:
    """As many settled wagers as fit the height, but at least one."""
    hand = felt.round.hands.get(seat)
    if height < DRAWN_HEIGHT:
        lines = _compact_lines(felt, seat, width)
    else:
        lines = _drawn_lines(felt, seat, width, height)
    if hand is not None:
        lines += _settled_lines(felt.table.house, hand.movements, width, height - len(lines))
    return lines


def _drawn_lines(felt: Felt, seat: int, width: int, height: int) -> list[Content]:
    """The cards drawn."""
    air = [Content("")] if height >= ROOMY_HEIGHT else []
    lines = [_dealer_line(felt, width), *_dealer_cards(felt), *air]
    lines += [_centred(banner(felt, seat, width), width), *air]
    lines += _neighbours(felt, seat, drawn=height >= DRAWN_NEIGHBOURS_HEIGHT)
    lines += air
    lines.append(_person_line(felt, seat, width))
    return [*lines, *_person_cards(felt, seat), *air]


def _compact_lines(felt: Felt, seat: int, width: int) -> list[Content]:
    """The cards in running text, where there is no room to draw them."""
    dealer = () if felt.round.dealer_card is None else (felt.round.dealer_card,)
    dealt = _compact_cards(felt, DEALER, dealer + felt.round.dealer_war_cards)
    hand = felt.round.hands.get(seat)
    mine = _compact_cards(felt, seat, () if hand is None else hand.cards)
    down = Content("  ").join(line for line in _stakes(felt, hand, 5) if line)
    return [
        _dealer_line(felt, width),
        dealt,
        _centred(banner(felt, seat, width), width),
        *_neighbours(felt, seat),
        _person_line(felt, seat, width),
        mine,
        down,
    ]


def _compact_cards(felt: Felt, at: int, cards: tuple[Card, ...]) -> Content:
    burned = [Content.styled("▒" * felt.burned_before(at), "$bad")] if len(cards) else []
    shown = [short_card(card) for card in cards[:1] + cards[1:][-1:]]
    return Content(" ").join(shown[:1] + burned + shown[1:])


def _centred(text: Content, width: int) -> Content:
    return text.pad_left(max((width - text.cell_length) // 2, 0))


# --- the dealer -----------------------------------------------------------------------------------


def _dealer_line(felt: Felt, width: int) -> Content:
    shoe = felt.table.shoe
    if not shoe.size:
        said = ""
    elif shoe.cutting_card_at is not None:
        said = "cutting card is out: last round of the shoe"
    elif felt.table.phase in {Phase.OFFER_CUT, Phase.CUT_OFFERED}:
        said = f"{shoe.size} cards to be cut"
    else:
        said = f"shoe {shoe.number} · {shoe.drawn} of {shoe.size} out"
    return spread(Content.styled("DEALER", "bold"), Content.styled(said, "$felt-dim"), width)


def _dealer_cards(felt: Felt) -> Block:
    cards = () if felt.round.dealer_card is None else (felt.round.dealer_card,)
    if not cards and felt.opening_burns():
        return beside((place(), fan(felt.opening_burns())))
    return _hand_block(felt, DEALER, cards + felt.round.dealer_war_cards)


def _hand_block(felt: Felt, at: int, cards: tuple[Card, ...]) -> Block:
    """First card, burns, and the last war card of one place."""
    burned = felt.burned_before(at)
    blocks = [face(cards[0]) if cards else place()]
    if burned:
        blocks.append(fan(burned))
    if len(cards) > 1:
        blocks.append(face(cards[-1]))
    elif burned or _war_card_is_due(felt, at):
        blocks.append(place())
    return beside(blocks)


def _war_card_is_due(felt: Felt, at: int) -> bool:
    return felt.round.phase in {Phase.WAR_TIES, Phase.WAR_DEAL} and at in felt.round.queue


# --- in between -----------------------------------------------------------------------------------


def banner(felt: Felt, seat: int, width: int) -> Content:
    """One line with the state of the round for the person."""
    hand, table = felt.round.hands.get(seat), felt.table
    if hand is not None and hand.outcome is not None:
        net = hand.returned_cents - hand.wagered_cents
        style = "bold $good" if net > 0 else "bold $bad" if net < 0 else "bold"
        result = Content.assemble("  ", (signed(felt, net), style))
        said = results(table.house, hand, width - result.cell_length)
        return Content.styled(said, "bold") + result
    if hand is not None and hand.status is Status.VOID:
        return Content.styled("Void: every wager goes back", "bold")
    if hand is not None and hand.status is Status.ASKED:
        return Content.styled("A tie: war or surrender?", "bold $accent")
    if hand is not None and hand.war_tie_asked:
        return Content.styled("WAR: bet on a second tie?", "bold $accent")
    if hand is not None and hand.status is Status.AT_WAR:
        return Content.styled("WAR", "bold $accent")
    return Content.styled(_WAITING.get(table.phase, ""), "bold")


def results(house: House, hand: Hand, width: int) -> str:
    """The outcome and the result of every other wager, so that the net can be followed."""
    assert hand.outcome is not None
    outcome = OUTCOME_WORDS[hand.outcome]
    if hand.outcome is Outcome.VOID:
        return outcome
    paid = {move.name for move in hand.movements if move.action is Action.PAY}
    others = [
        f"{wager_name(house, side or wager)} {'won' if (side or wager) in paid else 'lost'}"
        for wager, side, _ in stakes(hand)
        if wager not in {Wager.INITIAL, Wager.WAR}
    ]
    said = ", ".join(filter(None, [outcome, *others]))
    return said if len(said) <= width else f"{outcome or 'Tie'}, with other wagers"


def signed(felt: Felt, cents: int) -> str:
    """A net result with its sign."""
    text = show_cents(cents, felt.table.house.limits.symbol)
    return f"+{text}" if cents > 0 else text


def _neighbours(felt: Felt, seat: int, *, drawn: bool = False) -> Iterator[Content]:
    others = [other for other in felt.table.seats if other != seat]
    if not others:
        return
    cells = [_neighbour(felt, other) for other in others]
    if drawn:
        yield from _drawn_neighbours(felt, others, cells)
        return
    for row in range(2):
        yield Content(" ").join(cell[row].truncate(NEIGHBOUR_WIDTH, pad=True) for cell in cells)


def _drawn_neighbours(
    felt: Felt, seats: list[int], cells: list[tuple[Content, Content]]
) -> Iterator[Content]:
    """Neighbours with their newest cards drawn, where the screen is tall."""
    yield Content(" ").join(name.truncate(NEIGHBOUR_WIDTH, pad=True) for name, _ in cells)
    blocks = list[Block]()
    for seat in seats:
        hand = felt.round.hands.get(seat)
        blocks.append(face(hand.cards[-1]) if hand is not None and hand.cards else place())
    yield from beside(blocks)
    yield Content(" ").join(said.truncate(NEIGHBOUR_WIDTH, pad=True) for _, said in cells)


def _neighbour(felt: Felt, seat: int) -> tuple[Content, Content]:
    name = Content.styled(felt.table.seats[seat].name, "$felt-dim")
    hand = felt.round.hands.get(seat)
    if hand is None:
        return name, Content("")
    parts = [short_card(card) for card in (hand.cards[:1] + hand.cards[1:][-1:])]
    if hand.outcome is not None:
        parts.append(_mark(hand.returned_cents - hand.wagered_cents))
    spaced = Content(" ").join(parts)
    return name, spaced if spaced.cell_length <= NEIGHBOUR_WIDTH else Content("").join(parts)


def _mark(net_cents: int) -> Content:
    """Won, lost or even, as a sign that needs no colour."""
    if net_cents == 0:
        return Content("=")
    return Content.styled("+", "bold $good") if net_cents > 0 else Content.styled("−", "bold $bad")


# --- the person -----------------------------------------------------------------------------------


def _person_line(felt: Felt, seat: int, width: int) -> Content:
    holder = felt.table.seats.get(seat)
    name = "" if holder is None else f" · {holder.name} · seat {seat}"
    hand, symbol = felt.table.hands.get(seat), felt.table.house.limits.symbol
    down = show_cents(hand.layout_cents, symbol) if hand is not None else ""
    left = Content.assemble(("YOU", "bold"), (name, "$felt-dim"))
    right = Content.styled(f"on the layout {down}" if down else "", "$felt-dim")
    return spread(left, right, width)


def _person_cards(felt: Felt, seat: int) -> Block:
    hand = felt.round.hands.get(seat)
    block = _hand_block(felt, seat, () if hand is None else hand.cards)
    return beside((block, _stakes(felt, hand, len(block))), gap=2)


def _stakes(felt: Felt, hand: Hand | None, height: int) -> Block:
    """The person's wagers of the round in view, one a line."""
    house, lines = felt.table.house, list[Content]()
    for wager, side, cents in () if hand is None else stakes(hand):
        amount = show_cents(cents, house.limits.symbol)
        name = wager_name(house, side or wager)
        lines.append(Content.assemble((f"{name} ", "$felt-dim"), (amount, "bold")))
    if hand is not None and hand.match_cents:
        amount = show_cents(hand.match_cents, house.limits.symbol)
        lines.append(Content.assemble(("Dealer's unit ", "$felt-dim"), (amount, "bold")))
    lines = lines[:height]
    return tuple(lines + [Content("")] * (height - len(lines)))


def _settled_lines(
    house: House, movements: tuple[Movement, ...], width: int, height: int
) -> list[Content]:
    """The result of each wager, in the order of the last movements.

    As many wagers as there are lines for, but at least one; paid wagers come first.
    """
    by_wager: dict[str, list[Movement]] = {}
    for move in movements:
        by_wager.setdefault(move.name, []).append(move)
        by_wager[move.name] = by_wager.pop(move.name)  # the newest last
    settled = list(by_wager.values())
    folded = [hanging(_settled_line(house, moves), width).split("\n") for moves in settled]
    paid = [any(move.action is Action.PAY for move in moves) for moves in settled]
    chosen = set[int]()
    for index in sorted(range(len(settled)), key=lambda index: (paid[index], index), reverse=True):
        lines = sum(len(folded[other]) for other in chosen)
        if not chosen or lines + len(folded[index]) <= height:
            chosen.add(index)
    return [line for index in sorted(chosen) for line in folded[index]]


def _settled_line(house: House, moves: list[Movement]) -> Content:
    said = Content(", ").join(_movement(house, move) for move in moves)
    clauses = ", ".join(dict.fromkeys(move.cites for move in moves))
    name = wager_name(house, moves[0].name)
    return Content.assemble((f"{name} ", "$felt-dim"), said, (f" {clauses}", "$felt-dim"))


def _movement(house: House, move: Movement) -> Content:
    if move.amount_cents < 0:  # a void undoes what was settled
        return Content.styled(_UNDONE[move.action], "$accent")
    amount = show_cents(move.amount_cents, house.limits.symbol)
    odds = f" {move.odds}" if move.odds else ""
    if odds and move.wager is Wager.WAR and house.war.paid_on is PaidOn.BOTH_WAGERS:
        odds += " on both wagers"
    said = _ACTION_WORDS[move.action].format(amount=amount, odds=odds)
    return Content.styled(said, _ACTION_STYLE[move.action])
