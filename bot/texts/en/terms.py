"""What rulebook words mean: they stay Chinese, as on the tiles and in reports, with the meaning beside them."""

from collections.abc import Iterable, Mapping

from bot.texts.layout import bold

FANS: Mapping[str, str] = {
    "八仙过海": "eight flowers",
    "大三元": "big three dragons",
    "大四喜": "big four winds",
    "绿一色": "all green",
    "十三幺": "thirteen orphans",
    "九莲宝灯": "nine gates",
    "天和": "heavenly hand",
    "地和": "earthly hand",
    "小四喜": "little four winds",
    "小三元": "little three dragons",
    "字一色": "all honors",
    "混幺九": "terminals and honors",
    "清一色": "full flush",
    "七对子": "seven pairs",
    "杠上开花": "kong replacement",
    "三风刻": "three wind pungs",
    "三色同刻": "triple pung",
    "三色同顺": "triple chow",
    "清龙": "pure straight",
    "混一色": "half flush",
    "碰碰和": "all pungs",
    "大吊车": "all melded",
    "双箭刻": "two dragon pungs",
    "五门齐": "all five types",
    "自摸": "self-draw",
    "点炮": "discard",
    "门前清": "concealed hand",
    "断幺九": "all simples",
    "全带幺": "outside hand",
    "平和": "all chows",
    "一杯口": "double chow",
    "场风牌": "round wind",
    "自风牌": "seat wind",
    "双七对": "double seven pairs",
    "风一色": "all winds",
    "七对": "seven pairs",
    "天胡": "heavenly hand",
    "全球独钓": "all melded",
    "对对胡": "all pungs",
    "地胡": "earthly hand",
    "无花果": "no hard flowers",
    "压绝": "last of its kind",
    "门清": "concealed hand",
    "小杠开": "flower replacement",
    "海底捞": "last tiles",
    "花杠开": "flower kong replacement",
    "大杠开": "kong replacement",
    "压档": "closed wait",
    "边枝": "edge wait",
    "独占": "pair wait",
    "缺一": "one suit short",
    "腊子": "limit hand",
    "四风全齐": "all four winds",
    "旁胡": "all chows",
    "无得": "no wild tile",
    "双得": "two wild tiles",
    "得还原": "wild as itself",
    "自摸得": "wild tile drawn",
    "抢杠": "robbing a kong",
    "翻中": "red laid open",
    "翻发": "green laid open",
    "翻白": "white laid open",
    "本花": "own flower",
    "红中": "red dragon",
    "发财": "green dragon",
    "门风": "seat wind",
    "单吊": "pair wait",
    "靠柄": "edge wait",
    "嵌档": "closed wait",
    "三得": "three wild tiles",
    "四白": "four white",
    "四中": "four red",
    "四发": "four green",
    "四花": "four flowers",
    "四门风": "four seat winds",
}
MELDS: Mapping[str, str] = {
    "吃": "chow",
    "碰": "pung",
    "明杠": "open kong",
    "补杠": "added kong",
    "暗杠": "concealed kong",
    "暗刻": "concealed pung",
    "对": "pair",
    "翻": "laid open",
    "杠": "kong",
}
SPOTS: Mapping[str, str] = {
    "花杠": "flower kong",
    "四连": "four in a row",
    "跟牌": "followed",
    "逃跑": "left early",
    "现场汇": "paid on the spot",
    "诈胡": "false win",
    "相公": "wrong number of tiles",
}
LEVELS: Mapping[str, str] = {"待业": "out of work", "麻袋": "sack", "临时工": "temp"}  # those of the document
COUNTED: Mapping[str, str] = {
    "底": "base",
    "花牌": "flower tiles",
    "花": "flowers",
    "硬花": "hard flowers",
    "软花": "soft flowers",
    "番": "fan",
    "胡": "points",
    "得": "wild tile",
    "包": "liable player",
}
OPTIONS: Mapping[str, str] = {
    "底分": "base stake",
    "起始分": "starting chips",
    "自风": "seat winds",
    "点胡成刻": "pung won on a discard",
    "隐含番": "implied fans",
    "七对字一色": "seven pairs of honors",
    "一炮多响": "several winners",
    "押注上限": "bet limit",
    "改账": "who may amend",
    "比下胡翻倍": "double when the dealer stays",
    "结算": "settling",
    "时区": "time zone",
    "固定": "fixed",
    "轮转": "rotating",
    "明": "open",
    "暗": "concealed",
    "计": "counted",
    "不计": "not counted",
    "是": "yes",
    "否": "no",
    "记账人": "who recorded",
    "所有人": "everybody",
    "小闹": "with flowers",
    "常规": "no flowers",
    "平搓": "plain",
    "庄家翻倍": "dealer doubled",
    "闲家减半": "others halved",
}
# Read as English alone: nobody has to type them, there is a button for each.
NAMES: Mapping[str, str] = {
    "无锡改良麻将": "Wuxi mahjong",
    "南京麻将": "Nanjing mahjong",
    "温岭麻将": "Wenling mahjong",
    "无锡": "Wuxi",
    "南京": "Nanjing",
    "温岭": "Wenling",
    "东风战": "East round",
    "半庄": "half game",
    "一庄": "full game",
    "不限": "open end",
    "东": "East",
    "南": "South",
    "西": "West",
    "北": "North",
}
GLOSSES: Mapping[str, str] = {**COUNTED, **OPTIONS, **SPOTS, **LEVELS, **MELDS, **FANS}


def english(name: str) -> str:
    """A ruleset, a length or a wind in English."""
    return NAMES.get(name, name)


def term(name: str) -> str:
    """混一色 (half flush): a rulebook word with what it means; any other word as it is."""
    return f"{name} ({GLOSSES[name]})" if name in GLOSSES else name


def short(name: str) -> str:
    """混一色 half flush: the same where there is little room."""
    return f"{name} {GLOSSES[name]}" if name in GLOSSES else name


def bold_term(name: str) -> str:
    """The same with the word itself in bold."""
    return f"{bold(name)} ({GLOSSES[name]})" if name in GLOSSES else bold(name)


def terms(names: Iterable[str]) -> str:
    return ", ".join(map(term, names))


def listed(names: Iterable[str]) -> str:
    """Anna, Bob and Carl."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def several(number: int, one: str, many: str = "") -> str:
    """1 hand, 2 hands."""
    return f"{number} {one if number == 1 else many or one + 's'}"
