"""How figures and names look in a message, in every language."""

import re
from fractions import Fraction
from html import escape, unescape

MINUS = "\N{MINUS SIGN}"


def esc(text: object) -> str:
    """Text that people wrote, safe within HTML."""
    return escape(str(text), quote=False)


def plain(html: str) -> str:
    """HTML without its tags."""
    return unescape(re.sub(r"</?[a-z][^>]*>", "", html))


def bold(html: str) -> str:
    return f"<b>{html}</b>"


def code(text: object) -> str:
    """Something to type, which a tap copies; escapes it."""
    return f"<code>{esc(text)}</code>"


def struck(html: str) -> str:
    return f"<s>{html}</s>"


def number(value: int) -> str:
    """A figure with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def yuan(fen: int) -> str:
    """An amount of 分 in 元: 12.50, without a sign of its own making."""
    return f"{'-' if fen < 0 else ''}{abs(fen) // 100}.{abs(fen) % 100:02}"


def signed(value: int) -> str:
    """A change: +420, −140, 0."""
    return f"+{value}" if value > 0 else number(value)


def decimal(value: Fraction, sign: bool = True) -> str:
    """To one decimal, half away from zero: +103.3, −40, 12.5 without a sign for what is none."""
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    shown = f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
    if not tenths or (not sign and value > 0):
        return shown
    return f"{'+' if value > 0 else MINUS}{shown}"


def percent(share: Fraction) -> str:
    """A share in whole percent."""
    return f"{int(share * 100 + Fraction(1, 2))}%"
