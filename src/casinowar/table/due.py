"""The guard of every dealer step: it must be the one that comes next."""

from __future__ import annotations

from casinowar.table import commands as c
from casinowar.table.refusals import Code
from casinowar.table.refuse import refuse
from casinowar.table.state import Table
from casinowar.table.steps import next_step, step_in_words

_OWN_SEAT = (
    c.DealCard,
    c.SettleHand,
    c.SettleSurrender,
    c.ConfirmWar,
    c.SettleWar,
    c.OfferCut,
    c.ShowCards,
)
_OWN_BATCH = (c.SpreadCards, c.TurnCardsDown, c.StackCards)


def due(state: Table, command: c.Command) -> None:
    """Refuse ``command`` unless the procedure asks for it now, and say what it asks for."""
    step = next_step(state)
    if type(step) is not type(command):
        words, clause = step_in_words(state)
        code = Code.CARDS_TOO_OLD if isinstance(step, c.ChangeCards) else Code.WRONG_STEP
        refuse(code, f"That step is not due. {words}", clause)
    if isinstance(command, _OWN_SEAT) and isinstance(step, _OWN_SEAT):
        same = type(command.seat) is int and command.seat == step.seat
    elif isinstance(command, _OWN_BATCH) and isinstance(step, _OWN_BATCH):
        same = type(command.batch) is int and command.batch == step.batch
    else:
        return
    if not same:
        words, clause = step_in_words(state)
        refuse(Code.WRONG_SEAT, f"That is out of order. {words}", clause)
