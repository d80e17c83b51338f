"""The Mini App as a chat sees it: the button that opens it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.desk import Desk
from bot.dispatch import Button


@dataclass(frozen=True, slots=True)
class MiniApp:
    """How the Mini App is opened.

    `page` is its URL for a web_app button, which only private chats may have (None: there too by the link);
    `link` gives the URL that a button in a group opens, or None if there is no such URL.
    """

    page: str | None
    link: Callable[[], str | None]

    def button(self, label: str, token: str, private: bool) -> Button:
        """The button with a session's start token; only where `opens_in` says so."""
        if private and self.page:
            return Button(label, web_app=f"{self.page}?startapp={token}")
        return Button(label, url=f"{self.link()}?startapp={token}")

    def opens_in(self, private: bool) -> bool:
        return bool(private and self.page) or self.link() is not None


def table_row(desk: Desk) -> tuple[tuple[Button, ...], ...]:
    """A row with the button that opens the table's page; no row where there is no Mini App."""
    app, private = desk.ask.mini_app, desk.ask.private
    if app is None or not app.opens_in(private):
        return ()
    token = desk.book.link(desk.session.id)
    return ((app.button(desk.words.labels.open_table, token, private),),)
