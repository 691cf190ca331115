"""Proof-number search: who wins, without looking at all positions.

What has to be proven is that one side wins. The search always goes on where the fewest positions have to be settled for
a proof, or for the opposite (Allis, van der Meulen, van den Herik 1994), in the depth-first form with a table (Nagai
2002). A position that comes again on the way does not count as a win. So a proof holds in any game; that there is none
is only believed where nothing came again, since else it depends on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..game import Game
from ..node import Node
from .positions import WIN, Key, keys, person_to_move, worth

_NEVER = 10**9  # of a number that no work makes smaller


_VISITS = 10  # of each position on average: where positions come again, the search may go round


class OutOfPositions(Exception):
    """More would have to be looked at than is allowed."""


@dataclass(slots=True)
class _Entry:
    proof: int  # so many positions have to be won at least, before this one is proven
    disproof: int
    following: tuple[Key, ...] | None = None  # None: not looked at yet, or the game is over
    when: int = 0  # it was proven after so many others


class ProofSearch:
    """Whether a person can force a win from the start."""

    def __init__(self, game: Game, person: int, most: int, watch: Callable[[int], None]) -> None:
        self._game, self._person, self._most, self._watch = game, person, most, watch
        self._key = keys(game.rules)
        self.table: dict[Key, _Entry] = {}
        self.comes_again = False  # whether some position came again on the way
        self._way: set[Key] = set()
        self._proven = 0
        self._visits = 0

    def run(self) -> bool:
        """Raises `OutOfPositions`."""
        start = Node(self._game, self._game._engine.start())
        key = self._key(start)
        self._entry(start, key)
        self._search(start, key)
        return self.table[key].proof == 0

    def winning_line(self) -> list[int]:
        """Places of the moves in their lists, from the start to the win; the other side plays what was proven last.

        Each position was proven after the one that it leads to, so the line comes to an end.
        """
        node = Node(self._game, self._game._engine.start())
        line = []
        while following := self.table[self._key(node)].following:
            proven = [place for place, key in enumerate(following) if self.table[key].proof == 0]
            best = min if person_to_move(node) == self._person else max
            place = best(proven, key=lambda each: self.table[following[each]].when)
            line.append(place)
            node = node.after(place)
        return line

    # ------------------------------------------------------------ the search

    def _entry(self, node: Node, key: Key) -> _Entry:
        found = self.table.get(key)
        if found is None:
            if len(self.table) >= self._most:
                raise OutOfPositions
            self._watch(len(self.table))
            node.count()  # where somebody without a move loses, that is known now
            found = self.table[key] = _Entry(1, 1)
            over = worth(node, self._person)
            if over is not None:
                found.proof, found.disproof = (0, _NEVER) if over == WIN else (_NEVER, 0)
                self._note(found)
        return found

    def _note(self, entry: _Entry) -> None:
        if entry.proof == 0:
            self._proven += 1
            entry.when = self._proven

    def _search(self, node: Node, key: Key) -> None:
        """Goes on below a position, and below those that it leads to, each until one of its numbers has come to its
        bound. The way is a list and no calls within calls: it may be as long as a game."""
        if self._is_settled(key):
            return
        way = [self._begun(node, key, (_NEVER, _NEVER))]
        while way:
            node, key, (most_proof, most_disproof) = way[-1]
            entry, mine = self.table[key], person_to_move(node) == self._person
            following = entry.following or ()
            numbers = [self._numbers(each) for each in following]
            entry.proof, entry.disproof = _summed(numbers, mine)
            if entry.proof >= most_proof or entry.disproof >= most_disproof:
                way.pop()
                self._way.discard(key)
                self._note(entry)
                continue
            best, bounds = _next(numbers, mine, entry, most_proof, most_disproof)
            way.append(self._begun(node.after(best), following[best], bounds))

    def _is_settled(self, key: Key) -> bool:
        entry = self.table[key]
        return entry.proof == 0 or entry.disproof == 0

    def _begun(self, node: Node, key: Key, bounds: tuple[int, int]) -> tuple[Node, Key, tuple[int, int]]:
        self._visits += 1
        if self._visits > _VISITS * self._most:
            raise OutOfPositions
        entry = self.table[key]
        if entry.following is None:
            entry.following = tuple(self._reached(node))
        self._way.add(key)
        return node, key, bounds

    def _reached(self, node: Node) -> list[Key]:
        found = []
        for place in range(node.count()):
            after = node.after(place)
            found.append(self._key(after))
            self._entry(after, found[-1])
        return found

    def _numbers(self, key: Key) -> tuple[int, int]:
        if key in self._way:
            self.comes_again = True
            return _NEVER, 0
        entry = self.table[key]
        return entry.proof, entry.disproof


def _summed(numbers: Sequence[tuple[int, int]], mine: bool) -> tuple[int, int]:
    """Whoever wants the win needs one move, the other one all of them."""
    proofs, disproofs = [each[0] for each in numbers], [each[1] for each in numbers]
    if mine:
        return min(proofs), min(_NEVER, sum(disproofs))
    return min(_NEVER, sum(proofs)), min(disproofs)


def _next(
    numbers: Sequence[tuple[int, int]], mine: bool, entry: _Entry, most_proof: int, most_disproof: int
) -> tuple[int, tuple[int, int]]:
    """Where the least work is left, and how far to go there: until another move has less."""
    which = 0 if mine else 1
    order = sorted(range(len(numbers)), key=lambda place: numbers[place][which])
    best = order[0]
    second = numbers[order[1]][which] if len(order) > 1 else _NEVER
    proof, disproof = numbers[best]
    if mine:
        return best, (min(most_proof, second + 1), min(_NEVER, most_disproof - entry.disproof + disproof))
    return best, (min(_NEVER, most_proof - entry.proof + proof), min(most_disproof, second + 1))
