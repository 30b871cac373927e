"""The published vectors: known answers of the protocol, for any program that checks a shoe.

``python -m tests.fairness.vectors`` writes them again, with the code of ``proof`` alone. The shoes
that are dealt, and the page, must agree with them.
"""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casinowar.fairness import proof
from casinowar.fairness.secret import Secret

DOCS = Path(__file__).parents[2] / "docs"
FILE, EXPORT = DOCS / "shoe-vectors.json", DOCS / "shoe-example.jsonl"


@dataclass(frozen=True, kw_only=True)
class EncodeVector:
    tag: str
    fields: list[str]
    bytes: str
    sha256: str
    key: str
    hmac: str


@dataclass(frozen=True, kw_only=True)
class StreamVector:
    key: str  # of the stream itself
    below: list[int]
    result: list[int]
    rejected: int


@dataclass(frozen=True, kw_only=True)
class ContributionVector:
    seat: int
    value: str
    commitment: str
    opened: bool


@dataclass(frozen=True, kw_only=True)
class ShoeVector:
    name: str
    origin: str
    shoe: int
    cards: int
    seed: str
    commitment: str
    contributions: list[ContributionVector]
    key_before_opening: str
    key: str
    cut_least: int
    dealers_cut: int
    depth_least: int
    depth_most: int
    cards_behind: int
    stack: str  # the card in front first


@dataclass(frozen=True, kw_only=True)
class LogVector:
    origin: str
    events: list[str]
    heads: list[str]  # before the first event, and after each; base64
    secret_key: str
    public_key: str
    text: str  # what is signed for the last head
    signature: str
    next_key: str
    handover: str  # the signature of the key on the next one


@dataclass(frozen=True, kw_only=True)
class Vectors:
    encode: EncodeVector
    stream: StreamVector
    shoes: list[ShoeVector]
    log: LogVector


def read() -> Vectors:
    return msgspec.json.decode(FILE.read_bytes(), type=Vectors, strict=True)


def from_hex(digits: str) -> bytes:
    return bytes.fromhex(digits)


def secret(digits: str) -> Secret:
    return Secret(bytes.fromhex(digits))


# --- writing --------------------------------------------------------------------------------------


def _bytes(*words: object) -> bytes:
    return sha256(" ".join(map(str, words)).encode()).digest()


def _encode() -> EncodeVector:
    fields = [b"", b"\0", "café".encode(), proof.u64(312)]
    key = sha256(b"a key for examples").digest()
    return EncodeVector(
        tag="test",
        fields=[field.hex() for field in fields],
        bytes=proof.encode("test", *fields).hex(),
        sha256=proof.digest("test", *fields).hex(),
        key=key.hex(),
        hmac=proof.mac(key, "test", *fields).hex(),
    )


def _stream() -> StreamVector:
    key = sha256(b"a key for examples").digest()
    below = [312, 311, 52, 2, 1, *[40_000] * 12, *[32_769] * 6, 65_535, 65_536, 3]
    below += list(range(416, 2, -7))
    words, used, result = proof._words(key), 0, list[int]()
    for n in below:
        word = next(words)
        used += 1
        while word >= 65_536 - 65_536 % n:
            word = next(words)
            used += 1
        result.append(word % n)
    return StreamVector(key=key.hex(), below=below, result=result, rejected=used - len(below))


def _shoe(
    name: str,
    origin: str,
    number: int,
    decks: int,
    sealed: tuple[int, ...],
    opened: tuple[int, ...],
) -> ShoeVector:
    seed, size = _bytes("seed", name), 52 * decks
    values = {seat: _bytes("value", name, seat) for seat in sealed}
    commits = {
        seat: proof.contribution_commitment(origin, number, seat, value)
        for seat, value in values.items()
    }
    before = proof.key_of(origin, number, seed, commits, {})
    key = proof.key_of(origin, number, seed, commits, {seat: values[seat] for seat in opened})
    least, most = -(-size // 4), -(-size // 4) + size // 12
    return ShoeVector(
        name=name,
        origin=origin,
        shoe=number,
        cards=size,
        seed=seed.hex(),
        commitment=proof.seed_commitment(origin, number, seed).hex(),
        contributions=[
            ContributionVector(
                seat=seat,
                value=values[seat].hex(),
                commitment=commits[seat].hex(),
                opened=seat in opened,
            )
            for seat in sealed
        ],
        key_before_opening=before.hex(),
        key=key.hex(),
        cut_least=10,
        dealers_cut=10 + proof.chance(before, "cut")(size - 19),
        depth_least=least,
        depth_most=most,
        cards_behind=least + proof.chance(before, "depth")(most - least + 1),
        stack=" ".join(proof.stack_of(key, size)),
    )


def _log() -> LogVector:
    origin = "example.com/casinowar/t1"
    events = [
        '{"name":"dealer_changed","version":1,"cites":"WI g1","dealer":"José"}',
        '{"name":"cut_refused","version":1,"cites":"WI e3","seat":2,"called":false}',
        '{"name":"dealer_changed","version":1,"cites":"WI g1","dealer":"a \\"b\\""}',
    ]
    heads = [proof.first_head(origin)]
    for event in events:
        heads.append(proof.next_head(heads[-1], event.encode()))
    first, second = (Ed25519PrivateKey.from_private_bytes(_bytes("signing", n)) for n in (1, 2))
    text = proof.head_text(origin, len(events), heads[-1])
    next_key = second.public_key().public_bytes_raw().hex()
    return LogVector(
        origin=origin,
        events=events,
        heads=[b64encode(head).decode() for head in heads],
        secret_key=first.private_bytes_raw().hex(),
        public_key=first.public_key().public_bytes_raw().hex(),
        text=text.decode(),
        signature=b64encode(first.sign(text)).decode(),
        next_key=next_key,
        handover=b64encode(first.sign(proof.handover_text(next_key))).decode(),
    )


def make() -> Vectors:
    there, elsewhere = "example.com/casinowar/t1", "casino.example/casinowar/höhle"
    return Vectors(
        encode=_encode(),
        stream=_stream(),
        shoes=[
            _shoe("one deck, two players", there, 1, 1, (1, 4), (1, 4)),
            _shoe("six decks, nobody contributed", there, 2, 6, (), ()),
            _shoe("six decks, one of three withheld", there, 3, 6, (2, 3, 7), (2, 7)),
            _shoe("eight decks, all withheld", elsewhere, 2**32, 8, (1, 2, 3, 4, 5, 6, 7), ()),
            _shoe("six decks, seven players", elsewhere, 12, 6, (1, 2, 3, 4, 5, 6, 7),
                  (1, 2, 3, 4, 5, 6, 7)),
        ],
        log=_log(),
    )  # fmt: skip


def example() -> bytes:
    """One shoe of a table, from its opening to its end, as an export."""
    from tests.kit.fair import FairTable, signer_at

    with TemporaryDirectory() as folder:
        return FairTable(Random(11), seats=(1, 4)).shoes(1).export(signer_at(Path(folder)))


def main() -> None:
    written: dict[str, Any] = asdict(make())
    FILE.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    EXPORT.write_bytes(example())


if __name__ == "__main__":
    main()
else:
    VECTORS = read()
