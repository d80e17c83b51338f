"""Whole conversations, through the real handlers on the strict fake Telegram.

A file of `tests/chats` is a script of the local chat with what the bot has to answer under each statement:
lines that begin with `bot`, and those indented by two spaces below them, must come in this order among the
bot's lines; `bot: …` alone stands for silence. `@ 5m` lets time pass.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from bot.app import local_station
from bot.fake import FakeRequest, FakeTelegram
from bot.local import Misunderstood, Room
from bot.settings import Settings
from storage.engine import open_engine
from storage.verify import verify

CHATS = sorted((Path(__file__).parent / "chats").glob("*.txt"))
SILENCE = "bot: …"
UNITS = {"s": "seconds", "m": "minutes", "h": "hours"}


@dataclass
class Turn:
    """What somebody does, and what is expected of the bot."""

    line: int
    statement: list[str]
    expected: list[str] = field(default_factory=list)


def turns(text: str) -> Iterator[Turn]:
    """The statements of a chat file with the answers below them."""
    turn: Turn | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("bot"):
            assert turn is not None, f"line {number}: an answer to nothing"
            turn.expected.append(line)
        elif line.startswith(" "):
            assert turn is not None, f"line {number}: goes on with nothing"
            (turn.expected if turn.expected else turn.statement).append(line)
        else:
            if turn is not None:
                yield turn
            turn = Turn(number, [line])
    if turn is not None:
        yield turn


class Clock:
    """Time that passes when told to, and a little with every reading."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def wait(self, text: str) -> None:
        amount, unit = text.strip("@ ")[:-1], text.strip()[-1]
        self.time += timedelta(**{UNITS[unit]: int(amount)})


async def play(chat: list[Turn], engine: Engine, pictures: Path, heard: list[str] | None = None) -> list[str]:
    """Plays a chat; what went otherwise than expected. `heard` takes in everything that the bot says."""
    clock = Clock()
    fake = FakeTelegram(token=None, privacy=False, clock=lambda: clock().timestamp())
    station = local_station(Settings(), engine, FakeRequest(fake), clock=clock)
    room = Room(fake, pictures)
    faults = []
    await station.start()
    try:
        for turn in chat:
            if turn.statement[0].startswith("@"):
                clock.wait(turn.statement[0])
                continue
            clock.wait("1s")
            try:
                room.act(turn.statement)
            except Misunderstood as reason:
                faults.append(f"line {turn.line}: {turn.statement[0]} {reason}")
                continue
            await station.drain()
            said = [line.rstrip("\n") for line in room.transcript.news()]
            if heard is not None:
                heard += said
            if missing := unmet(turn.expected, said):
                answer = "\n    ".join(said) or "(silence)"
                faults.append(f"line {turn.line}: {turn.statement[0]}\n  no {missing!r} in\n    {answer}")
    finally:
        await station.stop()
    return faults


def unmet(expected: list[str], said: list[str]) -> str | None:
    """The first expected line that does not come in its turn; None if all do."""
    if expected == [SILENCE]:
        return SILENCE if said else None
    left = iter(said)
    return next((line for line in expected if not any(line.rstrip() == one for one in left)), None)


@pytest.mark.parametrize("path", CHATS, ids=lambda path: path.stem)
def test_chat(path: Path, tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    assert asyncio.run(play(list(turns(path.read_text(encoding="utf-8"))), engine, tmp_path)) == []
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    assert list(verify(engine)) == []
    engine.dispose()
