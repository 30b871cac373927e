"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from casinowar.errors import InputError


def write_whole(path: str | Path, content: bytes, field: str = "output") -> None:
    """Write ``content`` to ``path``; if that fails, nothing there has changed."""
    target = Path(path)
    if target.is_dir() or (target.exists() and not target.is_file()):
        raise InputError(field, f"{target} is not a file that can be written")
    try:
        handle, name = tempfile.mkstemp(dir=target.resolve().parent, prefix=".casinowar-")
        draft = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            draft.chmod(0o644)
            draft.replace(target.resolve())
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(field, f"{target} cannot be written: {error.strerror or error}") from None
