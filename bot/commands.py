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

    `admin`: whoever administers the group may do more with it, so that has to be asked of Telegram first;
    `hearing`: it tells whether the bot may read plain text; `file`: it takes a document.
    """

    name: str
    handle: Handler
    topic: str
    admin: bool = False
    hearing: bool = False
    file: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("start", helping.start, "start", hearing=True),
    Command("new", opening.new, "start"),
    Command("join", joining.join, "start"),
    Command("add", joining.add, "start", admin=True),
    Command("seats", seating.seats, "start", admin=True),
    Command("draw", seating.draw, "start", admin=True),
    Command("hu", recording.by_command, "hand", admin=True),
    Command("liuju", recording.by_command, "hand", admin=True),
    Command("gang", recording.by_command, "hand", admin=True),
    Command("fa", recording.by_command, "hand", admin=True),
    Command("penalty", recording.by_command, "hand", admin=True),
    Command("bet", bets.bet, "hand", admin=True),
    Command("unbet", bets.unbet, "hand", admin=True),
    Command("de", recording.by_command, "hand", admin=True),
    Command("ok", recording.settle_open, "hand", admin=True),
    Command("undo", amending.undo, "fix", admin=True),
    Command("redo", amending.redo, "fix", admin=True),
    Command("fix", amending.fix, "fix", admin=True),
    Command("insert", amending.insert, "fix", admin=True),
    Command("dealer", recording.by_command, "fix", admin=True),
    Command("sub", recording.by_command, "fix", admin=True),
    Command("table", looking.table, "look"),
    Command("log", looking.log, "look"),
    Command("end", closing.end, "money", admin=True),
    Command("settle", settling.settle, "money", admin=True),
    Command("reopen", closing.reopen, "money", admin=True),
    Command("again", opening.again, "start"),
    Command("calc", pricing.calc, "play"),
    Command("set", settings.change, "settings", admin=True),
    Command("ting", waits.ting, "play"),
    Command("dice", dice.dice, "play"),
    Command("rules", rules.rules, "play"),
    Command("fan", rules.fan, "play"),
    Command("rank", standings.rank, "records"),
    Command("stats", standings.stats, "records"),
    Command("vs", standings.versus, "records"),
    Command("big", standings.big, "records"),
    Command("trend", standings.trend, "records"),
    Command("levels", levels.levels, "records", admin=True),
    Command("iam", naming.iam, "settings"),
    Command("alias", naming.alias, "settings", admin=True),
    Command("merge", naming.merge, "settings", admin=True),
    Command("forget", naming.forget, "settings", admin=True),
    Command("lang", naming.lang, "settings", admin=True),
    Command("export", data.export_all, "records"),
    Command("import", data.import_all, "records", admin=True, file=True),
    Command("help", helping.show, "settings"),
)
BY_NAME = {command.name: command for command in COMMANDS}
