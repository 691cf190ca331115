"""Principal variation search (alpha-beta with null windows), with a transposition table and late move reductions.

Moves are ordered by the table, killer moves and the history heuristic; captures are followed a little deeper. In the
kernel, for any game: values are those of who moves at the root, whoever else moves is against them ("paranoid"), and
chance is averaged (expectimax).
"""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import EXPORTED, INT, Builder, Ex, k, kernel
from ..layout.memory_layout import MOVE_SIZE as LISTED_SIZE
from ..lower.movegen import PATCH_LENGTH as LISTED_LENGTH
from ..lower.movegen import WEIGHT as LISTED_WEIGHT
from .arena import AT, BEST, OUTCOME, STATE, Move
from .common import real_at, word
from .evaluation_kernel import Judging

WON = 1_000_000  # less one for each move that it takes
SCALE = 10_000  # of what is only judged
_SURELY = WON - 10_000  # what is worth more is won
ENDLESS = 1 << 40
DEEPEST = 128
KEPT = 4096  # kinds of moves that are remembered for how often they were good
MARGIN = 4 << 20  # bytes of the stack that a node may take beyond the end from which none begins
_PATCH = 1 << 16  # of those: one move
SLOT = 24  # bytes of the table for a position: hash, value, and what the value means
SEARCHES = 256  # that can be told apart in the table
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
QUIET = 4  # plies that captures are followed beyond the depth

# While a node is searched its moves have other words in some places.
_ORDER, _INDEX, _CAPTURE = Move.VISITS, Move.NODE, Move.VALUE


@dataclass(frozen=True, slots=True)
class _Tried:
    """A move that is tried: where it lies and in which place of the order, what is above it on the stack, who moves."""

    move: Ex
    number: Ex
    top: Ex
    mine: Ex
    following: Ex  # how deep it is looked at


class AlphaBetaSearch(Judging):
    def __init__(self) -> None:
        super().__init__()
        self.exported = (self.rw_deepen,)

    # ------------------------------------------------------------ values

    @kernel(INT)
    def _ended(self, f: Builder, outcome: Ex, ply: Ex) -> None:
        """The value of an outcome so many moves from the root: sooner is better, or worse."""
        person = f.let(word("person"), "person")
        share = f.call(self._share, outcome & OUTCOME, person, name="share")
        with f.when(share.ge(real_at(person * 8 + BEST) - k.real(1e-9))):
            f.ret(k.num(WON) - ply)
        with f.when(share.le(k.real(0.0))):
            f.ret(ply - WON)
        f.ret(k.to_int(share * k.real(2.0 * SCALE) - k.real(float(SCALE))))

    @kernel(INT)
    def _judged(self, f: Builder) -> None:
        """What the position in the block seems to be worth."""
        game, person = f.let(word("game"), "game"), f.let(word("person"), "person")
        crossed = k.select(word("two").ne(0), k.load(64, game + word("seats")) & 1, 0)
        value = f.call(self.judge, person ^ crossed, name="value")
        f.ret(k.to_int(value * k.real(2.0 * SCALE) - k.real(float(SCALE))))

    # ------------------------------------------------------------ making moves and taking them back

    @kernel(None)
    def _make(self, f: Builder, move: Ex, kept: Ex) -> None:
        """Makes a move, and keeps what it changes at a place of the stack."""
        game = f.let(word("game"), "game")
        length = f.let(k.load(64, move + Move.LENGTH), "length")
        places = f.let(k.load(64, move + Move.PATCH) + length * 8, "places")
        with f.count_to(length) as line:
            f.store(64, kept + line * 8, k.load(64, game + k.load(32, places + line * 4)))
        f.call(self._play, move)

    @kernel(None)
    def _take_back(self, f: Builder, move: Ex, kept: Ex) -> None:
        """Takes a move back."""
        game = f.let(word("game"), "game")
        after = f.let(k.load(64, game + word("history_length")), "after")
        length = f.let(k.load(64, move + Move.LENGTH), "length")
        places = f.let(k.load(64, move + Move.PATCH) + length * 8, "places")
        hashed = f.let(k.load(64, game + word("hash")), "hashed")
        with f.count_to(length) as line:
            f.store(64, game + k.load(32, places + line * 4), k.load(64, kept + line * 8))
        with f.when(word("repeats").ne(0)):
            with f.when(after.gt(k.load(64, game + word("history_length")))):
                self._count_hash(f, game, hashed, -1)

    @kernel(None)
    def _undo(self, f: Builder) -> None:
        """Takes back what the end of a game without moves has written; lists leave nothing else behind."""
        game = f.let(word("game"), "game")
        log, top = f.let(game + word("log"), "log"), f.var(k.load(64, game + word("log_top")), "top")
        with f.loop():
            f.leave_if(top.le(0))
            f.set(top, top - 1)
            f.store(64, game + k.load(64, log + top * 16), k.load(64, log + top * 16 + 8))
        f.store(64, game + word("log_top"), 0)

    # ------------------------------------------------------------ the table

    @kernel(INT)
    def _key(self, f: Builder) -> None:
        """What a position is found under; 0 within a turn, where the hash does not tell enough."""
        game = f.let(word("game"), "game")
        with f.when(k.load(64, game + word("segment")).ne(0)):
            f.ret(0)
        hashed = f.let(k.invoke(word("hash_of"), word("block")), "hashed")
        # Two positions that differ only in these may have the same hash.
        passes = k.load(64, game + word("passes")) & 0xFF
        more = f.let((k.load(64, game + word("me")) << 8) | passes, "more")
        f.ret(self._mix(f, hashed ^ self._mix(f, more)) | 1)

    def _slot(self, f: Builder, key: Ex) -> Ex:
        return f.let(word("table") + ((key >> 8) & word("table_mask")) * SLOT, "slot")

    @staticmethod
    def _is_there(slot: Ex, key: Ex) -> Ex:
        """Whether a slot holds a position, and this search has put it there: what others left counts as nothing."""
        mine = ((k.load(64, slot + 16) >> 20) & (SEARCHES - 1)).eq(word("iteration"))
        return k.both(k.load(64, slot).eq(key), mine)

    def _remember(self, f: Builder, key: Ex, value: Ex, move: Ex) -> None:
        """A win in the table is as far from there as it is, wherever the root was."""
        ply, depth, low, high, _, _ = f.params
        with f.when(k.both(key.ne(0), word("aborted").eq(0))):
            slot = self._slot(f, key)
            away = f.var(value, "away")
            with f.when(value.gt(_SURELY)):
                f.set(away, value + ply)
            with f.when(value.lt(-_SURELY)):
                f.set(away, value - ply)
            meaning = k.select(value.le(low), AT_MOST, k.select(value.ge(high), AT_LEAST, EXACT))
            f.store(64, slot, key)
            f.store(64, slot + 8, away)
            f.store(64, slot + 16, depth | (meaning << 16) | (word("iteration") << 20) | (move << 32))

    # ------------------------------------------------------------ a node

    @kernel(INT)
    def _search(self, f: Builder, ply: Ex, depth: Ex, alpha: Ex, beta: Ex, stack: Ex, beyond: Ex) -> None:
        """The value of the position in the block."""
        game = f.let(word("game"), "game")
        f.store(64, word("line_lengths") + ply * 8, 0)
        with f.when(depth.le(0)):
            f.ret(f.call(self._judged))
        nodes = f.let(word("nodes") + 1, "nodes")
        f.store(64, AT["nodes"], nodes)
        with f.when(k.load(64, game + word("stop")).ne(0)):
            f.store(64, AT["aborted"], 1)
        with f.when(word("aborted").ne(0)):
            f.ret(0)
        full = f.let(stack.gt(word("stack_end")), "full")
        with f.when(k.either(full, ply.ge(DEEPEST - 2))):
            f.ret(f.call(self._judged))
        key = f.call(self._key, name="key")
        tried_first = f.var(k.num(-1), "tried_first")
        with f.when(k.both(key.ne(0), ply.gt(0))):
            self._recall(f, key, ply, depth, alpha, beta, tried_first)
        with f.when(k.both(key.ne(0), ply.eq(0))):
            slot = self._slot(f, key)
            with f.when(self._is_there(slot, key)):
                f.set(tried_first, k.load(64, slot + 16) >> 32)
        self._without_a_list(f, key)
        found = f.let(k.invoke(word("list_moves"), word("block"), k.num(0)), "found")
        with f.when(k.load(64, game + word("error")).ne(0)):
            self._give_up(f, game)
        with f.when(found.eq(0)):
            self._stuck(f, game, ply)
        top = f.call(self._take_list, stack, found, tried_first, ply)
        with f.when(top.eq(0)):
            f.ret(f.call(self._judged))
        listed = f.let(game + word("moves"), "listed")
        with f.when(k.load(64, listed + LISTED_WEIGHT).gt(0)):
            f.ret(self._average(f, ply, depth, stack, top, found, beyond))
        self._each_move(f, key, top, found)

    def _without_a_list(self, f: Builder, key: Ex) -> None:
        """A search by decisions needs none."""

    def _give_up(self, f: Builder, game: Ex) -> None:
        """There was no time, or no room, to look at what can be done."""
        with f.when(k.load(64, game + word("stop")).ne(0)):
            f.store(64, AT["aborted"], 1)
            f.ret(0)
        f.ret(f.call(self._judged))

    def _stuck(self, f: Builder, game: Ex, ply: Ex) -> None:
        """Nobody can move, and the game is over."""
        result = f.let(k.load(64, game + word("result")))
        f.call(self._undo)
        seats = f.let(k.load(64, game + word("seats")))
        f.ret(f.call(self._ended, self._by_person(f, result, seats), ply))

    def _recall(self, f: Builder, key: Ex, ply: Ex, depth: Ex, alpha: Ex, beta: Ex, tried_first: Ex) -> None:
        slot = self._slot(f, key)
        with f.when(self._is_there(slot, key)):
            about = f.let(k.load(64, slot + 16), "about")
            f.set(tried_first, about >> 32)
            with f.when((about & 0xFFFF).ge(depth)):
                value = f.var(k.load(64, slot + 8), "value")
                with f.when(value.gt(_SURELY)):
                    f.set(value, value - ply)
                with f.when(value.lt(-_SURELY)):
                    f.set(value, value + ply)
                meaning = f.let((about >> 16) & 3, "meaning")
                enough = k.either(meaning.ne(AT_MOST), value.le(alpha))
                with f.when(k.both(enough, k.either(meaning.ne(AT_LEAST), value.ge(beta)))):
                    f.ret(value)

    @kernel(INT)
    def _take_list(self, f: Builder, stack: Ex, found: Ex, first: Ex, ply: Ex) -> None:
        """The list of moves goes to the stack, each with how soon it is tried; gives where the stack ends then.

        That is 0 if there are too many for what is left of it.
        """
        game = f.let(word("game"), "game")
        listed = f.let(game + word("moves"), "listed")
        place = f.var(stack + found * Move.SIZE, "place")
        killer = f.let(k.load(64, word("killers") + ply * 8), "killer")
        limit = f.let(word("stack_end") + (MARGIN - _PATCH), "limit")
        with f.when(place.gt(limit)):
            f.ret(0)
        with f.count_to(found) as number:
            source = f.let(listed + number * LISTED_SIZE, "source")
            move = f.let(stack + number * Move.SIZE, "move")
            proof = f.call(self._keep_move, move, source, place, name="proof")
            length = f.let(k.load(64, source + LISTED_LENGTH), "length")
            capture = f.call(self._captures, place, length, name="capture")
            f.set(place, place + ((length * 12 + 7) & -8))
            with f.when(place.gt(limit)):
                f.ret(0)
            kind = f.let(k.load(64, move + Move.MARK), "kind")
            order = f.var(k.load(64, self._kept(f, kind)), "order")
            with f.when(capture.ne(0)):
                f.set(order, order + (1 << 40))
            with f.when(k.both(kind.ne(0), kind.eq(killer))):
                f.set(order, order + (1 << 38))
            with f.when(proof.ne(0)):
                f.set(order, order + (1 << 44))
            with f.when(number.eq(first)):
                f.set(order, 1 << 50)
            f.store(64, move + _ORDER, order)
            f.store(64, move + _INDEX, number)
            f.store(64, move + _CAPTURE, capture)
            with f.when(k.load(64, source + LISTED_WEIGHT).gt(0)):
                f.store(64, move + Move.MARK, k.load(64, source + LISTED_WEIGHT))
        f.ret(place)

    @kernel(INT)
    def _captures(self, f: Builder, values: Ex, length: Ex) -> None:
        """Whether a patch changes what was taken."""
        places = f.let(values + length * 8, "places")
        with f.count_to(length) as line:
            at = f.let(k.load(32, places + line * 4))
            with f.when(k.both(at.ge(word("taken")), at.lt(word("taken_end")))):
                f.ret(1)
        f.ret(0)

    def _kept(self, f: Builder, kind: Ex) -> Ex:
        """Where it is written how often a kind of move was good."""
        return f.let(word("goods") + ((kind ^ (kind >> 32)) & (KEPT - 1)) * 8, "kept")

    def _average(self, f: Builder, ply: Ex, depth: Ex, stack: Ex, top: Ex, found: Ex, beyond: Ex) -> Ex:
        total, weights = f.var(k.real(0.0), "total"), f.var(k.num(0), "weights")
        with f.count_to(found) as number:
            move = f.let(stack + number * Move.SIZE, "move")
            weight = f.let(k.load(64, move + Move.MARK), "weight")
            value = f.var(k.num(0), "value")
            above = f.let(top + k.load(64, move + Move.LENGTH) * 8, "above")
            f.call(self._make, move, top)
            proof = f.let(k.load(64, move + Move.PROOF), "proof")
            yes, no = f.branch(proof.ne(0))
            with f.within(yes):
                f.set(value, f.call(self._ended, proof, ply + 1))
            with f.within(no):
                # Dice cost a ply: forced moves are free, and free dice between them would never come to an end.
                f.set(value, f.call(self._search, ply + 1, depth - 1, -ENDLESS, ENDLESS, above, beyond))
            f.call(self._take_back, move, top)
            with f.when(word("aborted").ne(0)):
                f.ret(0)
            f.set(total, total + k.to_real(value) * k.to_real(weight))
            f.set(weights, weights + weight)
        return k.to_int(total / k.to_real(weights))

    def _is_mine(self, f: Builder, game: Ex) -> Ex:
        """Whether the one it searches for is to move, or somebody who is with them."""
        me = f.let(k.load(64, game + word("me")), "me")
        crossed = k.select(word("two").ne(0), k.load(64, game + word("seats")) & 1, 0)
        return f.let(((word("friends") >> (me ^ crossed)) & 1).ne(0), "mine")

    def _each_move(self, f: Builder, key: Ex, top: Ex, found: Ex) -> None:
        ply, depth, alpha, beta, stack, _ = f.params
        game = f.let(word("game"), "game")
        mine = self._is_mine(f, game)
        low, high = f.var(alpha, "low"), f.var(beta, "high")
        best = f.var(k.select(mine, -ENDLESS, ENDLESS), "best")
        best_move = f.var(k.num(0), "best_move")
        following = f.let(k.select(found.eq(1), depth, depth - 1), "following")  # what is forced costs nothing
        with f.count_to(found, "number") as number:
            move = f.let(f.call(self._next_move, stack, number, found), "move")
            index = f.let(k.load(64, move + _INDEX), "index")
            value = f.var(k.num(0), "value")
            proof = f.let(k.load(64, move + Move.PROOF), "proof")
            yes, no = f.branch(proof.ne(0))
            with f.within(yes):
                f.set(value, f.call(self._ended, proof, ply + 1))
                f.store(64, word("line_lengths") + ply * 8 + 8, 0)
            with f.within(no):
                self._look_behind(f, _Tried(move, number, top, mine, following), low, high, value)
            with f.when(word("aborted").ne(0)):
                f.ret(0)
            with f.when(ply.eq(0)):
                f.store(64, word("root_values") + index * 8, value)
            better = f.let(k.either(k.both(mine, value.gt(best)), k.both(k.negate(mine), value.lt(best))), "better")
            with f.when(better):
                f.set(best, value)
                f.set(best_move, index)
                self._note_line(f, ply, index)
            with f.when(k.both(mine, best.gt(low))):
                f.set(low, best)
            with f.when(k.both(k.negate(mine), best.lt(high))):
                f.set(high, best)
            with f.when(low.ge(high)):
                kind = f.let(k.load(64, move + Move.MARK), "kind")
                kept = self._kept(f, kind)
                f.store(64, kept, k.load(64, kept) + depth * depth)
                f.store(64, word("killers") + ply * 8, kind)
                f.leave()
        self._remember(f, key, best, best_move)
        f.ret(best)

    def _look_behind(self, f: Builder, tried: _Tried, low: Ex, high: Ex, value: Ex) -> None:
        """Later moves are first asked only whether they are better, and not so deep."""
        ply, depth, _, _, _, beyond = f.params
        move, number, top, mine, following = tried.move, tried.number, tried.top, tried.mine, tried.following
        above = f.let(top + k.load(64, move + Move.LENGTH) * 8, "above")
        capture = f.let(k.load(64, move + _CAPTURE), "capture")
        f.call(self._make, move, top)
        # A capture at the end is followed, so that what is taken back is seen.
        longer = k.both(following.le(0), k.both(capture.ne(0), beyond.lt(QUIET)))
        deep = f.let(k.select(longer, 1, following), "deep")
        further = f.let(k.select(longer, beyond + 1, beyond), "further")
        late = k.both(k.both(number.ge(4), depth.ge(4)), capture.eq(0))
        shallow = f.let(k.select(late, deep - 1, deep), "shallow")
        least, most = f.let(k.select(mine, low, high - 1), "least"), f.let(k.select(mine, low + 1, high), "most")
        whole = f.var(number.eq(0), "whole")
        with f.when(k.negate(whole)):
            f.set(value, f.call(self._search, ply + 1, shallow, least, most, above, further))
            f.set(whole, k.either(k.both(mine, value.gt(low)), k.both(k.negate(mine), value.lt(high))))
        with f.when(whole):
            f.set(value, f.call(self._search, ply + 1, deep, low, high, above, further))
        f.call(self._take_back, move, top)

    @kernel(INT)
    def _next_move(self, f: Builder, stack: Ex, number: Ex, count: Ex) -> None:
        """The best of the moves that were not tried yet comes to its place in the order."""
        best = f.var(stack + number * Move.SIZE, "best")
        here = f.let(best, "here")
        with f.count_to(count, "other", number + 1) as other:
            move = f.let(stack + other * Move.SIZE, "move")
            with f.when(k.load(64, move + _ORDER).gt(k.load(64, best + _ORDER))):
                f.set(best, move)
        with f.when(best.ne(here)):
            for at in range(0, Move.SIZE, 8):
                swapped = f.let(k.load(64, here + at))
                f.store(64, here + at, k.load(64, best + at))
                f.store(64, best + at, swapped)
        f.ret(here)

    def _note_line(self, f: Builder, ply: Ex, index: Ex) -> None:
        """The best line from here: the move, and the best line behind it."""
        here = f.let(word("lines") + ply * (8 * DEEPEST), "here")
        length = f.let(k.load(64, word("line_lengths") + ply * 8 + 8), "length")
        f.store(64, here, index)
        with f.count_to(length) as number:
            f.store(64, here + number * 8 + 8, k.load(64, here + number * 8 + 8 * DEEPEST))
        f.store(64, word("line_lengths") + ply * 8, length + 1)

    # ------------------------------------------------------------ the root

    @kernel(INT, EXPORTED)
    def rw_deepen(self, f: Builder, depth: Ex) -> None:
        """Searches so many moves deep; 1 if it was stopped before the end."""
        f.copy(word("game"), STATE, word("state_size"))
        f.store(64, AT["aborted"], 0)
        value = f.call(self._search, 0, depth, -ENDLESS, ENDLESS, word("stack"), 0)
        f.store(64, AT["root_value"], value)
        f.ret(word("aborted"))
