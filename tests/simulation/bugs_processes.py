"""Bugs between processes: commands that are passed on, and frames of events that are shown.

Two more are planted in ``tests/service/test_following.py``: a lost frame that nobody looks for, and
a view of a later version than it says. Here chance hardly ever brings them to light.
"""

from __future__ import annotations

from dataclasses import replace

from casinowar.service import relay
from casinowar.service.asked import Asked
from casinowar.service.following import SharedFrame
from casinowar.service.host import TableHost
from casinowar.service.relay import Relay
from casinowar.service.said import Answered, Given
from casinowar.service.stream import TableStream
from tests.simulation.planting import Patch, planted


@planted("A command that another process does not answer is not taken back.")
def never_taken_back(patch: Patch) -> None:
    patch.setattr(Relay, "_time_up", lambda _: None)


@planted("A command that is taken back gets a new id.")
def taken_back_under_another_id(patch: Patch) -> None:
    original = TableHost.take_back

    def take_back(self: TableHost, asked: Asked) -> None:
        give = replace(asked.give, id=f"{asked.give.id}.again")
        original(self, replace(asked, give=give))

    patch.setattr(TableHost, "take_back", take_back)


@planted("The answer of another process is passed on before its events.")
def answer_before_events(patch: Patch) -> None:
    def answered(self: Relay, sender: str, answered: Answered) -> None:
        passed = self._passed.pop(answered.number, None)
        del sender
        if passed is not None and answered.body is not None:
            passed.asked.tell(answered.body.encode())

    patch.setattr(Relay, "_answered", answered)


@planted("A command is carried out for another process under the body of any other.")
def body_not_compared(patch: Patch) -> None:
    original = relay._asked

    def asked(given: Given) -> Asked:
        found = original(given)
        return replace(found, give=replace(found.give, digest=b""))

    patch.setattr(relay, "_asked", asked)


@planted("A frame of another process is shown though one before it is missing.")
def gap_is_shown(patch: Patch) -> None:
    def follow(self: TableStream, shared: SharedFrame) -> None:
        if shared.version > self.version:
            self._following._unread.append(shared)
            self._following.first = self.version + 1
            self.version = shared.version
            self._show(shared.frame)

    patch.setattr(TableStream, "_follow", follow)


@planted("What was shown is never read.")
def shown_and_not_read(patch: Patch) -> None:
    patch.setattr(TableStream, "_read_what_was_shown", lambda _: None)
