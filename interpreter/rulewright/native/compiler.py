"""From rules to the kernel: everything that lowers, put together."""

from __future__ import annotations

from ..engine.engine import Engine
from ..rules import effects as fx
from ..rules import expressions as rx
from .counting.program import Counting
from .hooks.lowering import HookLowering
from .kernel import expressions as k
from .kernel.expressions import Ex
from .kernel.program import Builder, Program
from .lowering.actions import Actions
from .lowering.arriving import Arriving
from .lowering.attacks import AttackLowering
from .lowering.captures import Captures
from .lowering.changing import Changing
from .lowering.choosing import Choosing
from .lowering.connections import Connections
from .lowering.course import CourseLowering
from .lowering.effects import EffectLowering
from .lowering.expressions import Expressions
from .lowering.kind_paths import KindPaths
from .lowering.leaps import Leaps
from .lowering.lifting import Lifting
from .lowering.lines import Lines
from .lowering.listing import Listing
from .lowering.onward import Onward
from .lowering.paths import Paths
from .lowering.performing import Performing
from .lowering.placing import Placing
from .lowering.rays import Rays
from .lowering.reach import Reach
from .lowering.records import Records
from .lowering.repeats import Repeats
from .lowering.shifting import Shifting
from .lowering.signs import Signs
from .lowering.slides import Slides
from .lowering.space import Space
from .lowering.sparse import Sparse
from .lowering.steps import Steps
from .lowering.turns import TurnLowering
from .lowering.unit import Unit
from .lowering.values import Values
from .lowering.walked import WalkedSets
from .lowering.where import Where
from .memory.hashes import HashLowering
from .memory.pieces import Pieces
from .memory.registers import Registers
from .memory.tracks import Tracks
from .memory.trays import TrayLowering
from .running.drivers import Drivers
from .sampling.ahead import Ahead
from .sampling.apart import Apart
from .sampling.bounds import Bounds
from .sampling.carrying import Carrying
from .sampling.chains import Chains
from .sampling.chance import ChanceDraws
from .sampling.collecting import Collecting
from .sampling.drafts import Drafts
from .sampling.empties import Empties
from .sampling.factoring import Factoring
from .sampling.fresh import Fresh
from .sampling.light import LightTurns
from .sampling.pairs import Pairs
from .sampling.plans import Plans
from .sampling.room import Room
from .sampling.rows import Rows
from .sampling.sampler import Sampler
from .sampling.slots import Slots
from .sampling.telling import Telling
from .sampling.throws import Throws
from .sampling.words import Words


class TrayFacts:
    """Which trays a game has at all."""

    def __init__(self, unit: Unit) -> None:
        rules = unit.rules
        self._used = {stock.tray for stock in rules.start.trays}
        for root in unit.facts.roots():
            for node in rx.walk(root):
                if isinstance(node, fx.TrayGoal):
                    self._used.add(node.tray)
        self._used.add("taken")
        for case in rules.tests:
            if case.position is not None:
                self._used.update(stock.tray for stock in case.position.trays)

    def used(self, tray: str) -> bool:
        return tray in self._used


class Compiler:
    def __init__(self, engine: Engine) -> None:
        self.unit = Unit(engine)
        self.rules = engine.rules
        # One copy of the rules for each of two players; more players share one.
        self.clones = self.unit.players <= 2
        repetition = engine.rules.repetition
        self.forbids_repetition = repetition is not None and repetition.forbidden
        self.facts_of_trays = TrayFacts(self.unit)
        self._totals: dict[int, Ex] = {}
        self._hash_rows: bytes | None = None
        self.pieces = Pieces(self.unit)
        self.expressions = Expressions(self)
        self.space = Space(self)
        self.connections = Connections(self)
        self.lines = Lines(self)
        self.sparse = Sparse(self)
        self.tracks = Tracks(self)
        self.rays = Rays(self)
        self.leaps = Leaps(self)
        self.repeats = Repeats(self)
        self.kind_paths = KindPaths(self)
        self.paths = Paths(self)
        self.walked = WalkedSets(self)
        self.slides = Slides(self)
        self.where = Where(self)
        self.registers = Registers(self)
        self.trays = TrayLowering(self)
        self.choosing = Choosing(self)
        self.captures = Captures(self)
        self.changing = Changing(self)
        self.arriving = Arriving(self)
        self.shifting = Shifting(self)
        self.effects = EffectLowering(self)
        self.values = Values(self)
        self.placing = Placing(self)
        self.lifting = Lifting(self)
        self.performing = Performing(self)
        self.actions = Actions(self)
        self.attacks = AttackLowering(self)
        self.hooks = HookLowering(self)
        self.records = Records(self)
        self.onward = Onward(self)
        self.unit.signs = Signs(self)
        self.turns = TurnLowering(self)
        self.course = CourseLowering(self)
        self.hashes = HashLowering(self)
        self.listing = Listing(self)
        self.steps = Steps(self)
        self.reach = Reach(self)
        self.apart = Apart(self)
        self.words = Words(self)
        self.telling = Telling(self)
        self.drafts = Drafts(self)
        self.rows = Rows(self)
        self.pairs = Pairs(self)
        self.factoring = Factoring(self)
        self.throws = Throws(self)
        self.room = Room(self)
        self.ahead = Ahead(self)
        self.chains = Chains(self)
        self.plans = Plans(self)
        self.bounds = Bounds(self)
        self.slots = Slots(self)
        self.collecting = Collecting(self)
        self.carrying = Carrying(self)
        self.sampler = Sampler(self)
        self.fresh = Fresh(self)
        self.empties = Empties(self)
        self.counting = Counting(self)
        self.chance_draws = ChanceDraws(self)
        self.light = LightTurns(self)
        self.drivers = Drivers(self)

    def program(self) -> Program:
        self.drivers.all()
        return self.unit.general

    def sampling_program(self) -> Program:
        """The program of playouts; it calls the general one."""
        self.drivers.playouts()
        return self.unit.sampling

    def counting_program(self) -> Program | None:
        """The program of perft without lists; None if it would help nowhere."""
        return self.unit.counting if self.counting.program() else None

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

    def hash_rows(self) -> bytes:
        """The table behind the hash of pieces, as it lies in a block."""
        import struct

        if self._hash_rows is None:
            rows = self.pieces.hash_table()
            self._hash_rows = struct.pack(f"<{len(rows)}Q", *rows)
        return self._hash_rows
