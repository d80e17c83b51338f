"""What the fake answers instead of a result: an API error, or nothing at all."""

from __future__ import annotations

from bot.fake.records import Json


class ApiError(Exception):
    """A refusal by the Bot API: HTTP `code`, `description` in Telegram's words, optional `parameters`."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def json(self) -> Json:
        """The error as the body of an HTTP answer."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return body | ({"parameters": self.parameters} if self.parameters else {})


class NoAnswer(Exception):
    """The request times out: the caller cannot know whether it was carried out."""


def bad(reason: str, **parameters: int) -> ApiError:
    """400: the request is wrong."""
    return ApiError(400, f"Bad Request: {reason}", **parameters)


def forbidden(reason: str) -> ApiError:
    """403: the bot may not do this in that chat."""
    return ApiError(403, f"Forbidden: {reason}")


def flood(seconds: int) -> ApiError:
    """429: wait so many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
