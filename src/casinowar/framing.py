"""Frames on a stream of bytes, each preceded by its length."""

from __future__ import annotations

import struct

LENGTH = struct.Struct("<I")
LENGTH_MAX = 2**32 - 1


def framed(body: bytes) -> bytes:
    """The bytes of a frame, preceded by their length."""
    return LENGTH.pack(len(body)) + body


class Frames:
    """Splits received bytes into frames."""

    def __init__(self, most_bytes: int = LENGTH_MAX) -> None:
        self._bytes, self._most_bytes = bytearray(), most_bytes

    def take(self, received: bytes) -> list[bytes]:
        """The frames that are complete now; a ValueError if one is too long."""
        self._bytes += received
        frames, start = list[bytes](), 0
        while len(self._bytes) - start >= LENGTH.size:
            (length,) = LENGTH.unpack_from(self._bytes, start)
            if length > self._most_bytes:
                raise ValueError("a frame is too long")
            end = start + LENGTH.size + length
            if len(self._bytes) < end:
                break
            frames.append(bytes(self._bytes[start + LENGTH.size : end]))
            start = end
        del self._bytes[:start]
        return frames
