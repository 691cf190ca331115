"""What searches by decisions ask of the block: what is offered after a path, and what a complete turn changes."""

from __future__ import annotations

from ..ir import INT, Builder, Ex, k, kernel
from .arena import Move, Path
from .common import Common, word

FAILED = 3  # what came of a decision, beside OFFERED, PLAYED, NONE: there was no room to find out


class Deciding(Common):
    @kernel(INT)
    def _decide_after(self, f: Builder, path: Ex) -> None:
        """What is offered after a path (0: at the beginning of a turn): it lies in the block then."""
        game = f.let(word("game"), "game")
        steps = f.var(k.num(0), "steps")
        with f.when(path.ne(0)):
            f.set(steps, k.load(64, path + Path.STEPS))
            f.store(64, game + word("best"), k.load(64, path + Path.BEST))
            with f.count_to(steps, "step") as step:
                number = f.let(k.load(32, path + step * 4 + Path.NUMBERS))
                f.store(64, game + word("path") + step * 8, number * 2)
        f.store(64, game + word("given"), steps)
        f.ret(f.call(self._ask))

    @kernel(INT)
    def _ask(self, f: Builder) -> None:
        """What is offered after the path in the block."""
        came = f.let(k.invoke(word("decide"), word("block")), "came")
        f.ret(k.select(k.load(64, word("game") + word("error")).ne(0), FAILED, came))

    @kernel(INT)
    def _way_to(self, f: Builder, number: Ex) -> None:
        """Where the path is kept that a decision goes on from, if it is offered after something else (D114); else 0."""
        game = f.let(word("game"), "game")
        with f.count_to(k.load(64, game + word("ways")), "way") as way:
            at = f.let(game + word("way") + way * word("way_size"), "at")
            with f.when(((k.load(64, ((number >> 6) << 3) + (at + 8)) >> (number & 63)) & 1).ne(0)):
                f.ret(at)
        f.ret(0)

    @kernel(INT)
    def _keep_path(self, f: Builder, number: Ex, place: Ex) -> None:
        """Writes down the path that ends with a decision; how many bytes that took."""
        game = f.let(word("game"), "game")
        front, start = f.var(k.load(64, game + word("front")), "front"), f.var(game + word("path"), "start")
        way = f.let(f.call(self._way_to, number), "way")
        with f.when(way.ne(0)):
            f.set(front, k.load(64, way))
            f.set(start, way + word("mask_words") * 8 + 8)
        f.store(64, place + Path.BEST, k.load(64, game + word("best")))
        f.store(64, place + Path.STEPS, front + 1)
        with f.count_to(front, "step") as step:
            f.store(32, place + step * 4 + Path.NUMBERS, k.load(64, start + step * 8) >> 1)
        f.store(32, place + front * 4 + Path.NUMBERS, number)
        f.ret(self._path_size(front + 1))

    @staticmethod
    def _path_size(steps: Ex) -> Ex:
        return (steps * 4 + (Path.NUMBERS + 7)) & -8

    @kernel(INT)
    def _offered(self, f: Builder) -> None:
        """How many decisions are offered in the block."""
        count = f.var(k.num(0), "count")
        with f.count_to(word("mask_words")) as row:
            f.set(count, count + Ex("bits", (k.load(64, word("game") + word("mask") + row * 8),), INT))
        f.ret(count)

    @kernel(None)
    def _keep_changes(self, f: Builder, move: Ex, place: Ex, fits: Ex) -> None:
        """Keeps at a place what the complete turn in the block changes, if that fits, and how it ends a game."""
        game = f.let(word("game"), "game")
        length, source = f.let(k.load(64, game + word("change_count")), "length"), f.let(game + word("changes"))
        result, seats = f.var(k.num(0), "result"), f.var(k.load(64, game + word("seats")), "seats")
        with f.count_to(length) as line:
            at, value = f.let(k.load(64, source + line * 16)), f.let(k.load(64, source + line * 16 + 8), "value")
            with f.when(fits.ne(0)):
                f.store(64, place + line * 8, value)
                f.store(32, place + length * 8 + line * 4, at)
            with f.when(at.eq(word("result"))):
                f.set(result, value)
            with f.when(at.eq(word("seats"))):
                f.set(seats, value)
        with f.when(fits.ne(0)):
            f.store(64, move + Move.PATCH, place)
            f.store(64, move + Move.LENGTH, length)
        with f.when(result.ne(0)):
            f.store(64, move + Move.PROOF, self._by_person(f, result, seats))
