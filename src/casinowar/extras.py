"""The extras: optional packages that only some commands need."""

from __future__ import annotations

PACKAGES = {
    "terminal": ("textual",),
    "numbers": ("numpy", "numba"),
    "charts": ("matplotlib", "jinja2"),
    "serve": (
        *("fastapi", "starlette", "pydantic", "uvicorn", "websockets", "h11", "asyncpg", "argon2"),
        *("zxcvbn", "cryptography", "structlog", "prometheus_client", "numpy"),
    ),
    "cluster": ("distributed", "dask"),
    "env": ("gymnasium", "pettingzoo", "pyspiel", "matplotlib"),
}


def missing(error: ModuleNotFoundError) -> str | None:
    """The message with the pip command, if the missing package belongs to an extra."""
    package = (error.name or "").partition(".")[0]
    for extra, packages in PACKAGES.items():
        if package in packages:
            return not_installed(extra)
    return None


def not_installed(extra: str) -> str:
    """That an extra is missing, and the command that installs it."""
    return f"the extra {extra} is not installed: {install(extra)}"


def install(extra: str) -> str:
    """The command that installs an extra; every shell, also cmd.exe, reads these quotes."""
    return f'pip install "casinowar[{extra}]"'
