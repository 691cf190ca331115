"""The loop over the games of a batch: one decision in each, chance, ends, and what is seen then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...encoding.encoding import Encoding
from ..decisions.memory import Memory
from ..decisions.program import NONE, OFFERED, PLAYED
from ..ir import INT, Builder, Ex, Function, Program, k
from ..ir.mixing import write_mix
from ..layout.memory_layout import FILTER
from ..lower.game_flow import DRAW
from .observing import MOST_SPREAD, Observing, clear, spread
from .record import ADDRESSES, BEGIN, LOOK, SKIP, WORDS, Record

if TYPE_CHECKING:
    from ..compiler import Compiler

GOES_ON, DONE, CUT = 0, 1, 2  # what became of a game
_WON, _LOST = 0x3F800000, 0xBF800000  # 1 and -1 as reals of four bytes
_ROWS = ("hand", "vars", "flow", "decided")


class BatchProgram:
    """Writes the program. It calls what the program of decisions exports, and writes to arrays outside the block."""

    def __init__(
        self, compiler: Compiler, memory: Memory, encoding: Encoding, record: Record, knows_chance: bool
    ) -> None:
        self.memory, self.record, self.encoding = memory, record, encoding
        self.layout, self.repeats = compiler.unit.layout, compiler.unit.facts.repeats
        self.players = len(compiler.rules.players)
        self.swaps = compiler.unit.facts.swaps
        self.program = Program(compiler.unit.n)
        self.knows_chance = knows_chance
        self.bits = 8 * record.number_size
        self.observing = Observing(compiler, memory, encoding, self.program)
        # Words of the block that nobody else uses meanwhile.
        self.key, self.draws = self.layout.tally, self.layout.tally + 8
        self.mix = self._function("mix", ["z"], INT, write_mix, "never")
        self.go_on = self._function("go_on", ["told", "base", "came", "last"], INT, self._go_on, "never")
        games = ["told", "base", "first", "last"]
        self.check = self._function("rw_batch_check", games, INT, self._check, exported=True)
        self.step = self._function("rw_batch_step", games, None, self._step, exported=True)
        self._function("rw_batch_checked_step", games, INT, self._checked_step, exported=True)

    def _function(
        self, name: str, params: list[str], gives: str | None, write: object, inline: str = "", exported: bool = False
    ) -> Function:
        made = Function(name, [(param, INT) for param in params], gives, inline=inline, exported=exported)
        assert callable(write)
        write(Builder(made))
        self.program.functions.append(made)
        return made

    # ------------------------------------------------------------ what is told

    @staticmethod
    def _told(f: Builder, name: str) -> Ex:
        """A word that the loop is told; addresses count from the block."""
        told, base = f.params[:2]
        word = k.load(64, told + 8 * WORDS[name])
        return f.let(word - base if name in ADDRESSES else word, name)

    def _ask(self, f: Builder, function: str, *given: Ex) -> Ex:
        """Calls a function of the program of decisions, of which the address is told."""
        told, base = f.params[:2]
        return f.var(k.invoke(k.load(64, told + 8 * WORDS[function]), base, *given), "came")

    def _action(self, f: Builder, actions: Ex, number: Ex) -> Ex:
        return f.let((k.load(32, actions + number * 4) ^ 0x80000000) - 0x80000000, "action")

    def _check(self, f: Builder) -> None:
        """The first game in which an action is not there, by its mask; -1 if all are. Games that are over have none."""
        first, last = f.params[2:]
        mask, actions, stride = (self._told(f, name) for name in ("mask", "actions", "stride"))
        with f.count_to(last, "number", first) as number:
            action, row = self._action(f, actions, number), f.let(mask + number * stride, "row")
            inside = k.both(action.ge(0), action.lt(self.encoding.action_count))
            # Both sides of `both` are read: the mask of an action that is far outside is no memory of ours.
            there = k.both(inside, k.load(8, row + k.select(inside, action, 0)).ne(0))
            with f.when(k.rarely(k.negate(there))):
                with f.count_to(self.encoding.action_count, "other") as other:
                    with f.when(k.load(8, row + other).ne(0)):
                        f.ret(number)
        f.ret(-1)

    def _checked_step(self, f: Builder) -> None:
        """The step, if all actions are there: the first game in which one is not, -1 if it was made."""
        wrong = f.let(f.call(self.check, *f.params), "wrong")
        with f.when(wrong.lt(0)):
            f.call(self.step, *f.params)
        f.ret(wrong)

    # ------------------------------------------------------------ one game

    def _go_on(self, f: Builder) -> None:
        """Goes on to where somebody has something to decide, or to the end."""
        layout, memory = self.layout, self.memory
        came, last = f.var(f.params[2], "came"), f.params[3]
        with f.loop():
            with f.when(k.rarely(k.load(64, layout.error).ne(0))):
                f.ret(CUT)
            with f.when(came.eq(NONE)):
                f.ret(k.select(k.load(64, layout.result).ne(0), DONE, CUT))
            with f.when(came.eq(PLAYED)):
                with f.when(k.load(64, layout.result).ne(0)):
                    f.ret(DONE)
                f.store(64, memory.given, 0)
                if self.repeats:
                    # The filter says "perhaps" of everything; what is counted in it for ever would overflow.
                    slot = f.let((k.load(64, layout.hash) >> 7 & FILTER - 1) * 2 + layout.filter, "slot")
                    f.store(16, slot, 1)
                    with f.when(k.rarely(k.load(64, layout.history_length).gt(self.record.most_hashes))):
                        f.store(64, layout.error, 2)
                        f.ret(CUT)
                f.set(came, self._ask(f, "decide"))
                with f.when(k.both(came.eq(OFFERED), k.load(64, layout.ply).ge(last))):
                    f.ret(CUT)
                f.again()
            with f.when(k.load(64, memory.front).gt(self.record.longest_path)):
                f.ret(CUT)
            if not self.knows_chance:
                f.ret(GOES_ON)
                return
            with f.when(k.load(64, memory.by_chance).eq(0)):
                f.ret(GOES_ON)
            draws = f.let(k.load(64, self.draws), "draws")
            f.store(64, self.draws, draws + 1)
            drawn = self._ask(f, "by_chance", f.call(self.mix, k.load(64, self.key) + draws))
            f.set(came, self._ask(f, "choose", drawn))

    def _enter(self, f: Builder, row: Ex) -> None:
        """The state of a row into the block."""
        layout, record = self.layout, self.record
        f.copy(0, row + record.state, layout.state_end)
        if self.repeats:
            f.copy(layout.history, row + record.history, k.load(64, layout.history_length) * 8)

    def _begin(self, f: Builder, start: Ex, came: Ex) -> None:
        self._enter(f, start)
        f.store(64, self.memory.given, 0)
        f.store(64, self.layout.error, 0)
        f.set(came, self._ask(f, "decide"))

    def _step(self, f: Builder) -> None:
        record, memory, layout = self.record, self.memory, self.layout
        first, last = f.params[2:]
        at = {name: self._told(f, name) for name in WORDS}
        with f.count_to(last, "number", first) as number:
            action = self._action(f, at["actions"], number)
            with f.when(action.eq(SKIP)):
                f.again()
            row, after = (f.let(at[name] + number * record.size, name) for name in ("states", "after"))
            f.store(64, self.key, k.load(64, row + record.key))
            f.store(64, self.draws, k.load(64, row + record.draws))
            came, over = f.var(k.num(NONE), "came"), f.var(k.load(64, row + record.over), "over")
            begins, goes_on = f.branch(action.eq(BEGIN))
            with f.within(begins):
                f.set(over, 0)
                self._begin(f, at["start"], came)
            with f.within(goes_on):
                self._enter(f, row)
                self._take_up(f, row, action, over, came)
            became = f.var(k.num(GOES_ON), "became")
            with f.when(over.eq(0)):
                f.set(became, f.call(self.go_on, *f.params[:2], came, k.select(action.lt(0), 1 << 60, at["last_ply"])))
            self._tell_end(f, at, number, became)
            with f.when(became.ne(GOES_ON)):
                f.set(over, 1)
                with f.when(became.eq(DONE)):
                    f.store(64, memory.front, 0)
                with f.when(k.load(64, layout.error).ne(0)):
                    # Nobody can go on with it, and what is in the block is nothing whole: what was before it is shown.
                    f.store(64, layout.error, 0)
                    f.store(64, memory.front, 0)
                    self._enter(f, row)
                with f.when(k.both(at["auto_reset"].ne(0), action.ge(0))):
                    self._begin(f, at["start"], came)
                    f.set(over, k.as_int(f.call(self.go_on, *f.params[:2], came, 1 << 60).ne(GOES_ON)))
            self._leave(f, row, after, over)
            self._show(f, at, number, over)

    def _take_up(self, f: Builder, row: Ex, action: Ex, over: Ex, came: Ex) -> None:
        """The turn so far, and the decision."""
        record, memory = self.record, self.memory
        front = f.let(k.load(64, row + record.front), "front")
        with f.count_to(front, "place") as place:
            memory.say(f, memory.path, place, k.load(self.bits, self._in_path(row, place)) * 2)
        for at, value in (
            (memory.front, front), (memory.given, front), (memory.best, k.load(64, row + record.best)),
            (memory.ways, 0), (self.layout.error, 0),
        ):  # fmt: skip
            f.store(64, at, value)
        with f.when(over.eq(0)):
            again = k.either(action.eq(LOOK), k.load(64, row + record.ways).ne(0))
            with f.when(again):
                f.set(came, self._ask(f, "decide"))
            with f.when(action.ge(0)):
                f.set(came, self._ask(f, "choose", action))

    def _in_path(self, row: Ex, place: Ex) -> Ex:
        """Where a row has a decision of its turn."""
        return place * self.record.number_size + (row + self.record.path)

    def _tell_end(self, f: Builder, at: dict[str, Ex], number: Ex, became: Ex) -> None:
        f.store(8, at["done"] + number, k.as_int(became.eq(DONE)))
        f.store(8, at["truncated"] + number, k.as_int(became.eq(CUT)))
        rewards = f.let(at["reward"] + number * (4 * self.players), "rewards")
        for player in range(self.players):
            f.store(32, rewards + 4 * player, 0)
        result = f.let(k.load(64, self.layout.result), "result")
        won = k.both(became.eq(DONE), k.both((result & DRAW).eq(0), (result & (1 << self.players) - 1).ne(0)))
        with f.when(won):
            for side in range(self.players):
                seat = self._seat_of(k.num(side))
                f.store(32, rewards + seat * 4, k.select((result >> side & 1).ne(0), _WON, _LOST))

    def _seat_of(self, side: Ex) -> Ex:
        """Who holds a side now: two players may have swapped them (D89)."""
        return side ^ k.load(64, self.layout.seats) if self.swaps and self.players == 2 else side

    def _leave(self, f: Builder, row: Ex, after: Ex, over: Ex) -> None:
        """The row of the game as it is now."""
        record, memory, layout = self.record, self.memory, self.layout
        with f.when(row.ne(after)):
            f.copy(after, row, record.draws)
        front, before = f.let(k.load(64, memory.front), "front"), f.let(k.load(64, after + record.front), "before")
        for at, value in (
            (record.draws, k.load(64, self.draws)), (record.over, over), (record.front, front),
            (record.ways, k.load(64, memory.ways)), (record.best, k.load(64, memory.best)),
        ):  # fmt: skip
            f.store(64, after + at, value)
        for word in range(record.words):
            offered = k.select(over.ne(0), 0, k.load(64, memory.mask + 8 * word))
            f.store(64, after + (record.mask + 8 * word), offered)
        with f.count_to(front, "place") as place:
            f.store(self.bits, self._in_path(after, place), memory.told(memory.path, place) >> 1)
        # Nothing is left of what was there before: equal games have equal rows.
        with f.count_to(before, "place", front) as place:
            f.store(self.bits, self._in_path(after, place), 0)
        known = f.let(k.load(64, after + (record.state + layout.history_length)), "known")
        f.copy(after + record.state, 0, layout.state_end)
        if self.repeats:
            length = f.let(k.load(64, layout.history_length), "length")
            f.copy(after + record.history, layout.history, length * 8)
            with f.count_to(known, "place", length) as place:
                f.store(64, place * 8 + (after + record.history), 0)

    def _show(self, f: Builder, at: dict[str, Ex], number: Ex, over: Ex) -> None:
        encoding = self.encoding
        amount = self._show_mask(f, f.let(at["mask"] + number * encoding.action_count, "mask"), over)
        f.store(32, at["legal_count"] + number * 4, amount)
        f.store(32, at["to_play"] + number * 4, self._seat_of(k.load(64, self.layout.me)))
        sizes = {"board": len(encoding.channels) * self.observing.grid.size}
        sizes |= {row: 4 * len(encoding.entries[row]) for row in _ROWS}
        arrays = {name: f.let(at[name] + number * size, name) for name, size in sizes.items()}

        def outgrown() -> None:
            f.store(64, f.params[0] + 8 * WORDS["outgrown"], 1)

        self.observing.write(f, arrays, outgrown)

    def _show_mask(self, f: Builder, mask: Ex, over: Ex) -> Ex:
        """What is offered, a byte for each decision; how many they are."""
        memory, size = self.memory, self.encoding.action_count
        amount = f.var(k.num(0), "amount")
        if memory.words <= MOST_SPREAD:
            offered = [
                f.let(k.select(over.eq(0), k.load(64, memory.mask + 8 * word), 0), "offered")
                for word in range(memory.words)
            ]
            spread(f, mask, offered, size)
            for found in offered:
                f.set(amount, amount + Ex("bits", (found,), INT))
            return amount
        clear(f, mask, size)
        with f.when(over.eq(0)):
            for word in range(memory.words):
                rest = f.var(k.load(64, memory.mask + 8 * word), "rest")
                f.set(amount, amount + Ex("bits", (rest,), INT))
                with f.loop():
                    f.leave_if(rest.eq(0))
                    f.store(8, mask + Ex("lowest", (rest,), INT) + 64 * word, 1)
                    f.set(rest, rest & (rest - 1))
        return amount


__all__ = ["BatchProgram"]
