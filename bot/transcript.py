"""The local chat's output: what the bot does, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.fake import Chat, FakeTelegram, Sent
from bot.fake.records import Json
from bot.texts.local import TABLE
from bot.texts.zh.terminal import Terminal


class Transcript:
    """Reads what the bot did from `fake`, and saves its pictures in the directory `pictures`."""

    def __init__(self, fake: FakeTelegram, pictures: Path, texts: Terminal) -> None:
        self._texts = texts
        self._fake = fake
        self._pictures = pictures
        self._read = 0
        self._shown: dict[tuple[int, int], None] = {}  # chat and message ids, the one shown last at the end

    def news(self) -> Iterator[str]:
        """What the bot did since the last call, as lines with their ends."""
        while self._read < len(self._fake.sent):
            event = self._fake.sent[self._read]
            self._read += 1
            for line in self._show(event):
                yield f"{line}\n"

    def newest(self, chat: Chat) -> Iterator[Json]:
        """The bot's messages in `chat`, the one shown last first."""
        for chat_id, number in reversed(self._shown):
            if chat_id == chat.id and number in chat.messages:
                yield chat.messages[number]

    def _show(self, event: Sent) -> Iterator[str]:
        method, chat, message = event
        speaker = _prefix(chat) + "bot"
        if method == "answerCallbackQuery":
            if said := message["text"] or message.get("url"):
                yield from _speech(f"{speaker} → {message['user']['first_name']}", said)
        elif chat is not None:  # else an inline query was answered: nobody types these here
            key = chat.id, message["message_id"]
            self._shown.pop(key, None)
            text = str(message.get("text", message.get("caption", "")))
            if method == "deleteMessage":
                yield from _speech(speaker + self._texts.deleted, _first_line(text))
            else:
                self._shown[key] = None
                yield from self._message(speaker, method, text, message)

    def _message(self, speaker: str, method: str, text: str, message: Json) -> Iterator[str]:
        if method.startswith("edit"):
            speaker += self._texts.edited
        yield from _speech(speaker, _first_line(text) if method == "editMessageReplyMarkup" else text)
        for row in rows(message):
            yield "  " + " ".join(f"[{button['text']}]" for button in row)
        if method not in ("editMessageReplyMarkup", "editMessageCaption"):  # there the file stays as it was
            for size in message.get("photo", [])[-1:]:
                yield f"  <picture {self._save(size['file_id'])}>"
            if "document" in message:
                yield f"  <file {self._save(message['document']['file_id'])}>"

    def _save(self, file_id: str) -> Path:
        upload = self._fake.files[file_id]
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / (file_id.removeprefix("file-") + Path(upload.name).suffix)
        path.write_bytes(upload.data)
        return path


def rows(message: Json) -> list[list[Json]]:
    """The rows of buttons under a message."""
    found: list[list[Json]] = message.get("reply_markup", {}).get("inline_keyboard", [])
    return found


def target(button: Json) -> str:
    """Where a button leads that tells the bot nothing."""
    link = button.get("url") or button.get("web_app", {}).get("url")
    return str(link or next(value for key, value in button.items() if key != "text"))


def _prefix(chat: Chat | None) -> str:
    """How the chat is named before a speaker, as in the input: nothing for the table itself."""
    if chat is None or (chat.title == TABLE and not chat.private):
        return ""
    return f"@{chat.title} " if chat.private else f"[{chat.title}] "


def _speech(speaker: str, text: str) -> Iterator[str]:
    first, *more = text.split("\n")
    yield f"{speaker}: {first}".rstrip()
    for line in more:
        yield f"  {line}".rstrip()


def _first_line(text: str) -> str:
    first, newline, _ = text.partition("\n")
    return f"{first} …" if newline else first
