"""What is kept of a User-Agent: a browser and its system in a few words, and nothing else."""

from __future__ import annotations

import pytest

from casinowar.service.http.requests.caller import client_of

_KIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "client"),
    [
        ("", ""),
        ("python-httpx/0.28.1", "A program"),
        ("Mozilla/5.0 (compatible)", "A program"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_KIT} Chrome/150.0 Safari/537.36",
            "Chrome on Windows",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0) {_KIT} Chrome/150.0 Safari/537.36 Edg/150.0",
            "Edge on Windows",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 15; Pixel 9) {_KIT} Chrome/150.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15",
            "Safari on Mac",
        ),
        ("Mozilla/5.0 (Linux; Tizen) something of 1,000 letters", "A browser on Linux"),
    ],
)
def test_a_browser_is_told_in_a_few_words(agent: str, client: str) -> None:
    assert client_of(agent) == client
