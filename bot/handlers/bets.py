"""押宝: bets of people who do not sit."""

from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Reply, Say
from bot.handlers import guided
from bot.phrases import first_player
from bot.readers import read_bet
from core.entry import Bet, Unbet
from core.errors import mistake
from core.hand import Player
from storage.book import Book


def bet(ask: Ask, book: Book) -> Reply:
    """/bet 甲 20, and by the opener for somebody else: /bet 老五 甲 20"""
    if guided.is_begun(ask, book):
        return guided.begin(ask, book)
    desk = open_desk(ask, book)
    event = read_bet(ask.text, desk.frame)
    _require_own(desk, event.by)
    if event.by in (desk.state.seats or ()):
        raise mistake("impossible", "bettor_seated", player=event.by)
    desk.session.record(event, desk.by, ask.at, ask.text)
    text = desk.words.hands.bet(desk.name(event.by), desk.name(event.on), event.chips)
    return Reply((Say(text, subject=_subject(desk, event)),))


def unbet(ask: Ask, book: Book) -> Reply:
    """/unbet, and by the opener for somebody else: /unbet 老五"""
    desk = open_desk(ask, book)
    desk.require_writer()
    by = first_player(ask.text, desk.frame)[0] if ask.text.strip() else desk.me
    if by is None:
        raise mistake("impossible", "spectator")
    _require_own(desk, by)
    outcome = desk.session.record(Unbet(by), desk.by, ask.at, ask.text)
    hands, name = desk.words.hands, desk.name(by)
    return Reply((Say(hands.no_bet(name) if outcome.idle else hands.unbet(name)),))


def _require_own(desk: Desk, by: Player) -> None:
    """A bet is the bettor's own; for a bare name the opener bets."""
    desk.require_writer()
    if by != desk.me and (desk.book.people.of(by).account is not None or not desk.leads):
        raise mistake("impossible", "not_your_bet")


def _subject(desk: Desk, event: Bet) -> str:
    return f"bet:{desk.session.id}:{desk.state.hand_no}:{event.by}"
