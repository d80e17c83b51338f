"""Dice, and what a hand waits for. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.layout import bold

DICE = "⚀⚁⚂⚃⚄⚅"


class Play:
    """Small services at the table."""

    # ── dice ──────────────────────────────────────────────────────────────────────────────────────────────

    def throw(self, order: int, dice: Sequence[int]) -> str:
        shown = " ".join(DICE[pips - 1] for pips in dice)
        return f"第{'一二'[order]}掷 {shown}　{sum(dice)} 点"

    def dice_title(self) -> str:
        return "掷骰"

    def second_thrower(self, counted_from: str, who: str) -> str:
        return f"从 {counted_from} 数起，数到 {who}，第二掷算 {who} 的"

    def first_dealer(self, counted_from: str, who: str) -> str:
        return f"从 {counted_from} 数起，数到 {who}：{bold(who)} 先坐庄"

    def whose_wall(self, dealer: str, who: str) -> str:
        return f"从庄家 {dealer} 数起，数到 {who}：抓 {bold(who)} 面前那面"

    def nobody(self, place: int) -> str:
        return f"从庄家数起，数到{('庄家自己', '下家', '对家', '上家')[place]}那面"

    def after(self, stacks: int, both: bool, too_far: bool) -> str:
        summed = f"两掷加起来 {stacks}：" if both else ""
        on = "，数完这面接着数上家那面" if too_far else ""
        return f"{summed}数过 {stacks} 墩，第 {stacks + 1} 墩起抓{on}"

    # ── ready hands ───────────────────────────────────────────────────────────────────────────────────────

    def waits(self, kinds: int, tiles: int) -> str:
        return bold(f"听 {kinds} 种 {tiles} 张")

    def wait(self, tile: str, left: int, fans: str) -> str:
        return f"{bold(tile)}（剩 {left}）" + (f" {fans}" if fans else "")

    def worth(self, drawn: str, discarded: str) -> str:
        return f"  自摸 {drawn} · 点炮 {discarded}"

    def cannot(self) -> str:
        return "不能胡"

    def why_not(self, reason: str) -> str:
        return f"  {reason}"

    def each(self, points: int) -> str:
        return f"每家 {points}"

    def points(self, points: int) -> str:
        return str(points)

    def short(self, drawn: str, discarded: str) -> tuple[str, str]:
        """Below a tile in a picture."""
        return f"自摸 {drawn}", f"点炮 {discarded}"

    def total(self, points: int) -> str:
        """牌点 of the winner (wenling)."""
        return f"{points} 牌点"

    def not_ready(self) -> str:
        return "这手还没听"

    # ── inline ────────────────────────────────────────────────────────────────────────────────────────────

    def inline_title(self) -> str:
        return "算番：接着写牌"

    def inline_unread(self) -> str:
        return "还没看懂"
