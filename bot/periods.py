"""Which sessions a leaderboard is about and what it goes by, as people write it: `场均 30天`, `赛季秋`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.phrases import unread
from bot.texts import Catalogue, spoken
from core.notation import fold
from core.standings import Cut

RATIO, TOTAL, AVERAGE, RATE = "ratio", "total", "average", "rate"
_DAYS = re.compile(rf"(\d{{1,4}})(?:{'|'.join(spoken.DAYS)})")
_YEAR = re.compile(rf"(20\d\d){spoken.YEAR}?")
_MONTH = re.compile(rf"(20\d\d)[-{spoken.YEAR}](\d{{1,2}}){spoken.MONTH}?")
_DAY = re.compile(r"(20\d\d)-(\d{1,2})-(\d{1,2})")
_SEASON = re.compile(rf"(?:{'|'.join(spoken.SEASON)})-?(20\d\d)?-?([1-4{spoken.SEASONS}])?")
_LAST = re.compile(rf"(?:{'|'.join(spoken.LAST)})3?")


@dataclass(frozen=True, slots=True)
class Asked:
    """The order, how much of the board, the days from `first` to `last` (None: open), and that in words."""

    order: str = RATIO
    cut: Cut = Cut.TOP
    first: date | None = None
    last: date | None = None
    period: str = ""


def read_asked(text: str, today: date, texts: Catalogue) -> Asked:
    """What a text asks for, in any order of its pieces; `unreadable` for a piece that says nothing."""
    orders = {word: order for order, said in spoken.ORDERS.items() for word in said}
    order, cut, spans, said = RATIO, Cut.TOP, [], []
    for piece in fold(text).split():
        if piece in orders:
            order = orders[piece]
        elif piece in spoken.ALL:
            cut = Cut.SESSIONS
            said.append(texts.boards.all_sessions())
        elif _LAST.fullmatch(piece):
            cut = Cut.LAST
            said.append(texts.boards.last_three())
        else:
            spans.append(_span(piece, today, texts))
    first, last, period = _joined(spans, text, texts)
    return Asked(order, cut, first, last, texts.boards.periods([*said, *([period] if period else [])]))


Span = tuple[date | None, date | None, str]


def _span(piece: str, today: date, texts: Catalogue) -> Span:
    """The days that a piece names."""
    boards = texts.boards
    if piece in spoken.THIS_YEAR:
        piece = str(today.year)
    elif piece in spoken.THIS_MONTH:
        piece = f"{today:%Y-%m}"
    try:
        if match := _DAYS.fullmatch(piece):
            days = int(match[1])
            return today - timedelta(days=days - 1), None, boards.days(days)
        if match := _YEAR.fullmatch(piece):
            year = int(match[1])
            return date(year, 1, 1), date(year, 12, 31), match[1]
        if match := _MONTH.fullmatch(piece):
            first = date(int(match[1]), int(match[2]), 1)
            return first, _end_of_month(first), f"{first:%Y-%m}"
        if match := _DAY.fullmatch(piece):
            first = date(*map(int, match.groups()))
            return first, None, boards.span(first.isoformat(), None)
    except (ValueError, OverflowError):
        raise unread("bad_period", piece=piece) from None
    if match := _SEASON.fullmatch(piece):
        return _season(match[1], match[2], today, texts)
    raise unread("bad_period", piece=piece)


def _season(year: str | None, quarter: str | None, today: date, texts: Catalogue) -> Span:
    """A quarter of a year: this one, or one that is named by number or as 春夏秋冬; or the whole year."""
    which = int(year) if year else today.year
    if quarter is None and year is not None:
        return date(which, 1, 1), date(which, 12, 31), year
    number = (today.month + 2) // 3
    if quarter is not None:
        number = int(quarter) if quarter.isdigit() else spoken.SEASONS.index(quarter) + 1
    first = date(which, 3 * number - 2, 1)
    return first, _end_of_month(date(which, 3 * number, 1)), texts.boards.season(which, number)


def _end_of_month(first: date) -> date:
    return (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def _joined(spans: Sequence[Span], text: str, texts: Catalogue) -> Span:
    """No days, those of one piece, or from the first to the second of two dates."""
    if not spans:
        return None, None, ""
    if len(spans) == 1:
        return spans[0]
    starts = [first for first, last, _ in spans if last is None and first is not None]
    if len(spans) > 2 or len(starts) < 2 or starts[0] > starts[1]:
        raise unread("bad_period", piece=text.strip())
    return starts[0], starts[1], texts.boards.span(starts[0].isoformat(), starts[1].isoformat())
