"""Builds the page inside ``pip install``, so that what is installed always has it.

Without npm's registry the library is still installed: the service then shows a plain page.
``PAGE_OF_CASINOWAR=skip`` leaves the page out, ``PAGE_OF_CASINOWAR=must`` fails without it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from tools import web


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The page of a wheel and of an editable installation."""

    def dependencies(self) -> list[str]:
        """Node as a wheel, if the page must be built and the machine has none."""
        return [web.NODE_WHEEL] if self._to_build() and web.find_node() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page before files are collected."""
        if not self._to_build():
            return
        try:
            web.ensure_built(Path(self.root), self.app.display_info)
        except web.CannotBuildError as error:
            if web.wanted(os.environ) == "must":
                raise
            self.app.display_warning(f"The page was not built. {error}")

    def _to_build(self) -> bool:
        root = Path(self.root)
        if web.wanted(os.environ) == "skip" or not (root / "web" / "package.json").is_file():
            return False
        return not web.is_built(root)
