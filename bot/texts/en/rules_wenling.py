"""温岭麻将 as players read it, a page a topic. `{…}` are figures of the table (`bot.rulebook`)."""

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "tiles": """
小闹 (with flowers) 144 tiles: 万条饼 (characters, bamboos, dots), 东南西北 (winds), 中发白 (red, green, white), 春夏秋冬 (seasons), 梅兰竹菊 (plants)
常规 (no flowers) 136 tiles

17 tiles for the dealer, 16 for the others
Five sets and a pair win, one set more than elsewhere
Chow and pung have three tiles, a kong four""",
    "seats": """
Four people sit East South West North (/draw draws tiles, /seats as you say)
The dealer wins: deals again
Another wins, or a draw: the next player deals
Seat winds: the dealer is East, then South, West, North""",
    "deal": """
Tiles are taken counterclockwise, East South West North
Whose wall and from which stack: /dice can throw
One tile is turned up and makes the 得, the wild tiles of this hand: /de 5m
It is out of play, so three wild tiles are left
A special tile is laid open and replaced at once""",
    "wild": """
得 (wild tiles) stand for any tile, for sets and for points
even for a fifth copy; two of them alone can be the pair
They cannot be melded; a discarded one cannot be won on
A flower turned up: the other three of its kind are wild

Special tiles are laid open when drawn. The 得 is
万条饼 or a wind: 白
白: 中 and 发
中: 白 and 发
发: 白 and 中
a flower: 中, 发 and 白
In 小闹 the flowers that are not wild are laid open too
得 of 中发白 or a flower is a 闹闹, all these tiles lie open

中 and 发 that are not laid open are played as honors""",
    "calls": """
Chow: from the previous player, to make three in a row
Pung, open kong: from anybody
Added kong: a melded pung and the fourth drawn; concealed kong: all four drawn

One winner only: if several could, first the next player, then the opposite, then the previous
Passing a win: until you meld or draw, you cannot win
on another discard of that tile; a self-draw is free
Passing a pung: the same, it takes a move before that pung""",
    "win": """
Five sets (chow, pung, kong) and a pair; wild tiles may stand in
There is no minimum

Limit hands (腊子) win at once, at the cap:
· three wild tiles have come to hand
· four 白, four 中, four 发
· all four of 春夏秋冬 or of 梅兰竹菊
· four own seat winds
· 天胡: the dealer wins with the tiles of the deal
In hand, as a concealed kong or laid open; not as an open or added kong""",
    "draws": """
15 pairs left (or half a pair more) and nobody won: fresh tiles
Fresh: never discarded by anybody; a melded tile is not fresh
8 pairs left (or half a pair more) and nobody won: a draw
Nothing is settled, the next player deals
Report: /liuju""",
    "liability": """
A discarder is liable for all three who
1. discards a fresh tile in the last phase, while the own hand is not all fresh
2. discards the suit of which another has three melds, who wins 清一色 with it
3. discards 中 or 发 while two tiles or more from being ready
4. discards a fresh tile after a wild one; who discarded a wild tile cannot win either

The liable player has 0, the other three settle as always
and whatever anybody has to pay, this player pays
In a report: 包@Dora; Dora discarded or was robbed""",
    "points": """
All four have points. Pung, concealed pung, open or added kong, concealed kong:
2 to 8: {2万 碰}, {3条 暗刻}, {4饼 明杠}, {5万 暗杠}
1, 9, honors: {1万 碰}, {9条 暗刻}, {南 明杠}, {北 暗杠}
Each special tile laid open: {points 翻白}
A pair of the seat wind, 中 or 发: {中 对}

The winner adds
单吊 (pair wait) {单吊}, 靠柄 (edge: 12 for 3, 89 for 7) {靠柄}, 嵌档 (closed) {嵌档}; just one of these
self-draw {自摸}
A pung completed by a discard counts as melded""",
    "count": """
Winner: (20 + points) × 2 to the power of fan
Others: points × 2 to the power of fan
Rounded up to tens: 132 is 140
Cap: 小闹 {cap 小闹}, 常规 {cap 常规}

What wild tiles are and how the hand is read: whatever is most for the winner""",
    "settle": """
The three others each pay the winner’s figure, self-draw or discard alike; the winner pays nobody
The three compare among themselves, the lower pays the difference to the higher
All divided by 10, times the base stake ({底分}), are chips

平搓 (plain): just that
庄家翻倍 (dealer doubled): twice whatever goes to or from the dealer
闲家减半 (others halved): half of what goes among the others, halves rounded up
A draw: nothing""",
    "report": """
The winner first, a line each; what is not said is 0
得=5m within the line, or /de 5m before

The others report tiles: 碰3m 暗刻1z 翻白春
or figures: 12胡1番 (12 points, 1 fan); with nothing 0
or the whole hand: 手 and tiles

When all four have reported it is settled; until then the group goes on reporting
/ok: who said nothing has 0; /undo drops the hand
One player corrected: /fix #3 Carl 12胡2番""",
    "bets": """
Whoever does not sit may bet: /bet Anna 20, on one player a hand
Until the winner’s report it can be changed or taken back (/unbet)

Your player wins by self-draw: each of the others pays you 20
Your player wins on a discard: the discarder pays you 20
Another wins: you pay that player 20
A draw: returned
Liability does not touch bets""",
}

HOUSE: Mapping[str, str] = {
    "mode": "小闹: with flowers; 常规: without",
    "结算": "Plain, the dealer doubled, or the others halved",
    "自风": "rotating: the dealer is East, and on from there; fixed: the wind you drew",
    "点胡成刻": "A pung completed by a discard: melded or concealed",
}
