"""Numbers as people read them."""

from __future__ import annotations


def points(score: float) -> str:
    """A score with all its digits, as pages write it too: halves with `.5`, whole ones without `.0`."""
    return str(score).removesuffix(".0")
