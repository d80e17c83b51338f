"""The settlement: what everybody has won or lost, and who pays whom as arrows."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.pictures import spec
from bot.pictures.fonts import width
from bot.pictures.layout import INSIDE, MINUS, Block, header, panel, paragraph, stack, tone
from bot.pictures.svg import line, path
from bot.pictures.text import fitted, label
from bot.pictures.theme import Theme

ROW, ARROW_ROW = 56, 84


class Balance(NamedTuple):
    """What a person gets (+) or owes (−): chips, or 分 in a settlement of money."""

    name: str
    amount: int


class Payment(NamedTuple):
    """One payment, in the same unit."""

    payer: str
    payee: str
    amount: int
    paid: bool = False


def settlement_picture(
    title: str,
    balances: Sequence[Balance],
    payments: Sequence[Payment],
    *,
    money: bool = False,
    tag: str = "",
    lines: Sequence[str] = (),
    theme: str | None = None,
) -> str:
    """The settlement; `money`: the amounts are hundredths. Paid ones are ticked and pale."""
    return spec.write(
        "settlement",
        theme,
        title=title,
        balances=balances,
        payments=payments,
        money=money,
        tag=tag,
        lines=lines,
    )


def draw_settlement(
    theme: Theme,
    title: str,
    balances: Sequence[Any],
    payments: Sequence[Any],
    money: bool,
    tag: str,
    lines: Sequence[str],
) -> Iterable[Block]:
    yield header(theme, title, tag)
    if balances:
        yield panel(theme, _balances(theme, [Balance(*row) for row in balances], money))
    if payments:
        yield panel(theme, _payments(theme, [Payment(*row) for row in payments], money))
    yield stack((paragraph(theme, text, muted=True) for text in lines), 6)


def _figure(amount: int, money: bool) -> str:
    """Without its sign: 120, or 12.00."""
    return f"{abs(amount) // 100}.{abs(amount) % 100:02}" if money else str(abs(amount))


def _balances(theme: Theme, balances: Sequence[Balance], money: bool) -> Block:
    body = ""
    for i, (name, amount) in enumerate(balances):
        y = i * ROW + 37
        sign = "+" if amount > 0 else MINUS if amount < 0 else ""
        figure = sign + _figure(amount, money)
        body += fitted(0, y, name, 32, theme.ink, INSIDE - width(figure, 36, bold=True) - 30)
        body += label(INSIDE, y, figure, 36, tone(theme, amount), bold=True, anchor="end")
    return Block(len(balances) * ROW - 6, body)


def _payments(theme: Theme, payments: Sequence[Payment], money: bool) -> Block:
    """Payer, arrow with the amount above it, payee."""
    figures = [_figure(row.amount, money) for row in payments]
    arrow = max(140.0, max(width(figure, 32, bold=True) for figure in figures) + 70)
    side = (INSIDE - arrow) / 2 - 16
    start, end = side + 16, side + 16 + arrow
    body = ""
    for i, (row, figure) in enumerate(zip(payments, figures, strict=True)):
        y = i * ARROW_ROW + 46
        ink, shaft = (theme.muted, theme.muted) if row.paid else (theme.ink, theme.accent)
        body += fitted(0, y + 11, row.payer, 32, ink, side)
        body += label((start + end) / 2 - 6, y - 13, figure, 32, ink, bold=True, anchor="middle")
        body += line(
            start,
            y,
            end - 14,
            y,
            shaft,
            4,
            stroke_dasharray="2 9" if row.paid else None,
            stroke_linecap="round",
        )
        body += path(f"M{end - 20:.1f} {y - 11}L{end:.1f} {y}L{end - 20:.1f} {y + 11}Z", fill=shaft)
        body += fitted(INSIDE, y + 11, row.payee, 32, ink, side, anchor="end")
        if row.paid:
            body += _tick(theme, (start + end) / 2 + 12 + width(figure, 32, bold=True) / 2, y - 24)
    return Block(len(payments) * ARROW_ROW - 8, body)


def _tick(theme: Theme, x: float, y: float) -> str:
    return path(
        f"M{x - 11:.1f} {y - 1}L{x - 3:.1f} {y + 8}L{x + 12:.1f} {y - 9}",
        fill="none",
        stroke=theme.series[2],
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
