"""What 无锡's named hands prove but nobody said: the winds come by themselves, the rest is only noted."""

import pytest

from bot.score import score_case

PROVED: list[tuple[str, set[str]]] = [
    ("乙 自摸 碰中 碰发 碰白", {"大三元"}),
    ("乙 自摸 大三元 碰中 碰发 碰白", set()),  # said
    ("乙 自摸 碰中 碰发", set()),  # 双箭刻 are exactly two, and 白 may be a third
    ("甲 自摸 碰中 碰发 对白", {"小三元"}),
    ("乙 自摸 吃123万 吃456万 吃789万", {"清龙"}),
    ("甲 自摸 吃123万 吃123条 吃123饼", {"三色同顺"}),
    ("甲 自摸 碰5万 碰5条 明杠5饼", {"三色同刻"}),
    ("甲 自摸 吃123万 吃123万", {"一杯口"}),
    ("甲 自摸 碰1万 碰2万 碰3万 碰4万", {"碰碰和", "大吊车"}),
    ("丙 自摸 吃123万 碰5条 碰中 明杠南", {"大吊车"}),
    ("乙 点炮 丙 大四喜 碰东 碰南 碰西 碰北", {"大吊车"}),  # 碰碰和 is not counted beside 大四喜
]


BY_THEMSELVES: list[tuple[str, str, str, set[str]]] = [
    ("甲 自摸 混一色 碰东", "甲", "东", {"场风牌", "自风牌"}),
    ("甲 自摸 混一色 碰东 场风", "甲", "东", {"自风牌"}),  # the other one is said
    ("乙 点炮 甲 混一色 明杠西", "甲", "西", {"场风牌"}),
    ("乙 点炮 甲 混一色 暗刻南", "甲", "西", {"自风牌"}),
    ("乙 点炮 甲 混一色 碰北 碰中", "甲", "西", set()),
]


def noted(code: str, case: dict[str, object]) -> set[object]:
    (answer,) = score_case({"ruleset": "wuxi", **case}).wins
    return {note.data["name"] for note in answer.notes if note.code == code}


@pytest.mark.parametrize(("report", "fans"), PROVED)
def test_what_is_proved_but_not_said_is_noted(report: str, fans: set[str]) -> None:
    assert noted("could_add", {"report": report}) == fans


@pytest.mark.parametrize(("report", "dealer", "wind", "fans"), BY_THEMSELVES)
def test_winds_come_by_themselves(report: str, dealer: str, wind: str, fans: set[str]) -> None:
    assert noted("auto_fan", {"report": report, "table": {"dealer": dealer, "round": wind}}) == fans
