"""Alpha-beta by decisions: behind the root a turn is gone into decision by decision, and none is listed.

Values are those of the search by turns: only whole turns lead to positions that are judged, and only they cost depth.
But where one good answer is enough, the others are never found; and where many turns begin alike, what was good
elsewhere is tried first. The root has its list, since its moves are what is asked for.
"""

from __future__ import annotations

from ..decisions.program import NONE, OFFERED, PLAYED
from ..ir import INT, Builder, Ex, k, kernel
from .alphabeta import ENDLESS, QUIET, AlphaBetaSearch
from .arena import Move, Path
from .common import word
from .deciding import FAILED, Deciding

_ORDER = Move.VISITS


class DecisionAlphaBeta(Deciding, AlphaBetaSearch):
    def _without_a_list(self, f: Builder, key: Ex) -> None:
        ply, depth, alpha, beta, stack, beyond = f.params
        game = f.let(word("game"), "game")
        with f.when(ply.gt(0)):
            came = f.call(self._came, 0, name="came")
            with f.when(came.eq(FAILED)):
                self._give_up(f, game)
            with f.when(came.eq(NONE)):
                self._stuck(f, game, ply)
            with f.when(k.load(64, game + word("by_chance")).eq(0)):  # what chance does is listed
                value = f.call(self._decided, ply, depth, alpha, beta, stack, beyond, 1, name="value")
                self._remember(f, key, value, k.num(0))
                f.ret(value)

    @kernel(INT)
    def _came(self, f: Builder, path: Ex) -> None:
        """What is offered after a path; whoever was stopped meanwhile has not seen all of it."""
        came = f.call(self._decide_after, path, name="came")
        f.ret(k.select(k.load(64, word("game") + word("stop")).ne(0), FAILED, came))

    @kernel(INT)
    def _keep_offered(self, f: Builder, stack: Ex, count: Ex) -> None:
        """What is offered goes to the stack, each with its path and how soon it is tried; where the stack ends then."""
        game, place = f.let(word("game"), "game"), f.var(stack + count * Move.SIZE, "place")
        move = f.var(stack, "move")
        with f.count_to(word("mask_words")) as row:
            with f.each_bit(k.load(64, game + word("mask") + row * 8)) as bit:
                number = f.let(bit + row * 64, "number")
                self._clear(f, move)
                f.store(64, move + Move.PATH, place)
                f.set(place, place + f.call(self._keep_path, number, place))
                kind = f.let((number << 5) + k.load(64, k.load(64, move + Move.PATH) + Path.STEPS), "kind")
                f.store(64, move + Move.MARK, kind)
                f.store(64, move + _ORDER, k.load(64, self._kept(f, kind)))
                f.set(move, move + Move.SIZE)
        f.ret(place)

    @kernel(INT)
    def _decided(  # noqa: PLR0913 (those of the search, and one more)
        self, f: Builder, ply: Ex, depth: Ex, alpha: Ex, beta: Ex, stack: Ex, beyond: Ex, forced: Ex
    ) -> None:
        """The value of the position in the block if the turn goes on with one of the decisions that are offered.

        `forced`: there was no choice before.
        """
        game = f.let(word("game"), "game")
        with f.when(stack.gt(word("stack_end"))):
            f.ret(f.call(self._judged))
        count = f.call(self._offered, name="count")
        top = f.call(self._keep_offered, stack, count, name="top")
        alone = f.let(k.as_int(k.both(forced.ne(0), count.eq(1))), "alone")
        mine = self._is_mine(f, game)
        low, high = f.var(alpha, "low"), f.var(beta, "high")
        best = f.var(k.select(mine, -ENDLESS, ENDLESS), "best")
        with f.count_to(count, "number") as number:
            move = f.let(f.call(self._next_move, stack, number, count), "move")
            value = f.var(k.num(0), "value")
            came = f.call(self._came, k.load(64, move + Move.PATH), name="came")
            with f.when(came.ge(NONE)):
                self._give_up(f, game)
            with f.when(came.eq(OFFERED)):
                f.set(value, f.call(self._decided, ply, depth, low, high, top, beyond, alone))
            with f.when(came.eq(PLAYED)):
                f.set(value, self._behind(f, move, top, alone, low, high))
            with f.when(word("aborted").ne(0)):
                f.ret(0)
            with f.when(k.either(k.both(mine, value.gt(best)), k.both(k.negate(mine), value.lt(best)))):
                f.set(best, value)
            with f.when(k.both(mine, best.gt(low))):
                f.set(low, best)
            with f.when(k.both(k.negate(mine), best.lt(high))):
                f.set(high, best)
            with f.when(low.ge(high)):
                kept = self._kept(f, f.let(k.load(64, move + Move.MARK)))
                f.store(64, kept, k.load(64, kept) + depth * depth)
                f.leave()
        f.ret(best)

    def _behind(self, f: Builder, move: Ex, top: Ex, alone: Ex, low: Ex, high: Ex) -> Ex:
        """The value of the turn that is complete in the block."""
        ply, depth, _, _, _, beyond, _ = f.params
        value = f.var(k.num(0), "value")
        f.call(self._keep_changes, move, top, 1)
        length, proof = f.let(k.load(64, move + Move.LENGTH), "length"), f.let(k.load(64, move + Move.PROOF), "proof")
        yes, no = f.branch(proof.ne(0))
        with f.within(yes):
            f.set(value, f.call(self._ended, proof, ply + 1))
        with f.within(no):
            kept = f.let(top + ((length * 12 + 7) & -8), "kept")
            # What is forced costs nothing, and a capture at the end is followed.
            following = f.let(k.select(alone.ne(0), depth, depth - 1), "following")
            capture = f.call(self._captures, top, length, name="capture")
            longer = f.let(k.both(following.le(0), k.both(capture.ne(0), beyond.lt(QUIET))), "longer")
            deep, further = k.select(longer, 1, following), k.select(longer, beyond + 1, beyond)
            f.call(self._make, move, kept)
            f.set(value, f.call(self._search, ply + 1, deep, low, high, kept + length * 8, further))
            f.call(self._take_back, move, kept)
        return value
