"""The planted bugs. Each must be found within twice the seeds of the tests."""

from __future__ import annotations

from tests.simulation import bugs_processes, bugs_shoes, bugs_tables, bugs_writing
from tests.simulation.planting import BUGS, Bug

__all__ = ["BUGS", "Bug", "bugs_processes", "bugs_shoes", "bugs_tables", "bugs_writing"]
