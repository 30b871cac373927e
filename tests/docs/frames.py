"""Conversations with the service as a page shows them, and how they are had with a real one.

A page shows what is sent and what comes back in blocks of the kind ``frames``. All blocks of a page
are one conversation. A line is somebody's name, if it is not the first person, an arrow and a
text; a text that goes on in the next lines is indented there:

    → POST /api/guest {"name":"Bo"}      an HTTP request with the session of this person
    ← 201 {"ok":true,…}                  its answer; … stands for anything
    → open /api/tables/skycity/socket    a WebSocket
    → {"type":"hello"}                   a message on it
    ← {"type":"welcome",                 the next message from it
        "version":0}
    ann ← {"type":"pong"}                what the socket of somebody else receives
    all ← {"type":"events"}              the same bytes on every open socket
    ← closed 4001 taken_over             the end of the socket, by the service
    → close                              the end of the socket, by the client

``python -m tests.docs.frames`` plays the conversation of docs/protocol.md and writes every answer
that is another one now into the page.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.kit.client import PATIENCE_SECONDS, http_client
from tests.kit.nursery import Nursery
from tests.kit.process import Service

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "protocol.md"
SHOES = ROOT / "examples" / "shoes.txt"
BLOCK = re.compile(r"^```frames\n(.*?)^```", re.M | re.S)
LINE = re.compile(r"(?:(\w+) )?([→←]) (.*)")
EVERYBODY = "all"
SHOWN_STREAM = '"stream":"9f3c1a5be2704d86"'
WIDTH = 96
PERSON = re.compile(r"p_[a-z2-7]{20}")
STREAM = re.compile(r'"stream":"[0-9a-f]{16}"')
TIME = re.compile(r'(?<=_ms":)\d{13}\b')
# what is another value in every run
MASKED = (
    (PERSON, "p_#"),
    (STREAM, '"stream":#'),
    (re.compile(r'"token":"[\w-]{43}"'), '"token":#'),
    (re.compile(r'_ms":\d{13}\b'), '_ms":#'),
    (re.compile(r'"left_ms":\d+'), '"left_ms":#'),
    (re.compile(r'"day":"\d{4}-\d\d-\d\d"'), '"day":#'),
    (re.compile(r"sha256:[0-9a-f]{64}"), "sha256:#"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that is said."""

    who: str
    sent: bool  # by the client
    text: str
    piece: str = ""  # as the page shows it


def read_lines(block: str) -> Iterator[Line]:
    """The lines of a block, each in one piece."""
    pieces = re.split(r"\n(?! )", block.rstrip("\n"))
    for piece in pieces:
        first, *rest = piece.split("\n")
        found = LINE.fullmatch(first)
        assert found, f"not a line of a conversation: {first}"
        text = found[3] + "".join(part.strip() for part in rest)
        yield Line(found[1] or "", found[2] == "→", text, piece)


def blocks(page: str) -> list[str]:
    """The conversations of a page."""
    return [found[1] for found in BLOCK.finditer(page)]


def masked(text: str) -> str:
    """A text without what is another value in every run."""
    for pattern, instead in MASKED:
        text = pattern.sub(instead, text)
    return text


def fits(shown: str, said: str) -> bool:
    """Whether something that was said is what the page shows."""
    pattern = ".*".join(map(re.escape, masked(shown).split("…")))
    return re.fullmatch(pattern, masked(said)) is not None


class Conversation:
    """People who talk to a service."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self._address, self._stack = address, stack
        self._tokens = dict[str, str]()
        self._answers = dict[str, httpx.Response]()
        self._sockets = dict[str, ClientConnection]()
        self._stream = ""  # of this run, as a welcome said it

    def _headers(self, who: str) -> dict[str, str]:
        token = self._tokens.get(who, self._tokens.get(""))
        return {} if token is None else {"Authorization": f"Bearer {token}"}

    async def say(self, line: Line) -> None:
        """Send what a person sends."""
        word, _, rest = line.text.partition(" ")
        if line.text.startswith("{"):
            await self._sockets[line.who].send(STREAM.sub(self._stream, line.text))
        elif word == "open":
            url = self._address.replace("http", "ws", 1) + rest
            socket = connect(url, additional_headers=self._headers(line.who), proxy=None)
            self._sockets[line.who] = await self._stack.enter_async_context(socket)
        elif word == "close":
            await self._sockets.pop(line.who).close()
        else:
            await self._request(line.who, word, *rest.partition(" ")[::2])

    async def _request(self, who: str, method: str, path: str, body: str) -> None:
        async with http_client(self._address) as http:
            headers = self._headers(who) | {"Content-Type": "application/json"}
            answer = await http.request(method, path, content=body, headers=headers)
        self._answers[who] = answer
        if path == "/api/guest":
            self._tokens[who] = answer.json()["token"]

    async def hear(self, line: Line) -> str:
        """What a person is sent next."""
        if re.match(r"\d", line.text):
            answer = self._answers.pop(line.who)
            return f"{answer.status_code} {answer.text}"
        if line.who == EVERYBODY:
            heard = {await self._next(who) for who in list(self._sockets)}
            assert len(heard) == 1, heard
            return heard.pop()
        return await self._next(line.who)

    async def _next(self, who: str) -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                said = str(await self._sockets[who].recv(decode=True))
        except ConnectionClosed:
            socket = self._sockets.pop(who)
            return f"closed {socket.close_code} {socket.close_reason}"
        if found := STREAM.search(said):
            self._stream = found[0]
        return said

    async def end(self) -> None:
        """Nothing that the page does not show may have been sent."""
        for who, socket in self._sockets.items():
            await socket.send('{"type":"ping"}')
            assert await self._next(who) == '{"type":"pong"}'
        assert not self._answers


async def have(lines: Iterable[Line], folder: Path) -> list[str]:
    """Have a conversation with a new service; what came back for each line that shows it."""
    heard = list[str]()
    with Nursery() as nursery:
        service = Service(nursery, folder, options=("--shoes", str(SHOES)))
        await service.start()
        async with AsyncExitStack() as stack:
            people = Conversation(service.address, stack)
            for line in lines:
                if line.sent:
                    await people.say(line)
                else:
                    heard.append(await people.hear(line))
            await people.end()
        await service.stop()
    return heard


# --- writing --------------------------------------------------------------------------------------


def shown(line: Line) -> str:
    """A line as a page shows it."""
    name = f"{line.who} " if line.who else ""
    arrow = "→" if line.sent else "←"
    start = line.text.find("{")
    if start < 0:
        return f"{name}{arrow} {line.text}"
    head, body = line.text[:start], json.loads(line.text[start:])
    first, *rest = _broken(body, WIDTH - len(head))
    assert "".join(part.strip() for part in (first, *rest)) == line.text[start:], line
    return "\n".join([f"{name}{arrow} {head}{first}", *(f"  {part}" for part in rest)])


def _broken(value: Any, width: int) -> list[str]:
    """JSON in lines, none much longer than ``width``; put together they are the JSON itself."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if len(text) <= width or not isinstance(value, dict | list):
        return [text]
    if isinstance(value, list):
        parts = [_broken(part, width - 2) for part in value]
        lines, ends = ["["], "]"
    else:
        parts = list[list[str]]()
        for key, part in value.items():
            first, *rest = _broken(part, width - 2)
            parts.append([f'"{key}":{first}', *rest])
        lines, ends = ["{"], "}"
    for number, (first, *rest) in enumerate(parts, 1):
        comma = "," if number < len(parts) else ends
        if rest:
            rest[-1] += comma
        else:
            first += comma
        new = isinstance(value, list) or len(lines[-1]) + len(first) > width
        if new and lines != ["{"]:
            lines.append(f"  {first}")
        else:
            lines[-1] += first
        lines += [f"  {part}" for part in rest]
    return lines


def rewritten(page: str, heard: list[str]) -> str:
    """The page with what was heard; what it shows already stays as it is, people's ids too.

    New times are as long after the first time of the page as they were in the conversation.
    """
    answers = iter(heard)
    known = dict[str, str]()  # ids and times of this run, and what the page has instead

    def instead(found: re.Match[str]) -> str:
        return known.get(found[0], found[0])

    def time_instead(found: re.Match[str]) -> str:
        pairs = [(int(run), int(shown)) for run, shown in known.items() if run.isdecimal()]
        later = pairs[0][1] - pairs[0][0] if pairs else 0
        return known.setdefault(found[0], str(int(found[0]) + later))

    def block(found: re.Match[str]) -> str:
        lines = list[str]()
        for line in read_lines(found[1]):
            said = line.text if line.sent else next(answers)
            stays = fits(line.text, said)
            for pattern in (PERSON, TIME) if stays else ():
                ours, theirs = pattern.findall(line.text), pattern.findall(said)
                if len(ours) == len(theirs):  # nothing of the kind was left out
                    known.update(zip(theirs, ours, strict=True))
            said = TIME.sub(time_instead, PERSON.sub(instead, STREAM.sub(SHOWN_STREAM, said)))
            lines.append(line.piece if stays else shown(Line(line.who, line.sent, said)))
        return "```frames\n" + "\n".join(lines) + "\n```"

    return BLOCK.sub(block, page)


def write() -> None:
    """Bring the page up to date."""
    page = PAGE.read_text(encoding="utf-8")
    lines = [line for block in blocks(page) for line in read_lines(block)]
    with tempfile.TemporaryDirectory() as folder:
        heard = asyncio.run(have(lines, Path(folder)))
    PAGE.write_text(rewritten(page, heard), encoding="utf-8")


if __name__ == "__main__":
    write()
