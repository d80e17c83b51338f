"""Whether an update has the types that the Bot API promises, as far as the bot looks into it.

Whoever reads it relies on that, and what is no number would reach the database as one.
"""

from collections.abc import Mapping
from typing import Any

Shape = Any  # a type, a range of integers, a list of one shape, or field → shape; one with ! must be there

_LEAST, _MOST = -(2**63), 2**63 - 1  # what a database's integers hold
_MOMENT = range(2**35)  # Unix time, as far as the calendar goes

_USER: dict[str, Shape] = {
    "id!": int, "is_bot!": bool, "first_name!": str, "last_name": str, "username": str, "language_code": str,
}  # fmt: skip
_CHAT: dict[str, Shape] = {"id!": int, "type!": str, "title": str}
_ENTITIES: Shape = [{"type!": str, "offset!": int, "length!": int, "user": _USER}]
_MEMBER: dict[str, Shape] = {"user!": _USER, "status!": str, "is_member": bool}
_MESSAGE: dict[str, Shape] = {
    "message_id!": int, "date!": _MOMENT, "edit_date": _MOMENT,
    "message_thread_id": int, "is_topic_message": bool,
    "chat!": _CHAT, "sender_chat": _CHAT, "from": _USER, "new_chat_members": [_USER],
    "text": str, "entities": _ENTITIES, "caption": str, "caption_entities": _ENTITIES,
    "migrate_to_chat_id": int, "migrate_from_chat_id": int, "web_app_data": {"data!": str},
    "document": {"file_id!": str, "file_name": str, "file_size": int}, "photo": [{"file_id!": str}],
}  # fmt: skip
_MESSAGE["reply_to_message"] = _MESSAGE
UPDATE: Mapping[str, Shape] = {
    "update_id!": int,
    "message": _MESSAGE,
    "edited_message": _MESSAGE,
    "callback_query": {"id!": str, "from!": _USER, "data": str, "message": _MESSAGE},
    "inline_query": {"id!": str, "from!": _USER, "query!": str},
    "my_chat_member": {
        "chat!": _CHAT, "from!": _USER, "date!": _MOMENT,
        "old_chat_member!": _MEMBER, "new_chat_member!": _MEMBER,
    },
}  # fmt: skip
KINDS = frozenset(UPDATE) - {"update_id!"}


def require_shape(value: Any, shape: Shape = UPDATE, name: str = "update") -> None:
    """TypeError that names the first field that is missing or has a value of another type; UnicodeError for
    half a character.
    """
    if isinstance(shape, Mapping):
        if not isinstance(value, Mapping):
            raise TypeError(name)
        for key, inner in shape.items():
            field = key.rstrip("!")
            found = value.get(field)
            if found is not None:
                require_shape(found, inner, field)
            elif field != key:
                raise TypeError(field)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise TypeError(name)
        for item in value:
            require_shape(item, shape[0], name)
    elif isinstance(shape, range):
        if type(value) is not int or value not in shape:
            raise TypeError(name)
    elif type(value) is not shape or (shape is int and not _LEAST <= value <= _MOST):
        raise TypeError(name)
    elif shape is str:
        value.encode()
