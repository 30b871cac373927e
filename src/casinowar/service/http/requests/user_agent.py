"""What a session is used with, in a few words from the User-Agent header.

People tell their devices apart by it. Nothing else of the header is kept: no version, no model, no
language. Whatever is not one of these words is "a program" or not known.
"""

from __future__ import annotations

# the first that is found: many browsers also call themselves by the names of others
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)
PROGRAM = "A program"


def client_of(user_agent: str) -> str:
    """A browser and its system, for example ``Firefox on Windows``; "" if nothing is said."""
    if not user_agent:
        return ""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if not user_agent.startswith("Mozilla/") or not (browser or system):
        return PROGRAM
    return f"{browser or 'A browser'} on {system}" if system else browser


def _first(words: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in words if mark in text), "")
