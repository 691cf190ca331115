"""What is answered where a question makes no sense: `{"error": "a sentence"}`."""

from __future__ import annotations


class Problem(Exception):
    """A question that cannot be answered; its text is the sentence."""
