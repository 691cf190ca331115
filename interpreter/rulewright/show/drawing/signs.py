"""Letters for pieces (semantics D24): capitals for the first player, small letters for the second."""

from __future__ import annotations

from collections.abc import Iterable

from ...rules.game import Axis, Rules
from .scene import Piece

SPARE = "#*+%&@=$~!?"
"""Signs for neutral kinds that have no letter."""

STATE_MARKS = ("'", '"')
"""Behind the letter of a piece in the second or third of its states, if letters do not tell the states apart."""

ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}


class Signs:
    """The sign of every piece of a game, and of a place where there is none.

    Where colours tell the `owners`, signs need not: then all letters are capitals.
    """

    def __init__(self, rules: Rules, unicode: bool, owners: bool = True) -> None:
        self.rules = rules
        self.unicode = unicode
        self.owners = owners
        taken = {letter.lower() for kind in rules.kinds for letter in kind.letters.values()}
        self.empty = "_" if "." in taken else ("·" if unicode else ".")
        self.invented: dict[int, str] = {}
        for number, kind in enumerate(rules.kinds):
            if not kind.letters:
                wanted = SPARE if kind.neutral else kind.name + "abcdefghijklmnopqrstuvwxyz"
                letter = next((sign for sign in wanted if sign.isprintable() and sign not in taken), wanted[0])
                taken.add(letter)
                self.invented[number] = letter

    def sign(self, piece: Piece) -> str:
        letter, explained = self._letter(piece)
        return self._owned(letter, piece.owner) + self._states(piece, explained)

    def _letter(self, piece: Piece) -> tuple[str, int | None]:
        """The letter, and the axis of states that it already tells."""
        kind = self.rules.kinds[piece.kind]
        for number, (axis, value) in enumerate(zip(kind.axes, piece.values, strict=True)):
            if axis.values[value] in kind.letters:
                return kind.letters[axis.values[value]], number
        return kind.letters.get(None) or self.invented.get(piece.kind) or kind.name[0], None

    def _owned(self, letter: str, owner: int | None) -> str:
        if owner is None:
            return letter
        if not self.owners:
            return letter.upper()
        if len(self.rules.players) > 2 or letter.upper() == letter.lower():
            return f"{letter}{owner + 1}"
        return letter.upper() if owner == 0 else letter.lower()

    def _states(self, piece: Piece, explained: int | None) -> str:
        axes = self.rules.kinds[piece.kind].axes
        rest = [(axis, piece.values[number]) for number, axis in enumerate(axes) if number != explained]
        if len(rest) == 1 and rest[0][0].directions is None:
            value = rest[0][1]
            return ("", *STATE_MARKS)[value] if value <= len(STATE_MARKS) else str(value)
        return "".join(self._state(axis, value) for axis, value in rest)

    def _state(self, axis: Axis, value: int) -> str:
        word = axis.values[value]
        if axis.directions is not None:
            return ARROWS.get(word, word) if self.unicode else word
        initials = [other[0] for other in axis.values]
        return word[0] if initials.count(word[0]) == 1 else str(value)

    def legend(self, pieces: Iterable[Piece]) -> list[str]:
        """What the signs mean that no letter of the file explains, in the order of the pieces."""
        found: dict[str, str] = {}
        for piece in pieces:
            _, explained = self._letter(piece)
            if piece.kind in self.invented or self._states(piece, explained) in STATE_MARKS:
                sign = self.sign(piece)
                found.setdefault(sign.lower(), f"{sign} {words(self.rules, piece)}")
        return list(found.values())


def words(rules: Rules, piece: Piece) -> str:
    """A piece in words, without its owner: `up stone`."""
    kind = rules.kinds[piece.kind]
    states = [axis.values[value] for axis, value in zip(kind.axes, piece.values, strict=True)]
    return " ".join([*states, kind.name]).replace("_", " ")


def whose(rules: Rules, piece: Piece) -> str:
    """A piece in words with its owner: `white up stone`."""
    owner = "" if piece.owner is None else f"{rules.players[piece.owner].name} "
    return owner + words(rules, piece)
