"""Who is called what, and who is who. Names come as HTML; so does what is returned."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import code


class Names:
    """Names, aliases, merged records, forgotten people, the language."""

    languages: Mapping[str, str] = {"zh": "中文", "en": "English"}

    def called(self, name: str) -> str:
        return f"好，你在这里叫 {name}"

    def already(self, name: str) -> str:
        return f"你本来就是 {name}"

    def also_called(self, name: str, aliases: Sequence[str]) -> str:
        return f"{name} 也叫 {'、'.join(aliases)}" if aliases else f"{name} 没有别名"

    def alias_added(self, name: str, alias: str) -> str:
        return f"记住了，{alias} 就是 {name}"

    def alias_dropped(self, name: str, alias: str) -> str:
        return f"{name} 不叫 {alias} 了"

    def merged(self, gone: str, kept: str) -> str:
        return f"{gone} 和 {kept} 是一个人，战绩并到 {kept} 名下"

    def unmerged(self, gone: str, kept: str) -> str:
        return f"{gone} 和 {kept} 分开了"

    def forget_sure(self, name: str) -> str:
        return f"要抹掉 {name} 吗？名字、别名、账号和写过的话都不留，分数还在。抹了找不回来"

    def forgotten(self, shown: str) -> str:
        return f"抹掉了，账上剩 {shown}"

    def kept(self) -> str:
        return "那就不动"

    def language(self, lang: str) -> str:
        return f"现在说 {self.languages.get(lang, lang)}。换：{code('/lang zh')} 或 {code('/lang en')}"

    def speaks(self, lang: str) -> str:
        return f"好，以后说 {self.languages[lang]}"
