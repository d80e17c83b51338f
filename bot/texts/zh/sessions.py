"""Opening, seating, looking, closing, settling. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.layout import MINUS, bold, code, number, signed


class Sessions:
    """What is said of a session as a whole."""

    def which(self) -> str:
        return "打哪种？点一个开局"

    def opened(self, ruleset: str, length: str, options: str) -> str:
        return f"{bold('开局')}：{ruleset} · {length}\n{options}"

    def options(self, pairs: Sequence[tuple[str, object]]) -> str:
        return " · ".join(
            f"{name}{value}" if isinstance(value, int) else f"{name} {value}" for name, value in pairs
        )

    def members(self, names: Sequence[str]) -> str:
        return f"到了 {len(names)} 个：{'、'.join(names)}" if names else "还没人到"

    def how_to_join(self) -> str:
        return "点加入，或者 /join。没有 Telegram 的：/add 名字 名字"

    def how_to_sit(self) -> str:
        return "人齐了：/draw 抽风，或者 /seats 甲 乙 丙 丁（东南西北）"

    def joined(self, name: str) -> str:
        return f"{name} 加入"

    def renamed(self, before: str, name: str) -> str:
        return f"{before} 改叫 {name}"

    def already_joined(self, name: str) -> str:
        return f"{name} 已经在了"

    def spectating(self) -> str:
        return "座位满了，可以旁观押宝：/bet 甲 20"

    def seats(self, placed: Sequence[tuple[str, str]]) -> str:
        return "\n".join(f"{wind} {name}" for wind, name in placed)

    def seated(self, dealer: str) -> str:
        return f"坐好了，{dealer}先坐庄"

    def watching(self, names: Sequence[str]) -> str:
        return f"旁观：{'、'.join(names)}"

    def drawn(self) -> str:
        return "抽风"

    def drew(self, name: str, tile: str) -> str:
        return f"{name} 摸到 {tile}"

    def blank(self, name: str) -> str:
        return f"{name} 摸到白板，这场旁观"

    def how_to_report(self, example: str) -> str:
        return f"打完一手就报：{code('/hu ' + example)}，流局 /liuju。记错了 /undo"

    def lapsed(self, bettors: Sequence[str]) -> str:
        return f"{'、'.join(bettors)} 的押宝作废"

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────

    def table_head(self, ruleset: str, length: str, hand_no: int) -> str:
        return f"{bold(ruleset)} · {length} · 第 {hand_no} 手"

    def round_here(self, wind: str, place: int, dealer: str, flags: int) -> str:
        return f"{wind}风圈 {place}/4，{dealer}坐庄" + (f"，旗{flags}" if flags else "")

    def place(self, wind: str, name: str, chips: int, change: int, dealer: bool) -> str:
        return f"{wind} {name}{'（庄）' if dealer else ''} {number(chips)}（{signed(change)}）"

    def watcher(self, name: str, chips: int, change: int) -> str:
        return f"旁 {name} {number(chips)}（{signed(change)}）"

    def open_bet(self, by: str, on: str, chips: int) -> str:
        return f"{by} 押 {on} {chips}"

    def wild(self, tile: str) -> str:
        return f"得：{tile}"

    def waiting_for(self, winner: str, missing: Sequence[str]) -> str:
        return f"{winner} 胡了，等 {'、'.join(missing)} 报"

    # ── the log ───────────────────────────────────────────────────────────────────────────────────────────

    def nothing_recorded(self) -> str:
        return "还没记过一手"

    def log_head(self, shown: int, whole: int) -> str:
        return bold("流水") + (f"（最后 {shown} 条，全部：/log all）" if shown < whole else "")

    def recorded_by(self, name: str) -> str:
        return f"（{name}记）"

    def nothing_moved(self) -> str:
        return "没有进出"

    # ── the end ───────────────────────────────────────────────────────────────────────────────────────────

    def end_preview(self) -> str:
        return f"{bold('结算')}：点确认就结束这一局"

    def ended(self, ruleset: str, hands: int) -> str:
        return f"{bold('结束')}：{ruleset}，打了 {hands} 手"

    def final(self, name: str, chips: int, change: int, ratio: str) -> str:
        return f"{name} {number(chips)}（{signed(change)}，{ratio.replace('-', MINUS)}）"

    def bets_lapse(self) -> str:
        return "没开的押宝退回"

    def settlement_head(self, closed: bool) -> str:
        return bold("谁付谁") if closed else f"{bold('谁付谁')}（还没打完，按现在算）"

    def payment(self, payer: str, payee: str, amount: str, paid: bool) -> str:
        return f"{payer} → {payee} {amount}" + (" ✓" if paid else "")

    def nobody_pays(self) -> str:
        return "谁也不欠谁"

    def balance(self, name: str, amount: str) -> str:
        return f"{name} {amount}"

    def fee(self, amount: str, by: str, shares: str) -> str:
        return f"台费 {amount}，{by} 垫的：{shares}"

    def share(self, name: str, amount: str) -> str:
        return f"{name} {amount}"

    def shares(self, shares: Sequence[str]) -> str:
        return "、".join(shares)

    def odd_fen(self, name: str, fen: int) -> str:
        return f"除不尽的 {abs(fen)} 分，{name} {'多拿' if fen > 0 else '多付'}"

    def rate(self, rate: str) -> str:
        return f"1分 = {rate}元"

    def money(self, yuan: str) -> str:
        return f"{yuan} 元"

    def how_to_settle(self) -> str:
        return "付了的点一下打勾。换算成钱：/settle 1分=0.1元"

    def reopened(self) -> str:
        return "重新打开了，接着记。/table 看战况"

    def what_next_closed(self) -> str:
        return "再来一局：/again 同样的人和规矩"

    def overnight(self) -> str:
        return "昨天那局还开着。打完了：/end 结算；没打完就接着报"

    def already_seated(self) -> str:
        return "已经坐好了，直接报牌"

    def change(self, name: str, chips: int) -> str:
        return f"{name} {signed(chips)}"

    def balances(self, each: str) -> str:
        return f"每人：{each}"

    def which_fee(self) -> str:
        return "台费多少？点一个或直接打数，算自己垫的；别人垫的：80 甲"

    def moved_on(self) -> str:
        return "刚才又记了新的，按新的再看一眼"

    def stays_open(self) -> str:
        return "好，接着打"

    def ended_mark(self) -> str:
        """How `ended` begins: a tap tells by it under which message its button stands."""
        return "结束"
