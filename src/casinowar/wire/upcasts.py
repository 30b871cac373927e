"""Upcasts: for each old version of an event, how to convert its object to the next version.

There are none yet: every event has version 1. When the fields of an event change, its class
gets the next version, and the conversion of recorded events goes in here. An upcast checks nothing:
the reader of the newest version checks the result and names a malformed field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: dict[tuple[str, int], Upcast] = {}
