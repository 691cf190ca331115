"""What is wrong with a text from another program."""

from __future__ import annotations


class FormatError(ValueError):
    """A text that cannot be read, or a game that cannot be written in this form; the message says why."""
