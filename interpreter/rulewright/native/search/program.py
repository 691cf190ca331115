"""Monte Carlo tree search, UCT with RAVE, in the kernel: it knows of a game the addresses and places in its block."""

from __future__ import annotations

from ..ir import EXPORTED, INT, Builder, Ex, Function, k, kernel
from .arena import AT, DEEPEST, PATH_MOVE, PATH_NODE, REWARD, SQUARES, STATE, TOTAL, WIDE, Move, Node
from .common import put_real, real_at, word
from .evaluation_kernel import Judging

# Moves of a node, from which on marks help: fewer are soon tried one by one, and marks mislead more than they tell.
MANY = 16
_GUESSES = 30.0  # playouts that are worth as much as a guess of how much they differ
_FADE = 0.1  # how much less a result is worth that is far away


class TreeSearch(Judging):
    def __init__(self) -> None:
        super().__init__()
        self.exported: tuple[Function, ...] = (self.rw_train, self.rw_search, self.rw_take_over)

    # ------------------------------------------------------------ going down

    def _logarithm(self, f: Builder, value: Ex) -> Ex:
        """Of a number from 1 on, well enough: the exponent, and a straight line between powers of two.

        Made of exact steps, so that it is the same everywhere.
        """
        bits = k.bits_of(value) - (1023 << 52)
        return f.let(k.to_real(bits) * k.real(0.6931471805599453 / (1 << 52)), "logarithm")

    @kernel(INT)
    def _choose(self, f: Builder, node: Ex, random: Ex) -> None:
        """The move of a node that a playout goes on with."""
        count, mover = f.let(k.load(64, node + Node.COUNT), "count"), f.let(k.load(64, node + Node.MOVER), "mover")
        with f.when(mover.lt(0)):
            self._by_chance(f, node, random, count)
        visits = f.let(k.to_real(k.load(64, node + Node.VISITS)), "visits")
        wide = f.let(real_at(mover * 8 + WIDE) * k.root(self._logarithm(f, visits + k.real(1.0))), "wide")
        mean = f.var(k.real(0.5), "mean")
        with f.when(visits.gt(k.real(0.5))):
            f.set(mean, real_at(node + Node.VALUE) / visits)
        rave = f.let(real_at(AT["rave"]), "rave")
        marked_moves = f.let(count.ge(MANY), "marked_moves")
        best, found = f.var(k.real(-9.0), "best"), f.var(k.num(0), "found")
        # Equal ones are tried in an order that begins anywhere, so that no move is preferred for its place.
        at = f.var(((random >> 32) * count) >> 32, "at")
        with f.count_to(count):
            move = f.let(node + at * Move.SIZE + Node.SIZE, "move")
            f.set(at, k.select((at + 1).ge(count), 0, at + 1))
            score = f.var(k.real(0.0), "score")
            proof = f.let(k.load(64, move + Move.PROOF), "proof")
            yes, no = f.branch(proof.ne(0))
            with f.within(yes):
                # There is nothing to learn; it is passed only when all moves are known.
                f.set(score, f.call(self._share, proof, mover) - k.real(4.0))
            with f.within(no):
                times = f.let(k.to_real(k.load(64, move + Move.VISITS)), "times")
                f.set(score, mean)
                once = f.let(k.select(times.lt(k.real(1.0)), k.real(1.0), times), "once")
                with f.when(times.gt(k.real(0.5))):
                    f.set(score, real_at(move + Move.VALUE) / times)
                marked = f.let(real_at(move + Move.MARK_VISITS), "marked")
                with f.when(k.both(marked_moves, marked.gt(k.real(0.5)))):
                    trust = f.let(k.root(rave / (rave + times * k.real(3.0))), "trust")
                    f.set(score, score + trust * (real_at(move + Move.MARK_VALUE) / marked - score))
                f.set(score, score + wide / k.root(once))
            with f.when(score.gt(best)):
                f.set(best, score)
                f.set(found, move)
        f.ret(found)

    def _by_chance(self, f: Builder, node: Ex, random: Ex, count: Ex) -> None:
        drawn = f.let(k.drawn(random, f.let(k.load(64, node + Node.WEIGHTS), "weights")), "drawn")
        upto = f.var(k.num(0), "upto")
        with f.count_to(count) as number:
            move = f.let(node + number * Move.SIZE + Node.SIZE)
            f.set(upto, upto + k.load(64, move + Move.MARK))
            with f.when(upto.gt(drawn)):
                f.ret(move)
        f.ret(node + Node.SIZE)

    # ------------------------------------------------------------ going up

    @kernel(None)
    def _back_up(self, f: Builder, depth: Ex, played_out: Ex) -> None:
        """Everything on the path learns what came of it."""
        level = f.var(depth, "level")
        game = f.let(word("game"), "game")
        marks = f.let(k.both(played_out.ne(0), real_at(AT["rave"]).gt(k.real(0.0))), "marks")
        with f.loop():
            f.set(level, level - 1)
            f.leave_if(level.lt(0))
            node = f.let(k.load(64, level * 8 + PATH_NODE), "node")
            move = f.let(k.load(64, level * 8 + PATH_MOVE), "move")
            mover = f.let(k.load(64, node + Node.MOVER), "mover")
            reward = f.let(real_at(mover * 8 + REWARD), "reward")
            f.store(64, move + Move.VISITS, k.load(64, move + Move.VISITS) + 1)
            put_real(f, move + Move.VALUE, real_at(move + Move.VALUE) + reward)
            f.store(64, node + Node.VISITS, k.load(64, node + Node.VISITS) + 1)
            put_real(f, node + Node.VALUE, real_at(node + Node.VALUE) + reward)
            with f.when(k.both(marks, k.both(mover.ge(0), k.load(64, node + Node.COUNT).ge(MANY)))):
                self._learn_marks(f, game, node, reward)
            with f.when(k.load(64, move + Move.PROOF).ne(0)):
                self._settle_above(f, node, level)
            # Who chooses would rather take what is sure than what this playout brought.
            sure = f.let(k.load(64, node + Node.SURE), "sure")
            with f.when(sure.ne(0)):
                with f.when(f.call(self._share, sure, mover).gt(reward)):
                    f.call(self._rewards, sure)
        with f.count_to(word("players"), "who") as who:
            self._look_wide(f, who, f.let(real_at(who * 8 + REWARD), "reward"))

    def _look_wide(self, f: Builder, who: Ex, reward: Ex) -> None:
        """Where all playouts bring nearly the same, small differences count: then it looks less widely."""
        total = f.let(real_at(who * 8 + TOTAL) + reward, "total")
        squares = f.let(real_at(who * 8 + SQUARES) + reward * reward, "squares")
        put_real(f, who * 8 + TOTAL, total)
        put_real(f, who * 8 + SQUARES, squares)
        times = f.let(k.to_real(word("iteration")), "times")
        spread = f.let(squares - (total * total) / times, "spread")
        # At first they are taken for wins and losses, which differ by a half from their mean.
        variance = f.let((spread + k.real(_GUESSES / 4)) / (times + k.real(_GUESSES)), "variance")
        put_real(f, who * 8 + WIDE, real_at(AT["exploration"]) * k.real(2.0) * k.root(variance))

    def _learn_marks(self, f: Builder, game: Ex, node: Ex, reward: Ex) -> None:
        """Moves whose piece lies in its place when the playout is over were good or bad with it."""
        with f.count_to(k.load(64, node + Node.COUNT)) as number:
            other = f.let(node + number * Move.SIZE + Node.SIZE, "other")
            mark = f.let(k.load(64, other + Move.MARK), "mark")
            there = k.load(8, game + (mark & 0xFFFFFFFF)).eq(mark >> 32)
            with f.when(k.both(mark.ne(0), there)):
                put_real(f, other + Move.MARK_VISITS, real_at(other + Move.MARK_VISITS) + k.real(1.0))
                put_real(f, other + Move.MARK_VALUE, real_at(other + Move.MARK_VALUE) + reward)

    def _settle_above(self, f: Builder, node: Ex, level: Ex) -> None:
        proof = f.call(self._settle, node, name="proof")
        with f.when(proof.ne(0)):
            above = f.var(k.num(0), "above")
            with f.when(level.gt(0)):
                f.set(above, k.load(64, level * 8 + (PATH_MOVE - 8)))
            self._prove(f, above, proof)
            f.call(self._rewards, proof)

    # ------------------------------------------------------------ the search

    def _patience(self, f: Builder) -> Ex:
        """How often a position is passed before it is looked into: more often as memory runs out."""
        room = f.let((word("limit") - word("top")) * 8, "room")
        whole = f.let(word("limit") - word("root"), "whole")
        found = f.var(k.num(1), "patience")
        for eighths, times in ((6, 2), (4, 4), (2, 8), (1, 16)):
            with f.when(room.lt(whole * eighths)):
                f.set(found, times)
        return found

    @kernel(INT, EXPORTED)
    def rw_search(self, f: Builder, playouts: Ex) -> None:
        """So many playouts; gives how many it made, -1 if the root is too large."""
        game = f.let(word("game"), "game")
        size = f.let(word("state_size"), "size")
        done = f.var(k.num(0), "done")
        with f.when(word("root").eq(0)):
            f.copy(game, STATE, size)
            f.store(64, AT["root"], f.call(self._expand, 0))
            f.copy(game, STATE, size)
        with f.when(word("root").eq(0)):
            f.ret(-1)
        with f.loop():
            f.leave_if(done.ge(playouts))
            f.leave_if(word("root_proof").ne(0))
            f.leave_if(k.load(64, game + word("stop")).ne(0))
            f.set(done, done + 1)
            f.copy(game, STATE, size)
            number = f.let(word("iteration"), "number")
            f.store(64, AT["iteration"], number + 1)
            self._iteration(f, game, f.let(self._mix(f, word("seed") + number), "random"))
        f.ret(done)

    def _iteration(self, f: Builder, game: Ex, random: Ex) -> None:
        node, depth = f.var(word("root"), "node"), f.var(k.num(0), "depth")
        proof = f.var(k.num(0), "proof")
        again = f.var(k.num(0), "again")
        patience = self._patience(f)
        with f.loop():
            move = self._descend(f, node, depth, random, proof, again)
            inner = f.var(k.load(64, move + Move.NODE), "inner")
            with f.when(inner.eq(0)):
                self._leave_unripe(f, node, move, depth, patience)
                f.set(inner, f.call(self._expand, move))
                f.set(proof, k.load(64, move + Move.PROOF))
            f.leave_if(inner.le(0))
            f.set(node, inner)
        self._play_out(f, game, random, depth, proof, again)

    def _descend(self, f: Builder, node: Ex, depth: Ex, random: Ex, proof: Ex, again: Ex) -> Ex:
        """One step down the tree; the loop is left where it leads to what is proven, or was there before."""
        move = f.call(self._choose, node, self._mix(f, random + depth), name="move")
        f.set(again, f.call(self._play, move))
        f.store(64, depth * 8 + PATH_NODE, node)
        f.store(64, depth * 8 + PATH_MOVE, move)
        f.set(depth, depth + 1)
        f.set(proof, k.load(64, move + Move.PROOF))
        f.leave_if(proof.ne(0))
        # Whoever wins must not go round in circles, and whoever loses would like to: once more counts as a draw.
        f.leave_if(again.ne(0))
        return move

    @staticmethod
    def _leave_unripe(f: Builder, node: Ex, move: Ex, depth: Ex, patience: Ex) -> None:
        """The loop is left at a move that was not tried often enough to get a node of its own."""
        forced = k.load(64, node + Node.COUNT).eq(1)
        f.leave_if(k.both(k.load(64, move + Move.VISITS).lt(patience), k.negate(forced)))
        f.leave_if(depth.ge(DEEPEST))

    def _play_out(self, f: Builder, game: Ex, random: Ex, depth: Ex, proof: Ex, again: Ex) -> None:
        """What becomes of the position that was reached, and whoever led there learns it."""
        with f.when(depth.gt(word("deepest"))):
            f.store(64, AT["deepest"], depth)
        with f.when(k.both(proof.eq(0), again.eq(0))):
            ply = f.let(k.invoke(word("play_out"), word("block"), self._mix(f, random - 1), word("longest")), "ply")
            result = f.let(k.load(64, game + word("result")))
            f.call(self._rewards, self._by_person(f, result, f.let(k.load(64, game + word("seats")))))
            with f.when(k.both(result.eq(0), word("judge").ne(0))):
                f.call(self.judged_rewards)
            f.call(self._fade, ply - word("first_ply"), k.as_int(result.eq(0)))
            f.call(self._back_up, depth, 1)
        with f.when(k.either(proof.ne(0), again.ne(0))):
            f.call(self._rewards, proof)
            f.call(self._back_up, depth, 0)
        with f.when(word("repeats").ne(0)):
            f.call(self._forget, word("root_history"))

    @kernel(None)
    def _fade(self, f: Builder, plies: Ex, open_ended: Ex) -> None:
        """What is far away counts a little less, and so does what only seems so: a won game is to be won."""
        far = f.let(k.to_real(plies), "far")
        share = f.let(far / (far + k.to_real(word("longest"))), "share")
        loss = k.real(_FADE) * k.select(open_ended.ne(0), k.real(1.0), share)
        kept = f.let(k.real(1.0) - loss, "kept")
        even = f.let(k.real(1.0) / k.to_real(word("players")), "even")
        with f.count_to(word("players"), "who") as who:
            at = f.let(who * 8 + REWARD, "at")
            put_real(f, at, even + (real_at(at) - even) * kept)

    # ------------------------------------------------------------ part of a tree into another memory

    @kernel(INT)
    def _copy_node(self, f: Builder, away: Ex, node: Ex) -> None:
        """A node and all below it, from another memory, which lies `away` from this one."""
        start = f.let(away + node, "start")
        count = f.let(k.load(64, start + Node.COUNT), "count")
        size = f.let(count * Move.SIZE + Node.SIZE, "size")
        made = f.let(word("top"), "made")
        f.copy(made, start, size)
        place = f.var(made + size, "place")
        with f.count_to(count) as number:
            move = f.let(made + number * Move.SIZE + Node.SIZE, "move")
            amount = f.let((k.load(64, move + Move.LENGTH) * 12 + 7) & -8, "amount")
            f.copy(place, away + k.load(64, move + Move.PATCH), amount)
            f.store(64, move + Move.PATCH, place)
            f.set(place, place + amount)
            self._copy_path(f, away, move, place)
        f.store(64, AT["top"], place)
        with f.count_to(count) as number:
            move = f.let(made + number * Move.SIZE + Node.SIZE, "move")
            inner = f.let(k.load(64, move + Move.NODE), "inner")
            with f.when(inner.gt(0)):
                f.store(64, move + Move.NODE, f.call(self._copy_node, away, inner))
        f.ret(made)

    def _copy_path(self, f: Builder, away: Ex, move: Ex, place: Ex) -> None:
        """Where moves are turns there is nothing more to copy."""

    @kernel(INT, EXPORTED)
    def rw_take_over(self, f: Builder, away: Ex, node: Ex) -> None:
        """Takes over part of a tree from another memory."""
        f.store(64, AT["root"], f.call(self._copy_node, away, node))
        f.ret(word("top"))
