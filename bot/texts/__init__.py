"""All sentences that the bot says, a package a language; `words` picks the chat's.

The classes of a language hold sentences and nothing else; another language derives from the Chinese ones, so
that types are the same and a test can tell what was not translated.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.texts.zh.boards import Boards
from bot.texts.zh.commands import Commands
from bot.texts.zh.data import Data
from bot.texts.zh.fans import Fans
from bot.texts.zh.guide import Guide
from bot.texts.zh.hands import Hands
from bot.texts.zh.help import Help
from bot.texts.zh.labels import Labels
from bot.texts.zh.mistakes import Mistakes
from bot.texts.zh.names import Names
from bot.texts.zh.notes import Notes
from bot.texts.zh.people import People
from bot.texts.zh.play import Play
from bot.texts.zh.rules import Rules
from bot.texts.zh.sessions import Sessions
from bot.texts.zh.settings import Settings
from bot.texts.zh.web import Web


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The sentences of one language, by topic."""

    boards: Boards
    commands: Commands
    data: Data
    fans: Fans
    guide: Guide
    hands: Hands
    help: Help
    labels: Labels
    mistakes: Mistakes
    names: Names
    notes: Notes
    people: People
    play: Play
    rules: Rules
    sessions: Sessions
    settings: Settings
    web: Web


ZH = Catalogue(
    Boards(),
    Commands(),
    Data(),
    Fans(),
    Guide(),
    Hands(),
    Help(),
    Labels(),
    Mistakes(),
    Names(),
    Notes(),
    People(),
    Play(),
    Rules(),
    Sessions(),
    Settings(),
    Web(),
)
CATALOGUES: Mapping[str, Catalogue] = {"zh": ZH}


def words(lang: str) -> Catalogue:
    """The catalogue of this language, the Chinese one for a language that there is not."""
    return CATALOGUES.get(lang, ZH)
