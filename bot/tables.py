"""The export as a table: one flat CSV, or a workbook with a sheet for sessions, the log, payments, the board.

What people wrote never becomes a formula: such a cell is text.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO, StringIO
from typing import Any

from bot.texts import words

Row = dict[str, Any]
FORMULA = ("=", "+", "-", "@")
# Sheets and their columns, in order; each row of the export is a row of one sheet.
SHEETS: Mapping[str, tuple[str, ...]] = {
    "sessions": (
        "chat", "session", "ruleset", "length", "opened_at", "closed_at", "name", "seat", "start", "chips",
        "net",
    ),
    "log": (
        "chat", "session", "no", "kind", "at", "by", "text", "voided", "win", "points", "from", "to", "chips",
        "why",
    ),
    "settlement": ("chat", "session", "from", "to", "amount", "paid"),
    "leaderboard": ("chat", "rank", "name", "final", "start", "ratio", "date"),
}  # fmt: skip


def csv_of(data: Mapping[str, Any], lang: str = "zh") -> bytes:
    """All rows in one table, UTF-8 with a byte order mark; the first column says of which sheet a row is."""
    texts = words(lang).data
    columns = list(dict.fromkeys(column for sheet in SHEETS.values() for column in sheet))
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([texts.columns["sheet"], *(texts.columns[column] for column in columns)])
    for sheet, rows in _sheets(data).items():
        for row in rows:
            writer.writerow([texts.sheets[sheet], *(_plain(row.get(column)) for column in columns)])
    return out.getvalue().encode("utf-8-sig")


def xlsx_of(data: Mapping[str, Any], lang: str = "zh") -> bytes:
    """The same as a workbook, a sheet each."""
    from openpyxl import Workbook
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    texts = words(lang).data
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet, rows in _sheets(data).items():
        page = book.create_sheet(texts.sheets[sheet])
        page.append([texts.columns[column] for column in SHEETS[sheet]])
        page.freeze_panes = "A2"
        for number, row in enumerate(rows, 2):
            for place, column in enumerate(SHEETS[sheet], 1):
                value = row.get(column)
                if isinstance(value, str):
                    value = ILLEGAL_CHARACTERS_RE.sub("", value)
                cell = page.cell(number, place, value)
                if isinstance(value, str):
                    cell.data_type = "s"
                    cell.quotePrefix = is_formula(value)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would calculate with this text instead of showing it."""
    return text.lstrip().startswith(FORMULA)


def _plain(value: Any) -> Any:
    """A cell of the CSV: a text that looks like a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and is_formula(value) else value


def _sheets(data: Mapping[str, Any]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {sheet: [] for sheet in SHEETS}
    for chat in data["chats"]:
        about = {"chat": chat["title"] or chat["key"]}
        for session in chat["sessions"]:
            here = about | {"session": session["id"]}
            rows["sessions"] += _players(session, here)
            for entry in session["entries"]:
                rows["log"] += _moves(entry, here)
            rows["settlement"] += [
                here | one | {"amount": float(one["amount"])} for one in session["settlement"]
            ]
        rows["leaderboard"] += [about | row | {"ratio": float(row["ratio"])} for row in chat["leaderboard"]]
    return rows


def _players(session: Mapping[str, Any], here: Row) -> Iterator[Row]:
    kept = {name: session.get(name) for name in ("ruleset", "length", "opened_at", "closed_at")}
    for player in session["players"]:
        yield here | kept | player | {"net": player["chips"] - player["start"]}


def _moves(entry: Mapping[str, Any], here: Row) -> Iterable[Row]:
    """A row for each transfer of a numbered entry, or one if it moved nothing."""
    if entry["no"] is None:
        return []
    answer = entry["answer"] or {}
    kept = {name: entry[name] for name in ("no", "kind", "at", "by", "text", "voided")}
    kept |= {"win": answer.get("win"), "points": answer.get("points", answer.get("total"))}
    moves: Iterable[Row] = entry["transfers"] or ({},)
    return [here | kept | transfer for transfer in moves]
