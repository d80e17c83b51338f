"""The two ways updates reach the bot: getUpdates, and the webhook that `FakeTelegram.deliver` posts to."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from bot.fake.errors import ApiError, bad
from bot.fake.params import Args
from bot.fake.records import Json

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

MAX_POLL = 50  # seconds
WEBHOOK_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
OTHER_POLL = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)


async def get_updates(fake: FakeTelegram, args: Args) -> list[Json]:
    """Confirms what lies below `offset`, then answers with what is pending, or waits for it."""
    if fake.webhook["url"]:
        raise ApiError(409, WEBHOOK_ACTIVE)
    limit = args.integer("limit") or 100
    if not 1 <= limit <= 100:
        raise bad("limit must be between 1 and 100")
    _allow(fake, args)
    fake.confirm(args.integer("offset") or 0)
    fake.polls += 1
    poll = fake.polls
    fake.wake()  # an older poll finds out that it is not the last one any more
    end = time.monotonic() + min(args.integer("timeout") or 0, MAX_POLL)
    while not (found := fake.pending()[:limit]) and (left := end - time.monotonic()) > 0:
        await fake.wait(left)
        if fake.polls != poll:
            raise ApiError(409, OTHER_POLL)
    return found


def set_webhook(fake: FakeTelegram, args: Args) -> bool:
    url, secret = args.text("url") or "", args.text("secret_token") or ""
    if url and not url.startswith("https://"):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
        raise bad("secret token contains unallowed characters")
    connections = args.integer("max_connections") or 40
    if not 1 <= connections <= 100:
        raise bad("max_connections must be between 1 and 100")
    _allow(fake, args)
    _drop(fake, args)
    fake.webhook = {"url": url, "secret_token": secret, "max_connections": connections}
    return True


def delete_webhook(fake: FakeTelegram, args: Args) -> bool:
    _drop(fake, args)
    fake.webhook = {"url": ""}
    return True


def get_webhook_info(fake: FakeTelegram, _: Args) -> Json:
    shown = {key: value for key, value in fake.webhook.items() if key != "secret_token"}
    allowed = {"allowed_updates": sorted(fake.allowed)} if fake.allowed else {}
    return shown | allowed | {"has_custom_certificate": False, "pending_update_count": len(fake.pending())}


def _allow(fake: FakeTelegram, args: Args) -> None:
    """Remembers the kinds of update the bot asks for; [] means the default."""
    kinds = args.json("allowed_updates")
    if kinds is not None:
        if not isinstance(kinds, list) or not all(isinstance(kind, str) for kind in kinds):
            raise bad("can't parse allowed updates: an Array of String expected")
        fake.allowed = set(kinds) or None


def _drop(fake: FakeTelegram, args: Args) -> None:
    if args.flag("drop_pending_updates"):
        for update in fake.pending():
            fake.drop(update["update_id"])
