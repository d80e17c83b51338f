"""How people write tiles and numbers: every spelling is folded to one before it is read."""

import re
import unicodedata

from core.hanzi import SIMPLIFY
from core.tiles import FLOWERS, HONORS, NAMES, SUITS, Tile, suit_of, tile_named

# Marks that people put between tokens, and minus signs that NFKC leaves alone.
_SPACING = dict.fromkeys(map(ord, ",;、。.!?:()[]{}<>《》「」『』【】\"'“”‘’/\\|~…·*&^%$`\u00d7"), " ")
_MINUS = dict.fromkeys(map(ord, "−–—‒﹣"), "-")
_SUITS = {"万": 0, "m": 0, "条": 1, "索": 1, "s": 1, "饼": 2, "筒": 2, "p": 2}
_NUMERALS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_HONOR = {
    **{c: tile_named(c) for c in HONORS},
    **{f"{c}风": tile_named(c) for c in "东南西北"},
    "红中": tile_named("中"),
    "发财": tile_named("发"),
    "白板": tile_named("白"),
}
_Z = [tile_named(c) for c in "东南西北白发中"]
_PICTURES = {
    **{chr(0x1F000 + i): tile_named(c) for i, c in enumerate("东南西北中发白")},
    **{chr(0x1F007 + i): i for i in range(27)},
    **{chr(0x1F022 + i): tile_named(c) for i, c in enumerate("梅兰竹菊春夏秋冬")},
}
_ALONE = {**_HONOR, **{c: tile_named(c) for c in FLOWERS}, **_PICTURES}  # tiles that need no suit behind them
_DIGIT = {c: n for c, n in _NUMERALS.items() if n} | {c: int(c) for c in "123456789"}
_SUIT = f"({'|'.join(_SUITS)})子?"
# Groups: 1 the digits before z, 2 a tile that needs no suit, or 3 and 4 (5 and 6) numbers and their suit.
_SIGNS = rf"([1-7]+)z|({'|'.join(sorted(_ALONE, key=len, reverse=True))})|([1-9一二三四五六七八九]+){_SUIT}"
_RUN = re.compile(_SIGNS)
_SPACED_RUN = re.compile(rf"{_SIGNS}|([1-9]+(?: +[1-9]+)+){_SUIT}")
_SINGLE = {c: tile_named(c) for c in HONORS}
_NO_TILE = 255
_BY_DIGIT = {  # suit → the tile of each digit, by its code
    suit: bytes(9 * base + code - 0x31 if 0x31 <= code <= 0x39 else _NO_TILE for code in range(256))
    for suit, base in _SUITS.items()
}
_NUMBER = re.compile(
    r"[0-9]{1,9}|[零〇一二两三四五六七八九]?十[一二三四五六七八九]?|[零〇一二两三四五六七八九]"
)


class _Folding(dict[int, int | str | None]):
    """What becomes of each character: simplified, a space, nothing, or itself; invisible ones go."""

    def __missing__(self, code: int) -> int | str | None:
        char = chr(code)
        gone = unicodedata.category(char) in ("Cf", "Cc", "Mn", "Cs") and not char.isspace()
        self[code] = result = None if gone else code
        return result


_FOLDING = _Folding({**SIMPLIFY, **_MINUS, **_SPACING})
# Digits, small letters, @=+-, simplified characters and single spaces: what folding leaves as it is.
_CHANGED = "\0-\x1f!-*,./:-<>?A-Z\\[-`{-\u4dff\ua000-\U0010ffff" + "".join(map(chr, SIMPLIFY))
_FOLDED = re.compile(f"(?! )[^{_CHANGED}]*(?<! )")


def fold(text: str) -> str:
    """One spelling for all: NFKC, simplified, no invisible characters, marks as spaces, lower case."""
    if _FOLDED.fullmatch(text) and "  " not in text:
        return text
    return " ".join(unicodedata.normalize("NFKC", text).translate(_FOLDING).casefold().split())


def read_run(text: str, at: int = 0, spaced: bool = False) -> tuple[list[Tile], int]:
    """The tiles written without a break from `at` on, and where they end; none if none begin there.

    `spaced`: numbers may stand apart from the suit that they share (`123 456万`).
    """
    tiles: list[Tile] = []
    match = (_SPACED_RUN if spaced else _RUN).match
    while m := match(text, at):
        last = m.lastindex or 0
        if last == 1:
            tiles += [_Z[int(c) - 1] for c in m[1]]
        elif last == 2:
            tiles.append(_ALONE[m[2]])
        else:
            base = 9 * _SUITS[m[last]] - 1
            tiles += [base + _DIGIT[c] for c in m[last - 1] if c != " "]
        at = m.end()
    return tiles, at


def usual_run(piece: str) -> tuple[Tile, ...]:
    """The tiles of a whole piece in the usual spelling, digits with their suit or honors; else none."""
    by_digit = _BY_DIGIT.get(piece[-1])
    if by_digit is not None:
        tiles = piece[:-1].encode().translate(by_digit)
        return () if _NO_TILE in tiles else tuple(tiles)
    honors = tuple([_SINGLE.get(c, _NO_TILE) for c in piece])
    return () if _NO_TILE in honors else honors


def read_tiles(text: str) -> list[Tile] | None:
    """All tiles of a text that holds nothing else but spaces, or None."""
    folded = fold(text)
    tiles: list[Tile] = []
    at = 0
    while at < len(folded):
        run, end = read_run(folded, at, spaced=True)
        if not run:
            return None
        tiles += run
        at = end + (folded[end : end + 1] == " ")
    return tiles


def read_number(text: str, at: int = 0) -> tuple[int | None, int]:
    """The number, in digits or numerals up to 九十九, that begins at `at`, and where it ends."""
    m = _NUMBER.match(text, at)
    if m is None:
        return None, at
    word = m[0]
    if word.isdigit() and word.isascii():
        return int(word), m.end()
    if "十" in word:
        tens, ones = word.split("十")
        return 10 * (_NUMERALS[tens] if tens else 1) + (_NUMERALS[ones] if ones else 0), m.end()
    return _NUMERALS[word], m.end()


def write_run(tiles: tuple[Tile, ...]) -> str:
    """Tiles in the order given, as `read_run` reads them back: `123万 5条 中中`."""
    groups: list[list[Tile]] = []
    for tile in tiles:
        if groups and suit_of(groups[-1][0]) == suit_of(tile):
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return " ".join(
        "".join(str(t % 9 + 1) for t in group) + SUITS[group[0] // 9]
        if group[0] < 27
        else "".join(NAMES[t] for t in group)
        for group in groups
    )
