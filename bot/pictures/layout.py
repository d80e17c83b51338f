"""How a picture is put together: blocks of known height under one another on an opaque card."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from bot.pictures.fonts import width
from bot.pictures.svg import document, moved, rect
from bot.pictures.text import fitted, label, wrapped
from bot.pictures.theme import Theme

WIDTH = 720  # of every picture, in its own units
MARGIN = 36
ROOM = WIDTH - 2 * MARGIN
PAD = 20  # of a panel around its block
INSIDE = ROOM - 2 * PAD
GAP = 24  # between blocks
MINUS = "\N{MINUS SIGN}"


class Block(NamedTuple):
    """A piece of a picture, `ROOM` wide, drawn with its top left corner at the origin."""

    height: float
    body: str


def card(theme: Theme, blocks: Iterable[Block], gap: float = GAP) -> str:
    """The whole picture as SVG."""
    inside = stack(blocks, gap)
    height = 4 * ceil((inside.height + 2 * MARGIN) / 4)  # whole pixels, or the last row is half a row
    return document(
        WIDTH, height, rect(0, 0, WIDTH, height, theme.ground) + moved(inside.body, MARGIN, MARGIN)
    )


def stack(blocks: Iterable[Block], gap: float = GAP) -> Block:
    """Blocks under one another as one block; empty ones take no gap."""
    y, body = 0.0, ""
    for block in blocks:
        if block.height:
            y += gap if y else 0
            body += moved(block.body, 0, y) if y else block.body
            y += block.height
    return Block(y, body)


def panel(theme: Theme, block: Block) -> Block:
    """`block`, which is `INSIDE` wide, on a plate of its own."""
    height = block.height + 2 * PAD
    return Block(height, rect(0, 0, ROOM, height, theme.panel, 18) + moved(block.body, PAD, PAD))


def header(theme: Theme, title: str, tag: str = "") -> Block:
    """The title, and what it belongs to in small at the right."""
    side = min(ROOM * 0.45, width(tag, 26)) if tag else 0
    small = fitted(ROOM, 35, tag, 26, theme.muted, side, anchor="end")
    if width(title, 38, bold=True) <= ROOM - side - 20:
        return Block(44 if title or tag else 0, label(0, 35, title, 38, theme.ink, bold=True) + small)
    return stack((Block(44 if tag else 0, small), paragraph(theme, title, 32, bold=True)), 4)


def paragraph(theme: Theme, text: str, size: float = 26, *, muted: bool = False, bold: bool = False) -> Block:
    """Text broken into lines."""
    if not text:
        return Block(0, "")
    lines = wrapped(text, size, ROOM, bold)
    ink = theme.muted if muted else theme.ink
    pitch = size * 1.5
    body = "".join(
        label(0, size * 0.95 + i * pitch, row, size, ink, bold=bold) for i, row in enumerate(lines) if row
    )
    return Block(pitch * (len(lines) - 1) + size * 1.25, body)


def number(value: int) -> str:
    """A figure with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A change: +420, −140, 0."""
    return f"+{value}" if value > 0 else number(value)


def tone(theme: Theme, value: float) -> str:
    """The colour of a change."""
    return theme.gain if value > 0 else theme.loss if value < 0 else theme.muted


def rows_of(items: Sequence[float], room: float, gap: float) -> list[list[int]]:
    """Indices of things of these widths, set one after another in as many rows as they need."""
    rows: list[list[int]] = []
    at = room + 1
    for i, wide in enumerate(items):
        if at + wide > room:
            rows.append([])
            at = 0
        rows[-1].append(i)
        at += wide + gap
    return rows
