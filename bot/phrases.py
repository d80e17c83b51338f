"""The pieces that people's texts are made of: names, numbers, the number of an entry."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.texts import spoken
from core.errors import Mistake, Problem
from core.hand import Player
from core.notation import fold
from core.roster import Roster
from core.ruleset import Options, Ruleset
from core.state import State


class Unread(Mistake):
    """Arguments that do not read. After a Latin command that is told, after a plain word it was talk."""


def unread(code: str, **data: Any) -> Unread:
    return Unread((Problem("unreadable", code, data),))


@dataclass(frozen=True, slots=True)
class Frame:
    """What a text is read against: the rules, the table, everybody's names, and who speaks."""

    ruleset: Ruleset
    options: Options
    state: State
    roster: Roster
    me: Player | None = None


def words_of(text: str) -> list[str]:
    """The pieces of a text, punctuation taken as space."""
    return fold(text).split()


def player(text: str, frame: Frame) -> Player:
    """Who is meant; 我 is the one who speaks."""
    if text == spoken.ME and frame.me is not None:
        return frame.me
    try:
        return frame.roster.find(text)
    except Mistake as wrong:
        raise Unread(wrong.problems) from wrong


def players(text: str, frame: Frame) -> list[Player]:
    """Everybody named in a text, in order; names with blanks are found before the text is split."""
    found, rest = [], fold(text)
    while rest := rest.strip():
        name = next(
            (n for n in frame.roster.spellings if rest.startswith(n) and rest[len(n) :][:1] in ("", " ")),
            None,
        )
        piece = name or rest.split()[0]
        found.append(player(piece, frame))
        rest = rest[len(piece) :]
    return found


def first_player(text: str, frame: Frame) -> tuple[Player, str]:
    """The player a text begins with, and the rest."""
    folded = fold(text).strip()
    for name in frame.roster.spellings:
        if folded.startswith(name) and folded[len(name) :][:1] in ("", " "):
            return player(name, frame), folded[len(name) :].strip()
    piece, _, rest = folded.partition(" ")
    if not piece:
        raise unread("missing_arguments")
    return player(piece, frame), rest.strip()


def whole_number(text: str) -> int:
    """A plain number of at most nine digits."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise unread("bad_arguments", piece=text)
    return int(text)


def require_whole(text: str) -> None:
    """Refuses amounts such as 1.5: chips are whole."""
    if fraction := re.search(r"\d+[.．]\d+", text):
        raise unread("not_whole", piece=fraction[0])


def entry_number(text: str) -> tuple[int | None, str]:
    """`#3 …` or `3 …`: the number of an entry, if the text begins with one, and the rest."""
    match = re.match(r"#?\s*(\d{1,9})(?:\s+|$)", fold(text))
    if match is None:
        return None, text.strip()
    # the rest is taken from the text itself, so that several lines stay several lines
    rest = re.sub(r"^\s*[#＃]?\s*\d{1,9}\s*", "", text, count=1)
    return int(match[1]), rest


def each_name(text: str) -> Sequence[str]:
    """The new names in a text: parted by commas if there are any, else by blanks."""
    parts = re.split(r"[,，、;；\n]" if re.search(r"[,，、;；]", text) else r"\s+", text)
    return [part.strip() for part in parts if part.strip()]
