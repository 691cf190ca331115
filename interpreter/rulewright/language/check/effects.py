"""Single effects (semantics section 9). Those that hold others, and blocks of them: `blocks.py`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...analysis.sets import always_occupied
from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import Note
from ...source.source import Span
from ..syntax import ast
from .assignments import read_assignment
from .calls import hook_call
from .directions import read_direction
from .expressions import Checker
from .layers import head_layer
from .patterns import states_help
from .symbols import BUILT_IN_NOUNS, What
from .world import World

_OWNERS = {"mine": rx.Owner.MINE, "enemy": rx.Owner.ENEMY, "neutral": rx.Owner.NEUTRAL}
_TRAYS = ("hand", "taken", "supply")
_NUMBER_WORDS = ("load", "captures", "parts", "ply", "round", "passes")


@dataclass(frozen=True, slots=True)
class EffectPlace:
    """Where effects stand: the layer of the action, whether somebody chooses there, what is not allowed.

    In the body of a define: of the place where it is used, which `user` names, with the text that uses it.
    """

    layer: int
    may_choose: bool
    when_captured: bool = False
    user: tuple[str, Span] | None = None


def read_effect(checker: Checker, node: ast.Effect, place: EffectPlace) -> re_.Effect | None:
    world = checker.world
    if place.when_captured and isinstance(node, ast.Capture | ast.ShiftToward | ast.ShiftAlong):
        word = node.span.text.split()[0]
        message = f'"{word}" inside when_captured would start the same again.'
        world.report.error("loop-captured", message, node.span, "use remove, set or move")
        return None
    match node:
        case ast.Capture():
            item = checker.sites(node.item)
            return re_.Capture(node.span, item, head_layer(world, item, place.layer))
        case ast.Remove():
            item = checker.sites(node.item)
            return re_.Remove(node.span, item, head_layer(world, item, place.layer))
        case ast.Flip():
            return _flip(checker, node, place)
        case ast.SetTo():
            return _set(checker, node, place)
        case ast.Move():
            return _move(checker, node, place)
        case ast.TakeSome():
            return _take_some(checker, node, place)
        case ast.Put():
            return _put(checker, node)
        case ast.ShiftToward():
            return _shift_toward(checker, node, place)
        case ast.ShiftAlong():
            return _shift_along(checker, node, place)
        case ast.Assign():
            return read_assignment(checker, node, node.span)
        case ast.EndTurn():
            return re_.EndTurn(node.span)
        case ast.SetUpAgain():
            return re_.SetUpAgain(node.span)
        case ast.SwapSides():
            if len(world.players) != 2:
                message = f"sides are swapped between two players, but this game has {len(world.players)}."
                world.report.error("players-enemy", message, node.span, "leave it out")
            return re_.SwapSides(node.span)
        case ast.HookEffect():
            found = hook_call(checker, node.name, node.args, node.span, ("effects",))
            return re_.HookEffect(node.span, *found) if found else None
    raise AssertionError(f"no rule for {type(node).__name__}")


def check_choice(checker: Checker, span: Span, place: EffectPlace) -> None:
    if not place.may_choose:
        message = f"nobody chooses in {checker.scope.title}."
        notes: tuple[Note, ...] = ()
        if place.user is not None:
            title, used = place.user
            message = f'"{used.text}" leaves a choice to the player, but nobody chooses in {title}.'
            notes, span = (Note("this is chosen", span),), used
        help = "put the choice into do: of an action of the turn"
        checker.world.report.error("turn-choice", message, span, help, *notes)


def _flip(checker: Checker, node: ast.Flip, place: EffectPlace) -> re_.Effect:
    world = checker.world
    item = checker.sites(node.item)
    layer = head_layer(world, item, place.layer)
    if not any(len(kind.axes) == 1 for kind in world.kinds if kind.layer == layer):
        message = '"flip" turns a piece to its next state, but no piece here has one list of states.'
        help = "add for example  states: [down, up]  to the piece, or use set"
        world.report.error("effect-flip", message, node.span, help)
    return re_.Flip(node.span, item, layer)


def _set(checker: Checker, node: ast.SetTo, place: EffectPlace) -> re_.Effect:
    item = checker.sites(node.item)
    layer = head_layer(checker.world, item, place.layer)
    if len(node.values) > 1:
        check_choice(checker, node.span, place)
    values = tuple(value for word in node.values if (value := _new_value(checker, word)) is not None)
    for value in values:
        if value.kind is not None and checker.world.kinds[value.kind].layer != layer:
            message = f'"{value.span.text}" stands on another layer, and a piece stays on its own.'
            help = f'remove the piece and put a {value.span.text} there: "remove …", "put {value.span.text} at …"'
            checker.world.report.error("effect-set", message, value.span, help)
    return re_.SetTo(node.span, item, layer, values)


def _new_value(checker: Checker, word: ast.Word) -> re_.NewValue | None:
    world, name, span = checker.world, word.text, word.span
    symbol = world.symbols.get(name)
    if name in _OWNERS:
        if name == "enemy" and not world.one_enemy:
            world.unclear_enemy('"set … to enemy" does not say whose', span)
        return re_.NewValue(span, _OWNERS[name], None, None, None, None, None)
    if name in ("my", "me"):
        world.report.error("type-my", f'"set … to {name}" is not how an owner is written.', span, 'write "mine"')
        return None
    if name in checker.scope.locals:
        type_ = checker.scope.locals[name]
        if type_ not in (Type.PLAYER, Type.KIND, Type.STATE, Type.DIRECTION, Type.BROKEN):
            message = f'"{name}" is {type_.value}; set changes an owner, a kind or a state.'
            world.report.error("effect-set", message, span, "choose from kinds, states or players under with:")
        return re_.NewValue(span, None, None, None, None, None, rx.Local(span, type_, name))
    if symbol is not None:
        world.used.add(name)
        index = symbol.index
        if symbol.what is What.PLAYER:
            return re_.NewValue(span, rx.Owner.PLAYER, index, None, None, None, None)
        if symbol.what is What.KIND:
            return re_.NewValue(span, None, None, index, None, None, None)
        if symbol.what is What.STATE:
            return re_.NewValue(span, None, None, None, index, None, None)
        names = [direction.name for direction in world.ready_board.directions]
        if name in names and any(axis.directions is not None for kind in world.kinds for axis in kind.axes):
            return re_.NewValue(span, None, None, None, None, names.index(name), None)
        _not_a_trait(world, name, symbol.what, span)
        return None
    if name in BUILT_IN_NOUNS:
        _not_a_trait(world, name, What.BUILT_IN, span)
        return None
    values = [n for n, s in world.symbols.items() if s.what in (What.PLAYER, What.KIND, What.STATE)]
    world.unknown(name, span, [*values, *_OWNERS], "the owner, kind or state ")
    return None


def _not_a_trait(world: World, name: str, what: What, span: Span) -> None:
    way_out = "write a player, mine, enemy, neutral, a kind or a state"
    if name == "empty":
        way_out = 'a site becomes empty with "capture" or "remove"'
    elif what is What.DIRECTION:
        way_out = "a piece that faces a direction has  states: {facing: orth}"
    message = f'"{name}" is {what.value}; set changes an owner, a kind or a state.'
    world.report.error("effect-set", message, span, way_out)


def _move(checker: Checker, node: ast.Move, place: EffectPlace) -> re_.Effect:
    item = checker.sites(node.item)
    layer = head_layer(checker.world, item, place.layer)
    return re_.Move(node.span, item, layer, _goal(checker, node.goal))


def _take_some(checker: Checker, node: ast.TakeSome, place: EffectPlace) -> re_.Effect:
    """`move n from A to B`: off one stack, because of several it would not be clear how many of each."""
    amount = checker.number(node.amount)
    verb = "remove" if node.goal is None else "move"
    item = checker.site(node.item, f'"{verb} … from" takes pieces of one')
    layer = head_layer(checker.world, item, place.layer)
    goal = None if node.goal is None else _goal(checker, node.goal)
    return re_.TakeSome(node.span, amount, item, layer, goal)


def _goal(checker: Checker, node: ast.Expr) -> rx.Expr | re_.TrayGoal:
    """A site, or a tray: `my hand`, `enemy hand`, `my taken`, `supply`."""
    items = node.items if isinstance(node, ast.Words) else (node,)
    last = items[-1]
    if not isinstance(last, ast.Name) or last.text not in _TRAYS:
        return checker.site(node, '"move … to" needs one')
    if last.text == "supply":
        if len(items) > 1:
            checker.world.report.error("type-my", "the supply belongs to everybody.", node.span, 'write only "supply"')
        return re_.TrayGoal(node.span, "supply", None)
    owner = checker.owner(items[0]) if len(items) == 2 and isinstance(items[0], ast.Name) else None
    if owner is None:
        message = f'"{last.text}" belongs to a player.'
        checker.world.report.error("players-owner", message, node.span, f'say whose: "my {last.text}"')
    elif isinstance(owner, rx.Enemies) and not checker.world.one_enemy:
        checker.world.unclear_enemy(f'"enemy {last.text}" does not say whose', node.span)
    if last.text == "hand":
        checker.world.hand_kinds.update(number for number, kind in enumerate(checker.world.kinds) if not kind.neutral)
    return re_.TrayGoal(node.span, last.text, owner)


def read_piece(checker: Checker, node: ast.Piece) -> re_.PieceSpec | None:
    """`[owner] [states] kind`, or `anything`."""
    world = checker.world
    kind: int | None = None
    owner: rx.Expr | None = None
    states: dict[int, Span] = {}
    for word in node.words:
        symbol = world.symbols.get(word.text)
        if word.text == "anything":
            if len(node.words) > 1:
                world.report.error("setup-piece", '"anything" stands alone.', node.span, "leave out the other words")
            return re_.PieceSpec(node.span, None, None, ())
        if symbol and symbol.what is What.KIND:
            if kind is not None:
                message = f'no piece is both "{world.kinds[kind].name}" and "{word.text}".'
                world.report.error("dead-pattern", message, word.span, "name one kind")
            kind = symbol.index
            world.used.add(word.text)
        elif symbol and symbol.what is What.STATE:
            states[symbol.index] = word.span
            world.used.add(word.text)
        elif (found := checker.owner(ast.Name(word.span, word.text))) is not None:
            owner = found
            if isinstance(found, rx.Enemies) and not world.one_enemy:
                world.unclear_enemy('"enemy" does not say whose piece', word.span)
        else:
            known = [n for n, s in world.symbols.items() if s.what in (What.PLAYER, What.KIND, What.STATE)]
            world.unknown(word.text, word.span, [*known, "my", "anything"], "the piece ")
            return None
    if kind is None:
        help = f"name a kind: {', '.join(k.name for k in world.kinds[:6])}"
        world.report.error("setup-piece", f'"{node.span.text}" does not say which kind of piece.', node.span, help)
        return None
    for state, span in states.items():
        if kind not in world.states[state].places:
            message = f'no {world.kinds[kind].name} is ever "{world.states[state].name}".'
            world.report.error("dead-pattern", message, span, states_help(world, kind))
    axes = [places[kind][0] for state in states if kind in (places := world.states[state].places)]
    if len(set(axes)) < len(axes):
        both = " and ".join(f'"{world.states[state].name}"' for state in states)
        world.report.error("dead-pattern", f"no piece is both {both}.", node.span, "leave one of them out")
    if world.kinds[kind].neutral:
        if owner is not None:
            message = f'"{world.kinds[kind].name}" belongs to nobody, so no piece is "{node.span.text}".'
            world.report.error("dead-pattern", message, owner.span, f'write only "{world.kinds[kind].name}"')
        owner = None
    elif owner is None:
        owner = rx.Me(node.span, Type.PLAYER)
    return re_.PieceSpec(node.span, kind, owner, tuple(states))


def _put(checker: Checker, node: ast.Put) -> re_.Effect | None:
    world, words = checker.world, node.piece.words
    amount = checker.number(node.amount) if node.amount is not None else None
    if amount is None and len(words) > 1 and _is_number(checker, words[0].text):  # `put load seed at …`
        amount = checker.number(ast.Name(words[0].span, words[0].text))
        node = replace(node, piece=replace(node.piece, words=words[1:]))
    piece = read_piece(checker, node.piece)
    item = checker.sites(node.item)
    if piece is None:
        return None
    if piece.kind is None:
        help = "name a kind; only place: chooses among all pieces of a tray"
        world.report.error("setup-piece", '"put anything" does not say which piece.', node.piece.span, help)
        return None
    layer = world.kinds[piece.kind].layer
    if (layer != 0 or world.stack == 1) and item.type is not Type.BROKEN and always_occupied(world, item, layer):
        message = f'"{node.item.span.text}" is never free, so nothing can be put there.'
        help = f'write "set {node.item.span.text} to {_told_as(world, piece)}" to change what stands there'
        world.report.error("put-taken", message, node.item.span, help)
    if layer != 0 or world.stack == 1:
        _check_one(world, amount)
    return re_.Put(node.span, amount, piece, item)


def _is_number(checker: Checker, name: str) -> bool:
    """Whether a name before a piece says how many."""
    world, scope = checker.world, checker.scope
    if name in scope.locals or name in scope.parameters:
        return {**scope.parameters, **scope.locals}[name] is Type.NUMBER
    symbol = world.symbols.get(name)
    if symbol is not None and symbol.what is What.VARIABLE:
        return world.variables[symbol.index].type is Type.NUMBER
    return name in _NUMBER_WORDS or (symbol is not None and symbol.what is What.DEFINE)


def _check_one(world: World, amount: rx.Expr | None) -> None:
    if isinstance(amount, rx.Number) and amount.value > 1:
        message = f"there is room for one piece, but {amount.value} are put there."
        help = "leave the number out, or add for example  stack: 48  to the game: the most pieces on one site"
        world.report.error("effect-amount", message, amount.span, help)


def _told_as(world: World, piece: re_.PieceSpec) -> str:
    """The word for the piece's most telling trait behind `set … to`."""
    if isinstance(piece.owner, rx.Me):
        return "mine"
    return piece.owner.span.text if piece.owner is not None else world.kinds[piece.kind or 0].name


def _shift_toward(checker: Checker, node: ast.ShiftToward, place: EffectPlace) -> re_.Effect:
    item = checker.sites(node.item)
    direction = read_direction(checker, node.direction)
    if direction.type not in (Type.DIRECTION, Type.BROKEN):
        message = f'"{node.direction.span.text}" is {direction.type.value}, but pieces shift one way.'
        help = "name one direction, or let the player choose it: with: {d: orth} and toward d"
        checker.world.report.error("type-direction", message, node.direction.span, help)
    layer = head_layer(checker.world, item, place.layer)
    return re_.ShiftToward(node.span, item, layer, direction)


def _shift_along(checker: Checker, node: ast.ShiftAlong, place: EffectPlace) -> re_.Effect | None:
    item = checker.sites(node.item)
    track = read_track(checker, node.track)
    steps = checker.number(node.steps) if node.steps is not None else rx.Number(node.span, Type.NUMBER, 1)
    layer = head_layer(checker.world, item, place.layer)
    return re_.ShiftAlong(node.span, item, layer, track, node.against, steps) if track is not None else None


def read_track(checker: Checker, node: ast.Expr) -> rx.Expr | None:
    world = checker.world
    if not isinstance(node, ast.Name):
        found = checker.value(node, frozenset({Type.TRACK}))
        if found.type not in (Type.TRACK, Type.BROKEN):
            help = f"tracks of this board: {', '.join(world.ready_board.tracks)}"
            message = f'"{node.span.text}" is {found.type.value}, not a track.'
            world.report.error("type-direction", message, node.span, help)
        return found if found.type is Type.TRACK else None
    word = ast.Word(node.span, node.text)
    symbol = world.symbols.get(word.text)
    known = symbol is not None and word.text not in checker.scope.locals
    if symbol is not None and known and symbol.what not in (What.TRACK, What.VARIABLE):
        what = symbol.what.value
    else:
        found = read_direction(checker, ast.Name(word.span, word.text))
        if found.type is Type.TRACK:
            return found
        if found.type is Type.BROKEN:
            return None
        what = found.type.value
    tracks = world.ready_board.tracks
    help = f"tracks of this board: {', '.join(tracks)}" if tracks else f'write "shift … toward {word.text}"'
    world.report.error("type-direction", f'"{word.text}" is {what}, not a track.', word.span, help)
    return None
