"""The felt drawn as text: the dealer, the neighbours, the person's hand, wagers and movements."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from casinowar.cards import Card
from casinowar.houses import House
from casinowar.money import show_cents
from casinowar.table import DEALER, Hand, Outcome, Phase
from casinowar.table.settle import stakes
from casinowar.table.state import Action, Movement, Status
from casinowar.tui.faces import Block, beside, face, fan, place, short_card
from casinowar.tui.felt import Felt

OUTCOME_WORDS = {
    Outcome.WIN: "Your card is higher",
    Outcome.LOSE: "The dealer's card is higher",
    Outcome.SURRENDER: "Surrendered",
    Outcome.WAR_WON: "War won",
    Outcome.WAR_TIED: "War tied",
    Outcome.WAR_LOST: "War lost",
    Outcome.VOID: "Void",
    Outcome.NONE: "Tie wager settled",
}
_ACTION_STYLE = {
    Action.PAY: "bold $good",
    Action.COLLECT: "$bad",
    Action.RETURN: "",
}
_ACTION_WORDS = {Action.PAY: "paid", Action.COLLECT: "collected", Action.RETURN: "returned"}


def wager_name(house: House, wager: str) -> str:
    """The name of a betting area."""
    for bet in house.side_bets:
        if bet.name == wager:
            return bet.title
    names = {"initial": house.wagers.first_name, "tie": "Tie", "war": "war", "war_tie": "war Tie"}
    return names[wager]


def spread(left: Content, right: Content, width: int) -> Content:
    """Two texts at the two ends of a line."""
    room = width - right.cell_length - 1
    left = left.truncate(max(room, 0), ellipsis=True)
    return Content.assemble(left, " " * max(width - left.cell_length - right.cell_length, 0), right)


def felt_lines(felt: Felt, seat: int, width: int) -> list[Content]:
    """The whole felt."""
    lines = [_dealer_line(felt, width), *_dealer_cards(felt), banner(felt, seat).center(width)]
    lines += _neighbours(felt, seat)
    lines.append(_person_line(felt, seat, width))
    lines += _person_cards(felt, seat)
    hand = felt.round.hands.get(seat)
    if hand is not None:
        lines += [_movement_line(felt.table.house, move) for move in hand.movements]
    return lines


# --- the dealer -----------------------------------------------------------------------------------


def _dealer_line(felt: Felt, width: int) -> Content:
    shoe = felt.table.shoe
    if not shoe.size:
        said = ""
    elif shoe.cutting_card_at is not None:
        said = "cutting card is out: reshuffle after this"
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
    return felt.round.phase is Phase.WAR_DEAL and at in felt.round.queue


# --- in between -----------------------------------------------------------------------------------


def banner(felt: Felt, seat: int) -> Content:
    """One line that says how things stand for the person."""
    hand, table = felt.round.hands.get(seat), felt.table
    if hand is not None and hand.outcome is not None:
        net = hand.returned_cents - hand.wagered_cents
        style = "bold $good" if net > 0 else "bold $bad" if net < 0 else "bold"
        return Content.assemble(
            (OUTCOME_WORDS[hand.outcome], "bold"), "  ", (signed(felt, net), style)
        )
    if hand is not None and hand.status is Status.VOID:
        return Content.styled("Void: every wager goes back", "bold")
    if hand is not None and hand.status is Status.ASKED:
        return Content.styled("A tie: war or surrender?", "bold $accent")
    if hand is not None and hand.status is Status.AT_WAR:
        return Content.styled("WAR", "bold $accent")
    if table.phase is Phase.CUT_OFFERED:
        return Content.styled("The cards are shuffled", "bold")
    if table.phase is Phase.BETTING:
        return Content.styled("Place your wagers", "bold")
    return Content("")


def signed(felt: Felt, cents: int) -> str:
    """A net result with its sign."""
    text = show_cents(cents, felt.table.house.limits.symbol)
    return f"+{text}" if cents > 0 else text


def _neighbours(felt: Felt, seat: int) -> Iterator[Content]:
    others = [other for other in felt.table.seats if other != seat]
    if not others:
        return
    cells = [_neighbour(felt, other) for other in others]
    for row in range(2):
        yield Content(" ").join(cell[row].truncate(7, pad=True) for cell in cells)


def _neighbour(felt: Felt, seat: int) -> tuple[Content, Content]:
    name = Content.styled(felt.table.seats[seat].player, "$felt-dim")
    hand = felt.round.hands.get(seat)
    if hand is None:
        return name, Content("")
    cards = Content(" ").join(short_card(card) for card in (hand.cards[:1] + hand.cards[1:][-1:]))
    net = hand.returned_cents - hand.wagered_cents
    mark = Content("")
    if hand.outcome is not None:
        mark = Content.styled("+" if net > 0 else "−", "$good" if net > 0 else "$bad")
    return name, Content.assemble(cards, mark)


# --- the person -----------------------------------------------------------------------------------


def _person_line(felt: Felt, seat: int, width: int) -> Content:
    holder = felt.table.seats.get(seat)
    name = "" if holder is None else f" · {holder.player} · seat {seat}"
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
    for wager, cents in () if hand is None else stakes(hand):
        amount = show_cents(cents, house.limits.symbol)
        lines.append(
            Content.assemble((f"{wager_name(house, wager)} ", "$felt-dim"), (amount, "bold"))
        )
    if hand is not None and hand.match_cents:
        amount = show_cents(hand.match_cents, house.limits.symbol)
        lines.append(Content.assemble(("dealer's unit ", "$felt-dim"), (amount, "bold")))
    lines = lines[:height]
    return tuple(lines + [Content("")] * (height - len(lines)))


def _movement_line(house: House, move: Movement) -> Content:
    amount = show_cents(move.amount_cents, house.limits.symbol)
    odds = f" at {move.odds}" if move.odds else ""
    return Content.assemble(
        (f"{wager_name(house, move.wager)} ", "$felt-dim"),
        (f"{_ACTION_WORDS[move.action]} {amount}{odds}", _ACTION_STYLE[move.action]),
        (f"  {move.cites}", "$felt-dim"),
    )
