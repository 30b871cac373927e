"""Bugs between a decision and its commit, where a table and its store meet."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import msgspec

from casinowar.ledger import Posting
from casinowar.service.conversation.messages import CommandMessage, done_body, events_frame
from casinowar.service.tables import writer
from casinowar.service.tables.actor import TableActor
from casinowar.service.tables.writer import Writer
from casinowar.store import group_commit
from casinowar.store.interface import Answer, Conflict, Outcome, Short, StoreError, Write, Written
from tests.simulation.auditor import decoded
from tests.simulation.planting import Between, Patch, between, planted


def _is_done(answer: Answer | None) -> bool:
    return answer is not None and bool(decoded(answer.body)["ok"])


@planted("A command is acknowledged before its write is committed.")
def acknowledged_before_commit(patch: Patch) -> None:
    class Hasty(Between):
        async def write(self, write: Write) -> Outcome:
            task = asyncio.ensure_future(self.store.write(write))
            self.memory[task] = task
            task.add_done_callback(lambda done: done.exception())
            return Written()

    between(patch, Hasty)


@planted("Events are published before their write is committed.")
def published_before_commit(patch: Patch) -> None:
    class Loud(Between):
        async def write(self, write: Write) -> Outcome:
            if write.events:
                first = write.events[0].version
                bodies = [event.body for event in write.events]
                self.host.audience.send(
                    events_frame(first, write.at_ms, bodies, self.host.table.state.phase, ())
                )
            return await self.store.write(write)

    between(patch, Loud)
    patch.setattr(Writer, "_publish", lambda *_: None)


@planted("The answer is stored in one transaction, its events in the next.")
def answer_without_events(patch: Patch) -> None:
    class Split(Between):
        async def write(self, write: Write) -> Outcome:
            if not _is_done(write.answer):
                return await self.store.write(write)
            first = Write(
                table=write.table,
                expected=write.expected,
                at_ms=write.at_ms,
                answer=write.answer,
                home=write.home,
            )
            outcome = await self.store.write(first)
            if isinstance(outcome, Written):
                outcome = await self.store.write(replace(write, answer=None))
            return outcome

    between(patch, Split)


@planted("The events are stored in one transaction, their answer in the next.")
def events_without_answer(patch: Patch) -> None:
    class Split(Between):
        async def write(self, write: Write) -> Outcome:
            if not _is_done(write.answer):
                return await self.store.write(write)
            outcome = await self.store.write(replace(write, answer=None))
            if isinstance(outcome, Written):
                await self.store.write(Write(at_ms=write.at_ms, answer=write.answer))
            return outcome

    between(patch, Split)


@planted("After a conflict the old decision is written over newer events.")
def conflict_not_decided_again(patch: Patch) -> None:
    class Stubborn(Between):
        async def write(self, write: Write) -> Outcome:
            outcome = await self.store.write(write)
            if not isinstance(outcome, Conflict) or not write.events:
                return outcome
            now = await self.store.version(write.table)
            await self.host.writer.refresh()
            by = now - write.expected
            events = tuple(one._replace(version=one.version + by) for one in write.events)
            answer = write.answer
            if answer is not None:
                body = done_body(answer.command, events[0].version, events[-1].version)
                answer = replace(answer, body=body)
            postings = tuple(Posting(a, n, k, v + by) for a, n, k, v in write.postings)
            again = replace(write, expected=now, events=events, answer=answer, postings=postings)
            return await self.store.write(replace(again, snapshot=None, rounds=()))

    between(patch, Stubborn)


@planted("A failed write is treated as a success.")
def failure_taken_for_success(patch: Patch) -> None:
    class Hopeful(Between):
        async def write(self, write: Write) -> Outcome:
            try:
                return await self.store.write(write)
            except StoreError:
                return Written()

    between(patch, Hopeful)


@planted(
    "A failed write is treated as a write that changed nothing: the table continues unchanged."
)
def stale_after_failure(patch: Patch) -> None:
    patch.setattr(Writer, "failed", lambda _: None)


@planted("After a failure the command is carried out again under another id.")
def repeated_under_new_id(patch: Patch) -> None:
    original = TableActor.give

    async def give(self: TableActor, given: CommandMessage, *rest: Any) -> bytes:
        body = await original(self, given, *rest)
        if decoded(body).get("code") != "service/store_failed":
            return body
        again = await original(self, msgspec.structs.replace(given, id=given.id + "-2"), *rest)
        return again.replace(f'{given.id}-2"'.encode(), f'{given.id}"'.encode())

    patch.setattr(TableActor, "give", give)


@planted("Only the process remembers the ids of commands.")
def ids_forgotten_by_restart(patch: Patch) -> None:
    class Forgetful(Between):
        async def write(self, write: Write) -> Outcome:
            if write.answer is not None:
                key = (write.answer.person, write.answer.command)
                if key not in self.memory:
                    self.memory[key] = True
                    sql = "DELETE FROM answers WHERE person = ? AND command = ?"
                    self.store.disk.rows(sql, key)  # type: ignore[attr-defined]
            return await self.store.write(write)

    between(patch, Forgetful)


@planted("The same id with another body is answered as if it were the same command.")
def digest_not_compared(patch: Patch) -> None:
    patch.setattr(writer, "repeated", lambda stored, _: stored.body)


@planted("Only the process checks whether an account covers a purchase.")
def balance_in_memory(patch: Patch) -> None:
    patch.setattr(group_commit, "_short", lambda *_: None)

    class Remembers(Between):
        async def write(self, write: Write) -> Outcome:
            for account, cents, _, _ in write.postings:
                if not account.startswith("player/"):
                    continue
                if account not in self.memory:
                    self.memory[account] = await self.store.balance(account)
                if self.memory[account] + cents < 0:
                    return Short(account)
            outcome = await self.store.write(write)
            for account, cents, _, _ in write.postings:
                if account in self.memory and isinstance(outcome, Written):
                    self.memory[account] += cents
            return outcome

    between(patch, Remembers)


@planted("A group commit applies a refused write if another write of the group is accepted.")
def group_lets_refused_through(patch: Patch) -> None:
    original = group_commit.judge

    def judge(write: Write, facts: Any, numbers: Any, batch: Any) -> Outcome:
        outcome = original(write, facts, numbers, batch)
        if isinstance(outcome, Short) and not batch.is_empty:
            group_commit._accept(write, facts, numbers, batch)
        return outcome

    patch.setattr(group_commit, "judge", judge)


@planted("All commands that share a commit are treated as written.")
def shared_commit_taken_for_written(patch: Patch) -> None:
    class Trusting(Between):
        async def write(self, write: Write) -> Outcome:
            await self.store.write(write)
            return Written()

    original = TableActor._together

    async def together(self: TableActor, asked: Any) -> int:
        parts = self.table.parts
        store: Any = Trusting(parts.store, self)
        self.table.parts = replace(parts, store=store)
        try:
            return await original(self, asked)
        finally:
            self.table.parts = parts

    patch.setattr(TableActor, "_together", together)
