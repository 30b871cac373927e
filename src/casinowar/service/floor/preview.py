"""The preview of a floor action: every chip that would move, and what players will read.

The table decides the action as if it were carried out, and the moves are read from the postings
that would be written. Nothing is computed a second time, here or in the page. A confirmation names
the previewed moves and is refused if the table would now move other chips.

A table that deals by itself continues after an action, perhaps with the next deal. That is not part
of the preview: it would reveal undealt cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from msgspec.json import encode

from casinowar.ledger import Posting
from casinowar.money import show_cents
from casinowar.service.floor.shapes import (
    FloorMove,
    FloorPreview,
    FloorSeat,
    FloorStep,
    FloorSums,
)
from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefusal, refuse
from casinowar.store.interface import Json, Write
from casinowar.table import commands as c
from casinowar.table.events import Event, SeedRevealed, WagersReturned
from casinowar.table.play.irregular import stakes
from casinowar.table.state import Table, Wager
from casinowar.table.words import wager_words

CHANGED = "The table has moved on, and other chips would move now. Check the new preview."
DIGITS = 16
COUNT_MAX = 100_000  # chips of one denomination

_WHAT = {  # what happens to a wager, after its name
    "returned": "on the layout",
    "undealt": "on the layout",
    "taken_back": "on the layout",
    "collection_reversed": "was taken",
    "payment_reversed": "was paid",
    "match_taken_back": "the dealer's unit",
    "collected": "is taken",
    "paid": "is paid",
}
_PLAIN = {
    "opening": "Chips for the tray",
    "fill": "Fill",
    "credit": "Credit",
    "closing": "The whole tray",
    "cash_out": "Chips in front",
    "buy_in": "Chips bought",
    "match_taken_back": "The dealer's unit",
}


def own_postings(write: Write) -> Sequence[Posting]:
    """The postings of the act itself, without those of what the table does afterwards."""
    following = [event.version for event in write.events[1:] if event.given]
    end = following[0] if following else write.expected + len(write.events) + 1
    return [posting for posting in write.postings if posting.version < end]


def chips_digest(write: Write) -> str:
    """A digest of the chip moves of an action, independent of the events that cause them."""
    moved = [(account, cents, kind) for account, cents, kind, _ in own_postings(write)]
    return sha256(encode(moved)).hexdigest()[:DIGITS]


def preview_of(before: Table, events: Sequence[Event], write: Write, told: str) -> FloorPreview:
    """The effect of an action with these events on the table ``before``."""
    postings = own_postings(write)
    moves = tuple(_moves(before, events, postings, write.expected + 1))
    seats = _seats(before, postings)
    tray = _sum(postings, "tray")
    return FloorPreview(
        version=write.expected,
        steps=tuple(FloorStep(words=_words(before, event), cites=event.cites) for event in events),
        moves=moves,
        seats=seats,
        sums=FloorSums(
            players_cents=_sum(postings, "chips", "player"),
            layout_cents=_sum(postings, "escrow", "match"),
            tray_cents=tray,
            house_cents=_sum(postings, "cage", "drop", "grants"),
        ),
        moved_cents=sum(move.cents for move in moves),
        tray_before_cents=before.tray_cents,
        tray_after_cents=before.tray_cents + tray,
        told=told,
        chips=chips_digest(write),
    )


def _words(state: Table, event: Event) -> str:
    """What will happen, in words; a seed stays hidden, because it reveals the cards."""
    if isinstance(event, SeedRevealed):
        return f"The seed of shoe {event.shoe} is revealed, and the shoe can be checked"
    return event.text(state.house)


def _moves(
    before: Table, events: Sequence[Event], postings: Sequence[Posting], first: int
) -> Iterator[FloorMove]:
    """The legs of the postings in pairs: where chips come from, and where they go."""
    seats = _seat_of(before)
    pairs = zip(postings[::2], postings[1::2], strict=True)
    for source, target in pairs:
        assert source.cents == -target.cents < 0, "the legs of a move come in pairs"
        event = events[source.version - first]
        for what, cents in _parts(before, event, source.kind, target.cents):
            yield FloorMove(
                seat=_seat(source.account, seats) or _seat(target.account, seats),
                what=what,
                source=_place(before, source.account, seats),
                target=_place(before, target.account, seats),
                cents=cents,
                cites=event.cites,
            )


def _parts(state: Table, event: Event, kind: str, cents: int) -> Iterator[tuple[str, int]]:
    """What moves, and how much: the undealt wagers of a hand go back in one posting."""
    if isinstance(event, WagersReturned):
        down = tuple(stakes(state.hands[event.seat]))
        assert sum(stake for _, _, stake in down) == cents, "the wagers are not what goes back"
        for one, side, stake in down:
            yield _what(state, one, side, kind), stake
    else:
        wager, side = getattr(event, "wager", None), getattr(event, "side", None)
        yield _what(state, wager, side, kind), cents


def _what(state: Table, wager: Wager | None, side: str | None, kind: str) -> str:
    if wager is None:
        return _PLAIN.get(kind, _WHAT.get(kind, kind.replace("_", " ")).capitalize())
    name = wager_words(state.house, wager, side)
    return f"{name[:1].upper()}{name[1:]}, {_WHAT.get(kind, kind.replace('_', ' '))}"


def _seat_of(state: Table) -> dict[str, int]:
    return {holder.player: seat for seat, holder in state.seats.items()}


def _person(account: str) -> str:
    return account.rpartition("/")[2]


def _seat(account: str, seats: dict[str, int]) -> int | None:
    return seats.get(_person(account))


def _place(state: Table, account: str, seats: dict[str, int]) -> str:
    side, seat = account.partition("/")[0], _seat(account, seats)
    name = "" if seat is None else state.seats[seat].name
    match side:
        case "tray":
            return "Tray"
        case "escrow" | "match":
            return "Layout"
        case "chips":
            return name
        case "player":
            return f"{name}’s account"
        case "drop":
            return "Drop box"
        case _:
            return "Cage"


def _sum(postings: Sequence[Posting], *sides: str) -> int:
    return sum(one.cents for one in postings if one.account.partition("/")[0] in sides)


def _seats(before: Table, postings: Sequence[Posting]) -> tuple[FloorSeat, ...]:
    """Everybody with a hand or with chips that move."""
    found = list[FloorSeat]()
    for seat, holder in sorted(before.seats.items()):
        own = [one for one in postings if _person(one.account) == holder.player]
        if not own and seat not in before.hands:
            continue
        chips, account = _sum(own, "chips"), _sum(own, "player")
        found.append(
            FloorSeat(
                seat=seat,
                name=holder.name,
                before_cents=holder.chips_cents,
                after_cents=holder.chips_cents + chips,
                account_cents=account,
                net_cents=chips + account,
            )
        )
    return tuple(found)


# --- what players read ----------------------------------------------------------------------------


def told_words(command: c.Command, reason: str) -> str:
    """The sentence that tells the players of an action."""
    why = reason.strip().rstrip(".")
    match command:
        case c.VoidRound():
            return f"The floor voided the round: {why}. Every wager was returned."
        case c.OpenTable():
            return f"The table is open, and {command.dealer} deals."
        case c.CloseTable():
            return f"The floor closed the table: {why}. Your chips are in your account."
        case c.ChangeDealer():
            return f"{command.dealer} deals now."
        case c.FillTray():
            return f"The tray was filled with {show_cents(command.amount_cents)}."
        case c.CreditTray():
            return f"{show_cents(command.amount_cents)} went from the tray back to the cage."
        case c.ChangeCards():
            return f"The floor changes the cards: {why}."
        case c.OrderReshuffle():
            return f"The floor ordered a reshuffle: {why}."
        case c.OrderIdleSpread():
            return "The cards are spread while nobody bets."
        case c.VerifyInspection():
            return "The floor has verified the cards."
        case c.RejectDecks():
            return f"The floor rejected the decks: {why}. New decks replace them."
        case c.StartGamingDay():
            return f"The gaming day {command.day} begins."
        case _:
            return f"The floor acted at this table: {why}."


def free_seat_words(seat: int) -> str:
    """What the other players are told when a player is removed."""
    return f"Seat {seat} is free."


# --- counts ---------------------------------------------------------------------------------------


Count = dict[int, int]  # how many chips of each denomination, in cents


def checked_count(count: Mapping[str, int], denominations: Collection[int]) -> Count:
    """A count as it was sent; refused if the table has no such chips, or no such number of them."""
    for cents in map(int, count):
        if cents not in denominations:
            words = f"This table has no chips of {show_cents(cents)}."
            refuse(ServiceCode.BAD_COUNT, words)
    if any(not 0 <= number <= COUNT_MAX for number in count.values()):
        words = f"A count is 0 to {COUNT_MAX} chips of each denomination."
        refuse(ServiceCode.BAD_COUNT, words)
    return {int(cents): number for cents, number in count.items()}


def counted_cents(count: Count) -> int:
    """The total of a count by denomination."""
    return sum(cents * number for cents, number in count.items())


def count_refusal(command: c.Command, count: Count | None) -> ServiceRefusal | None:
    """The refusal of an opening, a fill or a credit whose amount differs from its count."""
    if count is None:
        return None
    match command:
        case c.OpenTable():
            named = command.tray_cents
        case c.FillTray() | c.CreditTray():
            named = command.amount_cents
        case c.CloseTable():
            return None  # it may differ from the ledger: both are kept
        case _:
            words = "Only an opening, a closing, a fill or a credit can have a count."
            return ServiceRefusal(code=ServiceCode.BAD_COUNT, sentence=words)
    if named == counted_cents(count):
        return None
    counted = show_cents(counted_cents(count))
    words = f"The count comes to {counted}, and the amount is {show_cents(named)}."
    return ServiceRefusal(code=ServiceCode.BAD_COUNT, sentence=words)


def with_count(
    write: Write, count: Count | None, before: Table, counted_by: Person | None
) -> Write:
    """The write, with the count and the second person who counted in the note of the action."""
    if count is None:
        return write
    data: Json = {"count": {str(cents): number for cents, number in sorted(count.items())}}
    data["counted_cents"] = counted_cents(count)
    if counted_by is not None:
        data["counted_by"], data["counted_name"] = counted_by.id, counted_by.name
    if any(posting.kind == "closing" for posting in write.postings) or not write.postings:
        data["ledger_cents"] = before.tray_cents
        data["difference_cents"] = data["counted_cents"] - before.tray_cents
    first, *rest = write.notes
    return replace(write, notes=(replace(first, data={**first.data, **data}), *rest))
