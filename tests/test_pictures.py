"""The pictures: golden ones in both themes, tiles that cannot be confused, texts that fit.

After a change that is meant to be seen, look at what `python -m tests.test_pictures` writes to
tests/pictures/ before it becomes the new golden picture.
"""

import io
import json
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures import (
    BACK,
    BLANK,
    Balance,
    Change,
    Figure,
    Hand,
    Part,
    Payment,
    Row,
    Section,
    Series,
    Share,
    Shown,
    Standing,
    Throw,
    Win,
    can_write,
    dice_picture,
    draw,
    hand_of,
    hand_picture,
    leaderboard_picture,
    page_picture,
    render,
    result_picture,
    settlement_picture,
    standings_picture,
    statistics_picture,
    tiles_picture,
    trend_picture,
)
from bot.pictures.chart import POINTS
from bot.pictures.faces import HEIGHT, WIDTH
from bot.pictures.fonts import graphemes, width
from bot.pictures.layout import ROOM
from bot.pictures.svg import document, rect
from bot.pictures.text import ELLIPSIS, fitted, label, shortened, wrapped
from bot.pictures.theme import DEFAULT, THEMES
from bot.pictures.tiles import BACK_FIELD, height, tile
from core.hand import Line, Meld
from core.tiles import NAMES, tile_named

GOLDEN = Path(__file__).parent / "pictures"
ZOOM = 0.5  # of the golden pictures: 360 pixels wide
FAMILY = "👨‍👩‍👧"
ALL_TILES = (*range(len(NAMES)), BACK, BLANK)


def tiles(text: str) -> tuple[int, ...]:
    """`1万 2万 中` as tiles."""
    return tuple(tile_named(name) for name in text.split())


WIN = Win(
    Hand(
        (Meld("碰", 27), Meld("暗杠", 30)),
        tiles("1万 2万 3万 7万 8万 9万 5万"),
        tile_named("5万"),
        tiles("春"),
    ),
    (
        Part([("混一色", "4"), ("自摸", "1"), ("场风", "1"), ("自风", "1")], "7番"),
        Part([("底", "1"), ("碰东", "1"), ("暗杠北", "4"), ("花牌", "1")], "7花"),
    ),
    "7 × 7 × 5 = 245，三家各付",
)
OTHER_WIN = Win(
    Hand(
        (Meld("补杠", 9, "乙"), Meld("明杠", 17, "乙"), Meld("碰", 33), Meld("吃", 22)),
        tiles("2条"),
        tile_named("2条"),
        tiles("夏 竹 菊"),
    ),
    (Part([("大吊车", "2"), ("点炮", "1")], "3番"),),
    "9 × 3 × 5 = 135",
    f"小明{FAMILY} 胡2条",
)
CHANGES = (
    Change("万金", 420, 565),
    Change("Bartholomew Featherstonehaugh <b>&", -140, -40),
    Change("平和王😀", -280, 273),
    Change("一个名字特别特别长的人到底能不能放得下呢", 0, 1000000),
)
HISTORY = ((250, 670, 650, 620), (250, 110, 90, 240), (250, 110, 130, 90), (250, 110, 130, 50))
PLAYERS = tuple(
    Standing(name, points[-1], points[-1] - 250, points)
    for name, points in zip(("万金", "一方😀", "平和王", "Bob"), HISTORY, strict=True)
)


def examples(theme: str) -> dict[str, str]:
    """One picture of every kind."""
    return {
        "result": result_picture(
            "万金 自摸 · 混一色",
            [WIN],
            tag="#5",
            changes=CHANGES,
            footer="下一手：东风圈 4/4，万金坐庄",
            theme=theme,
        ),
        "winners": result_picture(
            "点炮王 一炮双响", [WIN._replace(title="万金"), OTHER_WIN], tag="#12", theme=theme
        ),
        "hand": hand_picture(
            Hand(
                (),
                tiles("1万 1万 2万 3万 4万 1条 2条 3条 5条 5条 5条 1饼 2饼 3饼 中 中"),
                tile_named("中"),
                tiles("白 秋"),
                tiles("5条"),
            ),
            title="得5条",
            lines=["(20 + 18) × 2³ = 304 → 310"],
            theme=theme,
        ),
        "standings": standings_picture(
            "战况", PLAYERS, tag="无锡 · 第4手", start=250, lines=["东风圈 3/4，平和王坐庄"], theme=theme
        ),
        "trend": trend_picture(
            "走势",
            [Series("万金", (0, 505, 300, -20, 140)), Series("一方", (0, -90, -300, 20, 30))],
            theme=theme,
        ),
        "leaderboard": leaderboard_picture(
            "排行榜",
            [
                Row(1, "一方", "3.02", "755/250 · 2024-10-12"),
                Row(2, "万金😀", "2.26", "565/250"),
                Row(3, "平和王", "1.02", "255/250"),
                Row(4, "Bob", "1.00"),
                Row(-1, "白兰度", "-0.17", "−43/250"),
            ],
            tag="全部",
            theme=theme,
        ),
        "settlement": settlement_picture(
            "结算",
            [Balance("万金", 31505), Balance("一方", -29005), Balance("平和王", -2500), Balance("老五", 0)],
            [Payment("一方", "万金", 29005), Payment("平和王", "万金😀", 2500, True)],
            money=True,
            tag="1分=1元",
            lines=["台费 120，每人 30"],
            theme=theme,
        ),
        "statistics": statistics_picture(
            "万金",
            shares=[Share("胡牌率", "31%", 0.31), Share("点炮率", "0%", 0)],
            figures=[Figure("手数", "128"), Figure("场均", "+36.5", 1), Figure("押宝", "−40", -1)],
            theme=theme,
        ),
        "tiles": tiles_picture(
            "听牌",
            [Shown(t, ["自摸 45", "点炮 30"]) for t in tiles("1万 4万 7万 6饼 9饼 6条")]
            + [Shown(BLANK, ["老五"])],
            hand=Hand((Meld("碰", 27),), tiles("2万 3万 5万 6万 1条 1条 1条 3饼 4饼 5饼")),
            theme=theme,
        ),
        "dice": dice_picture("掷骰", [Throw((3, 4), "7 → 平和王"), Throw((1, 6), "14 墩")], theme=theme),
        "page": page_picture(
            "清龙",
            [
                Section("4番", "同一花色的 123、456、789 三副顺子。Three runs of one suit, 1–9."),
                Section(
                    "例", hand=Hand((Meld("吃", 0),), tiles("4万 5万 6万 7万 8万 中 中"), tile_named("9万"))
                ),
            ],
            tag="无锡",
            theme=theme,
        ),
    }


def sheet(theme: str) -> str:
    """Every tile 32 units wide, nine a row."""
    pitch = height(32) + 6
    cells = [
        tile(which, 6 + i % 9 * 38, 6 + i // 9 * pitch, 32, THEMES[theme].edge)
        for i, which in enumerate(ALL_TILES)
    ]
    high = 6 + pitch * (-(-len(cells) // 9))
    return document(348, high, rect(0, 0, 348, high, THEMES[theme].ground) + "".join(cells))


KINDS = tuple(examples(DEFAULT))


def picture(name: str, theme: str) -> bytes:
    if name == "sheet":
        return render.png(sheet(theme), 1)
    return render.png(render.svg_of(examples(theme)[name]), ZOOM)


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def difference(one: Image.Image, other: Image.Image, least: int) -> float:
    """The share of pixels in which some colour differs by more than `least`."""
    assert one.size == other.size
    bands = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    histogram: list[int] = worst.histogram()
    return sum(histogram[least + 1 :]) / (one.width * one.height)


def ink(body: str, wide: float = 700, high: float = 60) -> tuple[int, int]:
    """Where what is drawn in black on white begins and ends, in units from the left."""
    drawn = pixels(render.png(document(wide, high, rect(0, 0, wide, high, "#FFF") + body), 1))
    box = ImageChops.invert(drawn).getbbox()
    assert box, "nothing was drawn"
    return box[0], box[2]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", [*KINDS, "sheet"])
def test_golden_pictures(name: str, theme: str) -> None:
    golden = Image.open(GOLDEN / f"{name}-{theme}.png").convert("RGB")
    drawn = pixels(picture(name, theme))
    assert drawn.size == golden.size
    assert difference(drawn, golden, 40) < 0.002


def test_every_kind_of_picture_has_a_golden_one() -> None:
    kinds = {json.loads(spec)[0] for spec in examples(DEFAULT).values()}
    assert kinds == set(render.PICTURES)


# ── tiles ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("theme", THEMES)
def test_tiles_are_distinct_at_32_pixels(theme: str) -> None:
    """Any two of the 34 kinds, 8 flowers, the back and a blank differ clearly in 3% of the pixels."""
    faces = {
        which: pixels(
            render.png(document(WIDTH, HEIGHT, tile(which, 0, 0, WIDTH, THEMES[theme].edge)), 32 / WIDTH)
        )
        for which in ALL_TILES
    }
    assert {face.width for face in faces.values()} == {32}
    alike = {
        (NAMES[a] if a >= 0 else a, NAMES[b] if b >= 0 else b): share
        for a, b in combinations(ALL_TILES, 2)
        if (share := difference(faces[a], faces[b], 80)) < 0.03
    }
    assert not alike


def test_concealed_kong_shows_two_backs_and_the_winning_tile_is_framed() -> None:
    theme = THEMES["light"]
    svg = render.svg_of(hand_picture(Hand((Meld("暗杠", 4),), (9, 9), None), theme="light"))
    assert svg.count(BACK_FIELD) == 2
    assert theme.accent not in svg
    assert "暗杠" in svg
    svg = render.svg_of(hand_picture(Hand((Meld("明杠", 4),), (9,), 9), theme="light"))
    assert BACK_FIELD not in svg
    assert svg.count(theme.accent) == 1


def test_hand_of_a_report_keeps_the_winning_tile_apart() -> None:
    line = Line(
        "甲", melds=(Meld("碰", 27),), concealed=tiles("5饼 1万 2万 3万 5饼"), winning=tile_named("3万")
    )
    assert hand_of(line) == Hand((Meld("碰", 27),), [*tiles("1万 2万 5饼 5饼")], tile_named("3万"))
    assert hand_of(Line("甲", concealed=(4,), winning=4)).concealed == [4]


@pytest.mark.parametrize("laid", [8, 20])
def test_hands_of_any_size_stay_on_the_card(laid: int) -> None:
    """Five kongs in wenling, twenty flowers in nanjing: nothing beyond the right margin."""
    hand = Hand([Meld("暗杠", t) for t in range(5)], (9,), 9, [34 + i % 8 for i in range(laid)])
    drawn = pixels(draw(hand_picture(hand, theme="light")))
    margin = drawn.crop((round(drawn.width * (36 + ROOM) / 720) + 2, 0, drawn.width, drawn.height))
    assert all(most - least <= 2 for least, most in margin.getextrema())


# ── texts ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_fonts_are_installed_and_a_missing_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_write()
    monkeypatch.setattr(render, "font_files", tuple)
    assert not can_write()


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(
    "text", ["平和王麻將", "Bartholomew", "+420 → 565", "王😀丁", f"甲{FAMILY}👍🏽🇨🇳乙", "−140"]
)
def test_texts_are_as_wide_as_measured(text: str, bold: bool) -> None:
    wide = width(text, 40, bold)
    left, right = ink(label(20, 45, text, 40, "#000", bold=bold))
    assert abs(left - 20) <= 5
    assert abs(right - (20 + wide)) <= 6
    left, right = ink(label(680, 45, text, 40, "#000", bold=bold, anchor="end"))
    assert abs(right - 680) <= 6
    assert abs(left - (680 - wide)) <= 6


@pytest.mark.parametrize("char", ["😀", FAMILY, "👍🏽", "🇨🇳", "❤️", "1️⃣", "🀄️", "ส", "م", "ה", "한", "𠮷"])
def test_characters_are_drawn_and_not_as_the_box_for_missing_ones(char: str) -> None:
    def drawn(text: str) -> bytes:
        return render.png(document(80, 60, label(5, 45, text, 40, "#000")), 1)

    assert drawn(char) not in (drawn(""), drawn("\U0010ffff"), drawn("\U0010ffff" * len(char)))
    ink(label(5, 45, f"甲{char}乙", 40, "#000"))


def test_names_that_are_too_long_are_cut_between_characters() -> None:
    name = f"万金{FAMILY}" * 8
    short = shortened(name, 32, 300)
    assert short.endswith(ELLIPSIS)
    assert set(graphemes(short)) == {"万", "金", FAMILY, ELLIPSIS}
    assert width(short, 32) <= 300
    left, right = ink(fitted(10, 45, name, 32, "#000", 300))
    assert 10 <= left < right <= 312


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from("万金和王abc deF12（）。，、“”: 😀"), max_size=60))
def test_wrapped_lines_keep_every_character_and_fit(text: str) -> None:
    lines = wrapped(text, 20, 160)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(width(line, 20) <= 160.01 for line in lines)


def test_a_line_does_not_begin_with_a_stop() -> None:
    lines = wrapped("一二三四五六七八。九十，百千（万）", 20, 160)
    assert lines == ["一二三四五六七", "八。九十，百千", "（万）"]


@pytest.mark.parametrize("name", ["<b>&amp;\"'</b>", "a\x00\x0b\x1f\ud800b", "]]>", "\u202e王", ""])
def test_names_cannot_break_the_picture(name: str) -> None:
    spec = result_picture(name, [Win(title=name)], tag=name, changes=[Change(name, 1, 2)], footer=name)
    ET.fromstring(render.svg_of(spec))
    assert pixels(draw(spec)).width == 900


def test_figures_have_their_signs() -> None:
    svg = render.svg_of(examples("light")["settlement"])
    assert all(f">{figure}<" in svg for figure in ("+315.05", "−290.05", "−25.00", "0.00", "290.05"))
    svg = render.svg_of(examples("light")["result"])
    assert all(f">{figure}<" in svg for figure in ("+420", "−140", "−40", "0", "1000000"))


# ── what is stored ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_stored_as_short_json(theme: str) -> None:
    for spec in examples(theme).values():
        assert len(spec.encode()) < 1500
        assert json.dumps(json.loads(spec), ensure_ascii=False, separators=(",", ":")) == spec


def test_long_sessions_are_thinned() -> None:
    history = [250 + i for i in range(1001)]
    spec = standings_picture(
        "战况", [Standing(name, 1250, 1000, history) for name in "甲乙丙丁戊"], start=250
    )
    points = json.loads(spec)[2]["players"][0][3]
    assert len(points) == POINTS
    assert (points[0], points[-1]) == (250, 1250)
    assert len(spec.encode()) < 4096
    assert ">1000<" in render.svg_of(spec)  # the axis still counts hands


def test_a_picture_is_drawn_once() -> None:
    spec = dice_picture("掷骰", [Throw((2, 5))])
    assert draw(spec) is draw(str(spec))


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme"):
        dice_picture("掷骰", [], theme="pink")
    for spec in ("", "{}", '["poster","dark",{}]'):
        with pytest.raises(ValueError):  # noqa: PT011 - of several kinds
            draw(spec)


def test_empty_pictures_can_be_drawn() -> None:
    for spec in (
        standings_picture("战况", []),
        leaderboard_picture("排行榜", []),
        settlement_picture("结算", [], []),
    ):
        assert pixels(draw(spec)).width == 900
    flat = standings_picture("战况", [Standing("甲", 250, 0, [250, 250, 250])], start=250)
    assert pixels(draw(flat)).width == 900


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for each, look in product([*KINDS, "sheet"], THEMES):
        (GOLDEN / f"{each}-{look}.png").write_bytes(picture(each, look))
