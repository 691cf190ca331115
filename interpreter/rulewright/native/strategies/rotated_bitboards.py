"""Rotated bitboards: in playouts each straight line of the board is a word for each player, a bit for each site.

A new piece sets one bit in a word of each axis, and whether it stands in a run is asked of these few words alone.

Serves: gomoku, yavalath
Gain: 2.1 times in playouts of gomoku
Needs: an end rule `some (line of N mine …)`, in a game that only places pieces on empty sites; straight lines of at
most 64 sites along at most four axes.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...rules import expressions as rx
from ..decide.lines import straight_lines
from ..decide.plan import Refusal
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering

NAME = "rotated_bitboards"
LONGEST = 64  # sites of a line that fits a word
MOST_AXES = 4


def plan(ask: Questions, node: rx.LineOf) -> Refusal | None:
    """All lines along all axes fit words."""
    board = ask.rules.board
    if any(direction.by_player is not None for direction in board.directions):
        return Refusal("directions differ from player to player")
    axes = ask.static.axes(node, 0)
    if axes is None or any(ask.engine.geometry.cycles(axis, 0) for axis in axes):
        return Refusal("lines lead round in a circle, or in directions found during play")
    lines = [line for axis in axes for line in straight_lines(board, axis)]
    if len(axes) > MOST_AXES or max(map(len, lines), default=0) > LONGEST or sum(map(len, lines)) != ask.n * len(axes):
        return Refusal("lines are too long, too many, or meet")
    return None


@dataclass(slots=True, eq=False)
class _Family:
    """The lines that pieces of one pattern are looked at along: a table of places for each axis, and their words."""

    pattern: rx.Pattern
    axes: tuple[int, ...]
    tables: tuple[str, ...]  # for each site its line and its place there, as one number
    width: int  # bits of a word
    amount: int
    at: int
    words: list[Ex]  # in the function that ends a turn: the words through the new piece


class LineWords(Lowering):
    def setup(self) -> None:
        self._families: dict[int, _Family] = {}  # by the number of the node

    def keep(self, node: rx.LineOf) -> None:
        """Words for a line that is asked for."""
        if id(node) not in self._families:
            self._families[id(node)] = self._made(node)

    def _made(self, node: rx.LineOf) -> _Family:
        assert isinstance(node.item, rx.Pattern)
        n, axes = self.unit.n, tuple(self.c.ask.static.axes(node, 0) or ())
        for known in self._families.values():
            if _same(known.pattern, node.item) and known.axes == axes:
                return known
        lines = [(axis, line) for axis in axes for line in straight_lines(self.c.rules.board, axis)]
        places = {axis: [0] * n for axis in axes}
        for number, (axis, line) in enumerate(lines):
            for place, site in enumerate(line):
                places[axis][site] = number * LONGEST + place
        tables = tuple(self.unit.table("line_place", 32, places[axis]) for axis in axes)
        longest = max(len(line) for _, line in lines)
        width = next(bits for bits in (16, 32, 64) if longest <= bits)
        at = self.layout.keep(self.unit.players * len(lines) * width // 8)
        return _Family(node.item, axes, tables, width, len(lines), at, [])

    def _all(self) -> list[_Family]:
        return list(dict.fromkeys(self._families.values()))

    # ------------------------------------------------------------ keeping them up to date

    def begin(self, f: Builder) -> None:
        """All words, from the pieces on the board."""
        for family in self._all():
            size = family.width // 8
            with f.count_to((self.unit.players * family.amount * size + 7) // 8) as number:
                f.store(64, number * 8 + family.at, 0)
            for player in range(self.unit.players):
                scope = Scope(k.num(player), {}, registers=False)
                with f.each(self.c.expressions.sites(family.pattern, f, scope)) as site:
                    for table in family.tables:
                        self._mark(f, family, table, site, k.num(player), k.num(1))

    def note(self, f: Builder, scope: Scope, target: Ex) -> None:
        """A piece was placed on a site, or none (-1)."""
        for family in self._all():
            family.words = [f.var(k.num(0), "line") for _ in family.tables]
            with f.when(target.ge(0)):
                member = k.num(1)
                if any(self.layout.pattern_parts(family.pattern)):
                    member = f.let(k.as_int(self.c.expressions.member(family.pattern, target, f, scope)), "member")
                for word, table in zip(family.words, family.tables, strict=True):
                    f.set(word, self._mark(f, family, table, target, scope.me, member))

    def _mark(self, f: Builder, family: _Family, table: str, site: Ex, player: Ex, bit: Ex) -> Ex:
        place = f.let(k.look(table, site), "place")
        number = player * family.amount + (place >> 6)
        at = f.let(number * (family.width // 8) + family.at, "at")
        word = f.let(k.load(family.width, at) | (bit << (place & 63)), "word")
        self.unit.log(f, at)
        f.store(family.width, at, word)
        return word

    # ------------------------------------------------------------ asking

    def holds(self, node: rx.LineOf, f: Builder) -> Ex:
        """Whether there is a run on one of the lines through the new piece."""
        found = k.num(0)
        for word in self._families[id(node)].words:
            found = found | self._runs(f, word, node)
        return found.ne(0)

    @staticmethod
    def _runs(f: Builder, word: Ex, node: rx.LineOf) -> Ex:
        """Where runs of a length begin: the runs of half the length, met with themselves moved on."""
        runs, length = word, 1
        while length < node.length:
            step = min(length, node.length - length)
            runs = f.let(runs & (runs >> step), "runs")
            length += step
        if node.exactly:
            longer = (word << 1) | (word >> node.length)
            runs = f.let(runs & (longer ^ -1), "runs")
        return runs


def _same(one: rx.Pattern, other: rx.Pattern) -> bool:
    """Whether two patterns of the mover mean the same pieces."""
    return (one.layer, one.kinds, one.states) == (other.layer, other.kinds, other.states)
