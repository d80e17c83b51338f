"""A strict Telegram in memory, for the local chat and the tests."""

from bot.fake.errors import ApiError, NoAnswer
from bot.fake.limits import Limits
from bot.fake.records import Chat, Sent, User
from bot.fake.request import FakeRequest
from bot.fake.telegram import TOKEN, FakeTelegram

__all__ = ["TOKEN", "ApiError", "Chat", "FakeRequest", "FakeTelegram", "Limits", "NoAnswer", "Sent", "User"]
