"""A linear evaluation function, trained online by the normalised delta rule: a sum of weights for what stands where.

The weights are learnt from random games: after each, the positions that were kept of it are judged, and the weights of
what was there are moved a little towards how the game ended.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ir import EXPORTED, INT, REAL, Builder, Ex, k, kernel
from ..layout.memory_layout import MOVE_SIZE as LISTED_SIZE
from ..lower.game_flow import DRAW
from .arena import AT, REWARD, STATE, Move
from .common import put_real, real_at, word
from .expansion import Growing

_WORDS = (
    "models", "features", "cells", "cell_words", "shift", "mask", "classes", "class_table", "near", "near_table",
    "amounts", "amount_count", "wide_amounts", "first_amount", "first_mover", "first_kind", "codes", "weights",
    "samples", "lessons", "present", "moved", "surveyed", "listed",
)  # fmt: skip
JUDGE = {name: 8 * number for number, name in enumerate(_WORDS)}
TABLES = 8 * len(_WORDS)
NEIGHBOURS = 8  # of a site, at most
NO_NEIGHBOUR = 0xFFFF
SAMPLES = 32  # positions of a game that are learnt from, a power of two
MOST_FEATURES = 2046  # of a sample
SAMPLE_SIZE = 8 * (MOST_FEATURES + 2)
_LISTED = 1_000_000  # moves, after which nobody goes on counting what pieces can do
_GAP = 6  # plies between two of them, at most


class Judging(Growing):
    """`word("judge")` is where the judge's own memory lies, from here."""

    def _judge_word(self, base: Ex, name: str) -> Ex:
        return k.load(64, base + JUDGE[name])

    def _each_feature(self, f: Builder, do: Callable[[Builder, Ex, Ex], None], learning: bool) -> None:
        """Goes through what a position has: the number of a feature, and how much of it.

        What a piece is worth anywhere is learnt apart from where it is; afterwards the two are one weight.
        """
        base, game = f.let(word("judge"), "base"), f.let(word("game"), "game")
        cells = f.let(game + self._judge_word(base, "cells"), "cells")
        shift, mask = f.let(self._judge_word(base, "shift"), "shift"), f.let(self._judge_word(base, "mask"), "mask")
        classes = f.let(self._judge_word(base, "classes"), "classes")
        table = f.let(base + self._judge_word(base, "class_table"), "table")
        near = f.let(self._judge_word(base, "near"), "near")
        with f.count_to(self._judge_word(base, "cell_words"), "row") as row:
            rest = f.var(k.load(64, cells + row * 8), "rest")
            with f.loop():
                f.leave_if(rest.eq(0))
                slot = f.let(Ex("lowest", (rest,), INT) >> shift, "slot")
                at = f.let(slot << shift, "at")
                piece = f.let(((rest >> at) & mask) - 1, "piece")
                f.set(rest, rest & ((mask << at) ^ -1))
                place = f.let(row * (k.num(64) >> shift) + slot, "place")
                do(f, f.let(piece * classes + k.load(16, table + place * 2), "feature"), k.num(1))
                if learning:
                    do(f, f.let(self._judge_word(base, "first_kind") + piece, "feature"), k.num(1))
                with f.when(near.ge(0)):
                    around = f.call(self._around, cells, base, place, shift)
                    with f.when(around.ge(0)):
                        do(f, f.let(near + piece * (NEIGHBOURS + 1) + around, "feature"), k.num(1))
        amounts = f.let(game + self._judge_word(base, "amounts"), "amounts")
        with f.count_to(self._judge_word(base, "amount_count"), "entry_number") as number:
            wide = self._judge_word(base, "wide_amounts").ne(0)
            amount = f.let(k.select(wide, k.load(64, amounts + number * 8), k.load(16, amounts + number * 2)), "amount")
            with f.when(amount.ne(0)):
                do(f, f.let(self._judge_word(base, "first_amount") + number, "feature"), amount)
        do(f, f.let(self._judge_word(base, "first_mover") + k.load(64, game + word("me")), "feature"), k.num(1))

    @kernel(INT)
    def _around(self, f: Builder, cells: Ex, base: Ex, place: Ex, shift: Ex) -> None:
        """How many neighbours of a cell are occupied; -1 for a cell that has none."""
        row = f.let(base + self._judge_word(base, "near_table") + place * (2 * NEIGHBOURS), "row")
        found = f.var(k.num(0), "found")
        with f.when(k.load(16, row).eq(NO_NEIGHBOUR)):
            f.ret(-1)
        with f.count_to(NEIGHBOURS) as number:
            other = f.let(k.load(16, row + number * 2), "other")
            f.leave_if(other.eq(NO_NEIGHBOUR))
            at = f.let(cells + (other << (shift - 3)), "at")  # of a cell of one byte or two
            f.set(found, found + k.as_int((k.load(8, at) | k.load(8, at + (shift - 3))).ne(0)))
        f.ret(found)

    # ------------------------------------------------------------ judging

    def _squeeze(self, f: Builder, value: Ex) -> Ex:
        """Any number to one between 0 and 1, and nothing to a half."""
        value = f.let(value, "value")
        size = k.select(value.lt(k.real(0.0)), k.real(0.0) - value, value)
        return f.let(k.real(0.5) + (k.real(0.5) * value) / (k.real(1.0) + size), "squeezed")

    @kernel(REAL)
    def judge(self, f: Builder, side: Ex) -> None:
        """What the position in the block seems to be worth to a side, 0 … 1. Two sides share one model."""
        base = f.let(word("judge"), "base")
        second = f.let(k.both(word("two").ne(0), side.eq(1)), "second")
        model = f.let(k.select(second, 0, side), "model")
        weights = f.let(
            base + self._judge_word(base, "weights") + model * 8 * self._judge_word(base, "features"), "weights"
        )
        total = f.var(k.real(0.0), "total")

        def add(g: Builder, feature: Ex, amount: Ex) -> None:
            weight = real_at(weights + feature * 8)
            if amount.const == 1:
                g.set(total, total + weight)
            else:
                g.set(total, total + weight * k.to_real(amount))

        self._each_feature(f, add, learning=False)
        value = self._squeeze(f, total)
        f.ret(k.select(second, k.real(1.0) - value, value))

    @kernel(None)
    def judged_rewards(self, f: Builder) -> None:
        """The rewards of a game that is not finished, as they seem; they add up to 1."""
        game = f.let(word("game"), "game")
        crossed = f.let(k.select(word("two").ne(0), k.load(64, game + word("seats")) & 1, 0), "crossed")
        total = f.var(k.real(0.0), "total")
        with f.count_to(word("players"), "side") as side:
            value = f.call(self.judge, side, name="value")
            f.set(total, total + value)
            put_real(f, (side ^ crossed) * 8 + REWARD, value)
        with f.count_to(word("players"), "side") as side:
            at = f.let(side * 8 + REWARD)
            put_real(f, at, real_at(at) / total)

    # ------------------------------------------------------------ learning

    @kernel(None)
    def _gather(self, f: Builder, sample: Ex) -> None:
        """Writes down what the position in the block has."""
        count = f.var(k.num(0), "count")

        def note(g: Builder, feature: Ex, amount: Ex) -> None:
            with g.when(count.lt(MOST_FEATURES)):
                g.set(count, count + 1)
                g.store(64, sample + count * 8, feature | (amount << 32))

        self._each_feature(f, note, learning=True)
        f.store(64, sample, count)

    @kernel(None)
    def _learn(self, f: Builder, sample: Ex) -> None:
        """Moves the weights of a sample towards how the game ended."""
        base = f.let(word("judge"), "base")
        lessons = f.let(self._judge_word(base, "lessons"), "lessons")
        f.store(64, base + JUDGE["lessons"], lessons + 1)
        # Large steps first, then smaller and smaller ones.
        step = f.let(k.real(0.4) / (k.real(1.0) + k.to_real(lessons) * k.real(1 / 400)), "step")
        count = f.let(k.load(64, sample), "count")
        with f.count_to(self._judge_word(base, "models"), "model") as model:
            features = self._judge_word(base, "features")
            weights = f.let(base + self._judge_word(base, "weights") + model * 8 * features, "weights")
            total, length = f.var(k.real(0.0), "total"), f.var(k.real(1.0), "length")
            with f.count_to(count, "number") as number:
                line = f.let(k.load(64, sample + number * 8 + 8), "line")
                amount = f.let(k.to_real(line >> 32), "amount")
                f.set(total, total + amount * real_at(weights + (line & 0xFFFFFFFF) * 8))
                f.set(length, length + amount * amount)
            error = f.let(real_at(model * 8 + REWARD) - self._squeeze(f, total), "error")
            change = f.let((step * error) / length, "change")
            with f.count_to(count, "number") as number:
                line = f.let(k.load(64, sample + number * 8 + 8), "line")
                at = f.let(weights + (line & 0xFFFFFFFF) * 8, "at")
                put_real(f, at, real_at(at) + change * k.to_real(line >> 32))

    @kernel(None)
    def _survey(self, f: Builder, sample: Ex, random: Ex) -> None:
        """Counts the pieces of a sample, and the moves that each of them has."""
        game, base = f.let(word("game"), "game"), f.let(word("judge"), "base")
        first, codes = f.let(self._judge_word(base, "first_kind")), f.let(self._judge_word(base, "codes"))
        present = f.let(base + self._judge_word(base, "present"), "present")
        moved = f.let(base + self._judge_word(base, "moved"), "moved")
        with f.count_to(k.load(64, sample), "number") as number:
            code = f.let((k.load(64, sample + number * 8 + 8) & 0xFFFFFFFF) - first, "code")
            with f.when(k.both(code.ge(0), code.lt(codes))):
                f.store(64, present + code * 8, k.load(64, present + code * 8) + 1)
        found = f.let(k.invoke(word("list_moves"), word("block"), k.num(0)), "found")
        with f.when(k.load(64, game + word("error")).ne(0)):
            f.ret()
        top = f.let(word("top"), "top")
        with f.count_to(found, "number") as number:
            source = f.let(game + word("moves") + number * LISTED_SIZE, "source")
            f.call(self._keep_move, top, source, top + Move.SIZE)
            mark = f.let(k.load(64, top + Move.MARK), "mark")
            with f.when(mark.ne(0)):
                code = f.let((mark >> 32) - 1, "code")
                f.store(64, moved + code * 8, k.load(64, moved + code * 8) + 1)
        # Whether random games must list the moves of such a position: that is what makes them slow.
        f.store(64, base + JUDGE["surveyed"], self._judge_word(base, "surveyed") + 1)
        drawn = f.let(k.invoke(word("sample"), word("block"), self._mix(f, random), k.num(1)), "drawn")
        with f.when(drawn.lt(0)):
            f.store(64, base + JUDGE["listed"], self._judge_word(base, "listed") + found)

    @kernel(INT)
    def _play_well(self, f: Builder, random: Ex, tries: Ex) -> None:
        """Of some random turns, the one that leads to what is judged best for who makes it; gives the ply after it."""
        game, size = f.let(word("game"), "game"), f.let(word("state_size"), "size")
        kept = f.let(word("top"), "kept")  # nothing else lies there while it learns
        side = f.let(k.load(64, game + word("me")), "side")
        history = f.let(k.load(64, game + word("history_length")), "history")
        f.copy(kept, game, size)
        best, chosen = f.var(k.real(-1.0), "best"), f.var(k.num(0), "chosen")
        with f.count_to(tries, "number") as number:
            drawn = f.let(self._mix(f, random + number), "drawn")
            f.let(k.invoke(word("play_out"), word("block"), drawn, k.num(1)), "ply")
            value = f.var(k.real(0.0), "value")
            result = f.let(k.load(64, game + word("result")), "result")
            with f.when(result.ne(0)):
                f.set(value, f.call(self._share, result, side))
            with f.when(result.eq(0)):
                f.set(value, f.call(self.judge, side))
            with f.when(value.gt(best)):
                f.set(best, value)
                f.set(chosen, drawn)
            with f.when(word("repeats").ne(0)):
                f.call(self._forget, history)
            f.copy(game, kept, size)
        f.ret(k.invoke(word("play_out"), word("block"), chosen, k.num(1)))

    @kernel(INT, EXPORTED)
    def rw_train(self, f: Builder, plies: Ex, longest: Ex, surveying: Ex, tries: Ex) -> None:
        """Random games from the root, until there were enough plies or steps; gives how many games were finished.

        With `surveying` nothing is learnt: pieces and their moves are counted. With `tries` above 1 nobody plays just
        anything: of so many random turns the one is made that seems best so far.
        """
        game, base = f.let(word("game"), "game"), f.let(word("judge"), "base")
        samples = f.let(base + self._judge_word(base, "samples"), "samples")
        made, games, number = f.var(k.num(0), "made"), f.var(k.num(0), "games"), f.var(k.num(0), "number")
        each = f.let(k.select(tries.le(1), 1, tries + 1), "each")
        f.store(64, game + word("error"), 0)
        with f.loop():
            f.leave_if(made.ge(plies))
            f.leave_if(word("too_large").ne(0))
            f.leave_if(k.both(surveying.ne(0), self._judge_word(base, "listed").ge(_LISTED)))
            f.leave_if(word("steps").ge(word("most_steps")))
            f.leave_if(k.load(64, game + word("stop")).ne(0))
            f.copy(game, STATE, word("state_size"))
            first, seen = f.var(k.load(64, AT["first_ply"]), "first"), f.var(k.num(0), "seen")
            ply = f.var(first, "ply")
            with f.loop():
                f.set(number, number + 1)
                random = self._mix(f, word("seed") + number)
                gap = f.let((((random & 0xFFFF) * _GAP) >> 16) + 1, "gap")
                with f.when(tries.le(1)):
                    f.set(ply, k.invoke(word("play_out"), word("block"), self._mix(f, random), gap))
                with f.when(tries.gt(1)):
                    with f.count_to(gap, "turn") as turn:
                        f.leave_if(k.load(64, game + word("result")).ne(0))
                        f.set(ply, f.call(self._play_well, self._mix(f, random + turn), tries))
                # Of the turns since the last look the last one is known, and stands for the others.
                f.store(64, AT["lists"], word("lists") + gap * each)
                f.store(64, AT["steps"], word("steps") + gap * each * k.load(64, game + word("spent")))
                with f.when(k.load(64, game + word("error")).ne(0)):  # nobody can play on from here
                    f.store(64, AT["too_large"], 1)
                    f.leave()
                f.leave_if(k.load(64, game + word("result")).ne(0))
                f.leave_if((ply - first).ge(longest))
                f.leave_if(k.load(64, game + word("stop")).ne(0))
                f.leave_if(word("steps").ge(word("most_steps")))
                # Only the last ones are kept: what was long before says little about the end.
                sample = f.let(samples + (seen & (SAMPLES - 1)) * SAMPLE_SIZE, "sample")
                f.call(self._gather, sample)
                with f.when(k.both(surveying.ne(0), (seen & 3).eq(0))):
                    f.call(self._survey, sample, random)
                f.set(seen, seen + 1)
            f.set(made, made + (ply - first) + 1)
            result = f.let(k.load(64, game + word("result")), "result")
            with f.when(k.both(result.ne(0), surveying.eq(0))):
                f.set(games, games + 1)
            # Draws of random players teach nothing.
            with f.when(k.both(k.both(result.ne(0), (result & DRAW).eq(0)), surveying.eq(0))):
                f.call(self._rewards, result)
                with f.count_to(k.select(seen.lt(SAMPLES), seen, SAMPLES), "slot") as place:
                    f.call(self._learn, samples + place * SAMPLE_SIZE)
            with f.when(word("repeats").ne(0)):
                f.call(self._forget, word("root_history"))
        f.ret(games)
