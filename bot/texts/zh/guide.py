"""What is asked of somebody who reports by taps: HTML."""

from bot.texts.layout import code


class Guide:
    """One question a page."""

    def who_won(self) -> str:
        return "谁胡了？"

    def who(self, command: str) -> str:
        return {"gang": "谁开杠？", "fa": "罚谁？", "bet": "押谁？"}[command]

    def how(self, winner: str, robbing: bool) -> str:
        return f"{winner} 抢谁的杠？" if robbing else f"{winner} 怎么胡的？"

    def fans(self, chosen: str, hand: str) -> str:
        return f"{chosen}\n点番，点完按好了。也可以直接回复牌，如 {code(hand)}"

    def flowers(self, chosen: str) -> str:
        return f"{chosen}\n几个花？"

    def items(self, chosen: str) -> str:
        return f"{chosen}\n还有刻子、杠、亮出来的吗？没有就按好了"

    def tile(self, chosen: str, kind: str) -> str:
        return f"{chosen}\n{kind}哪张？"

    def points(self, chosen: str) -> str:
        return f"{chosen}\n一共几胡？"

    def fan(self, chosen: str) -> str:
        return f"{chosen}\n几番？"

    def what(self, player: str) -> str:
        return f"{player}：哪一种？"

    def source(self, chosen: str) -> str:
        return f"{chosen}：谁喂的？"

    def chips(self, player: str) -> str:
        return f"押 {player} 多少？"

    def preview(self, card: str) -> str:
        return f"{card}\n对的话按记上"

    def not_yours(self) -> str:
        return "这是别人在报的，或者已经过时了。自己报：/hu"
