"""``python -m tools.docs``: builds the site into ``site/`` and reports dead links.

With ``--serve`` it serves the built site, compressed as on a static host. Zensical makes the pages.
Then the files of the source tree that pages link to are added, and what the reader's browser needs
for the exact odds: Python itself (Pyodide, from npm) and our modules, which need only the standard
library. Nothing is loaded from other sites.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote, urlsplit

from tools import web

ROOT = Path(__file__).parents[1]
SITE = ROOT / "site"
SOURCE = "source"  # the folder of the site for files of the source tree
PYODIDE = "pyodide@314.0.7"  # Python 3.14
PACKAGES = ROOT / ".pyodide"
PORT = 8038
NAME_WHOLE_MAX = 24  # longer names may break in two
PACKED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".txt", ".wasm", ".xml", ".ipynb"}
RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "pyodide-lock.json",
)
# the modules of the exact odds, and of their text
MODULES = (
    *("cards", "checks", "errors", "houses", "money", "odds", "outcomes", "tabular", "toml"),
    *("report/__init__", "report/answer_text", "report/figures", "report/tables"),
)


class Links(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect addresses and ids."""
        for name, value in attrs:
            if value and name == "id":
                self.ids.add(value)
            elif value and name in ("href", "src", "srcset") and tag != "base":
                self.links.append(value)


def build() -> list[str]:
    """Build the site; returns the dead links."""
    done = subprocess.run(["zensical", "build", "--clean"], cwd=ROOT, check=False)  # noqa: S607
    if done.returncode:
        return ["zensical could not build the site"]
    for page in sorted(SITE.rglob("*.html")):
        _bring_sources(page)
        _name_no_lines(page)
        break_names(page)
    _bring_python()
    return list(dead_links(SITE))


def dead_links(site: Path) -> Iterator[str]:
    """Every link to a file of the site, or an anchor in one, that does not exist."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for page, found in pages.items():
        for link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                yield f"{page.relative_to(site)}: {link}"
                continue
            place = unquote(parts.fragment)
            if place and target in pages and place not in pages[target].ids | {"__skip"}:
                yield f"{page.relative_to(site)}: {link}: no such anchor"


def _name_no_lines(page: Path) -> None:
    """Turn links on lines of code into plain anchors: a screen reader would announce each."""
    text = page.read_text(encoding="utf-8")
    line = re.compile(r'<a id="(__codelineno-[0-9-]+)" name="[^"]*" href="[^"]*"></a>')
    page.write_text(line.sub(r'<span id="\1"></span>', text), encoding="utf-8")


def break_names(page: Path) -> None:
    """Let long names break after an underscore, and keep each option (``--json``) whole."""
    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r"<code>([^<]+)</code>", _marked, text), encoding="utf-8")


def _marked(code: re.Match[str]) -> str:
    text = re.sub(r"(?<![\w-])--?[a-z][\w-]*", r'<span class="option">\g<0></span>', code[1])
    if len(code[1]) > NAME_WHOLE_MAX:
        text = re.sub(r"(?<=\w)_(?=\w)", "_<wbr>", text)
    return f"<code>{text}</code>"


def _bring_sources(page: Path) -> None:
    """Copy the files of the source tree that pages link to."""

    def brought(match: re.Match[str]) -> str:
        link = match[1]
        # a page is a folder of the site, and a file of docs/
        target = (ROOT / "docs" / page.parent.name / unquote(link)).resolve()
        if not target.is_file() or (ROOT / "docs") in target.parents or ROOT not in target.parents:
            return match[0]
        name = f"{SOURCE}/{target.relative_to(ROOT).as_posix()}.txt"
        copy = SITE / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, copy)
        up = "../" * len(page.parent.relative_to(SITE).parts)
        return f'href="{up}{name}"'

    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r'href="(\.\./[^"#?]+)"', brought, text), encoding="utf-8")


def _bring_python() -> None:
    folder = SITE / "python"
    folder.mkdir(exist_ok=True)
    runtime = _pyodide()
    for name in RUNTIME:
        shutil.copyfile(runtime / name, folder / name)
    package = ROOT / "src" / "casinowar"
    with zipfile.ZipFile(folder / "casinowar.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("casinowar/__init__.py", "")
        for module in MODULES:
            one = package / f"{module}.py"
            files = [one] if one.exists() else sorted((package / module).rglob("*.*"))
            for path in files:
                if path.suffix in (".py", ".toml"):
                    archive.write(path, path.relative_to(package.parent))


def _pyodide() -> Path:
    """The folder of Pyodide, downloaded from npm once."""
    folder = PACKAGES / "node_modules" / "pyodide"
    if not folder.exists():
        node = web.find_node() or web.install_node(print)
        subprocess.run(  # noqa: S603
            [
                *(*node.npm, "install", "--prefix", str(PACKAGES), "--no-save"),
                *("--no-package-lock", "--no-audit", "--no-fund", PYODIDE),
            ],
            check=True,
            env=node.environment(),
        )
    return folder


@cache
def compressed(path: Path, changed_ns: int) -> bytes:  # noqa: ARG001 - a changed file is another key
    """A file, compressed once for each version."""
    return gzip.compress(path.read_bytes())


class Server(SimpleHTTPRequestHandler):
    """Serves the files of the site as a static host does: compressed, over kept connections."""

    protocol_version = "HTTP/1.1"

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Send a compressed file to a browser that accepts it."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.endswith("/") else path
        takes = "gzip" in self.headers.get("accept-encoding", "")
        if not takes or path.suffix not in PACKED or not path.is_file():
            return super().send_head()
        body = compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("content-type", self.guess_type(path))
        self.send_header("content-encoding", "gzip")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def end_headers(self) -> None:
        """Let browsers cache files with a digest in their names for ever."""
        kept = "/assets/" in self.path
        self.send_header("cache-control", "max-age=31536000" if kept else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called there
        """Log nothing."""


def server(port: int) -> ThreadingHTTPServer:
    """A server for the built site."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Server, directory=str(SITE)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        print(f"http://localhost:{PORT} (Ctrl-C ends it)")
        with server(PORT) as serving, suppress(KeyboardInterrupt):
            serving.serve_forever()
        sys.exit(0)
    dead = build()
    print("\n".join(dead) or "No dead links.")
    sys.exit(1 if dead else 0)
