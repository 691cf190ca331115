"""Disjointness of finite languages: runs along a ray are words, and can two of them be laid over one ray at once?

Every site is mine, an enemy's, nobody's, or empty; beyond the last one lies `off`. A run of bounded lengths is a few
words of sets of these letters, and two words exclude one another if they have no letter in common at some place.
"""

from __future__ import annotations

from itertools import product
from math import prod

from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.game import Rules

Letters = frozenset[str]
Word = tuple[Letters, ...]

PIECES: Letters = frozenset({"mine", "enemy", "neutral"})
ANYTHING: Letters = PIECES | {"empty"}
OFF: Letters = frozenset({"off"})
_OWNERS: dict[rx.Owner, Letters] = {
    rx.Owner.MINE: frozenset({"mine"}),
    rx.Owner.ENEMY: frozenset({"enemy"}),
    rx.Owner.NEUTRAL: frozenset({"neutral"}),
}
_MOST, _LONGEST = 48, 64  # words of one run, and letters of one word


class Words:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def letters(self, node: rx.Expr | None, layer: int) -> Letters:
        """What the sites of a set may hold on a layer."""
        match node:
            case rx.Pattern() if node.layer == layer:
                return _OWNERS.get(node.owner, PIECES)
            case rx.EmptySites() if layer == 0:
                return frozenset({"empty"})
            case rx.Union():
                return frozenset().union(*(self.letters(item, layer) for item in node.items))
            case rx.Intersection():
                return ANYTHING.intersection(*(self.letters(item, layer) for item in node.items))
            case rx.Difference():
                return self.letters(node.left, layer)
            case rx.DefineCall():
                return self.letters(self.rules.defines[node.define].body, layer)
        return ANYTHING

    def of(self, travel: rp.LineTravel, layer: int) -> list[tuple[tuple[int, ...], Word]] | None:
        """The words of a run with the lengths of its items; None if they are too many, or found during play."""
        ranges = []
        for item in travel.run:
            if item.times is not None or item.high is None:
                return None
            ranges.append(range(item.low, item.high + 1))
        if not 0 < prod(map(len, ranges)) <= _MOST or sum(each.stop for each in ranges) > _LONGEST:
            return None
        every = list(product(*ranges))
        end = self.letters(travel.landing.item, layer) if travel.landing.item is not None else frozenset()
        end = end | OFF if travel.landing.off else end
        found = []
        for lengths in every:
            word: Word = ()
            for item, length in zip(travel.run, lengths, strict=True):
                word += (self.letters(item.item, layer),) * length
            found.append((lengths, (*word, end)))
        return found

    def single(self, travel: rp.LineTravel, layer: int) -> bool:
        """Whether the run lies over a ray in one way at most."""
        if all(item.times is not None or item.low == item.high for item in travel.run):
            return True
        words = self.of(travel, layer)
        if words is None:
            return False
        return not any(fit(one, other) for place, (_, one) in enumerate(words) for _, other in words[place + 1 :])

    def exclusive(self, one: rp.LineTravel, other: rp.LineTravel, layer: int) -> bool:
        """Whether two runs never lie over the same ray at once."""
        first, second = self.of(one, layer), self.of(other, layer)
        if first is None or second is None:
            return False
        return not any(fit(a, b) for _, a in first for _, b in second)


def fit(one: Word, other: Word) -> bool:
    """Whether two words can lie over the same ray."""
    return all(a & b for a, b in zip(one, other, strict=False))
