"""Whether an update has the types that the Bot API promises, as far as the bot looks into it.

Whoever reads it relies on that, and what is no number would reach the database as one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Shape = Any  # a type, a range of integers, a list of one shape, or the fields of an object

_LEAST, _MOST = -(2**63), 2**63 - 1  # what a database's integers hold
_MOMENT = range(2**35)  # Unix time, as far as the calendar goes


class Fields(NamedTuple):
    """The fields of an object by their names, and those that have to be there."""

    shapes: dict[str, Shape]
    needed: tuple[str, ...]


def _fields(shapes: Mapping[str, Shape]) -> Fields:
    """A field with ! has to be there."""
    needed = tuple(name[:-1] for name in shapes if name.endswith("!"))
    return Fields({name.removesuffix("!"): shape for name, shape in shapes.items()}, needed)


_USER = _fields({
    "id!": int, "is_bot!": bool, "first_name!": str, "last_name": str, "username": str, "language_code": str,
})  # fmt: skip
_CHAT = _fields({"id!": int, "type!": str, "title": str})
_ENTITIES = [_fields({"type!": str, "offset!": int, "length!": int, "user": _USER})]
_MEMBER = _fields({"user!": _USER, "status!": str, "is_member": bool})
_MESSAGE = _fields({
    "message_id!": int, "date!": _MOMENT, "edit_date": _MOMENT,
    "message_thread_id": int, "is_topic_message": bool,
    "chat!": _CHAT, "sender_chat": _CHAT, "from": _USER, "new_chat_members": [_USER],
    "text": str, "entities": _ENTITIES, "caption": str, "caption_entities": _ENTITIES,
    "migrate_to_chat_id": int, "migrate_from_chat_id": int, "web_app_data": _fields({"data!": str}),
    "document": _fields({"file_id!": str, "file_name": str, "file_size": int}),
    "photo": [_fields({"file_id!": str})],
})  # fmt: skip
_MESSAGE.shapes["reply_to_message"] = _MESSAGE
UPDATE = _fields({
    "update_id!": int,
    "message": _MESSAGE,
    "edited_message": _MESSAGE,
    "callback_query": _fields({"id!": str, "from!": _USER, "data": str, "message": _MESSAGE}),
    "inline_query": _fields({"id!": str, "from!": _USER, "query!": str}),
    "my_chat_member": _fields({
        "chat!": _CHAT, "from!": _USER, "date!": _MOMENT,
        "old_chat_member!": _MEMBER, "new_chat_member!": _MEMBER,
    }),
})  # fmt: skip
KINDS = UPDATE.shapes.keys() - {"update_id"}


def require_shape(value: Any, shape: Shape = UPDATE, name: str = "update") -> None:
    """TypeError that names the first field that is missing or has a value of another type; UnicodeError for
    half a character.
    """
    if isinstance(shape, Fields):
        if not isinstance(value, dict):
            raise TypeError(name)
        for field in shape.needed:
            if value.get(field) is None:
                raise TypeError(field)
        for field, found in value.items():
            if found is not None and field in shape.shapes:
                require_shape(found, shape.shapes[field], field)
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
