"""One game on its way to the kernel: the program so far, the layout, and the functions every part of it calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ...reference.engine import Engine
from ..decide.plan import FAST, GENERAL, LEAN, LIGHT
from ..ir import BOOL, EXPORTED, INT, Builder, Ex, Function, Operand, Program, k, kernel
from ..ir.mixing import write_mix
from ..layout import widths
from ..layout.memory_layout import LIMITS, STEPS_AT_ONCE, Layout
from ..strategies.undo_frames import Frames
from .part_undo import Keeping
from .state_key import Signs

WHOLE = 4  # words of a set that is written whole rather than by one of its words


class Unit:
    def __init__(self, engine: Engine, limits: Mapping[str, int] = LIMITS) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.facts = engine.facts
        self.layout = Layout(self.facts, limits)
        self.n = self.layout.n
        self.general = Program(self.n, block_size=self.layout.size)
        self.sampling = Program(self.n, tables=self.general.tables, block_size=self.layout.size)
        self.counting = Program(self.n, tables=self.general.tables, block_size=self.layout.size)
        self.program = self.general
        self.mode = GENERAL
        self.most_steps = STEPS_AT_ONCE * engine.limits.steps.value  # of one list, where they are counted
        self.frames = Frames(self)  # while counting: what is put back after a move
        self.keeping = Keeping(self)  # in light turns: what is put back after a part
        self.signs = Signs(self)  # in light turns: the number of the state
        self.picked: Ex | None = None  # while sampling: which way a choice of an effect goes
        self.players = self.facts.players
        self.big = self.layout.words > 6
        self._functions: dict[object, Function] = {}
        self.words: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._tables: dict[tuple[int, tuple[int, ...]], str] = {}

    # ------------------------------------------------------------ functions and tables

    @property
    def unit(self) -> Unit:
        """Where functions of the kernel go."""
        return self

    def unused(self, name: str) -> str:
        """A name that no function has yet: this one, or with a number. Names of actions may end in numbers, too."""
        number, made = self._names.get(name, 0), name
        while made in self._names:
            made = f"{name}_{number}"
            number += 1
        self._names[made] = 1
        self._names[name] = max(number, 1)
        return made

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
        """The function with this key; written when first asked for. Recursive ones find themselves.

        `how`: "never" or "always" inlined, or EXPORTED.
        """
        exported = how == EXPORTED
        key = (self.mode, id(self.program), key)
        name = name if self.mode == GENERAL or exported else f"{name}_{self.mode}"
        known = self._functions.get(key)
        if known is not None:
            return known
        made = Function(self.unused(name), list(params), gives, about, "" if exported else how, exported)
        self._functions[key] = made
        with self.picking(None):
            write(Builder(made))
        self.program.functions.append(made)
        return made

    def table(self, name: str, width: int, values: Sequence[int]) -> str:
        """A table with these values, wider than asked for if one of them needs it; equal ones are one."""
        if width:
            width = widths.of_table(width, values)
        content = (width, tuple(values))
        known = self._tables.get(content)
        if known is None:
            if name in self.program.tables:
                name = f"{name}_{len(self.program.tables)}"
            known = self._tables[content] = self.program.table(name, width, values)
        return known

    @contextmanager
    def lowering(self, program: Program, mode: str) -> Iterator[None]:
        """Functions written inside belong to a program and are of a mode."""
        before = self.program, self.mode
        self.program, self.mode = program, mode
        try:
            yield
        finally:
            self.program, self.mode = before

    @contextmanager
    def picking(self, way: Ex | None) -> Iterator[None]:
        """Choices of effects inside go a way that was drawn; None: all ways are gone."""
        before, self.picked = self.picked, way
        try:
            yield
        finally:
            self.picked = before

    def tell_words_of_playouts(self) -> None:
        """Playouts read and write these words as a whole: the compiler may keep them in registers."""
        self.sampling.never_by_bytes = self.layout.words_never_by_bytes()

    def word(self, text: str) -> int:
        """The number of a word of a `with` list."""
        return self.words.setdefault(text, len(self.words))

    # ------------------------------------------------------------ writing with a way back

    def log(self, f: Builder, at: Operand, width: int = 64) -> None:
        """Remembers what is at an address, so that it can be restored."""
        place = at if isinstance(at, int) else at.const
        if place is not None and place < 0:  # of a site that is none: that is never written, and not there to be kept
            return
        if self.mode == FAST or (self.mode == LEAN and self.frames.note(at)):
            return
        if self.mode == LIGHT:
            self.keeping.note(f, width, at)
        else:
            f.call(self.log_function, at)

    @property
    def is_logged(self) -> bool:
        """Whether a turn is taken back word by word, by a log."""
        return self.mode not in (FAST, LEAN)

    @kernel(None, name="remember")
    def log_function(self, f: Builder, at: Ex) -> None:
        """Keeps a word for going back."""
        layout = self.layout
        word = f.let(at & -8)
        top = f.let(k.load(64, layout.log_top))
        f.store(64, top * 16 + layout.log, word)
        f.store(64, top * 16 + (layout.log + 8), k.load(64, word))
        bounded = k.select(top.lt(layout.limits["log"] - 2), top + 1, top)
        f.store(64, layout.log_top, bounded)

    def write(
        self, f: Builder, width: int, at: Operand, value: Operand, of: int | None = None, before: Operand | None = None
    ) -> None:
        """Writes a value.

        `of`: where the thing begins that an address found during play lies in; `before`: what is there, if it is known.
        """
        value = f.let(value)
        at = f.let(at)
        self.log(f, at, width)
        if self.mode == LIGHT:
            self.signs.change(f, width, at, value, of, before)
        f.store(width, at, value)

    def write_set(self, f: Builder, at: int, value: Ex) -> None:
        value = f.let(value)
        self._log_set(f, at)
        if self.mode == LIGHT:
            self.signs.change_set(f, at, lambda: f.store_set(at, value))
        else:
            f.store_set(at, value)

    def _log_set(self, f: Builder, at: int) -> None:
        if self.mode == LEAN:
            self.frames.note_set(at)
            return
        for word in range(self.layout.words):
            self.log(f, at + 8 * word)

    def undo(self, f: Builder, mark: Ex) -> None:
        """Back to how the block was when the log had this length."""
        if self.mode == LIGHT:
            self.keeping.put_back(f, mark)
        elif self.is_logged:
            f.call(self.undo_function, mark)

    @kernel(None, name="undo")
    def undo_function(self, f: Builder, mark: Ex) -> None:
        """Takes back all writes since a mark."""
        layout = self.layout
        top = f.var(k.load(64, layout.log_top))
        with f.when(k.rarely(top.ge(layout.limits["log"] - 2))):  # it is full, and something was not remembered
            f.store(64, layout.error, 2)
        with f.loop():
            f.leave_if(top.le(mark))
            f.set(top, top - 1)
            f.store(64, k.load(64, top * 16 + layout.log), k.load(64, top * 16 + (layout.log + 8)))
        f.store(64, layout.log_top, mark)

    def mark(self, f: Builder) -> Ex:
        if self.mode == LIGHT:
            return self.keeping.keep(f)
        return f.let(k.load(64, self.layout.log_top), "mark") if self.is_logged else k.num(0)

    def same_since(self, f: Builder, mark: Operand) -> Ex:
        """Whether the exact state is as it was when the log had this length."""
        return f.call(self._is_same, mark)

    @kernel(BOOL, name="same_since")
    def _is_same(self, f: Builder, mark: Ex) -> None:
        """Is the exact state as at a mark?"""
        layout = self.layout
        rows = layout.exact_end // 512 + 1
        seen = f.buffer(rows * 8, "seen")  # a bit for each word whose first line since the mark was looked at
        with f.count_to(rows) as row:
            f.poke(seen, 64, row, 0)
        top = f.let(k.load(64, layout.log_top))
        with f.count_to(top, start=mark) as entry:
            at = f.let(k.load(64, entry * 16 + layout.log))
            with f.when(at.ge(layout.exact_end)):
                f.again()
            word, bit = f.let(at >> 9), f.let(k.num(1) << ((at >> 3) & 63), "bit")
            known = f.let(k.peek(seen, 64, word), "known")
            with f.when((known & bit).ne(0)):
                f.again()
            f.poke(seen, 64, word, known | bit)
            with f.when(k.load(64, at).ne(k.load(64, entry * 16 + (layout.log + 8)))):
                f.ret(k.FALSE)
        f.ret(k.TRUE)

    # ------------------------------------------------------------ numbers that hashes are made of

    def mix(self, f: Builder, value: Ex) -> Ex:
        made = self.function("mix", "mix", [("z", INT)], INT, write_mix, "one step of a hash", "always")
        return f.call(made, value)

    # ------------------------------------------------------------ sets in memory

    def flip_bit(self, f: Builder, at: Operand, site: Ex) -> None:
        """Takes a site into a set in memory, or out of it."""
        if self.mode in (LEAN, LIGHT) and isinstance(at, int) and self.layout.words <= WHOLE:
            before, bit = f.let(k.load_set(at), "before"), f.let(k.one(site), "bit")
            self.write_set(f, at, k.set_or(k.set_minus(before, bit), k.set_minus(bit, before)))
            return
        f.call(self._flip_site, at, site)

    @kernel(None)
    def _flip_site(self, f: Builder, at: Ex, site: Ex) -> None:
        """In or out of a set."""
        word = at if self.layout.words == 1 else f.let(at + ((site >> 6) << 3))
        self.log(f, word)
        f.store(64, word, k.load(64, word) ^ (k.num(1) << (site & 63)))

    def take_out(self, f: Builder, at: int, site: Ex) -> None:
        with f.when(k.has(k.load_set(at), site)):
            self.flip_bit(f, at, site)
