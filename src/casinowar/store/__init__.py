"""The database: tables, persons and money.

``store`` declares the methods that the service calls, ``interface`` the rows that are kept;
``sqlite`` and ``postgres`` implement them, and ``open`` chooses one by its URL. They share
``row_layout``, the decisions of ``group_commit``, the ``queries``, ``consistency`` and the
numbering of ``migrations``.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casinowar.store.interface import StoreError
    from casinowar.store.open import open_store
    from casinowar.store.store import Store

_HOMES = {"Store": "store", "StoreError": "interface", "open_store": "open"}

__all__ = ["Store", "StoreError", "open_store"]


def __getattr__(name: str) -> object:
    """Import on first use, so that importing the contract does not load the drivers."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
