"""The webhook: an update is answered with 200 only after its commit."""

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

HEADER = "X-Telegram-Bot-Api-Secret-Token"
MAX_BODY = 1_000_000

log = structlog.get_logger(__name__)


def webhook(take: Callable[[Mapping[str, Any]], Awaitable[None]], url: str, secret: str) -> Route:
    """The route behind the public URL that Telegram posts updates to; without the secret it refuses."""

    async def post(request: Request) -> Response:
        if not hmac.compare_digest(request.headers.get(HEADER, "").encode(), secret.encode()):
            return Response(status_code=403)
        body = await request.body()
        if len(body) > MAX_BODY:
            return Response(status_code=413)
        try:
            raw = json.loads(body)
            int(raw["update_id"])
        except (ValueError, KeyError, TypeError):
            return Response(status_code=400)
        try:
            # Telegram may hang up; the update is carried out to the end all the same.
            await asyncio.shield(asyncio.ensure_future(take(raw)))
        except Exception:
            log.exception("update not taken", update=raw["update_id"])
            return Response(status_code=500)
        return Response(status_code=200)

    return Route(urlsplit(url).path, post, methods=["POST"])
