"""Where everything lies in the block of memory a game is played in.

The block begins with the exact state (what decides whether two positions are the same), then the result, then the
flow of the game (counters that two equal positions may differ in); registers and work space follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from ...analysis.facts import Facts, Register
from ...analysis.repeats import meeting
from ...analysis.variables import entry_count
from ...rules import expressions as rx
from ...rules.game import VariableSpec
from ...rules.types import Type
from ..decide.memory import kept_sets, kinds_on, pattern_parts
from ..hooks.records import MOST_RECORDS, RECORD_SIZE, WORDS
from . import widths

MOVE_SIZE = 64  # bytes of one entry of the list of moves
FILTER = 1 << 14
FOUND_WALKS = 8  # questions whose last walks are remembered
COUNTERS = 32  # repeats of turns
MET_BITS, MET_KEYS = 16, 1 << 23  # states where ways of a list meet, and words of their keys
TABLE = 4 << 21  # bytes that lists of moves are merged with, and candidates collected in
# How much a turn may have written before another part of it: beyond that the reference interpreter takes over.
ROOM = {"key": 8192, "runs": 1024, "passed": 4096, "parts": 8192, "log": (1 << 20) - (1 << 16)}
ROOM["marks"] = (1 << 14) - 4 * COUNTERS  # repeats inside one another begin and go on before there is another part
# In the word for errors: more than any engine goes on with; nobody waits for the list any more; more than it may take.
TOO_MANY_TURNS, STOPPED, TOO_MANY_STEPS = 4, 5, 6
STEPS_AT_ONCE = 16  # steps of machine code in the time that the interpreter may take for one
STEPS_OF_A_PART = 8  # what a part of a turn takes
LIMITS = {"log": 1 << 20, "moves": 1 << 20, "keys": 1 << 25, "patches": 1 << 24, "records": 1 << 24, "marks": 1 << 14}
# Where memory is not only taken when it is touched: a tenth of the room, for lists that people can still look at; a
# record takes some sixty words.
BROWSER_LIMITS = LIMITS | {"moves": 1 << 17, "keys": 1 << 22, "patches": 1 << 20, "records": 1 << 23}


class Basis:
    """The sets kept for one layer: by owner, by kind, by state. A pattern is an intersection of them."""

    def __init__(self, facts: Facts, layer: int) -> None:
        self.kinds = kinds_on(facts, layer)
        self.names = kept_sets(facts, layer)
        self.at: dict[tuple[str, int], int] = {}

    def membership(self, facts: Facts, code: int) -> int:
        """Which sets a piece belongs to, as bits."""
        codes, found = facts.codes, 0
        kind = codes.kind(code)
        if kind not in self.kinds:
            return 0
        for number, (what, value) in enumerate(self.names):
            if what == "owner":
                fits = codes.owner(code) == value
            elif what == "kind":
                fits = kind == value
            elif what == "state":
                fits = facts.pieces.is_in_state(kind, codes.state(code), value)
            else:
                fits = True
            found |= fits << number
        return found


class Layout:
    def __init__(self, facts: Facts, limits: Mapping[str, int] = LIMITS) -> None:
        self.facts = facts
        self.limits = limits
        rules = facts.rules
        self.n = len(rules.board)
        self.words = max(1, (self.n + 63) // 64)
        self.set_size = 8 * self.words
        self.codes = (facts.players + 1) * facts.codes.kinds * facts.codes.states
        widths.check(facts, self.codes)
        self.cell = 8 if self.codes < 255 else 16  # bits of a cell: 0 for nothing, else code + 1
        self.combinations = facts.codes.kinds * facts.codes.states
        self.created = widths.most_created(facts)
        self.counted = widths.most_counted(facts)
        self.tray = widths.of_trays(facts, self.created)  # bits of the number of pieces in a tray
        self._end = 0
        self._starts: list[int] = []

        # The exact state.
        self.cells: list[int] = []
        if facts.cell_of_all is None:
            self._place_cells()
        self.heights = self._take(self.n) if rules.stack > 1 else -1
        self.bases = [Basis(facts, layer) for layer in range(len(rules.layers))]
        sets = self._end
        for basis in self.bases:
            for name in basis.names:
                basis.at[name] = self._take(self.set_size)
        self.holding = [self._take(self.set_size) for _ in facts.holding]
        # What follows from the cells; heaps have heights instead.
        self.derived = (sets if facts.cell_of_all is not None or self.heights < 0 else self.heights, self._end)
        self.unmoved = self._take(self.set_size) if facts.uses_unmoved else -1
        amounts = self.tray // 8 * self.combinations
        self.hands = self._take(amounts * facts.players)
        self.taken = self._take(amounts * facts.players)
        self.supply = self._take(amounts)
        self.variables = [self._take(self.entry_size(spec) * entry_count(rules, spec)) for spec in rules.variables]
        self.phase, self.phase_turns, self.me = self._words(3)
        self.out = self._take(8)  # the players who are out, in order, four bits each (player + 1)
        self.seats, self.swapped = self._words(2)
        self.next_player = self._take(8)  # player + 1; 0: nobody named
        self.segment = self._take(8)
        # Where all choose together: what each has chosen, as rows of words.
        self.chosen = self._take(8 * facts.choice_words * facts.players) if facts.together else -1
        self.piece_hash = self._take(8) if self.incremental_hash else -1
        self.exact_end = self._end
        if facts.segmented:
            self._place_registers()  # between two segments of a turn they tell positions apart

        # The result: winners as bits, bit 16 a draw, bit 17 always set.
        self.result, self.scored = self._words(2)
        self.scores = self._take(8 * facts.players)
        self.result_end = self._end

        # The flow.
        self.rule, self.ply = self._words(2)
        self.turns = self._take(8 * facts.players)
        self.passes, self.history_length, self.hash = self._words(3)
        self.kept = self._take(16 * facts.kept)  # after which position of the history it held last, and did not hold
        self.followed = self._take(8 * self.n * facts.followed)  # for each site 0, or since when, plus one
        if not self.cells:
            self._place_cells()  # heights say the same
        self.state_end = self._end

        if not facts.segmented:
            self._place_registers()

        # Work space.
        self.error, self.stop, self.log_top, self.turn_mark = self._words(4)
        self.spent = self._take(8)  # steps of the present list, where they are counted
        self.move_top, self.key_top, self.patch_top, self.record_top, self.mark_top = self._words(5)
        self.key_length, self.list_start, self.best, self.recording, self.part_top = self._words(5)
        self.runs_length, self.passed_length = self._words(2)
        self.runs_base, self.passed_base = self._words(2)  # where the rows of the present walk begin
        self.list_number = self._take(8)  # which list of moves it is
        self.route_hash = self._take(8)
        # What a turn has changed so far as numbers: up to which line of the log, and of the exact state and the rest.
        self.route_mark, self.route_rest, self.changed_rest = self._words(3)
        # Turns that one is drawn of while they are found: how many, the number of the drawn one, what numbers are
        # mixed from (reservoir.py).
        self.offers, self.offer_least, self.offer_seed = self._words(3)
        # Of a candidate that was drawn alone: has it removed a piece, what is its number, how many have that one?
        self.removed, self.sought, self.alike = self._words(3)
        self.signs = tuple(self._words(3))  # lower/state_key
        self.part_depth = self._take(8)  # parts of the light turn so far, where there may be too many
        self.unfinished = self._take(8)  # the turn that is drawn has not come to its end yet: see light
        # The choice that is looked at: where its key and its parts end, and what tells it apart.
        words = self._words(4) if facts.together else [-1] * 4
        self.choice_key, self.choice_parts, self.choice_hops, self.choice_sign = words
        self.can_mark = self._take(8)
        asks = any(isinstance(node, rx.CanDo) and node.could for node in facts.nodes)
        self.granted = self._take(8) if asks else -1  # inside the answer to a `could`
        self.whole = self._take(8)  # the anchor of an unbounded board is connected
        self.by_list = self._take(8)  # playouts from a position where only the list of moves is right
        self.counters = self._take(16 * COUNTERS)  # for each repeat of a turn: how often, and its chain of marks
        self.block = self._take(2 * rules.stack)  # the pieces in the air
        self._place_hooks()
        room = 1024 + self.set_size * facts.players * len(rules.end) + self.n * (8 + self.set_size + 32 * facts.players)
        self._kept = self._take(room)
        self._kept_end = self._end
        self._spare_sets = 32
        self._spare = self._take(self._spare_sets * self.set_size)
        self.walk_size = 8 + 2 * self.set_size  # whose, its sites, what could block it: see found_walks
        self.walks = self._take(2 * FOUND_WALKS * self.walk_size)
        # What one walk and one part write at most: repeats over long rays may pass far more sites than there are.
        self.walk = widths.of_walks(facts)
        route = self.walk.runs + self.walk.passed
        self.longest_key = ROOM["key"] + max(ROOM["key"] + 8 * self.n, 2048 + route)
        self.key = self._take(2 * self.longest_key)  # the key of the turn so far
        if facts.repeats_chains:  # for each part of it: 1 if a chain goes on
            self.hops_length = self._take(8)
            self.hops = self._take(2 * ROOM["key"])
        self.runs = self._take(2 * (ROOM["runs"] + max(2 * self.n + 1024, self.walk.runs)))
        self.passed_row = self._take(2 * (ROOM["passed"] + max(4 * self.n + 1024, self.walk.passed)))
        self.parts = self._take(8 * 2 * ROOM["parts"])  # records of the parts of the turn so far
        self.marks = self._take(16 * limits["marks"])
        self.pieces_table = -1
        if self.incremental_hash or rules.unbounded is not None:
            self.pieces_table = self._take(8 * self.hash_rows)
        self.filter = self._take(2 * FILTER) if facts.repeats else -1  # how many hashes of the history fall where
        self.history = self._take(8 * (rules.limit.turns + widths.HISTORY))
        self.work_end = self._end
        self.stamps = self._take(self.error + 64)  # a number for each word of what is above
        self.stamp = self._take(8)
        self.start = self._take(self.state_end)  # where playouts begin
        self.tally = self._take(8 * 80)  # results of playouts: see drivers
        self.table = self._take(TABLE)
        self.known = self._take(16 << 13)  # states in the middle of turns: see turns
        self.log = self._take(16 * limits["log"])
        self.moves = self._take(MOVE_SIZE * limits["moves"])
        self.keys = self._take(2 * limits["keys"])
        self.patches = self._take(16 * limits["patches"])
        self.records = self._take(8 * limits["records"])
        self.met = self.met_top = self.met_keys = -1
        if meeting(rules) and not facts.repeats_chains:  # the order of chains is no part of their keys
            self.met_top = self._take(8)
            self.met = self._take(32 << MET_BITS)  # states that ways of a list have met in: see memoised_repeats
            self.met_keys = self._take(2 * MET_KEYS)
        self.size = self._end + 4096

    def keep(self, size: int) -> int:
        """Room for something that playouts keep up to date beside the state."""
        start = self._kept
        self._kept += (size + 7) & ~7
        if self._kept > self._kept_end:
            raise NotImplementedError("so much that is kept up to date in playouts")
        return start

    def spare_set(self) -> int:
        """Room for one more set in the work space."""
        if not self._spare_sets:
            raise NotImplementedError("so many routes inside expressions")
        self._spare_sets -= 1
        return self._spare + self._spare_sets * self.set_size

    @property
    def incremental_hash(self) -> bool:
        return self.facts.repeats and self.facts.rules.unbounded is None

    @property
    def hash_rows(self) -> int:
        """Entries of the table of piece keys: for each layer, site and level one, still to be mixed with the code."""
        rules = self.facts.rules
        return len(rules.layers) * self.n * rules.stack

    def entry_size(self, spec: VariableSpec) -> int:
        """Of one entry of a variable: a word, or a set of sites."""
        return self.set_size if spec.type is Type.SET else 8

    def _take(self, size: int) -> int:
        start = self._end
        self._starts.append(start)
        self._end = (start + size + 7) & ~7
        return start

    def _words(self, count: int) -> list[int]:
        return [self._take(8) for _ in range(count)]

    def end_of(self, start: int) -> int:
        """Where the thing that begins at an address ends, rounded up."""
        return self._starts[bisect_right(self._starts, start)]

    def object_at(self, at: int) -> int:
        """The beginning of whatever lies at an address."""
        return self._starts[bisect_right(self._starts, at) - 1]

    def words_never_by_bytes(self) -> frozenset[int]:
        """Words of the state and the work space that nobody reads or writes byte by byte: not cells and heights."""
        by_bytes = {*self.cells, self.heights}
        return frozenset(at for at in range(0, self.block, 8) if self.object_at(at) not in by_bytes)

    def _place_cells(self) -> None:
        for layer in range(len(self.facts.rules.layers)):
            levels = self.facts.rules.stack if layer == 0 else 1
            self.cells.append(self._take(self.n * levels * self.cell // 8))

    def _place_registers(self) -> None:
        facts = self.facts
        self.registers: dict[Register, int] = {}
        start = self._end
        for register in facts.registers:
            self.registers[register] = self._take(self.set_size if facts.register_kind(register) == "set" else 8)
        self.done: dict[int, int] = {}  # whether an action that somebody looks back at was done
        for owner, _ in facts.registers:
            if isinstance(owner, int) and owner not in self.done:
                self.done[owner] = self._take(8)
        self.last_sown, self.captures, self.part_count, self.empty_action, self.did_something = self._words(5)
        self.registers_range = (start, self._end)

    def _place_hooks(self) -> None:
        """What is exchanged with hooks: the address of Python's side, words, arguments, the answer."""
        hooks = [hook for hook in self.facts.rules.hooks if hook.gives != "notation"]
        self.callback = self.hook_words = self.hook_args = self.hook_result = self.hook_records = -1
        if hooks:
            self.callback = self._take(8)
            self.hook_words = self._take(8 * (1 + len(WORDS)))
            self.hook_args = self._take(self.set_size * max(len(hook.takes) for hook in hooks))
            self.hook_result = self._take(self.set_size)
        if any(hook.gives == "effects" for hook in hooks):
            self.hook_records = self._take(RECORD_SIZE * MOST_RECORDS)

    def pattern_parts(self, node: rx.Pattern) -> tuple[list[int], list[int]]:
        """The kinds and states a pattern has to be intersected with, beside its owner."""
        return pattern_parts(self.facts, node)
