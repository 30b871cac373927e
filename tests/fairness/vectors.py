"""Known answers of the protocol: encoding, keys, shuffle, draws."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from casinowar.fairness.secret import Secret


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
    key: str
    below: list[int]
    result: list[int]
    rejected: int


@dataclass(frozen=True, kw_only=True)
class Block:
    links: str | None  # None: the draws before the first links
    cards: list[int]  # 255: burned, the face is not recorded


@dataclass(frozen=True, kw_only=True)
class ShoeVector:
    name: str
    origin: str
    shoe: int
    cards: int
    seed: str
    commitment: str
    open_record: str
    shoe_id: str
    entropy: dict[int, str]
    commits: dict[int, str]
    sealed_record: str
    revealed: dict[int, str]
    beacon: str
    K: str
    sub_keys: dict[str, str]
    rejected_words: int
    stack: str
    dealers_cut: int
    behind_min: int
    behind_span: int
    behind: int
    cut: int = 0
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Vectors:
    encode: EncodeVector
    stream: StreamVector
    shoes: list[ShoeVector]


VECTORS = msgspec.json.decode(
    Path(__file__).with_name("vectors.json").read_bytes(), type=Vectors, strict=True
)


def from_hex(digits: str) -> bytes:
    return bytes.fromhex(digits)


def secret(digits: str) -> Secret:
    return Secret(bytes.fromhex(digits))
