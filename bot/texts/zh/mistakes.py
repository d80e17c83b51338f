"""What is said about something that was refused: plain text, a sentence a problem."""

from collections.abc import Callable, Mapping
from typing import Any

from core.errors import Mistake, Problem
from core.hand import Meld
from core.tiles import NAMES

Data = Mapping[str, Any]
Sentence = str | Callable[[Data], str]  # a template of the problem's data, or a function of it

# What the engine and the report language refuse (1-report §3).
REPORTS: Mapping[str, Sentence] = {
    "unknown_word": lambda d: (
        f"没看懂“{d['piece']}”" + (f"，是不是{'、'.join(d['alike'])}？" if d.get("alike") else "")
    ),
    "points_at_nobody": "“{piece}”后面不用带人",
    "one_wild": "得只有一张，“{piece}”多了",
    "one_winning_tile": "胡的牌只有一张，“{piece}”多了",
    "which_kong": "“{piece}”是明杠、补杠还是暗杠？写明白，如 明杠{tile}",
    "no_meld": "“{piece}”凑不成{kind}",
    "two_numbers": "“{piece}”写了两个不同的数",
    "two_winning_tiles": "胡的牌写了不止一张：{tiles}",
    "two_wilds": "得写了不止一张：{tiles}",
    "who_discarded": "{players}：谁点的炮？写成“甲 点炮 乙”，后一个是放铳的",
    "no_winner": "没说谁胡",
    "extra_player": "多了一个人：{player}",
    "two_ways": "{pieces}只能有一个",
    "no_discarder": "{way}要说是谁",
    "empty": "没说胡了什么",
    "not_at_table": lambda d: (
        f"没有“{d['player']}”这个人，"
        + (f"在的有：{'、'.join(d['players'])}" if d.get("players") else f"先 /join 或 /add {d['player']}")
    ),
    "two_players": "“{piece}”可以是{players}，写全名",
    "own_discard": "{player}不能点自己的炮",
    "feeds_himself": "{player}不能喂自己",
    "no_such_meld": "这里不能{kind}：“{piece}”",
    "cannot_hold": "{tile}不能拿在手里",
    "cannot_lay": "{tile}不是花，不能亮出来",
    "too_many_sets": "一手最多{most}副，这里有{number}副",
    "wrong_number": "手牌{number}张，应该是{waiting}张（胡的另写）或{full}张",
    "no_winning_tile": "{number}张手牌，胡的是哪张？加上如 胡8万",
    "winning_not_among": "写了{number}张，胡的{tile}不在里面",
    "robbed_copy": "抢的是第四张{tile}，手里不能还有",
    "too_many_copies": "{tile}有{number}张了",
    "no_way": "{player}是自摸还是点炮？",
    "twice": "{player}写了两行",
    "self_draw_and_others": "自摸只有一个人胡",
    "two_discards": "放铳的只能是一个人",
    "clash": "{pieces}不能一起",
    "needs_self_draw": "“{piece}”要自摸",
    "needs_dealer": "“{piece}”只有庄家能有",
    "needs_non_dealer": "“{piece}”庄家不能有",
    "needs_no_open_meld": "“{piece}”不能有吃、碰、明杠",
    "needs_no_meld": "“{piece}”不能有副露",
    "needs_kong": "“{piece}”要有杠",
    "not_in_tiles": "牌里没有“{piece}”",
    "not_a_win": lambda d: (
        f"{d['player']}这手没胡" + (f"，还差 {d['away']} 张" if d.get("away") is not None else "")
    ),
    "no_robbing": "说好了不能抢杠",
    "too_many_flowers": "花最多{most}张，这里有{number}张",
    "flowers_disagree": "说是{number}花，亮出来的是{named}张",
    "needs_hard_flower": "“{piece}”要有硬花",
    "needs_no_hard_flower": "“{piece}”不能有硬花",
    "needs_flower_kong": "“{piece}”要有四张一样的花（或四季、四君子）",
    "needs_closed_kong": "“{piece}”要有暗杠",
    "needs_three_melds": "“{piece}”要有三副碰杠是{player}喂的",
    "small_hand": "小胡要门清或 {needed} 个硬花，这里{number}个",
    "hard_flowers_unsaid": "{player}几个硬花？没有就说无花果",
    "soft_flowers_disagree": "说是软花{number}，数出来是{shown}",
    "too_many_soft_flowers": "软花最多{most}，这里{number}",
    "two_feeders": "喂牌的只能是一个人，这里有{players}",
    "fed_by_another": "“{piece}”是{player}喂的，对不上",
    "who_fed_kong": "{piece}那个杠是谁喂的？写 {piece}@名字，暗杠写 {piece}@暗",
    "who_is_liable": "“{piece}”要说包的是谁，如 {piece}@乙",
    "robbed_run": "抢来的牌只能凑顺子，“{piece}”不对",
    "last_copy": "{tile}已经绝了，别处不能还有",
    "wild_unknown": "得是哪张？写上如 得=5万，或先 /de 5万",
    "no_wild_fits": "这些牌凑在一起，哪张当得都不对",
    "no_flowers": "常规没有花牌，{tile}不能当得",
    "wild_discarded": "打出来的得（{tile}）不能胡",
    "wild_robbed": "得（{tile}）不能抢",
    "wild_in_meld": "得不能吃碰杠：“{piece}”",
    "wild_is_flower": "得是花牌时没有“{piece}”",
    "needs_wild_drawn": "“{piece}”要摸到得",
    "cannot_be_triplet": "这手凑不出“{piece}”",
    "needs_own_flower": "“{piece}”要亮出自己门风的花",
    "no_four_left": "得翻掉一张，凑不齐“{piece}”",
    "two_pairs": "{player}只能有一个对",
    "bears_without_discard": "包的要是放铳的人",
    "name_the_flowers": "{number}张花是哪几张？写名字，如 翻春梅",
    "no_points": "{player}几胡？写成 12胡1番",
    "figures_and_items": "{player}写了几胡几番，就别再写牌了",
    "winner_only": "“{piece}”只有赢家有",
    "needs_eight_flowers": "“{piece}”要八张花，这里{number}张",
    "spot_needs_source": "{piece}要说是谁喂的",
    "spot_has_no_source": "{piece}不用说是谁喂的",
    "no_tiles": "要听什么？给 {waiting} 张手牌（副露另算）",
    "one_tile_more": "听牌给 {waiting} 张，这里有 {number} 张",
    "bad_option": lambda d: (
        f"{d['option']}不能是“{d['piece']}”，"
        + (f"可以是：{'、'.join(d['values'])}" if d["values"] else f"要在 {d['low']} 到 {d['high']} 之间")
    ),
    "no_opening": "没看懂“{piece}”。打多久：{lengths}；规矩：{options}",
    "no_option": "没有“{piece}”这一项，能改的有：{options}",
}

# What comes after the last numbered entry, by its kind.
UNNUMBERED = {"seats": "后来的入座", "bet": "后来的押宝", "wild": "后来翻的得", "claim": "没算完的那手"}

# What the table refuses (`core.state.MISTAKES`).
TABLE: Mapping[str, Sentence] = {
    "no_seats": "还没入座。/seats 甲 乙 丙 丁 按东南西北写，或者 /draw 抽风",
    "not_member": "{player}不在这一局里。先 /join，或者 /add {player}",
    "not_seated": "{player}没坐在桌上",
    "already_seated": "{player}已经坐在桌上了",
    "swaps_seats": "{player}已经坐在桌上了。两个人换座位：撤销打过的几手（/undo），重新 /seats，再报一遍",
    "seats_final": "已经打过一手了，座位不能重排。坐错了：撤销打过的几手（/undo），重新 /seats，再报一遍。"
    "换人用 /sub 甲 戊，改庄用 /dealer",
    "few_chips": "至少 1，这里是 {chips}",
    "many_chips": "{chips}太多了，最多 {limit}",
    "pays_self": "{player}不能付给自己",
    "no_such_spot": "这里没有“{what}”",
    "no_such_round": "没有这一圈",
    "no_such_flags": "旗不能是 {flags}",
    "no_wild": "这里不用翻得",
    "hand_open": "{winner}这手还没算完：等其他人报，或者 /ok 没报的算 0，/undo 作废",
    "no_open_hand": "现在没有等着报的牌，先说谁胡了",
    "line_twice": "{player}写了两行",
    "winner_missing": "{winner}是赢家，这样改就没人胡了。作废用 /undo",
    "no_such_entry": "没有 #{no}",
    "entry_void": "#{no} 已经撤销，先恢复再改",
    "not_numbered": "这不能放进流水里",
    "breaks_later": lambda d: (
        (
            f"这样的话 #{d['no']} 就不成立了："
            if d["no"]
            else f"这样的话{UNNUMBERED.get(d['event'], '后面记的')}就不成立了："
        )
        + _all(d["problems"])
    ),
}

# What a case file or its table gets wrong.
CASES: Mapping[str, Sentence] = {
    "no_json": "这一行不是 JSON：“{piece}”",
    "no_case": "牌例里要有 report：“{piece}”",
    "no_ruleset": "没有“{piece}”这种打法，有：{rulesets}",
    "bad_table": "牌桌写得不对：“{piece}”",
}

# What the chat refuses.
CHAT: Mapping[str, Sentence] = {
    "no_session": "现在没有开着的局。/new 开一局",
    "session_over": lambda d: (
        "现在没有开着的局。"
        + ("接着记刚结算的：/reopen；" if d["reopens"] else "")
        + "同样的人再来一局：/again；另开：/new"
    ),
    "hand_settled": "那手已经结了，是 #{no}。改自己那行：/fix #{no} {line}",
    "session_open": "还有一局没结算。/end 结算了再开",
    "too_late_to_reopen": "结算超过 24 小时，不能重开了",
    "spectator": "你不在这一局里，只能看。/join 加入",
    "not_yours": "这是别人记的，请开局的人或群管理员来改",
    "not_allowed": "这要开局的人或群管理员来",
    "too_long": "太长了，最多 {most} 个字",
    "too_many_people": "一局最多 {most} 个人",
    "anonymous": "匿名管理员和频道不能记账，机器人认不出是谁。换成自己的身份再发",
    "bad_arguments": "没看懂“{piece}”",
    "missing_arguments": "还差点什么",
    "not_whole": "“{piece}”不行，分都是整数",
    "bad_name": "“{piece}”是报牌用的词，不能当名字。换一个：/join 别名",
    "empty_name": "这个名字看不见。换一个：/join 别名",
    "four_seats": "要正好四个人，这里有 {number} 个",
    "add_first": "没有“{player}”这个人。新来的先 /add {player}，或者让他 /join",
    "few_people": "至少四个人才能入座，现在 {number} 个",
    "nothing_to_undo": "还没有可以撤销的",
    "bettor_seated": "{player}坐在桌上，不能押宝",
    "no_spots": "这里没有现场汇，杠写在胡牌里：明杠3万",
    "rate_first": "台费是钱的话，先说一分多少钱：/settle 1分=0.1元",
    "edited_unread": "改后的这句没看懂，还是按原来的算",
    "not_your_bet": "只能自己押；没有 Telegram 的人由开局的人替他押",
    "session_closed": "那一局已经结算了，改不了。/reopen 可以重开",
    "no_time_zone": "没有“{piece}”这个时区，如 Asia/Shanghai",
    "nothing_to_repeat": "还没打过，/new 开一局",
}

# What looking things up, names and data refuse.
RECORDS: Mapping[str, Sentence] = {
    "no_topic": "规则里没有“{piece}”，有：{topics}",
    "no_fan": lambda d: (
        f"没有“{d['piece']}”这个番" + (f"，是不是：{'、'.join(d['alike'])}" if d["alike"] else "。全部：/fan")
    ),
    "bad_period": "“{piece}”不知道是哪段。可以写：30天、2025、2025-03、赛季、赛季秋、末3、全部",
    "no_such_person": lambda d: (
        f"没有叫“{d['piece']}”的人" + (f"，是不是{'、'.join(d['alike'])}？" if d["alike"] else "")
    ),
    "not_known_yet": "还不认识你，先 /join，或 /iam 名字",
    "same_person": "{player}就是同一个人",
    "no_such_level": "“{piece}”不是级数，写 1 到 {most}",
    "name_taken": "“{piece}”已经是别人的名字",
    "no_such_alias": "{player}没有“{piece}”这个别名",
    "played_together": "{players}在一局里打过，不会是一个人",
    "not_your_question": "这是问别人的",
    "no_language": "不会说“{piece}”，可以 /lang zh 或 /lang en",
    "bad_format": "导不出“{piece}”，有：{formats}",
    "not_our_json": "“{piece}”不是 /export json 导出的文件",
    "bad_board_line": "没看懂“{piece}”",
    "bad_ratio": "“{piece}”除下来是 {ratio}",
}


PLAIN = ("no_spots", "edited_unread", "not_whole")  # with what to do in them
TAUGHT = ("unreadable", "ambiguous", "incomplete")  # kinds of mistake that an example helps with


class Mistakes:
    """Refusals as sentences."""

    sentences: Mapping[str, Sentence] = {**REPORTS, **TABLE, **CASES, **CHAT, **RECORDS}

    def message(self, mistake: Mistake, example: str | None = None) -> str:
        """All problems, a line each, and one right example; plain text."""
        lines = dict.fromkeys(map(self.problem, mistake.problems))
        return "\n".join([*lines, *([self.example(example)] if example else [])])

    def problem(self, problem: Problem) -> str:
        """One problem; data hold names, not keys."""
        sentence = self.sentences[problem.code]
        if callable(sentence):
            return sentence(problem.data)
        return sentence.format_map({name: shown(name, value) for name, value in problem.data.items()})

    def teaches(self, problem: Problem) -> bool:
        """Whether a right example helps: what was written did not read, or cannot be."""
        return problem.code not in PLAIN and (problem.kind in TAUGHT or problem.code in REPORTS)

    def example(self, example: str) -> str:
        return f"例如：{example}"

    def fault(self, fault_id: str) -> str:
        return f"出了点问题，这次没记上，账没动。再发一次试试。（编号 {fault_id}）"

    def too_late(self) -> str:
        return "这个按钮已经过时了"


def shown(name: str, value: Any) -> str:
    """A piece of a problem's data as people read it; tiles are numbers under `tile` and `tiles`."""
    if name == "tile" and isinstance(value, int):
        return NAMES[value]
    if isinstance(value, Meld) or not isinstance(value, list | tuple | frozenset):
        return str(value)
    return "、".join(shown("tile" if name == "tiles" else "", one) for one in value)


def _all(problems: tuple[Problem, ...]) -> str:
    return "；".join(map(Mistakes().problem, problems))
