"""No seed, no key and no undealt card shows in a repr, a log, a pickle or an error.

Planted once and caught here: a dataclass with a seed in its repr, a shoe that can be pickled, an
error that quotes the line of the key file.
"""

from __future__ import annotations

import copy
import logging
import pickle
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from casinowar.cards import DECK
from casinowar.errors import InputError
from casinowar.fairness import (
    FairShoe,
    KeyFile,
    NumberedShoe,
    Purpose,
    Secret,
    derive_shoe,
    seal,
    unseal,
)
from casinowar.fairness.encoding import mac, u8
from casinowar.fairness.keyfile import key_id
from casinowar.fairness.seeds import Label, shoe_key, sub_key
from casinowar.fairness.shuffle import Stream, stack_order
from casinowar.table.state import Mix

ORIGIN = "example.com/casinowar/t1"
SEED = Secret(bytes(range(100, 132)))
K = shoe_key(SEED, ORIGIN, 1, {}, {})
SEALING = bytes(range(200, 232))
HIDDEN = [SEED.reveal(), SEALING, K.reveal(), *(sub_key(K, label).reveal() for label in Label)]


def assert_secret(shown: str) -> None:
    for secret in HIDDEN:
        for form in (secret.hex(), repr(secret)[2:-1], str(list(secret))[1:-1]):
            assert form[:16] not in shown
    order = stack_order(sub_key(K, Label.SHUFFLE), 6)
    assert repr(order)[2:-1][:16] not in shown
    faces = [str(DECK[card]) for card in order[:3]]
    assert not all(face in shown for face in faces)
    assert repr(DECK[order[0]]) not in shown


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile.create(tmp_path / "keys", lambda count: SEALING[:count])


Things = dict[str, object]


@pytest.fixture
def things(keys: KeyFile) -> Things:
    stream = Stream(sub_key(K, Label.SHUFFLE))
    stream.below(312)
    mix = Mix(number=1, commitment="", closed=True, cards=312)
    fair = FairShoe(ORIGIN, lambda _: SEED).mixed(mix)
    fair.card(0)
    return {
        "seed": SEED,
        "key": K,
        "keys": keys,
        "stream": stream,
        "fair": fair,
        "shoe": derive_shoe(ORIGIN, 1, 6, SEED),
    }


NAMES = ["seed", "key", "keys", "stream", "fair", "shoe"]


def test_the_check_itself_finds_what_it_looks_for() -> None:
    order = stack_order(sub_key(K, Label.SHUFFLE), 6)
    shoe = derive_shoe(ORIGIN, 1, 6, SEED)
    leaks = [
        *(form for secret in HIDDEN for form in (secret.hex(), repr(secret), str(list(secret)))),
        repr(order),
        " ".join(str(shoe.card(index)) for index in range(10)),
        repr(shoe.card(0)),
    ]
    for leak in leaks:
        with pytest.raises(AssertionError):
            assert_secret(leak)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_shows_in_text(name: str, things: Things, caplog: pytest.LogCaptureFixture) -> None:
    thing = things[name]
    assert not hasattr(thing, "__dict__")
    for shown in (repr(thing), str(thing), f"{thing}", f"{[thing]!r}"):
        assert_secret(shown)
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("casinowar").debug("%s %r", thing, {"thing": thing})
    assert caplog.text
    assert_secret(caplog.text)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_nothing_is_pickled(name: str, protocol: int, things: Things) -> None:
    with pytest.raises(TypeError) as refused:
        pickle.dumps(things[name], protocol)
    assert_secret("".join(traceback.format_exception(refused.value)))


@pytest.mark.parametrize("name", ["seed", "key", "stream", "fair", "shoe"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_nothing_is_copied(name: str, copied: Callable[[object], object], things: Things) -> None:
    with pytest.raises(TypeError) as refused:
        copied(things[name])
    assert_secret(str(refused.value))


def test_no_error_shows_a_secret(keys: KeyFile) -> None:
    sealed = seal(keys, ORIGIN, 1, SEED)
    other = keys.path.with_name("other")

    def malformed(tail: str) -> KeyFile:
        other.write_text(
            f"{Purpose.SEALING.first_line}\nkey {key_id(Secret(SEALING)).hex()} {tail}\n"
        )
        other.chmod(0o600)
        return KeyFile(other)

    attempts: list[Callable[[], object]] = [
        lambda: Secret(SEED.reveal() + b"\0"),
        lambda: unseal(keys, ORIGIN, 2, sealed),
        lambda: unseal(keys, ORIGIN, 1, sealed[:-1] + b"\0"),
        lambda: unseal(keys, ORIGIN, 1, SEED.reveal()),
        lambda: malformed(SEALING.hex() + "0"),
        lambda: malformed("0" + SEALING.hex()[1:]),
        lambda: KeyFile.create(keys.path, lambda _: SEALING),
        lambda: shoe_key(SEED, ORIGIN, 1, {1: SEED.reveal() * 2}, {}),
        lambda: u8(int.from_bytes(SEED.reveal(), "big")),
        lambda: NumberedShoe(1, 9, K),
    ]
    for attempt in attempts:
        with pytest.raises(InputError) as refused:
            attempt()
        assert_secret(repr(refused.value))
        assert_secret("".join(traceback.format_exception(refused.value)))


def test_secrets_compare_by_value_and_only_with_secrets() -> None:
    assert Secret(SEALING) == Secret(SEALING)
    assert Secret(SEALING) != SEED
    assert SEED.reveal() != SEED
    assert mac(SEED, "test") == mac(Secret(SEED.reveal()), "test")
