"""The parameters of one Bot API call, as strings from either wire, read strictly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.fake.errors import bad
from bot.fake.records import Upload


class Args:
    """Typed access to the parameters; raises 400 for unknown names, missing values and wrong types."""

    def __init__(self, params: Mapping[str, str], files: Mapping[str, Upload], known: frozenset[str]) -> None:
        attached = {name for name in files if any(f"attach://{name}" in value for value in params.values())}
        if unknown := (params.keys() | files.keys()) - known - attached:
            raise bad(f'unknown parameter "{min(unknown)}"')
        self._params = params
        self._files = files

    def text(self, name: str) -> str | None:
        """A string, None if absent."""
        return self._params.get(name)

    def integer(self, name: str) -> int | None:
        """A whole number, None if absent."""
        value = self._params.get(name)
        try:
            return None if value is None else int(value)
        except ValueError:
            raise bad(f'parameter "{name}" must be an Integer') from None

    def need(self, name: str) -> int:
        """A whole number that must be there."""
        value = self.integer(name)
        if value is None:
            raise bad(f'parameter "{name}" is required')
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if absent."""
        value = self._params.get(name, "false").lower()
        if value not in ("true", "false", "1", "0"):
            raise bad(f'parameter "{name}" must be a Boolean')
        return value in ("true", "1")

    def json(self, name: str) -> Any:
        """A JSON value, None if absent."""
        value = self._params.get(name)
        try:
            return None if value is None else json.loads(value)
        except ValueError:
            raise bad(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def upload(self, name: str, value: str | None = None) -> Upload | str:
        """The file sent under `name`, or the one that `value` (by default the parameter itself) refers to:
        `attach://part`, or a file_id, which comes back as it is."""
        value = self._params.get(name) if value is None else value
        part = value.removeprefix("attach://") if value and value.startswith("attach://") else name
        if part in self._files:
            return self._files[part]
        if not value or value.startswith("attach://"):
            raise bad(f"there is no {name} in the request")
        return value
