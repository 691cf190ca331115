"""Expansion and proof (MCTS-Solver): new nodes of a search tree, and what is proven of them."""

from __future__ import annotations

from ..ir import INT, Builder, Ex, k, kernel
from ..layout.memory_layout import MOVE_SIZE as LISTED_SIZE
from ..lower.movegen import PATCH as LISTED_PATCH
from ..lower.movegen import PATCH_LENGTH as LISTED_LENGTH
from ..lower.movegen import WEIGHT as LISTED_WEIGHT
from .arena import AT, BEST, DISTANCE, OUTCOME, Move, Node
from .common import Common, put_real, real_at, word

_FAR = 1 << 20  # no proof is longer


class Growing(Common):
    # ------------------------------------------------------------ a new node

    @kernel(INT)
    def _expand(self, f: Builder, behind: Ex) -> None:
        """A node for the position in the block, behind a move (0: the root).

        0 where there is no room for it, and where the position is decided: then that is written to the move.
        """
        game = f.let(word("game"), "game")
        found = f.let(k.invoke(word("list_moves"), word("block"), k.num(0)), "found")
        with f.when(k.load(64, game + word("error")).ne(0)):
            with f.when(behind.ne(0)):
                f.store(64, behind + Move.NODE, -1)
            f.ret(0)
        seats = f.let(k.load(64, game + word("seats")), "seats")
        with f.when(found.eq(0)):
            result = f.let(k.load(64, game + word("result")))
            self._prove(f, behind, self._by_person(f, result, seats))
            f.ret(0)
        listed = f.let(game + word("moves"), "listed")
        top = f.let(word("top"), "top")
        place = f.var(top + found * Move.SIZE + Node.SIZE, "place")
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
        f.store(64, top + Node.COUNT, found)
        f.store(64, top + Node.MOVER, k.select(chance, -1, person))
        f.store(64, top + Node.VISITS, 0)
        put_real(f, top + Node.VALUE, k.real(0.0))
        f.store(64, top + Node.WEIGHTS, weights)
        f.store(64, top + Node.SURE, 0)
        f.store(64, top + Node.MARKED, 0)
        f.set(place, top + found * Move.SIZE + Node.SIZE)
        decided = f.var(k.FALSE, "decided")
        with f.count_to(found) as number:
            entry = f.let(listed + number * LISTED_SIZE, "entry")
            move = f.let(top + number * Move.SIZE + Node.SIZE, "move")
            proof = f.call(self._keep_move, move, entry, place)
            f.set(decided, k.either(decided, proof.ne(0)))
            f.set(place, place + ((k.load(64, entry + LISTED_LENGTH) * 12 + 7) & -8))
            with f.when(chance):
                f.store(64, move + Move.MARK, k.load(64, entry + LISTED_WEIGHT))
        with f.when(decided):
            proof = f.call(self._settle, top)
            with f.when(proof.ne(0)):
                self._prove(f, behind, proof)
                with f.when(behind.ne(0)):  # whoever comes here knows enough
                    f.ret(0)
        f.store(64, AT["top"], place)
        with f.when(behind.ne(0)):
            f.store(64, behind + Move.NODE, top)
        f.ret(top)

    def _prove(self, f: Builder, move: Ex, proof: Ex) -> None:
        with f.when(move.ne(0)):
            f.store(64, move + Move.PROOF, proof)
        with f.when(move.eq(0)):
            f.store(64, AT["root_proof"], proof)

    @kernel(INT)
    def _keep_move(self, f: Builder, move: Ex, listed: Ex, place: Ex) -> None:
        """A move of the list becomes one of the tree; what is proven of it, if it ends the game."""
        game = f.let(word("game"), "game")
        length = f.let(k.load(64, listed + LISTED_LENGTH), "length")
        source = f.let(game + word("patches") + k.load(64, listed + LISTED_PATCH) * 16, "source")
        self._clear(f, move)
        f.store(64, move + Move.PATCH, place)
        f.store(64, move + Move.LENGTH, length)
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
                with f.when(k.load(64, move + Move.MARK).eq(0)):
                    f.store(64, move + Move.MARK, f.call(self._mark, at, k.load(64, game + at), value))
        with f.when(result.eq(0)):
            f.ret(0)
        proof = f.let(self._by_person(f, result, seats), "proof")
        f.store(64, move + Move.PROOF, proof)
        f.ret(proof)

    @staticmethod
    def _clear(f: Builder, move: Ex) -> None:
        """A move that nothing is known of."""
        for field in range(0, Move.SIZE, 8):
            f.store(64, move + field, 0)  # which is 0.0 too

    @kernel(INT)
    def _mark(self, f: Builder, at: Ex, before: Ex, after: Ex) -> None:
        """The first empty cell of a word that something comes to, and what: the same wherever it comes from."""
        with f.count_to(8) as byte:
            new = f.let((after >> (byte * 8)) & 255)
            old = f.let((before >> (byte * 8)) & 255)
            with f.when(k.both(new.ne(0), old.eq(0))):
                f.ret((at + byte) | (new << 32))
        f.ret(0)

    # ------------------------------------------------------------ proofs

    @kernel(INT)
    def _settle(self, f: Builder, node: Ex) -> None:
        """What is proven of a node, from what is proven of its moves; 0 for nothing."""
        count, mover = f.let(k.load(64, node + Node.COUNT), "count"), f.let(k.load(64, node + Node.MOVER), "mover")
        chance = f.let(mover.lt(0), "chance")
        most = f.let(real_at(mover * 8 + BEST) - k.real(1e-9), "most")
        best, found = f.var(k.real(-1.0), "best"), f.var(k.num(0), "found")
        unknown, differs = f.var(k.FALSE, "unknown"), f.var(k.FALSE, "differs")
        # Quick wins are taken, and anything else is put off.
        far = f.var(k.num(0), "far")
        with f.count_to(count) as number:
            proof = f.let(k.load(64, node + number * Move.SIZE + (Node.SIZE + Move.PROOF)), "proof")
            with f.when(proof.eq(0)):
                f.set(unknown, k.TRUE)
                f.again()
            outcome = f.let(proof & OUTCOME, "outcome")
            distance = f.let(proof >> DISTANCE, "distance")
            share = f.var(k.real(0.0), "share")
            with f.when(k.negate(chance)):
                f.set(share, f.call(self._share, outcome, mover))
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
            f.store(64, node + Node.SURE, found)
        won = f.let(k.both(k.negate(chance), best.ge(most)), "won")
        sure = k.both(k.negate(unknown), k.negate(differs))
        with f.when(k.either(won, sure)):
            f.set(far, k.select(far.lt(_FAR), far + 1, far))
            f.ret(found | (far << DISTANCE))
        f.ret(0)
