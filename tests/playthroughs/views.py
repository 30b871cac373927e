"""``python -m tests.playthroughs.views``: every playthrough as events and views, for the page.

Writes ``web/tests/playthroughs.json``, which git ignores. The page's own fold must come to the same
view after every event. Of each view only the parts are written that the event changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from casinowar.houses import House, house_names, load_house
from casinowar.table import Table, evolve
from casinowar.table.view import view
from casinowar.wire.events import event_to_json
from casinowar.wire.records import to_json

from .stories import Story, stories
from .telling import Telling

PATH = Path(__file__).resolve().parents[2] / "web" / "tests" / "playthroughs.json"
Json = dict[str, Any]


def told(house: House, story: Story) -> Json:
    """A playthrough: the empty table, and each event with what it changed in the view."""
    story(house)
    state = Table(house=house)
    before = seen = to_json(view(state))
    steps = []
    for event in Telling.latest.events:
        state = evolve(state, event)
        now = to_json(view(state))
        changed = {name: part for name, part in now.items() if part != seen[name]}
        steps.append({"event": event_to_json(event), "changed": changed})
        seen = now
    names = {
        "first": house.wagers.first_name,
        "sides": {bet.name: bet.title for bet in house.side_bets},
    }
    return {"names": names, "before": before, "steps": steps}


def main() -> None:
    """Write every playthrough of every house."""
    houses = map(load_house, house_names())
    written = {
        f"{house.name}/{name}": told(house, story)
        for house in houses
        for name, story in stories(house).items()
    }
    PATH.write_text(json.dumps(written, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
