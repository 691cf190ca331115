"""What can go wrong when people use games, in the manner of python-chess: three kinds of wrong moves."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Real
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .source.diagnostics import Diagnostic
    from .source.limits import Limit
    from .source.source import Span


class InvalidGame(ValueError):
    """A game file has mistakes; `diagnostics` tells them all, and so does the text of this error."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        from .source.rendering import render

        super().__init__(render(list(self.diagnostics)) or "the game cannot be read")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,)


LONGEST_ECHO = 200


def echoed(text: str) -> str:
    """A text from outside in the sentence that says what is wrong with it: short, and nothing that steers a terminal.

    Whoever does not catch such an error has Python print it.
    """
    from .source.rendering.characters import visible

    return visible(text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}...")


class MoveError(ValueError):
    """A text that is not a move here. Shows the text and the position."""

    def __init__(self, text: str, why: str, position: str) -> None:
        self.text = text
        self.why = why
        self._position = position
        super().__init__(f"{why}\n{position}" if position else why)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text, self.why, self._position)


class InvalidMove(MoveError):
    """The text is not written like any move of this game."""


class IllegalMove(MoveError):
    """The text is written like a move, but it is not legal here."""


class AmbiguousMove(MoveError):
    """The text fits more than one legal move."""


class InvalidPosition(ValueError):
    """A position that does not fit its game; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(" ".join(found.message for found in self.diagnostics) or "this is no position of this game")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,)


class InvalidState(ValueError):
    """Data that is no state of this game; the text says what is wrong, and where in the data."""


class UnknownName(KeyError):
    """A game has no site, player, direction or kind that is called so; the text says what may be meant."""

    @classmethod
    def of(cls, what: str, word: object, known: Iterable[str]) -> UnknownName:
        from .source.diagnostics import did_you_mean, one_of

        names = list(known)
        likely = did_you_mean(word, names) if isinstance(word, str) else None
        way_out = f'did you mean "{likely}"?' if likely else f"there are {one_of(names, 'and')}"
        return cls(f'this game has no {what} "{echoed(str(word))}"; {way_out if names else "there are none"}')

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""  # a KeyError would put it between quotes


_MOVES_SHOWN = 2000  # characters of the moves before, in a message


class Unplayable(Exception):
    """A game cannot go on because of a rule of its file; all that was there before is as it was.

    `why` says what happens in turn `ply`, `span` which rule it is, `way_out` what its author can do. `moves` led there;
    without the first ones where it takes long to name them.
    """

    def __init__(self, title: str, ply: int, why: str, way_out: str, span: Span) -> None:
        self.ply, self.span, self.way_out = ply, span, way_out
        self.moves: tuple[str, ...] = ()
        self._has_all_moves = True
        self._made_of: tuple[Any, ...] = (title, ply, why, way_out, span)
        self.why = f"in turn {ply} {why}"
        super().__init__(f"{title}: {self.why} ({span.source.name}:{span.line}); {way_out}")

    @property
    def moves_before(self) -> str:
        """How to come there, as it stands at the end of a sentence; empty where no move was made."""
        from .source.rendering.characters import visible

        told, left = list[str](), _MOVES_SHOWN
        for move in reversed(self.moves):
            left -= len(move) + 2
            if left < 0:
                break
            told.insert(0, visible(move))
        whole = self._has_all_moves and len(told) == len(self.moves)
        return f"; {'moves' if whole else 'the last moves'} before it: {'; '.join(told)}" if told else ""

    def __str__(self) -> str:
        return f"{super().__str__()}{self.moves_before}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of, {"moves": self.moves, "_has_all_moves": self._has_all_moves}


class TooLarge(Unplayable):
    """A position has more turns, longer ones, or ones that take more to find than anybody can wait for."""

    def __init__(self, title: str, ply: int, limit: Limit, what: str, span: Span) -> None:
        self.limit = limit
        why = f"there are more than {limit.value:,} {limit.bounds}; most of it is done by {what}"
        super().__init__(title, ply, why, limit.way_out, span)
        self._made_of = (title, ply, limit, what, span)


class NotOnlyOne(Unplayable):
    """`only(S)` was asked where S has several sites."""

    def __init__(self, title: str, ply: int, sites: str, span: Span) -> None:
        why = f'"{span.text}" is not one site but several: {sites}'
        super().__init__(title, ply, why, "say which of them is meant, or use a set", span)
        self._made_of = (title, ply, sites, span)


class StaleEncoding(ValueError):
    """Something was learnt, or kept, with other numbers than the game has now."""

    def __init__(self, title: str, kept: str, now: str) -> None:
        self._made_of = (title, kept, now)
        why = f"this belongs to the encoding {echoed(kept)}, and {title} has {now}"
        super().__init__(f"{why}: load the game as it was then, with its options, or learn anew")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_of


class OutOfRoom(Exception):
    """A position has more turns, or more past, than the native engine has room for; the reference interpreter plays."""


class HookError(Exception):
    """Python beside a game has failed, or has not done what it declares; the message says which and how."""


class InvalidPlayer(ValueError):
    """A text such as `mcts:time=1` that names no playing program, or one with settings it does not have."""


class EngineFailed(Exception):
    """Another program that plays has died, says nothing, or something that makes no sense; the text says which."""


def at_least(least: int, **numbers: float | None) -> None:
    """Refuses what is no number, and a number that is too small; None was not given."""
    for name, number in numbers.items():
        if not isinstance(number, Real | None):
            raise TypeError(f"{name} is {number!r}, but it is a number")
        if number is not None and number < least:
            raise ValueError(f"{name} is {number}, but it is at least {least}")
