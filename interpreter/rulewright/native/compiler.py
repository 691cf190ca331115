"""From rules to the kernel: everything that lowers, put together."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cached_property

from ..reference.engine import Engine
from .decide.plan import GamePlan
from .decide.questions import Questions
from .hooks.lowering import HookLowering
from .ir import Builder, Ex, Program, k
from .ir.metering import Meter
from .ir.program import no_deeper
from .layout.hashes import HashLowering
from .layout.memory_layout import LIMITS, TOO_MANY_STEPS
from .layout.pieces import Pieces
from .layout.registers import Registers
from .layout.tracks import Tracks
from .layout.trays import TrayLowering
from .lower.actions import Actions
from .lower.arriving import Arriving
from .lower.attacks import AttackLowering
from .lower.captures import Captures
from .lower.changing import Changing
from .lower.choosing import Choosing
from .lower.condition_sets import Where
from .lower.connections import Connections
from .lower.contact import Contact
from .lower.effects import EffectLowering
from .lower.expressions import Expressions
from .lower.game_flow import CourseLowering
from .lower.kind_paths import KindPaths
from .lower.leaps import Leaps
from .lower.lifting import Lifting
from .lower.lines import Lines
from .lower.lowering_context import Unit
from .lower.movegen import Listing
from .lower.paths import Paths
from .lower.performing import Performing
from .lower.placing import Placing
from .lower.rays import Rays
from .lower.records import Records
from .lower.repeats import Repeats
from .lower.shifting import Shifting
from .lower.slides import Slides
from .lower.space import Space
from .lower.sparse import Sparse
from .lower.steps import Steps
from .lower.together import TogetherLowering
from .lower.turns import TurnLowering
from .lower.values import Values
from .lower.walked import WalkedSets
from .perft.program import Counting
from .runtime.drivers import Drivers
from .sampling.bounds import Bounds
from .sampling.chance import ChanceDraws
from .sampling.collecting import Collecting
from .sampling.pairs import Pairs
from .sampling.play_candidate import Carrying
from .sampling.rows import Rows
from .sampling.sampler import Sampler
from .sampling.slots import Slots
from .strategies.chains import Chains
from .strategies.empties import Empties
from .strategies.factoring import Factoring
from .strategies.found_walks import FoundWalks
from .strategies.incremental_end_rules import Fresh
from .strategies.late_second_part import LateSecondPart
from .strategies.multiplicity_draw import MultiplicityDraw
from .strategies.one_part import OnePart
from .strategies.own_list import OwnList
from .strategies.planner import plan_game
from .strategies.quiet_turns import QuietTurns
from .strategies.ray_mobility import Room
from .strategies.rejection_draw import Drafts
from .strategies.reservoir_turns import LightTurns
from .strategies.two_part_draw import TwoPartDraw


class Compiler:
    """One game on its way to machine code. Parts are made when they are first asked for: their order is free."""

    def __init__(
        self, engine: Engine, without: frozenset[str] = frozenset(), limits: Mapping[str, int] = LIMITS
    ) -> None:
        """`without`: strategies that are left out, for tests and measurements; `limits`: what a block has room for."""
        self.unit = Unit(engine, limits)
        self.rules = engine.rules
        self.without = without
        # One copy of the rules for each of two players; more players share one.
        self.clones = self.unit.players <= 2
        self.ask = Questions(engine)
        self.forbids_repetition = self.ask.forbids_repetition
        self.pieces = Pieces(self.unit)
        self._totals: dict[int, Ex] = {}

    @cached_property
    def plan(self) -> GamePlan:
        """What is decided before anything is written."""
        hooks = ((hook.name, "same_as" if hook.same_as is not None else "callback") for hook in self.rules.hooks)
        return plan_game(self.ask, tuple(hooks), self.without)

    expressions = cached_property(Expressions)
    space = cached_property(Space)
    connections = cached_property(Connections)
    contact = cached_property(Contact)
    lines = cached_property(Lines)
    sparse = cached_property(Sparse)
    tracks = cached_property(Tracks)
    rays = cached_property(Rays)
    leaps = cached_property(Leaps)
    repeats = cached_property(Repeats)
    kind_paths = cached_property(KindPaths)
    paths = cached_property(Paths)
    walked = cached_property(WalkedSets)
    found_walks = cached_property(FoundWalks)
    slides = cached_property(Slides)
    where = cached_property(Where)
    registers = cached_property(Registers)
    trays = cached_property(TrayLowering)
    choosing = cached_property(Choosing)
    captures = cached_property(Captures)
    changing = cached_property(Changing)
    arriving = cached_property(Arriving)
    shifting = cached_property(Shifting)
    effects = cached_property(EffectLowering)
    values = cached_property(Values)
    placing = cached_property(Placing)
    lifting = cached_property(Lifting)
    performing = cached_property(Performing)
    actions = cached_property(Actions)
    attacks = cached_property(AttackLowering)
    hooks = cached_property(HookLowering)
    records = cached_property(Records)
    turns = cached_property(TurnLowering)
    course = cached_property(CourseLowering)
    hashes = cached_property(HashLowering)
    listing = cached_property(Listing)
    together = cached_property(TogetherLowering)
    steps = cached_property(Steps)
    drafts = cached_property(Drafts)
    rows = cached_property(Rows)
    pairs = cached_property(Pairs)
    factoring = cached_property(Factoring)
    quiet_turns = cached_property(QuietTurns)
    room = cached_property(Room)
    two_part_draw = cached_property(TwoPartDraw)
    chains = cached_property(Chains)
    bounds = cached_property(Bounds)
    slots = cached_property(Slots)
    collecting = cached_property(Collecting)
    carrying = cached_property(Carrying)
    sampler = cached_property(Sampler)
    fresh = cached_property(Fresh)
    empties = cached_property(Empties)
    counting = cached_property(Counting)
    chance_draws = cached_property(ChanceDraws)
    light = cached_property(LightTurns)
    singles = cached_property(MultiplicityDraw)
    drivers = cached_property(Drivers)
    late_second_part = cached_property(LateSecondPart)
    one_part = cached_property(OnePart)
    own_list = cached_property(OwnList)

    def program(self) -> Program:
        with no_deeper():
            self.drivers.all()
        return self.counted(self.unit.general)

    def sampling_program(self) -> Program:
        """The program of playouts; it calls the general one."""
        with no_deeper():
            self.drivers.playouts()
        return self.counted(self.unit.sampling)

    def counting_program(self) -> Program | None:
        """The program of perft without lists; None if it would help nowhere."""
        with no_deeper():
            return self.counted(self.unit.counting) if self.counting.program() else None

    def counted(self, program: Program) -> Program:
        """The program; it counts its steps where they may be too many."""
        if self.unit.facts.asks_much:
            self._meter.run(program)
        return program

    @cached_property
    def _meter(self) -> Meter:
        return Meter(self.unit.layout.spent, self.unit.layout.error, self.unit.most_steps, TOO_MANY_STEPS)

    # ------------------------------------------------------------ counting what a function found

    def begin_count(self, f: Builder) -> Ex:
        total = f.var(k.num(0), "total")
        self._totals[id(f.function)] = total
        return total

    def count(self, f: Builder, found: Ex, first: bool) -> None:
        """Adds to what the function has found; where one is enough, it returns at once."""
        if first:
            with f.when(found.ne(0)):
                f.ret(k.num(1) if f.function.gives == k.INT else k.TRUE)
            return
        total = self._totals[id(f.function)]
        f.set(total, total + found)

    @cached_property
    def hash_rows(self) -> bytes:
        """The table behind the hash of pieces, as it lies in a block."""
        rows = self.pieces.hash_table()
        return struct.pack(f"<{len(rows)}Q", *rows)
