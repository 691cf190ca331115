"""What may follow the beginning of a rule text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedInput

from .grammar import parser


@dataclass(frozen=True, slots=True)
class Following:
    """The tokens read so far, and the kinds of tokens that may come next; nothing if the beginning is wrong already."""

    read: tuple[Token, ...] = ()
    accepted: frozenset[str] = frozenset()


def following(prefix: str, entry: str) -> Following:
    """Asked of the grammar itself: a reading that failed has dismissed some of what it could have taken."""
    try:
        interactive = parser().parse_interactive(prefix, start=entry)
        read = tuple(interactive.exhaust_lexer())
        accepts: Callable[[], set[str]] = interactive.accepts
        return Following(read, frozenset(accepts()))
    except UnexpectedInput:
        return Following()
