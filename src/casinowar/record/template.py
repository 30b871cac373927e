"""A round file with comments, for a person to fill in."""

from __future__ import annotations

from pathlib import Path


def round_template() -> str:
    """The text of the template, which can be played unchanged."""
    return Path(__file__).with_name("round_template.toml").read_text(encoding="utf-8")
