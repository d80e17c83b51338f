"""The table of commands: it registers handlers and fills Telegram's menu, /help and the README's list.

What a command is called in menus, its example and its Chinese words stand in `bot.texts`.
"""

from dataclasses import dataclass

from bot.dispatch import Handler
from bot.handlers import (
    amending,
    bets,
    closing,
    data,
    dice,
    helping,
    joining,
    levels,
    looking,
    naming,
    opening,
    pricing,
    recording,
    rules,
    seating,
    settings,
    settling,
    standings,
    waits,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its Latin name, what carries it out, its topic in /help.

    `hearing`: it tells whether the bot may read plain text; `file`: it takes a document.
    """

    name: str
    handle: Handler
    topic: str
    hearing: bool = False
    file: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("start", helping.start, "start", hearing=True),
    Command("new", opening.new, "start"),
    Command("join", joining.join, "start"),
    Command("add", joining.add, "start"),
    Command("seats", seating.seats, "start"),
    Command("draw", seating.draw, "start"),
    Command("hu", recording.by_command, "hand"),
    Command("liuju", recording.by_command, "hand"),
    Command("gang", recording.by_command, "hand"),
    Command("fa", recording.by_command, "hand"),
    Command("penalty", recording.by_command, "hand"),
    Command("bet", bets.bet, "hand"),
    Command("unbet", bets.unbet, "hand"),
    Command("de", recording.by_command, "hand"),
    Command("ok", recording.settle_open, "hand"),
    Command("undo", amending.undo, "fix"),
    Command("redo", amending.redo, "fix"),
    Command("fix", amending.fix, "fix"),
    Command("insert", amending.insert, "fix"),
    Command("dealer", recording.by_command, "fix"),
    Command("sub", recording.by_command, "fix"),
    Command("table", looking.table, "look"),
    Command("log", looking.log, "look"),
    Command("end", closing.end, "money"),
    Command("settle", settling.settle, "money"),
    Command("reopen", closing.reopen, "money"),
    Command("again", opening.again, "start"),
    Command("calc", pricing.calc, "play"),
    Command("set", settings.change, "settings"),
    Command("ting", waits.ting, "play"),
    Command("dice", dice.dice, "play"),
    Command("rules", rules.rules, "play"),
    Command("fan", rules.fan, "play"),
    Command("rank", standings.rank, "records"),
    Command("stats", standings.stats, "records"),
    Command("vs", standings.versus, "records"),
    Command("big", standings.big, "records"),
    Command("trend", standings.trend, "records"),
    Command("levels", levels.levels, "records"),
    Command("iam", naming.iam, "settings"),
    Command("alias", naming.alias, "settings"),
    Command("merge", naming.merge, "settings"),
    Command("forget", naming.forget, "settings"),
    Command("lang", naming.lang, "settings"),
    Command("export", data.export_all, "records"),
    Command("import", data.import_all, "records", file=True),
    Command("help", helping.show, "settings"),
)
BY_NAME = {command.name: command for command in COMMANDS}
