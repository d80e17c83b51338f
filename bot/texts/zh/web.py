"""The Mini App's pages: plain text, served as JSON; the page fills `{…}`."""

from collections.abc import Mapping, Sequence

from core.tiles import NAMES


class Web:
    """Every sentence and label of the pages, by the name under which the pages know it."""

    title = "雀账"
    no_script = "这一页要开着 JavaScript 才能用。也可以在聊天里直接报：/hu"
    turned: Mapping[str, str] = {
        "expired": "这一页开得太久了。回到聊天里再点一次“打开牌桌”",
        "forged": "认不出你是谁。请从 Telegram 里点“打开牌桌”进来",
        "no_table": "找不到这张牌桌。回到聊天里点最新的“打开牌桌”",
        "not_here": "这张牌桌在别的群里，只有群里的人能看",
        "later": "Telegram 暂时没有回应，稍等会自己再试",
    }
    offline = "没连上，再点一次试试；不会记重"
    closed = "这一局已经结算，只能看"
    spectator = "你不在这一局里，只能看。在群里点“加入”就能记"
    not_seated = "还没入座。在群里抽风或入座之后就能报牌"

    tab_report = "报牌"
    tab_table = "牌桌"
    tab_past = "战绩"

    # ── putting a hand together ───────────────────────────────────────────────────────────────────────────

    mode = "记什么"
    mode_hand = "胡牌"
    mode_draw = "流局"
    mode_spot = "现场汇"
    who_won = "谁胡了"
    whose = "谁的牌"
    waiting = "{name} 胡了，等其他人报"
    how = "怎么胡的"
    from_discard = "谁放铳"
    from_robbed = "谁被抢"
    dealer = "庄"
    tray = "摆好的牌"
    tray_empty = "点牌摆出这手，或者直接点番种"
    remove = "去掉{what}"
    target = "点的牌算什么"
    target_hand = "手牌"
    target_win = "胡张"
    target_wild = "得"
    turned_up = "得是{tile}"
    keys = "选牌，方向键移动"
    glosses: Mapping[str, str] = {}  # what rulebook words mean, for who does not read them
    tiles: Sequence[str] = NAMES
    tile_used = "{tile}，用了 {n} 张"
    no_more = "{tile} 没有更多了"
    cannot_hold = "{tile} 不能放在这里"
    no_chow = "{tile} 不能吃"
    full = "放不下了，先去掉几张"
    chow_hint = "点顺子里最小的那张"
    feeder = "谁喂的"
    whom = "{word}：谁"
    no_flowers = "无花"
    fewer = "少一张花"
    more_flowers = "多一张花"
    circumstances = "牌上看不出来的"
    fans = "点番种"
    fans_hint = "不摆牌的时候，点上有的番就行"
    figures = "直接报数"
    clear = "清空"
    ready = "谁听牌"
    spot_what = "哪一种"
    spot_who = "谁的"
    spot_from = "谁付"
    all_said = "齐了，没报的算 0"
    drop = "作废这手"

    # ── its price ─────────────────────────────────────────────────────────────────────────────────────────

    price = "算出来的"
    details = "明细"
    record = "记上"
    recording = "在记…"
    not_yet = "还差一点"
    another_hand = "另一手，记上"
    same_hand = "同一手，不记"

    # ── the table ─────────────────────────────────────────────────────────────────────────────────────────

    me = "我"
    flags = " 旗{n}"
    watcher = "旁观 {name}"
    log = "流水"
    no_entries = "还没记过一手"
    undo = "撤销"
    restore = "恢复"
    void = "已撤销"
    fixed = "改过"
    by = "{name} 记于 {at}"

    # ── what was played ───────────────────────────────────────────────────────────────────────────────────

    chart = "每一手之后的筹码"
    chart_of = "{n} 条记录之后的筹码：{sums}"
    session = "哪一局"
    rulesets: Mapping[str, str] = {"wuxi": "无锡", "nanjing": "南京", "wenling": "温岭"}
    still_open = "（还在打）"
    board = "排行"
    no_board = "还没有结算过的局"
