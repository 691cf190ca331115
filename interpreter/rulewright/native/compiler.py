"""From rules to the kernel: everything that lowers, put together."""

from __future__ import annotations

from ..reference.engine import Engine
from .hooks.lowering import HookLowering
from .ir import expressions as k
from .ir.expressions import Ex
from .ir.program import Builder, Program
from .layout.hashes import HashLowering
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
from .lower.memoised_repeats import Onward
from .lower.movegen import Listing
from .lower.paths import Paths
from .lower.performing import Performing
from .lower.placing import Placing
from .lower.rays import Rays
from .lower.reach import Reach
from .lower.records import Records
from .lower.repeats import Repeats
from .lower.shifting import Shifting
from .lower.slides import Slides
from .lower.space import Space
from .lower.sparse import Sparse
from .lower.state_key import Signs
from .lower.steps import Steps
from .lower.turns import TurnLowering
from .lower.values import Values
from .lower.walked import WalkedSets
from .perft.program import Counting
from .runtime.drivers import Drivers
from .sampling.ahead import Ahead
from .sampling.bounds import Bounds
from .sampling.chains import Chains
from .sampling.chance import ChanceDraws
from .sampling.collecting import Collecting
from .sampling.distinct_outcomes import Apart
from .sampling.draw_injectivity import Telling
from .sampling.empties import Empties
from .sampling.factoring import Factoring
from .sampling.incremental_end_rules import Fresh
from .sampling.pairs import Pairs
from .sampling.plans import Plans
from .sampling.play_candidate import Carrying
from .sampling.ray_mobility import Room
from .sampling.rejection_draw import Drafts
from .sampling.reservoir_turns import LightTurns
from .sampling.rows import Rows
from .sampling.run_patterns import Words
from .sampling.sampler import Sampler
from .sampling.slots import Slots
from .sampling.throws import Throws


class Compiler:
    def __init__(self, engine: Engine) -> None:
        self.unit = Unit(engine)
        self.rules = engine.rules
        # One copy of the rules for each of two players; more players share one.
        self.clones = self.unit.players <= 2
        repetition = engine.rules.repetition
        self.forbids_repetition = repetition is not None and repetition.forbidden
        self._totals: dict[int, Ex] = {}
        self._hash_rows: bytes | None = None
        self.pieces = Pieces(self.unit)
        self.expressions = Expressions(self)
        self.space = Space(self)
        self.connections = Connections(self)
        self.contact = Contact(self)
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
