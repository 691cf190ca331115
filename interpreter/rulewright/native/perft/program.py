"""Perft with bulk counting: candidates are carried out one by one and taken back; those of the last ply are counted.

What playouts know of a turn (decide/plan.py) serves here too: where different candidates lead to different positions
they need not be listed, merged or sorted. Where nothing can go wrong after a candidate has passed its tests, the
last ply is not even carried out, and where there are no tests, sets are counted.
"""

from __future__ import annotations

from collections.abc import Callable

from ..decide.plan import GENERAL, LEAN, TurnPlan
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.kernel import EXPORTED
from ..ir.program import Builder, Function
from ..ir.walking import length
from ..lowering_part import Lowering
from ..strategies.undo_frames import Frame
from .candidates import Candidates
from .turn import Turn

SHORT = 60  # statements of the end of a turn that is worth a copy for each kind of move


class Counting(Lowering):
    counts = True  # whether it is enough to know how many there are

    def setup(self) -> None:
        self.candidates = Candidates(self.c)
        self._general: Function | None = None
        self._here: Function | None = None
        self.plan = self.c.plan.perft
        self._turns = self.c.plan.drawn

    def program(self) -> bool:
        """Writes the program; no if there is no turn it could count."""
        unit = self.unit
        if self.plan.mode == GENERAL:
            return False
        with unit.lowering(unit.counting, self.plan.mode):
            self._write_here()
            self._write_start()
            if self.plan.mode == LEAN:
                unit.frames.finish()
                for player in range(unit.players):
                    end = self.end_of_turn(k.num(player))
                    if length(end.body) <= SHORT:
                        end.inline = "always"
        return True

    def end_of_turn(self, me: Ex) -> Function:
        return self.c.course.finish(me, placed=self.is_fresh)

    # ------------------------------------------------------------ wherever the game is

    def _write_here(self) -> None:
        self._last_here()  # before the plies that call it: what is lowered has a state
        here = self._here = Function("count_here", [("depth", INT)], INT, "ways to play so many moves")
        f = Builder(here)
        (depth,) = f.params
        self._where(f, lambda turn: f.ret(f.call(self._node(turn), depth)))
        if not self._are_all:
            f.ret(self._by_list(f, depth))
        self.unit.counting.functions.append(here)

    def _last_here(self) -> Function:
        def write(f: Builder) -> None:
            self._where(f, lambda turn: f.ret(f.call(self._last(turn))))
            if not self._are_all:
                f.ret(self._by_list(f, k.num(1)))

        return self.unit.function("last_here", "moves_here", [], INT, write, "how many moves there are")

    def _where(self, f: Builder, there: Callable[[TurnPlan], None]) -> None:
        """What to do depends on the phase and on whose turn it is."""
        for number, turn in enumerate(self._turns, 1):
            at = k.load(64, self.layout.me).eq(turn.player)
            if len(self.rules.phases) > 1:
                at = k.both(at, k.load(64, self.layout.phase).eq(turn.phase))
            with f.when(k.TRUE if self._are_all and number == len(self._turns) else at):
                there(turn)

    @property
    def _are_all(self) -> bool:
        """Whether every turn of the game can be counted."""
        return len(self._turns) == len(self.rules.phases) * self.unit.players

    def _by_list(self, f: Builder, depth: Ex) -> Ex:
        """What the list of moves says."""
        if self._general is None:
            self._general = Function("rw_perft_node", [("depth", INT)], INT)
            self.unit.counting.externals.append(self._general)
        return f.call(self._general, depth)

    def _write_start(self) -> None:
        def write(f: Builder) -> None:
            (depth,) = f.params
            self.c.drivers._reset(f)
            self.c.connections.note_connected(f)
            with f.when(depth.eq(0)):
                f.ret(1)
            with f.when(k.load(64, self.layout.result).ne(0)):
                f.ret(0)
            if self.unit.mode == LEAN:
                # Where the game can come to its limit of turns, the list looks after it.
                with f.when((k.load(64, self.layout.ply) + depth).gt(self.rules.limit.turns)):
                    f.ret(-1)
            if self.is_fresh:
                # A line that is there already would be seen by the list alone.
                with f.when(self.c.fresh.before(f)):
                    f.ret(-1)
                self.c.fresh.begin(f)
            assert self._here is not None
            f.ret(f.call(self._here, depth))

        about = "perft without lists; -1 if it has to be done by lists"
        self.unit.function("rw_count", "rw_count", [("depth", INT)], INT, write, about, EXPORTED)

    @property
    def is_fresh(self) -> bool:
        """Whether the end of the game is looked for from the new piece."""
        return self.unit.mode == LEAN and self.c.fresh.is_used

    # ------------------------------------------------------------ one position

    def _node(self, turn: TurnPlan) -> Function:
        """How many ways there are from a position."""

        def write(f: Builder) -> None:
            (depth,) = f.params
            with f.when(depth.eq(1)):
                f.ret(f.call(self._last(turn)))
            with f.when(k.load(64, self.layout.stop).ne(0)):
                f.ret(0)
            if self.unit.mode == LEAN:
                with f.when(depth.eq(2)):
                    f.ret(f.call(self._two(turn)))
            self._groups(turn, f, depth)

        name = f"count_{turn.phase}_{turn.player}"
        return self.unit.function(name, name, [("depth", INT)], INT, write, "ways from a position", "never")

    def _two(self, turn: TurnPlan) -> Function:
        """The same for two plies, which are nearly all there is to do: nothing calls itself, so that what a move
        changes need not even be written."""

        def write(f: Builder) -> None:
            self._groups(turn, f, k.num(2))

        name = f"two_{turn.phase}_{turn.player}"
        return self.unit.function(name, name, [], INT, write, "ways to play two moves", "never")

    def _last(self, turn: TurnPlan) -> Function:
        """How many moves there are."""

        def write(f: Builder) -> None:
            self._groups(turn, f, k.num(1))

        name = f"moves_{turn.phase}_{turn.player}"
        return self.unit.function(name, name, [], INT, write, "how many moves there are")

    def _groups(self, plan: TurnPlan, f: Builder, depth: Ex) -> None:
        me, layout = k.num(plan.player), self.layout
        self.c.registers.clear(f, logged=False)
        frame = None
        if self.unit.mode == LEAN:
            known = dict.fromkeys((layout.result, layout.swapped, layout.next_player, layout.segment), 0)
            known[layout.me] = plan.player
            if len(self.rules.phases) > 1:
                known[layout.phase] = plan.phase
            known |= dict.fromkeys(range(*layout.registers_range, 8), 0)
            frame = self.unit.frames.keep(f, known)
        for group in plan.groups:
            self.candidates.murky(group, f, me, lambda: self._by_list(f, depth))
            turn = self.begin_turn(plan, f, depth, frame)
            if depth.const == 2 and self.plan.fills:
                # Every move takes one of the empty sites, and leaves the rest.
                empty = k.set_minus(k.sites(self.rules.board.all_sites), self.c.pieces.occupied(0))
                turn.below = f.let(k.count(empty) - 1, "left")
            clear = [leaf for leaf in group if self.candidates.is_clear(leaf)]
            alone = depth.const == 1 and plan.second is None
            counted = [leaf for leaf in clear if alone and leaf.sure and self.counts]
            self.candidates.count(counted, f, me, turn.add)
            quiet = [leaf for leaf in clear if alone and leaf.quiet is not None]
            if not self.counts:
                quiet = [leaf for leaf in quiet if leaf.action.verb == "move"]
            self.candidates.try_loud(quiet, f, turn)
            self.candidates.walk([leaf for leaf in clear if leaf not in counted and leaf not in quiet], f, turn)
            with f.when(turn.legal.gt(0)):
                f.ret(turn.total)
        self._stuck(f, me, depth, frame)

    def begin_turn(self, plan: TurnPlan, f: Builder, depth: Ex, frame: Frame | None) -> Turn:
        return Turn(self, plan, f, depth, frame)

    @property
    def _ends_without_moves(self) -> bool:
        outcomes = [outcome for rule in self.rules.stuck for outcome in rule.outcomes]
        return self.unit.players <= 2 and all(outcome.what != "pass" for outcome in outcomes)

    def below(self, f: Builder, depth: Ex) -> Ex:
        """How many ways there are after a move."""
        assert self._here is not None
        return f.call(self._last_here()) if depth.const == 2 else f.call(self._here, depth - 1)

    # ------------------------------------------------------------ no move

    def _stuck(self, f: Builder, me: Ex, depth: Ex, frame: Frame | None) -> None:
        """There is no move: the game is over, or a forced pass follows."""
        rules = self.rules.stuck
        if self._ends_without_moves:
            f.ret(0)
        elif frame is not None and rules[0].condition is None and rules[0].outcome.what == "pass":
            if depth.const == 1:
                f.ret(1)
                return
            found = f.var(k.num(0), "found")
            self.unit.write(f, 64, self.layout.empty_action, 1)
            f.call(self.end_of_turn(me), *([-1] if self.is_fresh else []))
            with f.when(k.load(64, self.layout.result).eq(0)):
                self.c.course.accept(f)
                f.set(found, self.below(f, depth))
            self.unit.frames.put_back(frame)
            f.ret(found)
        else:
            f.ret(self._by_list(f, depth))
