"""The exact value of a small game: by retrograde analysis from all positions that can be reached; of a game with more
of them by proof-number search, which does not have to look at all.

Positions are told apart by their hash (D108) and by what it leaves out and rules may read: passes in a row. A game in
which somebody can go round for ever is drawn, as under a rule of repetition; games whose rules ask for the number of
the turn, or forbid repetition, are refused, and so are games of chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from ..game import Game
from ..node import Node
from ..rules import expressions as rx
from ..rules.expressions import walk
from ..state import State
from . import MOST_POSITIONS
from .positions import DRAW, LOSS, WIN, Key, keys, person_to_move, worth
from .proof_search import OutOfPositions, ProofSearch


class CannotSolve(Exception):
    """Why a game is out of reach."""


class _TooMany(Exception):
    pass


class _Chance(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Solution:
    """What the game is worth with perfect play, to the player who begins."""

    value: int  # 1 won, 0 drawn, -1 lost
    turns: int | None  # until the win, if the loser holds out as long as possible; None for a draw, and by a proof
    line: tuple[str, ...]  # how it goes then
    positions: int
    first_moves: tuple[tuple[str, int], ...]  # each first move with its value to who plays it, as far as it is known
    complete: bool = True  # whether all positions were looked at; else it was proof-number search

    @property
    def method(self) -> str:
        return "retrograde analysis" if self.complete else "proof-number search"


def refused_at_sight(game: Game) -> str | None:
    """Why the game cannot be solved, whatever its size; that chance decides in it is found out on the way."""
    rules = game.rules
    if len(rules.players) != 2:
        return "only games for two are solved"
    if any(isinstance(node, rx.Counter) and node.word in ("ply", "round") for node in walk(rules)):
        return "its rules ask for the number of the turn, so that no position comes again"
    repetition = rules.repetition
    if repetition is not None and (
        repetition.forbidden or any(_is_won(o) for r in repetition.results for o in r.outcomes)
    ):
        return "its rule of repetition is more than a draw, so that a position alone does not tell what it is worth"
    if _is_won(rules.limit.result):
        return "whoever is at an advantage when the turns are used up wins, so that a position alone does not tell"
    return "all choose at the same time in it" if game._engine.facts.together else None


def _is_won(outcome: object) -> bool:
    return getattr(outcome, "what", "draw") != "draw"


CHANCE = "chance decides in it"
ALL, FIRST, SECOND = QUESTIONS = ("all positions", "a win of who begins", "a win of the other")
"""What is asked of a game, in this order as far as it is needed; each question can be answered alone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one question, and after how many positions."""

    question: str
    solution: Solution | None
    positions: int
    sure: bool = True  # of a proof that failed: there is no such win
    refused: str | None = None  # why the game is none that is solved


def solve(game: Game, most: int = MOST_POSITIONS, watch: Callable[[int], None] = lambda _: None) -> Solution:
    """Raises `CannotSolve` where the game is no such game, or has more positions than `most`."""
    answers: list[Answer] = []
    for question in QUESTIONS:
        answers.append(answer(game, question, most, watch))
        if (found := settled(answers, most)) is not None:
            return found
    raise CannotSolve(unsolved(most))


def answer(game: Game, question: str, most: int, watch: Callable[[int], None]) -> Answer:
    """One of the questions."""
    why = refused_at_sight(game)
    if why is not None:
        return Answer(question, None, 0, refused=why)
    game._engines.hurry()
    if question != ALL:
        return _proof(game, question, most, watch)
    try:
        found = _Graph(game, most, watch).solution()
    except _Chance:
        return Answer(question, None, 0, refused=CHANCE)
    except _TooMany:
        return Answer(question, None, most)
    return Answer(question, found, found.positions)


def settled(answers: Iterable[Answer], most: int) -> Solution | None:
    """The solution, as soon as no other answer could change it: they may come in any order, and it is the same."""
    by_question = {each.question: each for each in answers}
    for each in by_question.values():
        if each.refused is not None:
            raise CannotSolve(each.refused)
    before: list[Answer] = []
    for question in QUESTIONS:
        found = by_question.get(question)
        if found is None:
            return None
        if found.solution is not None:
            looked_at = sum(each.positions for each in before if each.question != ALL)
            return replace(found.solution, positions=found.solution.positions + looked_at)
        before.append(found)
    proofs = before[1:]
    if all(each.sure for each in proofs):
        return Solution(DRAW, None, (), sum(each.positions for each in proofs), (), False)
    raise CannotSolve(unsolved(most))


def unsolved(most: int) -> str:
    return f"it has more than {most:,} positions, and none of these many was enough for a proof"


def _proof(game: Game, question: str, most: int, watch: Callable[[int], None]) -> Answer:
    """What proof-number search finds."""
    start = game.start()
    me = person_to_move(start._node)
    search = ProofSearch(game, me if question == FIRST else 1 - me, most, watch)
    try:
        won = search.run()
    except OutOfPositions:
        return Answer(question, None, len(search.table), sure=False)
    amount = len(search.table)
    if not won:
        return Answer(question, None, amount, sure=not search.comes_again)
    line = tuple(_texts(game, search.winning_line()))
    if question == FIRST:
        return Answer(question, Solution(WIN, None, line, amount, ((line[0], WIN),), False), amount)
    moves = tuple((each.text, LOSS) for each in start.legal_moves)
    return Answer(question, Solution(LOSS, None, line, amount, moves, False), amount)


def _texts(game: Game, places: Iterable[int]) -> Iterator[str]:
    state = State(game, game._engine.start())
    for place in places:
        move = state.legal_moves[place]
        yield move.text
        state.push(move)


class _Graph:
    """All positions that can be reached, and which leads to which; 0 is the start."""

    def __init__(self, game: Game, most: int, watch: Callable[[int], None]) -> None:
        self.game = game
        self._key = keys(game.rules)
        self._numbers: dict[Key, int] = {}
        self.nodes: list[tuple[int, ...]] = []  # the positions that each leads to
        self.movers: list[int] = []
        self.worths: list[int | None] = []  # of the ends to person 0
        start = game.start()._node
        waiting = deque([(self._number(start), start)])
        while waiting:
            number, node = waiting.popleft()
            if node.is_chance:
                raise _Chance
            following = []
            for index in range(node.count()):
                after, known = node.after(index), len(self._numbers)
                following.append(self._number(after))
                if following[-1] == known:  # a new one; without its past, which would keep all of them
                    waiting.append((known, Node(game, after._snapshot or after.position, after.result, after._origin)))
            if len(self._numbers) > most:
                raise _TooMany
            self.nodes.append(tuple(following))  # numbers are given in the order of the queue
            self.movers.append(person_to_move(node))
            self.worths.append(worth(node, 0))
            watch(number)

    def _number(self, node: Node) -> int:
        return self._numbers.setdefault(self._key(node), len(self._numbers))

    def solution(self) -> Solution:
        values, depths = self._backwards()
        moves = self.game.start().legal_moves
        first = tuple(
            (move.text, self._to_mover(0, after, values)) for move, after in zip(moves, self.nodes[0], strict=True)
        )
        line = tuple(self._line(values, depths)) if values[0] != DRAW else ()
        return Solution(values[0], depths[0] if values[0] != DRAW else None, line, len(self.nodes), first)

    def _to_mover(self, before: int, after: int, values: list[int]) -> int:
        """The value of a position to whoever has led there."""
        over = self.worths[after]
        if over is not None:
            return over if self.movers[before] == 0 else -over
        return values[after] if self.movers[before] == self.movers[after] else -values[after]

    def _backwards(self) -> tuple[list[int], list[int]]:
        """From the ends to the start: a position is won if some move wins, lost if all moves lose; the rest is drawn.

        Positions are settled in the order of their distance from the end, so the distance is that of best play.
        """
        amount = len(self.nodes)
        values, depths, known = [DRAW] * amount, [0] * amount, [False] * amount
        before: list[list[int]] = [[] for _ in range(amount)]
        open_moves = [len(set(following)) for following in self.nodes]
        for number, following in enumerate(self.nodes):
            for after in set(following):
                before[after].append(number)
        settled = deque[int]()
        for number, over in enumerate(self.worths):
            if over is not None:
                known[number] = True
                settled.append(number)
        while settled:
            after = settled.popleft()
            for number in before[after]:
                if known[number]:
                    continue
                value = self._to_mover(number, after, values)
                open_moves[number] -= value == LOSS
                if value == WIN or open_moves[number] == 0:
                    values[number], depths[number] = (WIN if value == WIN else LOSS), depths[after] + 1
                    known[number] = True
                    settled.append(number)
        return values, depths

    def _line(self, values: list[int], depths: list[int]) -> Iterator[str]:
        state, number = State(self.game, self.game._engine.start()), 0
        while self.nodes[number]:
            wanted = values[number]
            fitting = [
                (index, after)
                for index, after in enumerate(self.nodes[number])
                if self._to_mover(number, after, values) == wanted
            ]
            best = min if wanted == WIN else max
            index, number = best(fitting, key=lambda each: depths[each[1]])
            yield state.legal_moves[index].text
            state.push(state.legal_moves[index])
