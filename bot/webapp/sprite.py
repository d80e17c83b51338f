"""All tiles as one SVG file, a symbol each: `tiles.svg#t4` is 5万."""

from bot.pictures.faces import HEIGHT, WIDTH
from bot.pictures.fonts import HAN
from bot.pictures.svg import document, element
from bot.pictures.tiles import tile
from core.tiles import NAMES, RED

VIEW = f"0 0 {WIDTH} {HEIGHT}"


def sprite() -> str:
    """The outline has the text's colour, characters the page's font."""
    shown = {"viewBox": VIEW, "overflow": "visible"}
    symbols = "".join(
        element("symbol", tile(which, 0, 0, WIDTH, "currentColor"), id=f"t{which}", **shown)
        for which in range(len(NAMES))
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'
    return _in_the_pages_font(svg)


def icon() -> str:
    """A tile by itself."""
    return _in_the_pages_font(document(WIDTH, HEIGHT, tile(RED, 0, 0, WIDTH, "#888")))


def _in_the_pages_font(svg: str) -> str:
    return svg.replace(f' font-family="{HAN}"', "")
