"""A picture as a short JSON text: what is stored with a message until it is drawn."""

import json
from collections.abc import Mapping
from typing import Any

from bot.pictures.theme import DEFAULT, THEMES


def write(kind: str, theme: str | None, **fields: Any) -> str:
    """The picture `kind` with its data (values that JSON knows, tuples too); ValueError for no such theme."""
    theme = theme or DEFAULT
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}")
    return json.dumps([kind, theme, fields], ensure_ascii=False, separators=(",", ":"))


def read(spec: str) -> tuple[str, str, Mapping[str, Any]]:
    """Kind, theme and data of a picture; ValueError if `spec` is not one."""
    kind, theme, fields = json.loads(spec)
    return kind, theme, fields
