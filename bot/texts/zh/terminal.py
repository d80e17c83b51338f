"""What the local chat itself says, beside the bot."""

from bot.texts.local import PRIVATE


class Terminal:
    """Sentences of the local chat; plain text."""

    first_speaker = "小明"
    edited = " (改)"
    deleted = " (删)"
    bye = "散了，下次接着打。"

    def greeting(self) -> str:
        return f"""这是本机上的牌桌群，机器人在听。一行一句话，写上谁说的：
  {self.first_speaker}: /new wuxi 东风战
  小红: [加入]　　　　点按钮
  小红: ^ 改过的话　　改自己的上一句
  小红 {PRIVATE[0]}: /help　私聊
不写名字，就是上一个人在说（一开始是{self.first_speaker}）。Ctrl-D 离开。"""

    def no_button(self, label: str, labels: list[str]) -> str:
        """There is no button `label` here; `labels` are the ones that can be pressed."""
        there = "、".join(labels)
        return f"（这里没有“{label}”这个按钮" + (f"，能点的有：{there}）" if there else "，现在没有能点的）")

    def link(self, label: str, url: str) -> str:
        """The button is a link: it opens a page and tells the bot nothing."""
        return f"（“{label}”是链接：{url}）"

    def opens(self, name: str, url: str) -> str:
        """The link by which `name` opens the page."""
        return f"{name} → {url}"

    def nothing_to_edit(self, name: str) -> str:
        """`name` has not said that many things here."""
        return f"（{name} 在这里还没有那么多句话可改）"

    def nothing_said(self, name: str) -> str:
        """The line holds a speaker and no words."""
        return f"（{name} 什么也没说）"

    def too_long(self, limit: int) -> str:
        """A message has more than `limit` characters."""
        return f"（一句话最多 {limit} 个字）"
