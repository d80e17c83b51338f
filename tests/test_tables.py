"""The export as tables: every row in its sheet, figures as figures, and no text that calculates."""

import csv
from io import BytesIO, StringIO
from typing import Any

import pytest
from openpyxl import load_workbook

from bot.tables import SHEETS, csv_of, is_formula, xlsx_of
from bot.texts import CATALOGUES

DATA: dict[str, Any] = {
    "format": 1,
    "chats": [
        {
            "key": "1",
            "title": "=牌桌",
            "sessions": [
                {
                    "id": 7,
                    "ruleset": "wuxi",
                    "length": "不限",
                    "opened_at": "2024-10-12T12:00:00+00:00",
                    "closed_at": None,
                    "players": [
                        {"key": "p1", "name": "@一方", "seat": "东", "start": 250, "chips": 202},
                        {"key": "p2", "name": "平和王", "seat": "南", "start": 250, "chips": 298},
                    ],
                    "entries": [
                        {
                            "seq": 3,
                            "no": 1,
                            "kind": "result",
                            "text": " =HYPERLINK(1)",
                            "by": "平和王",
                            "at": "2024-10-12T12:03:00+00:00",
                            "voided": False,
                            "answer": {"win": "点炮", "points": 48},
                            "transfers": [{"from": "@一方", "to": "平和王", "chips": 48, "why": "win"}],
                        },
                        {
                            "seq": 4,
                            "no": 2,
                            "kind": "draw",
                            "text": "流局\x07",
                            "by": "平和王",
                            "at": "2024-10-12T12:09:00+00:00",
                            "voided": False,
                            "answer": None,
                            "transfers": [],
                        },
                        {
                            "seq": 5,
                            "no": None,
                            "kind": "void",
                            "text": None,
                            "by": None,
                            "at": "2024-10-12T12:10:00+00:00",
                            "voided": False,
                            "answer": None,
                            "transfers": [],
                        },
                    ],
                    "settlement": [{"from": "@一方", "to": "平和王", "amount": 48, "paid": True}],
                }
            ],
            "leaderboard": [
                {
                    "rank": -1,
                    "name": "点炮王",
                    "final": -55,
                    "start": 250,
                    "ratio": "-0.22",
                    "date": "2025-05-17",
                }
            ],
        }
    ],
}


def read_csv() -> list[dict[str, str]]:
    data = csv_of(DATA)
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(StringIO(data.decode("utf-8-sig"))))


def test_csv_has_every_row_of_every_sheet() -> None:
    assert [row["表"] for row in read_csv()] == ["局", "局", "流水", "流水", "谁付谁", "排行"]


def test_csv_marks_what_would_calculate_as_text() -> None:
    rows = read_csv()
    assert {row["群"] for row in rows} == {"'=牌桌"}
    assert rows[0]["名字"] == "'@一方"
    assert rows[2]["原话"] == "' =HYPERLINK(1)"


def test_csv_keeps_figures_as_figures() -> None:
    rows = read_csv()
    assert (rows[0]["筹码"], rows[0]["输赢"], rows[1]["输赢"]) == ("202", "-48", "48")
    assert (rows[5]["名次"], rows[5]["最终分"], rows[5]["比值"]) == ("-1", "-55", "-0.22")


def test_a_hand_that_moved_nothing_has_a_row_and_what_has_no_number_none() -> None:
    log = [row for row in read_csv() if row["表"] == "流水"]
    assert [(row["编号"], row["付的"], row["筹码"]) for row in log] == [("1", "'@一方", "48"), ("2", "", "")]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", " =1", "\t=1", "\r\n+1", "\u3000-x"])
def test_what_a_spreadsheet_would_take_for_a_formula(text: str) -> None:
    assert is_formula(text)


@pytest.mark.parametrize("text", ["", "1=1", "甲", "2024-10-12", "(−1)"])
def test_what_it_would_not(text: str) -> None:
    assert not is_formula(text)


def test_workbook_has_a_sheet_for_each_kind_of_row() -> None:
    book = load_workbook(BytesIO(xlsx_of(DATA)))
    assert book.sheetnames == ["局", "流水", "谁付谁", "排行"]
    assert [sheet.max_row - 1 for sheet in book.worksheets] == [2, 2, 1, 1]


def test_workbook_cells_never_calculate() -> None:
    book = load_workbook(BytesIO(xlsx_of(DATA)))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "b"}
    quoted = {cell.value for cell in cells if cell.quotePrefix}
    assert quoted == {"=牌桌", "@一方", " =HYPERLINK(1)"}
    log = book["流水"]
    assert log.cell(3, 7).value == "流局"  # a control character that sheets cannot hold is gone


def test_workbook_keeps_figures_as_figures() -> None:
    board = load_workbook(BytesIO(xlsx_of(DATA)))["排行"]
    assert [cell.value for cell in board[2]] == ["=牌桌", -1, "点炮王", -55, 250, -0.22, "2025-05-17"]


@pytest.mark.parametrize("lang", CATALOGUES)
def test_every_column_and_sheet_has_a_name(lang: str) -> None:
    texts = CATALOGUES[lang].data
    columns = {column for sheet in SHEETS.values() for column in sheet}
    assert texts.columns.keys() == columns | {"sheet"}
    assert texts.sheets.keys() == SHEETS.keys()


def test_an_empty_export_is_a_table_of_heads() -> None:
    empty: dict[str, Any] = {"format": 1, "chats": []}
    assert len(csv_of(empty).decode("utf-8-sig").splitlines()) == 1
    assert [s.max_row for s in load_workbook(BytesIO(xlsx_of(empty))).worksheets] == [1, 1, 1, 1]
