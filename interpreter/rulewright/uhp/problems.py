"""What an engine answers where it cannot do as it was told: "err …", or "invalidmove …" for a move."""

from __future__ import annotations


class Problem(Exception):
    """A command that cannot be followed; its text is the sentence that is shown."""

    word = "err"


class InvalidMoveProblem(Problem):
    """A move that cannot be played."""

    word = "invalidmove"
