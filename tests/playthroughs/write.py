"""``python -m tests.playthroughs.write`` writes every playthrough anew, for review as a diff."""

from __future__ import annotations

from casinowar.houses import house_names, load_house

from .stories import FOLDER, golden, stories


def main() -> None:
    """Write what is told and remove what no house needs any more."""
    kept = set()
    for house in map(load_house, house_names()):
        for name, story in stories(house).items():
            path = golden(house, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(story(house), encoding="utf-8")
            kept.add(path)
    for path in FOLDER.glob("*/*.txt"):
        if path not in kept:
            path.unlink()


if __name__ == "__main__":
    main()
