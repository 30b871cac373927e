"""What the tests share: generated houses and commands, tables that check themselves, round files.

``houses`` makes houses over every axis of the schema, ``commands`` legal and illegal commands,
``watched`` a table that checks itself after every command, ``rounds`` round files and their replay.
"""

from tests.kit.commands import any_command, near_command, sensible_command
from tests.kit.houses import any_house
from tests.kit.profile import checked
from tests.kit.rounds import Replayed, Round, replay, seat
from tests.kit.watched import WatchedShoe, WatchedTable, ready_table

__all__ = [
    "Replayed",
    "Round",
    "WatchedShoe",
    "WatchedTable",
    "any_command",
    "any_house",
    "checked",
    "near_command",
    "ready_table",
    "replay",
    "seat",
    "sensible_command",
]
