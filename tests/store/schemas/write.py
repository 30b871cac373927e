"""Writes a dump of the newest schema, with data: ``python -m tests.store.schemas.write``.

Run it once for a schema that is released, and never again: the dumps show what databases of that
time look like, and ``tests/store/test_migrations.py`` migrates each of them.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from casinowar.store import migrations, rows
from casinowar.store.open import open_store
from casinowar.store.rows import SHAPES, Cell
from tests.store.test_backup import fill

FOLDER = Path(__file__).parent


def dump(database: str, number: int) -> Path:
    """The file with the dump of a schema."""
    return FOLDER / f"{database}-{number:04}.sql"


def literal(cell: Cell, database: str) -> str:
    """A cell in SQL."""
    if cell is None:
        return "NULL"
    if isinstance(cell, bytes):
        return f"X'{cell.hex()}'" if database == "sqlite" else f"'\\x{cell.hex()}'"
    return str(cell) if isinstance(cell, int) else "'" + cell.replace("'", "''") + "'"


async def write(folder: Path) -> None:
    """Write the dumps of both databases, unless they exist."""
    path = folder / "tables.db"
    store = await open_store(f"sqlite:///{path}")
    await fill(store)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        for database in ("sqlite", "postgres"):
            number = len(migrations.scripts(database))
            lines = [*migrations.scripts(database).values()]
            lines.append(f"INSERT INTO schema_version VALUES ({number});\n")
            for name in SHAPES:
                for row in connection.execute(f"SELECT {rows.columns(name)} FROM {name}"):
                    cells = ", ".join(literal(cell, database) for cell in row)
                    lines.append(f"INSERT INTO {name} ({rows.columns(name)}) VALUES ({cells});\n")
            if database == "postgres":
                lines.append("SELECT setval('numbers', 1000);\n")
            with dump(database, number).open("x", encoding="utf-8") as file:
                file.writelines(lines)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(write(Path(name)))
