"""The settings of the service: one list, read from a file, the environment and the command line.

``Config`` is that list. Each setting has one name: ``port`` in the file, ``CASINOWAR_PORT`` in the
environment, ``--port`` on the command line. The command line overrides the environment, which
overrides the file. The table in ``docs/serve.md`` is generated from the list.
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
KEY_FILE, SIGNING_FILE = "sealing.keys", "signing.keys"
MOST = 2**31 - 1

Parse = Callable[[object], Any]


# --- types of values ------------------------------------------------------------------------------


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
    """Several values: a list in the file, otherwise separated by commas."""

    def parse(value: object) -> tuple[str, ...]:
        if isinstance(value, list | tuple):
            return tuple(each(text(part)) for part in value)
        return tuple(each(part.strip()) for part in text(value).split(",") if part.strip())

    return parse


def origin(value: str) -> str:
    """A web origin: scheme, host and, unless it is the default, port."""
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


# --- the settings ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting."""

    name: str
    parse: Parse
    metavar: str
    help: str
    default_words: str = ""  # for the docs, if the default is not a plain value

    @property
    def flag(self) -> str:
        """The setting on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def shown_help(self) -> str:
        default = getattr(Config(), self.name)
        if isinstance(default, tuple):
            default = ",".join(default)
        shown = self.default_words or str(default).lower()
        return f"{self.help} (default: {shown})".replace("%", "%%")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()


def setting(default: object, parse: Parse, metavar: str, words: str, shown_as: str = "") -> Any:
    """A field of ``Config``: its default, its parser and its help."""
    metadata = {"parse": parse, "metavar": metavar, "help": words, "default_words": shown_as}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Every setting with its default, declared once."""

    # fmt: off
    host: str = setting("127.0.0.1", some_text, "HOST", "the address to listen on")
    port: int = setting(8037, whole(0, 65535), "PORT", "the port to listen on; 0 takes a free one")
    database: str = setting(
        "", text, "URL",
        "sqlite:///FILE or postgresql://…", "a SQLite file in the data folder",
    )
    data_folder: str = setting(
        "", text, "FOLDER",
        "where the database and the sealing keys are", "the user's data folder",
    )
    key_file: str = setting(
        "", text, "FILE",
        "the sealing keys of the shoes", "next to the database",
    )
    signing_file: str = setting(
        "", text, "FILE",
        "the keys that sign the logs of tables with sealed shoes", "next to the sealing keys",
    )
    installation: str = setting(
        "local", installation, "NAME",
        "the name of this service in the name of every shoe; it cannot be changed later",
    )
    shoes: str = setting(
        "", text, "FILE",
        "stacked shoes for tests and lessons, one per line; every table that uses them is marked",
        "none",
    )
    origins: tuple[str, ...] = setting(
        (), listed(origin), "ORIGIN,…",
        "web origins that may use a signed-in browser, besides the service's own", "none",
    )
    trusted_proxies: tuple[str, ...] = setting(
        (), listed(network), "ADDRESS,…",
        "proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted", "none",
    )
    secure_cookies: bool = setting(
        False, flag, "true|false",
        "send the cookie over HTTPS only, even if the request came over HTTP",
    )
    log_level: str = setting(
        "info", one_of("debug", "info", "warning", "error"), "LEVEL",
        "the least important messages to log: debug, info, warning or error",
    )
    log_format: str = setting(
        "auto", one_of("auto", "json", "text"), "FORMAT",
        "json, text, or auto: text on a terminal",
    )
    sockets_max: int = setting(10_000, whole(1), "N", "maximum number of sockets")
    sockets_per_person: int = setting(8, whole(1), "N", "maximum sockets of one person")
    sockets_per_address: int = setting(
        200, whole(1), "N",
        "maximum sockets from one address, and as many other connections",
    )
    socket_buffer_bytes: int = setting(
        262_144, whole(65_536), "N",
        "maximum unread data of a client; a client with more is disconnected",
    )
    ping_seconds: int = setting(4, whole(1, 3600), "N", "how often a socket is checked")
    pong_seconds: int = setting(
        5, whole(1, 3600), "N",
        "how long a client may take to answer the check",
    )
    body_max_bytes: int = setting(65_536, whole(1024), "N", "the largest body of a request")
    guests_per_hour: int = setting(60, whole(1), "N", "new guests from one address")
    sign_ins_per_minute: int = setting(10, whole(1), "N", "attempts to sign in from one address")
    tables_per_hour: int = setting(20, whole(1), "N", "new tables from one address")
    look_ups_per_hour: int = setting(
        60, whole(1), "N",
        "look-ups of tables and rounds that do not exist, from one address",
    )
    requests_per_second: int = setting(
        50, whole(1), "N",
        "requests from one address, on average",
    )
    away_seconds: int = setting(
        120, whole(1), "N",
        "how long a seat is kept for a player without a socket, between rounds",
    )
    session_days: int = setting(
        30, whole(1, 3650), "N",
        "how long a session lasts after its last use",
    )
    first_chips_cents: int = setting(
        100_000, whole(0, 10**9), "CENTS",
        "play chips of a new player",
    )
    refill_below_cents: int = setting(
        10_000, whole(0, 10**9), "CENTS",
        "a player with fewer play chips may ask for a refill",
    )
    refill_to_cents: int = setting(
        100_000, whole(0, 10**9), "CENTS",
        "the balance after a refill",
    )
    refill_minutes: int = setting(
        60, whole(1), "N",
        "minimum time between two refills of a player",
    )
    stake_max_cents: int = setting(
        0, whole(0, 10**9), "CENTS",
        "maximum stake of any player on a round, besides their own limit; 0: no limit",
    )
    day_loss_max_cents: int = setting(
        0, whole(0, 10**9), "CENTS",
        "maximum loss of any player in a day; 0: no limit",
    )
    day_max_minutes: int = setting(
        0, whole(0, 1440), "N",
        "how long any player may play in a day; 0: no limit",
    )
    session_max_minutes: int = setting(
        0, whole(0, 1440), "N",
        "how long any player may play without a pause; 0: no limit",
    )
    tables_per_person: int = setting(100, whole(1), "N", "maximum tables that one person can make")
    stop_seconds: int = setting(
        10, whole(1, 3600), "N",
        "how long requests and sockets may take to end when the service stops",
    )
    # fmt: on

    def folder(self) -> Path:
        """The data folder, unless the database is elsewhere."""
        if self.data_folder:
            return Path(self.data_folder)
        from platformdirs import user_data_path

        return user_data_path("casinowar")

    def database_url(self) -> str:
        """The URL of the database: the setting, or a file in the data folder."""
        return self.database or f"{SQLITE}{self.folder() / DATABASE_FILE}"

    def key_path(self) -> Path:
        """The sealing keys: next to a SQLite file, otherwise in the data folder."""
        if self.key_file:
            return Path(self.key_file)
        url = self.database_url()
        if url.startswith(SQLITE):
            database = Path(url.removeprefix(SQLITE))
            return database.with_name(f"{database.name}.keys")
        return self.folder() / KEY_FILE

    def signing_path(self) -> Path:
        """The signing keys: next to the sealing keys."""
        if self.signing_file:
            return Path(self.signing_file)
        sealing = self.key_path()
        if sealing.name == KEY_FILE:
            return sealing.with_name(SIGNING_FILE)
        return sealing.with_name(f"{sealing.name.removesuffix('.keys')}.signing.keys")


SETTINGS = tuple(Setting(name=part.name, **part.metadata) for part in fields(Config))


# --- reading --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sources:
    """The values found so far; later sources override earlier ones."""

    values: dict[str, Any] = field(default_factory=dict[str, Any])

    def take(self, setting: Setting, written: object, where: str) -> None:
        try:
            self.values[setting.name] = setting.parse(written)
        except ValueError as error:
            raise InputError(where, str(error)) from None

    def take_written(self, setting: Setting, written: object, where: str) -> None:
        """Take a value from the file, where lists, numbers and booleans are not text."""
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
    """The settings from a file, the environment and flags; later ones override earlier ones.

    ``flags`` may hold other names too, and None for flags that were not given.
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
    """Refuse a variable that looks like a setting but is none: it was misspelt."""
    names = [CONFIG_VARIABLE, *(setting.variable for setting in SETTINGS)]
    for name in sorted(env):
        if name.startswith(PREFIX) and name not in names:
            raise InputError(name, f"there is no such setting{did_you_mean(name, names)}")


def _read_file(path: Path) -> dict[str, Any]:
    """The settings in a file; InputError if one does not exist."""
    from casinowar.toml import read_toml

    try:
        table = read_toml(path)
        found = {each.name: table.take(each.name, None) for each in SETTINGS}
        table.done()
    except InputError as error:
        where = f"{path}: {error.field}" if error.field else str(path)
        raise InputError(where, error.reason) from None
    return {name: value for name, value in found.items() if value is not None}


# --- the docs -------------------------------------------------------------------------------------


def config_table() -> str:
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
