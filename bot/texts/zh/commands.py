"""What each command is called in menus and help, with one example."""

from collections.abc import Mapping
from typing import NamedTuple


class About(NamedTuple):
    """A command in Telegram's menu (3–256 characters), and an example of it."""

    menu: str
    example: str


class Commands:
    """Every command of the table by its Latin name."""

    about: Mapping[str, About] = {
        "start": About("打个招呼，看看怎么开始", "/start"),
        "new": About("开一局", "/new wuxi 东风战 底分5"),
        "join": About("加入这一局", "/join"),
        "add": About("加没有 Telegram 的人", "/add 小红 小刚"),
        "seats": About("按东南西北入座", "/seats 甲 乙 丙 丁"),
        "draw": About("抽风定座位", "/draw"),
        "hu": About("报一手胡", "/hu 甲 自摸 混一色 2花"),
        "liuju": About("流局，谁听牌", "/liuju 听 甲 丙"),
        "gang": About("现场汇：杠", "/gang 甲 明 乙"),
        "fa": About("现场汇：罚", "/fa 甲 四连"),
        "bet": About("押宝：押一家赢", "/bet 甲 20"),
        "unbet": About("取消押宝", "/unbet"),
        "de": About("温岭：这手的得", "/de 5万"),
        "ok": About("温岭：没报的算 0，结这一手", "/ok"),
        "dealer": About("改庄、圈、旗（旗：连庄插的）", "/dealer 甲 东 旗1"),
        "table": About("座位、庄、分", "/table"),
        "log": About("流水账，#N 看一条", "/log all"),
        "undo": About("撤销一条", "/undo #3"),
        "redo": About("恢复撤销的", "/redo #3"),
        "fix": About("改一条", "/fix #3 甲 点炮 乙 混一色"),
        "insert": About("补记漏掉的一手", "/insert #3 甲 自摸 混一色"),
        "sub": About("换人上桌", "/sub 甲 戊"),
        "penalty": About("罚分、诈胡", "/penalty 甲 20 牌掉了"),
        "again": About("同样的人再来一局", "/again"),
        "calc": About("算番，不记账", "/calc 自摸 混一色 2花 庄 场南"),
        "set": About("规矩和设置", "/set 底分 10"),
        "end": About("结算这一局", "/end 台费 120 by 甲"),
        "settle": About("谁付谁多少", "/settle 1分=0.1元"),
        "reopen": About("重开刚结算的局", "/reopen"),
        "ting": About("听什么，每张值多少", "/ting 23456789万33条678饼"),
        "dice": About("掷骰子：谁先坐庄，从哪儿抓", "/dice"),
        "rules": About("规则，一页一页看", "/rules 算分"),
        "fan": About("查一个番", "/fan 清一色"),
        "rank": About("排行榜", "/rank 场均 30天"),
        "stats": About("一个人的战绩", "/stats 甲"),
        "vs": About("两个人之间的输赢", "/vs 甲 乙"),
        "big": About("最大的几手", "/big"),
        "trend": About("分数的走势", "/trend 甲"),
        "levels": About("南京的级别", "/levels 3 学徒 布袋 200"),
        "iam": About("认领名字", "/iam 甲"),
        "alias": About("给人加别名", "/alias 甲 阿甲"),
        "merge": About("两个名字是一个人", "/merge 甲 乙"),
        "forget": About("抹掉名字，分数留着", "/forget"),
        "lang": About("换语言", "/lang zh"),
        "export": About("导出全部数据", "/export xlsx"),
        "import": About("导入数据或以前的排行", "/import 1 甲 755/250=3.02 2024-10-12"),
        "help": About("怎么用", "/help"),
    }
