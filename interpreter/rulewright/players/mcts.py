"""Monte Carlo tree search: playouts decide what is looked into, and what is proven is never tried again."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from ..headless.random_games import plies
from ..state import State
from .foresight import Foresight
from .player import Candidate, Opinion, Stop, Tell
from .search_tree import SearchTree
from .settings import Value
from .spec import Spec
from .wandering import wander

if TYPE_CHECKING:
    from ..game import Game
    from ..native.decisions.reader import DecisionReader
    from ..native.engine import NativeEngine
    from ..native.search.evaluation_store import Judge
    from .decision_trees import DecisionTrees
    from .native_tree import NativeTrees

SECONDS = 1.0  # for a move, where nothing is said
MEGABYTES = 512
EXPLORATION = 0.7
RAVE = 300.0
# Turns of a position from which on a tree of decisions plays better; more where playouts draw turns from lists, because
# there it was not found to (docs/strength.md).
MANY_TURNS, MANY_LISTED = 300, 20_000
_BEGINNINGS = 4  # turns that have a first decision in common, on average
_CHUNK_SECONDS = 0.04  # between two looks at the clock and at who wants it to stop
_TELL_EVERY = 0.2


class Mcts:
    """Thinks for a time, or for a number of playouts; with both, until the first of them is over.

    By time it keeps its tree from one move of a game to the next. By playouts it begins anew, so that a choice depends
    on nothing but the position and the seed.

    Its tree is made of turns, or `by="decisions"` of the decisions that lead to them; by itself it takes decisions
    where a position has many turns.
    """

    clock: Callable[[], float] = staticmethod(monotonic)
    """What its time is measured by; a test of strength on a busy machine may count CPU time instead."""

    def __init__(
        self,
        *,
        time: float | None = None,
        playouts: int | None = None,
        threads: int = 1,
        memory: int = MEGABYTES,
        exploration: float | None = None,
        rave: float | None = None,
        by: str | None = None,
    ) -> None:
        given: dict[str, Value | None] = {
            "time": time,
            "playouts": playouts,
            "threads": None if threads == 1 else threads,
        }
        given |= {"memory": None if memory == MEGABYTES else memory, "exploration": exploration, "rave": rave, "by": by}
        self.spec = str(Spec("mcts", tuple((key, value) for key, value in given.items() if value is not None)))
        self.seconds = SECONDS if time is None and playouts is None else time
        self.playouts = playouts
        self.threads = threads
        self.memory = memory
        self.exploration = EXPLORATION if exploration is None else exploration
        self.rave = RAVE if rave is None else rave
        self._foresight = Foresight(self.seconds, self.playouts)
        self.by = by
        self._trees: NativeTrees | DecisionTrees | None = None
        self._game: Game | None = None
        self._judge: Judge | None = None

    def choose(self, state: State, seed: int, stop: Stop | None = None, tell: Tell | None = None) -> Opinion:
        state = state.as_seen(seed)
        begin = self.clock()
        only = state.legal_moves[0]
        if len(state.legal_moves) == 1:
            return Opinion(only, (Candidate(only, 0, 0.5),), line=(only,))
        state.game._engines.hurry()
        native = self._native(state)
        spent = 0.0
        if native is not None:
            learning = self._ask_judge(native)
            sure, looking = self._foresight.look(state, seed, stop)
            if sure is not None:
                return sure
            spent = learning + looking
        tree = self._tree(state, seed, native)
        looked = self.clock()
        sure = tree.win_at_once()
        if sure is not None:
            return sure
        spent += self.clock() - looked
        # What else comes before the first playout, such as compiling, is not thinking.
        self._think(tree, spent, stop, tell and (lambda: tell(tree.opinion(state, self.clock() - begin))))
        return wander(tree.opinion(state, self.clock() - begin), plies(state), len(state.game.players), seed)

    def forget(self) -> None:
        if self._trees is not None:
            self._trees.forget()

    def _native(self, state: State) -> NativeEngine | None:
        """The native engine, where it can play from here."""
        native = state.game._engines.sampling()
        return native if native is not None and state._node.fits(native) else None

    def _decisions(self, state: State, native: NativeEngine) -> DecisionReader | None:
        """Who tells what is offered, if the nodes of the tree are decisions.

        Where nothing is said they are if there are many turns, and far fewer ways to begin one.
        """
        turns, many = len(state.legal_moves), MANY_LISTED if native.lists_turns else MANY_TURNS
        if self.by == "turns" or (self.by is None and (turns <= many or native.asks_once)):
            return None
        reader = state.game._engines.search_decisions()
        if reader is None or self.by == "decisions":
            return reader
        offered = len(reader.begin(state._node.snapshot(native)).numbers)
        return reader if offered * _BEGINNINGS <= turns else None

    def _tree(self, state: State, seed: int, native: NativeEngine | None) -> SearchTree:
        """A tree for a position: of the native engine where it can play the game."""
        if native is None:
            from .reference_decision_tree import ReferenceDecisionTree
            from .reference_tree import ReferenceTree

            kind = ReferenceDecisionTree if self.by == "decisions" else ReferenceTree
            return kind(state, seed, self.exploration)
        from ..native.search.tree import Limits

        trees = self._memory(state.game, native, self._decisions(state, native))
        limits = Limits(self.exploration, self.rave, trees.judge.horizon)
        return trees.begin(state, seed, limits, keep=self.playouts is None)

    def _ask_judge(self, native: NativeEngine) -> float:
        """Whoever is bound by time does not wait until a judge has learnt all that there is to learn; gives the time
        that was spent.
        """
        from ..native.search.evaluation_store import has_learnt_more, judge_in_time

        if self._trees is not None and has_learnt_more(native, self._trees.judge):
            self._trees = None
        self._judge, spent = judge_in_time(native, self.seconds)
        return spent

    def _memory(self, game: Game, native: NativeEngine, reader: DecisionReader | None) -> NativeTrees | DecisionTrees:
        """Where its trees grow: that of the move before, if they are of the same kind."""
        from .decision_trees import DecisionTrees
        from .native_tree import NativeTrees

        if self._game is not game or isinstance(self._trees, NativeTrees) is not (reader is None):
            self._trees = None  # let go before another takes its place
        if self._trees is None:
            assert self._judge is not None
            self._game = game
            if reader is None:
                # Where random turns are drawn from lists, playouts by decisions are many times as quick.
                playing = game._engines.decisions() if native.lists_turns else None
                self._trees = NativeTrees(native, self._judge, self.memory, self.threads, playing)
            else:
                self._trees = DecisionTrees(native, self._judge, reader, self.memory, self.threads)
        return self._trees

    def _think(self, tree: SearchTree, spent: float, stop: Stop | None, tell: Callable[[], None] | None) -> None:
        told = self.clock()
        begin = told - spent
        done, chunk = 0, self.threads
        while tree.proven() is None:
            now = self.clock()
            if stop is not None and done and stop():
                break
            if tell is not None and now - told >= _TELL_EVERY:
                told = now
                tell()
            left = self.playouts - done if self.playouts is not None else chunk
            if left <= 0 or (self.seconds is not None and done and now - begin >= self.seconds):
                break
            made = tree.grow(min(chunk, left))
            if not made:
                break
            done += made
            chunk = self._next_chunk(made, now, begin)

    def _next_chunk(self, made: int, started: float, begin: float) -> int:
        """As many playouts as fit in a short while, and in the time that is left."""
        now = self.clock()
        rate = made / max(now - started, 1e-6)
        seconds = _CHUNK_SECONDS
        if self.seconds is not None:
            seconds = min(seconds, max(0.0, begin + self.seconds - now))
        return max(self.threads, min(4 * made, int(rate * seconds)))
