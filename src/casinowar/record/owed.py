"""What was owed in a round: the engine decides its commands again.

Recorded comparisons and payments are not used: recorded events provide only the faces that were
turned up, and everything else follows from the commands and the rules. If a payment was recorded
wrong, the amount owed is therefore still right.
"""

from __future__ import annotations

from collections.abc import Iterable

from casinowar.errors import InputError
from casinowar.record.verify import NotShown, RecordedShoe
from casinowar.table.automation import Done
from casinowar.table.engine import decide, fold
from casinowar.table.refusals import Refusal
from casinowar.table.state import Hand, Table


def hands_owed(start: Table, commands: Iterable[Done]) -> dict[int, Hand]:
    """The hands of the round that these commands complete, by seat, as the engine settles them.

    ``start`` is the table before the first command. An InputError says why the round is
    impossible.
    """
    state = start
    for done in commands:
        try:
            events = decide(state, done.command, RecordedShoe(done.events))
        except NotShown as missing:
            raise InputError("round", f"{done.command.NAME} {missing.what}") from None
        if isinstance(events, Refusal):
            reason = f"{done.command.NAME} cannot have happened: {events.sentence}"
            raise InputError("round", reason, events.cites)
        state = fold(state, events)
        if state.last_round is not None and state.last_round is not start.last_round:
            return {hand.seat: hand for hand in state.last_round.hands}
    raise InputError("round", "is not finished")
