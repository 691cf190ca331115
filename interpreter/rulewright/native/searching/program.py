"""Monte Carlo tree search in the kernel, for any game: all it knows of one are addresses and places in its block."""

from __future__ import annotations

from collections.abc import Callable

from ..kernel import program as k
from ..kernel.mixing import write_mix
from ..kernel.program import INT, REAL, Builder, Ex, Function, Operand, Program
from ..lowering.course import DRAW
from ..lowering.listing import PATCH as LISTED_PATCH
from ..lowering.listing import PATCH_LENGTH as LISTED_LENGTH
from ..lowering.listing import WEIGHT as LISTED_WEIGHT
from ..memory.layout import FILTER
from ..memory.layout import MOVE_SIZE as LISTED_SIZE
from .arena import (
    AT,
    BEST,
    COUNT,
    DEEPEST,
    DISTANCE,
    LENGTH,
    MARK,
    MARK_VALUE,
    MARK_VISITS,
    MOVE_SIZE,
    MOVER,
    NODE,
    NODE_SIZE,
    NODE_VALUE,
    NODE_VISITS,
    OUTCOME,
    PATCH,
    PATH_MOVE,
    PATH_NODE,
    PROOF,
    REWARD,
    STATE,
    SURE,
    TOTAL,
    VALUE,
    VISITS,
    WEIGHTS,
)

_FAR = 1 << 20


def word(name: str) -> Ex:
    return k.load(64, AT[name])


def real_at(at: Operand) -> Ex:
    return k.real_of(k.load(64, at))


def put_real(f: Builder, at: Operand, value: Ex) -> None:
    f.store(64, at, k.bits_of(value))


class TreeSearch:
    """Writes the program; functions are made when they are first asked for."""

    def __init__(self) -> None:
        self.program = Program(1)
        self._made: dict[str, Function] = {}
        self._search()
        self._move_over()

    def _function(
        self,
        name: str,
        params: list[str],
        gives: str | None,
        write: Callable[[Builder], None],
        about: str,
        inline: str = "",
        exported: bool = False,
    ) -> Function:
        if name not in self._made:
            made = Function(name, [(param, INT) for param in params], gives, about, inline, exported)
            self._made[name] = made
            write(Builder(made))
            self.program.functions.append(made)
        return self._made[name]

    def _mix(self, f: Builder, value: Ex) -> Ex:
        return f.call(self._function("mix", ["z"], INT, write_mix, "one step of a hash", "always"), value)

    # ------------------------------------------------------------ results

    def _by_person(self, f: Builder, result: Ex, seats: Ex) -> Ex:
        """A result by who the players are, wherever they sit: sides may have been swapped (D89)."""
        crossed = f.let(((result & 1) << 1) | ((result >> 1) & 1), "crossed")
        swapped = k.both(word("two").ne(0), (seats & 1).ne(0))
        return f.let(k.select(swapped, (result & ~3) | crossed, result), "outcome")

    def _share(self) -> Function:
        """What an outcome is worth to somebody, as `search.player.worth` has it."""

        def write(f: Builder) -> None:
            outcome, who = f.params
            with f.when((outcome & DRAW).ne(0)):
                f.ret(k.real(1.0) / k.to_real(word("players")))
            with f.when(((outcome >> who) & 1).eq(0)):
                f.ret(k.real(0.0))
            f.ret(k.real(1.0) / k.to_real(Ex("bits", (outcome & 0xFFFF,), INT)))

        return self._function("share", ["outcome", "who"], REAL, write, "what an outcome is worth to somebody")

    def _rewards(self) -> Function:
        """An outcome as rewards; a game that was not finished counts as a draw."""

        def write(f: Builder) -> None:
            (outcome,) = f.params
            known = f.let(k.select(outcome.eq(0), DRAW, outcome))
            with f.count_to(word("players"), "who") as who:
                put_real(f, who * 8 + REWARD, f.call(self._share(), known, who))

        return self._function("rewards", ["outcome"], None, write, "an outcome as rewards")

    # ------------------------------------------------------------ going down

    def _play(self) -> Function:
        """Makes a move of the tree in the block."""

        def write(f: Builder) -> None:
            (move,) = f.params
            game = f.let(word("game"), "game")
            before = f.let(k.load(64, game + word("history_length")), "before")
            values, length = f.let(k.load(64, move + PATCH), "values"), f.let(k.load(64, move + LENGTH), "length")
            places = f.let(values + length * 8, "places")
            with f.count_to(length) as line:
                place = f.let(k.load(32, places + line * 4))
                f.store(64, game + place, k.load(64, values + line * 8))
            with f.when(word("repeats").ne(0)):
                after = f.let(k.load(64, game + word("history_length")), "after")
                with f.when(after.gt(before)):
                    hashed = f.let(k.load(64, game + word("hash")))
                    f.store(64, game + word("history") + (after - 1) * 8, hashed)
                    self._count_hash(f, game, hashed, 1)

        return self._function("play", ["move"], None, write, "makes a move of the tree")

    def _count_hash(self, f: Builder, game: Ex, hashed: Ex, by: int) -> None:
        slot = f.let(game + word("filter") + ((hashed >> 7) & (FILTER - 1)) * 2)
        f.store(16, slot, k.load(16, slot) + by)

    def _forget(self) -> Function:
        """Takes the positions behind the root out of the filter of the history."""

        def write(f: Builder) -> None:
            game = f.let(word("game"), "game")
            with f.count_to(k.load(64, game + word("history_length")), "number", word("root_history")) as number:
                hashed = f.let(k.load(64, game + word("history") + number * 8))
                self._count_hash(f, game, hashed, -1)

        return self._function("forget", [], None, write, "the history of the root again")

    def _logarithm(self, f: Builder, value: Ex) -> Ex:
        """Of a number from 1 on, well enough: the exponent, and a straight line between powers of two.

        Made of exact steps, so that it is the same everywhere.
        """
        bits = k.bits_of(value) - (1023 << 52)
        return f.let(k.to_real(bits) * k.real(0.6931471805599453 / (1 << 52)), "logarithm")

    def _choose(self) -> Function:
        """The move of a node that a playout goes on with."""

        def write(f: Builder) -> None:
            node, random = f.params
            count, mover = f.let(k.load(64, node + COUNT), "count"), f.let(k.load(64, node + MOVER), "mover")
            with f.when(mover.lt(0)):
                self._by_chance(f, node, random, count)
            visits = f.let(k.to_real(k.load(64, node + NODE_VISITS)), "visits")
            wide = f.let(
                real_at(AT["exploration"]) * k.root(self._logarithm(f, visits + k.real(1.0))), "wide"
            )
            mean = f.var(k.real(0.5), "mean")
            with f.when(visits.gt(k.real(0.5))):
                f.set(mean, real_at(node + NODE_VALUE) / visits)
            rave = f.let(real_at(AT["rave"]), "rave")
            best, found = f.var(k.real(-9.0), "best"), f.var(k.num(0), "found")
            # Equal ones are tried in an order that begins anywhere, so that no move is preferred for its place.
            at = f.var(((random >> 32) * count) >> 32, "at")
            with f.count_to(count):
                move = f.let(node + at * MOVE_SIZE + NODE_SIZE, "move")
                f.set(at, k.select((at + 1).ge(count), 0, at + 1))
                score = f.var(k.real(0.0), "score")
                proof = f.let(k.load(64, move + PROOF), "proof")
                yes, no = f.branch(proof.ne(0))
                with f.within(yes):
                    # There is nothing to learn; it is passed only when all moves are known.
                    f.set(score, f.call(self._share(), proof, mover) - k.real(4.0))
                with f.within(no):
                    times = f.let(k.to_real(k.load(64, move + VISITS)), "times")
                    f.set(score, mean)
                    once = f.let(k.select(times.lt(k.real(1.0)), k.real(1.0), times), "once")
                    with f.when(times.gt(k.real(0.5))):
                        f.set(score, real_at(move + VALUE) / times)
                    marked = f.let(real_at(move + MARK_VISITS), "marked")
                    with f.when(marked.gt(k.real(0.5))):
                        trust = f.let(k.root(rave / (rave + times * k.real(3.0))), "trust")
                        f.set(score, score + trust * (real_at(move + MARK_VALUE) / marked - score))
                    f.set(score, score + wide / k.root(once))
                with f.when(score.gt(best)):
                    f.set(best, score)
                    f.set(found, move)
            f.ret(found)

        return self._function("choose", ["node", "random"], INT, write, "the move a playout goes on with")

    def _by_chance(self, f: Builder, node: Ex, random: Ex, count: Ex) -> None:
        drawn = f.let(((random >> 32) * k.load(64, node + WEIGHTS)) >> 32, "drawn")
        upto = f.var(k.num(0), "upto")
        with f.count_to(count) as number:
            move = f.let(node + number * MOVE_SIZE + NODE_SIZE)
            f.set(upto, upto + k.load(64, move + MARK))
            with f.when(upto.gt(drawn)):
                f.ret(move)
        f.ret(node + NODE_SIZE)

    # ------------------------------------------------------------ a new node

    def _expand(self) -> Function:
        """A node for the position in the block, behind a move (0: the root).

        0 where there is no room for it, and where the position is decided: then that is written to the move.
        """

        def write(f: Builder) -> None:
            (behind,) = f.params
            game = f.let(word("game"), "game")
            found = f.let(k.invoke(word("list_moves"), word("block"), k.num(0)), "found")
            with f.when(k.load(64, game + word("error")).ne(0)):
                with f.when(behind.ne(0)):
                    f.store(64, behind + NODE, -1)
                f.ret(0)
            seats = f.let(k.load(64, game + word("seats")), "seats")
            with f.when(found.eq(0)):
                result = f.let(k.load(64, game + word("result")))
                self._prove(f, behind, self._by_person(f, result, seats))
                f.ret(0)
            listed = f.let(game + word("moves"), "listed")
            top = f.let(word("top"), "top")
            place = f.var(top + found * MOVE_SIZE + NODE_SIZE, "place")
            weights = f.var(k.num(0), "weights")
            with f.count_to(found) as number:
                entry = f.let(listed + number * LISTED_SIZE)
                f.set(place, place + k.load(64, entry + LISTED_LENGTH) * 12 + 8)
                f.set(weights, weights + k.load(64, entry + LISTED_WEIGHT))
            with f.when(place.gt(word("limit"))):
                f.ret(0)
            chance = f.let(weights.gt(0), "chance")
            me = f.let(k.load(64, game + word("me")), "me")
            person = f.let(k.select(word("two").ne(0), me ^ (seats & 1), me), "person")
            f.store(64, top + COUNT, found)
            f.store(64, top + MOVER, k.select(chance, -1, person))
            f.store(64, top + NODE_VISITS, 0)
            put_real(f, top + NODE_VALUE, k.real(0.0))
            f.store(64, top + WEIGHTS, weights)
            f.store(64, top + SURE, 0)
            f.set(place, top + found * MOVE_SIZE + NODE_SIZE)
            decided = f.var(k.FALSE, "decided")
            with f.count_to(found) as number:
                entry = f.let(listed + number * LISTED_SIZE, "entry")
                move = f.let(top + number * MOVE_SIZE + NODE_SIZE, "move")
                proof = f.call(self._keep_move(), move, entry, place)
                f.set(decided, k.either(decided, proof.ne(0)))
                f.set(place, place + ((k.load(64, entry + LISTED_LENGTH) * 12 + 7) & -8))
                with f.when(chance):
                    f.store(64, move + MARK, k.load(64, entry + LISTED_WEIGHT))
            with f.when(decided):
                proof = f.call(self._settle(), top)
                with f.when(proof.ne(0)):
                    self._prove(f, behind, proof)
                    with f.when(behind.ne(0)):  # whoever comes here knows enough
                        f.ret(0)
            f.store(64, AT["top"], place)
            with f.when(behind.ne(0)):
                f.store(64, behind + NODE, top)
            f.ret(top)

        return self._function("expand", ["behind"], INT, write, "a node for the position in the block")

    def _prove(self, f: Builder, move: Ex, proof: Ex) -> None:
        with f.when(move.ne(0)):
            f.store(64, move + PROOF, proof)
        with f.when(move.eq(0)):
            f.store(64, AT["root_proof"], proof)

    def _keep_move(self) -> Function:
        """A move of the list becomes one of the tree; what is proven of it, if it ends the game."""

        def write(f: Builder) -> None:
            move, listed, place = f.params
            game = f.let(word("game"), "game")
            length = f.let(k.load(64, listed + LISTED_LENGTH), "length")
            source = f.let(game + word("patches") + k.load(64, listed + LISTED_PATCH) * 16, "source")
            for field in (VISITS, VALUE, NODE, PROOF, MARK_VISITS, MARK_VALUE, MARK):
                f.store(64, move + field, 0)  # which is 0.0 too
            f.store(64, move + PATCH, place)
            f.store(64, move + LENGTH, length)
            places = f.let(place + length * 8, "places")
            result, seats = f.var(k.num(0), "result"), f.var(k.load(64, game + word("seats")), "seats")
            with f.count_to(length) as line:
                at = f.let(k.load(64, source + line * 16), "at")
                value = f.let(k.load(64, source + line * 16 + 8), "value")
                f.store(64, place + line * 8, value)
                f.store(32, places + line * 4, at)
                with f.when(at.eq(word("result"))):
                    f.set(result, value)
                with f.when(at.eq(word("seats"))):
                    f.set(seats, value)
                with f.when(k.both(at.ge(word("cells")), at.lt(word("cells_end")))):
                    with f.when(k.load(64, move + MARK).eq(0)):
                        f.store(64, move + MARK, f.call(self._mark(), at, k.load(64, game + at), value))
            with f.when(result.eq(0)):
                f.ret(0)
            proof = f.let(self._by_person(f, result, seats), "proof")
            f.store(64, move + PROOF, proof)
            f.ret(proof)

        about = "a move of the list becomes one of the tree"
        return self._function("keep_move", ["move", "listed", "place"], INT, write, about)

    def _mark(self) -> Function:
        """The first empty cell of a word that something comes to, and what: the same wherever it comes from."""

        def write(f: Builder) -> None:
            at, before, after = f.params
            with f.count_to(8) as byte:
                new = f.let((after >> (byte * 8)) & 255)
                old = f.let((before >> (byte * 8)) & 255)
                with f.when(k.both(new.ne(0), old.eq(0))):
                    f.ret((at + byte) | (new << 32))
            f.ret(0)

        return self._function("mark", ["at", "before", "after"], INT, write, "the cell that something comes to")

    # ------------------------------------------------------------ proofs

    def _settle(self) -> Function:
        """What is proven of a node, from what is proven of its moves; 0 for nothing."""

        def write(f: Builder) -> None:
            (node,) = f.params
            count, mover = f.let(k.load(64, node + COUNT), "count"), f.let(k.load(64, node + MOVER), "mover")
            chance = f.let(mover.lt(0), "chance")
            most = f.let(real_at(mover * 8 + BEST) - k.real(1e-9), "most")
            best, found = f.var(k.real(-1.0), "best"), f.var(k.num(0), "found")
            unknown, differs = f.var(k.FALSE, "unknown"), f.var(k.FALSE, "differs")
            # Quick wins are taken, and anything else is put off.
            far = f.var(k.num(0), "far")
            with f.count_to(count) as number:
                proof = f.let(k.load(64, node + number * MOVE_SIZE + (NODE_SIZE + PROOF)), "proof")
                with f.when(proof.eq(0)):
                    f.set(unknown, k.TRUE)
                    f.again()
                outcome = f.let(proof & OUTCOME, "outcome")
                distance = f.let(proof >> DISTANCE, "distance")
                share = f.var(k.real(0.0), "share")
                with f.when(k.negate(chance)):
                    f.set(share, f.call(self._share(), outcome, mover))
                wins = f.let(k.both(k.negate(chance), share.ge(most)), "wins")
                better = f.let(share.gt(best), "better")
                with f.when(k.both(k.negate(better), share.ge(best))):
                    f.set(differs, k.either(differs, outcome.ne(found)))
                    closer = k.select(wins, k.as_int(distance.lt(far)), k.as_int(distance.gt(far)))
                    with f.when(closer.ne(0)):
                        f.set(far, distance)
                with f.when(better):
                    f.set(best, share)
                    f.set(found, outcome)
                    f.set(far, distance)
                    f.set(differs, k.FALSE)
            with f.when(best.gt(k.real(0.0))):
                f.store(64, node + SURE, found)
            won = f.let(k.both(k.negate(chance), best.ge(most)), "won")
            sure = k.both(k.negate(unknown), k.negate(differs))
            with f.when(k.either(won, sure)):
                f.set(far, k.select(far.lt(_FAR), far + 1, far))
                f.ret(found | (far << DISTANCE))
            f.ret(0)

        return self._function("settle", ["node"], INT, write, "what is proven of a node")

    # ------------------------------------------------------------ going up

    def _back_up(self) -> Function:
        """Everything on the path learns what came of it."""

        def write(f: Builder) -> None:
            depth, played_out = f.params
            level = f.var(depth, "level")
            game = f.let(word("game"), "game")
            marks = f.let(k.both(played_out.ne(0), real_at(AT["rave"]).gt(k.real(0.0))), "marks")
            with f.loop():
                f.set(level, level - 1)
                f.leave_if(level.lt(0))
                node = f.let(k.load(64, level * 8 + PATH_NODE), "node")
                move = f.let(k.load(64, level * 8 + PATH_MOVE), "move")
                mover = f.let(k.load(64, node + MOVER), "mover")
                reward = f.let(real_at(mover * 8 + REWARD), "reward")
                f.store(64, move + VISITS, k.load(64, move + VISITS) + 1)
                put_real(f, move + VALUE, real_at(move + VALUE) + reward)
                f.store(64, node + NODE_VISITS, k.load(64, node + NODE_VISITS) + 1)
                put_real(f, node + NODE_VALUE, real_at(node + NODE_VALUE) + reward)
                with f.when(k.both(marks, mover.ge(0))):
                    self._learn_marks(f, game, node, reward)
                with f.when(k.load(64, move + PROOF).ne(0)):
                    self._settle_above(f, node, level)
                # Who chooses would rather take what is sure than what this playout brought.
                sure = f.let(k.load(64, node + SURE), "sure")
                with f.when(sure.ne(0)):
                    with f.when(f.call(self._share(), sure, mover).gt(reward)):
                        f.call(self._rewards(), sure)
            with f.count_to(word("players"), "who") as who:
                put_real(f, who * 8 + TOTAL, real_at(who * 8 + TOTAL) + real_at(who * 8 + REWARD))

        return self._function("back_up", ["depth", "played_out"], None, write, "the path learns what came of it")

    def _learn_marks(self, f: Builder, game: Ex, node: Ex, reward: Ex) -> None:
        """Moves whose piece lies in its place when the playout is over were good or bad with it."""
        with f.count_to(k.load(64, node + COUNT)) as number:
            other = f.let(node + number * MOVE_SIZE + NODE_SIZE, "other")
            mark = f.let(k.load(64, other + MARK), "mark")
            there = k.load(8, game + (mark & 0xFFFFFFFF)).eq(mark >> 32)
            with f.when(k.both(mark.ne(0), there)):
                put_real(f, other + MARK_VISITS, real_at(other + MARK_VISITS) + k.real(1.0))
                put_real(f, other + MARK_VALUE, real_at(other + MARK_VALUE) + reward)

    def _settle_above(self, f: Builder, node: Ex, level: Ex) -> None:
        proof = f.call(self._settle(), node, name="proof")
        with f.when(proof.ne(0)):
            above = f.var(k.num(0), "above")
            with f.when(level.gt(0)):
                f.set(above, k.load(64, level * 8 + (PATH_MOVE - 8)))
            self._prove(f, above, proof)
            f.call(self._rewards(), proof)

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

    def _search(self) -> None:
        def write(f: Builder) -> None:
            (most,) = f.params
            game = f.let(word("game"), "game")
            size = f.let(word("state_size"), "size")
            done = f.var(k.num(0), "done")
            with f.when(word("root").eq(0)):
                f.copy(game, STATE, size)
                f.store(64, AT["root"], f.call(self._expand(), 0))
                f.copy(game, STATE, size)
            with f.when(word("root").eq(0)):
                f.ret(-1)
            with f.loop():
                f.leave_if(done.ge(most))
                f.leave_if(word("root_proof").ne(0))
                f.leave_if(k.load(64, game + word("stop")).ne(0))
                f.set(done, done + 1)
                f.copy(game, STATE, size)
                number = f.let(word("iteration"), "number")
                f.store(64, AT["iteration"], number + 1)
                self._iteration(f, game, f.let(self._mix(f, word("seed") + number), "random"))
            f.ret(done)

        about = "so many playouts; gives how many it made, -1 if the root is too large"
        self._function("rw_search", ["playouts"], INT, write, about, exported=True)

    def _iteration(self, f: Builder, game: Ex, random: Ex) -> None:
        node, depth = f.var(word("root"), "node"), f.var(k.num(0), "depth")
        proof = f.var(k.num(0), "proof")
        patience = self._patience(f)
        with f.loop():
            move = f.call(self._choose(), node, self._mix(f, random + depth), name="move")
            f.call(self._play(), move)
            f.store(64, depth * 8 + PATH_NODE, node)
            f.store(64, depth * 8 + PATH_MOVE, move)
            f.set(depth, depth + 1)
            f.set(proof, k.load(64, move + PROOF))
            f.leave_if(proof.ne(0))
            inner = f.var(k.load(64, move + NODE), "inner")
            with f.when(inner.eq(0)):
                forced = k.load(64, node + COUNT).eq(1)
                f.leave_if(k.both(k.load(64, move + VISITS).lt(patience), k.negate(forced)))
                f.leave_if(depth.ge(DEEPEST))
                f.set(inner, f.call(self._expand(), move))
                f.set(proof, k.load(64, move + PROOF))
            f.leave_if(inner.le(0))
            f.set(node, inner)
        with f.when(depth.gt(word("deepest"))):
            f.store(64, AT["deepest"], depth)
        with f.when(proof.eq(0)):
            f.let(k.invoke(word("play_out"), word("block"), self._mix(f, random - 1), word("longest")), "plies")
            result = f.let(k.load(64, game + word("result")))
            with f.when(result.eq(0)):
                f.store(64, AT["cut_off"], word("cut_off") + 1)
            outcome = self._by_person(f, result, f.let(k.load(64, game + word("seats"))))
            f.call(self._rewards(), outcome)
            f.call(self._back_up(), depth, 1)
        with f.when(proof.ne(0)):
            f.call(self._rewards(), proof)
            f.call(self._back_up(), depth, 0)
        with f.when(word("repeats").ne(0)):
            f.call(self._forget())

    # ------------------------------------------------------------ part of a tree into another memory

    def _move_over(self) -> None:
        """Copies a node with all below it from another memory, which lies `away` from this one."""
        node = Function("copy_node", [("away", INT), ("node", INT)], INT, "a node and all below it")
        f = Builder(node)
        away, source = f.params
        start = f.let(away + source, "start")
        count = f.let(k.load(64, start + COUNT), "count")
        size = f.let(count * MOVE_SIZE + NODE_SIZE, "size")
        made = f.let(word("top"), "made")
        f.copy(made, start, size)
        place = f.var(made + size, "place")
        with f.count_to(count) as number:
            move = f.let(made + number * MOVE_SIZE + NODE_SIZE, "move")
            amount = f.let((k.load(64, move + LENGTH) * 12 + 7) & -8, "amount")
            f.copy(place, away + k.load(64, move + PATCH), amount)
            f.store(64, move + PATCH, place)
            f.set(place, place + amount)
        f.store(64, AT["top"], place)
        with f.count_to(count) as number:
            move = f.let(made + number * MOVE_SIZE + NODE_SIZE, "move")
            inner = f.let(k.load(64, move + NODE), "inner")
            with f.when(inner.gt(0)):
                f.store(64, move + NODE, f.call(node, away, inner))
        f.ret(made)
        self.program.functions.append(node)

        def write(g: Builder) -> None:
            g.store(64, AT["root"], g.call(node, *g.params))
            g.ret(word("top"))

        about = "takes over part of a tree from another memory"
        self._function("rw_take_over", ["away", "node"], INT, write, about, exported=True)
