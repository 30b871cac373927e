"""The key file: private, durable, never overwritten, and refused when anything is wrong with it.

Planted once and caught here: no check of the mode, a missing file that is made anew beside a
database with seeds, a rotation that forgets the old keys, no fsync of the folder, a crash during a
rotation that leaves half a file.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from casinowar.errors import InputError
from casinowar.fairness import KeyFile, Purpose, Secret
from casinowar.fairness.keyfile import key_id

FORMAT = Purpose.SEALING.first_line

posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")
KEY = bytes(range(32))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sealing-keys"


def written(path: Path, content: str, mode: int = 0o600) -> Path:
    path.write_text(content, encoding="ascii")
    path.chmod(mode)
    return path


def line(key: bytes = KEY) -> str:
    return f"key {key_id(Secret(key)).hex()} {key.hex()}\n"


def test_a_new_file_is_what_its_page_says(path: Path) -> None:
    keys = KeyFile.create(path, lambda count: KEY[:count])
    assert path.read_text() == f"{FORMAT}\n{line()}"
    assert keys.newest == KeyFile(path).newest == Secret(KEY)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@posix
def test_a_new_file_is_private_whatever_the_umask(path: Path) -> None:
    before = os.umask(0)
    try:
        KeyFile.create(path).rotate()
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_new_file_never_replaces_one(path: Path) -> None:
    KeyFile.create(path)
    content = path.read_bytes()
    with pytest.raises(InputError, match="exists already"):
        KeyFile.create(path)
    assert path.read_bytes() == content
    KeyFile(path).rotate()  # and the failed attempt left no lock


def test_a_new_database_gets_a_file(path: Path) -> None:
    keys = KeyFile.for_database(path, has_seeds=False)
    assert KeyFile.for_database(path, has_seeds=True).newest == keys.newest
    assert KeyFile.for_database(path, has_seeds=False).newest == keys.newest


def test_a_missing_file_is_an_error_when_there_are_seeds(path: Path) -> None:
    with pytest.raises(InputError, match="is missing, and the database holds seeds"):
        KeyFile.for_database(path, has_seeds=True)
    assert not path.exists()


@posix
def test_a_broken_link_is_not_a_new_database(path: Path) -> None:
    path.symlink_to(path.with_name("unmounted"))
    with pytest.raises(InputError, match="No such file"):
        KeyFile.for_database(path, has_seeds=False)


@posix
@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o644, 0o601, 0o620])
def test_a_file_that_is_open_to_others_is_refused(path: Path, mode: int) -> None:
    KeyFile.create(path)
    path.chmod(mode)
    with pytest.raises(InputError, match=f"mode {mode:03o}.*chmod 600"):
        KeyFile.for_database(path, has_seeds=True)


@posix
def test_a_file_that_only_its_owner_can_read_is_fine(path: Path) -> None:
    KeyFile.create(path)
    path.chmod(0o400)
    assert KeyFile(path).newest


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n",
        f"{FORMAT}",
        f"{FORMAT}\n",
        f"{FORMAT}\n\n",
        f"casinowar-sealing-keys/2\n{line()}",
        f"{FORMAT}\n{line()}"[:-1],  # cut short
        f"{FORMAT}\n{line()}"[:-10] + "\n",
        f"{FORMAT}\n{line()}\n",  # an empty line
        f"{FORMAT}\n{line().upper()}",
        f"{FORMAT}\n{line().replace('key', ' key')}",
        f"{FORMAT}\n{line()}{line()}",  # twice the same
        f"{FORMAT}\n{line()[:-2]}e\n",  # a changed digit
        f"{FORMAT}\r\n{line()}",
        f"{FORMAT}\n" + "".join(line(bytes([n % 256, n // 256] * 16)) for n in range(800)),
    ],
)
def test_a_malformed_file_is_refused(path: Path, content: str) -> None:
    written(path, content)
    with pytest.raises(InputError, match=str(path)) as refused:
        KeyFile(path)
    assert KEY.hex()[:16] not in str(refused.value)


def test_a_folder_in_its_place_and_a_missing_folder_are_refused(path: Path) -> None:
    with pytest.raises(InputError):
        KeyFile.create(path / "nowhere" / "keys")
    path.mkdir()
    with pytest.raises(InputError):
        KeyFile(path)


# --- rotation -------------------------------------------------------------------------------------


def test_a_rotation_adds_a_key_and_keeps_the_others(path: Path) -> None:
    keys = KeyFile.create(path)
    first = keys.newest
    keys.rotate(lambda count: KEY[:count])
    assert keys.newest == Secret(KEY)
    assert keys.key(key_id(first)) == first
    assert len(path.read_text().splitlines()) == 3


def test_a_rotation_keeps_what_another_process_added(path: Path) -> None:
    one = KeyFile.create(path)
    other = KeyFile(path)
    one.rotate()
    other.rotate()
    assert other.key(key_id(one.newest)) == one.newest
    assert len(path.read_text().splitlines()) == 4


def test_a_key_that_another_process_added_seals_at_once(path: Path) -> None:
    running = KeyFile.create(path)
    first = running.newest
    KeyFile(path).rotate()
    assert running.newest == KeyFile(path).newest != first
    assert running.key(key_id(first)) == first


def test_known_keys_serve_while_the_file_cannot_be_read(path: Path) -> None:
    running = KeyFile.create(path)
    newest, text = running.newest, path.read_bytes()
    path.unlink()
    assert running.newest == newest
    path.write_bytes(b"nonsense")
    path.chmod(0o600)
    assert running.newest == newest
    path.write_bytes(text)
    KeyFile(path).rotate()
    assert running.newest != newest


def test_two_rotations_at_once_are_refused(path: Path) -> None:
    keys = KeyFile.create(path)

    def meanwhile(count: int) -> bytes:
        with pytest.raises(InputError, match="a change is in progress"):
            KeyFile(path).rotate()
        return KEY[:count]

    keys.rotate(meanwhile)
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_rotation_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    keys = KeyFile.create(path)
    before, newest = path.read_bytes(), keys.newest

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(*((os, "fsync", fails) if step == "fsync" else (Path, "replace", fails)))
        with pytest.raises(InputError, match="No space left"):
            keys.rotate()
    assert path.read_bytes() == before
    assert keys.newest == newest
    keys.rotate()


@posix
def test_file_and_folder_are_synced_in_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replaced(self: Path, target: Path) -> Path:
        steps.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replaced)
    KeyFile.create(path).rotate()
    assert steps == ["file", "replace", "folder"] * 2


def test_neither_kind_of_file_is_taken_for_the_other(tmp_path: Path) -> None:
    sealing = KeyFile.create(tmp_path / "sealing")
    signing = KeyFile.create(tmp_path / "signing", purpose=Purpose.SIGNING)
    assert signing.path.stat().st_mode & 0o777 == 0o600
    for path, purpose in ((sealing.path, Purpose.SIGNING), (signing.path, Purpose.SEALING)):
        with pytest.raises(InputError, match="not a complete file"):
            KeyFile(path, purpose)


def test_a_missing_signing_key_is_said_and_never_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "signing"
    with pytest.raises(InputError, match="heads that its keys have signed"):
        KeyFile.for_database(path, has_seeds=True, purpose=Purpose.SIGNING)
    assert not path.exists()
