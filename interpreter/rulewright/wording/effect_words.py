"""Effects as orders: "turn it over", "capture the piece it passed over"."""

from __future__ import annotations

from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules.types import Type
from .nouns import article, joined, plain, plural
from .speaking import Speaking


class EffectWords(Speaking):
    def effect(self, node: fx.Effect) -> str:
        match node:
            case fx.Conditional(effect=inner):
                return f"if {self.holds(node.condition)}, {self.effect(inner)}"
            case fx.May():
                return f"you may {self.effect(node.effect)}"
            case fx.Capture():
                return f"capture {self._things(node.item)}"
            case fx.Remove():
                return f"remove {self._things(node.item)} from the game"
            case fx.Flip():
                return f"turn {self._things(node.item)} over{self._sides()}"
            case fx.SetTo():
                return self._set(node)
            case fx.Move():
                return f"move {self._things(node.item)} to {self._goal(node.goal)}"
            case fx.Put() if node.amount is not None:
                return f"put {self._so_many(node.amount, node.piece)} on {self.sites(node.item).all()}"
            case fx.Put() if node.piece.kind is not None and self._is_only(node.piece.kind):
                name = plain(self.rules.kinds[node.piece.kind].name)
                return f"put the {name} on {self.sites(node.item).all()}, wherever it was"
            case fx.Put():
                return f"put {self.piece(node.piece)} on {self.sites(node.item).all()}"
            case fx.Branch():
                told = f"if {self.holds(node.condition)}: {self._row(node.effects)}"
                return f"{told}; otherwise: {self._row(node.otherwise)}" if node.otherwise else told
            case fx.Named():
                before, self.arguments = self.arguments, node.args
                try:
                    return self._row(node.effects)
                finally:
                    self.arguments = before
            case fx.TakeSome():
                many = f"{self.number(node.amount)} pieces from {self.sites(node.item).all()}"
                return (
                    f"remove {many} from the game" if node.goal is None else f"move {many} to {self._goal(node.goal)}"
                )
            case fx.ShiftToward():
                return f"shift {self.sites(node.item).all()} one step {self.directions(node.direction)}"
            case fx.ShiftAlong():
                against = "against" if node.against else "along"
                return (
                    f"move {self._things(node.item)} {self.number(node.steps)} steps {against} {self.value(node.track)}"
                )
            case fx.Sow():
                skipped = f", leaving out {self.sites(node.skipping).all()}" if node.skipping is not None else ""
                against = "against" if node.against else "along"
                first = f"at {self.sites(node.start).all()}" if node.start is not None else "with the next space"
                each = f"; after each of them, {self._row(node.each)}" if node.each else ""
                return (
                    f"take all pieces from {self.sites(node.item).all()} and drop them one by one "
                    f"{against} {self.value(node.track)}, beginning {first}{skipped}{each}"
                )
            case fx.Assign():
                return self._assign(node)
            case fx.NextPlayer():
                who = self.player(node.player)
                return f"{who} {'have' if who == 'you' else 'has'} the next turn"
            case fx.EndTurn():
                return "the turn ends here"
            case fx.SwapSides():
                return "the players change sides"
            case fx.SetUpAgain():
                return "everything is set up again as at the beginning"
        return f"do {self.written(node)}"

    def _row(self, nodes: tuple[fx.Effect, ...]) -> str:
        return "; then ".join(self.effects(nodes))

    def _so_many(self, amount: rx.Expr, piece: fx.PieceSpec) -> str:
        """ "7 of your seeds", "7 seeds"."""
        kind = plain(self.rules.kinds[piece.kind].name) if piece.kind is not None else "piece"
        states = [plain(self.rules.states[state].name) for state in piece.states]
        whose = "of your " if isinstance(piece.owner, rx.Me) else ""
        return f"{self.number(amount)} {whose}{plural(' '.join([*states, kind]))}"

    def effects(self, nodes: tuple[fx.Effect, ...]) -> list[str]:
        return [self.effect(node) for node in nodes]

    def _sides(self) -> str:
        """What turning over makes of a piece, where it is the same for all that can be turned."""
        rows = {kind.axes[0].values for kind in self.rules.kinds if len(kind.axes) == 1 and not kind.axes[0].directions}
        if len(rows) != 1:
            return ""
        values = [plain(value) for value in rows.pop()]
        back = "or back" if len(values) == 2 else f"and from {values[-1]} to {values[0]} again"
        return f" (from {' to '.join(values)}, {back})"

    def _is_only(self, kind: int) -> bool:
        """Whether there is one such piece, which then goes from where it stands (D53)."""
        return self.rules.kinds[kind].supply == 1 and self.rules.kinds[kind].neutral

    def _things(self, node: rx.Expr) -> str:
        """What an effect is done to; a place stands for the piece on it."""
        noun = self.sites(node)
        if isinstance(node, rx.Local) or (noun.fixed.startswith("the chosen ") and "space" not in noun.fixed):
            return noun.all()
        if noun.fixed.startswith("the chosen space") or noun.fixed.startswith("that space"):
            return noun.all().replace("the chosen space", "the chosen piece").replace("that space", "the piece there")
        if noun.is_piece or noun.fixed == "it" or "piece" in noun.fixed or noun.several:
            return noun.all() if noun.fixed or noun.several else f"all {noun.all()}"
        return f"what stands on {noun.all()}"

    def _set(self, node: fx.SetTo) -> str:
        things = self._things(node.item)
        values = [self._new_value(value) for value in node.values]
        chosen = " (you choose)" if len(values) > 1 else ""
        return f"make {things} {joined(values, 'or')}{chosen}"

    def _new_value(self, node: fx.NewValue) -> str:
        if node.owner is rx.Owner.PLAYER and node.player is not None:
            return f"{self.name(node.player)}'s"
        if node.owner is not None:
            enemy = f"{self.opponent}'s"
            return {rx.Owner.MINE: "yours", rx.Owner.ENEMY: enemy, rx.Owner.NEUTRAL: "neutral"}[node.owner]
        if node.kind is not None:
            return article(plain(self.rules.kinds[node.kind].name))
        if node.state is not None:
            return plain(self.rules.states[node.state].name)
        if node.direction is not None:
            return f"turned toward “{self.rules.board.directions[node.direction].name}”"
        return f"what was chosen (“{plain(node.local.span.text)}”)" if node.local is not None else self.written(node)

    def _goal(self, node: rx.Expr | fx.TrayGoal) -> str:
        if not isinstance(node, fx.TrayGoal):
            return self.sites(node).all()
        if node.owner is None:
            return "the supply"
        tray = {"hand": "hand", "taken": "captured pieces"}.get(node.tray, node.tray)
        return f"{self.whose(node.owner)} {tray}"

    def _assign(self, node: fx.Assign) -> str:
        spec = self.rules.variables[node.variable]
        made = rx.Variable(node.span, spec.type, node.variable, node.index)
        target = self.value(made).removeprefix("the space noted as ")
        value = node.value
        step = _step(node)
        if step is not None:
            amount, up = step
            return f"{target} {'grows' if up else 'shrinks'} by {self.number(amount)}"
        if spec.type is Type.SITE:
            return f"note {self.sites(value).all()} as {target}"
        if spec.type is Type.TRUTH:
            if isinstance(value, rx.Truth):
                return f"{target} becomes {'yes' if value.value else 'no'}"
            return f"{target} becomes yes if {self.holds(value)}, and no otherwise"
        return f"{target} becomes {self.value(value)}"

    def piece(self, node: fx.PieceSpec) -> str:
        if node.kind is None:
            return "any piece"
        kind = self.rules.kinds[node.kind]
        states = [plain(self.rules.states[state].name) for state in node.states]
        name = " ".join([*states, plain(kind.name)])
        if isinstance(node.owner, rx.Me):
            return f"one of your {plural(name)}"
        if node.owner is None:
            return article(name)
        who = self.player(node.owner)
        return f"{who}'s {name}" if who != self.opponent else f"an enemy {name}"


def _step(node: fx.Assign) -> tuple[rx.Expr, bool] | None:
    """What a variable is counted on by, and whether up."""
    value = node.value
    if not isinstance(value, rx.SumOf) or len(value.items) != 2 or value.signs[0] != 1:
        return None
    old, by = value.items
    if not isinstance(old, rx.Variable) or old.variable != node.variable:
        return None
    return by, value.signs[1] > 0
