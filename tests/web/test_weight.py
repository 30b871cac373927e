"""A first visit stays light: at most 125 kB with all that is fetched ahead.

Planted once and caught here: the parts of a table that come late are loaded with its room.
"""

from __future__ import annotations

import re

import pytest
from tools.web import ROOT, is_built, static_folder

from casinowar.service.http.files import read_client

MOST = 125_000
# as measured by `make measure`; what it counts beside the files is what the service answers
HEADERS = 780  # of one answer
ANSWERS = 11_500  # who is there, the houses, the tables


def test_a_first_visit_loads_little() -> None:
    if not is_built():
        pytest.skip("the page is not built from these sources")
    files = read_client(static_folder(ROOT))
    linked = re.findall(r'(?:src|href)="/([^"]+)"', files["index.html"].body.decode())
    loaded = {"index.html", *(name for name in linked if name.startswith("assets/")), "icon.svg"}
    assert any(name.startswith("assets/Table-") for name in loaded)  # it is fetched ahead
    sizes = {name: len(files[name].packed or files[name].body) for name in loaded}
    in_all = sum(sizes.values()) + HEADERS * len(sizes) + ANSWERS
    assert in_all <= MOST, f"{in_all} bytes: {sizes}"
