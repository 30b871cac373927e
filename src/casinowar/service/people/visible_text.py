"""Characters that show nothing, although ``str.isprintable`` accepts them."""

from __future__ import annotations

import re
from unicodedata import category

# fillers, a blank, joiners, and selectors besides the two that emoji need
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U000e0100-\U000e01ef]"
)


def shows_something(text: str) -> bool:
    r"""Whether a text is visible: an accent alone, without a letter, is not.

    >>> shows_something("Zoé"), shows_something("\u3164 \u0301")
    (True, False)
    """
    return any(category(one)[0] not in "MZ" for one in INVISIBLE.sub("", text))
