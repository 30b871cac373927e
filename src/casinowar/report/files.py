"""Writing a file completely or not at all, with an extension that matches its content."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from casinowar.errors import InputError

PAGE, JSON, CSV, CHART = (".html", ".htm"), (".json",), (".csv",), (".svg", ".png")  # extensions


def check_ending(path: str | Path, field: str, endings: tuple[str, ...], instead: str = "") -> str:
    """The extension of a file; an extension of another format is refused."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        raise InputError(field, f"{path} does not end in {' or '.join(endings)}{instead}")
    return ending


def check_writable(path: str | Path, field: str = "output") -> None:
    """Refuse a file that cannot be written, before doing the work for it."""
    target = _target(path, field)
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
    except OSError as error:
        raise _failure(path, field, error) from None


def write_whole(path: str | Path, content: bytes, field: str = "output") -> None:
    """Write ``content`` to ``path``; a failure leaves it unchanged."""
    target = _target(path, field)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".casinowar-")
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            draft.chmod(0o644)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _failure(path, field, error) from None


def _target(path: str | Path, field: str) -> Path:
    target = Path(path)
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise InputError(field, f"{target} is not a file that can be written")
    return target.resolve()


def _failure(path: str | Path, field: str, error: OSError) -> InputError:
    return InputError(field, f"{path} cannot be written: {error.strerror or error}")
