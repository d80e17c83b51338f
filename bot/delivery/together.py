"""Units of work that wait at the same time share a transaction: the disk is waited for once."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from storage.book import Books

MOST = 32  # units in a transaction: nobody waits longer than they take
Unit = Callable[[Books], Any]


class _Spoilt(Exception):
    """The database refused something to one of several units."""


class Together:
    """Carries units of work out, those of one turn of the event loop in one transaction. One that is refused
    is undone alone; if the database fails one of them, each has a transaction of its own.
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._waiting: list[tuple[Unit, asyncio.Future[Any]]] = []

    async def run(self, unit: Unit) -> Any:
        """What the unit gives, after the commit; raises what it raises, or what the commit does."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._turn)
        self._waiting.append((unit, done))
        return await done

    def _turn(self) -> None:
        batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._turn)
        for (_, done), (result, error) in zip(batch, self._results([unit for unit, _ in batch]), strict=True):
            if done.cancelled():
                continue
            if error is None:
                done.set_result(result)
            else:
                done.set_exception(error)

    def _results(self, units: Sequence[Unit]) -> "Sequence[_Result]":
        if len(units) > 1:
            try:
                with self._books.together() as books:
                    return [_result(unit, books, shared=True) for unit in units]
            except _Spoilt:
                pass
            except Exception as error:  # it could not be begun or not be kept
                return [(None, error)] * len(units)
        return [_result(unit, self._books) for unit in units]


_Result = tuple[Any, Exception | None]


def contained(function: Callable[..., Any], *args: Any) -> Any:
    """What a unit of work gives. StopIteration, which no future takes, is an error like any other."""
    try:
        return function(*args)
    except StopIteration as error:
        raise RuntimeError(repr(error)) from error


def _result(unit: Unit, books: Books, shared: bool = False) -> _Result:
    try:
        return contained(unit, books), None
    except Exception as error:
        if shared and isinstance(error, SQLAlchemyError):
            raise _Spoilt from error
        return None, error
