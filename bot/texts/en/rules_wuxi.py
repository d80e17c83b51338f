"""无锡改良麻将 as players read it, a page a topic. `{…}` are figures of the table (`bot.rulebook`)."""

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "tiles": """
144 tiles:
万, 条, 饼 (characters, bamboos, dots) 1 to 9, four of each
Winds 东南西北 (East South West North), dragons 中发白 (red, green, white), four of each
Flowers 春夏秋冬 (seasons), 梅兰竹菊 (plants), one of each

Chow: three in a row of one suit
Pung: three alike; kong: four alike
Pair: two alike
Winds and dragons are honors

13 tiles each, the winning tile is the 14th
Four sets and a pair win""",
    "seats": """
Shuffle one tile of each wind face down, everybody draws one (/draw)
Whoever draws 东 is East and deals first; South, West, North sit on counterclockwise

The dealer wins, alone or with others: deals again
A draw with the dealer ready: deals again
Otherwise the next player deals

Back at the first East the round changes: East, South, West, North
东风战 is one round, 半庄 two, 一庄 four, 不限 no end
The round’s wind is that of the round, the seat wind the one you drew""",
    "deal": """
Tiles are taken and discarded counterclockwise
The wall itself is used up clockwise
Whose wall and from which stack: /dice can throw
A flower is laid open and replaced from the end of the wall""",
    "calls": """
Chow: from the previous player, to make three in a row
Pung: from anybody, to make three alike
Open kong: three in hand and the fourth discarded
Added kong: a melded pung and the fourth drawn
Concealed kong: all four drawn

Two want one tile: a win comes first, pung and kong before chow
Several can win on one tile: all of them do, each counted apart
The tile added to a kong can be robbed; it counts as a discard""",
    "flowers": """
A flower is laid open and replaced; each counts {花牌} flower
All eight with one player win at once:
八仙过海 {八仙过海} fan, whatever the hand is
In a report: 花2, or by name 花春梅""",
    "win": """
Four sets and a pair
or seven pairs
or thirteen orphans, one of them twice
or all eight flowers

There is no minimum, every complete hand wins
Self-draw: all three pay; discard: the discarder alone
A robbed kong is a discard of whoever is robbed""",
    "draws": """
The wall is used up and nobody won: a draw, nobody pays
The dealer deals again if ready, otherwise the next player does
Report: /liuju Anna Carl, those who were ready; no name: nobody
Forgot that the dealer was ready: there is a button below
Bets of this hand are returned""",
    "liability": """
Self-draw: each of the three pays one share
Discard: the discarder pays one share, the others nothing
Robbed kong: whoever is robbed pays one share
Several winners: the discarder pays each of them
Nobody is liable for others here

诈胡 (false win), 相公 (wrong number of tiles): /penalty Anna 诈胡, once to each of the others
How much: the option 诈胡; without it a tenth of the starting chips""",
    "count": """
One share = flowers × fan × base stake ({底分})

Base: {底}; each flower tile: {花牌}
Winds and dragons: pung {东 碰}, concealed {南 暗刻}
their kongs: open or added {西 明杠}, concealed {北 暗杠}
Kongs of 万条饼: open or added {1条 明杠}, concealed {2条 暗杠}
Chows, pairs, pungs of 万条饼: nothing
Honors in seven pairs and thirteen orphans: nothing

A pung of honors completed by a discard counts as melded
one completed by a draw as concealed

Fans add up; only what is said not to count does not
If a hand can be read in several ways, the highest flowers × fan counts""",
    "bets": """
Whoever does not sit may bet: /bet Anna 20, on one player a hand
Until the report it can be changed or taken back (/unbet)

Your player wins by self-draw: each of the others pays you 20
Your player wins on a discard: the discarder pays you 20
Another wins: you pay that player 20; if several win they share it,
odd chips one each from the discarder’s right on
A draw: returned

Bettors have starting chips too and go on the leaderboard""",
    "board": """
After a session: score = final chips ÷ starting chips
to two decimals, highest first
A row each, with the best session
The last row, −1, is somebody’s worst session of all
/rank: the first ten; /rank last3: the last three; /rank all: every session
Equal scores: the earlier day first
Before six in the morning is the day before; the table fee does not count""",
}

HOUSE: Mapping[str, str] = {
    "自风": "fixed: the wind you drew; rotating: the dealer is East, and on from there",
    "点胡成刻": "A pung of honors completed by a discard: melded or concealed",
    "隐含番": "Not counted: small fans that a big one implies (天和: 自摸, 门前清) are not added",
    "七对字一色": "Counted: seven pairs of honors are 字一色, of terminals and honors 混幺九",
    "一炮多响": "No: only the first from the discarder’s right can win",
    "抢杠": "No: a tile added to a kong cannot be robbed",
}
