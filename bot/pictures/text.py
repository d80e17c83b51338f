"""Lines of text in a picture: set in the right fonts, and made to fit."""

from html import escape
from unicodedata import category

from bot.pictures.fonts import HAN, graphemes, runs, width
from bot.pictures.svg import element

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
SMALLEST = 0.7  # of the wanted size: what does not fit then is cut


def label(
    x: float, y: float, text: str, size: float, fill: str, *, bold: bool = False, anchor: str = "start"
) -> str:
    """`text` with its baseline at y; `anchor` says whether x is its `start`, `middle` or `end`.

    Every change of font begins a text of its own: the renderer loses characters if one text mixes fonts
    that join characters.
    """
    pieces = list(runs(text))
    weight = "700" if bold else None
    if len(pieces) <= 1:
        font = pieces[0][0] if pieces else HAN
        return _text(x, y, text, size, fill, weight, font, None if anchor == "start" else anchor)
    at = x - width(text, size, bold) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    written = ""
    for font, piece in pieces:
        written += _text(at, y, piece, size, fill, weight, font, None)
        at += width(piece, size, bold)
    return written


def _text(
    x: float, y: float, text: str, size: float, fill: str, weight: str | None, font: str, anchor: str | None
) -> str:
    return element(
        "text",
        _escaped(text),
        x=x,
        y=y,
        font_family=font,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
        fill=fill,
    )


def _escaped(text: str) -> str:
    """As XML; what XML cannot carry (control characters, halves of surrogate pairs) is left out."""
    return escape("".join(c for c in text if category(c) not in ("Cc", "Cs") and c not in "\ufffe\uffff"))


def fitted(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str,
    room: float,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    """`label` within `room`: a little smaller if need be, then cut with an ellipsis."""
    wanted = width(text, size, bold)
    if wanted > room:
        size *= max(SMALLEST, room / wanted)
        text = shortened(text, size, room, bold)
    return label(x, y, text, size, fill, bold=bold, anchor=anchor)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """`text`, or as much of it as fits before an ellipsis; never half an emoji."""
    if width(text, size, bold) <= room + 0.01:
        return text
    return _head(text, size, room - width(ELLIPSIS, size, bold), bold).rstrip() + ELLIPSIS


def _head(text: str, size: float, room: float, bold: bool) -> str:
    """As many characters as fit, one at least."""
    kept = ""
    for one in graphemes(text):
        if kept and width(kept + one, size, bold) > room:
            break
        kept += one
    return kept


def wrapped(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The lines of a text: broken at blanks or between Chinese characters, never before a stop."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in _words(paragraph):
            if line and width((line + word).rstrip(), size, bold) > room:
                lines.append(line.rstrip())
                line = ""
            while width(word.rstrip(), size, bold) > room:  # longer than a line
                head = _head(word, size, room, bold)
                lines.append(head)
                word = word[len(head) :]
            line += word
        lines.append(line.rstrip())
    return lines


FIRST_WIDE = 0x2E80  # from here on a line may break before and after a character


def _words(text: str) -> list[str]:
    """The pieces between which a line may break; blanks and stops stay with the word before."""
    words: list[str] = []
    last = ""
    for one in graphemes(text):
        tied = (
            one.isspace() or category(one[0]) in ("Pe", "Pf", "Po") or category(last or "a") in ("Ps", "Pi")
        )
        apart = last.isspace() or ord(one[0]) >= FIRST_WIDE or ord(last or "a") >= FIRST_WIDE
        if words and (tied or not apart):
            words[-1] += one
        else:
            words.append(one)
        last = one[0]
    return words
