"""The fonts of the pictures: where they are installed, and which of them draws which piece of a text.

Noto Sans CJK draws Chinese, Japanese, Korean and European letters, Noto Emoji the emoji (in the text's
colour), one of the Noto Sans each of the other scripts that a name may be written in.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from unicodedata import category, east_asian_width, name

import regex

HAN = "Noto Sans CJK SC"
EMOJI = "Noto Emoji"
SCRIPTS = (
    "Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew",
    "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thai",
)  # fmt: skip

_EMOJI = regex.compile(r"\p{Emoji_Presentation}|\p{Regional_Indicator}|[\uFE0F\u20E3]")
_GRAPHEME = regex.compile(r"\X")

# Advance widths of the ASCII characters from the blank to ~ in Noto Sans CJK, thousandths of the size.
_REGULAR = (
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555,
    555, 555, 555, 555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689,
    728, 293, 535, 646, 543, 812, 723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338,
    392, 338, 555, 559, 606, 563, 618, 510, 620, 554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606,
    620, 620, 388, 468, 377, 607, 521, 802, 498, 521, 475, 338, 270, 338, 555,
)  # fmt: skip
_BOLD = (
    227, 370, 574, 590, 590, 963, 740, 325, 378, 378, 507, 590, 325, 370, 325, 387, 590, 590, 590, 590,
    590, 590, 590, 590, 590, 590, 325, 325, 590, 590, 590, 514, 1007, 641, 681, 656, 714, 615, 585, 717,
    757, 330, 568, 686, 578, 853, 749, 770, 667, 770, 682, 624, 625, 748, 619, 915, 627, 580, 613, 378,
    387, 378, 590, 567, 626, 591, 644, 527, 644, 581, 372, 597, 640, 304, 306, 604, 315, 964, 641, 626,
    644, 644, 437, 495, 421, 637, 576, 863, 562, 574, 511, 378, 296, 378, 590,
)  # fmt: skip
_EMOJI_WIDTH = 1.27
_OTHER_WIDTH = 0.6  # what is neither ASCII nor wide, on average
_MINUS = "\N{MINUS SIGN}"  # as wide as a figure, though of "ambiguous" width for Unicode


@cache
def font_files() -> tuple[str, ...]:
    """The paths of the installed font files."""
    faces = files("manimgx_fonts")
    names = ("NotoEmoji", *(f"NotoSans{script}" for script in SCRIPTS))
    return (
        str(files("manimgx_fonts_cjk") / "NotoSansCJK-VF.otf.ttc"),
        *(str(faces / f"{face}[wght].ttf") for face in names),
    )


def graphemes(text: str) -> list[str]:
    """What people see as characters; an emoji with its joiners and modifiers is one."""
    return _GRAPHEME.findall(text)


def family(grapheme: str) -> str:
    """The font that draws this character."""
    if grapheme.isascii():
        return HAN
    if _EMOJI.search(grapheme):
        return EMOJI
    script = name(grapheme[0], "").partition(" ")[0].title()  # ARABIC LETTER ALEF
    return f"Noto Sans {script}" if script in SCRIPTS else HAN


def runs(text: str) -> Iterator[tuple[str, str]]:
    """`text` cut where the font changes: pairs of font and piece."""
    font, piece = HAN, ""
    for one in graphemes(text):
        other = family(one)
        if other != font and not one.isspace():
            if piece:
                yield font, piece
            font, piece = other, ""
        piece += one
    if piece:
        yield font, piece


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide `text` is; exact for Chinese, ASCII and emoji, near enough for the rest."""
    return size * sum(_width(one, bold) for one in graphemes(text))


def _width(grapheme: str, bold: bool) -> float:
    if len(grapheme) == 1 and " " <= grapheme <= "~":
        return (_BOLD if bold else _REGULAR)[ord(grapheme) - 32] / 1000
    font = family(grapheme)
    if font == EMOJI:
        return _EMOJI_WIDTH
    if grapheme[0] == _MINUS:
        return _width("+", bold)
    if font == HAN and east_asian_width(grapheme[0]) in "WFA":
        return 1
    return sum(_OTHER_WIDTH for char in grapheme if category(char) not in ("Mn", "Me", "Cf"))
