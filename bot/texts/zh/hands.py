"""What is said of a recorded entry. Names come as HTML; so does what is returned."""

from collections.abc import Sequence

from bot.texts.layout import number, signed


class Hands:
    """Pieces of the answer to an entry, in the order in which they stand there."""

    # ── the first line ────────────────────────────────────────────────────────────────────────────────────

    def self_drawn(self, winner: str) -> str:
        return f"{winner} 自摸"

    def from_discard(self, winner: str, source: str) -> str:
        return f"{winner} 胡 · {source} 放铳"

    def from_kong(self, winner: str, source: str) -> str:
        return f"{winner} 抢杠 · {source} 被抢"

    def winners(self, heads: Sequence[str]) -> str:
        return "；".join(heads)

    def drawn(self, ready: Sequence[str]) -> str:
        return f"流局 · 听牌：{'、'.join(ready)}" if ready else "流局 · 没人听牌"

    def spot(self, player: str, what: str, source: str | None) -> str:
        return f"{player} {what} · {source} 付" if source else f"{player} {what}"

    def penalty(self, player: str, chips: int, to: str | None, each: bool, reason: str) -> str:
        amount = f"给每家 {chips}" if each else f"给 {to} {chips}" if to else f"共 {chips}"
        return f"{player} 罚分，{amount}" + (f" · {reason}" if reason else "")

    def deal(self, dealer: str) -> str:
        return f"改庄 · {dealer} 坐庄"

    def substitution(self, outgoing: str, incoming: str) -> str:
        return f"换人 · {incoming} 接 {outgoing} 的座位"

    def entry(self, no: int, head: str) -> str:
        return f"#{no} {head}"

    def about(self, did: str, head: str) -> str:
        return f"{did}：{head}"

    # ── the figures ───────────────────────────────────────────────────────────────────────────────────────

    def winning(self, tile: str) -> str:
        return f"胡{tile}"

    def item(self, name: str) -> str:
        """A fan, or tiles and what they are (`东 碰`)."""
        return name.replace(" ", "")

    def items(self, pairs: Sequence[tuple[str, str]]) -> str:
        """Items with what each counts."""
        return " ".join(f"{name}{value}" for name, value in pairs)

    def sum(self, pairs: Sequence[tuple[str, str]], total: str) -> str:
        return f"{self.items(pairs)} = {total}" if pairs else total

    def fan(self, total: int) -> str:
        return f"{total}番"

    def flowers(self, total: int) -> str:
        return f"{total}花"

    def hard_and_soft(self, hard: int, soft: int, items: str) -> str:
        return f"硬花{hard} 软花{soft}" + (f"（{items}）" if items else "")

    def formula(self, formula: str, payers: str) -> str:
        return f"{formula}，{payers}"

    full = "腊子"  # the fan that is worth the cap

    def at_once(self, total: int) -> str:
        return f"腊子，{total}"

    def points(self, total: int) -> str:
        return f"{total}胡"

    def other(self, name: str, formula: str) -> str:
        return f"{name} {formula}"

    def dropped(self, name: str, by: str) -> str:
        return f"{name}不计（有{by}）"

    def payers(self, names: Sequence[str], doubled: bool) -> str:
        who = "三家各付" if len(names) == 3 else f"{'、'.join(names)} 付"
        return f"翻倍，{who}" if doubled else who

    def pays_for_all(self, name: str, chips: int, doubled: bool) -> str:
        return f"{'翻倍，' if doubled else ''}{name} 一人付 {chips}"

    def liable(self, name: str) -> str:
        return f"{name} 包三家：自己算 0，这一手都由 {name} 付"

    # ── chips ─────────────────────────────────────────────────────────────────────────────────────────────

    def chips(self, name: str, change: int, after: int) -> str:
        return f"{name} {signed(change)} → {number(after)}"

    def backed(self, on: str, won: bool) -> str:
        return f"（押{on}，{'中' if won else '没中'}）"

    def lapsed(self, bettors: Sequence[str]) -> str:
        return f"{'、'.join(bettors)} 的押宝退回"

    def spots(self, shown: Sequence[str]) -> str:
        return f"这手的现场汇：{'，'.join(shown)}"

    def kong_void(self, no: int) -> str:
        return f"#{no} 的补杠被抢，不收"

    # ── what comes next ───────────────────────────────────────────────────────────────────────────────────

    def next_hand(self, wind: str, place: int, dealer: str, kept: bool, flags: int) -> str:
        deals = f"{dealer}{'连庄' if kept else '坐庄'}"
        return f"下一手：{wind}风圈 {place}/4，{deals}" + (f"，旗{flags}" if flags else "")

    def length_over(self) -> str:
        return "这一场打完了。/end 结算，想接着打就接着报"

    # ── amendments ────────────────────────────────────────────────────────────────────────────────────────

    def voided(self, no: int) -> str:
        return f"#{no} 撤销了"

    def restored(self, no: int) -> str:
        return f"#{no} 恢复了"

    def fixed(self, no: int) -> str:
        return f"#{no} 改好了"

    def inserted(self, no: int, before: int) -> str:
        return f"补记为 #{no}，排在 #{before} 前面"

    def already_void(self, no: int) -> str:
        return f"#{no} 早就撤销了，没有变化"

    def already_standing(self, no: int) -> str:
        return f"#{no} 好好的，没有变化"

    def nothing_changed(self) -> str:
        return "没有变化"

    def chips_moved(self, name: str, before: int, after: int) -> str:
        return f"{name} {number(before)} → {number(after)}（{signed(after - before)}）"

    def repriced(self, no: int, before: int, after: int) -> str:
        """An entry whose price changed with it; the chips that change hands in all."""
        return f"#{no} 跟着变：{before} → {after}"

    def dealer_changed(self, before: str, after: str) -> str:
        return f"庄家：{before} → {after}"

    def round_changed(self, before: str, after: str) -> str:
        return f"{before}风圈 → {after}风圈"

    def flags_changed(self, before: int, after: int) -> str:
        return f"旗：{before} → {after}"

    def void_mark(self) -> str:
        return "已撤销"

    def fixed_mark(self) -> str:
        return "改过"

    def how_to_fix(self, no: int, command: str) -> str:
        return f"改 #{no}：点一下复制，改好再发；或者直接编辑你报牌的那句\n{command}"

    # ── details ───────────────────────────────────────────────────────────────────────────────────────────

    def reading(self, sets: Sequence[str]) -> str:
        return f"牌型：{' '.join(sets)}"

    def transfer(self, payer: str, payee: str, chips: int, why: str) -> str:
        reason = {"win": "", "bet": "（押宝）", "spot": "（现场汇）", "penalty": "（罚分）"}[why]
        return f"{payer} → {payee} {chips}{reason}"

    def recorded(self, name: str, clock: str) -> str:
        return f"{name} 记于 {clock}"

    def written(self, text: str) -> str:
        return f"原话：{text}"

    # ── bets and the 得 ───────────────────────────────────────────────────────────────────────────────────

    def bet(self, by: str, on: str, chips: int) -> str:
        return f"{by} 押 {on} {chips}，这手见分晓。改押再发一次，/unbet 取消"

    def unbet(self, by: str) -> str:
        return f"{by} 不押了"

    def no_bet(self, by: str) -> str:
        return f"{by} 本来就没押"

    def wild(self, tile: str) -> str:
        return f"这手的得：{tile}"

    def dropped_open(self) -> str:
        return "没算完的那手作废了，重新报就行"

    # ── the same hand twice ───────────────────────────────────────────────────────────────────────────────

    def same_hand(self, recorded_by: str, no: int, head: str) -> str:
        return f"{recorded_by} 刚记了 #{no} {head}。这是另一手吗？"

    def not_recorded(self) -> str:
        return "好，没记"

    # ── wenling's open hand ───────────────────────────────────────────────────────────────────────────────

    def open_hand(self, head: str) -> str:
        return f"{head}，等其他人报"

    def missing(self, names: Sequence[str]) -> str:
        return f"还差：{'、'.join(names)}"

    def how_to_answer(self, example: str) -> str:
        return f"直接说 {example}，或点下面；没有的点 0。/ok 没报的算 0"

    def not_missing(self) -> str:
        return "你已经报过了。改的话再说一遍"

    def complete(self, head: str) -> str:
        return f"{head}，报齐了"
