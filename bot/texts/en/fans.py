"""What each fan means, in a sentence, and how its page is laid out. HTML comes out."""

from collections.abc import Mapping, Sequence

from bot.texts.en.terms import FANS, bold_term, english, several, terms
from bot.texts.layout import bold, code
from bot.texts.zh import fans
from core.ruleset import FLOWER, MULTIPLIER

WUXI: Mapping[str, str] = {
    "八仙过海": "One player drew all eight flowers: a win at once, whatever the hand is",
    "大三元": "Pungs of red, green and white dragons; kongs count too",
    "大四喜": "Pungs of all four winds",
    "绿一色": "Only 2, 3, 4, 6, 8 of 条 and the green dragon, seven pairs too. "
    "Without the green dragon the full flush is added",
    "十三幺": "1 and 9 of each suit and the seven honors, one each, and one of them twice; nothing melded",
    "九莲宝灯": "Nothing melded, first 1112345678999 of a suit, then any tile of that suit wins",
    "天和": "The dealer has won once the flowers are replaced; only concealed kongs are allowed",
    "地和": "A non-dealer is ready from the deal and wins on the first own draw; "
    "what others meld does not matter, the winner has melded nothing",
    "小四喜": "Three winds are pungs, the fourth is the pair",
    "小三元": "Two dragons are pungs, the third is the pair",
    "字一色": "Four pungs and a pair, all of honors",
    "混幺九": "Four pungs and a pair of 1s, 9s and honors, at least one 1 or 9 among them",
    "清一色": "One suit only; seven pairs too",
    "七对子": "Seven pairs; four alike are two pairs; nothing melded",
    "杠上开花": "The tile drawn after a kong wins; the tile drawn for a flower does not count",
    "三风刻": "Exactly three pungs of winds",
    "三色同刻": "Pungs of one number in all three suits",
    "三色同顺": "Chows of the same numbers in all three suits",
    "清龙": "123, 456 and 789 of one suit",
    "混一色": "One suit with honors, both of them",
    "碰碰和": "Four pungs or kongs, no chow",
    "大吊车": "All four sets melded, one tile in hand waits for the pair; "
    "all concealed kongs count too, by self-draw or on a discard",
    "双箭刻": "Exactly two pungs of dragons",
    "五门齐": "All three suits, a wind and a dragon",
    "自摸": "The winning tile was drawn by the winner; all three pay",
    "点炮": "Won on a discard; the discarder alone pays. Robbing a kong counts as this, whoever is robbed pays",
    "门前清": "No chow, pung, open or added kong; a concealed kong is allowed, by self-draw or on a discard",
    "断幺九": "No 1, 9 or honor in the hand",
    "全带幺": "A 1, a 9 or an honor in every set and in the pair",
    "平和": "Four chows, melded ones too, a pair of a suit, "
    "and a winning tile that fits a chow open at both ends: not 12 for 3, not 89 for 7",
    "一杯口": "Two identical chows; two such pairs count twice",
    "场风牌": "A pung of the round’s wind",
    "自风牌": "A pung of the own wind; both count if it is the round’s too",
}

NANJING: Mapping[str, str] = {
    "双七对": "Seven pairs, and the winning tile makes four alike",
    "风一色": "Winds only: as seven pairs, or with four pungs by way of liability",
    "七对": "Seven pairs, nothing melded",
    "天胡": "The dealer has won after the first round of flowers, only by self-draw",
    "清一色": "One suit only",
    "全球独钓": "Four pungs or kongs melded, one tile in hand waits for the pair; "
    "there is no chow, so 对对胡 always counts with it",
    "对对胡": "Four pungs or kongs, and a pair",
    "混一色": "One suit with winds, both of them",
    "地胡": "A non-dealer is ready after the first round of flowers, says so at once, "
    "and discards every tile drawn until the win",
    "无花果": "No hard flower at all; soft flowers do not matter",
    "压绝": "The last tile of its kind wins: the other three are somebody’s pung, and it fills a closed or an edge "
    "wait. Robbing a kong of such a tile counts by itself",
    "门清": "No pung, no added kong; an open kong straight from a discard and concealed kongs are allowed",
    "小杠开": "The tile drawn for a flower wins",
    "海底捞": "A win within the last two stacks, by self-draw or on a discard",
    "花杠开": "The tile drawn after completing a flower kong wins; multiplies the whole",
    "大杠开": "The tile drawn after a kong wins; multiplies the whole",
    "压档": "One tile only is waited for, between two others, such as 4 and 6 for 5",
    "边枝": "One tile only is waited for, 12 for 3 or 89 for 7",
    "独占": "One tile only is waited for, as the pair",
    "缺一": "Exactly one of the three suits is missing",
}

WENLING: Mapping[str, str] = {
    "腊子": "One of these wins at the cap, whatever else is in hand: 三得, 四白, 四中, 四发, 四花, 四门风, 天胡",
    "四风全齐": "All four winds: three or more as pungs, the fourth as a pung or the pair",
    "清一色": "One suit, no honors; wild tiles count as that suit",
    "混一色": "One suit with honors; honors alone do not count",
    "对对胡": "Five pungs",
    "旁胡": "Five chows, melded ones too; the pair is not 中, 发 or the seat wind",
    "无得": "No wild tile among the seventeen",
    "双得": "Exactly two wild tiles among the seventeen",
    "得还原": "One wild tile only, and it stands for itself",
    "自摸得": "The winning tile was drawn and is a wild tile",
    "抢杠": "Won on the tile that another adds to a kong",
    "杠上开花": "The tile drawn after a kong wins; the tile drawn for a special tile counts too",
    "翻中": "Each 中 laid open on the table; counts without winning too",
    "翻发": "Each 发 laid open on the table; counts without winning too",
    "翻白": "Each 白 laid open on the table; counts without winning too",
    "本花": "Each own flower laid open: East 春梅, South 夏兰, West 秋竹, North 冬菊; counts without winning too",
    "红中": "A pung or kong of 中, wild tiles may help; counts without winning too",
    "发财": "A pung or kong of 发, wild tiles may help; counts without winning too",
    "门风": "A pung or kong of the own seat wind, wild tiles may help; counts without winning too",
    "单吊": "The winning tile makes the pair",
    "靠柄": "The winning tile is the 3 to 12 or the 7 to 89",
    "嵌档": "The winning tile goes between two others",
    "三得": "Three wild tiles have been in hand",
    "四白": "All four 白 laid open",
    "四中": "All four 中 in hand, as a concealed kong, or laid open; not as an open or added kong",
    "四发": "All four 发 in hand, as a concealed kong, or laid open; not as an open or added kong",
    "四花": "All four of 春夏秋冬 or of 梅兰竹菊 laid open",
    "四门风": "All four own seat winds in hand or as a concealed kong; not as an open or added kong",
    "天胡": "The dealer has won with the seventeen tiles of the deal",
}


class Fans(fans.Fans):
    """Fans by ruleset and name; what stands on the page of one, and the list of all."""

    meanings: Mapping[str, Mapping[str, str]] = {"wuxi": WUXI, "nanjing": NANJING, "wenling": WENLING}
    glosses: Mapping[str, str] = FANS
    units: Mapping[str, str] = {"wuxi": "fan", "nanjing": "flowers", "wenling": "fan"}

    def value(self, ruleset: str, counts: str, value: int) -> str:
        """What a row is worth: its fans, the flowers or points that it is, or what it multiplies by."""
        if counts == MULTIPLIER:
            return f"×{value}"
        if not value:
            return "cap"
        if counts == FLOWER:
            return several(value, "soft flower") if ruleset == "nanjing" else several(value, "point")
        return f"{value} {self.units[ruleset]}"

    def head(self, name: str, value: str, ruleset: str) -> str:
        return f"{bold_term(name)} · {value} · {english(ruleset)}"

    def title(self, name: str, value: str) -> str:
        return f"{name} ({FANS[name]}) · {value}"

    def aliases(self, names: Sequence[str]) -> str:
        return f"Also: {', '.join(names)}"

    def drops(self, names: Sequence[str]) -> str:
        return f"Not counted beside it: {terms(names)}"

    def implied(self, names: Sequence[str]) -> str:
        return f"Nor, where implied fans do not count: {terms(names)}"

    def dropped_by(self, names: Sequence[str]) -> str:
        return f"Not counted beside: {terms(names)}"

    def clashes(self, names: Sequence[str]) -> str:
        return f"Never together with: {terms(names)}"

    def example(self, report: str) -> str:
        return f"e.g. {code(report)}"

    def list_head(self, ruleset: str) -> str:
        return f"{bold(f'Fans · {english(ruleset)}')}\nTap a name to copy it, a value for what each means"

    def group(self, value: str, names: Sequence[str]) -> str:
        return f"{bold(value)}: {', '.join(f'{code(name)} {FANS[name]}' for name in names)}"

    def group_head(self, value: str, ruleset: str) -> str:
        return bold(f"{value} · {english(ruleset)}")

    def line(self, name: str, meaning: str) -> str:
        return f"{bold_term(name)}: {meaning}"

    def how(self) -> str:
        return f"One fan: {code('/fan 清一色')} or {code('/fan full flush')}"
