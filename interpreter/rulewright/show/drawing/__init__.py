"""Every game draws itself, as text and as SVG, from the geometry of its board."""

from .svg import draw_svg
from .terminal import draw_terminal
from .text import draw_text

__all__ = ["draw_svg", "draw_terminal", "draw_text"]
