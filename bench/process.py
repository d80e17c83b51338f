"""Whole processes: the start of the local chat, and memory after many reports."""

import os
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from time import perf_counter

from bench.rounds import Pair, Scale, alternate
from bot.texts.local import PROMPT

ROOT = Path(__file__).resolve().parents[1]
IMPORTS = "import telegram.ext, sqlmodel, alembic"
CHATS = 1000
PATIENCE = 60  # seconds until a process that does not speak counts as broken


def start(scale: Scale, *, again: bool = False) -> list[Pair]:
    """From the call of the local chat to its first prompt, beside a process that only imports the large
    packages. The book is a new one each time, or (`again`) one that is there already.
    """
    with tempfile.TemporaryDirectory(prefix="quezhang-bench-") as folder:
        books = (Path(folder) / f"{n}.db" for n in count())
        old = next(books)

        def ours(_: int) -> float:
            return _first_prompt(old if again else next(books))

        return alternate(scale, ours, lambda _: _imports(), warm=2)


def _first_prompt(book: Path) -> float:
    """Seconds until the prompt stands on a terminal of our own."""
    import pty

    terminal, theirs = pty.openpty()
    begin = perf_counter()
    command = [sys.executable, "-m", "bot.main", "chat", "--db", str(book)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    seen, wanted = b"", PROMPT.encode()
    try:
        while wanted not in seen:
            seen += os.read(terminal, 4096)
            if perf_counter() - begin > PATIENCE:
                raise TimeoutError(seen.decode(errors="replace"))
        seconds = perf_counter() - begin
        os.write(terminal, b"\x04")  # the end of input
        process.wait(PATIENCE)
    finally:
        os.close(terminal)
        if process.poll() is None:
            process.kill()
            process.wait()
    return seconds


def _imports() -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", IMPORTS], cwd=ROOT, check=True)
    return perf_counter() - begin


def memory(scale: Scale) -> list[Pair]:
    """Bytes that a process holds after a hundred reports in each of a thousand chats, beside those that it
    held after the first in each. One process: it has to grow by itself.
    """
    number = scale.size(100_000, 10_000)
    command = [sys.executable, "-m", "bench.growing", str(CHATS), str(number)]
    found = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    early, late = map(int, found.stdout.split())
    return [Pair(late, early)]
