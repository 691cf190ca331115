"""What the programs of search are written with: words of memory, what results are worth, moves in the block."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ir import EXPORTED, INT, REAL, Builder, Ex, Function, Operand, Program, k, kernel
from ..ir.mixing import write_mix
from ..layout.memory_layout import FILTER
from ..layout.widths import FULL_SLOT
from ..lower.game_flow import DRAW
from .arena import AT, REWARD, Move


def word(name: str) -> Ex:
    return k.load(64, AT[name])


def real_at(at: Operand) -> Ex:
    return k.real_of(k.load(64, at))


def put_real(f: Builder, at: Operand, value: Ex) -> None:
    f.store(64, at, k.bits_of(value))


class Common:
    """Functions are made when they are first asked for."""

    def __init__(self) -> None:
        self.program = Program(1)
        self._made: dict[object, Function] = {}

    @property
    def unit(self) -> Common:
        """Where the functions go."""
        return self

    def function(
        self,
        key: object,
        name: str,
        params: Sequence[tuple[str, str]],
        gives: str | None,
        write: Callable[[Builder], None],
        about: str = "",
        how: str = "",
    ) -> Function:
        if key not in self._made:
            exported = how == EXPORTED
            made = self._made[key] = Function(name, list(params), gives, about, "" if exported else how, exported)
            write(Builder(made))
            self.program.functions.append(made)
        return self._made[key]

    def _mix(self, f: Builder, value: Ex) -> Ex:
        return f.call(self.function("mix", "mix", [("z", INT)], INT, write_mix, "one step of a hash", "always"), value)

    # ------------------------------------------------------------ results

    def _by_person(self, f: Builder, result: Ex, seats: Ex) -> Ex:
        """A result by who the players are, wherever they sit: sides may have been swapped (D89)."""
        crossed = f.let(((result & 1) << 1) | ((result >> 1) & 1), "crossed")
        swapped = k.both(word("two").ne(0), (seats & 1).ne(0))
        return f.let(k.select(swapped, (result & ~3) | crossed, result), "outcome")

    @kernel(REAL)
    def _share(self, f: Builder, outcome: Ex, who: Ex) -> None:
        """What an outcome is worth to somebody, as `search.player.worth` has it."""
        with f.when((outcome & DRAW).ne(0)):
            f.ret(k.real(1.0) / k.to_real(word("players")))
        with f.when(((outcome >> who) & 1).eq(0)):
            f.ret(k.real(0.0))
        f.ret(k.real(1.0) / k.to_real(Ex("bits", (outcome & 0xFFFF,), INT)))

    @kernel(None)
    def _rewards(self, f: Builder, outcome: Ex) -> None:
        """An outcome as rewards; a game that was not finished counts as a draw."""
        known = f.let(k.select(outcome.eq(0), DRAW, outcome))
        with f.count_to(word("players"), "who") as who:
            put_real(f, who * 8 + REWARD, f.call(self._share, known, who))

    # ------------------------------------------------------------ the position in the block

    @kernel(INT)
    def _play(self, f: Builder, move: Ex) -> None:
        """Makes a move of the tree in the block; whether the position was there before, where a game counts it."""
        game = f.let(word("game"), "game")
        before = f.let(k.load(64, game + word("history_length")), "before")
        values, length = f.let(k.load(64, move + Move.PATCH), "values"), f.let(k.load(64, move + Move.LENGTH), "length")
        places = f.let(values + length * 8, "places")
        with f.count_to(length) as line:
            place = f.let(k.load(32, places + line * 4))
            f.store(64, game + place, k.load(64, values + line * 8))
        f.ret(f.call(self._was_there, before))

    @kernel(INT)
    def _was_there(self, f: Builder, before: Ex) -> None:
        """Takes the position in the block into the history, which was so long before; whether it is there already,
        where games can go round in circles."""
        game = f.let(word("game"), "game")
        with f.when(word("repeats").ne(0)):
            after = f.let(k.load(64, game + word("history_length")), "after")
            with f.when(after.gt(before)):
                hashed = f.let(k.load(64, game + word("hash")))
                f.store(64, game + word("history") + (after - 1) * 8, hashed)
                others = f.let(k.load(16, self._counted(game, hashed)), "others")
                self._count_hash(f, game, hashed, 1)
                with f.when(k.both(others.gt(0), word("circles").ne(0))):  # which is rare
                    with f.count_to(before) as number:
                        with f.when(k.load(64, game + word("history") + number * 8).eq(hashed)):
                            f.ret(1)
        f.ret(0)

    def _counted(self, game: Ex, hashed: Ex) -> Ex:
        return game + word("filter") + ((hashed >> 7) & (FILTER - 1)) * 2

    def _count_hash(self, f: Builder, game: Ex, hashed: Ex, by: int) -> None:
        slot = f.let(self._counted(game, hashed))
        amount = f.let(k.load(16, slot), "amount")
        f.store(16, slot, k.select(amount.eq(FULL_SLOT), amount, amount + by))

    @kernel(None)
    def _forget(self, f: Builder, first: Ex) -> None:
        """Takes the positions from a number on out of the filter of the history."""
        game = f.let(word("game"), "game")
        with f.count_to(k.load(64, game + word("history_length")), "number", first) as number:
            hashed = f.let(k.load(64, game + word("history") + number * 8))
            self._count_hash(f, game, hashed, -1)
