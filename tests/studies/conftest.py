"""Studies deal hundreds of millions of rounds: a short form in ``make test``, all in the drill."""

from __future__ import annotations

import os

collect_ignore = (
    [] if os.environ.get("EXAMPLES") == "all" else ["test_counting.py", "test_cutting_card.py"]
)
