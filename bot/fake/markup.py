"""Text and its entities as Telegram reads them. Offsets and lengths are UTF-16 code units."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from bot.fake.errors import bad
from bot.fake.records import Json

if TYPE_CHECKING:
    from bot.fake.records import User

# HTML tag -> entity type; the second names are synonyms that Telegram takes too.
TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "code": "code", "pre": "pre",
    "a": "text_link", "blockquote": "blockquote", "tg-spoiler": "spoiler",
}  # fmt: skip
ATTRIBUTES = {"a": {"href"}, "blockquote": {"expandable"}, "code": {"class"}}
# What a bot may pass in `entities`.
ENTITY_TYPES = {*TAGS.values(), "text_mention", "mention", "bot_command", "url", "hashtag", "custom_emoji"}

_TAG = re.compile(r"<(/?)([^\s<>/]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_ATTRIBUTE = re.compile(r"""([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?""")
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#x[0-9a-fA-F]{1,6});")
_PLAIN = {
    "bot_command": re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"),
    "mention": re.compile(r"(?<!\w)@[A-Za-z0-9_]{3,32}(?!\w)"),
}
# Characters that take no ink: a text of nothing else is blank.
_INVISIBLE = re.compile(r"[\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2800\ufeff]+")


def utf16(text: str) -> int:
    """The length of `text` in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, offset: int, length: int) -> str:
    """The part of `text` that an entity covers."""
    return text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def blank(text: str) -> bool:
    """Whether nothing of `text` would be visible."""
    return _INVISIBLE.fullmatch(text) is not None or not text


def plain_entities(text: str) -> list[Json]:
    """The commands and mentions that Telegram marks by itself in what people write."""
    found = [
        {"type": kind, "offset": utf16(text[: match.start()]), "length": utf16(match[0])}
        for kind, pattern in _PLAIN.items()
        for match in pattern.finditer(text)
    ]
    return sorted(found, key=lambda entity: int(entity["offset"]))


def text_mention(text: str, name: str, user: User) -> list[Json]:
    """The entity a client sends for the first `name` in `text`, for a person without a username."""
    offset = utf16(text[: text.index(name)])
    return [{"type": "text_mention", "offset": offset, "length": utf16(name), "user": user.json()}]


def parse_html(source: str) -> tuple[str, list[Json]]:
    """HTML as the Bot API reads it: the plain text and its entities; raises 400 for what cannot be parsed."""
    text, entities = "", list[Json]()
    opened: list[tuple[str, int, Json]] = []  # tag, offset, what else the entity says
    at = 0
    while (start := source.find("<", at)) >= 0:
        text += _unescape(source[at:start])
        place = f"at byte offset {len(source[:start].encode())}"
        match = _TAG.match(source, start)
        if match is None:
            raise _unparsed(f"Unclosed start tag {place}")
        closing, tag, rest = match[1], match[2].lower(), match[3]
        if closing:
            if not opened:
                raise _unparsed(f"Unexpected end tag {place}")
            expected, offset, more = opened.pop()
            if tag != expected:
                raise _unparsed(f'Unmatched end tag {place}, expected "</{expected}>", found "</{tag}>"')
            if length := utf16(text) - offset:
                entities.append({"type": TAGS[tag], "offset": offset, "length": length} | more)
        elif tag not in TAGS:
            raise _unparsed(f'Unsupported start tag "{tag}" {place}')
        else:
            opened.append((tag, utf16(text), _attributes(tag, rest, place)))
        at = match.end()
    if opened:
        raise _unparsed(f'Can\'t find end tag corresponding to start tag "{opened[-1][0]}"')
    return text + _unescape(source[at:]), sorted(
        entities, key=lambda entity: (entity["offset"], -entity["length"])
    )


def check_entities(text: str, entities: object) -> list[Json]:
    """The `entities` a bot passes; raises 400 for an unknown type or a range outside `text`."""
    if not isinstance(entities, list):
        raise _unparsed("Array of MessageEntity expected")
    for entity in entities:
        if not isinstance(entity, dict) or entity.get("type") not in ENTITY_TYPES:
            raise _unparsed("Unsupported type of MessageEntity")
        offset, length = entity.get("offset"), entity.get("length")
        if not isinstance(offset, int) or not isinstance(length, int):
            raise _unparsed('Field "offset" and "length" must be of type Number')
        if offset < 0 or length < 1 or offset + length > utf16(text):
            raise _unparsed("Entity is outside of the text")
    return entities


def trim(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    """What the server keeps: no blanks at either end, entities moved and shortened to fit."""
    body = text.strip()
    skip, end = utf16(text[: len(text) - len(text.lstrip())]), utf16(body)
    kept = []
    for entity in entities:
        first = max(entity["offset"] - skip, 0)
        last = min(entity["offset"] + entity["length"] - skip, end)
        if first < last:
            kept.append(entity | {"offset": first, "length": last - first})
    return body, kept


def _attributes(tag: str, rest: str, place: str) -> Json:
    values = {name.lower(): a or b or c for name, a, b, c in _ATTRIBUTE.findall(rest)}
    if unknown := set(values) - ATTRIBUTES.get(tag, set()):
        raise _unparsed(f'Unexpected attribute "{min(unknown)}" in the tag "{tag}" {place}')
    if tag == "a":
        return {"url": _unescape(values.get("href", ""))}
    return {}


def _unescape(text: str) -> str:
    return _REFERENCE.sub(lambda match: html.unescape(match[0]), text)


def _unparsed(reason: str) -> Exception:
    return bad(f"can't parse entities: {reason}")
