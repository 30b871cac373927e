"""What holds for every test: generated examples are the same each time, and no clock decides."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("same-everywhere", deadline=None, derandomize=True, database=None)
settings.load_profile("same-everywhere")
