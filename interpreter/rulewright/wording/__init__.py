"""The rules of a game in plain English."""

from .chapters import Chapter, Entry, Rulebook, rulebook
from .data import words_data
from .diagrams import Diagram, diagrams
from .pages import as_html, as_text, html_parts

__all__ = [
    "Chapter",
    "Diagram",
    "Entry",
    "Rulebook",
    "as_html",
    "as_text",
    "diagrams",
    "html_parts",
    "rulebook",
    "words_data",
]
