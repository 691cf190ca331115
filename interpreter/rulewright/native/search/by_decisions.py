"""Monte Carlo tree search by decisions: a turn in the middle is a node, and whoever began it goes on.

A node is made of what is offered there. An edge is a decision; as soon as it is known that the turn is over with it,
it keeps what the turn changes, as a move does. A playout that ends within a turn decides the rest of it at random.
"""

from __future__ import annotations

from ..decisions.program import NONE, OFFERED, PLAYED
from ..ir import EXPORTED, INT, Builder, Ex, k, kernel
from ..layout.memory_layout import MOVE_SIZE as LISTED_SIZE
from ..lower.movegen import PATCH as LISTED_PATCH
from ..lower.movegen import PATCH_LENGTH as LISTED_LENGTH
from .arena import AT, BEST, PATH_MOVE, PATH_NODE, Move, Node, Path
from .common import put_real, real_at, word
from .deciding import FAILED, Deciding
from .program import MANY, TreeSearch

AT_START, WITHIN, SEEN, LOST = range(
    4
)  # where an edge leads: also to a position that was there before, or nobody knows
_NOT_YET = 0x1FF  # instead of what comes to lie in a cell, which is a byte


class DecisionTreeSearch(Deciding, TreeSearch):
    def __init__(self) -> None:
        super().__init__()
        self.exported = (*self.exported, self.rw_list, self.rw_find, self.rw_win)

    # ------------------------------------------------------------ new nodes

    @kernel(INT, name="expand_by_decisions")
    def _expand(self, f: Builder, behind: Ex) -> None:
        """A node for the beginning of a turn, behind an edge (0: the root). What chance does is listed."""
        game = f.let(word("game"), "game")
        came = f.call(self._decide_after, 0, name="came")
        with f.when(came.eq(FAILED)):
            with f.when(behind.ne(0)):
                f.store(64, behind + Move.NODE, -1)
            f.ret(0)
        with f.when(came.eq(NONE)):
            result, seats = f.let(k.load(64, game + word("result"))), f.let(k.load(64, game + word("seats")))
            self._prove(f, behind, self._by_person(f, result, seats))
            f.ret(0)
        with f.when(k.load(64, game + word("by_chance")).ne(0)):
            f.ret(f.call(super()._expand, behind))
        f.ret(f.call(self._expand_within, behind))

    @kernel(INT)
    def _expand_within(self, f: Builder, behind: Ex) -> None:
        """A node for what is offered in the block; 0 where there is no room for it."""
        game, top = f.let(word("game"), "game"), f.let(word("top"), "top")
        count, words = f.call(self._offered, name="count"), f.let(word("mask_words"), "words")
        longest = f.var(k.load(64, game + word("front")), "longest")
        with f.count_to(k.load(64, game + word("ways")), "way") as way:
            front = f.let(k.load(64, game + word("way") + way * word("way_size")), "front")
            f.set(longest, k.select(front.gt(longest), front, longest))
        place = f.var(top + count * Move.SIZE + Node.SIZE, "place")
        with f.when((place + count * self._path_size(longest + 1)).gt(word("limit"))):
            f.ret(0)
        seats, me = f.let(k.load(64, game + word("seats")), "seats"), f.let(k.load(64, game + word("me")), "me")
        f.store(64, top + Node.COUNT, count)
        f.store(64, top + Node.MOVER, k.select(word("two").ne(0), me ^ (seats & 1), me))
        for field in (Node.VISITS, Node.WEIGHTS, Node.SURE, Node.MARKED):
            f.store(64, top + field, 0)
        put_real(f, top + Node.VALUE, k.real(0.0))
        move = f.var(top + Node.SIZE, "move")
        with f.count_to(words) as row:
            with f.each_bit(k.load(64, game + word("mask") + row * 8)) as bit:
                number = f.let(bit + row * 64, "number")
                self._clear(f, move)
                f.store(64, move + Move.PATH, place)
                f.store(64, move + Move.MARK, f.call(self._cell, number))
                f.set(place, place + f.call(self._keep_path, number, place))
                f.set(move, move + Move.SIZE)
        f.store(64, AT["top"], place)
        with f.when(f.call(self._look_ahead, top).ne(0)):
            proof = f.call(self._settle, top)
            with f.when(proof.ne(0)):
                self._prove(f, behind, proof)
        with f.when(behind.ne(0)):
            f.store(64, behind + Move.NODE, top)
        f.ret(top)

    # ------------------------------------------------------------ marks

    @kernel(INT)
    def _cell(self, f: Builder, number: Ex) -> None:
        """The cell of a site that is empty when the turn begins: what comes to lie there is not known yet."""
        with f.when(k.either(number.ge(word("sites")), word("cell_size").eq(0))):
            f.ret(0)
        at = f.let(number * word("cell_size") + word("cells"), "at")
        f.ret(k.select(k.load(8, word("game") + at).eq(0), at | (_NOT_YET << 32), 0))

    @kernel(None)
    def _find_marks(self, f: Builder, depth: Ex) -> None:
        """A turn is over: what lies now where something was decided is what all decisions beside it would put there."""
        game, level = f.let(word("game"), "game"), f.var(depth, "level")
        with f.loop():
            f.set(level, level - 1)
            f.leave_if(level.lt(0))
            node, move = f.let(k.load(64, level * 8 + PATH_NODE)), f.let(k.load(64, level * 8 + PATH_MOVE), "move")
            f.leave_if(k.load(64, move + Move.PATH).eq(0))
            f.leave_if(k.both(level.lt(depth - 1), k.load(64, move + Move.LENGTH).gt(0)))  # the turn before
            mark = f.let(k.load(64, move + Move.MARK), "mark")
            count = f.let(k.load(64, node + Node.COUNT), "count")
            unknown = k.both(k.load(64, node + Node.MARKED).eq(0), (mark >> 32).eq(_NOT_YET))
            with f.when(k.both(unknown, count.ge(MANY))):
                put = f.let(k.load(8, game + (mark & 0xFFFFFFFF)), "put")
                with f.when(put.ne(0)):
                    f.store(64, node + Node.MARKED, 1)
                    with f.count_to(count) as number:
                        at = f.let(node + number * Move.SIZE + (Node.SIZE + Move.MARK), "at")
                        other = f.let(k.load(64, at), "other")
                        with f.when((other >> 32).eq(_NOT_YET)):
                            f.store(64, at, (other & 0xFFFFFFFF) | (put << 32))

    # ------------------------------------------------------------ the end of a turn

    @kernel(None)
    def _keep_turn(self, f: Builder, move: Ex) -> None:
        """Keeps at the last decision of a complete turn what that changes, if there is room, and how it ends a game."""
        top = f.let(word("top"), "top")
        length = k.load(64, word("game") + word("change_count"))
        end = f.let(top + ((length * 12 + 7) & -8), "end")
        fits = f.let(end.le(word("limit")), "fits")
        f.call(self._keep_changes, move, top, k.as_int(fits))
        with f.when(fits):
            f.store(64, AT["top"], end)

    @kernel(INT)
    def _end_turn(self, f: Builder) -> None:
        """Plays the turn that is complete; whether that position was there before."""
        game = f.let(word("game"), "game")
        before = f.let(k.load(64, game + word("history_length")), "before")
        source = f.let(game + word("changes"), "source")
        with f.count_to(k.load(64, game + word("change_count"))) as line:
            f.store(64, game + k.load(64, source + line * 16), k.load(64, source + line * 16 + 8))
        f.ret(f.call(self._was_there, before))

    @kernel(INT)
    def _look_ahead(self, f: Builder, node: Ex) -> None:
        """Finds out of the last decisions of a turn what they bring about; whether something is proven by it."""
        proven = f.var(k.num(0), "proven")
        with f.count_to(k.load(64, node + Node.COUNT)) as number:
            move = f.let(node + number * Move.SIZE + Node.SIZE, "move")
            came = f.call(self._decide_after, k.load(64, move + Move.PATH), name="came")
            f.leave_if(came.ne(PLAYED))  # the others will hardly end the turn either
            f.call(self._keep_turn, move)
            f.set(proven, proven | k.load(64, move + Move.PROOF))
        f.ret(proven)

    @kernel(INT)
    def _find_out(self, f: Builder, move: Ex) -> None:
        """Where an edge leads that was not gone beyond yet; if the turn is over with it, it is played."""
        path = f.let(k.load(64, move + Move.PATH), "path")
        with f.when(k.either(path.eq(0), k.load(64, move + Move.LENGTH).gt(0))):
            f.ret(AT_START)
        came = f.call(self._decide_after, path, name="came")
        with f.when(came.eq(OFFERED)):
            f.ret(WITHIN)
        with f.when(came.eq(PLAYED)):
            f.call(self._keep_turn, move)
            f.ret(k.select(f.call(self._end_turn).ne(0), SEEN, AT_START))
        f.store(64, move + Move.NODE, -1)
        f.ret(LOST)

    @kernel(INT)
    def _decide_rest(self, f: Builder, random: Ex) -> None:
        """Decides at random to the end of the turn; whether nothing can be said of where that leads."""
        game, words = f.let(word("game"), "game"), f.let(word("mask_words"), "words")
        drawing = f.var(random, "drawing")
        with f.loop():
            f.set(drawing, self._mix(f, drawing + 1))
            count = f.call(self._offered, name="count")
            drawn, number = f.var(((drawing >> 32) * count) >> 32, "drawn"), f.var(k.num(-1), "number")
            with f.count_to(words) as row:
                here = f.let(k.load(64, game + word("mask") + row * 8), "here")
                amount = f.let(Ex("bits", (here,), INT), "amount")
                with f.when(drawn.lt(amount)):
                    f.set(number, Ex("nth_bit", (here, drawn), INT) + row * 64)
                    f.leave()
                f.set(drawn, drawn - amount)
            front = f.var(k.load(64, game + word("front")), "front")
            way = f.let(f.call(self._way_to, number), "way")
            with f.when(way.ne(0)):
                f.set(front, k.load(64, way))
                f.copy(game + word("path"), way + word("mask_words") * 8 + 8, front * 8)
            f.store(64, game + word("path") + front * 8, number * 2)
            f.store(64, game + word("given"), front + 1)
            came = f.call(self._ask, name="came")
            with f.when(came.eq(PLAYED)):
                f.ret(f.call(self._end_turn))
            with f.when(came.ne(OFFERED)):
                f.ret(1)
        f.ret(1)

    # ------------------------------------------------------------ the search

    def _iteration(self, f: Builder, game: Ex, random: Ex) -> None:
        node, depth = f.var(word("root"), "node"), f.var(k.num(0), "depth")
        proof, again, where = f.var(k.num(0), "proof"), f.var(k.num(0), "again"), f.var(k.num(AT_START), "where")
        patience = self._patience(f)
        with f.loop():
            f.set(where, AT_START)
            move = self._descend(f, node, depth, random, proof, again)
            inner = f.var(k.load(64, move + Move.NODE), "inner")
            with f.when(inner.le(0)):
                f.set(where, f.call(self._find_out, move))
                f.set(proof, k.load(64, move + Move.PROOF))
                f.leave_if(proof.ne(0))
                f.set(again, k.as_int(where.ge(SEEN)))
                f.leave_if(again.ne(0))
                f.leave_if(inner.lt(0))
                self._leave_unripe(f, node, move, depth, patience)
                within, begun = f.branch(where.eq(WITHIN))
                with f.within(within):
                    f.set(inner, f.call(self._expand_within, move))
                with f.within(begun):
                    f.set(inner, f.call(self._expand, move))
                f.set(proof, k.load(64, move + Move.PROOF))
                f.leave_if(proof.ne(0))
            f.leave_if(inner.le(0))
            f.set(node, inner)
        with f.when(k.both(proof.eq(0), again.eq(0))):
            with f.when(where.eq(WITHIN)):
                f.set(again, f.call(self._decide_rest, self._mix(f, random - 2)))
            f.call(self._find_marks, depth)
        self._play_out(f, game, random, depth, proof, again)

    # ------------------------------------------------------------ part of a tree into another memory

    def _copy_path(self, f: Builder, away: Ex, move: Ex, place: Ex) -> None:
        path = f.let(k.load(64, move + Move.PATH), "path")
        with f.when(path.ne(0)):
            size = f.let(self._path_size(k.load(64, away + path + Path.STEPS)), "size")
            f.copy(place, away + path, size)
            f.store(64, move + Move.PATH, place)
            f.set(place, place + size)

    # ------------------------------------------------------------ turns among moves

    @kernel(INT, EXPORTED)
    def rw_list(self, f: Builder) -> None:
        """Lists the moves of the position in the block; how many."""
        f.ret(k.invoke(word("list_moves"), word("block"), k.num(0)))

    @kernel(INT, EXPORTED)
    def rw_win(self, f: Builder, count: Ex) -> None:
        """The first move of the list that wins at once; -1: none."""
        game = f.let(word("game"), "game")
        seats, me = f.let(k.load(64, game + word("seats")), "seats"), f.let(k.load(64, game + word("me")), "me")
        person = f.let(k.select(word("two").ne(0), me ^ (seats & 1), me), "person")
        most = f.let(real_at(person * 8 + BEST) - k.real(1e-9), "most")
        with f.count_to(count, "number") as number:
            listed = f.let(game + word("moves") + number * LISTED_SIZE, "listed")
            source = f.let(game + word("patches") + k.load(64, listed + LISTED_PATCH) * 16, "source")
            result, held = f.var(k.num(0), "result"), f.var(seats, "held")
            with f.count_to(k.load(64, listed + LISTED_LENGTH)) as line:
                at = f.let(k.load(64, source + line * 16), "at")
                with f.when(at.eq(word("result"))):
                    f.set(result, k.load(64, source + line * 16 + 8))
                with f.when(at.eq(word("seats"))):
                    f.set(held, k.load(64, source + line * 16 + 8))
            with f.when(result.ne(0)):
                with f.when(f.call(self._share, self._by_person(f, result, held), person).ge(most)):
                    f.ret(number)
        f.ret(-1)

    @kernel(INT, EXPORTED)
    def rw_find(self, f: Builder, first: Ex, count: Ex) -> None:
        """The next move of the list that writes nothing but what stands in the position behind the tree; -1: none."""
        game, wanted = f.let(word("game"), "game"), f.let(word("top"), "wanted")
        with f.count_to(count, "number", first) as number:
            listed = f.let(game + word("moves") + number * LISTED_SIZE, "listed")
            source = f.let(game + word("patches") + k.load(64, listed + LISTED_PATCH) * 16, "source")
            same = f.var(k.num(1), "same")
            with f.count_to(k.load(64, listed + LISTED_LENGTH)) as line:
                at = f.let(k.load(64, source + line * 16), "at")
                with f.when(k.load(64, wanted + at).ne(k.load(64, source + line * 16 + 8))):
                    f.set(same, 0)
                    f.leave()
            with f.when(same.ne(0)):
                f.ret(number)
        f.ret(-1)
