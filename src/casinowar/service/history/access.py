"""Who asks for something of the record, and what they may see of it.

Staff with the right to see all rounds see everything that was stored. A player sees the rounds they
played in as the table showed them, but for the ids of other players. Everybody else who has the
address of a round sees it without names and balances.

A person's id is no secret and no key: the socket of a table names players by it. The record leaves
it out because nobody needs it there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from casinowar.service.people.person import Person
from casinowar.service.refusals import ServiceCode, ServiceRefused, refuse
from casinowar.service.roles import Action, Role, may_do, not_allowed_to_do
from casinowar.store.interface import RoundRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The person who asks, and their roles; ``STRANGER`` if nobody is signed in."""

    person: str
    roles: Collection[Role]

    @staticmethod
    def of(person: Person) -> Viewer:
        """The viewer that a person is."""
        return Viewer(person=person.id, roles=person.roles)

    @property
    def sees_all(self) -> bool:
        """Whether all rounds, and the ids of everybody, may be shown."""
        return may_do(self.roles, Action.SEE_ALL_ROUNDS)

    def need(self, action: Action) -> None:
        """Refuse unless the viewer may do this."""
        refusal = not_allowed_to_do(self.roles, action)
        if refusal is not None:
            raise ServiceRefused(refusal)

    def sees_names(self, row: RoundRow) -> bool:
        """Whether this is staff, or one of the hands is the viewer's."""
        return self.sees_all or any(hand.person == self.person for hand in row.hands)

    def only(self, person: str | None) -> str | None:
        """Whose rounds are looked for: a player's own, for staff those of anybody."""
        if self.sees_all:
            return person
        self.need(Action.SEE_OWN_ROUNDS)
        if person not in {None, self.person}:
            refuse(ServiceCode.NOT_ALLOWED, "You can look for your own rounds only.")
        return self.person

    def shown_id(self, person: str) -> str | None:
        """A person's id, if the viewer may see it."""
        return person if self.sees_all or person == self.person else None

    def as_shown(self, written: Any) -> Any:
        """An event or a view, as JSON, without the ids of other players."""
        return written if self.sees_all else _without_ids(written, self.person)


STRANGER = Viewer(person="", roles=())


def _without_ids(written: Any, own: str) -> Any:
    if isinstance(written, dict):
        return {
            name: "" if name == "player" and value != own else _without_ids(value, own)
            for name, value in written.items()
        }
    if isinstance(written, list | tuple):
        return [_without_ids(part, own) for part in written]
    return written
