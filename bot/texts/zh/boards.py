"""Leaderboards, statistics, charts, levels. Names come as HTML; so does what is returned."""

from collections.abc import Mapping, Sequence

from bot.texts.layout import MINUS, bold, number, signed

ORDERS = {"ratio": "排行", "total": "总分", "average": "场均", "rate": "胜率"}


class Boards:
    """What is said of many sessions together."""

    rate_names = ("胡", "自摸", "点炮")
    figure_names: Mapping[str, str] = {
        "net": "一共",
        "average": "一局平均",
        "best": "最好的一局",
        "biggest": "最大一手",
    }

    def head(self, order: str, period: str) -> str:
        return bold(ORDERS[order]) + (f"（{period}）" if period else "")

    def all_sessions(self) -> str:
        return "每一局"

    def last_three(self) -> str:
        return "末三名"

    def periods(self, pieces: Sequence[str]) -> str:
        return "，".join(pieces)

    def days(self, count: int) -> str:
        return f"近 {count} 天"

    def span(self, first: str, last: str | None) -> str:
        return f"{first} 到 {last}" if last else f"{first} 起"

    def season(self, year: int, quarter: int) -> str:
        return f"{year} 年 {'春夏秋冬'[quarter - 1]}季赛：{3 * quarter - 2}–{3 * quarter} 月"

    def row(self, rank: int, name: str, ratio: str, final: int, start: int, day: str) -> str:
        return f"{number(rank)}. {name} {ratio.replace('-', '−')}（{number(final)}/{start}）{day}"

    def total(self, rank: int, name: str, chips: str, sessions: int) -> str:
        return f"{number(rank)}. {name} {chips}（{sessions} 局）"

    def average(self, rank: int, name: str, chips: str, sessions: int) -> str:
        return f"{number(rank)}. {name} 一局 {chips}（{sessions} 局）"

    def rate(self, rank: int, name: str, share: str, hands: int) -> str:
        return f"{number(rank)}. {name} {share}（{hands} 手）"

    def last_place(self) -> str:
        return f"{MINUS}1 是最后一名"

    def nothing(self, period: str) -> str:
        return f"{period}没有结算过的局" if period else "还没有结算过的局"

    # ── one person ────────────────────────────────────────────────────────────────────────────────────────

    def of(self, name: str, sessions: int, hands: int) -> str:
        return f"{bold(name)}：{sessions} 局，{hands} 手"

    def rates(self, wins: str, drawn: str, dealt_in: str) -> str:
        return f"胡 {wins} · 自摸 {drawn} · 点炮 {dealt_in}"

    def of_hands(self, count: int, share: str) -> str:
        return f"{count}（{share}）"

    def hands(self, average: str, biggest: int) -> str:
        return f"胡一手平均进 {average}，最大一手 {biggest}"

    def deals(self, run: int) -> str:
        return f"坐庄最长连着 {run} 手"

    def net(self, total: int, average: str) -> str:
        return f"一共 {signed(total)}，一局平均 {average}"

    def best(self, ratio: str, final: int, start: int, day: str) -> str:
        return f"最好的一局 {ratio.replace('-', '−')}（{number(final)}/{start}，{day}）"

    def bets(self, count: int, won: int, chips: int) -> str:
        return f"押宝 {count} 次，中 {won} 次，{signed(chips)}"

    def not_played(self, name: str) -> str:
        return f"{name} 还没打过"

    # ── two people ────────────────────────────────────────────────────────────────────────────────────────

    def versus(self, one: str, other: str) -> str:
        return f"{bold(one)} 对 {bold(other)}"

    def gave(self, payer: str, payee: str, chips: int) -> str:
        return f"{payer} 给 {payee} {chips}"

    def ahead(self, name: str, chips: int) -> str:
        return f"算下来 {name} 净赢 {chips}" if chips else "算下来谁也不欠谁"

    def never_met(self, one: str, other: str) -> str:
        return f"{one} 和 {other} 之间还没有过进出"

    # ── big hands, the chart ──────────────────────────────────────────────────────────────────────────────

    def big_head(self) -> str:
        return bold("大牌")

    def big(self, place: int, name: str, chips: int, fans: Sequence[str], day: str) -> str:
        return f"{place}. {name} {signed(chips)} {' '.join(fans)}　{day}"

    def no_hands(self) -> str:
        return "还没有人胡过"

    def trend_head(self, hands: int, open_now: bool) -> str:
        return f"{bold('走势')}（{'这一局' if open_now else '上一局'}，{hands} 手）"

    def trend_of(self, name: str, sessions: int) -> str:
        return f"{bold(name)}的走势（{sessions} 局，一局一格）"

    def trend(self, name: str, chips: int, low: int, high: int, chart: str) -> str:
        return f"{name} {signed(chips)}（最低 {signed(low)}，最高 {signed(high)}）\n{chart}"

    # ── levels ────────────────────────────────────────────────────────────────────────────────────────────

    def levels_head(self) -> str:
        return f"{bold('级别')}：打完的南京局，输赢加起来"

    def at_level(self, name: str, points: int, level: int, title: str, missing: int | None) -> str:
        more = f"，还差 {missing} 升级" if missing is not None else ""
        return f"{name} {signed(points)} · {level} 级 {title}{more}"

    def no_way_up(self, level: int, following: int) -> str:
        return f"{level} 级没写升级分，升不到 {following} 级"

    def how_to_add(self, following: int) -> str:
        return f"往后添：/levels {following} 名字 段位 升级分"

    def ladder_kept(self) -> str:
        return "记下了"
