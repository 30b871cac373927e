"""The proof of a shoe: honest logs hold, and every kind of tampering is rejected for its reason.

The drill (``tests/drills``) runs 200 of each kind; here are a few. Planted once and caught here: a
proof that ignores the cut, one that takes any commitment, one that does not compare burned places.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from base64 import b64encode
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from casinowar.cli.main import main
from casinowar.errors import InputError
from casinowar.fairness import Signer, proof
from casinowar.houses import load_house
from casinowar.record.export import Before, verify_export, write_export
from tests.fairness.tampering import KINDS, Log, tampered
from tests.fairness.vectors import (
    EXPORT,
    FILE,
    VECTORS,
    ShoeVector,
    example,
    from_hex,
    make,
)
from tests.kit.fair import FairTable, signer_at
from tests.kit.profile import few

EVERY_SHOE = pytest.mark.parametrize("shoe", VECTORS.shoes, ids=lambda shoe: shoe.name)
GAMES: dict[int, FairTable] = {}


def game_of(salt: int) -> FairTable:
    """A game of three shoes, played once."""
    if salt not in GAMES:
        withholding = frozenset({5}) if salt % 2 else frozenset[int]()
        game = FairTable(Random(salt), seats=(1, 3, 5), withholding=withholding, salt=salt)
        GAMES[salt] = game.shoes(2).play(lambda game: game.state.shoe.drawn > 20)
    return GAMES[salt]


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return signer_at(tmp_path)


# --- the published vectors ------------------------------------------------------------------------


def test_the_published_vectors_and_the_example_are_those_of_today() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == asdict(make())
    assert example() == EXPORT.read_bytes()


def test_the_published_example_holds() -> None:
    found = verify_export(EXPORT.read_bytes())
    assert found.fault is None
    assert [shoe.proved for shoe in found.report.shoes] == [True]


@EVERY_SHOE
def test_a_shoe_is_derived_as_published(shoe: ShoeVector) -> None:
    seed = from_hex(shoe.seed)
    sealed = {each.seat: from_hex(each.commitment) for each in shoe.contributions}
    opened = {each.seat: from_hex(each.value) for each in shoe.contributions if each.opened}
    key = proof.key_of(shoe.origin, shoe.shoe, seed, sealed, opened)
    assert " ".join(proof.stack_of(key, shoe.cards)) == shoe.stack


def test_heads_and_signatures_are_the_published_ones() -> None:
    log = VECTORS.log
    head = proof.first_head(log.origin)
    for event, must in zip(log.events, log.heads[1:], strict=True):
        head = proof.next_head(head, event.encode())
        assert b64encode(head).decode() == must
    text = proof.head_text(log.origin, len(log.events), head)
    assert text.decode() == log.text
    private = Ed25519PrivateKey.from_private_bytes(from_hex(log.secret_key))
    assert b64encode(private.sign(text)).decode() == log.signature
    public = Ed25519PublicKey.from_public_bytes(from_hex(log.public_key))
    assert public == private.public_key()


# --- the file that stands alone -------------------------------------------------------------------


def test_the_file_imports_nothing_but_python_and_cryptography() -> None:
    allowed = sys.stdlib_module_names | {"cryptography"}
    for node in ast.walk(ast.parse(Path(proof.__file__).read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [str(node.module)]
        assert all(name.partition(".")[0] in allowed for name in names), names


def test_the_file_runs_alone(tmp_path: Path, signer: Signer) -> None:
    alone = tmp_path / "proof.py"
    alone.write_bytes(Path(proof.__file__).read_bytes())
    export = tmp_path / "export.jsonl"
    export.write_bytes(game_of(0).export(signer))
    run = [sys.executable, "-I", str(alone), str(export)]
    good = subprocess.run(run, capture_output=True, text=True, check=False)
    assert good.returncode == 0, good.stderr
    assert "shoe 1: proved; 3 contributed" in good.stdout
    export.write_bytes(
        export.read_bytes().replace(b'"shoe_loaded","version":1', b'"shoe_loaded","version":2')
    )
    bad = subprocess.run(run, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    missing = subprocess.run([*run[:-1], "nowhere"], capture_output=True, text=True, check=False)
    assert missing.returncode == 2


# --- honest logs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("salt", range(12))
@pytest.mark.parametrize("house", ["wisconsin", "washington", "skycity", "battle-royal"])
def test_honest_shoes_hold(salt: int, house: str, signer: Signer) -> None:
    random = Random(salt)
    rules = load_house(house)
    places = range(1, rules.deal.seats + 1)
    seats = tuple(sorted(random.sample(places, 1 + salt % len(places))))
    silent = frozenset(seat for seat in seats if random.random() < 0.2)
    withholding = frozenset(seat for seat in seats if random.random() < 0.2)
    game = FairTable(
        random,
        house=rules,
        seats=seats,
        silent=silent,
        withholding=withholding,
        salt=salt,
    ).shoes(1 if house != "battle-royal" else 3)
    found = verify_export(game.export(signer))
    assert found.fault is None
    shoe = found.report.shoes[0]
    assert shoe.sealed == tuple(seat for seat in seats if seat not in silent)
    assert shoe.opened == tuple(seat for seat in shoe.sealed if seat not in withholding)
    assert shoe.proved is bool(shoe.opened)


# --- tampering ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("salt", few(range(3), 1))
def test_tampering_is_rejected_for_its_reason(name: str, salt: int, tmp_path: Path) -> None:
    signer, other = signer_at(tmp_path), signer_at(tmp_path, 9)
    log = Log(game_of(salt % 2), Random(f"{name} {salt}"), signer, other)
    found = verify_export(tampered(log, name), None, log.kept)
    assert found.fault is not None, f"{name} was not noticed"
    assert found.reason in KINDS[name][1], found.fault
    assert found.line > 0


def test_a_line_that_two_readers_would_read_differently_is_refused(signer: Signer) -> None:
    """Planted: such a line, skipped by one reader and a burned card for the other, was proved."""
    lines = game_of(1).export(signer).split(b"\n")
    for other in (b'"name":"card_burned"', b'"command":"burn_card"'):
        doubled = [*lines[:4], b'{"head":1,' + other + b"}", *lines[4:-1]]
        fault = proof.check(doubled).fault
        assert fault is not None
        assert (fault.line, fault.words) == (5, "is a head and something else at once")


@pytest.mark.parametrize("line", [b'{"name":[]}', b'{"name":{}}', b'{"command":1}'])
def test_a_line_without_a_readable_name_is_bad_input(line: bytes, signer: Signer) -> None:
    lines = game_of(1).export(signer).split(b"\n")
    fault = proof.check([*lines[:4], line, *lines[4:-1]]).fault
    assert fault is not None
    assert (fault.line, fault.reason) == (5, proof.Reason.FORMAT)


@pytest.mark.parametrize("spoiled", [b"\xef\xbb\xbf", b""])
def test_a_header_that_is_no_json_is_bad_input(spoiled: bytes, signer: Signer) -> None:
    export = game_of(1).export(signer)
    changed = export.replace(b'"origin":"', b'"foo":NaN,"origin":"', 1)
    with pytest.raises(InputError):
        verify_export(spoiled + (export if spoiled else changed))


def test_there_are_at_least_twenty_kinds() -> None:
    assert len(KINDS) >= 25


def test_the_house_s_key_can_be_pinned(tmp_path: Path) -> None:
    export = game_of(0).export(signer_at(tmp_path))
    key = verify_export(export).report.keys[0]
    assert verify_export(export, key).fault is None
    assert verify_export(export, "0" * 64).reason == "signature"


# --- the command ----------------------------------------------------------------------------------


def test_the_command_says_what_holds_and_what_does_not(
    tmp_path: Path, signer: Signer, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.jsonl"
    file.write_bytes(game_of(1).export(signer))
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert "shoe 1: proved; 2 contributed, 1 withheld" in said
    assert "every event holds" in said
    log = Log(game_of(1), Random(1), signer, signer)
    file.write_bytes(tampered(log, "a_card_is_changed"))
    assert main(["verify", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"holds", "shoes", "first"}
    assert not found["holds"]
    assert set(found["first"]) == {"line", "code", "message"}
    assert found["first"]["code"] in {"fair/card", "fair/decision"}
    assert found["first"]["message"].startswith(f"line {found['first']['line']}: ")


def test_several_exports_are_checked_in_turn(
    tmp_path: Path, signer: Signer, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, none = (tmp_path / name for name in ("good.jsonl", "bad.jsonl", "none.jsonl"))
    good.write_bytes(game_of(1).export(signer))
    bad.write_bytes(tampered(Log(game_of(1), Random(1), signer, signer), "a_card_is_changed"))
    assert main(["verify", str(bad), str(good), "--json"]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert (first["holds"], second["holds"], second["first"]) == (False, True, None)
    [one, *_] = second["shoes"]
    assert one == {"shoe": 1, "proved": True, "contributors": [1, 3], "withheld": [5],
                   "cards": one["cards"]}  # fmt: skip
    assert main(["verify", str(none), str(good)]) == 2  # the other is checked all the same
    said = capsys.readouterr()
    assert "every event holds" in said.out
    assert "none.jsonl" in said.err


def test_an_export_with_other_line_breaks_holds(tmp_path: Path, signer: Signer) -> None:
    """An editor on Windows is no forger. Planted once and caught here: the break was hashed."""
    export = game_of(1).export(signer)
    assert verify_export(export.replace(b"\n", b"\r\n")).fault is None
    file = tmp_path / "export.jsonl"
    file.write_bytes(export.replace(b"\n", b"\r\n"))
    assert proof.main([str(file)]) == 0


def test_a_kept_head_of_no_events_is_compared(signer: Signer) -> None:
    """Planted once and caught here: heads were compared from the first event on."""
    game = game_of(1)
    export = game.export(signer)
    own = signer.sign(game.origin, 0, proof.first_head(game.origin)).line()
    assert verify_export(export, None, [json.dumps(own).encode()]).fault is None
    other = signer.sign(game.origin, 0, proof.first_head("another")).line()
    found = verify_export(export, None, [json.dumps(other).encode()])
    assert (found.line, found.code) == (1, "fair/head")


def test_a_kept_head_from_before_an_export_begins_is_missed(signer: Signer) -> None:
    """Otherwise a house that rewrote its log would let the export begin after what was kept."""
    game = game_of(1)
    lines, head = game.lines(), proof.first_head(game.origin)
    size = next(at for at, line in enumerate(lines) if b'"chips_bought"' in line.body)
    for line in lines[:size]:
        head = proof.next_head(head, line.body)
    here = json.dumps(signer.sign(game.origin, size, head).line()).encode()
    older = json.dumps(signer.sign(game.origin, 1, bytes(32)).line()).encode()
    for shoe, kept, missed in (
        (None, [here], False),
        (None, [here, older], True),
        (1, [older], False),
    ):
        before = Before(size=size, head=head, shoe=shoe)
        export = write_export(game.origin, game.house, lines[size : size + 1], signer, before)
        fault = proof.check(export, None, kept).fault
        assert (fault is not None) is missed
        assert fault is None or fault.reason is proof.Reason.HEAD


def test_an_address_is_read(signer: Signer, capsys: pytest.CaptureFixture[str]) -> None:
    export = game_of(1).export(signer)

    class Serves(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(export)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Serves) as server:
        thread = Thread(target=server.handle_request)
        thread.start()
        assert main(["verify", f"http://127.0.0.1:{server.server_port}/record"]) == 0
        thread.join()
    assert "every event holds" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"", b"{}\n", b"not json\n", b'{"format":"casinowar-record/1"}\n', b"\xff\n"]
)
def test_what_is_no_export_is_bad_input(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "export.jsonl"
    file.write_bytes(content)
    assert main(["verify", str(file)]) == 2
    assert str(file) in capsys.readouterr().err


def test_bad_arguments_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for args in (["nowhere.jsonl"], ["ftp://x"], ["http://127.0.0.1:9/x"], [".", "--key", "12"]):
        assert main(["verify", *args]) == 2
        assert capsys.readouterr().err.count("\n") == 1
