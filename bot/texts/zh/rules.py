"""The rulebook as pages for a phone: topics, how a page is laid out, what house rules do. HTML comes out."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import bold
from bot.texts.zh import rules_nanjing, rules_wenling, rules_wuxi


class Rules:
    """`pages`: by ruleset and topic, with figures left open. `fans`, `examples`, `house` are made of tables."""

    pages: Mapping[str, Mapping[str, str]] = {
        "wuxi": rules_wuxi.PAGES,
        "nanjing": rules_nanjing.PAGES,
        "wenling": rules_wenling.PAGES,
    }
    topics: Mapping[str, str] = {
        "tiles": "牌",
        "seats": "座位和庄",
        "deal": "抓牌",
        "wild": "得和特殊牌",
        "calls": "吃碰杠",
        "flowers": "花",
        "win": "怎样能胡",
        "draws": "流局",
        "liability": "谁付、包牌",
        "bought": "承包胡",
        "spots": "现场汇",
        "fans": "番种",
        "points": "胡头",
        "count": "算分",
        "settle": "结算",
        "examples": "例子",
        "report": "怎么报",
        "house": "自家规矩",
        "bets": "押宝",
        "board": "排行",
        "levels": "级别",
    }
    _house: Mapping[str, Mapping[str, str]] = {
        "wuxi": rules_wuxi.HOUSE,
        "nanjing": rules_nanjing.HOUSE,
        "wenling": rules_wenling.HOUSE,
    }
    _everywhere: Mapping[str, str] = {
        "底分": "最小的筹码",
        "起始分": "每人开局的筹码",
        "押注上限": "一次最多押多少，0 不限",
        "诈胡": "诈胡给另外三家各多少，0 是起始分的十分之一",
        "改账": "谁能改别人记的",
    }

    contents, back = "目录", "返回"

    def effect(self, ruleset: str, option: str) -> str:
        """What a house rule does."""
        return self._house[ruleset].get(option) or self._everywhere[option]

    def which(self) -> str:
        return "看哪种的规则？"

    def index(self, ruleset: str) -> str:
        return f"{bold(ruleset)}的规则，点一个看"

    def page(self, ruleset: str, topic: str, text: str) -> str:
        return f"{bold(f'{self.topics[topic]} · {ruleset}')}\n{text.strip()}"

    def option(self, name: str, choices: str, effect: str, here: str | None) -> str:
        """A house rule: the document's reading first; `here` is what counts in this group, if it differs."""
        return f"{bold(name)} {choices}" + (f"（这里是{here}）" if here else "") + f"\n  {effect}"

    def choices(self, values: Sequence[str]) -> str:
        return "、".join([bold(values[0]), *values[1:]]) if len(values) > 1 else values[0]

    def how_to_set(self) -> str:
        return "排在前头的是规则原来的。改：/set 底分 10，从下一局起"

    def level(self, level: int, name: str, rank: str | None, points: int | None) -> str:
        """A rung of the ladder, and how many points lead from it to the next."""
        up = f"，再赢 {points} 升级" if points is not None else ""
        return f"{level} 级 {name}" + (f"（{rank}）" if rank else "") + up

    def fans_head(self, ruleset: str) -> str:
        return f"{bold(f'番种 · {ruleset}')}\n番都加在一起；点一组看每一样"
