"""Perft with bulk counting: candidates are carried out one by one and taken back; those of the last ply are counted.

What playouts know of a turn (sampling/plans.py) serves here too: where different candidates lead to different positions
they need not be listed, merged or sorted. Where nothing can go wrong after a candidate has passed its tests, the
last ply is not even carried out, and where there are no tests, sets are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ...analysis.effects import may_fail
from ...rules.game import Outcome, ResultRule
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder, Function
from ..ir.walking import length
from ..lower.lowering_context import LEAN, TRIAL
from ..sampling.plans import Leaf, Plan
from .candidates import Candidates
from .move_undo import Frame, Frames
from .turn import Turn

if TYPE_CHECKING:
    from ..compiler import Compiler

SHORT = 60  # statements of the end of a turn that is worth a copy for each kind of move


class Counting:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.layout = compiler.unit.layout
        self.candidates = Candidates(compiler)
        self._general: Function | None = None
        self._here: Function | None = None
        self._plans: dict[tuple[int, int], Plan] = {}

    def program(self) -> bool:
        """Writes the program; no if there is no turn it could count."""
        unit = self.unit
        self._plans = self._find_plans()
        if not self._plans:
            return False
        lean = all(self._is_lean(plan) for plan in self._plans.values())
        with unit.lowering(unit.counting, LEAN if lean else TRIAL):
            unit.frames = Frames(self.c)
            self._write_here()
            self._write_start()
            if lean:
                unit.frames.finish()
                for player in range(unit.players):
                    end = self.end_of_turn(k.num(player))
                    if length(end.body) <= SHORT:
                        end.inline = "always"
        return True

    def end_of_turn(self, me: Ex) -> Function:
        return self.c.course.finish_placed(me) if self.is_fresh else self.c.course.finish(me)

    def _find_plans(self) -> dict[tuple[int, int], Plan]:
        found = {}
        for phase in range(len(self.rules.phases)):
            for player in range(self.unit.players):
                plan = self.c.plans.plan(phase, player)
                if plan is not None:
                    found[phase, player] = plan
        return found

    def _is_lean(self, plan: Plan) -> bool:
        """Whether nothing has to be taken back before a turn is complete: no piece is lifted for a look around."""
        if self.unit.facts.calls_hooks or self.rules.when_captured is not None:
            return False
        every = [leaf for group in plan.groups for leaf in group] + ([plan.second] if plan.second is not None else [])
        return not any(leaf.action.verb == "move" and self.c.lifting.lift_is_seen(leaf.action) for leaf in every)

    # ------------------------------------------------------------ wherever the game is

    def _write_here(self) -> None:
        self._last_here()  # before the plies that call it: what is lowered has a state
        here = self._here = Function("count_here", [("depth", INT)], INT, "ways to play so many moves")
        f = Builder(here)
        (depth,) = f.params
        self._where(f, lambda plan, phase, player: f.ret(f.call(self._node(plan, phase, player), depth)))
        if not self._are_all:
            f.ret(self._by_list(f, depth))
        self.unit.counting.functions.append(here)

    def _last_here(self) -> Function:
        def write(f: Builder) -> None:
            self._where(f, lambda plan, phase, player: f.ret(f.call(self._last(plan, phase, player))))
            if not self._are_all:
                f.ret(self._by_list(f, k.num(1)))

        return self.unit.function("last_here", "moves_here", [], INT, write, "how many moves there are")

    def _where(self, f: Builder, there: Callable[[Plan, int, int], None]) -> None:
        """What to do depends on the phase and on whose turn it is."""
        for number, ((phase, player), plan) in enumerate(self._plans.items(), 1):
            at = k.load(64, self.layout.me).eq(player)
            if len(self.rules.phases) > 1:
                at = k.both(at, k.load(64, self.layout.phase).eq(phase))
            with f.when(k.TRUE if self._are_all and number == len(self._plans) else at):
                there(plan, phase, player)

    @property
    def _are_all(self) -> bool:
        """Whether every turn of the game can be counted."""
        return len(self._plans) == len(self.rules.phases) * self.unit.players

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
        self.unit.function("rw_count", "rw_count", [("depth", INT)], INT, write, about, exported=True)

    @property
    def is_fresh(self) -> bool:
        """Whether the end of the game is looked for from the new piece."""
        return self.unit.mode == LEAN and self.c.fresh.is_used

    # ------------------------------------------------------------ one position

    def _node(self, plan: Plan, phase: int, player: int) -> Function:
        """How many ways there are from a position."""

        def write(f: Builder) -> None:
            (depth,) = f.params
            with f.when(depth.eq(1)):
                f.ret(f.call(self._last(plan, phase, player)))
            with f.when(k.load(64, self.layout.stop).ne(0)):
                f.ret(0)
            if self.unit.mode == LEAN:
                with f.when(depth.eq(2)):
                    f.ret(f.call(self._two(plan, phase, player)))
            self._groups(plan, phase, player, f, depth)

        name = f"count_{phase}_{player}"
        return self.unit.function(name, name, [("depth", INT)], INT, write, "ways from a position", "never")

    def _two(self, plan: Plan, phase: int, player: int) -> Function:
        """The same for two plies, which are nearly all there is to do: nothing calls itself, so that what a move
        changes need not even be written."""

        def write(f: Builder) -> None:
            self._groups(plan, phase, player, f, k.num(2))

        name = f"two_{phase}_{player}"
        return self.unit.function(name, name, [], INT, write, "ways to play two moves", "never")

    def _last(self, plan: Plan, phase: int, player: int) -> Function:
        """How many moves there are."""

        def write(f: Builder) -> None:
            self._groups(plan, phase, player, f, k.num(1))

        name = f"moves_{phase}_{player}"
        return self.unit.function(name, name, [], INT, write, "how many moves there are")

    def _groups(self, plan: Plan, phase: int, player: int, f: Builder, depth: Ex) -> None:
        me, layout = k.num(player), self.layout
        self.c.registers.clear(f, logged=False)
        frame = None
        if self.unit.mode == LEAN:
            known = dict.fromkeys((layout.result, layout.swapped, layout.next_player, layout.segment), 0)
            known[layout.me] = player
            if len(self.rules.phases) > 1:
                known[layout.phase] = phase
            known |= dict.fromkeys(range(*layout.registers_range, 8), 0)
            frame = self.unit.frames.keep(f, known)
        for group in plan.groups:
            self.candidates.murky(group, f, me, lambda: self._by_list(f, depth))
            turn = Turn(self, plan, f, me, depth, frame)
            if depth.const == 2 and self._only_fills:
                # Every move takes one of the empty sites, and leaves the rest.
                empty = k.set_minus(k.sites(self.rules.board.all_sites), self.c.pieces.occupied(0))
                turn.below = f.let(k.count(empty) - 1, "left")
            clear = [leaf for leaf in group if self.candidates.is_clear(leaf)]
            counted = [leaf for leaf in clear if depth.const == 1 and plan.second is None and self.is_sure(leaf)]
            self.candidates.count(counted, f, me, turn.add)
            outer = self.c.carrying.follow
            self.c.carrying.follow = turn.follow if plan.second is not None else None
            self.candidates.walk([leaf for leaf in clear if leaf not in counted], f, me, turn)
            self.c.carrying.follow = outer
            with f.when(turn.legal.gt(0)):
                f.ret(turn.total)
        self._stuck(f, me, depth, frame)

    @cached_property
    def _only_fills(self) -> bool:
        """Whether a turn is always a piece placed on any empty site, and nothing else."""
        groups = [group for plan in self._plans.values() for group in plan.groups]
        leaves = [leaf for group in groups for leaf in group]
        single = self._are_all and len(leaves) == len(self._plans) and self._ends_without_moves
        plain = single and self.c.fresh.lasts and all(plan.second is None for plan in self._plans.values())
        return plain and all(
            leaf.action.verb == "place" and self.c.empties.is_plain(leaf.action) and self.is_sure(leaf)
            for leaf in leaves
        )

    @property
    def _ends_without_moves(self) -> bool:
        outcomes = [outcome for rule in self.rules.stuck for outcome in _outcomes(rule)]
        return self.unit.players <= 2 and all(outcome.what != "pass" for outcome in outcomes)

    def below(self, f: Builder, depth: Ex) -> Ex:
        """How many ways there are after a move."""
        assert self._here is not None
        return f.call(self._last_here()) if depth.const == 2 else f.call(self._here, depth - 1)

    def is_sure(self, leaf: Leaf) -> bool:
        """Whether a candidate that passes its tests is legal."""
        return self.rules.must is None and not self.is_judged and not self.c.plans.can_fail(leaf)

    @property
    def is_judged(self) -> bool:
        """Whether a complete turn can turn out illegal at its end."""
        return self.c.forbids_repetition or may_fail(self.rules, self.rules.when_turn_ends)

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


def _outcomes(rule: ResultRule) -> tuple[Outcome, ...]:
    return (rule.outcome,) if rule.otherwise is None else (rule.outcome, rule.otherwise)


__all__ = ["Counting"]
