"""The Mini App's server side: who is let in, what is shown, what is recorded, and that it happens once."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from sqlalchemy import Engine
from starlette.applications import Starlette

from bot.app import _mini_app, local_station
from bot.delivery.station import Station
from bot.fake import Chat, FakeRequest, FakeTelegram, User
from bot.fake.errors import bad
from bot.settings import load_settings
from bot.texts import CATALOGUES
from bot.texts.zh.web import Web
from bot.webapp.initdata import Rejected, check, sign
from bot.webapp.routes import MiniAppPages
from storage.book import Address
from storage.engine import open_engine
from storage.migrations import upgrade

STATIC = Path(__file__).parent.parent / "bot" / "webapp" / "static"
TOKEN = "6000000001:secret"
NAMES = ("一方", "平和王", "白兰度", "万金")
OPENED = datetime.fromtimestamp(1650385342, UTC)
# Published with other implementations: token 42:TEST.
GOLDEN = (
    "auth_date=1650385342&user=%7B%22id%22%3A42%2C%22first_name%22%3A%22Test%22%7D&query_id=test"
    "&hash=46d2ea5e32911ec8d30999b56247654460c0d20949b6277af519e76271182803"
)


def test_launch_data_signed_by_telegram() -> None:
    launch = check(GOLDEN, "42:TEST", OPENED + timedelta(hours=6))
    assert (launch.user.id, launch.user.first_name, launch.start) == (42, "Test", None)
    fields = dict(parse_qsl(GOLDEN))
    digest = fields.pop("hash")
    assert dict(parse_qsl(sign(fields, "42:TEST")))["hash"] == digest


@pytest.mark.parametrize(
    ("data", "token", "later", "why"),
    [
        (GOLDEN, "42:OTHER", 0, "forged"),
        (GOLDEN.replace("Test", "Tess"), "42:TEST", 0, "forged"),
        (GOLDEN.replace("%3A42", "%3A43"), "42:TEST", 0, "forged"),
        (GOLDEN.replace("1650385342", "1650385343"), "42:TEST", 0, "forged"),
        (GOLDEN.replace("&query_id=test", ""), "42:TEST", 0, "forged"),
        (GOLDEN + "&start_param=1-x", "42:TEST", 0, "forged"),
        (GOLDEN + "&query_id=test", "42:TEST", 0, "forged"),
        (GOLDEN[:-1], "42:TEST", 0, "forged"),
        (GOLDEN.partition("&hash")[0], "42:TEST", 0, "forged"),
        ("", "42:TEST", 0, "forged"),
        ("hash", "42:TEST", 0, "forged"),
        (sign({"auth_date": "1650385342"}, "42:TEST"), "42:TEST", 0, "forged"),
        (sign({"auth_date": "x", "user": '{"id":1,"first_name":"x"}'}, "42:TEST"), "42:TEST", 0, "forged"),
        (sign({"auth_date": "1650385342", "user": '["x"]'}, "42:TEST"), "42:TEST", 0, "forged"),
        (
            sign({"auth_date": "1650385342", "user": '{"id":"1","first_name":"x"}'}, "42:TEST"),
            "42:TEST",
            0,
            "forged",
        ),
        (GOLDEN, "42:TEST", 25, "expired"),
        (GOLDEN, "42:TEST", -1, "expired"),  # signed in an hour from now
    ],
)
def test_launch_data_that_prove_nothing(data: str, token: str, later: int, why: str) -> None:
    with pytest.raises(Rejected, match=why):
        check(data, token, OPENED + timedelta(hours=later))


class Tables:
    """A group at a table, and whoever opens its page."""

    def __init__(self, fake: FakeTelegram, station: Station, client: httpx.AsyncClient) -> None:
        self.fake, self.station, self.client = fake, station, client
        self.people = {name: fake.user(name) for name in (*NAMES, "老五", "路人")}
        self.group = fake.group("牌桌")
        self.token = ""

    async def sit(self, ruleset: str = "wuxi", group: Chat | None = None) -> str:
        """Four sit down, 老五 watches; the start token of their session."""
        group = group or self.group
        await self.say("一方", f"/new {ruleset} 不限", group)
        for name in (*NAMES, "老五"):
            await self.say(name, "/join", group)
        await self.say("一方", f"/seats {' '.join(NAMES)}", group)
        with self.station.books.open(Address(group.id)) as book:
            assert book.session is not None
            token = book.link(book.session.id)
        if group is self.group:
            self.token = token
        return token

    async def say(self, name: str, text: str, group: Chat | None = None) -> None:
        self.fake.say(group or self.group, self.people[name], text)
        await self.station.drain()

    def said(self, group: Chat | None = None) -> list[str]:
        """The bot's messages in the group."""
        return [
            sent.message.get("text", sent.message.get("caption", ""))
            for sent in self.fake.sent
            if sent.chat is (group or self.group) and sent.method.startswith("send")
        ]

    async def call(self, name: str, who: str | User, **asked: Any) -> tuple[int, dict[str, Any]]:
        user = self.people[who] if isinstance(who, str) else who
        data = launch_data(user)
        answer = await self.client.post(
            f"/app/api/{name}",
            json={"start": self.token, **asked},
            headers={"Authorization": f"tma {data}"},
        )
        return answer.status_code, answer.json() if answer.content else {}

    async def record(
        self, who: str, text: str, key: str = "k" * 16, **more: Any
    ) -> tuple[int, dict[str, Any]]:
        answer = await self.call("record", who, **{"command": "hu", "text": text, "key": key, **more})
        await self.station.sender.flush()
        return answer


def launch_data(user: User, at: float = 0, token: str = TOKEN) -> str:
    import json

    return sign(
        {"auth_date": str(int(at or time())), "user": json.dumps(user.json()), "query_id": "AA"}, token
    )


def play(engine: Engine, works: Callable[[Tables], Awaitable[None]], **settings: str) -> None:
    """Runs `works` with a bot that nobody else uses."""

    async def run() -> None:
        async with tables(engine, **settings) as there:
            await works(there)

    asyncio.run(run())


@asynccontextmanager
async def tables(engine: Engine, **settings: str) -> AsyncIterator[Tables]:
    fake = FakeTelegram(token=None, privacy=False)
    given = load_settings(_env_file=None, **settings)
    mini_app = _mini_app(given, lambda: "quezhang_bot")
    station = local_station(given, engine, FakeRequest(fake), mini_app)
    await station.start()
    transport = httpx.ASGITransport(Starlette(routes=MiniAppPages(station, TOKEN).routes()))
    async with httpx.AsyncClient(transport=transport, base_url="https://example.org") as client:
        yield Tables(fake, station, client)
    await station.stop()


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """A small database of its own; PostgreSQL is tested where it makes a difference."""
    engine = open_engine(f"sqlite:///{tmp_path / 'book.db'}")
    upgrade(engine)
    return engine


# ── who is let in ─────────────────────────────────────────────────────────────────────────────────────────────


def test_only_the_groups_own_people_come_in(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        other = at.fake.group("别的桌")
        at.fake.say(other, at.people["路人"], "/new wuxi")
        await at.station.drain()
        with at.station.books.open(Address(other.id)) as book:
            assert book.session is not None
            foreign = book.link(book.session.id)
        for name in ("open", "table", "price", "log", "history", "record"):
            status, answer = await at.call(name, "路人")
            assert (status, answer["error"]) == (403, "not_here"), name
            status, answer = await at.call(name, "一方", start=foreign)
            assert (status, answer["error"]) == (403, "not_here"), name
            for start in ("", "1-x", foreign[:-2] + "xx", "x" * 900):
                status, answer = await at.call(name, "一方", start=start)
                assert (status, answer["error"]) == (404, "no_table"), name
            assert answer["message"] == Web.turned["no_table"]
        at.fake.leave(at.group, at.people["万金"])
        assert (await at.call("open", "万金"))[0] == 403
        assert (await at.call("open", "平和王"))[0] == 200

    play(engine, works)


def test_launch_data_are_checked_at_every_call(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        good = launch_data(at.people["一方"])
        for headers, why in (
            ({}, "forged"),
            ({"Authorization": good}, "forged"),
            (
                {
                    "Authorization": f"tma {good.replace(str(at.people['一方'].id), str(at.people['万金'].id))}"
                },
                "forged",
            ),
            ({"Authorization": f"tma {launch_data(at.people['一方'], token='6000000001:other')}"}, "forged"),
            ({"Authorization": f"tma {launch_data(at.people['一方'], time() - 90_000)}"}, "expired"),
        ):
            asked = {"start": at.token, "command": "hu", "text": "一方 自摸", "key": "k" * 16}
            for name in ("open", "record"):
                answer = await at.client.post(f"/app/api/{name}", json=asked, headers=headers)
                assert (answer.status_code, answer.json()["error"]) == (401, why)
        assert at.said()[-1].startswith("东 一方")

    play(engine, works)


def test_who_plays_is_known_where_telegram_does_not_tell(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        at.fake.fail("getChatMember", bad("CHAT_ADMIN_REQUIRED"), times=2)
        assert (await at.call("table", "平和王", since=""))[0] == 200
        assert (await at.call("table", "路人", since=""))[0] == 403
        at.fake.fail("getChatMember")
        status, answer = await at.call("table", "白兰度")
        assert (status, answer["error"]) == (503, "later")
        assert (await at.call("table", "白兰度", since=""))[0] == 200

    play(engine, works)


def test_a_private_chat_is_its_persons(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        private = at.fake.private(at.people["一方"])
        at.fake.say(private, at.people["一方"], "/new wuxi")
        await at.station.drain()
        with at.station.books.open(Address(private.id)) as book:
            assert book.session is not None
            at.token = book.link(book.session.id)
        assert (await at.call("open", "一方"))[0] == 200
        assert (await at.call("open", "万金"))[0] == 403

    play(engine, works)


# ── what is shown ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_price_is_what_the_group_will_read(engine: Engine) -> None:
    """混一色4 门前清1 自摸1 = 6番, 底1 花2 中暗刻2 = 5花: the rulebook's second example."""

    async def works(at: Tables) -> None:
        await at.sit()
        report = "一方 自摸 混一色 门前清 花2 暗刻中"
        before = at.said()
        _, priced = await at.call("price", "白兰度", command="hu", text=report)
        assert priced["gain"] == "+450"
        assert "5 × 6 × 5 = 150，三家各付" in priced["lines"]
        assert at.said() == before
        await at.record("白兰度", report)
        assert at.said()[-1] == "\n".join(priced["lines"])

    play(engine, works)


def test_problems_stay_on_the_page(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        before = at.said()
        for text, unfinished in (
            ("一方 自摸 手 123万", True),
            ("一方 混一色", True),
            ("一方 自摸 手 123万 456万 789万 11135饼", True),
            ("一方 自摸 碰1万 手 11万 456万 789万 1条", False),
            ("一方 自摸 混一色 清一色", False),
            ("一方 自摸 胡说", False),
        ):
            _, priced = await at.call("price", "一方", command="hu", text=text)
            assert priced["unfinished"] is unfinished, text
            status, refused = await at.record("一方", text)
            assert status == 422
            assert refused == priced
        assert at.said() == before

    play(engine, works)


def test_the_table_comes_only_when_it_changed(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        _, opened = await at.call("open", "老五")
        table = opened["table"]
        assert [(s["name"], s["wind"], s["chips"], s["deals"]) for s in table["seats"]] == [
            ("一方", "东", 250, True), ("平和王", "南", 250, False), ("白兰度", "西", 250, False), ("万金", "北", 250, False),
        ]  # fmt: skip
        assert [one["name"] for one in table["watchers"]] == ["老五"]
        assert (await at.call("table", "老五", since=table["version"]))[0] == 204
        await at.say("平和王", "/hu 平和王 自摸 碰碰和 碰5万 2花")  # 3 花 × 3 番 × 5 = 45
        status, newer = await at.call("table", "老五", since=table["version"])
        assert status == 200
        assert [s["chips"] for s in newer["seats"]] == [205, 385, 205, 205]
        assert [s["deals"] for s in newer["seats"]] == [False, True, False, False]
        _, log = await at.call("log", "老五")
        assert log["entries"][0]["head"] == "平和王 自摸 · 碰碰和"
        assert {one["name"]: one["points"] for one in log["chart"]["chips"]} == {
            "一方": [250, 205], "平和王": [250, 385], "白兰度": [250, 205], "万金": [250, 205], "老五": [250, 250],
        }  # fmt: skip

    play(engine, works)


def test_earlier_sessions_of_the_same_chat_can_be_looked_at(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        first = await at.sit()
        await at.record("一方", "一方 自摸 混一色 花2")
        await at.say("一方", "/end")
        at.fake.tap(at.people["一方"], at.group, *newest_button(at, "确认"))
        await at.station.drain()
        status, refused = await at.record("一方", "一方 自摸", key="another-key")
        assert (status, "结算" in refused["problems"][0]) == (422, True)
        _, opened = await at.call("open", "一方")
        assert (opened["table"]["closed"], opened["table"]["writes"]) == (True, False)
        await at.sit()
        assert at.token != first
        _, history = await at.call("history", "一方")
        assert [(one["id"], one["closed"]) for one in history["sessions"]] == [(2, False), (1, True)]
        # 花 3 × 番 5 × 5 = 75 from each: 250 + 225 = 475, and 475/250 = 1.90
        assert (history["board"][0]["name"], history["board"][0]["score"]) == ("一方", "475/250 = 1.90")
        _, log = await at.call("log", "一方", session=1)
        assert [entry["head"] for entry in log["entries"]] == ["一方 自摸 · 混一色"]
        assert (await at.call("log", "一方", session=9))[0] == 404

    play(engine, works)


def newest_button(at: Tables, label: str) -> tuple[int, str]:
    for number, message in reversed(at.group.messages.items()):
        for row in message.get("reply_markup", {}).get("inline_keyboard", []):
            for button in row:
                if button["text"] == label:
                    return number, button["callback_data"]
    raise AssertionError(label)


# ── what is recorded ──────────────────────────────────────────────────────────────────────────────────────────


def test_sending_twice_records_once(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        before = len(at.said())
        answers = await asyncio.gather(*(at.record("一方", "一方 自摸 混一色 花2") for _ in range(4)))
        assert [answer for answer in answers if answer != (200, {"said": "#1 一方 自摸 · 混一色"})] == []
        assert len(at.said()) == before + 1
        _, log = await at.call("log", "一方")
        assert [entry["no"] for entry in log["entries"]] == [1]
        assert log["entries"][0]["by"] == "一方"

    play(engine, works)


def test_the_same_winner_again_is_asked_about_on_the_page(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        await at.record("一方", "白兰度 自摸 混一色 花2")
        before = at.said()
        status, answer = await at.record("万金", "白兰度 自摸 混一色 花2", key="key-of-another")
        assert (status, answer["asked"]) == (200, "一方 刚记了 #1 白兰度 自摸 · 混一色。这是另一手吗？")
        assert at.said() == before
        status, answer = await at.record("万金", "白兰度 自摸 混一色 花2", key="key-of-another", sure=True)
        assert (status, answer["said"]) == (200, "#2 白兰度 自摸 · 混一色")

    play(engine, works)


def test_rights_are_those_of_the_chat(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        at.fake.join(at.group, at.people["路人"])
        await at.station.drain()
        _, opened = await at.call("open", "路人")
        assert opened["table"]["writes"] is False
        status, refused = await at.record("路人", "一方 自摸")
        assert (status, refused["problems"]) == (422, ["你不在这一局里，只能看。/join 加入"])
        await at.record("平和王", "一方 自摸", key="key-number-1")
        status, refused = await at.record("白兰度", "#1", key="key-number-2", command="undo")
        assert (status, refused["problems"]) == (422, ["这是别人记的，请开局的人或群管理员来改"])
        status, answer = await at.record("平和王", "#1", key="key-number-3", command="undo")
        assert (status, answer["said"]) == (200, "#1 撤销了：一方 自摸")
        status, answer = await at.record("一方", "#1", key="key-number-4", command="redo")
        assert (status, answer["said"]) == (200, "#1 恢复了：一方 自摸")
        at.fake.promote(at.group, at.people["路人"], at.people["一方"])
        status, _ = await at.record("路人", "#1", key="key-number-5", command="undo")
        assert status == 200

    play(engine, works)


def test_only_what_the_page_asks_for_is_answered(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        for asked in (
            {"command": "end"}, {"command": "merge", "text": "一方 万金"}, {"key": "short"}, {"key": "k" * 65},
            {"text": "x" * 2001}, {"text": 7}, {"command": None},
        ):  # fmt: skip
            status, answer = await at.call(
                "record", "一方", **{"command": "hu", "text": "", "key": "k" * 16, **asked}
            )
            assert (status, answer["error"]) == (400, "bad_request"), asked
        assert (await at.call("price", "一方", command="undo", text="#1"))[0] == 400
        for body in (b"[]", b"{", b'"x"', b"x" * 20_000):
            answer = await at.client.post("/app/api/open", content=body)
            assert answer.status_code == 400
        assert (await at.client.get("/app/api/open")).status_code == 404

    play(engine, works)


def test_an_open_hand_is_answered_and_settled(engine: Engine) -> None:
    """一方 (20 + 碰中 4 + 自摸 2) × 2 = 52 → 60; 平和王 12 × 2 = 24 → 30; so 3 more from each of two."""

    async def works(at: Tables) -> None:
        await at.sit("wenling")
        _, opened = await at.call("open", "平和王")
        rules = opened["rules"]
        assert rules["open_hand"] is True
        assert rules["sorts"][rules["sort_of"]["4"]]["lay"] == [33, *range(34, 42)]  # 5万: 白 and all flowers
        assert rules["wild"]["34"] == [35, 36, 37]  # 春: the other three seasons
        status, answer = await at.record("一方", "一方 自摸 碰中", key="key-number-1")
        assert (status, answer["said"]) == (200, "一方 自摸，等其他人报")
        _, table = await at.call("table", "平和王")
        assert [table["waiting"]["winner"], len(table["waiting"]["missing"])] == [table["seats"][0]["key"], 3]
        _, priced = await at.call("price", "平和王", command="hu", text="平和王 12胡1番")
        assert "平和王 12 × 2^1 = 24 → 30" in priced["lines"]
        await at.record("平和王", "平和王 12胡1番", key="key-number-2")
        status, answer = await at.record("白兰度", "", key="key-number-3", command="ok")
        assert status == 200
        _, table = await at.call("table", "平和王")
        assert [seat["net"] for seat in table["seats"]] == [18, 0, -9, -9]
        assert table["waiting"] is None
        assert (await at.record("白兰度", "", key="key-number-4", command="drop"))[0] == 422

    play(engine, works)


# ── the button ────────────────────────────────────────────────────────────────────────────────────────────────


def buttons(at: Tables, chat: Chat) -> list[Mapping[str, Any]]:
    rows = list(chat.messages.values())[-1].get("reply_markup", {}).get("inline_keyboard", [])
    return [button for row in rows for button in row if button["text"] == "打开牌桌"]


def test_the_button_opens_a_link_in_groups_and_an_app_in_private(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        await at.say("一方", "/table")
        assert buttons(at, at.group) == [
            {"text": "打开牌桌", "url": f"https://t.me/quezhang_bot/table?startapp={at.token}"}
        ]
        private = at.fake.private(at.people["一方"])
        await at.say("一方", "/new wuxi", private)
        await at.say("一方", "/table", private)
        (button,) = buttons(at, private)
        url, _, token = button["web_app"]["url"].partition("?startapp=")
        assert url == "https://example.org/bot/app/"
        assert at.station.books.by_link(token) is not None

    play(engine, works, web_url="https://example.org/bot/", mini_app_name="table")


def test_no_button_where_nothing_would_open(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        await at.sit()
        await at.say("一方", "/table")
        assert buttons(at, at.group) == []

    play(engine, works)
    play(engine, works, web_url="https://example.org")  # without a name there are no links for groups


# ── the files ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_files_are_small_safe_and_kept(engine: Engine) -> None:
    async def works(at: Tables) -> None:
        page = await at.client.get("/app/")
        assert page.headers["cache-control"] == "no-cache"
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        again = await at.client.get("/app/", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        loaded = re.findall(r'(?:href|src)="([^"]+)"', page.text)
        assert len(loaded) == 14
        assert not re.search(r"<script(?! type=\"module\" src=)|\son\w+=|style=|https?:", page.text)
        for name in loaded:
            answer = await at.client.get(f"/app/{name}")
            assert answer.status_code == 200
            assert answer.headers["content-encoding"] == "gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        version = loaded[0].partition("/")[0]
        assert (await at.client.get(f"/app/{version}/index.html")).status_code == 404
        assert (await at.client.get(f"/app/{version}/..%2froutes.py")).status_code == 404
        old = await at.client.get("/app/0123456789ab/app.js")
        assert old.headers["cache-control"] == "no-store"

    play(engine, works)


@pytest.mark.parametrize("path", sorted(STATIC.iterdir()), ids=lambda path: path.name)
def test_the_pages_have_no_wording_of_their_own(path: Path) -> None:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.partition("//")[0] if path.suffix == ".js" else line
        assert not re.search(r"[\u3400-\u9fff]", code), f"{path.name}:{number}"


def test_the_pages_use_the_words_there_are() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    used = set(re.findall(r"\bwords\.(\w+)", scripts)) | {"turned", "title", "no_script"}
    refusals = (STATIC / "hand.js").read_text(encoding="utf-8")
    used |= set(re.findall(r'\["(\w+)", \{', refusals))  # why a tile was not taken
    there = {name for name in dir(Web) if not name.startswith("_")}
    assert used == there
    for catalogue in CATALOGUES.values():
        assert len(catalogue.web.tiles) == 42
