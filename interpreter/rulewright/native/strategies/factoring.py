"""Weighted sampling of two-part turns by counting: a first part counts as often as there are second parts.

Whoever closes a line may take something: which sites close one, and what could be taken then, are sets that are known
before the turn. So a first part that closes counts as often as there is something to take, any other counts once, and
one draw decides both parts. Nothing is tried and taken back.

Serves: nine_mens_morris, six_mens_morris, twelve_mens_morris
Gain: 2.7 times in playouts of nine_mens_morris
Needs: a turn `move or place, then pick an enemy if it closed a line` on a board of one word, of which nothing can fail.
"""

from __future__ import annotations

from dataclasses import replace

from ...analysis.paths import landings
from ...analysis.sets import is_vacant
from ...board import bits, mask_of
from ...rules import expressions as rx
from ...rules.game import Action
from ..decide.lines import MOST_STRETCHES, stretches
from ..decide.plan import FAST, Leaf, Refusal, TurnPlan
from ..decide.questions import Questions
from ..ir import expressions as k
from ..ir.expressions import INT, Ex
from ..ir.program import Builder
from ..lower.scope import Scope
from ..lowering_part import Lowering
from ..sampling.draw import Chosen, Rest
from ..sampling.slots import Slot

NAME = "factoring"


def plan(ask: Questions, turn: TurnPlan) -> TurnPlan | Refusal:
    """Both parts can be counted: a moved piece closes a line, and then an enemy is picked."""
    if turn.second is None:
        return Refusal("the turn has one part")
    line = asked_line(ask, turn.guard)
    if line is None or line.exactly or not _is_of_all_mine(ask, line.item):
        return Refusal("the second part is not for whoever closed a line of his own pieces")
    if ask.words > 1:
        return Refusal("the board does not fit a word")
    every = [_stretches(ask, line, player) for player in range(ask.players)]
    if not all(found is not None and 0 < len(found) <= 2 * MOST_STRETCHES for found in every):
        return Refusal("lines lie in directions found during play, or are too many")
    why, action = ask.clear.may_fail(turn.leaves), turn.second.action
    if why:
        return Refusal(why)
    if action.verb != "pick" or action.condition is not None or action.lets or action.subject is None:
        return Refusal("the second part is not a plain pick")
    if not _is_of_enemies(ask, action.subject):
        return Refusal("what is picked may change with the first part")
    if not all(_is_first(ask, leaf.action) for group in turn.groups for leaf in group):
        return Refusal("the first part does not lead to empty sites that are known as sets")
    return replace(turn, strategy=NAME, mode=FAST, tried="")


def asked_line(ask: Questions, guard: rx.Expr | None) -> rx.LineOf | None:
    """The line that the piece just moved has to be part of, if a condition asks for that and nothing else."""
    node = guard
    while isinstance(node, rx.NotEmpty | rx.DefineCall):
        node = node.item if isinstance(node, rx.NotEmpty) else ask.rules.defines[node.define].body
    parts = node.items if isinstance(node, rx.Intersection) else ()
    it = [part for part in parts if isinstance(part, rx.PartWord) and part.word in ("it", "target")]
    lines = [part for part in parts if isinstance(part, rx.LineOf)]
    if len(parts) != 2 or not it or not lines or not isinstance(lines[0].item, rx.Pattern):
        return None
    return lines[0]


def _is_of_all_mine(ask: Questions, node: rx.Expr) -> bool:
    if not isinstance(node, rx.Pattern) or node.layer != 0 or not ask.facts.covers(node):
        return False
    return node.owner is rx.Owner.MINE and not node.states


def _is_of_enemies(ask: Questions, node: rx.Expr) -> bool:
    """Whether a set, or a question about it, stays as it is while a piece of mine goes to an empty site."""
    match node:
        case rx.Pattern():
            return node.owner is rx.Owner.ENEMY
        case rx.LineOf():
            return _is_of_enemies(ask, node.item) and ask.static.axes(node, 0) is not None
        case rx.Intersection() | rx.Union():
            return all(_is_of_enemies(ask, item) for item in node.items)
        case rx.Difference():
            return _is_of_enemies(ask, node.left) and _is_of_enemies(ask, node.right)
        case rx.Either():
            return all(_is_of_enemies(ask, item) for item in (node.condition, node.value, node.otherwise))
        case rx.NotEmpty():
            return _is_of_enemies(ask, node.item)
        case rx.DefineCall():
            return _is_of_enemies(ask, ask.rules.defines[node.define].body)
    return isinstance(node, rx.Fixed)


def _is_first(ask: Questions, action: Action) -> bool:
    """Whether a piece lands on an empty site, and its targets can be told as sets."""
    if not ask.static.asks_generally(action) or action.lets or action.layer != 0:
        return False
    if action.verb == "place":
        one = len(ask.facts.trays.entries(action)) == 1
        return one and action.to is not None and is_vacant(ask.facts, action.to, 0)
    if action.path is None:
        return action.to is not None and is_vacant(ask.facts, action.to, 0) and ask.routes.gathers(action)
    lands = all(
        item.item is not None and not item.off and is_vacant(ask.facts, item.item, 0)
        for item in landings(ask.rules, action.path)
    )
    return lands and (ask.strides.are_known(action) or ask.routes.gathers(action))


def _stretches(ask: Questions, line: rx.LineOf, me: int) -> tuple[int, ...] | None:
    """All stretches of the line's length, as sets."""
    axes = ask.static.axes(line, me)
    return None if axes is None else stretches(ask.rules.board, axes, line.length, me)


class Factoring(Lowering):
    def play(self, plan: TurnPlan, f: Builder, me: Ex, random: Ex) -> None:
        """One draw decides both parts: first all that close nothing, then those that close, times what can be taken."""
        second, line = plan.second, asked_line(self.c.ask, plan.guard)
        assert second is not None and line is not None and second.action.subject is not None
        scope = Scope(me, {}, action=second.node.action)
        takeable = f.let(self.c.expressions.sites(second.action.subject, f, scope), "takeable")
        takes = f.let(k.count(takeable), "takes")
        mine = f.let(self.c.expressions.sites(line.item, f, Scope(me)), "mine")
        quiet: list[Slot] = []
        closing: list[Slot] = []
        for leaf in plan.groups[0]:
            self._part(leaf, line, mine, f, me, quiet, closing)
        often = sum((slot.amount for slot in closing), k.num(0))
        once = f.let(sum((slot.amount for slot in quiet), k.num(0)), "once")
        total = f.let(once + often * takes, "total")
        with f.when(total.le(0)):
            f.ret(0)
        drawn = f.var(((random >> 32) * total) >> 32, "drawn")
        yes, no = f.branch(drawn.lt(once))
        with f.within(yes):
            self.c.sampler.choose(quiet, f, me, drawn, Rest())
        with f.within(no):
            rest = f.let(drawn - once, "rest")
            f.set(drawn, Ex("divide", (rest, takes), INT))
            taken = f.let(k.nth(takeable, rest - drawn * takes), "taken")

            def take(g: Builder) -> None:
                self.c.carrying.perform(second, g, me, Chosen(taken, taken), Rest())

            self.c.sampler.choose(closing, f, me, drawn, Rest(follow=take))

    def _part(
        self, leaf: Leaf, line: rx.LineOf, mine: Ex, f: Builder, me: Ex, quiet: list[Slot], closing: list[Slot]
    ) -> None:
        """The candidates of a leaf that close nothing, and those that close a line."""
        action, windows = leaf.action, _stretches(self.c.ask, line, me.const or 0) or ()
        if action.verb == "move" and not self.c.ask.strides.are_known(action):
            self._rows(leaf, line, f, me, quiet, closing)
            return
        for slot in self.c.slots.of(leaf, f, me):
            members, wanted = slot.members, windows
            if slot.stride is not None:
                origins = self.c.ask.strides.origin_table(slot.direction, slot.stride.length, me.const or 0)
                wanted = tuple(_left_over(stretch, origins) for stretch in windows)
            else:
                members = k.set_select(slot.amount.gt(0), members, k.NOTHING)
            ends = f.let(k.completing(windows, wanted, mine), "ends")
            for part, into in ((k.set_minus(members, ends), quiet), (k.set_and(members, ends), closing)):
                part = f.let(part, "members")
                into.append(replace(slot, members=part, amount=f.let(k.count(part), "amount")))

    def _rows(self, leaf: Leaf, line: rx.LineOf, f: Builder, me: Ex, quiet: list[Slot], closing: list[Slot]) -> None:
        """The same piece by piece: a piece that leaves is not there for the line it goes to."""
        windows = _stretches(self.c.ask, line, me.const or 0) or ()

        def ends(g: Builder, origin: Ex) -> Ex:
            others = k.set_minus(self.c.expressions.sites(line.item, g, Scope(me)), k.one(origin))
            return k.completing(windows, windows, others)

        rows, allowed = self.c.rows, self.c.slots.allowed(leaf, f, me)
        quiet.append(rows.slot(leaf, f, me, allowed, lambda g, at, to: k.set_minus(to, ends(g, at)), "quiet"))
        closing.append(rows.slot(leaf, f, me, allowed, lambda g, at, to: k.set_and(to, ends(g, at)), "closing"))


def _left_over(stretch: int, origins: list[int]) -> int:
    """The sites of a stretch that a piece can come to without leaving it."""
    return mask_of(site for site in bits(stretch) if origins[site] < 0 or not stretch >> origins[site] & 1)
