"""Logs on standard error: one JSON object a line, or text on a terminal.

Nothing secret is ever passed to a logger. As a second line of defence, values under names that
sound secret are replaced, and an exception is logged as its kind and its places in the source: its
message and its local variables could hold anything.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

import structlog

from casinowar.service.http.settings import Config

SECRET_WORDS = ("token", "passphrase", "password", "cookie", "authorization", "seed", "key", "card")
HIDDEN = "(hidden)"
PLACES_MAX = 20

Event = MutableMapping[str, Any]


def hide_secrets(_: object, __: str, event: Event) -> Event:
    """Replace the values of fields that sound secret."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = HIDDEN
    return event


def show_places(_: object, __: str, event: Event) -> Event:
    """Replace an exception by its kind and where it was raised."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        chain = list(_chain(error))
        event["error"] = " from ".join(type(one).__name__ for one in chain)
        event["places"] = [place for one in chain for place in _places(one)][-PLACES_MAX:]
    return event


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _places(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"


def is_ours(record: logging.LogRecord) -> bool:
    """Whether a library's message is about the service, not about what any client can send."""
    return not record.getMessage().startswith("Invalid UTF-8 sequence received from client")


def set_up_logs(config: Config) -> None:
    """Send the logs of the service and of its libraries to standard error."""
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        show_places,
        hide_secrets,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _renderer(config),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("casinowar").setLevel(config.log_level.upper())
    logging.getLogger("uvicorn.error").filters = [is_ours]


def _renderer(config: Config) -> Any:
    terminal = sys.stderr.isatty()
    if config.log_format == "text" or (config.log_format == "auto" and terminal):
        plain = structlog.dev.plain_traceback
        return structlog.dev.ConsoleRenderer(colors=terminal, exception_formatter=plain)
    return structlog.processors.JSONRenderer()
