"""Mistakes on their way to people: names for keys, and a right example beside them."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Mistake, Problem


class Refused(Mistake):
    """A mistake whose data hold names instead of keys, with a right example beside it."""

    def __init__(self, problems: Sequence[Problem], example: str | None) -> None:
        super().__init__(problems)
        self.example = example


def with_names(problem: Problem, names: Mapping[str, str]) -> Problem:
    """The problem with names for keys; what people typed (`piece`) stays as it is."""
    return Problem(problem.kind, problem.code, _renamed(problem.data, names))


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Problem):
        return with_names(value, names)
    if isinstance(value, Mapping):
        return {key: one if key == "piece" else _renamed(one, names) for key, one in value.items()}
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_renamed(one, names) for one in value)
    return value
