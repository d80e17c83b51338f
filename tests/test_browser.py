"""The Mini App in a real browser, by taps, beside the real local chat."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from urllib.parse import quote

import pytest

from tests.browser import CHROMIUM, DRIVER, PATIENCE, Browser, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None or DRIVER is None,
    reason="NO BROWSER HERE: the pages were NOT tested. Install chromium and chromedriver (Debian: chromium-driver)",
)

ROOT = Path(__file__).parent.parent
PEOPLE = ("一方", "平和王", "白兰度", "万金")
M, S, P = 0, 9, 18  # the first 万, 条, 饼; tiles are numbers
EAST, RED, WHITE, SPRING = 27, 31, 33, 34
MOST_BYTES = 100_000


class LocalChat:
    """The local chat in a process of its own, with pages; its lines as they come."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "bot.main", "chat", "--web", str(self.port)]
        settings = {"DATABASE_URL": f"sqlite:///{folder / 'book.db'}", "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, encoding="utf-8",
        )  # fmt: skip
        self.lines: list[str] = []
        self._listening = Thread(target=self._listen, daemon=True)
        self._listening.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\n"))

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hears(self, *wanted: str) -> None:
        """Waits until these lines came, in this order."""
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            left = iter(self.lines)
            if all(any(line == one for line in left) for one in wanted):
                return
            sleep(0.05)
        raise AssertionError(f"no {wanted} in\n" + "\n".join(self.lines))

    def link(self, name: str) -> str:
        """The link that was printed for a speaker."""
        start = f"{name} → http://"
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            found = [line for line in self.lines if line.startswith(start)]
            if found:
                return found[-1].removeprefix(f"{name} → ")
            sleep(0.05)
        raise AssertionError("\n".join(self.lines))

    def close(self) -> int:
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(30)
        self._listening.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code


@contextmanager
def evening(folder: Path, ruleset: str) -> Iterator[LocalChat]:
    """Four people sit down; 一方 has the 东 seat and deals."""
    chat = LocalChat(folder)
    try:
        chat.say(f"一方: /new {ruleset} 不限")
        for name in PEOPLE:
            chat.say(f"{name}: /join")
        chat.say(f"一方: /seats {' '.join(PEOPLE)}")
        chat.hears("  [打开牌桌]")
        yield chat
    finally:
        assert chat.close() == 0


@pytest.fixture(scope="module")
def phone() -> Iterator[Browser]:
    """The narrowest phone."""
    with browser(320, 640) as opened:
        yield opened


def tiles(page: Browser, *which: int) -> None:
    for tile in which:
        page.tap(f'.key[data-tile="{tile}"]')


def target(page: Browser, word: str) -> None:
    page.tap(".targets label", word)


def test_a_wuxi_hand_and_the_live_table(phone: Browser, tmp_path: Path) -> None:
    """碰东 123456789万 55万 春: 清龙4 混一色4 自摸1 场风1 自风1 = 11番, 底1 碰东1 花1 = 3花."""
    with evening(tmp_path, "wuxi") as chat, browser(390, 760) as watching:
        watching.open(chat.link("白兰度"))
        watching.tap("#tab-table")
        watching.wait(".seat", "250")
        phone.open(chat.link("一方"))
        target(phone, "碰")
        tiles(phone, EAST)
        target(phone, "手牌")
        tiles(phone, *range(M, M + 9), M + 4, M + 4, SPRING)
        phone.wait(".price .head", "+495")
        assert "#1 一方 自摸 · 清龙" in phone.text(".price .head")
        phone.tap("#record")
        chat.hears(
            "bot: #1 一方 自摸 · 清龙",
            "  清龙4 混一色4 自摸1 场风牌1 自风牌1 = 11番",
            "  3 × 11 × 5 = 165，三家各付",
            "  一方 +495 → 745",
        )
        watching.wait(".seat", "745")  # without being asked
        watching.wait(".log .head", "#1 一方 自摸 · 清龙")
        phone.wait(".seat", "745")
        phone.tap('.log button[data-no="1"]')
        chat.hears("bot: #1 撤销了：一方 自摸 · 清龙")
        watching.wait(".seat", "250")
        watching.wait(".log button", "恢复")


def test_a_nanjing_hand(phone: Browser, tmp_path: Path) -> None:
    """The document's example: 自摸 门清 混一色, 4 硬花 → 20 + 20 + 40 + 2·4 = 88."""
    with evening(tmp_path, "nanjing") as chat:
        phone.open(chat.link("平和王"))
        tiles(phone, *range(M, M + 9), M + 2, M + 3, EAST, EAST, M + 4)
        phone.wait(".price .head.unfinished", "几个硬花")
        for _ in range(4):
            phone.tap(".stepper .step:last-child")
        phone.wait(".price .head.priced", "+264")
        phone.tap("#record")
        chat.hears(
            "bot: #1 平和王 自摸 · 混一色",
            "  20 + 60 + 2 × 4 = 88，三家各付",
            "  平和王 +264 → 1264",
        )


def test_a_wenling_hand_with_a_wild_tile(phone: Browser, tmp_path: Path) -> None:
    """碰中4 碰9饼4 翻白4 单吊2 自摸2 = 16胡; 红中 翻白 得还原 = 3番: 36 × 2³ = 288 → 290. 平和王 has 碰3万, 2 → 10:
    29 to the winner, and 1 from each of the two who have nothing.
    """
    with evening(tmp_path, "wenling") as chat:
        phone.open(chat.link("一方"))
        tiles(phone, M + 4)  # the 得 comes first
        target(phone, "碰")
        tiles(phone, RED, P + 8)
        target(phone, "手牌")
        tiles(phone, *range(M, M + 9), S + 1, S + 1, WHITE)
        phone.wait(".price .head.priced", "+87")
        phone.tap("#record")
        chat.hears("bot: 一方 自摸，等其他人报", "  还差：平和王、白兰度、万金")
        phone.open(chat.link("平和王"))
        phone.wait(".waiting", "一方 胡了")
        target(phone, "碰")
        tiles(phone, M + 2)
        phone.tap("#record")
        chat.hears("  还差：白兰度、万金")
        phone.tap("#tab-report")
        phone.tap("#all-said")
        chat.hears(
            "  (20 + 16) × 2^3 = 288 → 290", "  一方 +87 → 587", "  平和王 −27 → 473", "  白兰度 −30 → 470"
        )
        phone.wait(".seat", "587")


def test_no_fifth_copy_and_no_mouse(phone: Browser, tmp_path: Path) -> None:
    with evening(tmp_path, "wuxi") as chat:
        phone.open(chat.link("一方"))
        target(phone, "碰")
        tiles(phone, M)
        target(phone, "手牌")
        tiles(phone, M, M)
        phone.wait("#said.shown", "1万 没有更多了")
        assert len(phone.all(".tray-tile")) == 1
        phone.run("""document.querySelector('.key[tabindex="0"]').focus()""")
        phone.press("right", "right", "enter", "down", "space")  # 3万, 3条
        phone.wait('.tray-tile[aria-label="去掉3万"]')
        phone.wait('.tray-tile[aria-label="去掉3条"]')
        phone.run("""document.querySelector('.tray-tile[aria-label="去掉3万"]').focus()""")
        phone.press("enter")
        assert (
            phone.run("return document.activeElement.ariaLabel") == "去掉3条"
        )  # the next one, not the page's top
        assert len(phone.all(".tray-tile")) == 2


def test_launch_data_that_were_changed(phone: Browser, tmp_path: Path) -> None:
    with evening(tmp_path, "wuxi") as chat:
        phone.open(chat.link("一方"))
        phone.wait(".seat, .key")
        there, _, data = phone.url.partition("#tgWebAppData=")
        name, other = (
            quote(quote(f'"{one}"', safe=""), safe="") for one in (r"\u4e00\u65b9", r"\u4e07\u91d1")
        )
        assert name in data
        phone.run("sessionStorage.clear()")
        phone.open(f"{there}#tgWebAppData={data.replace(name, other)}")
        assert "认不出你是谁" in phone.text('[data-error="forged"]')
        assert phone.all(".key, .seat, nav") == []
        phone.run("sessionStorage.clear()")
        phone.open(f"{there[:-3]}xyz#tgWebAppData={data}")
        assert "找不到这张牌桌" in phone.text('[data-error="no_table"]')


def test_telegrams_colours(tmp_path: Path) -> None:
    """The client's theme is worn from the start, and when it changes; the client is told that we are there."""
    night = {"bg_color": "#17212b", "text_color": "#f5f5f5", "button_color": "#5288c1"}
    day = {"bg_color": "#ffffff", "text_color": "#000000", "button_color": "url(x)"}
    with evening(tmp_path, "wuxi") as chat, browser() as page:
        page.beforehand("window.TelegramWebviewProxy = {said: [], postEvent(kind) { this.said.push(kind); }}")
        page.open(chat.link("一方"))
        page.open(f"{page.url}&tgWebAppThemeParams={quote(json.dumps(night))}")
        page.wait(".key")
        look = "const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]"
        assert page.run(look) == ["rgb(23, 33, 43)", "rgb(245, 245, 245)"]
        assert page.run("return document.documentElement.dataset.theme") == "dark"
        assert page.run("return TelegramWebviewProxy.said") == ["web_app_ready", "web_app_expand"]
        page.run("TelegramGameProxy.receiveEvent('theme_changed', {theme_params: arguments[0]})", day)
        assert page.run(look) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        assert page.run("return document.documentElement.style.getPropertyValue('--button')") == "#5288c1"


@pytest.mark.parametrize("ruleset", ["wuxi", "nanjing", "wenling"])
def test_pages_fit_and_are_light(phone: Browser, ruleset: str, tmp_path: Path) -> None:
    with evening(tmp_path, ruleset) as chat:
        phone.open(chat.link("一方"))  # from a port of its own, so nothing of it is cached
        phone.wait(".price .head", "一方")
        loaded = phone.run(
            "return performance.getEntriesByType('resource').map((e) => [e.name, e.transferSize])"
            ".concat(performance.getEntriesByType('navigation').map((e) => [e.name, e.transferSize]))"
        )
        assert len(loaded) > 5
        assert 20_000 < sum(size for _, size in loaded) < MOST_BYTES
        assert all(name.startswith(f"http://127.0.0.1:{chat.port}/") for name, _ in loaded)
        for width in (320, 390, 768):
            phone.resize(width)
            for tab in ("report", "table", "past"):
                phone.tap(f"#tab-{tab}")
                phone.wait(f"#tab-{tab}[aria-current]")
                assert phone.run("return [innerWidth, document.documentElement.scrollWidth]") == [
                    width,
                    width,
                ]
        phone.resize(320)
