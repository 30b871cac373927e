"""Who is calling: the session of a request or a socket, and whether its page may use it.

A program sends ``Authorization: Bearer TOKEN``. A browser sends the cookie by itself, also for the
page of another site; so with a cookie every request that changes something, and every socket, needs
an ``Origin`` that is the service's own or one from the settings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from casinowar.service.http.requests.limiter import network_of
from casinowar.service.http.settings import Config
from casinowar.service.refusals import ServiceCode, ServiceRefused, refused

COOKIE = "casinowar"
SECURE_COOKIE = "__Host-casinowar"  # a page of another host cannot set it
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
NO_ORIGIN = "This request has no Origin header: send one with the address of the service."
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """The sender of a request, as its headers describe it."""

    address: str
    token: str | None
    by_cookie: bool
    host: str
    origins: tuple[str, ...]  # of the request; more than one is refused
    secure: bool  # it came over TLS, to this process or to a trusted proxy
    client: str = ""  # a browser and its system, in a few words

    def origin_is_ours(self, config: Config) -> bool:
        """Whether a page of the service sent the request, or one that the settings allow."""
        if len(self.origins) != 1:
            return False
        [origin] = self.origins
        return origin in config.origins or _same_place(origin, self.host, secure=self.secure)

    def origin_refusal(self, what: str) -> ServiceRefused:
        """The refusal of another site's page; ``what`` is what it cannot do."""
        words = f"A page of another site cannot {what} here."
        if not self.origins:
            words = NO_ORIGIN
        return refused(ServiceCode.FOREIGN_ORIGIN, words)


def caller_of(scope: dict[str, Any]) -> Caller:
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    bearer = _bearer(_all(headers, b"authorization"))
    cookie = None if bearer is not None else _cookie(_all(headers, b"cookie"))
    client = scope.get("client")
    hosts = _all(headers, b"host")
    return Caller(
        address=network_of(client[0]) if client else "",
        token=bearer if bearer is not None else cookie,
        by_cookie=bearer is None and cookie is not None,
        host=hosts[0] if len(hosts) == 1 else "",
        origins=tuple(_all(headers, b"origin")),
        secure=scope.get("scheme") in {"https", "wss"},
        client=client_of(" ".join(_all(headers, b"user-agent"))),
    )


def set_cookie(token: str, caller: Caller, config: Config) -> str:
    """The header that keeps a session in a browser."""
    age_seconds = config.session_days * 86_400
    return _cookie_header(token, caller, config, f"Max-Age={age_seconds}")


def clear_cookie(caller: Caller, config: Config) -> str:
    """The header that makes a browser forget its session."""
    return _cookie_header("", caller, config, "Max-Age=0")


def _cookie_header(value: str, caller: Caller, config: Config, age: str) -> str:
    secure = caller.secure or config.secure_cookies
    name = SECURE_COOKIE if secure else COOKIE
    parts = [f"{name}={value}", age, "Path=/", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts)


def _all(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key == name]


def _bearer(values: list[str]) -> str | None:
    """The token of an Authorization header; an unusable header is an empty token."""
    if not values:
        return None
    scheme, _, token = values[0].strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" and len(values) == 1 else ""


def _cookie(values: list[str]) -> str | None:
    """The session in the cookies; the one that only this host can set over TLS comes first."""
    found = dict[str, str]()
    for part in ";".join(values).split(";"):  # by hand, because other cookies may be malformed
        name, _, value = part.strip().partition("=")
        found.setdefault(name, value)
    return found.get(SECURE_COOKIE, found.get(COOKIE))


def _same_place(origin: str, host: str, *, secure: bool) -> bool:
    """Whether an origin names the host and port that the request was sent to.

    A proxy may end TLS without saying so: an https page of the same host is always accepted.
    """
    try:
        page = urlsplit(origin)
        target = urlsplit(f"{page.scheme}://{host}")
        if page.path or page.query or page.fragment or page.username is not None:
            return False
        usual = _PORTS[page.scheme]
        same = (page.hostname, page.port or usual) == (target.hostname, target.port or usual)
    except (ValueError, KeyError):
        return False
    return same and bool(page.hostname) and (page.scheme == "https" or not secure)


# --- the browser or program of a session ----------------------------------------------------------


# the first match counts: many browsers also use the names of others
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
    """A browser and its system, for example ``Firefox on Windows``; "" if it is not known."""
    if not user_agent:
        return ""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if not user_agent.startswith("Mozilla/") or not (browser or system):
        return PROGRAM
    return f"{browser or 'A browser'} on {system}" if system else browser


def _first(words: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for mark, name in words if mark in text), "")
