"""Logs as JSON lines, without the token and without what people wrote."""

import logging
import re
import sys
from collections.abc import Callable
from typing import Any

import structlog

_TOKEN = re.compile(r"\b\d{5,}:[A-Za-z0-9_-]{20,}")  # anything that looks like a bot token
_HIDDEN = "<token>"
_NOISY = ("httpx", "httpcore", "telegram", "apscheduler", "uvicorn.access", "alembic", "sqlalchemy")


def redact(text: str, token: str | None = None) -> str:
    """`text` without the token, and without anything that looks like one."""
    if token:
        text = text.replace(token, _HIDDEN)
        _, _, secret = token.partition(":")
        if secret:
            text = text.replace(secret, _HIDDEN)
    return _TOKEN.sub(_HIDDEN, text)


def configure(level: str = "INFO", token: str | None = None) -> None:
    """Sends everything, other packages' logs and uncaught exceptions too, to standard error as JSON
    lines.
    """
    before: list[Callable[..., Any]] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            *before,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    render = structlog.processors.JSONRenderer(ensure_ascii=False)

    def rendered(logger: Any, name: str, event: Any) -> str:
        return redact(str(render(logger, name, event)), token)

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=before,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                rendered,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _NOISY:  # httpx writes the token into every line at INFO
        logging.getLogger(name).setLevel(logging.WARNING)
    sys.excepthook = lambda kind, error, trace: logging.getLogger("quezhang").critical(
        "uncaught", exc_info=(kind, error, trace)
    )
