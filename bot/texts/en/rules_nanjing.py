"""南京麻将 as players read it, a page a topic. `{…}` are figures of the table (`bot.rulebook`)."""

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "tiles": """
144 tiles
124 to play with: 万, 条, 饼 (characters, bamboos, dots) 1 to 9 and 东南西北 (East South West North), four of each
20 flowers: 中, 发, 白 (red, green, white) four of each, 春夏秋冬梅兰竹菊 (seasons, plants) one of each

13 tiles each, the winning tile is the 14th
Four sets and a pair win, or seven pairs
Pungs and kongs only, no chow from a discard""",
    "seats": """
Four people sit East South West North (/draw draws tiles, /seats as you say)
A round is over when all four have dealt

“比下胡”: the dealer stays when any of these happened
· the dealer won
· anybody won a big hand, 天胡, 地胡, 无花果 or 海底捞
· there was a fine (四连, 跟牌)
· nobody won
Otherwise the next player deals

Flags: dealing n times in a row sets n−1 flags, see /table""",
    "deal": """
Four walls, each 18 stacks of two, 36 tiles
The dealer throws the dice twice (/dice)
The first throw, counted from the dealer, tells whose wall
Both together tell how many stacks are skipped; take from the next on
E.g. 5, then 7: the dealer’s own wall, skip 12, from stack 13 on

中发白 and 春夏秋冬梅兰竹菊 are replaced from the other end of the wall
The dealer first, then one after another; if more flowers come,
wait until all four have replaced theirs, then begin with the dealer again
Flowers drawn later are replaced from there too""",
    "calls": """
Pung: from anybody; no chow
Open kong: three in hand and the fourth discarded
Added kong: a melded pung and the fourth drawn; right after the pung too, but easily robbed
Concealed kong: all four drawn; shown as well

Who passes a win cannot win right after; who passes a pung cannot go back to it
The tile added to a kong can be robbed for a win""",
    "flowers": """
Hard flowers: every flower drawn, the four of a flower kong too
A report has to say: 硬花4, or by name 花中中春; none: 无花果
No hard flower at all: 无花果 {无花果} flowers

Soft flowers:
Pungs of winds, melded or in hand: {东 碰}
Kongs of winds: open or added {南 明杠}, concealed {西 暗杠}
Kongs of 万条饼: open or added {1万 明杠}, concealed {2饼 暗杠}
One tile only waited for: closed {压档}, edge {边枝}, pair {独占}; just one of these
One suit missing: {缺一}
Pairs have none; 全球独钓 and seven pairs are no pair wait""",
    "win": """
Big hands can always win:
对对胡, 混一色, 清一色, 风一色, 七对, 双七对, 压绝, 全球独钓, 天胡, 地胡
All others are small: they must be concealed, or have 4 hard flowers or more
Soft flowers do not help; nor does 无花果 alone

地胡: ready after the first round of flowers, said at once, no change of hand after
海底捞: won within the last two stacks
The three replacements (小杠开, 花杠开, 大杠开) and 天胡: self-draw only""",
    "draws": """
8 stacks stay in the wall, a half stack does not count; then nobody has won
The two stacks before these are the last tiles (海底)
No kong there when no tile is left to replace it, except with the last half stack
Nobody won: the dealer deals again
What was paid on the spot stays paid
Report: /liuju""",
    "liability": """
Discard: the discarder pays; self-draw: each of the three
Robbed kong: counts as self-draw, whoever is robbed pays for all three; the kong itself is not paid

大杠开: whoever fed the kong pays for all three (大杠开@Bob)
An added kong: whoever fed the pung; after several kongs or a flower: the first kong
The own concealed kong: each of the three pays

包 (包@Bob): the first three melds were all fed by Bob, concealed kongs between them count as his
Self-draw: he pays for all three; another’s discard: he pays too; his own discard: one share
Several at once: first the robbed kong, then the fed 大杠开, then 包""",
    "bought": """
A hand that is not complete wins too, only on a discard:

1. Three melds fed by one player (包@Bob), and one more pung: it wins
Counts as 对对胡, in one suit 清一色 as well; Bob pays
E.g. three pungs off Bob, in hand 33万 1饼 8条: Carl discards 3万, won

2. The fourth pung was his as well: 全球独钓 is added

3. Three melds of one suit (concealed kongs apart), and a discard makes another set of it
Counts as 清一色, the discarder pays
E.g. pungs of 111, 555, 777万, in hand 34万 1饼 7条: 2万 and 5万 win

Of such hands count: hard flowers, soft flowers of the sets, 无花果, 海底捞
Waits, 缺一 and 门清 do not""",
    "spots": """
Paid at once and never returned; one flower = base stake ({底分})

Open and added kong: whoever fed it pays {spot 明杠} · /gang Anna 明 Bob
Concealed kong: each of the three pays {spot 暗杠} · /gang Anna 暗
Flower kong (four 中, 发 or 白, the seasons, the plants): each pays {spot 花杠} · /gang Anna 花
A robbed added kong is not paid

Fines, to each of the others:
四连, one player discards four alike: {spot 四连} · /fa Anna 四连
跟牌, all four discard the same in one turn, the first one pays: {spot 跟牌} · /fa Anna 跟牌
逃跑, leaving before the end: {spot 逃跑} · /fa Anna 逃跑

/gang and /fa alone ask with buttons""",
    "count": """
Flowers = 20 + flowers of the fans + 2 × (hard + soft flowers)
大杠开: the whole × {大杠开}; 花杠开: the whole × {花杠开}
One share = flowers × base stake ({底分})

Fans add up; only what is said not to count does not
If a hand can be read in several ways, the most flowers count
软花3 in a report: three soft flowers in all""",
    "bets": """
Whoever does not sit may bet: /bet Anna 20, on one player a hand
Until the report it can be changed or taken back (/unbet)

Your player wins by self-draw: each of the others pays you 20
Your player wins on a discard: the discarder pays you 20; a robbed kong is a discard
Another wins: you pay that player 20; if several win they share it,
odd chips one each from the discarder’s right on
Nobody won: returned
Liability does not touch bets""",
    "levels": """
All settled Nanjing sessions together lead up a ladder
{ladder}
The group goes on with it: /levels 3 name rank points""",
}

HOUSE: Mapping[str, str] = {
    "一炮多响": "No: only the first from the discarder’s right can win",
    "比下胡翻倍": "Yes: the hand after 比下胡 is doubled, with what is paid on the spot; doubled once at most",
}
