"""Settings from the environment or `.env`; a bad one is named in one line."""

from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LANGUAGES = ("zh", "en")


class BadSetting(Exception):
    """A setting that cannot be used; the text names it and says why, in one line."""


def _url(value: str) -> str:
    if not value.startswith(("https://", "http://")):
        raise ValueError("must begin with https:// or http://")
    return value.rstrip("/")


def _listen(value: str) -> str:
    host, colon, port = value.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise ValueError("must be HOST:PORT")
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ValueError("is no time zone such as Asia/Shanghai") from None
    return value


def _one_of(*words: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return value

    return AfterValidator(check)


def _secret(value: SecretStr) -> SecretStr:
    text = value.get_secret_value()
    if not (1 <= len(text) <= 256 and all(c.isascii() and (c.isalnum() or c in "_-") for c in text)):
        raise ValueError("must be 1 to 256 of A-Z a-z 0-9 _ -")
    return value


def _token(value: SecretStr) -> SecretStr:
    number, colon, rest = value.get_secret_value().partition(":")
    if not (colon and number.isascii() and number.isdigit() and rest and not any(c.isspace() for c in rest)):
        raise ValueError("is no bot token (digits, a colon, letters)")
    return value


Url = Annotated[str, AfterValidator(_url)]
Listen = Annotated[str, AfterValidator(_listen)]


class Settings(BaseSettings):
    """What the operator sets; names in the environment are these in capitals. Empty is the same as unset."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    telegram_bot_token: Annotated[SecretStr, AfterValidator(_token)] | None = None  # None: local chat
    telegram_bot_token_file: Path | None = None
    telegram_api_base: Url | None = None
    database_url: str = "sqlite:///data/quezhang.db"
    webhook_url: Url | None = None  # None: polling
    webhook_listen: Listen = "0.0.0.0:8080"
    webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] | None = (
        None  # None: random, in the database
    )
    web_listen: Listen | None = None
    web_url: Url | None = None
    mini_app_name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{3,30}$")] | None = None
    default_lang: Annotated[str, _one_of(*LANGUAGES)] = "zh"
    time_zone: Annotated[str, AfterValidator(_zone)] = "Asia/Shanghai"
    log_level: Annotated[str, _one_of(*LEVELS)] = "INFO"
    operator_chat: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_token_file(cls, values: dict[str, Any]) -> dict[str, Any]:
        file = values.get("telegram_bot_token_file")
        if file and not values.get("telegram_bot_token"):
            try:
                values["telegram_bot_token"] = Path(file).read_text(encoding="utf-8").strip()
            except OSError as error:
                raise ValueError(f"TELEGRAM_BOT_TOKEN_FILE cannot be read: {error.strerror}") from None
        return values

    @model_validator(mode="after")
    def _check_database(self) -> "Settings":
        if not self.database_url.startswith(("sqlite:", "postgresql:", "postgresql+")):
            raise ValueError("DATABASE_URL must begin with sqlite: or postgresql")
        return self


def load_settings(**values: Any) -> Settings:
    """The settings; `values` go before the environment. BadSetting names the first bad one, never its
    value.
    """
    try:
        return Settings(**values)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = ".".join(map(str, first["loc"])).upper()
        reason = first["msg"].removeprefix("Value error, ")
        raise BadSetting(f"{name} {reason}" if name else reason) from None
