"""Greeting and help: HTML."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import bold, code
from bot.texts.spoken import STRANGERS


class Help:
    """What newcomers are told."""

    topics: Mapping[str, str] = {
        "start": "开局入座",
        "hand": "报牌",
        "fix": "改错",
        "look": "看账",
        "money": "结账",
        "records": "战绩",
        "play": "玩法",
        "settings": "设置",
    }

    # What stands below the commands of a topic.
    notes: Mapping[str, str] = {
        "hand": (
            f"{bold('不写牌')}：把番说全，先后随便，番名都在 /fan\n  {code('甲 自摸 混一色 碰中 2花')}\n"
            f"{bold('写牌')}：番由我来看。手里 13 张（温岭 16 张），胡的另写，副露一副抵三张\n"
            f"  {code('甲 自摸 手 123万 456万 东东东 11饼 23条 胡4条')}\n"
            f"  {code('甲 点炮 乙 碰中 明杠东 手 123万 55饼 46条 胡5条')}\n"
            f"副露：{code('吃123万')} {code('碰中')} {code('明杠东')} {code('补杠3条')} {code('暗杠发')}；"
            f"谁喂的：{code('碰3万@乙')}\n"
            f"{bold('一炮多响')}：一条消息，一个人一行，行行写全\n"
            f"  {code('甲 点炮 丁 混一色 2花')}\n  {code('乙 点炮 丁 碰碰和 1花')}\n"
            f"{bold('说错了')}：编辑自己那条消息，账跟着改"
        ),
        "fix": f"{bold('最省事')}：编辑自己报牌的那条消息，账跟着改；没记上的，改好就记上",
    }
    strangers: Sequence[str] = STRANGERS  # at a table where nobody sits

    def greeting(self) -> str:
        return f"{bold('雀账')}，麻将桌上记账的。打完一手报一句，分、庄、谁付谁我来记，记错随时能撤。"

    def in_private(self) -> str:
        return "把我拉进你们的群，在群里 /new 开局。这里可以 /calc 算番、/rules 看规则"

    def hears_all(self) -> str:
        return f"这个群里我能看到大家说的话，直接说 {code('小明 自摸 混一色 2花')} 就行"

    def hears_commands(self) -> str:
        return (
            "这个群里我只看得到命令和对我的回复，用 /hu 报牌。"
            "想直接说话也能记：把我设成管理员，或关掉隐私模式再拉我进来"
        )

    def how_to_begin(self) -> str:
        return "开一局：/new，或点下面"

    def topics_head(self) -> str:
        return f"{bold('怎么用')}：点一个看，或 /help 报牌"

    def topic(self, title: str, lines: list[str]) -> str:
        return "\n".join([bold(title), *lines])

    def line(self, name: str, does: str, spoken: str, example: str) -> str:
        return f"/{name}{f'（{spoken}）' if spoken else ''} {does}\n  {code(example)}"

    def example_report(self, ruleset: str, winner: str, source: str) -> str:
        """A right report of this ruleset, with people of the table; by self-draw without a source."""
        fans = {"wuxi": "混一色 2花", "nanjing": "门清 混一色 硬花4", "wenling": "碰中 翻白"}[ruleset]
        return f"{winner} 点炮 {source} {fans}" if source and source != winner else f"{winner} 自摸 {fans}"

    def example_answer(self, player: str) -> str:
        """What somebody answers in wenling's open hand."""
        return f"{player} 碰3万 暗刻东"

    def example_with(self, example: str, names: Sequence[str]) -> str:
        """The example with the names of the table in the place of 甲 乙 丙 丁."""
        for stand_in, name in zip("甲乙丙丁戊", names, strict=False):
            example = example.replace(stand_in, name)
        return example
