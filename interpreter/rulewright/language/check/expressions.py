"""Expressions: from words to sites, numbers and yes/no, with their types (semantics D18 to D21)."""

from __future__ import annotations

from ...rules import expressions as rx
from ...rules.game import Kind
from ...rules.types import Type
from ..syntax import ast
from . import calls, comparisons, filters, phrases, readings
from .bounds import check_divisor, check_number, fits
from .directions import read_direction, read_way
from .memory import read_memory
from .names import read_name
from .patterns import compares_in_words, read_words
from .scope import Scope
from .symbols import BUILT_IN_NOUNS, What
from .world import World

_WHOSE = {"mine": "my", "me": "my", "enemy": "enemy"}  # "man of mine"
NOTHING_EXPECTED: frozenset[Type] = frozenset()


class Checker:
    """Checks the expressions of one place of the file."""

    def __init__(self, world: World, scope: Scope) -> None:
        self.world = world
        self.scope = scope

    def at(self, scope: Scope) -> Checker:
        """The same for another place."""
        return Checker(self.world, scope)

    def known_names(self) -> list[str]:
        """Every name that means something here."""
        return [*self.world.symbols, *BUILT_IN_NOUNS, *self.scope.locals, *self.scope.parameters]

    # ------------------------------------------------------------ what a place asks for

    def condition(self, node: ast.Expr) -> rx.Expr:
        """Yes or no; sites count as "not empty"."""
        return self.as_condition(self.value(node), node)

    def as_condition(self, found: rx.Expr, node: ast.Expr) -> rx.Expr:
        if found.type is Type.TRUTH or found.type is Type.BROKEN:
            return found
        if found.type.is_sites:
            return rx.NotEmpty(found.span, Type.TRUTH, found)
        text = node.span.text
        if isinstance(node, ast.Number):
            message = f'"{text}" alone is no question, and {self.scope.title} needs yes or no.'
            help = f'say it in full: "row {text}", or compare: "count … = {text}"'
            return self.world.reject("type-condition", message, node.span, help)
        message = f'"{text}" is {found.type.value}, but {self.scope.title} needs yes or no.'
        help = f'write "{text} > 0"' if found.type is Type.NUMBER else comparisons.example(self.world, found, text)
        return self.world.reject("type-condition", message, node.span, help)

    def sites(self, node: ast.Expr) -> rx.Expr:
        """A set of sites."""
        found = self.value(node)
        return self.as_sites(found, node)

    def as_sites(self, found: rx.Expr, node: ast.Node) -> rx.Expr:
        if found.type.is_sites:
            return found
        report = self.world.report
        text = node.span.text
        if found.type is Type.TRUTH and (negated := _negation(node)) is not None:
            message = '"not" gives yes or no, but sites are needed here.'
            report.error("type-complement", message, negated.span, f'write "anywhere not in {negated.item.span.text}"')
        elif found.type is Type.TRUTH:
            message = f'"{text}" is yes or no, but sites are needed here.'
            report.error("type-sites", message, node.span, _question_help(node, self.scope.place))
        elif found.type is Type.PLAYER:
            word = {"me": "mine"}.get(text, f"{text} piece")
            message = f'"{text}" is a player, but sites are needed here.'
            report.error("type-sites", message, node.span, f'write "{word}" for the sites with pieces of that player')
        else:
            message = f'"{text}" is {found.type.value}, but sites are needed here.'
            report.error("type-sites", message, node.span, self._sites_help(found, text))
        return self.world.broken(node.span)

    def _sites_help(self, found: rx.Expr, text: str) -> str:
        if found.type is Type.KIND and self.world.kinds:
            kind = self.world.kinds[0].name
            return f'compare it, as in "{text} = {kind}"; or speak of the piece itself: "it is {kind}"'
        if found.type is Type.STATE and self.world.states:
            known = self.world.states_of_row(found.row if isinstance(found, rx.StateOf) else None)
            state = known[0] if known else self.world.states[0].name
            return f'compare it, as in "{text} = {state}"; or speak of the piece itself: "{state} piece"'
        if text == "any":
            return 'write "anywhere" for every site, or "empty", "piece" …'
        if found.type.is_directions:
            return f'write "{text} of …" for the sites one step in that direction'
        if found.type is Type.NUMBER and isinstance(found, rx.CountOf):
            return 'leave out "count" to speak of the sites themselves'
        return "sites are written with words such as empty, mine, enemy, row 1 or the name of a region"

    def site(self, node: ast.Expr, wanted: str) -> rx.Expr:
        """At most one site; `wanted` ends the sentence: `"skipped" holds one`."""
        found = self.sites(node)
        if found.type is Type.SET:
            message = f'"{node.span.text}" can be many sites, but {wanted}.'
            help = 'use a word that names one site, such as target, origin or it, or "only(…)" round what is always one'
            if isinstance(found, rx.Pattern) and any(1 in (kind.each, kind.supply) for kind in self._kinds(found)):
                help = f'rules of this game can make a second one; if they never do, write "only({node.span.text})"'
            return self.world.reject("type-one-site", message, node.span, help)
        return found

    def _kinds(self, pattern: rx.Pattern) -> list[Kind]:
        """What a pattern names, if it names one thing."""
        one_owner = pattern.owner in (rx.Owner.MINE, rx.Owner.PLAYER, rx.Owner.ENEMY)
        kinds = [self.world.kinds[number] for number in pattern.kinds]
        return kinds if len(kinds) == 1 and (one_owner or kinds[0].supply is not None) else []

    def number(self, node: ast.Expr) -> rx.Expr:
        found = self.value(node)
        if found.type in (Type.NUMBER, Type.BROKEN):
            return found
        return self.world.reject(
            "type-number", f'"{node.span.text}" is {found.type.value}, but a number is needed here.', node.span,
            self.counted(node.span.text) if found.type.is_sites
            else "numbers are written with digits, count …, height(…), hand(…) or a variable",
        )  # fmt: skip

    def counted(self, sites: str) -> str:
        """How sites become a number; where pieces stand on one another, there are two numbers."""
        if self.world.stack > 1:
            return f'write "height({sites})" for the pieces there, "count {sites}" for the sites'
        return f'write "count {sites}" for how many there are'

    def player(self, node: ast.Expr) -> rx.Expr:
        found = self.value(node, frozenset({Type.PLAYER}))
        if found.type in (Type.PLAYER, Type.BROKEN):
            return found
        names = ", ".join(player.name for player in self.world.players)
        help_text = 'write "me"' if node.span.text == "mine" else f"players: me, enemy, {names}"
        message = f'"{node.span.text}" is {found.type.value}, but a player is needed here.'
        return self.world.reject("type-player", message, node.span, help_text)

    def owner(self, node: ast.Name) -> rx.Expr | None:
        """The player an owner word speaks of."""
        if node.text in ("my", "mine", "me"):
            return rx.Me(node.span, Type.PLAYER)
        if node.text == "enemy":
            return rx.Enemies(node.span, Type.PLAYER)
        symbol = self.world.symbols.get(node.text)
        if symbol and symbol.what is What.PLAYER:
            return rx.PlayerValue(node.span, Type.PLAYER, symbol.index)
        return None

    def player_word(self, word: ast.Word) -> rx.Expr | None:
        """A player named by a bare word (`attacked by enemy`, `enemy can move`); told if it is none."""
        found = self.owner(ast.Name(word.span, word.text))
        if found is None or word.text in ("my", "mine"):
            names = ["me", "enemy", *(player.name for player in self.world.players)]
            self.world.unknown(word.text, word.span, names, "the player ")
            return None
        return found

    # ------------------------------------------------------------ any value

    def value(self, node: ast.Expr, expected: frozenset[Type] = NOTHING_EXPECTED) -> rx.Expr:
        """Checks any expression. `expected` settles words with two uses (a kind is a value or a pattern)."""
        match node:
            case ast.Group():
                return self.value(node.item, expected)
            case ast.Name():
                return read_name(self, node, expected)
            case ast.Words():
                return read_words(self, node.items, node.span)
            case ast.Phrase():
                return phrases.read_phrase(self, node)
            case ast.Number():
                return self._literal(node)
            case ast.Register():
                return read_memory(self.world, self.scope, node)
            case ast.Turned():
                return read_direction(self, node)
            case ast.Call():
                return calls.read_call(self, node)
            case ast.Hook():
                return calls.read_hook(self, node)
            case ast.Indexed():
                return phrases.read_indexed(self, node)
            case ast.Shifted():
                return self._shifted(node)
            case ast.Either():
                return self._either(node, expected)
            case ast.Where():
                return filters.read_where(self, node)
            case ast.Or():
                return self._or(node)
            case ast.And():
                items = tuple(self.condition(item) for item in node.items)
                return rx.AllOf(node.span, Type.TRUTH, items)
            case ast.Not():
                return rx.Negation(node.span, Type.TRUTH, self.condition(node.item))
            case ast.Some():
                return rx.NotEmpty(node.span, Type.TRUTH, self.sites(node.item))
            case ast.No():
                return rx.Negation(node.span, Type.TRUTH, rx.NotEmpty(node.span, Type.TRUTH, self.sites(node.item)))
            case ast.All():
                return phrases.read_all(self, node)
            case ast.Connected():
                item = self.sites(node.item)
                return rx.ConnectedSites(node.span, Type.TRUTH, item, read_way(self, node.along))
            case ast.Can():
                return calls.read_can(self, node)
            case ast.Kept():
                return calls.read_kept(self, node)
            case ast.KeptOne():
                return calls.read_kept_one(self, node)
            case ast.Compare():
                return comparisons.read_compare(self, node)
            case ast.Sum():
                if phrases.is_range_with_dash(self, node):
                    return self.world.broken(node.span)
                items = tuple(self.number(item) for item in node.items)
                signs = (1, *(1 if sign == "+" else -1 for sign in node.signs))
                return self._bounded(rx.SumOf(node.span, Type.NUMBER, items, signs))
            case ast.Product():
                items = tuple(self.number(item) for item in node.items)
                return self._bounded(rx.ProductOf(node.span, Type.NUMBER, items))
            case ast.Quotient():
                left, right = self.number(node.left), self.number(node.right)
                self.positive(right, node.right)
                return rx.Quotient(node.span, Type.NUMBER, left, right, node.up)
            case ast.Count():
                item = self.sites(node.item)
                # `count mine more than 3` is no number that somebody forgot to compare.
                return item if compares_in_words(node.item) else rx.CountOf(node.span, Type.NUMBER, item)
            case ast.Line():
                return phrases.read_line(self, node)
            case ast.GroupOf() | ast.CountGroups() | ast.LargestGroup():
                return phrases.read_groups(self, node)
            case ast.Reached() | ast.PassedBy():
                return phrases.read_walked(self, node)
        raise AssertionError(f"no rule for {type(node).__name__}")

    def _literal(self, node: ast.Number) -> rx.Expr:
        made = rx.Number(node.span, Type.NUMBER, node.value)
        check_number(self.world, made)
        return made if fits(node.value) else self.world.broken(node.span)

    def _bounded(self, made: rx.Expr) -> rx.Expr:
        """Numbers must fit 32 bits; the check waits until all variables and defines are known."""
        action = self.scope.action or ""
        self.world.later.append(lambda: check_number(self.world, made, action))
        return made

    def positive(self, divisor: rx.Expr, node: ast.Expr) -> None:
        """A number by which something is divided; told, once all variables are known, if it can be 0 or less."""
        action = self.scope.action or ""
        self.world.later.append(lambda: check_divisor(self.world, divisor, node.span, action))

    def _shifted(self, node: ast.Shifted) -> rx.Expr:
        whose = _WHOSE.get(node.item.span.text)
        named = self.world.symbols.get(node.direction.span.text)
        if whose and named is not None and named.what is What.KIND:
            message = f'"{node.direction.span.text}" is no direction.'
            help_text = f'write "{whose} {node.direction.span.text}"'
            return self.world.reject("type-direction", message, node.direction.span, help_text)
        if named is not None and named.what is What.STATES:
            row, of = node.direction.span.text, node.item.span.text
            message = f'"{row}" is a row of states, and is asked in brackets.'
            return self.world.reject("type-direction", message, node.span, f'write "{row}({of})"')
        directions = read_direction(self, node.direction)
        item = self.sites(node.item)
        if directions.type is Type.BROKEN:
            return self.world.broken(node.span)
        if directions.type is Type.TRACK:
            message = f'"{node.direction.span.text}" is a track; "of" needs a direction.'
            help = f"write reached by (step along {node.direction.span.text} to anywhere) from …"
            return self.world.reject("type-direction", message, node.direction.span, help)
        if Type.BROKEN in (directions.type, item.type):
            return self.world.broken(node.span)
        single = directions.type is Type.DIRECTION and item.type is Type.SITE
        return rx.Stepped(node.span, Type.SITE if single else Type.SET, directions, item)

    def _or(self, node: ast.Or) -> rx.Expr:
        readings.check_or(self.world, node)
        found = [self.value(item) for item in node.items]
        if all(item.type.is_sites for item in found):
            if any(item.type is Type.BROKEN for item in found):
                return self.world.broken(node.span)
            return rx.Union(node.span, Type.SET, tuple(found))
        readings.check_either_site(self.world, node, found)
        conditions = tuple(self.as_condition(item, written) for item, written in zip(found, node.items, strict=True))
        return rx.AnyOf(node.span, Type.TRUTH, conditions)

    def _either(self, node: ast.Either, expected: frozenset[Type]) -> rx.Expr:
        condition = self.condition(node.condition)
        first = self.value(node.value, expected)
        second = self.value(node.otherwise, expected or frozenset({first.type}))
        if not expected and second.type in (Type.PLAYER, Type.KIND, Type.STATE) and first.type.is_sites:
            first = self.value(node.value, frozenset({second.type}))
        type_ = _common(first.type, second.type)
        if type_ is None:
            if first.type.is_condition and second.type.is_condition:
                return rx.Either(
                    node.span, Type.TRUTH, condition,
                    self.as_condition(first, node.value), self.as_condition(second, node.otherwise),
                )  # fmt: skip
            message = f'"{node.value.span.text}" is {first.type.value}, but after "else" stands {second.type.value}.'
            help = "both sides must be alike: sites and sites, a number and a number"
            return self.world.reject("type-mismatch", message, node.otherwise.span, help)
        return rx.Either(node.span, type_, condition, first, second)


# Where something is done to sites: there "and" nearly always means one and the other.
_EFFECT_PLACES = ("before", "do", "when_captured", "end of turn")


def _negation(node: ast.Node) -> ast.Not | None:
    """The `not` that makes yes or no out of what was meant as sites: `not enemy`, `empty or not mine`."""
    if isinstance(node, ast.Not):
        return node
    if isinstance(node, ast.Group):
        return _negation(node.item)
    if isinstance(node, ast.Or):
        return next((found for item in node.items if (found := _negation(item)) is not None), None)
    return None


def _question_help(node: ast.Node, place: str) -> str:
    while isinstance(node, ast.Group):
        node = node.item
    if isinstance(node, ast.And):
        texts = [item.span.text for item in node.items]
        either = f'write "{" or ".join(texts)}" for all of these sites'
        if place in _EFFECT_PLACES:  # "put hole at origin and passed" means both
            return f'"and" joins questions; {either}'
        return f'"and" joins questions; write "{" in ".join(texts)}" for the sites that are in both, or {either}'
    if isinstance(node, ast.Some | ast.No | ast.All):
        return f'leave out "{node.span.text.split()[0]}"'
    return "sites are written with words such as empty, mine, enemy, row 1 or the name of a region"


def _common(first: Type, second: Type) -> Type | None:
    """The type of a choice between two values; None if they do not fit."""
    if Type.BROKEN in (first, second):
        return Type.BROKEN
    if first is second:
        return first
    if first.is_sites and second.is_sites:
        return Type.SET
    if first.is_directions and second.is_directions:
        return Type.DIRECTIONS
    return None
