"""南京: a hand for every row. hua = (20 + fan + 2 × (hard + soft)) × multiplier; 底分 1."""

from collections.abc import Mapping

from core.worked.hand import Worked, worked

HANDS: Mapping[str, Worked] = {
    # 20 + 160 + 2×3
    "双七对": worked("甲 自摸 硬花3 手2255万3399条11777饼 胡7饼", fan=160, hard=3, soft=0, hua=186),
    # 20 + 160 + 七对80 + 2×2
    "风一色": worked("丙 点炮 乙 硬花2 手东东东东南南南南西西西西北 胡北", fan=240, hard=2, soft=0, hua=264),
    # 20 + 80 + 2×4
    "七对": worked("乙 点炮 丁 硬花4 手1133万5577条2266饼东 胡东", fan=80, hard=4, soft=0, hua=108),
    # 20 + 60 + 2×1
    "天胡": worked("甲 自摸 天胡 硬花1 手123456万22789条55饼 胡2条", fan=60, hard=1, soft=0, hua=82),
    # 20 + 60 + 2×2
    "清一色": worked("丁 自摸 硬花2 碰8条 手1123456799条 胡9条", fan=60, hard=2, soft=0, hua=84),
    # 20 + 60 + 对对胡40 + 2×(1 + 明杠饼1 + 风客1)
    "全球独钓": worked("甲 点炮 丙 硬花1 碰3万 碰6条 明杠9饼 碰南 手7条 胡7条", fan=100, hard=1, soft=2, hua=126),
    # 20 + 40 + 2×(4 + 风客1)
    "对对胡": worked("乙 自摸 硬花4 碰2万 手55588条99饼东东东 胡8条", fan=40, hard=4, soft=1, hua=70),
    # 20 + 40 + 2×(3 + 风客2)
    "混一色": worked("丙 自摸 硬花3 碰西 手2345677饼北北北 胡4饼", fan=40, hard=3, soft=2, hua=70),
    # 20 + 40 + 2×2
    "地胡": worked("乙 点炮 甲 地胡 硬花2 手12399万567条34888饼 胡5饼", fan=40, hard=2, soft=0, hua=64),
    # 20 + 40 + 门清20
    "无花果": worked("丁 自摸 无花果 手123万45678条22999饼 胡9条", fan=60, hard=0, soft=0, hua=80),
    # 20 + 40 + 2×(3 + 风客1)
    "压绝": worked("甲 点炮 丁 压绝 硬花3 碰北 手46万123789条33饼 胡5万", fan=40, hard=3, soft=1, hua=68),
    # 20 + 20 + 2×2
    "门清": worked("乙 自摸 硬花2 手34599万678条23555饼 胡4饼", fan=20, hard=2, soft=0, hua=44),
    # 20 + 20 + 2×4
    "小杠开": worked("丙 自摸 小杠开 硬花4 碰6条 手23488万78条555饼 胡9条", fan=20, hard=4, soft=0, hua=48),
    # 20 + 10 + 2×5
    "海底捞": worked("丁 点炮 乙 海底捞 硬花5 碰1条 手22567万34888饼 胡2饼", fan=10, hard=5, soft=0, hua=40),
    # (20 + 2×5) × 4
    "花杠开": worked("甲 自摸 花杠开 花中中中中春 碰2条 手78999万34566饼 胡6万", fan=0, hard=5, soft=0, multiplier=4, hua=120),
    # (20 + 门清20 + 2×(4 + 暗杠饼2)) × 2
    "大杠开": worked("乙 自摸 大杠开 硬花4 暗杠7饼 手12378万23455条 胡9万", fan=20, hard=4, soft=2, multiplier=2, hua=104),
    # 20 + 2×(4 + 1)
    "压档": worked("丙 点炮 甲 硬花4 碰3饼 手46万234888条55饼 胡5万", fan=0, hard=4, soft=1, hua=30),
    # 20 + 2×(4 + 1)
    "边枝": worked("丁 自摸 硬花4 碰9条 手12万456条33777饼 胡3万", fan=0, hard=4, soft=1, hua=30),
    # 20 + 2×(5 + 风客1 + 1)
    "独占": worked("甲 自摸 硬花5 碰东 手234万678条2999饼 胡2饼", fan=0, hard=5, soft=2, hua=34),
    # 20 + 2×(4 + 1)
    "缺一": worked("乙 点炮 丙 硬花4 碰8万 手12345万66699条 胡6万", fan=0, hard=4, soft=1, hua=30),
}  # fmt: skip

# What triplets and kongs are worth.
ITEMS: tuple[Worked, ...] = (
    # 1 + 2 + 3 + 1
    worked("甲 自摸 硬花4 碰东 明杠南 暗杠西 明杠1万", fan=0, hard=4, soft=7, hua=42),
    worked("甲 自摸 硬花4 暗杠2饼", fan=0, hard=4, soft=2, hua=32),
)

EXAMPLES: tuple[Worked, ...] = (
    # the document's: 40 + 20 + 20 + 4×2
    worked("甲 自摸 硬花4 门清 混一色", fan=60, hard=4, soft=0, hua=88),
    # 20 + 清一色60 + 对对胡40 + 2×1, by the discarder
    worked("乙 点炮 丙 硬花1 碰3饼 碰7饼 手2255588饼 胡8饼", fan=100, hard=1, soft=0, hua=122),
    # (20 + 2×(5 + 补杠1)) × 2; who fed the kong pays for all three
    worked(
        "甲 自摸 大杠开 硬花5 补杠2万@乙 手345678条6799饼 胡8饼", fan=0, hard=5, soft=1, multiplier=2, hua=64
    ),
    # 20 + 对对胡40 + 2×4; 乙 fed three melds and pays
    worked(
        "甲 点炮 丙 包@乙 硬花4 碰1万@乙 碰2条@乙 碰3饼@乙 手33万8条1饼 胡3万", fan=40, hard=4, soft=0, hua=68
    ),
    # 20 + 清一色60 + 2×2; the discarder pays
    worked("甲 点炮 丁 硬花2 碰1万 碰5万 碰7万 手34万7条1饼 胡5万", fan=60, hard=2, soft=0, hua=84),
)
