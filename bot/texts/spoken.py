"""The Chinese words that people write to the bot; they work whatever language it answers in."""

from collections.abc import Mapping

# The words of each command, beside its Latin name.
COMMAND_WORDS: Mapping[str, tuple[str, ...]] = {
    "new": ("开局",),
    "join": ("加入",),
    "seats": ("入座",),
    "draw": ("抽风",),
    "hu": ("胡",),
    "liuju": ("流局", "黄牌"),
    "gang": ("杠",),
    "fa": ("罚",),
    "bet": ("押",),
    "unbet": ("不押",),
    "de": ("得",),
    "ok": ("齐了",),
    "dealer": ("庄",),
    "table": ("战况",),
    "log": ("流水",),
    "undo": ("撤销",),
    "redo": ("恢复",),
    "fix": ("改",),
    "insert": ("补记",),
    "sub": ("换人",),
    "penalty": ("罚分",),
    "again": ("再来",),
    "calc": ("算番",),
    "set": ("设置",),
    "end": ("结算", "结束"),
    "settle": ("谁付谁",),
    "ting": ("听",),
    "dice": ("掷骰",),
    "rules": ("规则",),
    "fan": ("番",),
    "rank": ("排行",),
    "stats": ("战绩",),
    "vs": ("对战",),
    "big": ("大牌",),
    "trend": ("走势",),
    "iam": ("我是",),
    "export": ("导出",),
    "help": ("帮助",),
}

RULESETS: Mapping[str, str] = {
    "无锡": "wuxi",
    "无锡改良": "wuxi",
    "南京": "nanjing",
    "温岭": "wenling",
}
HARD, WILD, LIABLE = "硬花", "得", "包"
ME, HAND = "我", "手"
READY = "听"
NOBODY = ("没人听", "无人听", "都没听", "没人", "无")
NOTHING = ("0", "没有", "没", "无")  # the whole answer of one who has nothing in an open hand
DRAWN = ("流局", "黄牌", "荒牌", "荒庄", "和局")
FINED = ("诈胡", "相公")
FALSE_WIN = "诈胡"
PENALTY = "罚分"
# Argument words have an English one beside them, for who does not write Chinese.
TIME_ZONE = ("时区", "timezone")
EACH = ("每家", "each")
TO = ("给", "to")
FEE = ("台费", "fee")
BY, ADVANCED = ("by", "垫"), "垫"
ALL = ("all", "全部")
ROUND_ENDING = ("风圈", "风场", "圈", "风", "场")
FLAG = ("旗", "flags")
IS = "是"
WINDS: Mapping[str, str] = {"east": "东", "south": "南", "west": "西", "north": "北"}
ROUND, OWN_WIND, DEALS = "场", "自风", "庄"  # 场南, 自风西, 庄: where a hand that is only priced is won
DISCARDS = ("点炮", "荣和", "荣", "放铳", "放炮", "抢杠胡", "抢杠")
STRANGERS = ("甲", "乙", "丙", "丁")  # 东 南 西 北 of a table that nobody sits at
CHIP, MONEY = "分", "元"
YUAN: Mapping[str, str] = {"": "1", MONEY: "1", "块": "1", "角": "0.1", "毛": "0.1", "分": "0.01"}  # in 元
START, BASE = "起始分", "底分"  # options that every ruleset has
OPTIONS: Mapping[str, str] = {"玩法": "mode", "模式": "mode"}  # what options are called besides
LENGTH_ENDING = "战"  # 半庄战 is 半庄
LENGTHS: Mapping[str, str] = {
    "east": "东风战", "half": "半庄", "full": "一庄", "open": "不限",
    **dict.fromkeys(("一圈", "1圈"), "东风战"),
    **dict.fromkeys(("两圈", "二圈", "2圈"), "半庄"),
    **dict.fromkeys(("四圈", "4圈"), "一庄"),
}  # fmt: skip
# Without one of these a message is no report, draw, penalty or answer in an open hand.
REPORT_SIGNS = "摸炮砲铳銃荣榮杠槓胡诈詐相流黄黃荒和罚罰吃碰刻手翻对對清花万萬条條索饼餅筒0-9０-９"

# What the tile picker writes.
PICKED: Mapping[str, str] = {
    "hand": "手",
    "win": "胡",
    "wild": "得=",
    "at": "@",
    "ready": READY,
    "nothing": "0",
}
LAYS_OPEN, FLOWERS = "翻", "花"
POINTS, FANS = "胡", "番"

# Leaderboards: what they go by, and of which days.
ORDERS: Mapping[str, tuple[str, ...]] = {
    "total": ("总分", "总", "total"),
    "average": ("场均", "平均", "average"),
    "rate": ("胜率", "胡率", "rate"),
}
DAYS, YEAR, MONTH = ("天", "日", "d"), "年", "月"
THIS_YEAR, THIS_MONTH = ("今年", "thisyear"), ("本月", "这个月", "thismonth")
LAST = ("末", "last")
SEASON, SEASONS = ("赛季", "season"), "春夏秋冬"  # a quarter of the year

DROP = ("删", "drop")
PRICE = "算"
LANGUAGES: Mapping[str, tuple[str, ...]] = {"zh": ("中文", "chinese"), "en": ("英文", "english")}
