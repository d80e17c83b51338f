"""What the local chat itself says, beside the bot."""

from bot.texts.local import PRIVATE
from bot.texts.zh import terminal


class Terminal(terminal.Terminal):
    """Sentences of the local chat; plain text."""

    first_speaker = "Anna"
    edited = " (edited)"
    deleted = " (deleted)"
    bye = "Bye; the book is kept."

    def greeting(self) -> str:
        return f"""A group on this machine, the bot is listening. A line each, with who says it:
  {self.first_speaker}: /new wuxi
  Bob: [Join]            taps a button
  Bob: ^ other words     edits the own last message
  Bob {PRIVATE[1]}: /help    in private
Without a name it is whoever spoke last (at first {self.first_speaker}). Ctrl-D leaves."""

    def no_button(self, label: str, labels: list[str]) -> str:
        """There is no button `label` here; `labels` are the ones that can be pressed."""
        there = ", ".join(labels)
        return f"(No button “{label}” here; " + (f"there are: {there})" if there else "there is none now)")

    def link(self, label: str, url: str) -> str:
        """The button is a link: it opens a page and tells the bot nothing."""
        return f"(“{label}” is a link: {url})"

    def opens(self, name: str, url: str) -> str:
        """The link by which `name` opens the page."""
        return f"{name} → {url}"

    def nothing_to_edit(self, name: str) -> str:
        """`name` has not said that many things here."""
        return f"({name} has not said that much here)"

    def nothing_said(self, name: str) -> str:
        """The line holds a speaker and no words."""
        return f"({name} said nothing)"

    def too_long(self, limit: int) -> str:
        """A message has more than `limit` characters."""
        return f"(A message has at most {limit} characters)"
