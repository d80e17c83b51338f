"""What each fan means, in a sentence, and how its page is laid out. HTML comes out."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import bold, code
from core.ruleset import FLOWER, MULTIPLIER

WUXI: Mapping[str, str] = {
    "八仙过海": "八张花都让一个人摸到了，手里是什么牌都行，当场胡",
    "大三元": "中、发、白三副刻子都有，杠也算",
    "大四喜": "东南西北四副刻子齐了",
    "绿一色": "整手只用 2、3、4、6、8 条和发，七对也行；一张发都没有，清一色照样另加",
    "十三幺": "三门的 1 和 9、七种字牌，一样一张，再配一张成对；一副都不能亮",
    "九莲宝灯": "不亮牌，先攒出一门的 1112345678999，再胡这一门的任意一张",
    "天和": "庄家拿好牌、补完花就已经成了；只许有暗杠",
    "地和": "闲家上手就听，头一回自己摸就胡；别人中间吃碰不碍事，自己什么都不能亮",
    "小四喜": "三种风是刻子，剩下那种风做将",
    "小三元": "中发白里两种是刻子，剩下那种做将",
    "字一色": "四副刻子和将全是字牌",
    "混幺九": "四副刻子和将只用 1、9 和字牌，至少带一个 1 或 9",
    "清一色": "整手就一门数牌，七对也行",
    "七对子": "七个对子，四张一样的可以当两对；一副都不能亮",
    "杠上开花": "杠完补上来的那张自摸胡了，补花补来的不算",
    "三风刻": "风牌的刻子不多不少三副",
    "三色同刻": "万、条、饼各有一副同样数字的刻子",
    "三色同顺": "万、条、饼各有一副同样数字的顺子",
    "清龙": "一门里 123、456、789 三副顺子连成一条",
    "混一色": "一门数牌加字牌，两样都得有",
    "碰碰和": "四副都是刻子或杠，没有顺子",
    "大吊车": "四副都吃碰杠到桌上，手里一张等将；全是暗杠也行，点炮自摸都行",
    "双箭刻": "中发白里不多不少两副刻子",
    "五门齐": "万、条、饼、风、箭，五样牌一样不缺",
    "自摸": "胡的那张是自己摸的，三家都付",
    "点炮": "胡别人打出来的，打的人一个人付；抢杠也算，被抢的人付",
    "门前清": "没有吃、碰、明杠、补杠；暗杠不碍事，点炮自摸都行",
    "断幺九": "整手没有 1、9 和字牌",
    "全带幺": "每一副和将里都有 1、9 或字牌",
    "平和": "四副顺子（吃来的也行），数牌做将，胡的那张接在两头都能进的顺子上：12 等 3、89 等 7 不算",
    "一杯口": "两副一模一样的顺子；这样的有两组就算两次",
    "场风牌": "这一圈的风成了刻子",
    "自风牌": "自己座位的风成了刻子；和场风同一种时两个都算",
}

NANJING: Mapping[str, str] = {
    "双七对": "七对，胡的那张正好凑成四张一样的",
    "风一色": "整手只有东南西北：七对，或者靠承包碰杠出四副风",
    "七对": "七个对子，一副都不亮",
    "天胡": "庄家补完头一轮花就成了，只能自摸",
    "清一色": "整手就一门数牌",
    "全球独钓": "四副都碰杠到桌上，手里一张等将；没有吃，所以对对胡一定跟着算",
    "对对胡": "四副刻子或杠，加一对将",
    "混一色": "一门数牌加风，两样都得有",
    "地胡": "闲家补完头一轮花就听，当场报听，以后摸什么打什么，一直到胡",
    "无花果": "一张硬花都没有，软花不碍事",
    "压绝": "胡的是这种牌的最后一张：另外三张被一家碰在桌上，而你正好嵌张或边张等它；抢杠抢到这样的牌自动算",
    "门清": "没碰、没补杠；别人打来直接明杠、自己暗杠，都还算门清",
    "小杠开": "补花补上来的那张自摸胡了",
    "海底捞": "最后两墩里胡的，点炮自摸都算",
    "花杠开": "凑齐一副花杠，补上来的那张胡了，总花数乘上去",
    "大杠开": "杠完补上来的那张胡了，总花数乘上去",
    "压档": "只听一张，嵌在两张中间，如 4、6 等 5",
    "边枝": "只听一张，12 等 3 或 89 等 7",
    "独占": "只听一张，等的是将",
    "缺一": "万条饼里正好少一门",
}

WENLING: Mapping[str, str] = {
    "腊子": "凑到这些里的一样，剩下是什么牌都行，直接按封顶算：三得、四白、四中、四发、四花、四门风、天胡",
    "四风全齐": "东南西北都有：三种以上是刻子，第四种是刻子或者将",
    "清一色": "整手就一门数牌，没有字；得算成这一门",
    "混一色": "一门数牌加字牌；全是字不算",
    "对对胡": "五副都是刻子",
    "旁胡": "五副都是顺子（吃来的也行），将不能是中、发、门风",
    "无得": "十七张里没有得",
    "双得": "十七张里正好两张得",
    "得还原": "只有一张得，而且它就当它自己",
    "自摸得": "自己摸来胡的那张就是得",
    "抢杠": "抢别人补杠的那张胡",
    "杠上开花": "杠完补上来的那张自摸胡了；翻出特殊牌自动补的也算",
    "翻中": "亮在桌上的中，一张一次；没胡的也算",
    "翻发": "亮在桌上的发，一张一次；没胡的也算",
    "翻白": "亮在桌上的白，一张一次；没胡的也算",
    "本花": "亮在桌上的自家花，一张一次：东家春梅，南家夏兰，西家秋竹，北家冬菊；没胡的也算",
    "红中": "中成了刻子或杠，得可以帮忙；没胡的也算",
    "发财": "发成了刻子或杠，得可以帮忙；没胡的也算",
    "门风": "自己的门风成了刻子或杠，得可以帮忙；没胡的也算",
    "单吊": "胡的那张凑成将",
    "靠柄": "胡的那张是 12 等的 3，或 89 等的 7",
    "嵌档": "胡的那张嵌在两张中间",
    "三得": "手里到过三张得",
    "四白": "四张白都亮在桌上",
    "四中": "四张中都在手里、暗杠了，或都亮在桌上；明杠补杠不算",
    "四发": "四张发都在手里、暗杠了，或都亮在桌上；明杠补杠不算",
    "四花": "春夏秋冬或梅兰竹菊亮齐四张",
    "四门风": "四张自家门风都在手里或暗杠了；明杠补杠不算",
    "天胡": "庄家十七张上手就成了",
}


class Fans:
    """Fans by ruleset and name; what stands on the page of one, and the list of all."""

    meanings: Mapping[str, Mapping[str, str]] = {"wuxi": WUXI, "nanjing": NANJING, "wenling": WENLING}
    glosses: Mapping[str, str] = {}  # what a name means, where that is no name itself
    units: Mapping[str, str] = {"wuxi": "番", "nanjing": "花", "wenling": "番"}

    def value(self, ruleset: str, counts: str, value: int) -> str:
        """What a row is worth: its fans, the flowers or points that it is, or what it multiplies by."""
        if counts == MULTIPLIER:
            return f"×{value}"
        if not value:
            return "封顶"
        if counts == FLOWER:
            return f"软花{value}" if ruleset == "nanjing" else f"{value}胡"
        return f"{value}{self.units[ruleset]}"

    def head(self, name: str, value: str, ruleset: str) -> str:
        return f"{bold(name)} {value} · {ruleset}"

    def title(self, name: str, value: str) -> str:
        """Above the picture of a fan."""
        return f"{name} {value}"

    def aliases(self, names: Sequence[str]) -> str:
        return f"也叫：{'、'.join(names)}"

    def drops(self, names: Sequence[str]) -> str:
        return f"有它就不计：{'、'.join(names)}"

    def implied(self, names: Sequence[str]) -> str:
        return f"说好隐含番不计的话，还不计：{'、'.join(names)}"

    def dropped_by(self, names: Sequence[str]) -> str:
        return f"有这些就不计它：{'、'.join(names)}"

    def clashes(self, names: Sequence[str]) -> str:
        return f"不会一起有：{'、'.join(names)}"

    def example(self, report: str) -> str:
        return f"例：{code(report)}"

    def list_head(self, ruleset: str) -> str:
        return f"{bold(ruleset)}的番，点一个看细的"

    def group(self, value: str, names: Sequence[str]) -> str:
        return f"{bold(value)}：{'、'.join(names)}"

    def group_head(self, value: str, ruleset: str) -> str:
        return bold(f"{value} · {ruleset}")

    def line(self, name: str, meaning: str) -> str:
        return f"{bold(name)}　{meaning}"

    def how(self) -> str:
        return f"直接查：{code('/fan 清一色')}"
