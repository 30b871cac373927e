"""The settings of the service: one list, read from a file, the environment and the command line.

``SETTINGS`` is that list. Each setting has one name: ``port`` in the file, ``CASINOWAR_PORT`` in
the environment, ``--port`` on the command line. The command line is stronger than the environment,
which is stronger than the file. The table in ``docs/serve.md`` is written from the list.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from casinowar import errors
from casinowar.errors import InputError, did_you_mean

PREFIX = "CASINOWAR_"
CONFIG_VARIABLE = f"{PREFIX}CONFIG"
SQLITE = "sqlite:///"
DATABASE_FILE = "casinowar.db"
KEY_FILE = "sealing.keys"
MOST = 2**31 - 1

Parse = Callable[[object], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings with their defaults."""

    host: str = "127.0.0.1"
    port: int = 8037
    database: str = ""
    data_folder: str = ""
    key_file: str = ""
    installation: str = "local"
    shoes: str = ""
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    secure_cookies: bool = False
    log_level: str = "info"
    log_format: str = "auto"
    sockets_max: int = 10_000
    sockets_per_person: int = 8
    sockets_per_address: int = 200
    socket_buffer_bytes: int = 262_144
    ping_seconds: int = 4
    pong_seconds: int = 5
    body_max_bytes: int = 65_536
    guests_per_hour: int = 60
    sign_ins_per_minute: int = 10
    tables_per_hour: int = 20
    look_ups_per_hour: int = 60
    requests_per_second: int = 50
    away_seconds: int = 120
    session_days: int = 30
    first_chips_cents: int = 100_000
    refill_below_cents: int = 10_000
    refill_to_cents: int = 100_000
    refill_minutes: int = 60
    stake_max_cents: int = 0
    day_loss_max_cents: int = 0
    day_max_minutes: int = 0
    session_max_minutes: int = 0
    tables_per_person: int = 100
    stop_seconds: int = 10

    def folder(self) -> Path:
        """Where the data is, unless the database is elsewhere."""
        if self.data_folder:
            return Path(self.data_folder)
        from platformdirs import user_data_path

        return user_data_path("casinowar")

    def database_url(self) -> str:
        """The database: the one that was named, or a file in the data folder."""
        return self.database or f"{SQLITE}{self.folder() / DATABASE_FILE}"

    def key_path(self) -> Path:
        """The sealing keys: beside a SQLite file, otherwise in the data folder."""
        if self.key_file:
            return Path(self.key_file)
        url = self.database_url()
        if url.startswith(SQLITE):
            database = Path(url.removeprefix(SQLITE))
            return database.with_name(f"{database.name}.keys")
        return self.folder() / KEY_FILE


# --- what a value can be --------------------------------------------------------------------------


def shown(value: object) -> str:
    """A value as an error shows it; an address may hold a password."""
    return "this address" if "://" in str(value) else errors.shown(value)


def whole(low: int, high: int = MOST) -> Parse:
    """A whole number from ``low`` to ``high``."""

    def parse(value: object) -> int:
        text = str(value)
        if isinstance(value, bool | float) or not re.fullmatch(r"-?[0-9]{1,10}", text):
            raise ValueError(f"{shown(value)} is not a whole number")
        if not low <= int(text) <= high:
            raise ValueError(f"{text} is not from {low} to {high}")
        return int(text)

    return parse


def text(value: object) -> str:
    """Any text on one line."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError(f"{shown(value)} is not text on one line")
    return value.strip()


def some_text(value: object) -> str:
    """Text that is not empty."""
    found = text(value)
    if not found:
        raise ValueError("is empty")
    return found


def one_of(*choices: str) -> Parse:
    """One of a few words."""

    def parse(value: object) -> str:
        if value not in choices:
            raise ValueError(f"{shown(value)} is not one of {', '.join(choices)}")
        return str(value)

    return parse


def flag(value: object) -> bool:
    """True or false."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    found = value if isinstance(value, bool) else words.get(str(value).lower())
    if found is None:
        raise ValueError(f"{shown(value)} is not true or false")
    return found


def listed(each: Callable[[str], str]) -> Parse:
    """Several values: a list in the file, otherwise with commas between."""

    def parse(value: object) -> tuple[str, ...]:
        if isinstance(value, list | tuple):
            return tuple(each(text(part)) for part in value)
        return tuple(each(part.strip()) for part in text(value).split(",") if part.strip())

    return parse


def origin(value: str) -> str:
    """A web origin: scheme, host and, if it is not the usual one, port."""
    if not re.fullmatch(r"https?://[a-z0-9.\[\]:-]+", value):
        raise ValueError(f"{errors.shown(value)} is not an origin like https://example.com")
    return value


def network(value: str) -> str:
    """An IP address or a network."""
    try:
        ipaddress.ip_network(value)
    except ValueError:
        raise ValueError(f"{shown(value)} is not an address or a network") from None
    return value


def installation(value: object) -> str:
    """A short name."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,62}", value):
        raise ValueError(f"{shown(value)} is not a text of 1 to 63 of a-z, 0-9, dot and hyphen")
    return value


# --- the list -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting."""

    name: str
    parse: Parse
    metavar: str
    help: str
    default_words: str = ""  # what the docs say, if the default is not a plain value

    @property
    def flag(self) -> str:
        """The setting on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def shown_help(self) -> str:
        """The help of the flag."""
        default = getattr(Config(), self.name)
        if isinstance(default, tuple):
            default = ",".join(default)
        shown = self.default_words or str(default).lower()
        return f"{self.help} (default: {shown})".replace("%", "%%")

    @property
    def variable(self) -> str:
        """The setting in the environment."""
        return PREFIX + self.name.upper()


SETTINGS: tuple[Setting, ...] = (
    Setting("host", some_text, "HOST", "the address to listen on"),
    Setting("port", whole(0, 65535), "PORT", "the port to listen on; 0 takes a free one"),
    Setting(
        "database", text, "URL",
        "sqlite:///FILE or postgresql://…", "a SQLite file in the data folder",
    ),
    Setting(
        "data_folder", text, "FOLDER",
        "where the database and the sealing keys are", "the user's data folder",
    ),
    Setting(
        "key_file", text, "FILE", "the sealing keys of the shoes", "beside the database",
    ),
    Setting(
        "installation", installation, "NAME",
        "the name of this service in the name of every shoe; it cannot be changed later",
    ),
    Setting(
        "shoes", text, "FILE",
        "stacked shoes for tests and lessons, one a line; every table that uses them is marked",
        "none",
    ),
    Setting(
        "origins", listed(origin), "ORIGIN,…",
        "web origins that may use a signed-in browser, beside the service's own", "none",
    ),
    Setting(
        "trusted_proxies", listed(network), "ADDRESS,…",
        "proxies whose X-Forwarded-For and X-Forwarded-Proto are believed", "none",
    ),
    Setting(
        "secure_cookies", flag, "true|false",
        "send the cookie over HTTPS alone, also if the request came over HTTP",
    ),
    Setting(
        "log_level", one_of("debug", "info", "warning", "error"), "LEVEL",
        "the least important messages to log: debug, info, warning or error",
    ),
    Setting(
        "log_format", one_of("auto", "json", "text"), "FORMAT",
        "json, text, or auto: text on a terminal",
    ),
    Setting("sockets_max", whole(1), "N", "sockets in all"),
    Setting("sockets_per_person", whole(1), "N", "sockets of one person"),
    Setting(
        "sockets_per_address", whole(1), "N",
        "sockets from one address, and as many other connections",
    ),
    Setting(
        "socket_buffer_bytes", whole(65_536), "N",
        "what may wait to be read by a client; with more it is disconnected",
    ),
    Setting("ping_seconds", whole(1, 3600), "N", "how often a socket is checked"),
    Setting(
        "pong_seconds", whole(1, 3600), "N", "how long a client may take to answer the check"
    ),
    Setting("body_max_bytes", whole(1024), "N", "the largest body of a request"),
    Setting("guests_per_hour", whole(1), "N", "new guests from one address"),
    Setting("sign_ins_per_minute", whole(1), "N", "attempts to sign in from one address"),
    Setting("tables_per_hour", whole(1), "N", "new tables from one address"),
    Setting(
        "look_ups_per_hour", whole(1), "N",
        "look-ups of tables and rounds that do not exist, from one address",
    ),
    Setting("requests_per_second", whole(1), "N", "requests from one address, in the long run"),
    Setting(
        "away_seconds", whole(1), "N",
        "how long a seat is kept for a player without a socket, between rounds",
    ),
    Setting("session_days", whole(1, 3650), "N", "how long a session lasts after its last use"),
    Setting("first_chips_cents", whole(0, 10**9), "CENTS", "play chips of a new player"),
    Setting(
        "refill_below_cents", whole(0, 10**9), "CENTS", "a player with less may ask for a refill"
    ),
    Setting("refill_to_cents", whole(0, 10**9), "CENTS", "what a refill fills the balance up to"),
    Setting("refill_minutes", whole(1), "N", "the least time between two refills of a player"),
    Setting(
        "stake_max_cents", whole(0, 10**9), "CENTS",
        "the most that any player may stake on a round, beside their own limit; 0: no limit",
    ),
    Setting(
        "day_loss_max_cents", whole(0, 10**9), "CENTS",
        "the most that any player may lose in a day; 0: no limit",
    ),
    Setting(
        "day_max_minutes", whole(0, 1440), "N",
        "how long any player may play in a day; 0: no limit",
    ),
    Setting(
        "session_max_minutes", whole(0, 1440), "N",
        "how long any player may play without a pause; 0: no limit",
    ),
    Setting("tables_per_person", whole(1), "N", "tables that one person can make"),
    Setting(
        "stop_seconds", whole(1, 3600), "N",
        "how long requests and sockets get to end when the service is stopped",
    ),
)  # fmt: skip

assert [setting.name for setting in SETTINGS] == [part.name for part in fields(Config)]


# --- reading --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sources:
    """The values found so far; later sources are stronger."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def take(self, setting: Setting, written: object, where: str) -> None:
        try:
            self.values[setting.name] = setting.parse(written)
        except ValueError as error:
            raise InputError(where, str(error)) from None

    def take_written(self, setting: Setting, written: object, where: str) -> None:
        """Take a value of the file, where a list, a number or true and false are not text."""
        if isinstance(getattr(Config(), setting.name), tuple) and not isinstance(written, list):
            raise InputError(where, f"{shown(written)} is not a list")
        self.take(setting, written, where)
        value = self.values[setting.name]
        if isinstance(value, int) and type(written) is not type(value):
            raise InputError(where, f"write {str(value).lower()}, not {shown(written)}")


def read_config(
    flags: Mapping[str, object],
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Config:
    """The settings from a file, the environment and flags, the later the stronger.

    ``flags`` may have names that are no settings, and None for what was not given.
    """
    found, env = _Sources(), os.environ if environment is None else environment
    if file is None and env.get(CONFIG_VARIABLE):
        file = Path(env[CONFIG_VARIABLE])
    written = {} if file is None else _read_file(file)
    _check_names(env)
    for setting in SETTINGS:
        if setting.name in written:
            found.take_written(setting, written[setting.name], f"{file}: {setting.name}")
        if env.get(setting.variable):
            found.take(setting, env[setting.variable], setting.variable)
        if flags.get(setting.name) is not None:
            found.take(setting, flags[setting.name], setting.flag)
    config = Config(**found.values)
    if config.refill_to_cents < config.refill_below_cents:
        raise InputError("refill_to_cents", "must be at least refill_below_cents")
    return config


def _check_names(env: Mapping[str, str]) -> None:
    """Refuse a variable that looks like a setting and is none: it was misspelled."""
    names = [CONFIG_VARIABLE, *(setting.variable for setting in SETTINGS)]
    for name in sorted(env):
        if name.startswith(PREFIX) and name not in names:
            raise InputError(name, f"there is no such setting{did_you_mean(name, names)}")


def _read_file(path: Path) -> dict[str, Any]:
    import tomllib

    from casinowar.toml import read_text

    try:
        values = tomllib.loads(read_text(path))
    except InputError as error:
        raise InputError(str(path), error.reason) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise InputError(str(path), f"is not valid TOML: {error}") from None
    names = [setting.name for setting in SETTINGS]
    for name in values:
        if name not in names:
            raise InputError(
                f"{path}: {name}", f"there is no such setting{did_you_mean(name, names)}"
            )
    return values


# --- the docs -------------------------------------------------------------------------------------


def config_table() -> str:
    """The settings as a Markdown table."""
    return "\n".join(
        ["| setting | default | what it is |", "| --- | --- | --- |", *map(_row, SETTINGS)]
    )


def _row(setting: Setting) -> str:
    default = setting.default_words or _shown_default(getattr(Config(), setting.name))
    return f"| `{setting.name}` | {default} | {setting.help.replace('|', '/')} |"


def _shown_default(value: object) -> str:
    if isinstance(value, tuple):
        return _joined(value)
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    return f"`{value}`"


def _joined(values: Iterable[object]) -> str:
    return ", ".join(f"`{value}`" for value in values)


if __name__ == "__main__":
    print(config_table())
