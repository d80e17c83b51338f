"""Greeting and help: HTML."""

import re
from collections.abc import Mapping, Sequence

from bot.texts.layout import bold, code
from bot.texts.zh import help as chinese


class Help(chinese.Help):
    """What newcomers are told."""

    topics: Mapping[str, str] = {
        "start": "Begin",
        "hand": "Report",
        "fix": "Fix",
        "look": "Look",
        "money": "Settle",
        "records": "Records",
        "play": "Play",
        "settings": "Settings",
    }
    notes: Mapping[str, str] = {
        "hand": (
            f"{bold('Without writing Chinese')}\n"
            f"{code('/hu')} and tap: who, how, the fans, the flowers. "
            f"/gang, /fa, /bet and the buttons below a hand work the same way\n"
            f"Tiles can be written in Latin letters: {code('123m')} 万, {code('123s')} 条, {code('123p')} 饼, "
            f"{code('1234z')} East South West North, {code('5z')} white, {code('6z')} green, {code('7z')} red; "
            f"{code('+4s')} is the winning tile. Send them as a reply while /hu asks for fans\n"
            f"{bold('Words to copy')}\n"
            f"{code('自摸')} self-draw · {code('点炮 Bob')} Bob discarded · {code('抢杠 Bob')} robbed Bob’s kong\n"
            f"{code('吃')} chow · {code('碰')} pung · {code('明杠')} open, {code('补杠')} added, "
            f"{code('暗杠')} concealed kong · {code('暗刻')} concealed pung, each with a tile: {code('碰5m')}\n"
            f"{code('花2')} two flowers · {code('硬花4')} four hard flowers · {code('得=5m')} wild tile\n"
            "Fans, with what they mean: /fan\n"
            f"{bold('With tiles')}: the fans are found for you. 13 in hand (16 in 温岭), the winning tile apart; "
            f"a meld stands for three\n"
            f"  {code('Anna 自摸 123m 456m 111z 11p 23s +4s')}\n"
            f"  {code('Anna 点炮 Bob 碰7z 明杠1z 123m 55p 46s +5s')}\n"
            f"{code('碰3m@Bob')} says who fed it\n"
            f"{bold('Several winners')}: one message, a line each, every line complete\n"
            f"{bold('Something wrong')}: edit your own message, the entry follows"
        ),
        "fix": f"{bold('Easiest')}: edit your own report, the entry follows; one that was refused is then recorded",
    }
    strangers: Sequence[str] = ("Anna", "Bob", "Carl", "Dora")

    def greeting(self) -> str:
        return (
            f"{bold('雀账 (quezhang)')} keeps score at a mahjong table. Report each hand: "
            "chips, dealer and who pays whom are kept here, and any mistake can be undone."
        )

    def in_private(self) -> str:
        return "Add me to your group and open a session there with /new. Here: /calc prices a hand, /rules"

    def hears_all(self) -> str:
        return (
            f"In this group I can read what is said: {code('Anna 自摸 混一色 花2')} is a report. Or tap: /hu"
        )

    def hears_commands(self) -> str:
        return (
            "In this group I see only commands and replies to me; report with /hu. "
            "To report in plain words, make me an admin, or turn privacy mode off and add me again"
        )

    def how_to_begin(self) -> str:
        return "Open a session: /new, or tap below"

    def topics_head(self) -> str:
        return f"{bold('Help')}: tap a topic, or /help report"

    def topic(self, title: str, lines: list[str]) -> str:
        return "\n".join([bold(title), *lines])

    def line(self, name: str, does: str, spoken: str, example: str) -> str:
        return f"/{name}{f' ({spoken})' if spoken else ''} {does}\n  {code(example)}"

    def example_report(self, ruleset: str, winner: str, source: str) -> str:
        """A right report of this ruleset, with people of the table; by self-draw without a source."""
        fans = {"wuxi": "混一色 花2", "nanjing": "门清 混一色 硬花4", "wenling": "碰中 翻白"}[ruleset]
        return f"{winner} 点炮 {source} {fans}" if source and source != winner else f"{winner} 自摸 {fans}"

    def example_answer(self, player: str) -> str:
        """What somebody answers in wenling's open hand."""
        return f"{player} 碰3m 暗刻1z"

    def example_with(self, example: str, names: Sequence[str]) -> str:
        """The example with the names of the table in the place of Anna and the others, or of 甲 乙 丙 丁."""
        place = {stand_in: at for among in (STAND_INS, "甲乙丙丁戊") for at, stand_in in enumerate(among)}

        def named(match: re.Match[str]) -> str:
            at = place[match[0]]
            return names[at] if at < len(names) else match[0]

        return re.sub("|".join(place), named, example)


STAND_INS = (*Help.strangers, "Eve")
