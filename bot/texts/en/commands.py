"""What each command is called in menus and help, with one example."""

from collections.abc import Mapping

from bot.texts.zh import commands
from bot.texts.zh.commands import About


class Commands(commands.Commands):
    """Every command of the table by its Latin name."""

    about: Mapping[str, About] = {
        "start": About("Say hello, see how to begin", "/start"),
        "new": About("Open a session", "/new wuxi half 底分5"),
        "join": About("Join the session", "/join"),
        "add": About("Add people without Telegram", "/add Bob Carl"),
        "seats": About("Seat East, South, West, North", "/seats Anna Bob Carl Dora"),
        "draw": About("Draw wind tiles for seats", "/draw"),
        "hu": About("Report a win", "/hu Anna 自摸 混一色 花2"),
        "liuju": About("A draw, and who was ready", "/liuju Anna Carl"),
        "gang": About("Nanjing: a kong, paid on the spot", "/gang Anna 明 Bob"),
        "fa": About("Nanjing: a fine, paid on the spot", "/fa Anna 四连"),
        "bet": About("Bet on a player", "/bet Anna 20"),
        "unbet": About("Take the bet back", "/unbet"),
        "de": About("Wenling: the wild tile of this hand", "/de 5m"),
        "ok": About("Wenling: settle, who said nothing has 0", "/ok"),
        "dealer": About(
            "Correct dealer, round, flags (deals kept in a row, less one)", "/dealer Anna east flags1"
        ),
        "table": About("Seats, dealer, chips", "/table"),
        "log": About("What was recorded, #N for one entry", "/log all"),
        "undo": About("Take an entry back", "/undo #3"),
        "redo": About("Restore an undone entry", "/redo #3"),
        "fix": About("Correct an entry", "/fix #3 Anna 点炮 Bob 混一色"),
        "insert": About("Insert a forgotten hand", "/insert #3 Anna 自摸 混一色"),
        "sub": About("Somebody takes over a seat", "/sub Anna Eve"),
        "penalty": About("Penalty, false win", "/penalty Anna 20 dropped a tile"),
        "again": About("Same people, new session", "/again"),
        "calc": About("Price a hand, record nothing", "/calc 自摸 混一色 花2 庄 场南"),
        "set": About("House rules and settings", "/set 底分 10"),
        "end": About("Settle the session", "/end fee 120 by Anna"),
        "settle": About("Who pays whom", "/settle 1=0.1"),
        "reopen": About("Reopen the session just settled", "/reopen"),
        "ting": About("What a hand waits for, and its worth", "/ting 23456789m33s678p"),
        "dice": About("Throw dice: first dealer, wall", "/dice"),
        "rules": About("The rules, page by page", "/rules scoring"),
        "fan": About("Look up a fan", "/fan half flush"),
        "rank": About("Leaderboard", "/rank average 30d"),
        "stats": About("One player's record", "/stats Anna"),
        "vs": About("Chips between two people", "/vs Anna Bob"),
        "big": About("The biggest hands", "/big"),
        "trend": About("How chips went", "/trend Anna"),
        "levels": About("Nanjing levels", "/levels 3 Apprentice Sack 200"),
        "iam": About("Claim a name as yours", "/iam Anna"),
        "alias": About("Add a nickname", "/alias Anna Annie"),
        "merge": About("Two names are one person", "/merge Ann Anna"),
        "forget": About("Erase a name, keep the chips", "/forget"),
        "lang": About("Change the language", "/lang en"),
        "export": About("All data as a file", "/export xlsx"),
        "import": About("Import data or old rankings", "/import 1 Anna 755/250=3.02 2024-10-12"),
        "help": About("How it works", "/help"),
    }
