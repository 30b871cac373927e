"""Who may give which command: a player for their own seat, the dealer, the floor."""

from __future__ import annotations

from dataclasses import dataclass

from casinowar.errors import expect
from casinowar.table.commands import Command, LeaveSeat, PlayerCommand, Role, SitOut, TakeSeat
from casinowar.table.refusals import Code, Refusal
from casinowar.table.state import Table

AUTOMATIC = "automatic"  # the giver of commands that the table carries out itself
WHO_WORDS = "a Who, such as Who.parse('seat 1')"
_TITLES = {Role.PLAYER: "a player", Role.DEALER: "the dealer", Role.FLOOR: "the floorperson"}


@dataclass(frozen=True, slots=True)
class Who:
    """A person at the table: the player of a seat, the dealer or the floorperson.

    >>> str(Who.parse("seat 3")), str(Who.parse("dealer"))
    ('seat 3', 'dealer')
    """

    role: Role
    seat: int = 0

    def __post_init__(self) -> None:
        """Raise a TypeError if a field has the wrong type."""
        expect("role", self.role, Role, "a Role, as in Who.parse('seat 1')")
        expect("seat", self.seat, int, "the number of a seat")

    @staticmethod
    def parse(text: str) -> Who:
        """The person named by ``seat 3``, ``dealer`` or ``floor``; a ValueError for other text."""
        expect("a person", text, str, "text such as 'seat 1', 'dealer' or 'floor'")
        if text in {Role.DEALER, Role.FLOOR}:
            return Who(Role(text))
        word, _, number = text.partition(" ")
        if word == "seat" and number.isascii() and number.isdigit() and len(number) <= 2:
            return Who(Role.PLAYER, int(number))
        raise ValueError("say seat 1 (or another number), dealer or floor")

    def __str__(self) -> str:
        return f"seat {self.seat}" if self.role is Role.PLAYER else self.role.value


DEALER_ROLE, FLOOR_ROLE = Who(Role.DEALER), Who(Role.FLOOR)


def player_at(seat: int) -> Who:
    """The player of a seat."""
    return Who(Role.PLAYER, seat)


def may_give(who: Who, command: Command) -> bool:
    """Whether the command belongs to this person."""
    if command.ROLE is not who.role:
        return False
    return not isinstance(command, PlayerCommand) or command.seat == who.seat


def not_yours(state: Table, who: Who, command: Command) -> Refusal | None:
    """The refusal of a command that does not belong to ``who``."""
    if may_give(who, command):
        return None
    owner = _TITLES[command.ROLE]
    if isinstance(command, PlayerCommand):
        owner = f"the player of seat {command.seat}"
    return Refusal(
        code=Code.NOT_YOURS, sentence=f"Only {owner} may do that.", cites=state.house.cites.roles
    )


def giver_of(state: Table, command: Command) -> str:
    """Who gives a command: the id of the player, ``dealer`` or ``floor``."""
    if not isinstance(command, PlayerCommand):
        return command.ROLE.value
    if isinstance(command, TakeSeat):
        return command.player
    holder = state.seats.get(command.seat)
    return "" if holder is None else holder.player


def may_be_automatic(command: Command) -> bool:
    """Whether a table may give a command itself: a player's command only while they are away."""
    return not isinstance(command, PlayerCommand) or isinstance(command, LeaveSeat | SitOut)
