"""A process whose memory is measured: `python -m bench.growing CHATS REPORTS` prints the bytes that it holds
after one report in each chat, and after all of them.

The fake Telegram's own memory is emptied as it goes, and the book is not made durable: neither is what is
measured, and it is quicker.
"""

import asyncio
import gc
import resource
import sys
import tempfile
from pathlib import Path

from bench.chat import Ours
from bot.log import configure


def held() -> int:
    """Bytes in memory: resident ones where the system tells them, else the most there ever were."""
    gc.collect()
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main(chats: int, reports: int) -> None:
    configure("CRITICAL")
    with tempfile.TemporaryDirectory(prefix="quezhang-bench-") as folder, asyncio.Runner() as runner:
        ours = Ours(runner, Path(folder) / "book.db", durable=False)
        groups = [ours.club.group() for _ in range(chats)]
        found = []
        for i in range(reports // chats):
            for at in range(0, chats, 50):
                ours.reports(groups[at : at + 50], 1, f"growing {i} {at}")
                ours.forget()
            if i == 0:
                found.append(held())
        found.append(held())
        print(*found)
        ours.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
