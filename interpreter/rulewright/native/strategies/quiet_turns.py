"""Pins instead of trials: turns that cannot matter to `must` are counted as sets in the last ply, not carried out.

Once in a position it is asked whether `must` holds as things are, and which sites matter to it: pieces that may not be
attacked, and what lies between them and their attackers, if one turn is enough to open the way (decide/watching.py).
A piece that neither leaves such a site nor goes to one leaves the answer as it is. All other turns are tried as ever.

Serves: 21 of 95 games, among them chess, shogi, xiangqi, janggi, makruk, crazyhouse, extinction
Gain: 2.6 times in perft of chess, 3.9 times in that of xiangqi
Needs: `must` asks only that pieces of mine are not attacked, or that nothing is wrong in some regions; the turn moves a
piece of mine or places one; what else it does depends on origin, target or the kind of piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...analysis.conditions import is_general
from ...analysis.sets import holds_mine
from ...board import bits
from ...rules import effects as fx
from ...rules import expressions as rx
from ..decide.plan import Leaf, Refusal
from ..decide.questions import Questions
from ..decide.watching import Bend, Line, Occasion, Quiet, Unknown, Watch
from ..ir import expressions as k
from ..ir.expressions import Ex
from ..ir.program import Builder
from ..lower.scope import Scope

if TYPE_CHECKING:
    from ..compiler import Compiler

NAME = "quiet_turns"


def plan(ask: Questions, leaf: Leaf, judged: bool) -> Quiet | Refusal:
    """Which turns of an action need no trial."""
    rules, action = ask.rules, leaf.action
    if judged or not leaf.clear or leaf.shape is not None or leaf.chain:
        return Refusal("its candidates are not told apart as sets, or a turn can turn out illegal at its end")
    if ask.players != 2 or len(rules.layers) > 1 or rules.stack > 1 or rules.unbounded is not None:
        return Refusal("there are more than two players, layers or stacks, or the board has no bounds")
    if ask.facts.calls_hooks or any(kind.classes for kind in rules.kinds):
        return Refusal("hooks are called, or kinds have classes")
    if any(ask.facts.pieces.enemies[me] != {1 - me} for me in range(2)):
        return Refusal("the players are no enemies")
    try:
        watch = ask.watching.of_must()
        if action.verb == "move":
            return Quiet(watch, _occasions(ask, leaf))
        if action.verb == "place":
            return Quiet(watch, (), _free(ask, leaf, watch))
    except Unknown as why:
        return Refusal(str(why))
    return Refusal("it neither moves a piece nor places one")


def _occasions(ask: Questions, leaf: Leaf) -> tuple[Occasion, ...]:
    """When its effects can come about."""
    rules, action = ask.rules, leaf.action
    if not ask.routes.gathers(action) or ask.lifts.lift_is_seen(action) or action.must is not None:
        raise Unknown("where it can go depends on more than its piece, or it has a `must`")
    if action.subject is None or not holds_mine(rules, action.subject, action.layer):
        raise Unknown("it may move pieces of others")
    found: list[Occasion] = []
    for effect in action.effects:
        occasions = ask.watching.occasions(effect.condition) if isinstance(effect, fx.Conditional) else (Occasion(),)
        if Occasion() in occasions:
            raise Unknown("it does more than move a piece, wherever that is")
        found += occasions
    return tuple(found)


def _free(ask: Questions, leaf: Leaf, watch: Watch) -> frozenset[int]:
    """Pieces that a place brings in without a condition."""
    action, piece = leaf.action, leaf.action.piece
    if action.effects or action.path is not None:
        raise Unknown("it does more than place a piece")
    if piece is None or not (piece.kind is None or isinstance(piece.owner, rx.Me | None)):
        raise Unknown("it may place pieces of others")
    entries = ask.facts.trays.entries(action)
    asked = [action.must]
    if action.condition is not None and not is_general(ask.rules, action.condition):
        asked.append(action.condition)
    found = frozenset(
        number
        for number, (kind, _) in enumerate(entries)
        if kind not in watch.kinds and all(_holds(node, kind) for node in asked)
    )
    if not found:
        raise Unknown("each of its pieces has conditions")
    return found


def _holds(node: rx.Expr | None, kind: int) -> bool:
    """Whether a condition surely holds for a kind of piece."""
    match node:
        case None:
            return True
        case rx.AllOf():
            return all(_holds(item, kind) for item in node.items)
        case rx.AnyOf():
            return any(_holds(item, kind) for item in node.items)
        case rx.Comparison() if isinstance(node.left, rx.PartWord) and node.left.word == "kind":
            if isinstance(node.right, rx.KindValue):
                return {"=": kind == node.right.kind, "!=": kind != node.right.kind}.get(node.sign, False)
    return False


@dataclass(slots=True)
class Watched:
    """The sites of a position that matter: whoever leaves some, or goes to some, is tried."""

    origins: Ex
    targets: Ex


class QuietTurns:
    def __init__(self, compiler: Compiler) -> None:
        self.c = compiler
        self.unit = compiler.unit
        self.rules = compiler.rules
        self.n = compiler.unit.n

    def watched(self, quiet: Quiet, f: Builder, me: Ex) -> Watched:
        """Looks once at a position."""
        watch, scope = quiet.watch, Scope(me)
        found = Watched(f.var(k.NOTHING, "origins"), f.var(k.NOTHING, "targets"))
        everywhere = k.sites(self.rules.board.all_sites)
        held = k.FALSE if self.rules.must is None else k.negate(self.c.expressions.holds(self.rules.must, f, scope))
        with f.when(held):
            f.set(found.origins, everywhere)
            f.set(found.targets, everywhere)
        with f.when(k.negate(held)):
            regions = k.NOTHING
            for region in watch.regions:
                regions = k.set_or(regions, self.c.expressions.sites(region, f, scope))
            mine = f.let(k.set_and(self._kinds(watch.kinds), self._owner(me.const or 0)), "asked")
            f.set(found.origins, k.set_or(regions, mine))
            f.set(found.targets, k.set_or(regions, mine))
            if self.rules.when_captured is not None:
                f.set(found.targets, k.set_or(found.targets, self._owner(1 - (me.const or 0))))
            if watch.kinds:
                with f.each(mine, "goal") as goal:
                    self._between(watch, f, 1 - (me.const or 0), goal, found)
        return found

    def _owner(self, player: int) -> Ex:
        return k.load_set(self.unit.layout.bases[0].at["owner", player])

    def _kinds(self, kinds: frozenset[int]) -> Ex:
        """Pieces of some kinds; of any, where that is not kept."""
        at, found = self.unit.layout.bases[0].at, k.NOTHING
        if any(("kind", kind) not in at for kind in kinds):
            return self.c.pieces.occupied(0)
        for kind in sorted(kinds):
            found = k.set_or(found, k.load_set(at["kind", kind]))
        return found

    def _between(self, watch: Watch, f: Builder, attacker: int, goal: Ex, found: Watched) -> None:
        """What lies between a site and those who could attack it."""
        enemies = f.let(self._owner(attacker), "enemies")
        lines: dict[tuple[int | None, bool], list[Line]] = {}
        for one in watch.approaches[attacker]:
            if isinstance(one, Line):
                lines.setdefault((one.most, one.empty), []).append(one)
            else:
                self._bend(one, f, enemies, goal, found)
        for (most, empty), several in lines.items():
            self._lines(several, most, empty, f, (attacker, enemies, goal), found)

    def _bend(self, bend: Bend, f: Builder, enemies: Ex, goal: Ex, found: Watched) -> None:
        near = k.look_set(self.unit.table("bent_from", 0, bend.starts), goal)
        with f.when(k.some(k.set_and(near, k.set_and(enemies, self._kinds(bend.kinds))))):
            self._watch(f, k.look_set(self.unit.table("bent_by", 0, bend.between), goal), bend.empty, found)

    def _watch(self, f: Builder, sites: Ex, empty: bool, found: Watched) -> None:
        sites = f.let(sites, "between")
        f.set(found.origins, k.set_or(found.origins, sites))
        if not empty:
            f.set(found.targets, k.set_or(found.targets, sites))

    def _lines(
        self, lines: list[Line], most: int | None, empty: bool, f: Builder, at: tuple[int, Ex, Ex], found: Watched
    ) -> None:
        attacker, enemies, goal = at
        numbers = sorted({number for line in lines for number in line.directions})
        behind = {number: self._behind(number, attacker) for number in numbers}
        aligned = k.NOTHING
        for line in lines:
            rows = [0] * self.n
            for number in line.directions:
                rows = [row | more for row, more in zip(rows, behind[number], strict=True)]
            on_lines = k.look_set(self.unit.table("in_line", 0, rows), goal)
            aligned = k.set_or(aligned, k.set_and(on_lines, self._kinds(line.kinds)))
        attackers = f.let(k.set_and(aligned, enemies), "attackers")
        table = self.unit.table("behind", 0, [row for number in numbers for row in behind[number]])
        with f.when(k.some(attackers)), f.count_to(len(numbers), "way") as way:
            ray = f.let(k.look_set(table, way * self.n + goal), "ray")
            with f.each(f.let(k.set_and(ray, attackers)), "attacker") as start:
                beyond = k.set_or(k.look_set(table, way * self.n + start), k.one(start))
                between = f.let(k.set_minus(ray, beyond), "between")
                pieces = k.count(k.set_and(between, self.c.pieces.occupied(0)))
                # A turn takes one piece away at most: where there are more, they do not make way.
                with f.when(k.TRUE if most is None else pieces.le(most + 1)):
                    self._watch(f, between, empty, found)

    def _behind(self, number: int, player: int) -> list[int]:
        """For each site those from which it lies in a direction."""
        found = [0] * self.n
        for start, ray in enumerate(self.c.ask.static.rays(number, player)):
            for site in bits(ray):
                found[site] |= 1 << start
        return found

    # ------------------------------------------------------------ candidates

    def tried(self, quiet: Quiet, f: Builder, me: Ex, watched: Watched, origin: Ex, targets: Ex) -> tuple[Ex, Ex]:
        """Of the targets of a piece those that are tried, and those where an effect may come about."""
        occasions, scope = k.NOTHING, Scope(me)
        for occasion in quiet.occasions:
            here, there = k.TRUE, k.sites(self.rules.board.all_sites)
            for node in occasion.origins:
                here = k.both(here, k.has(self.c.expressions.sites(node, f, scope), origin))
            for node in occasion.targets:
                there = k.set_and(there, self.c.expressions.sites(node, f, scope))
            occasions = k.set_or(occasions, k.set_select(here, there, k.NOTHING))
        occasions = f.let(occasions, "occasions")
        loud = k.set_and(targets, k.set_or(watched.targets, occasions))
        return f.let(k.set_select(k.has(watched.origins, origin), targets, loud), "tried"), occasions


__all__ = ["NAME", "QuietTurns", "Watched", "plan"]
