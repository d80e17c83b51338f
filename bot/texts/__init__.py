"""All sentences that the bot says, a package a language; `words` picks the chat's.

The classes of a language hold sentences and nothing else; another language derives from the Chinese ones, so
that types are the same and a test can tell what was not translated.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.texts.en import boards as en_boards
from bot.texts.en import commands as en_commands
from bot.texts.en import data as en_data
from bot.texts.en import fans as en_fans
from bot.texts.en import guide as en_guide
from bot.texts.en import hands as en_hands
from bot.texts.en import help as en_help
from bot.texts.en import labels as en_labels
from bot.texts.en import mistakes as en_mistakes
from bot.texts.en import names as en_names
from bot.texts.en import notes as en_notes
from bot.texts.en import people as en_people
from bot.texts.en import play as en_play
from bot.texts.en import rules as en_rules
from bot.texts.en import sessions as en_sessions
from bot.texts.en import settings as en_settings
from bot.texts.en import terminal as en_terminal
from bot.texts.en import web as en_web
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
from bot.texts.zh.terminal import Terminal
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
    terminal: Terminal
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
    Terminal(),
    Web(),
)
EN = Catalogue(
    en_boards.Boards(),
    en_commands.Commands(),
    en_data.Data(),
    en_fans.Fans(),
    en_guide.Guide(),
    en_hands.Hands(),
    en_help.Help(),
    en_labels.Labels(),
    en_mistakes.Mistakes(),
    en_names.Names(),
    en_notes.Notes(),
    en_people.People(),
    en_play.Play(),
    en_rules.Rules(),
    en_sessions.Sessions(),
    en_settings.Settings(),
    en_terminal.Terminal(),
    en_web.Web(),
)
CATALOGUES: Mapping[str, Catalogue] = {"zh": ZH, "en": EN}


def words(lang: str) -> Catalogue:
    """The catalogue of this language, the Chinese one for a language that there is not."""
    return CATALOGUES.get(lang, ZH)
