"""Every playthrough of the engine as the page would hear it: events, and the view after them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from casinowar import live
from casinowar.houses import House, house_names, load_house
from casinowar.houses.house import PaidOn
from casinowar.table import Refusal
from casinowar.table.automation import Carried, carry_out
from casinowar.table.view import view
from casinowar.wire import event_to_json, to_json
from tests.playthroughs.stories import stories

Json = dict[str, Any]


@contextmanager
def heard() -> Iterator[list[Json]]:
    """What is carried out at tables meanwhile: the view before, the events, the view after."""
    told = list[Json]()

    def carried(state: Any, *args: Any, **named: Any) -> Carried | Refusal:
        answer = carry_out(state, *args, **named)
        if isinstance(answer, Carried) and answer.events:
            told.append(
                {
                    "before": to_json(view(state)),
                    "events": [event_to_json(event) for event in answer.events],
                    "after": to_json(view(answer.state)),
                }
            )
        return answer

    with patch.object(live, "carry_out", carried):
        yield told


def names_of(house: House) -> Json:
    """How the house calls its wagers."""
    sides = {bet.name: bet.title for bet in house.side_bets}
    return {
        "first": house.wagers.first_name,
        "war": house.wagers.war_name,
        "sides": sides,
        "warOnBoth": house.war.paid_on is PaidOn.BOTH_WAGERS,
    }


def write(path: Path) -> int:
    """Write all of them to a file; their number."""
    found = dict[str, Json]()
    for house in map(load_house, house_names()):
        for name, story in stories(house).items():
            with heard() as told:
                story(house)
            found[f"{house.name}/{name}"] = {"names": names_of(house), "told": told}
    path.write_text(json.dumps(found), encoding="utf-8")
    return len(found)
