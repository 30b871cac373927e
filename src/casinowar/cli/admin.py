"""``casinowar admin``: administrators, roles, sealing keys and backups of a service.

The command works on the database itself. With SQLite the service must be stopped, except for
``backup``, ``check`` and the rotation of keys; with PostgreSQL it may run.
"""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic, time_ns
from typing import TYPE_CHECKING

from casinowar.cli.serve import add_settings, read_settings
from casinowar.errors import InputError

if TYPE_CHECKING:
    from casinowar.service.http.settings import Config

DATABASE = ("database", "data_folder", "key_file", "installation")
DOES_NOT_HOLD = 1
PASSPHRASE_MAX = 10_000
PROGRESS_SECONDS = 5.0
NO_FAULT = (
    "no fault found: the rows are sound, every event can have happened under the rules,"
    " and the ledger and all rounds follow from the events"
)
SET_ROLES = "PUT /api/persons/{person}/roles"
WHILE_IT_RUNS = {  # alternatives while the service runs; docs/roles.md shows each
    "create": (
        "let the person create an account on the page or with POST /api/account while it runs, and"
        f" an administrator give it roles with {SET_ROLES}"
    ),
    "grant": f"use {SET_ROLES} as an administrator while it runs",
    "revoke": f"use {SET_ROLES} as an administrator while it runs",
}
NO_FAULT_IN_ROWS = "no fault found in the rows; the events were not replayed"


def configure(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.set_defaults(action=None)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = partial(
        actions.add_parser, allow_abbrev=False
    )  # --passphrase must not be taken as a short form
    create = add("create", help="create an account with the role administrator")
    create.add_argument("name", metavar="NAME", help="the name to sign in with")
    create.add_argument(
        "--passphrase-file",
        type=Path,
        metavar="FILE",
        help="a file whose first line is the passphrase (default: ask, or read standard input)",
    )
    add("list", help="list accounts and their roles; the service may run")
    for action, words in (("grant", "give an account a role"), ("revoke", "take a role away")):
        change = add(action, help=words)
        change.add_argument("name", metavar="NAME", help="the account's sign-in name")
        change.add_argument(
            "role", metavar="ROLE", help="player, dealer, floorperson, surveillance, administrator"
        )
        change.add_argument(
            "--reason", required=True, metavar="WORDS", help="the reason, which is recorded"
        )
        if action == "grant":
            change.add_argument(
                "--until",
                metavar="TIME",
                help="when the role ends by itself, e.g. 2026-11-16T06:00 (default: never)",
            )
    actions.add_parser(
        "rotate-key", help="seal all shoes with a new key; old keys stay in the file"
    )
    actions.add_parser(
        "rotate-signing-key", help="sign logs with a new key; the old key signs the new one"
    )
    save = add("backup", help="write a backup; the service may run")
    save.add_argument("file", type=Path, metavar="FILE", help="the new file")
    fill = add("restore", help="fill an empty database with a backup")
    fill.add_argument("file", type=Path, metavar="FILE", help="the backup")
    add_quick(add("check", help="check the database for damage; the service may run"))
    for each in actions.choices.values():
        add_settings(each, only=DATABASE)


def add_quick(parser: argparse.ArgumentParser) -> None:
    """``--quick``, an option of every check."""
    parser.add_argument(
        "--quick", action="store_true", help="check only the rows; do not replay the events"
    )


def run(args: argparse.Namespace) -> int:
    """Run the chosen action; it needs the packages of the service, whatever the database is."""
    from casinowar.extras import missing, not_installed

    try:
        return _run(args)
    except ModuleNotFoundError as error:
        if missing(error) is None:
            raise
        raise InputError("", not_installed("serve")) from None


def _run(args: argparse.Namespace) -> int:
    import asyncio

    from casinowar.service.refusals import ServiceRefused
    from casinowar.store.interface import StoreError
    from casinowar.store.sqlite.database_file import InUseError

    config = read_settings(args)
    try:
        return asyncio.run(_action(args, config))
    except ServiceRefused as refused:
        raise InputError("", str(refused)) from None
    except StoreError as error:
        raise InputError("database", str(error)) from None
    except InUseError as error:
        instead = WHILE_IT_RUNS.get(args.action)
        words = f"{error.reason}, or {instead}" if instead else error.reason
        raise InputError(error.field, words) from None


async def _action(args: argparse.Namespace, config: Config) -> int:
    from casinowar.service.http import offline_admin as by_operator

    match args.action:
        case "create":
            passphrase = read_passphrase(args.passphrase_file)
            person = await by_operator.create_administrator(config, args.name, passphrase)
            print(f"{args.name} is now an administrator ({person})")
        case "list":
            async for line in by_operator.list_accounts(config):
                print(line)
        case "grant" | "revoke":
            grants = args.action == "grant"
            until_ms = _time_ms(args.until) if grants and args.until is not None else None
            roles = await by_operator.change_role(
                config, args.name, args.role, args.reason, grants=grants, until_ms=until_ms
            )
            print(f"{args.name}: {', '.join(roles) or 'no role'}")
        case "rotate-key":
            count = await by_operator.rotate_key(config)
            print(f"{count} seeds are now sealed with a new key in {config.key_path()}")
        case "rotate-signing-key":
            key = by_operator.rotate_signing_key(config)
            print(f"logs are now signed with a new key in {config.signing_path()}: {key}")
        case "backup":
            await _backup(args.file, config)
        case "restore":
            await _restore(args.file, config)
        case _:
            return await _check(config, quick=args.quick)
    return 0


def _time_ms(text: str) -> int:
    """A time that was typed; without an offset from UTC it is a local time."""
    try:
        return int(datetime.fromisoformat(text).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        reason = f"must be a time such as 2026-11-16T06:00, not {text!r}"
        raise InputError("--until", reason) from None


async def _backup(file: Path, config: Config) -> None:
    from casinowar.store.backup import backup
    from casinowar.store.sealed_seeds import holds_seeds

    await backup(config.database_url(), file)
    print(f"backup written to {file}")
    keys = config.key_path()
    if keys.exists():
        signing = config.signing_path()
        both = f"{keys} and {signing.name}" if signing.exists() else str(keys)
        print(
            f"Keep copies of {both} in another place: shoes cannot be opened without them.",
            file=sys.stderr,
        )
    elif holds_seeds(file):
        words = f"Warning: {keys} is missing. Without it the shoes in this backup cannot be opened."
        print(words, file=sys.stderr)


async def _restore(file: Path, config: Config) -> None:
    from casinowar.service.http.offline_admin import restore_backup

    await restore_backup(config, file)
    print(f"restored from {file}; the keys in {config.key_path()} open its shoes")
    words = "Before you use the database, check it: run casinowar check with the same settings."
    print(words, file=sys.stderr)


async def _check(config: Config, *, quick: bool) -> int:
    from casinowar.service.audit import audit
    from casinowar.store.backup import open_view
    from casinowar.store.consistency import examine
    from casinowar.store.interface import DamagedError, Fault

    faults = list[Fault]()
    try:
        async with open_view(config.database_url()) as view:
            faults += await examine(view)
            if not quick:
                now_ms = time_ns() // 1_000_000
                faults += await audit(view, _Progress().show, config.installation, now_ms)
    except DamagedError as error:
        faults.append(Fault(where="file", what=str(error)))
    for fault in faults:
        print(f"{fault.where}: {fault.what}")
    if faults:
        return DOES_NOT_HOLD
    print(NO_FAULT_IN_ROWS if quick else NO_FAULT)
    return 0


class _Progress:
    """The progress of a long check, on standard error."""

    def __init__(self) -> None:
        self._last = monotonic()

    def show(self, done: int, total: int) -> None:
        """Print the progress, at intervals."""
        if monotonic() - self._last >= PROGRESS_SECONDS:
            self._last = monotonic()
            print(f"{done:,} of {total:,} events replayed", file=sys.stderr, flush=True)


def read_passphrase(file: Path | None) -> str:
    """A new passphrase: from a file, from a prompt, or from standard input."""
    if file is not None:
        from casinowar.toml import read_text

        try:
            return _first_line(read_text(file, PASSPHRASE_MAX))
        except InputError as error:
            raise InputError(f"--passphrase-file {file}", error.reason) from None
    if not sys.stdin.isatty():
        return _first_line(sys.stdin.readline(PASSPHRASE_MAX))
    from getpass import getpass

    first = getpass("Passphrase: ")
    if getpass("Again: ") != first:
        raise InputError("passphrase", "the two entries differ")
    return first


def _first_line(text: str) -> str:
    line = text.split("\n", 1)[0].rstrip("\r")
    if not line:
        raise InputError("passphrase", "is empty")
    return line
