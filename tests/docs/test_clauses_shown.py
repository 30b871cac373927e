"""The words of a clause are shown where it is cited: in the rule sheet and in training."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from casinowar.cli.main import main
from casinowar.houses import load_house
from casinowar.rulebook import clause_text, clauses

from .test_house_pages import example


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """Everything printed, as one line."""
    return " ".join(capsys.readouterr().out.split())


def test_the_sheet_explains_each_clause_that_the_house_cites(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["house", "show", "wisconsin", "--clauses"]) == 0
    text = said(capsys)
    assert f"WI h6 {clauses()['WI h6'].text}" in text
    assert f"policy 8 {clauses()['policy 8'].text}" in text
    assert clauses()["WA 4cii"].text not in text


def test_the_sheet_without_it_stays_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["house", "show", "wisconsin"]) == 0
    assert clauses()["WI h6"].text not in said(capsys)


def test_a_document_that_only_a_house_file_knows_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "harbour.toml"
    path.write_text(example(), encoding="utf-8")
    assert load_house(path).cites.war_burn == "HC 7"
    assert main(["house", "show", str(path), "--clauses"]) == 0
    text = said(capsys)
    assert clauses()["WI g1"].text in text
    assert clause_text("HC 7") is None
    assert clause_text("policy") is None


def test_a_refused_step_in_training_says_what_its_clause_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deal 1\nquit\n"))
    assert main(["train", "--seed", "3"]) == 0
    assert f"(WI b1) {clauses()['WI b1'].text}" in said(capsys)
