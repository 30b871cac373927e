"""News that processes on one database tell each other. It is only ever a reason to look."""

from __future__ import annotations

MISSED = "missed"  # messages may have been lost: look at the database again
NEWS_MAX_BYTES = 200  # of a message
