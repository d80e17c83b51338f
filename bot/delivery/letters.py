"""A `Say` as it lies in the outbox, and what becomes of it in Telegram's terms."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from bot.dispatch import Button, Document, Say

MAX_TEXT, MAX_CAPTION = 4096, 1024  # in UTF-16 units, entities parsed; here counted with their tags
PLAIN = ("text", "edit", "picture", "reply_to", "quiet", "preview")

Packed = tuple[str | None, dict[str, Any], bytes | None]


def pack(say: Say, chat_id: int = 0, photo: bool = False) -> Iterator[Packed]:
    """(subject, JSON, file) of the letters that a Say becomes: one, or more if it is longer than a message;
    the last of them has the subject and the buttons. An `at_message` is one of Telegram's chat `chat_id`;
    `photo` says whether it is a photo.
    """
    *before, last = split(say.text) if not say.edit else [say.text]
    for text in before:
        yield None, _json(Say(text, reply_to=say.reply_to, quiet=say.quiet)), None
    whole = replace(say, text=last) if before else say
    data = _json(whole)
    if say.at_message:
        data["at"] = [chat_id, say.at_message, photo]
    yield say.subject, data, say.document.data if say.document else None


def unpack(data: Mapping[str, Any], file: bytes | None) -> Say:
    """What `pack` put away."""
    values = {name: value for name, value in data.items() if name in PLAIN}
    rows = tuple(tuple(Button(**button) for button in row) for row in data.get("buttons", ()))
    document = Document(data["document"], file) if file is not None else None
    return Say(**values, buttons=rows, document=document)


def split(text: str, limit: int = MAX_TEXT) -> list[str]:
    """Pieces of at most `limit`, parted at line ends (a line that is longer is cut)."""
    if units(text) <= limit:
        return [text]
    pieces, piece = [], ""
    for line in text.split("\n"):
        while units(line) > limit:
            cut = limit // 2
            pieces += [piece, line[:cut]] if piece else [line[:cut]]
            piece, line = "", line[cut:]
        if piece and units(piece) + 1 + units(line) > limit:
            pieces.append(piece)
            piece = line
        else:
            piece = f"{piece}\n{line}" if piece else line
    return [*pieces, piece] if piece.strip() else pieces


def units(text: str) -> int:
    """The length as Telegram counts it: UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def markup(say: Say) -> dict[str, Any] | None:
    """The buttons under a message, as the Bot API takes them."""
    if not say.buttons:
        return None
    return {"inline_keyboard": [[_key(button) for button in row] for row in say.buttons]}


def _key(button: Button) -> dict[str, Any]:
    key: dict[str, Any] = {"text": button.label}
    if button.data is not None:
        key["callback_data"] = button.data
    if button.url is not None:
        key["url"] = button.url
    if button.web_app is not None:
        key["web_app"] = {"url": button.web_app}
    if button.inline is not None:
        key["switch_inline_query_current_chat"] = button.inline
    return key


def _json(say: Say) -> dict[str, Any]:
    data: dict[str, Any] = {name: getattr(say, name) for name in PLAIN if getattr(say, name)}
    data["text"] = say.text
    if say.buttons:
        data["buttons"] = [[_button_json(button) for button in row] for row in say.buttons]
    if say.document:
        data["document"] = say.document.name
    return data


def _button_json(button: Button) -> dict[str, str]:
    known = {"label": button.label, "data": button.data, "url": button.url}
    more = {"web_app": button.web_app, "inline": button.inline}
    return {name: value for name, value in (known | more).items() if value is not None}
