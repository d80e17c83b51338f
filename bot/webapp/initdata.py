"""Who opened the Mini App: the launch data that Telegram signs with the bot's token."""

import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import parse_qsl, urlencode

from bot.dispatch import User

OLDEST = timedelta(hours=24)  # a page that was opened before an evening still works at its end
AHEAD = timedelta(minutes=5)  # by which a phone's clock, or ours, may be wrong


class Rejected(Exception):
    """Launch data that prove nothing: `expired`, or `forged` (not signed by Telegram, or not whole)."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What launch data say: who, and the start token of the link (None behind a button)."""

    user: User
    start: str | None


def signature(fields: Mapping[str, str], token: str) -> str:
    """The hash of launch data: HMAC-SHA256 over their sorted lines, keyed with the bot's token."""
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.digest(b"WebAppData", token.encode(), sha256)
    return hmac.new(key, lines.encode(), sha256).hexdigest()


def sign(fields: Mapping[str, str], token: str) -> str:
    """Launch data as Telegram makes them of these fields."""
    return urlencode({**fields, "hash": signature(fields, token)})


def check(data: str, token: str, now: datetime) -> Launch:
    """Whose launch data these are; Rejected if Telegram did not sign them, or too long ago."""
    try:
        pairs = parse_qsl(data, keep_blank_values=True, strict_parsing=True, max_num_fields=32)
        fields = dict(pairs)
        given = fields.pop("hash")
        if len(fields) + 1 != len(pairs):
            raise Rejected("forged")  # a name twice: which of them was signed?
        if not hmac.compare_digest(given.encode(), signature(fields, token).encode()):
            raise Rejected("forged")
        age = now.timestamp() - int(fields["auth_date"])
        user = _user(json.loads(fields["user"]))
    except (KeyError, ValueError, TypeError):
        raise Rejected("forged") from None
    if not -AHEAD.total_seconds() <= age <= OLDEST.total_seconds():
        raise Rejected("expired")
    return Launch(user, fields.get("start_param"))


def _user(data: Mapping[str, object]) -> User:
    number, name = data["id"], data["first_name"]
    if not isinstance(number, int) or not isinstance(name, str):
        raise TypeError
    username, language = data.get("username"), data.get("language_code")
    return User(
        number,
        name.encode("utf-8", "replace").decode(),  # without lone surrogates
        username if isinstance(username, str) else None,
        language if isinstance(language, str) else None,
        bool(data.get("is_bot")),
    )
