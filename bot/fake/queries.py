"""The methods that answer taps and inline queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.fake import content
from bot.fake.errors import bad
from bot.fake.markup import utf16
from bot.fake.params import Args
from bot.fake.records import Json, Query, Sent

if TYPE_CHECKING:
    from bot.fake.telegram import FakeTelegram

QUERY_SECONDS = 15  # how long a client waits for the answer
MAX_TOAST = 200
MAX_RESULTS = 50
INLINE_TYPES = {"article", "photo", "document", "gif", "video", "audio", "voice"}


def answer_callback_query(fake: FakeTelegram, args: Args) -> bool:
    text = args.text("text") or ""
    if utf16(text) > MAX_TOAST:
        raise bad("MESSAGE_TOO_LONG")
    query = _asked(fake, args.text("callback_query_id"))
    message: Json = {"user": query.user.json(), "text": text, "show_alert": args.flag("show_alert")}
    if url := args.text("url"):
        message["url"] = url
    args.integer("cache_time")
    fake.sent.append(Sent("answerCallbackQuery", query.chat, message))
    return True


def answer_inline_query(fake: FakeTelegram, args: Args) -> bool:
    results = args.json("results")
    if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
        raise bad("can't parse inline query results")
    if len(results) > MAX_RESULTS:
        raise bad("RESULTS_TOO_MUCH")
    ids = [str(result.get("id", "")) for result in results]
    if any(not 1 <= len(one.encode()) <= 64 for one in ids):
        raise bad("RESULT_ID_INVALID")
    if len(set(ids)) < len(ids):
        raise bad("RESULT_ID_DUPLICATE")
    shown = [_result(result) for result in results]
    args.integer("cache_time"), args.flag("is_personal")
    query = _asked(fake, args.text("inline_query_id"))
    fake.sent.append(Sent("answerInlineQuery", query.chat, {"user": query.user.json(), "results": shown}))
    return True


def _result(result: Json) -> Json:
    """An inline result, its message text parsed as if it was sent."""
    if result.get("type") not in INLINE_TYPES:
        raise bad("can't parse inline query result: unallowed result type")
    if result["type"] == "article" and not (result.get("title") and "input_message_content" in result):
        raise bad("can't parse inline query result: an article needs a title and input message content")
    if "input_message_content" not in result:
        return result
    fields = {"message_text": "text", "parse_mode": "parse_mode"}
    inner = {new: str(result["input_message_content"][old]) for old, new in fields.items()
             if result["input_message_content"].get(old)}  # fmt: skip
    body = content.text(Args(inner, {}, frozenset({"text", "parse_mode", "entities"})))
    return result | {"input_message_content": body}


def _asked(fake: FakeTelegram, query_id: str | None) -> Query:
    """Takes the query that waits for its only answer; raises 400 when it is unknown, answered or too old."""
    query = fake.queries.pop(query_id or "", None)
    if query is None or fake.clock() - query.at > QUERY_SECONDS:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    return query
