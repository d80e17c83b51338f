"""From the text of a report to its tokens, piece by piece: what stands between two spaces.

Most pieces say the same wherever they stand: a player's name, a word, `碰3万`, `胡8万`, `花6`, a run of
tiles. They are looked up whole; all others are left to `Scanner`, which reads sign by sign.
"""

from functools import lru_cache

from core.errors import Problem
from core.hand import CONCEALED, Player
from core.lexicon import FIGURES, HELD, ME, NOTHING, STARTS, Token, lexicon
from core.notation import fold, read_run, usual_run
from core.roster import Roster
from core.ruleset import Ruleset
from core.scanner import Scanner

__all__ = ["FIGURES", "NOTHING", "Token", "addressed", "is_word", "says_way", "scan"]

_NOBODY = Roster(())
_MOST = 200  # pieces that are kept with a roster; runs of tiles are not
_LONGEST = 12  # pieces that are longer are not kept: no word with what belongs to it has so many signs


def scan(
    text: str, ruleset: Ruleset, roster: Roster, sender: Player | None, problems: list[Problem]
) -> list[list[Token]]:
    """The lines of a report as tokens; one that does not begin with a player goes on with that above."""
    drafts: list[list[Token]] = []
    for raw in text.splitlines():
        line = fold(raw)
        if not line:
            continue
        tokens = _tokens(line, ruleset, roster, sender, problems)
        if not drafts or (tokens and tokens[0].kind == "player"):
            drafts.append(tokens)
        else:
            drafts[-1] += tokens
    return drafts


def _tokens(
    text: str, ruleset: Ruleset, roster: Roster, sender: Player | None, problems: list[Problem]
) -> list[Token]:
    """The tokens of a folded line."""
    told = roster.told.setdefault(ruleset.key, {})
    found: list[Token] = []
    glued = False  # right behind 手, as if written together with it: no player is named there
    for piece in text.split(" "):
        token = told.get(piece)
        if token is None or glued:
            token = _token(piece, ruleset, roster, glued)
            if token is None:
                return _mixed(text, ruleset, roster, sender, problems)
            if token.kind != "tiles" and len(told) < _MOST:
                told[piece] = token
        found.append(token)
        glued = token.kind == "hand"
    return found


def _mixed(
    text: str, ruleset: Ruleset, roster: Roster, sender: Player | None, problems: list[Problem]
) -> list[Token]:
    """The tokens of a line in which something has to be read sign by sign, perhaps over spaces."""
    scanner = Scanner(text, ruleset, lexicon(ruleset), roster, sender, problems)
    found: list[Token] = []
    start = read = 0  # where a piece begins; how far the line has been read
    glued = False
    for piece in text.split(" "):
        if read <= start:
            token = _token(piece, ruleset, roster, glued)
            if token is None:
                read = scanner.read(start, glued, found)
                glued = False
            else:
                found.append(token)
                glued = token.kind == "hand"
        start += len(piece) + 1
    return found


def _token(piece: str, ruleset: Ruleset, roster: Roster, glued: bool) -> Token | None:
    """The token of a whole piece; None if it is to be read sign by sign."""
    initial = piece[0]
    if not glued and (initial in roster.initials or initial == ME):
        player = roster.by_piece.get(piece)
        return None if player is None else Token("player", player)
    if initial in lexicon(ruleset).plain and (tiles := usual_run(piece)):
        return Token("tiles", tiles, glued)
    if glued:
        return None
    return _pointing(ruleset, roster, piece) if "@" in piece else _whole(ruleset, piece)


@lru_cache(maxsize=2048)
def _whole(ruleset: Ruleset, piece: str) -> Token | None:
    """The token of a piece that is one word, alone or with what belongs to it; None if it may be another.

    It may where a word without its tiles, or a 0, may find them behind the space.
    """
    known = lexicon(ruleset)
    if piece == HELD:
        return Token("hand")
    if not piece or len(piece) > _LONGEST or known.words.get(piece) in ("special", "meld"):
        return None
    problems: list[Problem] = []
    scanner = Scanner(piece, ruleset, known, _NOBODY, None, problems)
    token = scanner.word() or scanner.counter()
    if token is None or problems or scanner.at < len(piece) or token.value == (NOTHING, 0):
        return None
    return token


def _pointing(ruleset: Ruleset, roster: Roster, piece: str) -> Token | None:
    """The token of a piece that is one word and points at a player by the whole name: `碰3万@乙`."""
    said, _, name = piece.partition("@")
    player, token = roster.by_piece.get(name), _whole(ruleset, said)
    if not player or token is None or name in (ME, CONCEALED):
        return None
    if token.kind == "meld":
        return Token("meld", token.value._replace(feeder=player), at=player)
    points = token.kind == "way" or (token.kind == "word" and token.value in ruleset.pointing)
    return Token(token.kind, token.value, at=player) if points else None


def is_word(text: str, ruleset: Ruleset) -> bool:
    """Whether a name would be exactly a word of the report language, tiles or a number among them."""
    folded = fold(text)
    if folded in lexicon(ruleset).words or folded in (ME, "") or folded.isdigit():
        return True
    tiles, end = read_run(folded)
    if tiles and end == len(folded):
        return True
    problems: list[Problem] = []
    tokens = _tokens(folded, ruleset, _NOBODY, None, problems)
    return len(tokens) == 1 and tokens[0].kind != "player" and not problems


def addressed(text: str, roster: Roster, sender: Player | None = None) -> tuple[Player, str] | None:
    """Who a plain message begins with, by full name, alias or 我, and the rest of it; None if by nobody.

    A name may be written together with 自摸, 点炮, 抢杠 and 给, as in a report.
    """
    folded = fold(text.split("\n", 1)[0])
    for name in (*roster.spellings, *((ME,) if sender is not None else ())):
        rest = folded[len(name) :]
        if folded.startswith(name) and (not rest or rest[0] == " " or rest.startswith(STARTS)):
            player = sender if name == ME and name not in roster.spellings else roster.exactly(name)
            return (player, rest.strip()) if player is not None else None
    return None


def says_way(text: str, ruleset: Ruleset, roster: Roster) -> bool:
    """Whether a whole piece of the text is a way of winning, alone or together with players' names."""
    pieces = [_tokens(piece, ruleset, roster, None, []) for piece in fold(text).split()]
    return any(
        any(t.kind == "way" for t in tokens) and all(t.kind in ("way", "player", "gives") for t in tokens)
        for tokens in pieces
    )
