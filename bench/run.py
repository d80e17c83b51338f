"""`quezhang bench [--quick] [NAME…]`: one JSON line a measure, its reference from the same run beside it."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from bench import books, chat, engine, pictures, process, workers
from bench.rounds import Lost, Mark, Pair, Scale

QUICK = "--quick"
UNITS = {"µs": 1e-6, "ms": 1e-3, "s": 1.0, "MB": 1e6}
INFORMS = Mark()
RIICHI, OFFICIAL = "mahjong", "PyMahjongGB"


class Measure(NamedTuple):
    """A row of the table: what is measured, against what, and the mark that the ratio has to reach."""

    name: str
    work: Callable[[Scale], list[Pair]]
    reference: str
    mark: Mark
    unit: str = "ms"
    judged: bool = True  # False: this machine cannot tell


def _engine(key: str) -> tuple[Measure, ...]:
    """The engine's measures of a ruleset with 14-tile hands."""

    def measure(name: str, work: engine.Work, mark: Mark, reference: engine.Work = engine.riichi) -> Measure:
        beside = partial(engine.beside, work, reference, key=key, seed=name)
        return Measure(f"{name}_{key}", beside, RIICHI, mark, "µs")

    official = measure("price", engine.price, Mark(most=4), engine.official)
    waits = partial(engine.beside, engine.waits, engine.riichi, key=key, seed="ting", times=34, number=50)
    return (
        measure("price", engine.price, Mark(least=4)),
        official._replace(name=f"official_{key}", reference=OFFICIAL),
        measure("score", engine.score_parsed, INFORMS),
        measure("report", engine.answer_text, Mark(least=1.3)),
        Measure(f"ting_{key}", waits, f"34 x {RIICHI}", Mark(least=8), "µs"),
    )


MEASURES: tuple[Measure, ...] = (
    *_engine("wuxi"),
    *_engine("nanjing"),
    Measure("price_wenling_0", partial(engine.wenling, wilds=0), RIICHI, Mark(least=3), "µs"),
    Measure("price_wenling_1", partial(engine.wenling, wilds=1), RIICHI, Mark(least=1), "µs"),
    Measure("price_wenling_2", partial(engine.wenling, wilds=2), RIICHI, Mark(most=4), "µs"),
    Measure("worst_wenling", partial(engine.worst, wilds=(0, 1, 2)), RIICHI, Mark(most=40), "µs"),
    Measure("worst_wenling_3", partial(engine.worst, wilds=(3,)), RIICHI, INFORMS, "µs"),
    Measure("chat", chat.report, "PTB echo + a SQLModel commit", Mark(least=0.6)),
    Measure("chat_history", chat.history, "itself after 10 hands", Mark(least=0.9)),
    Measure("chat_entry_300", chat.entry_300, "itself at entry 10", Mark(least=0.7)),
    Measure("chats_50", chat.side_by_side, "itself in one chat", Mark(least=1)),
    Measure("rank", books.rank_board, "the sum in SQL", Mark(most=1.5)),
    Measure("stats", books.statistics, "the sum in SQL", Mark(most=1.5)),
    Measure("void", books.void, f"{books.ENTRIES} x {RIICHI} + sqlite3", Mark(most=3)),
    Measure("card", pictures.card, "resvg", Mark(most=1.3)),
    Measure("start", process.start, process.IMPORTS, Mark(most=1.6)),
    Measure("start_again", partial(process.start, again=True), process.IMPORTS, INFORMS),
    Measure("memory", process.memory, "itself after the first of each chat", Mark(most=1.2), "MB"),
    Measure(
        "workers", workers.two_workers, "one worker", Mark(least=1.5),
        judged=(os.cpu_count() or 1) >= workers.ENOUGH,
    ),
)  # fmt: skip


def run(names: Sequence[str] = ()) -> int:
    """Prints the measures of these names, all of them without; the exit code: 1 if a mark is missed, 2 for a
    name that there is not. `--quick` among the names takes smaller sizes.
    """
    scale = Scale(quick=QUICK in names)
    wanted = [name for name in names if name != QUICK]
    known = {measure.name: measure for measure in MEASURES}
    if unknown := [name for name in wanted if name not in known]:
        print(f"{' '.join(unknown)}? {' '.join(known)}", file=sys.stderr)
        return 2
    missed = False
    for name in wanted or known:
        line = measured(known[name], scale)
        print(json.dumps(line, ensure_ascii=False), flush=True)
        missed |= line["pass"] is False
    return int(missed)


def measured(measure: Measure, scale: Scale) -> dict[str, Any]:
    """The JSON line of a measure."""
    line: dict[str, Any] = {"name": measure.name, "against": measure.reference, "mark": str(measure.mark)}
    try:
        pairs = measure.work(scale)
    except Lost as lost:
        return line | {"pass": False, "why": str(lost)}
    size, ratio = UNITS[measure.unit], measure.mark.ratio(pairs)
    return line | {
        "unit": measure.unit,
        "ours": round(median(pair.ours for pair in pairs) / size, 3),
        "reference": round(median(pair.reference for pair in pairs) / size, 3),
        "ratio": round(ratio, 3),
        "rounds": len(pairs),
        "pass": measure.mark.met(ratio) if measure.judged else None,
    }


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
