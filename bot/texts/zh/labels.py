"""Buttons and toasts."""


class Labels:
    """What stands on buttons."""

    join = "加入"
    draw = "抽风"
    start = "开始"
    new = "开局"
    help = "怎么用"
    table = "战况"
    undo = "撤销"
    fix = "改"
    details = "明细"
    restore = "恢复"
    swap = "对调"
    close = "结算"
    confirm = "确认"
    fee = "台费"
    cancel = "算了"
    again = "再来"
    settle = "谁付谁"
    reopen = "重开"
    dealer_ready = "庄家听牌"
    mine = "是我"
    not_mine = "不是"
    another_hand = "另一手"
    same_hand = "同一手，不记"
    self_draw = "自摸"
    discard = "点炮"
    robbed = "抢杠"
    done = "好了"
    back = "上一步"
    nothing = "0"
    all_said = "齐了"
    drop = "作废"
    hand = "报胡"
    open_table = "打开牌桌"
    record = "记上"
    big_fans = "大番"
    small_fans = "小番"
    melds = "刻子·杠"
    points = "番"
    forget_typed = "去掉写的"
    kong = "杠"

    def chosen(self, name: str, chosen: bool) -> str:
        return f"✓{name}" if chosen else name

    def word(self, name: str) -> str:
        """A fan, a meld, what is paid on the spot."""
        return name

    def ruleset(self, name: str) -> str:
        return name

    def wind(self, name: str) -> str:
        return name

    def session(self, ruleset: str, length: str) -> str:
        """A session of this ruleset that is opened at a tap."""
        return f"{ruleset}{length}"

    def drop_item(self, item: str) -> str:
        return f"去掉{item}"

    def from_player(self, name: str) -> str:
        """Won on a discard of this player."""
        return f"{name} 放铳"

    def add_fan(self, name: str) -> str:
        return f"补上{name}"

    def pay(self, payer: str, payee: str, amount: str, paid: bool) -> str:
        """A payment of the settlement: pressing marks it as paid."""
        return f"{'✓ ' if paid else ''}{payer} → {payee} {amount}"
