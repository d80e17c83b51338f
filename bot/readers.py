"""Reading what people write after a command, or plainly: text and the table it is about in, an event out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.phrases import (
    Frame,
    Unread,
    first_player,
    player,
    players,
    require_whole,
    unread,
    whole_number,
    words_of,
)
from bot.texts import spoken
from core.entry import Bet, Claim, Deal, Draw, Event, Penalty, Result, Seats, Spot, Sub, Wild
from core.errors import Mistake, mistake
from core.hand import Player
from core.notation import fold, read_run
from core.report import parse_report
from core.ruleset import Options
from core.scan import NOTHING, addressed, says_way
from core.tiles import SEAT_NAMES

FALSE_WIN_SHARE = 10  # of the chips at the start: what 诈胡 costs to each, if the option is 0
_EACH = "|".join(spoken.EACH)
Reader = Callable[[str, Frame], Event]


def read_result(text: str, frame: Frame) -> Event:
    """A report; in wenling a line or more of a hand that waits for the lines of all four."""
    table = frame.state.table()
    try:
        report = parse_report(
            text, frame.ruleset, frame.roster, sender=_seated(frame), table=table, options=frame.options
        )
    except Mistake as wrong:
        if plain_command(text, frame) is None:
            raise Unread(wrong.problems) from wrong
        raise
    return Claim(report.lines) if frame.ruleset.open_hand else Result(report)


def _seated(frame: Frame) -> Player | None:
    return frame.me if frame.me in (frame.state.seats or ()) else None


def read_draw(text: str, frame: Frame) -> Draw:
    """`听 甲 丙`, `甲 丙`, or nothing: nobody was ready."""
    rest = fold(text).strip()
    named = any(rest.startswith(name) for name in frame.roster.spellings)
    if rest.startswith(spoken.READY) and not named:
        rest = rest.removeprefix(spoken.READY).strip()
    elif rest.endswith(" " + spoken.READY):
        rest = rest[:-1].strip()
    if rest in ("", *spoken.NOBODY):
        return Draw()
    return Draw(tuple(dict.fromkeys(players(rest, frame))))


def read_spot(text: str, frame: Frame) -> Spot:
    """`甲 明 乙`, `甲 暗`, `甲 四连`: who, what, who fed it; the one who speaks may be left out."""
    if not frame.ruleset.spots:
        raise unread("no_spots")
    pieces, what = [], None
    for piece in words_of(text):
        said = _spot_said(piece, frame)
        if what is None and said is not None:
            what = said
        elif not _is_tiles(piece):  # 明杠 3万: of which tile it was is kept in the text alone
            pieces.append(piece)
    who = players(" ".join(pieces), frame)
    seated = _seated(frame)
    if what is None:
        raise unread("bad_arguments", piece=text.strip()) if text.strip() else unread("missing_arguments")
    if not who and seated:
        who = [seated]
    if not 0 < len(who) < 3:
        raise unread("missing_arguments") if not who else unread("bad_arguments", piece=text.strip())
    return Spot(what, who[0], who[1] if len(who) > 1 else None)


def _spot_said(piece: str, frame: Frame) -> str | None:
    """The key of the payment that a whole piece says: 明, 明杠, 明杠3万; None if it says none."""
    said = {word: key for key, row in frame.ruleset.spots.items() for word in (key, row.name, *row.words)}
    long = (row.name for row in frame.ruleset.spots.values())
    word = next((name for name in long if piece.startswith(name) and _is_tiles(piece[len(name) :])), piece)
    return said.get(word)


def _is_tiles(piece: str) -> bool:
    tiles, end = read_run(piece)
    return bool(tiles) and end == len(piece)


def read_penalty(text: str, frame: Frame) -> Penalty:
    """`甲 20 [原因]` to the others in all, `甲 20 给 乙` to one, `甲 诈胡` the option's chips to each."""
    require_whole(text)
    who, rest = first_player(text, frame)
    to_each = re.fullmatch(rf"(?:{_EACH})\s*(\d+)|(\d+)\s*(?:{_EACH})", rest)
    if to_each is not None:  # 甲 每家 20
        return Penalty(who, whole_number(to_each[1] or to_each[2]), each=True)
    rest = re.sub(rf"^(\d+)(?={'|'.join(spoken.TO)})", r"\1 ", rest)  # 20给乙
    head, _, tail = rest.partition(" ")
    if head in spoken.FINED and (not tail or not tail.strip().isdigit()):
        if tail:
            raise unread("bad_arguments", piece=tail)
        return Penalty(who, false_win(frame.options), each=True)
    if head in spoken.FINED:  # 甲 诈胡 50: the word is the reason
        return Penalty(who, whole_number(tail.strip()))
    if not head:
        raise unread("missing_arguments")
    chips = whole_number(head)
    return Penalty(who, chips, _paid_alone(tail.strip(), frame))


def _paid_alone(text: str, frame: Frame) -> Player | None:
    """乙 of `给 乙`; None for a reason, be it one that begins with 给."""
    to_one = re.fullmatch(rf"(?:{'|'.join(spoken.TO)})(\s*)(.+)", text)
    if to_one is None:
        return None
    try:
        return player(to_one[2], frame)
    except Unread:
        if to_one[1]:
            raise
        return None


def reason_of(text: str) -> str:
    """Why somebody was fined, other than to pay one person: what was written behind the number, or 诈胡 and
    相公."""
    pieces = words_of(text)
    fined = next((piece for piece in pieces if piece in spoken.FINED), "")
    if any(re.fullmatch(rf"(?:{_EACH})\d*|\d*(?:{_EACH})", piece) for piece in pieces):
        return ""
    rest = fined or re.split(r" \d+ ", f" {' '.join(pieces)} ", maxsplit=1)[-1].strip()
    return "" if rest == " ".join(pieces) else rest


def false_win(options: Options) -> int:
    """What 诈胡 costs to each of the others: the option, or a tenth of the chips at the start."""
    return int(options.get(spoken.FALSE_WIN) or 0) or max(int(options[spoken.START]) // FALSE_WIN_SHARE, 1)


def read_deal(text: str, frame: Frame) -> Deal:
    """`甲 [东] [旗1]`: who deals, in which round, with how many flags; without a name whoever deals now."""
    head, _, rest = fold(text).strip().partition(" ")
    text = rest if head == spoken.IS else text
    dealer = frame.state.place.dealer
    if dealer is not None and re.fullmatch(rf"(?:{'|'.join(spoken.FLAG)})\d+", head):
        who, rest = dealer, fold(text).strip()
    else:
        who, rest = first_player(text, frame)
    wind, flags = None, None
    for piece in rest.split():
        ending = next((end for end in spoken.ROUND_ENDING if piece.endswith(end)), "")
        wind_named = spoken.WINDS.get(piece, piece.removesuffix(ending))
        if len(wind_named) == 1 and wind_named in SEAT_NAMES:
            wind = SEAT_NAMES.index(wind_named)
        elif said := re.fullmatch(rf"(?:{'|'.join(spoken.FLAG)})(.*)", piece):
            flags = whole_number(said[1])
        else:
            raise unread("bad_arguments", piece=piece)
    return Deal(who, wind, flags)


def read_sub(text: str, frame: Frame) -> Sub:
    """`甲 戊`: 戊 takes the seat of 甲."""
    try:
        who = players(text, frame)
    except Unread as wrong:
        unknown = next((p.data["player"] for p in wrong.problems if p.code == "not_at_table"), None)
        raise unread("add_first", player=unknown) if unknown else wrong from wrong
    if len(who) != 2:
        raise unread("missing_arguments") if len(who) < 2 else unread("bad_arguments", piece=text.strip())
    return Sub(*who)


def read_bet(text: str, frame: Frame) -> Bet:
    """`甲 20`, or with the bettor before: `老五 甲 20`."""
    require_whole(text)
    head, _, chips = fold(text).strip().rpartition(" ")
    if not head:
        raise unread("missing_arguments") if not chips else unread("bad_arguments", piece=chips)
    amount = whole_number(chips)
    who = players(head, frame)
    if len(who) == 1:
        if frame.me is None:
            raise mistake("impossible", "spectator")
        return Bet(frame.me, who[0], amount)
    if len(who) != 2:
        raise unread("bad_arguments", piece=head)
    return Bet(who[0], who[1], amount)


def read_seats(text: str, frame: Frame) -> Seats:
    """`甲 乙 丙 丁`: 东 南 西 北 as written."""
    who = players(text, frame)
    if len(who) != 4:
        raise unread("four_seats", number=len(who))
    return Seats((who[0], who[1], who[2], who[3]))


def read_wild(text: str, _frame: Frame) -> Wild:
    """`5万`: the indicator of the 得."""
    folded = fold(text).strip().removeprefix("=")
    tiles, end = read_run(folded)
    if len(tiles) != 1 or end != len(folded):
        raise unread("bad_arguments", piece=text.strip()) if text.strip() else unread("missing_arguments")
    return Wild(tiles[0])


READERS: Mapping[str, Reader] = {
    "hu": read_result, "liuju": read_draw, "gang": read_spot, "fa": read_spot, "penalty": read_penalty,
    "dealer": read_deal, "sub": read_sub, "de": read_wild,
}  # fmt: skip
EDITABLE = ("hu", "liuju", "gang", "fa", "penalty")  # what an edited message may correct


OWN_WORDS = {Draw: "liuju", Spot: "gang", Penalty: "penalty", Deal: "dealer", Sub: "sub"}


def read_entry(text: str, frame: Frame, old: Event | None = None) -> Event:
    """A numbered entry in its own words, without a command; in the place of `old` one of its kind too, and
    the winner may be left out if it was a result."""
    usual = OWN_WORDS.get(type(old), "hu") if old is not None else "hu"
    command, rest = plain_command(text, frame) or (usual, text)
    if isinstance(old, Result) and spoken.ME not in rest:
        frame = _spoken_by_winner(old, rest, frame)
    return READERS[command](rest, frame)


def _spoken_by_winner(old: Result, text: str, frame: Frame) -> Frame:
    """The frame in which a correction that names no winner is about the one who had won; a line without a way
    of winning is the one's who writes it, where all four have something to say."""
    winners = [line.player for line in old.report.lines if line.win]
    of_all_four = frame.ruleset.open_hand and not says_way(text, frame.ruleset, frame.roster)
    return frame if len(winners) != 1 or of_all_four else replace(frame, me=winners[0])


def plain_command(text: str, frame: Frame) -> tuple[str, str] | None:
    """The command that a plain message stands for, and its arguments; None if it is talk (5-product §2).

    A report begins with a player's full name, an alias or 我, and another whole piece of it is a way of
    winning, a payment on the spot, 诈胡 or 相公; a draw begins with its word. Whoever an open hand waits for
    may answer without a name.
    """
    head, _, rest = fold(text.split("\n", 1)[0]).strip().partition(" ")
    if head in spoken.DRAWN:
        return "liuju", rest
    if head == spoken.PENALTY:
        return "penalty", rest
    named = addressed(text, frame.roster, frame.me)
    if named is None:
        return _bare_answer(text, frame)
    pieces = words_of(text)
    # Piece by piece: the way of winning is mostly the second one.
    if any(says_way(piece, frame.ruleset, frame.roster) for piece in pieces):
        return "hu", text
    if any(piece in spoken.FINED for piece in pieces):
        return "penalty", text
    if any(_spot_said(piece, frame) for piece in pieces):
        return "gang", text
    if frame.state.open and _answers(text, frame):
        return "hu", _nothing_as_figure(text, named[1])
    return None


def _nothing_as_figure(text: str, said: str) -> str:
    """The text with 0 for 没有, if that is all that was `said` behind the name."""
    return text[: text.rindex(said)] + NOTHING if said in spoken.NOTHING else text


def _bare_answer(text: str, frame: Frame) -> tuple[str, str] | None:
    """What somebody who is waited for says of their own hand, without a name; None if it is talk."""
    if frame.me is None or frame.me not in frame.state.missing:
        return None
    said = fold(text).strip().removeprefix(spoken.ME).strip()
    if said in spoken.NOTHING:
        return "hu", NOTHING
    try:
        (line, *others) = parse_report(said, frame.ruleset, frame.roster, sender=frame.me).lines
    except Mistake:
        return None
    shown = line.melds or line.laid or line.numbers or said.startswith(spoken.HAND)
    return ("hu", said) if shown and not (others or line.win or line.player != frame.me) else None


def _answers(text: str, frame: Frame) -> bool:
    """Whether a whole piece of the text is something that a player answers in an open hand."""
    named = addressed(text, frame.roster, frame.me)
    if named and named[1] in spoken.NOTHING:
        return True
    for piece in named[1].split() if named else ():
        try:
            parse_report(piece, frame.ruleset, frame.roster, sender=frame.state.members[0])
        except Mistake:
            continue
        return True
    return False


_SIGNS = re.compile(rf"[{spoken.REPORT_SIGNS}]|(?:{'|'.join(spoken.NOTHING)})\W*$")


def may_be_report(text: str) -> bool:
    """Whether a plain message is worth a look into the book; fast, and never wrongly False."""
    return _SIGNS.search(text) is not None
