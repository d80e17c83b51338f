"""Names as they are kept: any Unicode, without what cannot be seen, at most 32 graphemes."""

import unicodedata

import regex

from core.hanzi import SIMPLIFY

LENGTH = 32  # graphemes
_LONGEST = 16  # code points of one grapheme: more than any emoji needs, less than a pile of accents

_EMOJI = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3")
# Control characters, lone surrogates, private use; zero-width, bidi, fillers; the blank braille cell.
_UNSEEN = regex.compile(r"[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]")
# What belongs to an emoji although it cannot be seen: the joiner, variation selectors, the tags of flags.
_UNSEEN_BUT_EMOJI = regex.compile(
    r"[\p{Cc}\p{Cs}\p{Co}]|(?![\u200d\ufe0e\ufe0f\U000e0020-\U000e007f])\p{Default_Ignorable_Code_Point}"
)


def clean_name(text: str) -> str:
    """`text` as a name; "" if nothing is left that can be seen."""
    kept = []
    for grapheme in regex.findall(r"\X", " ".join(text.split())):
        emoji = _EMOJI.search(grapheme)
        piece = (_UNSEEN_BUT_EMOJI if emoji else _UNSEEN).sub("", grapheme)[:_LONGEST]
        if emoji:
            piece = piece.rstrip("\u200d")
        if piece:
            kept.append(piece)
    return _cut(" ".join("".join(kept).split()), LENGTH)


def numbered(name: str, number: int) -> str:
    """A second 小明 is 小明2; the name gives way where both would be too long."""
    return f"{_cut(name, LENGTH - len(str(number)))}{number}"


def _cut(name: str, length: int) -> str:
    return "".join(regex.findall(r"\X", name)[:length]).rstrip()


def sound(text: str) -> str:
    """Text that every database takes: without NUL and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def folded(name: str) -> str:
    """A name as it is matched: NFKC, simplified characters, no case, nothing that cannot be seen."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", name).translate(SIMPLIFY).casefold())
