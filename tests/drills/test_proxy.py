"""The service behind nginx with the configuration of the docs; skipped where there is no nginx.

Planted once and caught here: X-Forwarded-For passed on as the client sent it, Host of the upstream,
no X-Forwarded-Proto, no Upgrade, every proxy trusted, sockets without pings.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.drills import proxy
from tests.drills.nginx import program
from tests.kit.nursery import Nursery

QUIET_SECONDS = 6  # ``make drill``: 60, as in the docs

pytestmark = pytest.mark.skipif(program() is None, reason="nginx not found: apt-get install nginx")
SCENES = {
    scene.__name__: scene
    for scene in proxy.SCENES
    if scene not in {proxy.quiet_socket, proxy.restart}
} | {
    "quiet_socket": partial(proxy.quiet_socket, seconds=QUIET_SECONDS),
    "restart": partial(proxy.restart, times=1),
}


@pytest.mark.parametrize("name", sorted(SCENES.keys() - {"slow_reader"}))  # by the clock: a drill
async def test_behind_the_proxy_of_the_docs(name: str, nursery: Nursery, tmp_path: Path) -> None:
    await SCENES[name](nursery, tmp_path)
