"""``python -m tests.browser.compare BEFORE AFTER``: what differs between two folders of pictures.

Both were made by ``python -m tests.browser.pictures``. For each picture it prints how many pixels
differ, and draws them in red over the pale picture, into ``screenshots/differences``. Exit code 1
if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from matplotlib import image
from tools.web import ROOT

Picture = npt.NDArray[np.float32]
FOLDER = ROOT / "screenshots" / "differences"
VISIBLE = 3 / 255  # of one colour; less is the rounding of a blended edge
RED, PALE = (1.0, 0.0, 0.0), 0.25


def read(path: Path) -> Picture:
    """A picture's colours, from 0 to 1."""
    return np.asarray(image.imread(path), dtype=np.float32)[..., :3]


def differing(before: Picture, after: Picture) -> npt.NDArray[np.bool_]:
    """Which pixels differ; what only one of two sizes has differs."""
    height = max(before.shape[0], after.shape[0])
    width = max(before.shape[1], after.shape[1])
    found = np.ones((height, width), dtype=np.bool_)
    rows = min(before.shape[0], after.shape[0])
    columns = min(before.shape[1], after.shape[1])
    both = np.abs(before[:rows, :columns] - after[:rows, :columns]).max(axis=2)
    found[:rows, :columns] = both > VISIBLE
    return found


def drawn(after: Picture, where: npt.NDArray[np.bool_]) -> Picture:
    """The picture, pale, with the differences in red."""
    made = np.ones((*where.shape, 3), dtype=np.float32)
    made[: after.shape[0], : after.shape[1]] = 1 - (1 - after) * PALE
    made[where] = RED
    return made


def compare(before: Path, after: Path) -> dict[str, int]:
    """Pixels that differ, by the name of the picture without its number; -1 if one is missing."""
    named = [
        {path.stem.partition("-")[2]: path for path in one.glob("*.png")} for one in (before, after)
    ]
    found = dict[str, int]()
    for name in sorted({*named[0], *named[1]}):
        if name not in named[0] or name not in named[1]:
            found[name] = -1
            continue
        new = read(named[1][name])
        where = differing(read(named[0][name]), new)
        found[name] = int(where.sum())
        if found[name]:
            folder = FOLDER / after.name
            folder.mkdir(parents=True, exist_ok=True)
            image.imsave(folder / f"{name}.png", drawn(new, where))
    return found


def main() -> int:
    """Compare the two folders of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.compare")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    args = parser.parse_args()
    found = compare(args.before, args.after)
    for name, pixels in found.items():
        if pixels:
            print(f"{name}: " + ("only in one of them" if pixels < 0 else f"{pixels:,} pixels"))
    same = sum(pixels == 0 for pixels in found.values())
    print(f"{same} of {len(found)} pictures are the same")
    return 0 if same == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
