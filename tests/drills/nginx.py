"""A real nginx with the configuration of the docs, in front of a real service.

``docs/nginx.conf`` is used as it is, but for ports, the paths of the certificate and, if asked, a
timeout: each of them is found exactly once, or the drill stops.
"""

from __future__ import annotations

import shutil
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, create_connection, socket
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.kit.nursery import ROOT, Nursery
from tests.kit.process import Service

NAME = "casino.example"
ORIGIN = f"https://{NAME}"
HERE = "127.0.0.1"
ELSEWHERE = "127.0.0.2"  # another address of this machine, as if somebody else called
DOCUMENTED = ROOT / "docs" / "nginx.conf"
START_SECONDS = 10.0
WHOLE = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/casinowar.conf;
}}
"""


def program() -> str | None:
    """Where nginx is; None if it is not installed."""
    return shutil.which("nginx") or shutil.which("/usr/sbin/nginx")


def free_port() -> int:
    """A port that nobody uses now."""
    with socket(AF_INET, SOCK_STREAM) as probe:
        probe.bind((HERE, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The service and the proxy in front of it."""

    service: Service
    service_port: int
    plain_port: int
    tls_port: int
    tls: ssl.SSLContext

    @property
    def dial(self) -> dict[str, Any]:
        """How a socket reaches the name of the house."""
        return {"host": HERE, "port": self.tls_port, "ssl": self.tls}

    def http(self, *, source: str = HERE, **headers: str) -> httpx.AsyncClient:
        """Requests through the proxy, over TLS, from an address of this machine."""
        return _client(f"https://{HERE}:{self.tls_port}", self.tls, source, headers)

    def plain(self) -> httpx.AsyncClient:
        """Requests to the proxy without TLS."""
        return _client(f"http://{HERE}:{self.plain_port}", self.tls, HERE, {})

    def past(self, *, source: str = HERE, **headers: str) -> httpx.AsyncClient:
        """Requests straight to the service, past the proxy."""
        return _client(f"http://{HERE}:{self.service_port}", self.tls, source, headers)


def _client(
    url: str, tls: ssl.SSLContext, source: str, headers: Mapping[str, str]
) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(verify=tls, local_address=source)
    names = {"host": NAME, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return httpx.AsyncClient(base_url=url, transport=transport, headers=names, timeout=30.0)


@asynccontextmanager
async def behind_nginx(
    nursery: Nursery, folder: Path, *options: str, read_timeout: str = "60s"
) -> AsyncIterator[Front]:
    """A running service with a proxy in front of it."""
    service_port = free_port()
    given = ("--port", str(service_port), "--trusted-proxies", HERE)
    service = Service(nursery, folder / "service", options=(*given, *options))
    await service.start()
    front = Front(
        service=service,
        service_port=service_port,
        plain_port=free_port(),
        tls_port=free_port(),
        tls=certificate(folder),
    )
    proxy = _start(folder, front, read_timeout)
    try:
        yield front
    finally:
        proxy.terminate()
        proxy.wait()
        if service.runs:
            await service.stop()


def _start(folder: Path, front: Front, read_timeout: str) -> subprocess.Popen[bytes]:
    text = substituted(
        DOCUMENTED.read_text(encoding="utf-8"),
        {
            "server 127.0.0.1:8037;": f"server {HERE}:{front.service_port};",
            "listen 80;": f"listen {HERE}:{front.plain_port};",
            "listen 443 ssl;": f"listen {HERE}:{front.tls_port} ssl;",
            "/etc/ssl/casino.example.pem": str(folder / "certificate.pem"),
            "/etc/ssl/casino.example.key": str(folder / "certificate.key"),
            "proxy_read_timeout 60s;": f"proxy_read_timeout {read_timeout};",
        },
    )
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command(folder, text), stderr=said)
    wait_for(front.tls_port, process, folder / "said")
    return process


def command(folder: Path, text: str) -> list[str]:
    """The command line of nginx with this configuration."""
    found = program()
    assert found is not None, "nginx not found: apt-get install nginx"
    (folder / "casinowar.conf").write_text(text, encoding="utf-8")
    whole = folder / "nginx.conf"
    whole.write_text(WHOLE.format(folder=folder), encoding="utf-8")
    return [found, "-p", str(folder), "-c", str(whole), "-e", str(folder / "error.log")]


def wait_for(port: int, process: subprocess.Popen[bytes], said: Path) -> None:
    """Wait until a proxy answers."""
    limit = time.monotonic() + START_SECONDS
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > limit:
            process.kill()
            process.wait()
            raise AssertionError(f"the proxy did not start: {said.read_text()}")
        time.sleep(0.02)


def substituted(text: str, changes: Mapping[str, str]) -> str:
    """The text with these changes, each of which is there exactly once."""
    for old, new in changes.items():
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {DOCUMENTED.name}"
        text = text.replace(old, new)
    return text


def _answers(port: int) -> bool:
    try:
        with create_connection((HERE, port), timeout=1.0):
            return True
    except OSError:
        return False


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate for the name of the house; what a client needs to believe it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    names: Sequence[x509.GeneralName] = (x509.DNSName(NAME), x509.IPAddress(IPv4Address(HERE)))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(key, hashes.SHA256())
    )
    shown = made.public_bytes(serialization.Encoding.PEM)
    (folder / "certificate.pem").write_bytes(shown)
    private = folder / "certificate.key"
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    private.chmod(0o600)
    return ssl.create_default_context(cadata=shown.decode())
