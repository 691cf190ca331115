"""Set-wise matching of words in a trie: lines of pieces that are shifted, as the set of pieces they begin with.

A run of bounded lengths is a few words (decide/run_patterns.py). From its end to its beginning each letter is a set,
met with the set before it moved one step back; words that begin alike share their way, so that a handful of steps
serves for all words of a direction.

Serves: abalone
Gain: 6.5 times in perft of abalone
Needs: in perft, pushes (rejection_draw) along runs of few lengths, whose condition asks for lengths alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...analysis.conditions import is_general, same
from ...rules import expressions as rx
from ...rules import paths as rp
from ..decide.plan import PUSH, Leaf, Refusal, Shape
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering
from .rejection_draw import Draft

NAME = "pushes"


def plan(ask: Questions, leaf: Leaf) -> Refusal | None:
    """The candidates can be counted as sets."""
    shape = leaf.shape
    if shape is None or shape.by != PUSH or shape.travel is None:
        return Refusal("it does not push")
    travel = shape.travel
    sets = [*(item.item for item in travel.run), *([travel.landing.item] if travel.landing.item else [])]
    if leaf.action.must is not None or not all(is_general(ask.rules, item) for item in sets):
        return Refusal("it has a `must`, or sets of the run depend on the candidate")
    if ask.runs.of(travel, leaf.action.layer) is None:
        return Refusal("its run has too many lengths")
    # Of a line that steps sideways nothing may be asked but that there is room.
    known = not isinstance(shape.action.condition, rx.AllOf) if shape.both_ends else _fitting(ask, shape) is not None
    return None if known else Refusal("its condition asks for more than lengths")


def _fitting(ask: Questions, shape: Shape) -> list[tuple[int, ...]] | None:
    """The lengths of a run for which its condition holds; None if lengths do not tell."""
    assert shape.travel is not None
    found = []
    for lengths, _ in ask.runs.of(shape.travel, shape.action.layer) or []:
        named = {item.name: length for item, length in zip(shape.travel.run, lengths, strict=True) if item.name}
        holds = _holds(shape.action.condition, named)
        if holds is None:
            return None
        if holds:
            found.append(lengths)
    return found


@dataclass(frozen=True, slots=True)
class Word:
    """What has to follow, step by step: sets by their numbers; the landing comes last, or lies off the board."""

    letters: tuple[int, ...]
    off: bool


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces whose lines all go the same way: direction, places of `with` values, lengths of the run."""

    origins: Ex
    way: int
    values: tuple[int, ...]
    lengths: tuple[int, ...]


class Pushes(Lowering):
    def counts(self, draft: Draft) -> bool:
        """Whether the candidates of a draft can be counted as sets."""
        return all(leaf.pushed for leaf in draft.leaves)

    def rows(self, draft: Draft, f: Builder, me: Ex) -> list[Line]:
        """All candidates, in rows that go the same way."""
        work = _Work(self, f, me, draft)
        shape = draft.leaves[0].shape
        assert shape is not None
        if shape.both_ends:
            return work.sideways(shape)
        words = [word for leaf in draft.leaves if leaf.shape is not None for word in work.words(leaf.shape)]
        found = []
        for way in self.c.ask.telling.directions(shape, me.const or 0):
            movers = f.let(k.set_and(work.origins, work.before(frozenset(words), way)), "movers")
            found.append(Line(movers, way, (), ()))
        return found


class _Work:
    """The sets of one position."""

    def __init__(self, pushes: Pushes, f: Builder, me: Ex, draft: Draft) -> None:
        self.c, self.board, self.f, self.me = pushes.c, pushes.board, f, me
        self.scope = Scope(me, {}, action=draft.leaves[0].node.action)
        self._nodes: list[rx.Expr] = []
        self._sets: list[Ex] = []
        self._known: dict[tuple[frozenset[Word], int], Ex] = {}
        action = draft.leaves[0].action
        assert action.subject is not None
        self.subject = self.letter(action.subject)
        self.origins = draft.rows[0].origins if draft.rows[0].way is None else self._sets[self.subject]

    def letter(self, node: rx.Expr) -> int:
        """The number of a set; equal ones are one."""
        for number, known in enumerate(self._nodes):
            if same(known, node):
                return number
        self._nodes.append(node)
        self._sets.append(self.f.let(self.c.expressions.sites(node, self.f, self.scope), "letter"))
        return len(self._nodes) - 1

    def words(self, shape: Shape) -> list[Word]:
        """The words of a shape that pass its condition."""
        assert shape.travel is not None
        found = []
        for lengths in _fitting(self.c.ask, shape) or []:
            letters = self._spelled(shape.travel, lengths)
            landing = shape.travel.landing
            if landing.item is not None:
                found.append(Word((*letters, self.letter(landing.item)), False))
            if landing.off:
                found.append(Word(tuple(letters), True))
        return found

    def _spelled(self, travel: rp.LineTravel, lengths: Sequence[int]) -> list[int]:
        found: list[int] = []
        for item, length in zip(travel.run, lengths, strict=True):
            found += [self.letter(item.item)] * length
        return found

    def before(self, words: frozenset[Word], way: int) -> Ex:
        """The sites that one of the words follows, in a direction."""
        known = self._known.get((words, way))
        if known is not None:
            return known
        ends = {word.letters[0] for word in words if len(word.letters) == 1 and not word.off}
        following = k.NOTHING
        for letter in sorted({word.letters[0] for word in words if word.letters}):
            tails = frozenset(Word(word.letters[1:], word.off) for word in words if word.letters[:1] == (letter,))
            rest = frozenset(word for word in tails if word.letters or word.off)
            there = self._sets[letter]
            if letter not in ends and rest:
                there = k.set_and(there, self.before(rest, way))
            following = k.set_or(following, there)
        found = k.NOTHING
        if following.const != 0:
            found = self.c.space.grow(self.f, self.f.let(following), self._back(way))
        if any(word.off and not word.letters for word in words):
            edge = [site for site, other in enumerate(self._next(way)) if other < 0]
            found = k.set_or(found, k.sites(sum(1 << site for site in edge)))
        self._known[words, way] = self.f.let(found, "before")
        return self._known[words, way]

    def sideways(self, shape: Shape) -> list[Line]:
        """Lines that step aside: every site of them has a free one beside it."""
        f, rows = self.f, list[Line]()
        travel, player = shape.travel, self.me.const or 0
        assert travel is not None and travel.landing.item is not None
        empty = f.let(k.set_minus(k.sites(self.board.all_sites), self.c.pieces.occupied(0)), "empty")
        for value, side in enumerate(self.c.values.domains(shape.action.choices[0])[player]):
            free = f.let(self.c.space.grow(f, empty, self._back(side)), "free")
            for way in self.c.ask.telling.directions(shape, player):
                if side in (way, self.board.back(way)):
                    continue  # the line itself is in the way
                for lengths in shape.lengths:
                    letters = [*self._spelled(travel, lengths), self.letter(travel.landing.item)]
                    found = k.set_and(self._sets[letters[-1]], free)
                    for letter in [*reversed(letters[:-1]), self.subject]:
                        within = k.set_and(self._sets[letter], free)
                        found = f.let(k.set_and(self.c.space.grow(f, f.let(found), self._back(way)), within), "line")
                    rows.append(Line(found, way, (value,), lengths))
        return rows

    def _next(self, way: int) -> Sequence[int]:
        return self.board.directions[way].next_for(self.me.const or 0)

    def _back(self, way: int) -> tuple[int, ...]:
        return self.c.drafts.back(way, self.me.const or 0)


def _holds(node: rx.Expr | None, named: dict[str, int]) -> bool | None:
    """Whether a condition holds, if the lengths of runs are all it asks for."""
    if node is None:
        return True
    if isinstance(node, rx.AllOf):
        parts = [_holds(item, named) for item in node.items]
        return None if None in parts else all(parts)
    if not isinstance(node, rx.Comparison):
        return None
    left, right = _number(node.left, named), _number(node.right, named)
    if left is None or right is None:
        return None
    signs = {
        "=": left == right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
        "!=": left != right,
    }  # fmt: skip
    return signs.get(node.sign)


def _number(node: rx.Expr, named: dict[str, int]) -> int | None:
    if isinstance(node, rx.Number):
        return node.value
    if isinstance(node, rx.CountOf) and isinstance(node.item, rx.Local):
        return named.get(node.item.name)
    return None
