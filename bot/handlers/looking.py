"""Looking at the open session: the table, the log."""

from bot import drawn
from bot.cards import headline, place_now, spots_of_hand
from bot.desk import Desk, open_desk
from bot.dispatch import Ask, Reply, Say
from bot.handlers.entries import entry
from bot.miniapp import table_row
from bot.phrases import entry_number, unread
from bot.texts import spoken
from bot.texts.layout import bold, esc, plain, struck
from core.entry import Draw
from core.errors import mistake
from core.payment import net
from core.table import Outcome
from core.tiles import NAMES, SEAT_NAMES
from storage.book import Book
from storage.sessions import Logged

SHOWN = 12  # entries of a log that is cut


def table(ask: Ask, book: Book) -> Reply:
    """/table: seats, dealer, round, chips, open bets, the open hand."""
    desk = open_desk(ask, book)
    text = table_text(desk)
    title, *lines = plain(text).split("\n")[: 2 if desk.state.seats else 1]
    return Reply((Say(text, table_row(desk), picture=drawn.standings(desk, title, lines)),))


def table_text(desk: Desk) -> str:
    sessions, session, state = desk.words.sessions, desk.session, desk.state
    lines = [sessions.table_head(desk.ruleset.name, session.length, state.hand_no)]
    seats = state.seats or ()
    if seats:
        lines.append(place_now(desk))
    for wind, player in zip(SEAT_NAMES, seats, strict=False):
        chips, change = session.chips()[player], state.chips[player]
        lines.append(sessions.place(wind, desk.name(player), chips, change, player == state.place.dealer))
    for player in session.members:
        if player not in seats:
            change = state.chips[player]
            lines.append(sessions.watcher(desk.name(player), session.start + change, change))
    lines += [sessions.open_bet(desk.name(b.by), desk.name(b.on), b.chips) for b in state.bets.values()]
    lines += spots_of_hand(desk, state.spots)
    if state.wild is not None:
        lines.append(sessions.wild(NAMES[state.wild]))
    if state.open:
        winner = next(line.player for line in state.open if line.win)
        lines.append(sessions.waiting_for(desk.name(winner), desk.names(list(state.missing))))
    if not seats:
        enough = len(session.members) >= 4
        lines.append(sessions.how_to_sit() if enough else sessions.how_to_join())
    return "\n".join(lines)


def log(ask: Ask, book: Book) -> Reply:
    """/log [all | #N]: the numbered entries as they were played, what they moved, who recorded them."""
    session = book.session or book.sessions.last
    if session is None:
        raise mistake("impossible", "no_session")
    desk = Desk(ask, book, session)
    no, rest = entry_number(ask.text)
    if rest not in ("", *spoken.ALL):
        raise unread("bad_arguments", piece=rest)
    outcomes = {outcome.no: outcome for outcome in desk.session.outcomes()}
    by_no = {one.no: one for one in desk.session.log()}
    if no is not None:
        one = entry(desk, no)
        return Reply((Say(_row(desk, one, outcomes[no])),))
    logged = [by_no[number] for number in outcomes if number is not None]
    if not logged:
        return Reply((Say(desk.words.sessions.nothing_recorded()),))
    shown = logged if rest else logged[-SHOWN:]
    lines = [desk.words.sessions.log_head(len(shown), len(logged))]
    lines += [_row(desk, one, outcomes[one.no]) for one in shown]
    return Reply((Say("\n".join(lines)),))


def _row(desk: Desk, one: Logged, outcome: Outcome) -> str:
    """An entry of the log in two lines."""
    hands, sessions = desk.words.hands, desk.words.sessions
    head = hands.entry(one.no, headline(desk, outcome, one.answer, one.text))
    if one.voided:
        return f"{struck(head)} {hands.void_mark()}"
    if one.fixed:
        head = f"{head} {hands.fixed_mark()}"
    by = desk.book.people.get(one.by) if one.by is not None else None
    if by is not None:
        head += sessions.recorded_by(esc(by.shown))
    moved = sorted(net(one.transfers).items(), key=lambda item: -item[1])
    changes = [sessions.change(desk.name(player), chips) for player, chips in moved if chips]
    if not changes and isinstance(one.event, Draw):
        return bold(head)
    return f"{bold(head)}\n  {' · '.join(changes) or sessions.nothing_moved()}"
