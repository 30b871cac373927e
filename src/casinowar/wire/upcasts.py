"""Old versions of events: for each name and version, how to convert the object to the next version.

There are none yet: every event has version 1. When the fields of one change, its class gets the
next version, and the conversion of what was recorded before goes in here. An upcast checks nothing:
the reader of the newest version judges the result, so a malformed field is named there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: dict[tuple[str, int], Upcast] = {}
