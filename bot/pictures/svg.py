"""Small builders of SVG: shapes as strings, numbers short. Attributes are ours; what people wrote only ever
becomes the body of a text, in `bot.pictures.text`.
"""


def num(value: float) -> str:
    """A coordinate with at most two decimals: `12`, `7.5`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, body: str = "", /, **attributes: str | float | None) -> str:
    """An element around markup; `_` in an attribute's name stands for `-`, None leaves it out."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else num(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **more: str | float | None
) -> str:
    return element(
        "rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more
    )  # resvg takes ry from rx


def circle(x: float, y: float, radius: float, fill: str, **more: str | float | None) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **more: str | float | None) -> str:
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **more)


def path(d: str, **more: str | float | None) -> str:
    return element("path", d=d, **more)


def line(
    x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, **more: str | float | None
) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, **more)


def polyline(points: list[tuple[float, float]], stroke: str, width: float) -> str:
    """A line through `points` with round corners."""
    return element(
        "polyline",
        points=" ".join(f"{num(x)},{num(y)}" for x, y in points),
        fill="none",
        stroke=stroke,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def moved(body: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """`body` with its origin at (x, y), turned by degrees, then scaled."""
    transform = f"translate({num(x)} {num(y)})"
    if turn:
        transform += f" rotate({num(turn)})"
    if scale != 1:
        transform += f" scale({scale:.4f})"
    return element("g", body, transform=transform)


def document(width: float, height: float, body: str) -> str:
    """A whole picture of that size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}" height="{num(height)}" '
        f'viewBox="0 0 {num(width)} {num(height)}">{body}</svg>'
    )
