"""Turns, actions and results in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ..analysis.paths import landings
from ..analysis.pieces import Pieces
from ..analysis.trays import TrayFacts
from ..rules import effects as fx
from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules import turns as rt
from ..rules.game import Action, Choice, Outcome, ResultRule
from ..rules.types import Type
from .condition_words import ConditionWords
from .effect_words import EffectWords
from .nouns import joined, plain, sentence
from .path_words import PathWords, often
from .site_words import SiteWords
from .value_words import ValueWords

_TRAYS = {"hand": "your hand", "supply": "the supply", "taken": "the pieces you have taken"}


class Voice(PathWords, SiteWords, EffectWords, ConditionWords, ValueWords):
    """All that can be said of a game."""

    @cached_property
    def trays(self) -> TrayFacts:
        return TrayFacts(Pieces(self.rules))

    # ------------------------------------------------------------ turns

    def turn(self, node: rt.Turn) -> str:
        """What is done in a turn, as an order: "hop, shunt or take"."""
        match node:
            case rt.Do():
                return f"“{plain(self.rules.actions[node.action].name)}”"
            case rt.OneOf():
                return joined([self.turn(item) for item in node.items], "or")
            case rt.FirstOf():
                first, *rest = (self.turn(item) for item in node.items)
                return f"{first} if that is possible, " + ", ".join(f"otherwise {item}" for item in rest)
            case rt.InOrder():
                return ", then ".join(self._step(item) for item in node.items)
            case rt.Optional():
                return f"{self.turn(node.item)} if you like"
            case rt.Chance():
                return f"chance decides: {self.turn(node.item)}"
            case rt.Together():
                chosen = joined([self.turn(item) for item in node.actions], "or")
                return f"all players choose in secret: {chosen}; then all of it is carried out, in turn order"
            case rt.Guarded():
                return f"{self.turn(node.item)} (only if {self.holds(node.condition)})"
            case rt.Repeat():
                return f"{often(node.low, node.high)}: {self._step(node.item)}"
            case rt.RepeatWhile():
                limit = "" if node.high is None else f", {often(node.low, node.high)} at the most"
                return f"{self._step(node.item)}, again and again as long as {self.holds(node.condition)}{limit}"
        return self.written(node)

    def _step(self, node: rt.Turn) -> str:
        said = self.turn(node)
        return f"({said})" if isinstance(node, rt.OneOf | rt.FirstOf | rt.InOrder) else said

    # ------------------------------------------------------------ actions

    def about(self, action: Action) -> list[str]:
        """An action in sentences."""
        self.action = action
        try:
            return [sentence(text) for text in self._action(action) if text]
        finally:
            self.action = None

    def _action(self, action: Action) -> Iterator[str]:
        yield from (self._choice(choice) for choice in action.choices)
        yield self._verb(action)
        for let in action.lets:
            yield f"call {self._let(let.value)} the “{plain(let.name)}”"
        if action.condition is not None:
            yield f"this is allowed only if {self.holds(action.condition)}"
        if action.if_lifted is not None:
            yield f"while it is in the air this must be true: {self.holds(action.if_lifted)}"
        for number, effect in enumerate(action.before):
            said = self.effect(effect)
            yield f"before it moves, {said}" if not number else f"and {said}"
        for effect in action.effects:
            said = self.effect(effect)
            yield f"afterwards, {said}" if action.verb is not None else said
        if self._takes(action):
            yield "a piece of another owner on the space where it lands is captured"
        if self._pushes_off(action):
            yield "an enemy piece that is pushed off the board is captured"
        if action.must is not None:
            yield f"it is allowed only if afterwards {self.holds(action.must)}"
        if action.again == "may":
            yield "the same piece may go on in the same way in this turn, as often as it can"
        elif action.again is not None:
            yield "as long as the same piece can go on in the same way, it must"

    def _let(self, node: rx.Expr) -> str:
        if node.type.is_sites:
            return self.sites(node).all()
        return f"the answer to whether {self.holds(node)}" if node.type is Type.TRUTH else self.value(node)

    def _choice(self, choice: Choice) -> str:
        values = [self.value(value) for value in choice.values]
        if choice.type.is_directions:
            return f"choose a direction (“{plain(choice.name)}”)"
        if len(values) > 8:
            return f"choose “{plain(choice.name)}”: from {values[0]} to {values[-1]}"
        return f"choose “{plain(choice.name)}”: {joined(values, 'or')}"

    def _verb(self, action: Action) -> str:
        match action.verb:
            case "move":
                return f"move {self._lifted(action)}{self._where(action)}"
            case "place" if action.piece is not None:
                trays = joined([_TRAYS.get(tray, tray) for tray in action.trays], "or")
                goal = f" on {self.sites(action.to).a()}" if action.to is not None else ""
                entry = f" starting from {self.sites(action.start).a()}," if action.start is not None else ""
                path = f",{entry} going {self.path(action.path)}" if action.path is not None else ""
                source = f" from {trays}" if trays else self._usual_tray(action)
                return f"put {self.piece(action.piece)}{source}{goal}{path}"
            case "pick" if action.subject is not None:
                way = f", and from there a line {self.path(action.path)}" if action.path is not None else ""
                return f"choose {self.sites(action.subject).a()}{way}{self._goal_of(action)}"
        return "" if action.effects else "do nothing"

    def _usual_tray(self, action: Action) -> str:
        trays = [tray for kind in self.trays.kinds(action) for tray in self.trays.default_trays(kind)]
        return f" from {joined([_TRAYS[tray] for tray in dict.fromkeys(trays)], 'or')}" if trays else ""

    def _lifted(self, action: Action) -> str:
        assert action.subject is not None
        noun = self.sites(action.subject).a()
        take = action.take
        if self.rules.stack == 1 or action.layer != 0:
            return noun
        if take.everything:
            return f"the whole stack of {noun}"
        if take.amount is not None:
            return f"as many pieces as {self.number(take.amount)} from the top of {noun}"
        if (take.low, take.high) == (1, 1):
            return noun
        return f"{take.low} to {take.high} pieces from the top of {noun}"

    def _where(self, action: Action) -> str:
        if action.path is None:
            return self._goal_of(action)
        if _only_its(action.path):
            return ": each kind of piece has its own way to move (see above)" + self._goal_of(action)
        return f" {self.path(action.path)}{self._goal_of(action)}"

    def _goal_of(self, action: Action) -> str:
        return f" to {self.sites(action.to).a()}" if action.to is not None else ""

    def _pushes_off(self, action: Action) -> bool:
        if action.path is None or not any(isinstance(effect, fx.ShiftToward) for effect in action.effects):
            return False
        return any(isinstance(node, rp.Landing) and node.off for node in rx.walk(action.path))

    def _takes(self, action: Action) -> bool:
        """Whether a mover may land on a piece that is not its own, which captures it."""
        if action.verb != "move" or self.rules.stack > 1:
            return False
        goals = [landing.item for landing in landings(self.rules, action.path)] if action.path is not None else []
        return any(goal is not None and _names_others(goal) for goal in (*goals, action.to))

    # ------------------------------------------------------------ results

    def result(self, rule: ResultRule, subject: str = "you") -> str:
        said = self.outcome(rule.outcome, subject)
        if rule.condition is not None:
            said = f"{said} if {self.holds(rule.condition)}"
        if rule.otherwise is not None:
            said = f"{said}; otherwise {self.outcome(rule.otherwise, subject)}"
        return said

    def outcome(self, node: Outcome, subject: str = "you") -> str:
        s = "" if subject == "you" else "s"
        match node.what:
            case "win":
                return f"{subject} win{s}"
            case "lose":
                return f"{subject} lose{s}"
            case "draw":
                return "the game is a draw"
            case "pass":
                return f"{subject} must pass" if subject == "you" else f"{subject} passes"
            case "score":
                return "the highest score wins"
        return f"{self.name(node.player)} wins" if node.player is not None else node.what


def _only_its(path: rp.Path) -> bool:
    legs = path.routes[0].legs
    return len(path.routes) == len(legs) == 1 and isinstance(legs[0].travel, rp.ItsPath) and legs[0].condition is None


def _names_others(node: rx.Expr) -> bool:
    """Whether a set plainly holds pieces of others."""
    match node:
        case rx.Pattern():
            return node.layer == 0 and node.owner not in (rx.Owner.MINE,)
        case rx.Union():
            return any(map(_names_others, node.items))
        case rx.Intersection():
            return any(map(_names_others, node.items)) and not any(isinstance(i, rx.EmptySites) for i in node.items)
        case rx.Difference():
            return _names_others(node.left)
    return False
