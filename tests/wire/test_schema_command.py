"""``casinowar schema`` prints the schemas, and nothing else."""

from __future__ import annotations

import json

import pytest

from casinowar.cli.main import main
from casinowar.schema import PARTS


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_printed(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", part]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == PARTS[part]()
    assert printed.err == ""


def test_another_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["schema", "loyalty"])
    assert stopped.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
