"""Sessions: tokens, expiry, signing out here and everywhere.

Planted once and caught here: the token itself in the store; a session that never ends; one that
is not renewed, or at every use; a refresh that revives an ended session; a sign-out that the cache
or another process does not notice; a lookup under way that keeps an ended session.
"""

from __future__ import annotations

import asyncio

import pytest

from casinowar.service.people.changes import EVERYBODY
from casinowar.service.people.people import Changes
from casinowar.service.people.sessions import Started, digest_of
from casinowar.service.refusals import ServiceCode, ServiceRefused
from casinowar.store.interface import MISSED, SessionRow
from tests.kit.memory_store import MemoryStore
from tests.kit.people import START_MS, People

DAY_MS = 86_400_000
HOUR_MS = DAY_MS // 24


async def code_of(people: People, token: str | None) -> ServiceCode:
    with pytest.raises(ServiceRefused) as stopped:
        await people.sessions.find(token)
    return stopped.value.refusal.code


async def signed_in(people: People) -> Started:
    person = await people.persons.create_guest()
    return await people.sessions.start(person.id)


async def test_a_token_finds_its_person() -> None:
    people = People()
    one, two = await signed_in(people), await signed_in(people)
    assert (await people.sessions.find(one.token)).person == one.session.person
    assert (await people.sessions.find(two.token)).person == two.session.person
    assert one.session.person != two.session.person


async def test_the_store_never_sees_a_token_and_nothing_shows_it() -> None:
    store = MemoryStore()
    people = People(store)
    started = await signed_in(people)
    assert started.token not in repr(store.data)
    assert started.token not in repr(started)
    assert list(store.data.sessions) == [digest_of(started.token)]
    assert len(digest_of(started.token)) == 32


@pytest.mark.parametrize("token", [None, "", "x" * 201])
async def test_without_a_token_nobody_is_signed_in(token: str | None) -> None:
    assert await code_of(People(), token) is ServiceCode.NO_SESSION


@pytest.mark.parametrize("token", ["x", "\ud800", "\x00"])
async def test_an_unknown_token_finds_nobody(token: str) -> None:
    assert await code_of(People(), token) is ServiceCode.SESSION_ENDED


async def test_a_session_ends_30_days_after_its_last_use() -> None:
    people = People()
    started = await signed_in(people)
    people.clock.ms = START_MS + 30 * DAY_MS - 1
    renewed = await people.sessions.find(started.token)
    assert renewed.renewed
    assert renewed.expires_ms == people.clock.ms + 30 * DAY_MS
    people.clock.ms += 30 * DAY_MS - 1
    assert await people.sessions.still_valid(renewed)
    people.clock.ms += 1
    assert not await people.sessions.still_valid(renewed)
    assert await code_of(people, started.token) is ServiceCode.SESSION_ENDED


async def test_a_session_in_use_is_written_once_an_hour() -> None:
    people = People()
    started = await signed_in(people)
    renewals = 0
    for _ in range(10 * 24):
        people.clock.ms += HOUR_MS // 10
        renewals += (await people.sessions.find(started.token)).renewed
    assert renewals == 24


async def test_all_places_where_somebody_is_signed_in_are_listed() -> None:
    """There was no list: the page showed this browser alone."""
    people = People()
    one = await signed_in(people)
    person = one.session.person
    people.clock.ms += 5 * HOUR_MS
    two = await people.sessions.start(person, "Firefox on Windows")
    await signed_in(people)  # somebody else
    people.clock.ms += HOUR_MS
    await people.sessions.find(one.token)
    places = await people.sessions.places(two.session)
    assert [(place.client, place.here) for place in places] == [
        ("Firefox on Windows", True),
        ("", False),
    ]
    assert [place.since_ms - START_MS for place in places] == [5 * HOUR_MS, 0]
    assert [place.used_ms - START_MS for place in places] == [5 * HOUR_MS, 6 * HOUR_MS]
    shown = repr(places)
    for started in (one, two):
        assert started.token not in shown
        assert digest_of(started.token).hex()[:16] not in shown
    people.clock.ms += 30 * DAY_MS - HOUR_MS  # the second has expired, the first has not
    assert [place.client for place in await people.sessions.places(one.session)] == [""]


async def test_one_place_or_all_others_can_be_signed_out() -> None:
    people = People()
    one, stranger = await signed_in(people), await signed_in(people)
    others = [await people.sessions.start(one.session.person) for _ in range(3)]
    there = (await people.sessions.places(others[0].session))[0]
    with pytest.raises(ServiceRefused) as stopped:
        await people.sessions.end_place(stranger.session, there.id)
    assert stopped.value.refusal.code is ServiceCode.NO_SUCH_SESSION
    await people.sessions.end_place(one.session, there.id)
    assert await code_of(people, others[0].token) is ServiceCode.SESSION_ENDED
    assert await people.sessions.find(others[1].token)
    heard = list[str]()
    people.news.listen(heard.append)
    await people.sessions.end_elsewhere(one.session)
    assert heard == [one.session.person]
    for ended in others[1:]:
        assert await code_of(people, ended.token) is ServiceCode.SESSION_ENDED
    assert await people.sessions.find(one.token)
    assert await people.sessions.find(stranger.token)
    assert len(await people.sessions.places(one.session)) == 1


async def test_signing_out_ends_one_session() -> None:
    people = People()
    one = await signed_in(people)
    two = await people.sessions.start(one.session.person)
    for started in (one, two):
        await people.sessions.find(started.token)
    await people.sessions.end(one.session)
    assert await code_of(people, one.token) is ServiceCode.SESSION_ENDED
    assert not await people.sessions.still_valid(one.session)
    assert await people.sessions.find(two.token)


async def test_signing_out_everywhere_ends_all_of_one_person() -> None:
    people = People()
    one, other = await signed_in(people), await signed_in(people)
    two = await people.sessions.start(one.session.person)
    for started in (one, two, other):
        await people.sessions.find(started.token)
    heard = list[str]()
    stop = people.news.listen(heard.append)
    await people.sessions.end_everywhere(one.session.person)
    assert heard == [one.session.person]
    for started in (one, two):
        assert await code_of(people, started.token) is ServiceCode.SESSION_ENDED
    assert await people.sessions.find(other.token)
    stop()
    await people.sessions.end_everywhere(one.session.person)
    assert len(heard) == 1


async def test_another_process_hears_of_it() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    started = await signed_in(here)
    messages = there.store.news()
    session = await there.sessions.find(started.token)
    heard = list[str]()
    there.news.listen(heard.append)
    await here.sessions.end_everywhere(session.person)
    there.news.heard("table one 17")
    there.news.heard(await asyncio.wait_for(anext(messages), 1))
    assert heard == [session.person]
    assert not await there.sessions.still_valid(session)


async def test_when_news_was_missed_everybody_is_looked_at_again() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    started = await signed_in(here)
    session = await there.sessions.find(started.token)
    assert (await there.persons.find(session.person)).name != "Berta"
    await here.persons.change(session.person, Changes(name="Berta"))
    await here.sessions.end(session)
    heard = list[str]()
    there.news.listen(heard.append)
    there.news.heard(MISSED)
    assert heard == [EVERYBODY]
    assert not await there.sessions.still_valid(session)
    assert (await there.persons.find(session.person)).name == "Berta"


async def test_without_news_another_process_notices_within_30_seconds() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    started = await signed_in(here)
    session = await there.sessions.find(started.token)
    await here.sessions.end_everywhere(session.person)
    assert await there.sessions.find(started.token) == session
    there.clock.ms += 30_001
    assert await code_of(there, started.token) is ServiceCode.SESSION_ENDED


async def test_whether_a_session_is_still_valid_is_not_answered_from_memory() -> None:
    store = MemoryStore()
    here, there = People(store), People(MemoryStore(store.hall))
    started = await signed_in(here)
    session = await there.sessions.find(started.token)
    await here.sessions.end_everywhere(session.person)
    assert not await there.sessions.still_valid(session)


async def test_a_session_that_is_ended_while_it_is_renewed_stays_ended() -> None:
    people = People()
    started = await signed_in(people)
    people.clock.ms += HOUR_MS - 10_000
    assert not (await people.sessions.find(started.token)).renewed  # and it is remembered
    people.clock.ms += 10_000
    await people.store.end_sessions(started.session.person)  # by a process that nobody heard of
    assert await code_of(people, started.token) is ServiceCode.SESSION_ENDED
    assert await people.store.session(started.session.digest) is None


class SlowStore(MemoryStore):
    """Lets others in while a session is read."""

    async def session(self, digest: bytes) -> SessionRow | None:
        row = await super().session(digest)
        await asyncio.sleep(0)
        return row


async def test_what_was_read_before_a_sign_out_is_not_remembered() -> None:
    people = People(SlowStore())
    started = await signed_in(people)
    reading = asyncio.create_task(people.sessions.find(started.token))
    await asyncio.sleep(0)
    await people.sessions.end_everywhere(started.session.person)
    await reading
    assert await code_of(people, started.token) is ServiceCode.SESSION_ENDED
