"""The local chat's own sentences and signs; the bot's are elsewhere."""

PRIVATE = "@私聊"
COLONS = ":："
OPENING, CLOSING = "[［", "]］"
CARETS = "^＾"
TABLE = "牌桌"
FIRST_SPEAKER = "小明"

PROMPT = "> "
EDITED = " (改)"
DELETED = " (删)"
GREETING = f"""这是本机上的牌桌群，机器人在听。一行一句话，写上谁说的：
  {FIRST_SPEAKER}: /new wuxi 东风战
  小红: [加入]　　　　点按钮
  小红: ^ 改过的话　　改自己的上一句
  小红 {PRIVATE}: /help　私聊
不写名字，就是上一个人在说（一开始是{FIRST_SPEAKER}）。Ctrl-D 离开。"""
BYE = "散了，下次接着打。"


def no_button(label: str, labels: list[str]) -> str:
    """There is no button `label` here; `labels` are the ones that can be pressed."""
    there = "、".join(labels)
    return f"（这里没有“{label}”这个按钮" + (f"，能点的有：{there}）" if there else "，现在没有能点的）")


def link(label: str, url: str) -> str:
    """The button is a link: it opens a page and tells the bot nothing."""
    return f"（“{label}”是链接：{url}）"


def opens(name: str, url: str) -> str:
    """The link by which `name` opens the page."""
    return f"{name} → {url}"


def nothing_to_edit(name: str) -> str:
    """`name` has not said that many things here."""
    return f"（{name} 在这里还没有那么多句话可改）"


def nothing_said(name: str) -> str:
    """The line holds a speaker and no words."""
    return f"（{name} 什么也没说）"


def too_long(limit: int) -> str:
    """A message has more than `limit` characters."""
    return f"（一句话最多 {limit} 个字）"
