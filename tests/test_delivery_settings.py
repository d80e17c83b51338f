"""Settings, logs and the limiter."""

import asyncio
import json
import logging
import sys
from pathlib import Path

import pytest
import structlog

from bot.limiter import Limiter, Limits, Window
from bot.log import configure, redact
from bot.settings import BadSetting, Settings, load_settings

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those of the test."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_settings_it_is_the_local_chat() -> None:
    settings = load_settings()
    assert settings.telegram_bot_token is None
    assert settings.database_url == "sqlite:///data/quezhang.db"
    assert (settings.default_lang, settings.time_zone) == ("zh", "Asia/Shanghai")
    assert settings.webhook_listen == "0.0.0.0:8080"


def test_the_token_comes_from_the_environment_a_file_or_dotenv(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_text(f"TELEGRAM_BOT_TOKEN={TOKEN}\nMINI_APP_NAME=\n")
    assert token() == TOKEN
    (tmp_path / ".env").unlink()
    (tmp_path / "secret").write_text(f"{TOKEN}\n")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN_FILE", str(tmp_path / "secret"))
    assert token() == TOKEN
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "42:another")
    assert token() == "42:another"


def token() -> str:
    found = load_settings().telegram_bot_token
    assert found is not None
    return found.get_secret_value()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_BOT_TOKEN", "secret-nonsense"),
        ("TELEGRAM_API_BASE", "api.example.org"),
        ("DATABASE_URL", "mysql://secret-nonsense@host/db"),
        ("WEBHOOK_URL", "example.org"),
        ("WEBHOOK_LISTEN", "8080"),
        ("WEB_LISTEN", "localhost:http"),
        ("WEBHOOK_SECRET", "secret nonsense"),
        ("MINI_APP_NAME", "no/slash"),
        ("DEFAULT_LANG", "fr"),
        ("TIME_ZONE", "Asia/Wuxi"),
        ("LOG_LEVEL", "loud"),
        ("OPERATOR_CHAT", "me"),
        ("TELEGRAM_BOT_TOKEN_FILE", "/nowhere/at/all"),
    ],
)
def test_a_bad_setting_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting) as caught:
        load_settings()
    said = str(caught.value)
    assert said.startswith(name)
    assert "\n" not in said
    assert "nonsense" not in said


def test_the_token_is_in_no_log_line(capfd: pytest.CaptureFixture[str]) -> None:
    root, hook = logging.getLogger(), sys.excepthook
    before, level = root.handlers[:], root.level
    try:
        configure("DEBUG", TOKEN)
        logging.getLogger("httpx").info("POST https://api.telegram.org/bot%s/getMe", TOKEN)
        logging.getLogger("other").info("url %s", f"/bot{TOKEN}/getMe")
        structlog.get_logger("bot").info("said", secret=TOKEN.partition(":")[2])
        try:
            raise ValueError(f"The token `{TOKEN}` was rejected, and 987654321:{'B' * 35} too")
        except ValueError:
            structlog.get_logger("bot").exception("failed", fault="1a2b")
    finally:
        root.handlers, sys.excepthook = before, hook
        root.setLevel(level)
        structlog.reset_defaults()
    text = capfd.readouterr().err
    lines = [json.loads(line) for line in text.splitlines()]
    assert TOKEN not in text
    assert TOKEN.partition(":")[2] not in text
    assert "B" * 35 not in text
    assert [line["event"] for line in lines] == ["url /bot<token>/getMe", "said", "failed"]
    assert lines[2]["fault"] == "1a2b"
    assert "ValueError" in lines[2]["exception"]


def test_redaction_leaves_other_text_alone() -> None:
    assert redact("at 12:30 in 无锡: 120:80", TOKEN) == "at 12:30 in 无锡: 120:80"


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def turns(limits: Limits | None, chats: list[tuple[int, bool]]) -> list[float]:
    """When each of these (chat, group) had its turn, in virtual time."""
    time = Time()
    limiter = Limiter(limits, lambda: time.now, time.sleep)

    async def play() -> list[float]:
        when = []
        for chat, group in chats:
            await limiter.turn(chat, group)
            when.append(round(time.now, 3))
        return when

    return asyncio.run(play())


def test_a_group_has_twenty_a_minute() -> None:
    when = turns(Limits(group=(Window(20, 60),)), [(-1, True)] * 41)
    assert when == [0.0] * 20 + [60.0] * 20 + [120.0]


def test_a_private_chat_has_one_a_second_and_the_bot_thirty() -> None:
    assert turns(Limits(), [(1, False)] * 3) == [0.0, 1.0, 2.0]
    assert turns(Limits(), [(n, False) for n in range(1, 62)])[29:31] == [0.0, 1.0]


def test_without_limits_only_telegrams_word_counts() -> None:
    assert turns(None, [(-1, True)] * 100) == [0.0] * 100
    time = Time()
    limiter = Limiter(None, lambda: time.now, time.sleep)
    limiter.pause(-1, 17)
    asyncio.run(limiter.turn(-2, True))
    assert time.now == 0
    asyncio.run(limiter.turn(-1, True))
    assert time.now == 17


def test_the_limiter_forgets_chats_that_are_quiet() -> None:
    time = Time()
    limiter = Limiter(Limits(), lambda: time.now, time.sleep)
    for chat in range(1000):
        asyncio.run(limiter.turn(chat, group=False))
    time.now += 200
    asyncio.run(limiter.turn(5000, group=False))
    assert len(limiter._sent) == 1
