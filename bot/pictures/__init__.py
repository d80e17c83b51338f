"""The pictures that the bot sends. Each `…_picture` function takes plain data, words included, and returns a
short text that is stored with the message; `draw` turns it into a PNG when the message is sent.

Every one of them takes `theme` (`dark` or `light`); both are opaque cards, and the default one sits well in a
dark and in a light chat.
"""

from bot.pictures.board import Row, leaderboard_picture
from bot.pictures.chart import Series
from bot.pictures.hands import Hand, hand_of
from bot.pictures.pages import Section, Shown, Throw, dice_picture, page_picture, tiles_picture
from bot.pictures.render import can_write, draw
from bot.pictures.result import Change, Part, Win, hand_picture, result_picture
from bot.pictures.settlement import Balance, Payment, settlement_picture
from bot.pictures.standings import Standing, standings_picture, trend_picture
from bot.pictures.statistics import Figure, Share, statistics_picture
from bot.pictures.tiles import BACK, BLANK

__all__ = [
    "BACK",
    "BLANK",
    "Balance",
    "Change",
    "Figure",
    "Hand",
    "Part",
    "Payment",
    "Row",
    "Section",
    "Series",
    "Share",
    "Shown",
    "Standing",
    "Throw",
    "Win",
    "can_write",
    "dice_picture",
    "draw",
    "hand_of",
    "hand_picture",
    "leaderboard_picture",
    "page_picture",
    "result_picture",
    "settlement_picture",
    "standings_picture",
    "statistics_picture",
    "tiles_picture",
    "trend_picture",
]
