"""Every command that a person at the table can give, in the imperative.

Each command has a written name and belongs to a role. Dealer and floor steps can be automated
(``automation.py``); a player's commands never are, except by the no-answer policy.

A union at the end of each part names the topic that decides its commands (``play/``). A command
that its topic does not decide fails both type checkers.
"""

from __future__ import annotations

from typing import get_args

from casinowar.table.commands.base import Command as Command
from casinowar.table.commands.base import DealerCommand as DealerCommand
from casinowar.table.commands.base import FloorCommand as FloorCommand
from casinowar.table.commands.base import PlayerCommand as PlayerCommand
from casinowar.table.commands.base import Role as Role
from casinowar.table.commands.base import Step as Step
from casinowar.table.commands.cards import *
from casinowar.table.commands.cards import (
    CutTopic,
    DecksTopic,
    FairTopic,
    FloorTopic,
    ShuffleTopic,
    SpreadTopic,
)
from casinowar.table.commands.rounds import *
from casinowar.table.commands.rounds import (
    DealTopic,
    IrregularTopic,
    SeatsTopic,
    WagersTopic,
    WarTopic,
)

AnyCommand = (
    FloorTopic
    | DecksTopic
    | SpreadTopic
    | ShuffleTopic
    | FairTopic
    | CutTopic
    | SeatsTopic
    | WagersTopic
    | DealTopic
    | WarTopic
    | IrregularTopic
)
COMMANDS: dict[str, type[Command]] = {kind.NAME: kind for kind in get_args(AnyCommand)}
