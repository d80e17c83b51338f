"""The two looks of a picture: a dark card for everywhere, a light one for those who ask for it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours. `gain` and `loss` differ in warmth and lightness, not as red and green, and never alone: a
    figure has its sign.
    """

    ground: str
    panel: str  # what lies on the ground
    ink: str
    muted: str  # captions
    rule: str  # thin lines
    accent: str  # the winning tile, the first place
    gain: str
    loss: str
    series: tuple[str, ...]  # one colour a player in charts
    edge: str  # the outline of a tile


LIGHT = Theme(
    ground="#F4F1E9",
    panel="#FFFFFF",
    ink="#1F2B29",
    muted="#6A746F",
    rule="#DDD7C8",
    accent="#C47600",
    gain="#B94A12",
    loss="#2C69A8",
    series=("#C8501E", "#2C69A8", "#2E8B57", "#8A4FA3", "#B8860B", "#0F8A94", "#B03A6B", "#66707A"),
    edge="#B9AE95",
)
DARK = Theme(
    ground="#17221E",
    panel="#22312B",
    ink="#F1F4F0",
    muted="#9DADA5",
    rule="#35463F",
    accent="#FFB638",
    gain="#FFB27A",
    loss="#8CC0F2",
    series=("#FF9A62", "#7FB8F0", "#6FD39B", "#CB9BE6", "#F0C850", "#5FD2D8", "#F58FB4", "#B4BEC6"),
    edge="#0C1411",
)
THEMES = {"dark": DARK, "light": LIGHT}
DEFAULT = "dark"
