"""The engine on the command line: case files line by line, whatever stands in them, and answers for people."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.score import answer_line, score_for_people

GOOD = {"id": "a", "ruleset": "wuxi", "report": "甲 自摸 混一色 门前清 2花"}


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "xx"},
        {"ruleset": ["wuxi"]},
        {"report": 5},
        {"report": None},
        {"options": {"底分": 0}},
        {"options": {"底分": True}},
        {"options": {"没有": 1}},
        {"options": [1]},
        {"table": "x"},
        {"table": {"dealer": "戊"}},
        {"table": {"dealer": None}},
        {"table": {"round": "中"}},
        {"table": {"得": "五万万"}},
        {"table": {"players": ["甲", "甲", "丙", "丁"]}},
        {"table": {"players": ["甲", 1, "丙", "丁"]}},
        {"table": {"比下胡": 1}},
        {"table": {"别的": 1}},
    ],
)
def test_a_case_that_cannot_be_read_is_an_error_of_its_own(change: dict[str, object]) -> None:
    answer = answer_line(json.dumps(GOOD | change))
    assert answer["id"] == "a"
    assert answer["error"]["kind"] == "unreadable"
    assert answer["error"]["message"]


@pytest.mark.parametrize("line", ["no json", "[1, 2]", "3", '"x"', "null", "{", "[" * 3000])
def test_a_line_that_is_no_case_has_no_id(line: str) -> None:
    answer = answer_line(line)
    assert answer["id"] is None
    assert answer["error"]["kind"] == "unreadable"


def test_a_file_is_answered_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "cases.jsonl"
    good = json.dumps(GOOD, ensure_ascii=False).encode()
    file.write_bytes(b"\xef\xbb\xbf" + good + b"\n\n\xff\xfe broken\n" + good.replace(b'"a"', b'"b"') + b"\n")
    command = [sys.executable, "-m", "bot.main", "score", "--cases"]
    for source, given in ((str(file), None), ("-", file.read_bytes())):
        run = subprocess.run([*command, source], input=given, capture_output=True, check=True)
        answers = [json.loads(line) for line in run.stdout.decode().splitlines()]
        assert [answer["id"] for answer in answers] == ["a", None, "b"]
        assert answers[0]["result"]["points"] == answers[2]["result"]["points"] == 3 * 6 * 5
        assert answers[1]["error"]["kind"] == "unreadable"


def test_people_get_lines() -> None:
    text, refused = score_for_people(GOOD | {"table": {"庄家": "乙"}, "options": {}})
    assert not refused
    assert "3 × 6 × 5 = 90" in text
    text, refused = score_for_people({"id": None, "ruleset": "wuxi", "report": "甲 自摸 青一色", "table": {}})
    assert refused
    assert "青一色" in text
