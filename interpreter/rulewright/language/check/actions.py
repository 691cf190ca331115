"""`actions:`: what may be done, and what happens (semantics section 8)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules import expressions as rx
from ...rules.effects import PieceSpec
from ...rules.game import Action, Choice, Let, Take
from ...rules.paths import Path
from ...rules.types import Type
from ...source.source import Span
from ..document.nodes import Mapping, Scalar
from ..syntax import ast
from ..syntax.vocabulary import VERB_NAMES
from . import nodes
from .blocks import read_effects
from .choices import read_choices
from .effects import EffectPlace, read_piece
from .expressions import Checker
from .landings import check_landings
from .layers import head_layer
from .notation import read_say
from .order import TurnOrder
from .paths import bound_names, most_passed, read_path
from .scope import ACTION_FIELDS, WORD_TYPES, Scope, scope_at
from .symbols import RESERVED
from .world import World

VERBS = ("move", "place", "pick")


@dataclass(slots=True)
class ActionDraft:
    """An action while it is read: its names are known first, its types when somebody asks."""

    world: World
    name: str
    index: int
    key: Scalar
    body: Mapping
    verb: str | None
    memories: frozenset[str]
    chance: bool
    together: bool
    choices: tuple[Choice, ...] = ()
    as_names: dict[str, Type] = field(default_factory=dict)
    lets: dict[str, Let] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)  # of its numbers: see bounds
    _let_nodes: dict[str, Scalar] = field(default_factory=dict)
    _refused: set[str] = field(default_factory=set)  # names of lets that mean something else already
    _working: set[str] = field(default_factory=set)
    _path: Path | None = None
    _path_read: bool = False
    _passed: Type | None = None

    def prepare(self) -> None:
        """Reads the names the action binds."""
        self.choices = read_choices(self.world, self.name, self.body.get("with"))
        parsed = self.world.parse_path(self.body.get("path"))
        taken = [choice.name for choice in self.choices]
        if parsed is not None:
            self.as_names = {
                name: Type.BROKEN if name in taken else type_ for name, (type_, _) in bound_names(parsed).items()
            }
        taken += self.as_names
        for key, value in nodes.mapping(self.body.get("let")):
            if not isinstance(value, Scalar):
                continue
            if key.text in taken:
                self._refused.add(key.text)
                message = f'"{key.text}" already means something in this action; choose another name for the let.'
                self.world.report.error("shadow", message, key.span, f'for example "the_{key.text}"')
            elif self.world.check_local(key.text, key.span, "let"):
                self._let_nodes[key.text] = value
            else:
                self._refused.add(key.text)

    # ------------------------------------------------------------ what others may ask

    def own_names(self) -> tuple[str, ...]:
        return (*(choice.name for choice in self.choices), *self.as_names, *self._let_nodes)

    def field_type(self, name: str) -> Type | None:
        """The type of `ACTION.name`; None if there is no such field."""
        if name in ACTION_FIELDS:
            if name == "passed":
                return Type.SET if self.body.get("again") else self.passed_type()
            return WORD_TYPES[name]
        for choice in self.choices:
            if choice.name == name:
                return choice.type
        if name in self.as_names:
            return self.as_names[name]
        if name in self._let_nodes:
            return self.let(name).value.type
        return None

    def passed_type(self) -> Type:
        """One site if every walk passes at most one."""
        if self._passed is None:
            path = self.world.parse_path(self.body.get("path"))
            most = most_passed(self.world, path) if path is not None else 0
            self._passed = Type.SITE if most <= 1 else Type.SET
        return self._passed

    def let(self, name: str) -> Let:
        """A `let`, read when somebody asks for it; each sees those before it."""
        if name not in self.lets:
            node = self._let_nodes[name]
            if name in self._working:
                message = f'"{name}" is made from itself, so nobody can tell what it is.'
                help = "name something else in it, or keep the old value in a variable under vars:"
                self.world.report.error("loop-let", message, node.span, help)
                return Let(node.span, name, self.world.broken(node.span))
            self._working.add(name)
            earlier = list(self._let_nodes)[: list(self._let_nodes).index(name)]
            scope = self.scope("let", f'let "{name}" of "{self.name}"', earlier)
            parsed = self.world.parse_expr(node)
            value = Checker(self.world, scope).value(parsed) if parsed else self.world.broken(node.span)
            self.lets[name] = Let(node.span, name, value)
        return self.lets[name]

    def all_lets(self) -> list[Let]:
        """In the order written: each sees those before it."""
        return [self.let(name) for name in self._let_nodes]

    def path(self) -> Path | None:
        if not self._path_read:
            self._path_read = True
            parsed = self.world.parse_path(self.body.get("path"))
            if parsed is not None:
                scope = self.scope("path", f'the path of "{self.name}"', (), with_as=False)
                if self.verb == "place" and self.body.get("from") is None:
                    scope = scope.without_words("origin", "leaving")
                self._path = read_path(Checker(self.world, scope), parsed)
        return self._path

    # ------------------------------------------------------------ scopes

    def scope(
        self, place: str, title: str, lets: list[str] | tuple[str, ...] | None = None, with_as: bool = True
    ) -> Scope:
        """What exists at a place of this action; `lets` None: all of them."""
        locals_ = {choice.name: choice.type for choice in self.choices}
        if place in ("let", "if", "before", "do", "must") and with_as:
            locals_ |= self.as_names
            for name in self._let_nodes if lets is None else lets:
                locals_[name] = self.let(name).value.type
            locals_ |= dict.fromkeys(self._refused, Type.BROKEN)
        passed = self.passed_type() if place in ("let", "if", "before", "do", "must") else Type.SET
        scope = scope_at(place, title, locals=locals_, memories=self.memories, action=self.name, passed=passed)
        if self.verb is None:
            return scope.without_words("origin", "kind", "load", "dir", "target", "passed", "it")
        if self.verb != "move":
            scope = scope.without_words("load")
        if self.verb == "place":
            start = self.body.get("from") is not None
            scope = scope if start else scope.without_words("origin", "passed", "dir")
        if self.body.get("path") is None:
            scope = scope.without_words("dir", "passed")
        return scope


def draft_actions(world: World, order: TurnOrder) -> None:
    for key, body in nodes.mapping(world.root.get("actions")):
        if key.text in RESERVED - VERB_NAMES:
            message = f'"{key.text}" is a word of the language and cannot be the name of an action.'
            world.report.error("name-reserved", message, key.span, f'choose another name, for example "do_{key.text}"')
        inner = body if isinstance(body, Mapping) else Mapping(body.span, ())
        verb = next((verb for verb in VERBS if inner.get(verb) is not None), None)
        memories = set(order.before.get(key.text, ()))
        if inner.get("again") is not None:
            memories.add(key.text)
        world.actions[key.text] = ActionDraft(
            world, key.text, len(world.actions), key, inner, verb, frozenset(memories), key.text in order.chance,
            key.text in order.together,
        )  # fmt: skip
    for draft in world.actions.values():
        draft.prepare()


def read_action(world: World, draft: ActionDraft) -> Action:
    body, name = draft.body, draft.name
    _check_start(world, draft)

    def condition(key: str, place: str) -> rx.Expr | None:
        parsed = world.parse_expr(body.get(key))
        if parsed is None:
            return None
        return Checker(world, draft.scope(place, f'"{key}" of "{name}"')).condition(parsed)

    subject, layer = _subject(world, draft)
    piece = _piece(world, draft)
    if piece is not None and piece.kind is not None:
        layer = world.kinds[piece.kind].layer
    start = None
    if body.get("from") is not None and (parsed := world.parse_expr(body.get("from"))) is not None:
        start = Checker(world, draft.scope("subject", f'"from" of "{name}"')).sites(parsed)
    to = None
    if (parsed := world.parse_expr(body.get("to"))) is not None:
        to = Checker(world, draft.scope("to", f'"to" of "{name}"')).sites(parsed)
    path = draft.path()
    lets = tuple(draft.let(let) for let in draft._let_nodes)
    choosing = not (draft.chance or draft.together)
    before = read_effects(
        Checker(world, draft.scope("before", f'"before" of "{name}"')), body.get("before"),
        EffectPlace(layer, False),
    )  # fmt: skip
    effects = read_effects(
        Checker(world, draft.scope("do", _title_of_effects(draft))),
        body.get("do"), EffectPlace(layer, choosing),
    )  # fmt: skip
    action = Action(
        draft.key.span,
        name,
        draft.verb,
        layer,
        draft.choices,
        subject,
        piece,
        tuple(item.text for item in nodes.texts(body.get("tray"))),
        _take(world, draft),
        start,
        path,
        to,
        lets,
        condition("if", "if"),
        condition("if_lifted", "if_lifted"),
        before,
        effects,
        condition("must", "must"),
        nodes.text(body.get("again")),
        read_say(world, draft, nodes.scalar(body.get("say"))),
    )
    check_landings(world, action)
    return action


def _title_of_effects(draft: ActionDraft) -> str:
    if draft.chance:
        return f'the chance action "{draft.name}"'
    return f'the effects of "{draft.name}", which all do together' if draft.together else f'"do" of "{draft.name}"'


def _subject(world: World, draft: ActionDraft) -> tuple[rx.Expr | None, int]:
    """The set of a move or pick, and the layer it speaks of."""
    node = draft.body.get(draft.verb or "")
    override = nodes.scalar(draft.body.get("layer"))
    layer = 0
    if override is not None:
        if override.text in world.layers:
            layer = world.layers.index(override.text)
        else:
            world.unknown(override.text, override.span, world.layers, "the layer ")
    if draft.verb not in ("move", "pick") or node is None:
        return None, layer
    parsed = world.parse_expr(node)
    if parsed is None:
        return None, layer
    title = f'"{draft.verb}" of "{draft.name}"'
    found = Checker(world, draft.scope("subject", title)).sites(parsed)
    if override is None and found.type is not Type.BROKEN:
        layer = head_layer(world, found, 0)
    return found, layer


def _piece(world: World, draft: ActionDraft) -> PieceSpec | None:
    if draft.verb != "place":
        return None
    parsed = world.parse(draft.body.get("place"), "piece")
    if not isinstance(parsed, ast.Piece):
        return None
    return read_piece(Checker(world, draft.scope("subject", f'"place" of "{draft.name}"')), parsed)


def _take(world: World, draft: ActionDraft) -> Take:
    node = nodes.scalar(draft.body.get("take"))
    span: Span = node.span if node else draft.key.span
    if node is None:
        return Take(span, 1, 1, False, None)
    if world.stack == 1:
        key = draft.body.entry("take")
        message = '"take" lifts a part of a stack, but this game has no stacks.'
        help = 'remove "take", or add for example  stack: 5  to the game'
        world.report.error("action-take", message, key.key.span if key else span, help)
        return Take(span, 1, 1, False, None)
    if node.text == "all":
        return Take(span, 1, world.stack, True, None)
    number = nodes.number_of(node.text)
    found = nodes.range_of(node.text) if number is None else (number, number)
    if found is not None:
        low, high = found
        if not 1 <= low <= high <= world.stack:
            message = f'"take: {node.text}" does not fit stacks of at most {world.stack}.'
            help = f"write a range from 1 to {world.stack}, the smaller number first"
            world.report.error("action-take", message, span, help)
        return Take(span, low, high, False, None)
    parsed = world.parse_expr(node)
    amount = None
    if parsed is not None:
        amount = Checker(world, draft.scope("take", f'"take" of "{draft.name}"')).number(parsed)
    return Take(span, 1, world.stack, False, amount)


def _check_start(world: World, draft: ActionDraft) -> None:
    """A path of a placed piece needs a start; the other rules about keys (semantics D43) are in the schema."""
    path = draft.body.entry("path")
    if draft.verb == "place" and path is not None and draft.body.get("from") is None:
        message = f'"{draft.name}" places a piece along a path, but does not say where the path begins.'
        help = 'add for example  from: mine  (the sites it begins at), or write "to" instead of "path"'
        world.report.error("action-way", message, path.key.span, help)
