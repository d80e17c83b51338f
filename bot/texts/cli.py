"""The command line's sentences."""

ABOUT = "雀账：真人麻将桌的记分机器人"
RUN = "有令牌就连 Telegram，没有就在终端里开本地牌桌"
CHAT = "本地牌桌：和群里一样的机器人，一行一句话"
DEMO = "看一晚牌：无锡、南京、温岭各打几手"
SCORE = "算一手牌，或者算一个文件里的牌例"
EXPORT = "把账本导出成 json、csv 或 xlsx"
IMPORT = "把导出的 json 装进一个账本"
BACKUP = "复制一份账本（可以正在用）"
RESTORE = "用备份换掉账本"
VERIFY = "从头重算整个账本，和存着的对一遍"
BENCH = "量速度，每项一行 JSON"

DB = "账本：SQLite 文件，或 postgresql://…（默认取 DATABASE_URL）"
SCRIPT = "从文件读台词，- 是标准输入"
LANG = "机器人说的话：zh 或 en"
WEB = "在这个端口开小程序页面"
RULESET = "wuxi、nanjing 或 wenling"
CASES = "牌例文件（一行一个 JSON），- 是标准输入"
JSON = "答案用 JSON"
OPTION = "家规，如 底分=10（可以写几次）"
TABLE = "牌桌，如 庄家=乙 圈风=南 得=5万（可以写几次）"
REPORT = "一手牌，如 “甲 自摸 混一色 门清 2花”"
FORMAT = "json、csv 或 xlsx"
CHAT_KEY = "只要这一个群"
FILE = "文件"
QUICK = "量得少一些，几分钟"
OUTPUT = "写到这个文件（xlsx 必须写）"

NOTHING_TO_SCORE = "给一手牌（和 --ruleset），或者 --cases 文件"
SOUND = "账对得上"


def unusable(reason: str) -> str:
    return f"账本打不开：{reason}"


def no_file(path: str) -> str:
    return f"没有这个文件：{path}"


def restored(path: str, kept: str) -> str:
    return f"{path} 换好了" + (f"，原来的在 {kept}" if kept else "")


def backed_up(path: str) -> str:
    return f"已备份到 {path}"


def loaded(number: int) -> str:
    return f"装进了 {number} 个群的账"


def bad_import(reason: str) -> str:
    return f"这个文件装不进去：{reason}"


def exists(path: str) -> str:
    return f"{path} 已经有了，换个名字"


def not_benchable(package: str) -> str:
    return f"量速度要另装 {package}：make bench"
