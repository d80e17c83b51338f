"""How people stand over all sessions."""

from bot.dispatch import Ask, Reply, Say
from bot.texts import words
from bot.texts.layout import esc
from core.standings import Cut, leaderboard
from storage.book import Book


def rank(_ask: Ask, book: Book) -> Reply:
    """/rank: the leaderboard."""
    sessions = words(book.lang).sessions
    rows = [
        sessions.board_row(
            rank,
            esc(book.people.of(score.player).shown),
            score.final,
            score.start,
            score.ratio,
            score.day.isoformat(),
        )
        for rank, score in leaderboard(book.standings.scores(), Cut.TOP)
    ]
    return Reply((Say(sessions.board_rows("\n".join(rows)) if rows else sessions.no_board()),))
