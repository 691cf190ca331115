"""Why a condition does not hold, and why a site is not in a set, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...board import bits
from ...rules import expressions as rx
from ...rules.types import Type
from ..engine import Engine
from ..view import View
from .phrasing import Words

_MANY_PARTS = 3


@dataclass(frozen=True, slots=True)
class Because:
    """`test` is the part that fails, `why` says why (None: there is nothing more to say)."""

    test: rx.Expr
    why: str | None
    sites: int = 0

    def sentence(self, words: Words) -> str:
        quoted = words.quoted(self.test)
        return f"{quoted} fails because {self.why}" if self.why else f"{quoted} does not hold"


class Conditions:
    """Looks for the part of a test that makes it fail. Asks the evaluator; decides nothing itself."""

    def __init__(self, engine: Engine, words: Words) -> None:
        self.engine = engine
        self.words = words

    def _value(self, node: rx.Expr, view: View) -> int:
        found: int = self.engine.evaluator.value(node, view)
        return found

    def _holds(self, node: rx.Expr, view: View) -> bool:
        return self.engine.evaluator.holds(node, view)

    # ------------------------------------------------------------ conditions

    def failing(self, node: rx.Expr, view: View) -> Because:
        """The first conjunct of a condition that fails, and why."""
        if isinstance(node, rx.AllOf):
            for item in node.items:
                if not self._holds(item, view):
                    return self.failing(item, view)
        why, sites = self._why_not(node, view)
        return Because(node, why, sites)

    def _why_not(self, node: rx.Expr, view: View) -> tuple[str | None, int]:
        if node.type.is_sites:
            return self._why_nothing(node, view)
        match node:
            case rx.AllOf():
                because = self.failing(node, view)
                return because.why or f"{self.words.quoted(because.test)} does not hold", because.sites
            case rx.AnyOf():
                return self._none_of(node.items, view)
            case rx.NotEmpty():
                return self._why_nothing(node.item, view)
            case rx.Negation():
                return self._why_something(node.item, view)
            case rx.Every():
                outside = self._value(node.item, view) & ~self._value(node.passing, view)
                first = next(bits(outside), None)
                return (None, 0) if first is None else (self.outside(node.passing, first, view), outside)
            case rx.ConnectedSites():
                return f"{self.words.named(node.item)} would not hang together", self._value(node.item, view)
            case rx.Comparison():
                return self._compared(node, view)
            case rx.Within():
                return f"{self.words.named(node.item)} is {self._value(node.item, view)}", 0
            case rx.DefineCall():
                return self._why_not(self.engine.rules.defines[node.define].body, self.inside(node, view))
            case rx.HookCall():
                reference = self.engine.rules.hooks[node.hook].same_as
                if reference is not None and not self._holds(reference, view):
                    return self._why_not(reference, view)
            case rx.Either():
                return self._why_not(self.chosen(node, view), view)
            case rx.Kept():
                name = self.engine.rules.players[self._value(node.player, view)].name
                return f"{name} did not keep to {self.words.quoted(node.condition)}", 0
            case rx.KeptOne():
                name = self.engine.rules.players[self._value(node.player, view)].name
                return (
                    f"no one piece was always in {self.words.quoted(node.followed.sites)} after the turns of {name}",
                    0,
                )
            case rx.CanDo():
                name = self.engine.rules.players[self._value(node.player, view)].name
                return f"{name} {'would have' if node.could else 'has'} no such move", 0
        return None, 0

    def _none_of(self, items: tuple[rx.Expr, ...], view: View) -> tuple[str | None, int]:
        if len(items) > _MANY_PARTS:
            return None, 0
        texts, sites = [], 0
        for item in items:
            why, concerned = self._why_not(item, view)
            texts.append(why or f"{self.words.quoted(item)} does not hold")
            sites |= concerned
        return " and ".join(dict.fromkeys(texts)), sites

    def _why_nothing(self, node: rx.Expr, view: View) -> tuple[str | None, int]:
        """Why a set that should hold something is empty; of one site it can be said exactly."""
        if isinstance(node, rx.DefineCall):
            body = self.engine.rules.defines[node.define].body
            why, sites = self._why_nothing(body, self.inside(node, view))
            return (why, sites) if sites else (f"no site is {self.words.named(node)}", 0)
        head = node
        while isinstance(head, rx.Intersection | rx.Difference | rx.Filtered):
            head = head.items[0] if isinstance(head, rx.Intersection) else _first(head)
        if head.type is Type.SITE and head is not node:
            site = next(bits(self._value(head, view)), None)
            if site is not None:
                return self.outside(node, site, view), 1 << site
        if isinstance(node, rx.PartWord | rx.Local | rx.Memory):
            return f"there is no {self.words.text(node)}", 0
        return f"no site is {self.words.named(node)}", 0

    def _why_something(self, node: rx.Expr, view: View) -> tuple[str | None, int]:
        """Why something that should not hold does."""
        item = node.item if isinstance(node, rx.NotEmpty) else node
        if item.type.is_sites:
            found = self._value(item, view)
            verb = "is" if found.bit_count() == 1 else "are"
            return f"{self.words.sites(found)} {verb} {self.words.named(item)}", found
        return f"{self.words.named(item)} holds", 0

    def _compared(self, node: rx.Comparison, view: View) -> tuple[str | None, int]:
        texts = []
        for side in (node.left, node.right):
            if not isinstance(side, rx.Number | rx.KindValue | rx.PlayerValue | rx.StateValue | rx.FixedDirections):
                texts.append(f"{self.words.named(side)} is {self._shown(side, view)}")
        return (" and ".join(texts) or None), 0

    def _shown(self, node: rx.Expr, view: View) -> str:
        value: Any = self.engine.evaluator.value(node, view)
        rules = self.engine.rules
        if node.type.is_sites:
            return self.words.sites(value) if value else "no site"
        if node.type.is_directions:
            return " ".join(rules.board.directions[number].name for number in value) or "no direction"
        if node.type is Type.KIND:
            return str(rules.kinds[value].name) if value >= 0 else "no kind"
        if node.type is Type.PLAYER:
            return str(rules.players[value].name)
        if node.type is Type.STATE:
            return str(rules.states[value].name)
        if node.type is Type.TRUTH:
            return "yes" if value else "no"
        return str(value)

    # ------------------------------------------------------------ sites

    def outside(self, node: rx.Expr, site: int, view: View) -> str:
        """Why a site is not in a set: the member of the phrase that leaves it out."""
        name = self.words.site(site)
        match node:
            case rx.Intersection():
                for item in node.items:
                    if not self._value(item, view) >> site & 1:
                        return self.outside(item, site, view)
            case rx.Difference():
                if not self._value(node.left, view) >> site & 1:
                    return self.outside(node.left, site, view)
                return self._inside_of(node.right, site)
            case rx.Filtered():
                if not self._value(node.item, view) >> site & 1:
                    return self.outside(node.item, site, view)
                because = self.failing(node.condition, view.asking(site))
                return f"for {name}, {because.why or f'{self.words.quoted(because.test)} does not hold'}"
            case rx.Either():
                return self.outside(self.chosen(node, view), site, view)
            case rx.Union():
                reasons = {self.outside(item, site, view) for item in node.items}
                if len(reasons) == 1:
                    return reasons.pop()
            case rx.DefineCall():
                return self.outside(self.engine.rules.defines[node.define].body, site, self.inside(node, view))
            case rx.EmptySites():
                return self.words.standing(view.position, site)
            case rx.Pattern():
                return self.words.standing(view.position, site, node.layer)
            case rx.Neighbours():
                return f"{name} is not {self.words.text(node).removeprefix('not ')}"
            case rx.Attacked():
                return f"{name} is not attacked"
        return f"{name} is not in {self.words.named(node)}"

    def _inside_of(self, node: rx.Expr, site: int) -> str:
        name, text = self.words.site(site), self.words.text(node).removeprefix("not ")
        if isinstance(node, rx.Neighbours | rx.Attacked):
            return f"{name} is {text}"
        return f"{name} is in {self.words.named(node)}"

    def chosen(self, node: rx.Expr, view: View) -> rx.Expr:
        """What an "a if c else b" comes to here."""
        while isinstance(node, rx.Either):
            node = node.value if self._holds(node.condition, view) else node.otherwise
        return node

    def inside(self, node: rx.DefineCall, view: View) -> View:
        """The view of the body of a define."""
        inner = view.copy()
        inner.parameters = tuple(self.engine.evaluator.value(arg, view) for arg in node.args)
        inner.names = {}
        return inner


def _first(node: rx.Difference | rx.Filtered) -> rx.Expr:
    return node.left if isinstance(node, rx.Difference) else node.item
