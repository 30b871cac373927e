"""Backup, restore, check and rotation of keys beside a real service under load.

Planted once and caught here: a restore without keys, a service that seals with the old key after a
rotation, seeds that are left under the old key, a backup of the file without its log.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.drills.backups import backup_and_restore, rotate_while_it_runs
from tests.kit.nursery import Nursery
from tests.kit.postgres import Postgres
from tests.kit.profile import IN_DRILL

PAIRS = [
    pytest.param("sqlite", "sqlite", marks=IN_DRILL),
    pytest.param("sqlite", "postgres", marks=IN_DRILL),
    pytest.param("postgres", "sqlite", marks=IN_DRILL),
]


async def url_of(kind: str, request: pytest.FixtureRequest) -> str:
    """A new database; empty: a SQLite file in the folder of the service."""
    if kind == "sqlite":
        return ""
    server: Postgres = request.getfixturevalue("postgres")
    return server.url(await server.new_schema())


@pytest.mark.parametrize(("source", "target"), PAIRS)
async def test_a_backup_made_during_play_continues_elsewhere(
    source: str, target: str, request: pytest.FixtureRequest, nursery: Nursery, tmp_path: Path
) -> None:
    urls = await url_of(source, request), await url_of(target, request)
    await backup_and_restore(nursery, tmp_path, *urls)


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=IN_DRILL)])
async def test_a_key_is_rotated_during_play(
    kind: str, request: pytest.FixtureRequest, nursery: Nursery, tmp_path: Path
) -> None:
    await rotate_while_it_runs(nursery, tmp_path, await url_of(kind, request))
