"""Starting and stopping the service: the database, the tables, the server, the signals.

The order matters. Settings are checked first, so that wrong ones are reported even if the port is
in use. Then the port is taken, so that a second service stops before it touches anything. The
address is printed once bets can be taken. At the end the tables finish what they are doing and say
goodbye, then connections end, then the database closes.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Generator

import structlog
import uvicorn

from casinowar.errors import InputError
from casinowar.service.http.app import application
from casinowar.service.http.logs import set_up_logs
from casinowar.service.http.requests.connection_limits import raise_file_limit, server_protocol
from casinowar.service.http.settings import Config
from casinowar.service.http.table_socket import TableSocket, check_server
from casinowar.service.http.wiring import Parts, check_settings, open_parts
from casinowar.service.tables.shoes import StackedShoes
from casinowar.store.interface import StoreError
from casinowar.wire import MESSAGE_MAX_BYTES

log = structlog.stdlib.get_logger("casinowar.run")
BACKLOG = 2048
NOT_OUR_ADDRESS = {errno.EADDRNOTAVAIL, errno.EINVAL}  # the latter: it needs an interface
FINISH_SECONDS = 30.0  # for the tables to finish when the service is stopped
SWITCH_SECONDS = 0.0005  # threads that read from SQLite must not starve behind the loop
# The thresholds of the garbage collector. With Python's defaults it takes a sixth of the time at
# 150 tables, and finds next to nothing.
GARBAGE = (20_000, 20, 20)


class Server(uvicorn.Server):
    """Uvicorn without its signal handlers: the service has its own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave the signals alone."""
        yield


def serve(
    config: Config, ready: Callable[[str], None], stacked: StackedShoes | None = None
) -> bool:
    """Run the service until a signal stops it; ``ready`` is given its address.

    False if its tables could not finish in time.
    """
    check_settings(config)
    check_server()
    set_up_logs(config)
    sys.setswitchinterval(SWITCH_SECONDS)
    with (
        listening_socket(config) as listener,
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        return runner.run(_serve(config, listener, ready, stacked))


def listening_socket(config: Config) -> socket.socket:
    """The socket of the service, bound but not listening yet."""
    try:
        [family, kind, protocol, _, address] = socket.getaddrinfo(
            config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise InputError("--host", f"{config.host}: {error.strerror}") from None
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        if error.errno in NOT_OUR_ADDRESS:
            raise InputError("--host", f"{config.host} cannot be used: {error.strerror}") from None
        where = f"{config.host}:{config.port}"
        words = f"{where} cannot be used: {error.strerror}"
        if error.errno == errno.EADDRINUSE:
            words += f". Is casinowar running there already? Open http://{where}, or take another"
            words += " port, for example with CASINOWAR_PORT=8040"
        raise InputError("--port", words) from None
    return listener


def address_of(listener: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = listener.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - it is shown, not bound
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"  # noqa: S104
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server_for(parts: Parts) -> Server:
    """Uvicorn with the settings of the service."""
    config = parts.config
    return Server(
        uvicorn.Config(
            application(parts),
            ws=TableSocket,
            ws_max_size=MESSAGE_MAX_BYTES,
            ws_ping_interval=config.ping_seconds,
            ws_ping_timeout=config.pong_seconds,
            ws_per_message_deflate=False,
            http=server_protocol(config, parts.metrics.cut_off.inc),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=True,
            forwarded_allow_ips=list(config.trusted_proxies),
            backlog=BACKLOG,
            timeout_graceful_shutdown=config.stop_seconds,
        )
    )


async def _serve(
    config: Config,
    listener: socket.socket,
    ready: Callable[[str], None],
    stacked: StackedShoes | None,
) -> bool:
    stop = asyncio.Event()
    _on_signals(stop.set)
    try:
        parts = await open_parts(config, stacked)
    except StoreError as error:
        raise InputError("database", str(error)) from error
    try:
        server = server_for(parts)
        running = asyncio.create_task(server.serve([listener]), name="server")
        stopping = asyncio.create_task(stop.wait(), name="stop")
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        if server.started:
            _expect_little_garbage()
            raise_file_limit(config.sockets_max)
            ready(address_of(listener))
            log.info("started", tables=len(await parts.store.tables()))
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        log.info("stopping")
        finished = await _within(FINISH_SECONDS, parts.stop())
        server.should_exit = True
        await running
    finally:
        await parts.close()
    log.info("stopped")
    return finished


async def _within(seconds: float, work: Awaitable[None]) -> bool:
    """Await some work; False if it takes too long: a hanging database must not keep it running."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.error("the tables could not finish")
        return False
    return True


def _expect_little_garbage() -> None:
    """Collect garbage rarely, and never among the objects that the service started with."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _on_signals(stop: Callable[[], None]) -> None:
    """Stop on SIGTERM and on Ctrl-C."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop)
        except (NotImplementedError, RuntimeError):  # not possible on Windows or in a thread
            with contextlib.suppress(ValueError):
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # not on Windows
        return None
    return uvloop.new_event_loop
