"""The k-th move of the list, counted and played without the list.

One look at a position collects a number for each legal candidate, in which its key is packed, so that numbers compare
as keys do. The k-th smallest tells which candidate it is, and only that one is carried out. What is legal is known as
in perft. Positions that take a list are told (`BY_LIST`), and so is a number that two candidates have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..decide.plan import GENERAL, LEAN, TRIAL, Leaf, TurnPlan
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.kernel import EXPORTED
from ..ir.program import Builder, Function, Program, no_deeper
from ..layout.memory_layout import MOVE_SIZE
from ..layout.registers import ExactRegisters
from ..lower.candidate import NOWHERE, Candidate, Test
from ..lower.scope import Scope
from ..lower.walk import Walk
from ..lowering_part import Lowering
from ..sampling.draw import Chosen, Rest
from ..sampling.play_candidate import Carrying
from ..strategies import empties, incremental_end_rules
from ..strategies.undo_frames import Frame
from .program import Counting
from .turn import Turn

if TYPE_CHECKING:
    from ..compiler import Compiler

BY_LIST = -1
_BITS = 62  # of a number: it is never below 0
_LOADS = 8  # bits that tell how many pieces go together
_NUMBER, _AMOUNT, _FIRST = 0, 8, 16  # where the list of moves lies else: the number at hand, how many, all of them
# What is remembered beside the position would have to be known at the beginning of every turn.
_LEFT_OUT = frozenset(module.NAME for module in (incremental_end_rules, empties))


@dataclass(frozen=True, slots=True)
class Field:
    """Where a part of a key lies in a number."""

    shift: int
    width: int

    def of(self, number: Ex) -> Ex:
        return (number >> self.shift) & ((1 << self.width) - 1)


class Packing:
    """Numbers of the candidates of a turn: the leaf first, then what follows it in keys."""

    def __init__(self, compiler: Compiler, turn: TurnPlan) -> None:
        self.c, self._player = compiler, turn.player
        self._leaf_width = max(leaf.node.leaf + 1 for leaf in turn.leaves).bit_length()
        self.second = 0 if turn.second is None else self._size(turn.second)
        first = [leaf for leaf in turn.leaves if leaf is not turn.second]
        self.size = self.second + max(map(self._size, first))
        self._tops = dict.fromkeys(first, self.size)
        if turn.second is not None:
            self._tops[turn.second] = self.second

    def _widths(self, leaf: Leaf) -> tuple[int, ...]:
        """Of what stands behind the leaf: `with` values, load, kind, state, origin, target, and of the way."""
        action, site = leaf.action, self.c.unit.n.bit_length()
        values = tuple(len(self.c.values.domains(choice)[self._player]).bit_length() for choice in action.choices)
        kinds = states = 0
        if action.verb == "place" and len(entries := self.c.unit.facts.trays.entries(action)) > 1:
            kinds, states = (max(entry[at] for entry in entries).bit_length() for at in (0, 1))
        take = action.take
        same = action.verb != "move" or not (take.everything or take.amount is not None or take.low != take.high)
        origin = site if action.verb in ("move", "pick") or action.start else 0
        return (*values, 0 if same else _LOADS, kinds, states, origin, site, (leaf.ways - 1).bit_length())

    def _size(self, leaf: Leaf) -> int:
        return self._leaf_width + sum(self._widths(leaf))

    def fields(self, leaf: Leaf) -> tuple[Field, ...]:
        """Of the leaf, and of what `_widths` says."""
        found, shift = list[Field](), self._tops[leaf]
        for width in (self._leaf_width, *self._widths(leaf)):
            shift -= width
            found.append(Field(shift, width))
        return tuple(found)

    def pack(self, leaf: Leaf, entries: list[Ex], way: Ex) -> Ex:
        """A number, from the entries of a key (`Performing.key_of`)."""
        found = k.num(0)
        for field, entry in zip(self.fields(leaf), (*entries, way), strict=True):
            if field.width:
                found = found | (entry << field.shift)
        return found


class Noting(Carrying):
    """Notes the number of a candidate before it is carried out; where it is surely legal, that is all."""

    collecting: Collecting | None = None

    def carrying_out(self, leaf: Leaf, me: Ex, rest: Rest, way: Ex | None = None) -> Test:
        carried, collecting = super().carrying_out(leaf, me, rest, way), self.collecting
        if collecting is None:
            return carried

        def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
            entries = self.c.performing.key_of(candidate, walk, leaf.node.leaf)
            collecting.note(g, leaf, entries, way)
            sure = collecting.is_sure(leaf)
            if sure:
                collecting.turn.emit(g)
            else:
                carried(g, scope, candidate, walk)
            collecting.was_tried = not sure

        return tested


class EachTurn(Turn):
    """A turn whose legal candidates are collected."""

    def __init__(self, collecting: Collecting, plan: TurnPlan, f: Builder, depth: Ex, frame: Frame | None) -> None:
        super().__init__(collecting, plan, f, depth, frame)
        self.collecting = collecting

    def emit(self, f: Builder) -> None:
        """The number that was noted is one of a legal candidate."""
        room = self.collecting.room
        place = k.select(self.legal.lt(room), self.legal, room)
        f.store(64, place * 8 + (self.layout.moves + _FIRST), k.load(64, self.layout.moves + _NUMBER))
        f.set(self.legal, self.legal + 1)

    def one(self, f: Builder) -> None:
        self.emit(f)

    def take_back(self) -> None:
        if self.collecting.was_tried:
            super().take_back()

    def quiet(self, f: Builder, leaf: Leaf, origin: Ex, targets: Ex) -> None:
        with f.each(targets, "target") as target:
            entries = [k.num(leaf.node.leaf + 1), k.num(1), k.num(0), k.num(0), origin, target]
            self.collecting.note(f, leaf, entries, None)
            self.emit(f)


class Collecting(Counting):
    """Collects the candidates of one ply."""

    counts = False

    def setup(self) -> None:
        super().setup()
        self.room = min(self.layout.limits["moves"] * MOVE_SIZE // 8 - 4, self.engine.limits.turns.value)
        self.packings = {turn: Packing(self.c, turn) for turn in self.c.plan.drawn}
        self.was_tried = False  # whether the candidate at hand was carried out
        self.turn: EachTurn

    def program(self) -> bool:
        unit, layout = self.unit, self.layout
        with unit.lowering(unit.counting, self.plan.mode):
            here = self._last_here()

            def write(f: Builder) -> None:
                self.c.drivers._reset(f)
                self.c.connections.note_connected(f)
                with f.when(k.load(64, layout.result).ne(0)):
                    f.ret(BY_LIST)
                with f.when((k.load(64, layout.ply) + 1).gt(self.rules.limit.turns)):
                    f.ret(BY_LIST)  # the list looks after the end
                found = f.call(here)
                f.store(64, layout.moves + _AMOUNT, found)
                f.ret(k.select(found.lt(self.room), k.select(found.gt(0), found, BY_LIST), BY_LIST))

            about = "collects the candidates of a position; how many there are, or -1 if it has to be listed"
            unit.function("rw_collect", "rw_collect", [], INT, write, about, EXPORTED)
            if self.plan.mode == LEAN:
                unit.frames.finish()
        return True

    def _by_list(self, f: Builder, depth: Ex) -> Ex:
        return k.num(BY_LIST)

    def _stuck(self, f: Builder, me: Ex, depth: Ex, frame: Frame | None) -> None:
        f.ret(BY_LIST)

    def begin_turn(self, plan: TurnPlan, f: Builder, depth: Ex, frame: Frame | None) -> Turn:
        self.turn = EachTurn(self, plan, f, depth, frame)
        return self.turn

    def is_sure(self, leaf: Leaf) -> bool:
        """Whether a candidate that has passed its tests makes a legal turn, with nothing to follow."""
        plan = self.turn.plan
        return leaf.sure and not self.plan.judged and (plan.second is None or leaf is plan.second)

    def note(self, f: Builder, leaf: Leaf, entries: list[Ex], way: Ex | None) -> None:
        """The number of the candidate at hand; that of a second part goes behind that of the first."""
        packing = self.packings[self.turn.plan]
        number = packing.pack(leaf, entries, way if way is not None else k.num(0))
        if leaf is self.turn.plan.second:
            first = k.load(64, self.layout.moves + _NUMBER) >> packing.second << packing.second
            number = first | number
        elif packing.second:
            number = f.let(number, "number")
        f.store(64, self.layout.moves + _NUMBER, number)


class Kth(Lowering):
    """The compiler is one of its own: what it lowers is no part of any other program."""

    def setup(self) -> None:
        self.collecting = Collecting(self.c)
        self.noting = Noting(self.c)
        self.c.carrying = self.noting

    def programs(self) -> tuple[Program, ...]:
        """What is compiled, in order: each may call those before."""
        with no_deeper():
            self.noting.collecting = self.collecting
            self.collecting.program()
            self.noting.collecting = None
            self.c.registers = ExactRegisters(self.c)  # somebody reads where the move leads to
            self._play()
        return tuple(map(self.c.counted, (self.unit.general, self.unit.counting, self.unit.sampling)))

    # ------------------------------------------------------------ which one

    def _nth(self) -> Function:
        """The number with a place among all of them, by quickselect; -1 if two candidates have it."""
        first = self.layout.moves + _FIRST

        def at(place: Ex) -> Ex:
            return k.load(64, place * 8 + first)

        def write(f: Builder) -> None:
            (place,) = f.params
            amount = f.let(k.load(64, self.layout.moves + _AMOUNT), "amount")
            low, high = f.var(k.num(0), "low"), f.var(amount - 1, "high")
            with f.loop():
                f.leave_if(low.ge(high))
                pivot = f.let(at(place), "pivot")
                i, j = f.var(low, "i"), f.var(high, "j")
                with f.loop():
                    with f.loop():
                        f.leave_if(at(i).ge(pivot))
                        f.set(i, i + 1)
                    with f.loop():
                        f.leave_if(at(j).le(pivot))
                        f.set(j, j - 1)
                    with f.when(i.le(j)):
                        one, other = f.let(at(i), "one"), f.let(at(j), "other")
                        f.store(64, i * 8 + first, other)
                        f.store(64, j * 8 + first, one)
                        f.set(i, i + 1)
                        f.set(j, j - 1)
                    f.leave_if(i.gt(j))
                f.set(low, k.select(j.lt(place), i, low))
                f.set(high, k.select(place.lt(i), j, high))
            found, alike = f.let(at(place), "found"), f.var(k.num(0), "alike")
            with f.count_to(amount) as other:
                f.set(alike, alike + k.as_int(at(other).eq(found)))
            f.ret(k.select(alike.eq(1), found, -1))

        return self.unit.function("nth", "nth_number", [("place", INT)], INT, write, "the number with a place")

    # ------------------------------------------------------------ playing it

    def _play(self) -> None:
        layout = self.layout

        def write(f: Builder) -> None:
            (place,) = f.params
            wanted = f.let(f.call(self._nth(), place), "wanted")
            with f.when(wanted.lt(0)):
                f.ret(0)
            self.c.drivers._reset(f)
            for turn in self.c.plan.drawn:
                here = k.both(k.load(64, layout.me).eq(turn.player), k.load(64, layout.phase).eq(turn.phase))
                with f.when(here):
                    f.ret(f.call(self._made(turn), wanted))
            f.ret(0)

        about = "plays the move with a place in the list, after `rw_collect`: 1 done, 0 it takes the list"
        with self.unit.lowering(self.unit.sampling, TRIAL):
            self.unit.function("rw_kth", "rw_kth", [("place", INT)], INT, write, about, EXPORTED)

    def _made(self, turn: TurnPlan) -> Function:
        """Carries out the candidate with a number: 1 done."""
        packing, me = self.collecting.packings[turn], k.num(turn.player)

        def write(f: Builder) -> None:
            (number,) = f.params
            self.c.registers.clear(f, logged=False)
            follow = None if turn.second is None else lambda g: self._second(turn, g, number)
            for leaf in (leaf for group in turn.groups for leaf in group):
                if leaf.clear or leaf.chain:
                    with f.when(packing.fields(leaf)[0].of(number).eq(leaf.node.leaf + 1)):
                        self._carry_out(leaf, packing, f, me, number, Rest(follow=follow))
            f.ret(0)

        with self.unit.lowering(self.unit.sampling, turn.mode):
            name = f"made_{turn.phase}_{turn.player}"
            return self.unit.function(name, name, [("number", INT)], INT, write, "a turn by its number")

    def _second(self, turn: TurnPlan, f: Builder, number: Ex) -> None:
        """The first part is done: the second one, if there is one, and the end of the turn."""
        packing, me, leaf = self.collecting.packings[turn], k.num(turn.player), turn.second
        assert leaf is not None
        yes, no = f.branch(packing.fields(leaf)[0].of(number).ne(0))
        with f.within(yes):
            self._carry_out(leaf, packing, f, me, number, Rest())
        with f.within(no):
            did = f.let(k.load(64, self.layout.did_something))
            fine = f.var(f.call(self.c.course.finish(me)), "fine")
            self.c.course.must_be_new(f, fine, did)
            self.c.course.accept(f)
            f.ret(1)

    def _carry_out(self, leaf: Leaf, packing: Packing, f: Builder, me: Ex, number: Ex, rest: Rest) -> None:
        action, nowhere = leaf.action, k.num(NOWHERE)
        *_, kind, state, start, goal, going = packing.fields(leaf)
        target, way = f.let(goal.of(number), "target"), f.let(going.of(number), "way")
        origin = f.let(start.of(number), "origin") if start.width else nowhere
        placed = action.verb == "place"
        entries: Sequence[tuple[int, int] | None] = self.unit.facts.trays.entries(action) if placed else [None]

        def perform(chosen: Chosen) -> None:
            self.c.carrying.perform(leaf, f, me, chosen, rest)

        if leaf.shape is not None:
            only = self._only(packing, me, number, rest)
            self.collecting.candidates.draws.walk([leaf], f, me, only, only=origin)
        elif action.verb is None:
            perform(Chosen(nowhere, nowhere, piece=(0, 0)))
        elif action.verb == "pick":
            perform(Chosen(origin, origin))
        elif action.verb == "move" and self.collecting.candidates.is_set(leaf, me):
            for slot in self.c.slots.of(leaf, f, me):
                with f.when(k.has(slot.members, target)):
                    came, mover, went = self.c.slots.stride_from(slot, target, me, f)
                    with f.when(came.eq(origin)):
                        perform(Chosen(origin, target, kind=mover, went=went))
        else:
            for entry in entries:
                with f.when(self._brings(entry, kind, state, number) if len(entries) > 1 else k.TRUE):
                    perform(Chosen(origin, target, way, entry))

    @staticmethod
    def _brings(entry: tuple[int, int] | None, kind: Field, state: Field, number: Ex) -> Ex:
        """Whether a number tells of this piece."""
        assert entry is not None
        return k.both(kind.of(number).eq(entry[0]), state.of(number).eq(entry[1]))

    def _only(self, packing: Packing, me: Ex, number: Ex, rest: Rest) -> Callable[[Leaf], Test]:
        """Of all that is looked at only the candidate with a number is carried out."""

        def carry_out(leaf: Leaf) -> Test:
            carried = self.c.carrying.carrying_out(leaf, me, rest)

            def tested(g: Builder, scope: Scope, candidate: Candidate, walk: Walk) -> None:
                entries = self.c.performing.key_of(candidate, walk, leaf.node.leaf)
                this = packing.pack(leaf, entries, k.num(0)) >> packing.second
                with g.when(this.eq(number >> packing.second)):
                    carried(g, scope, candidate, walk)

            return tested

        return carry_out


def _has_key(leaf: Leaf) -> bool:
    """Whether each candidate is met once, with its `with` values at hand."""
    return not leaf.action.choices if leaf.shape is None else not leaf.shape.both_ends


def kth_compiler(compiler: Compiler) -> Compiler | None:
    """A compiler of its own for the same game; None if no turn of it could be collected."""
    plan, facts = compiler.plan, compiler.unit.facts
    if plan.perft.mode == GENERAL or facts.segmented or facts.together or facts.repeats_chains:
        return None
    made = type(compiler)(compiler.unit.engine, compiler.without | _LEFT_OUT, compiler.unit.layout.limits)
    made.course.result_nodes = compiler.course.result_nodes
    made.unit.words = compiler.unit.words
    leaves = [leaf for turn in made.plan.drawn for leaf in turn.leaves]
    if made.plan.perft.mode == GENERAL or not all(map(_has_key, leaves)):
        return None
    fits = all(Packing(made, turn).size <= _BITS for turn in made.plan.drawn)
    return made if fits else None


__all__ = ["Kth", "kth_compiler"]
