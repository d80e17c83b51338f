"""The long runs of `tests.torture`, small: QUEZHANG_REPORTS, QUEZHANG_KILLS and QUEZHANG_UPDATES make them larger."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.torture import crash, fuzz, workers
from tests.torture.postgresql import postgresql


def size(name: str, default: int) -> int:
    return int(os.environ.get(f"QUEZHANG_{name}", default))


@pytest.mark.parametrize("seed", [11])
def test_killed_again_and_again(tmp_path: Path, seed: int) -> None:
    reports, kills = size("REPORTS", 48), size("KILLS", 6)
    figures = asyncio.run(crash.run(tmp_path, reports, kills, 20, seed))
    assert figures.sound, f"{figures}\n{figures.logged[:1]}"
    assert figures.count.reports == reports
    assert figures.kills.total() == kills


@pytest.mark.skipif(workers.HAPROXY is None, reason="haproxy is not installed")
@pytest.mark.parametrize("seed", [12])
def test_two_workers_killed_in_turn(tmp_path: Path, seed: int) -> None:
    reports, kills = size("REPORTS", 40), size("KILLS", 3)
    with postgresql() as server:
        run = workers.run(tmp_path, server, reports, kills, 20, restarts=1, seed=seed, lease=4)
        figures = asyncio.run(run)
    assert figures.sound, f"{figures}\n{figures.logged[:1]}"
    assert figures.count.reports == reports
    assert figures.kills.total() == kills + 1


@pytest.mark.parametrize("seed", [13, 14])
def test_updates_that_nobody_would_write(tmp_path: Path, seed: int) -> None:
    figures = asyncio.run(fuzz.run(tmp_path, size("UPDATES", 2000), seed))
    assert figures.sound, f"{figures}\n{[*figures.verified, *figures.faults][:1]}"
    assert figures.chips > 0
