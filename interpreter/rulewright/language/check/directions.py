"""Directions and tracks in rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import Board
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import one_of
from ...source.source import Span
from ..syntax import ast
from .memory import read_memory
from .part_words import use_word
from .scope import Scope
from .symbols import FUNCTIONS, RELATIVE_DIRECTIONS, What
from .world import World

if TYPE_CHECKING:
    from .expressions import Checker


def read_direction(checker: Checker, node: ast.Expr) -> rx.Expr:
    """A direction, a set of directions or a track; anything else is told."""
    world, scope = checker.world, checker.scope
    if isinstance(node, ast.Group):
        return read_direction(checker, node.item)
    if isinstance(node, ast.Or):
        return _union(node.span, [read_direction(checker, item) for item in node.items])
    if isinstance(node, ast.Turned):
        return _turned(checker, node)
    if isinstance(node, ast.Name):
        return _named(checker, node)
    if isinstance(node, ast.Register):
        return _expect_directions(world, read_memory(world, scope, node), node)
    if isinstance(node, ast.Call):
        return _expect_directions(world, checker.value(node), node)
    message = f'"{node.span.text}" is not a direction.'
    return world.reject("type-direction", message, node.span, _known_directions(world))


def read_directions(checker: Checker, node: ast.Directions) -> list[rx.Expr]:
    return [read_direction(checker, item) for item in node.items]


def read_way(checker: Checker, along: ast.Along | None) -> rx.Way | None:
    """`along D`, `against T`; None means adjacency."""
    if along is None:
        return None
    return make_way(checker.world, along.span, read_directions(checker, along.directions), along.against, True)


def make_way(world: World, span: Span, items: list[rx.Expr], against: bool, may_be_directions: bool) -> rx.Way:
    """A way from its directions or tracks; `may_be_directions`: `along` was written, which fits both."""
    tracks = tuple(item for item in items if item.type is Type.TRACK)
    if tracks and len(tracks) < len(items) and not _any_broken(items):
        message = "this goes along a track and in a direction at once."
        world.report.error("type-direction", message, span, 'write two alternatives with "|"')
    elif not tracks and (against or not may_be_directions) and not _any_broken(items):
        word = "against" if against else "along"
        names = span.text.removeprefix(word).strip()
        help = f'the opposite direction is "back({names})"' if against else 'leave out "along"'
        world.report.error("type-direction", f'only a track is gone "{word}", and "{names}" is none.', span, help)
    return rx.Way(span, None if tracks else _union(span, items), tracks, against)


def _any_broken(items: list[rx.Expr]) -> bool:
    return any(item.type is Type.BROKEN for item in items)


def _union(span: Span, items: list[rx.Expr]) -> rx.Expr:
    if len(items) == 1:
        return items[0]
    return rx.DirectionsUnion(span, Type.DIRECTIONS, tuple(items))


def _turned(checker: Checker, node: ast.Turned) -> rx.Expr:
    world = checker.world
    item = read_direction(checker, node.direction)
    if item.type is Type.TRACK:
        message = f'"{node.direction.span.text}" is a track and cannot be turned.'
        return world.reject("type-direction", message, node.direction.span, 'go "against" the track instead')
    compass = len(world.ready_board.compass)
    if isinstance(item, rx.FixedDirections) and any(
        number >= compass for numbers in item.by_player for number in numbers
    ):
        message = f'"{node.direction.span.text}" is a direction of this file; only compass directions can be turned.'
        help = "give the opposite direction a name of its own under board.directions"
        return world.reject("board-direction", message, node.direction.span, help)
    single = node.how == "back" and item.type is Type.DIRECTION
    return rx.TurnedDirections(node.span, Type.DIRECTION if single else Type.DIRECTIONS, node.how, item)


def _named(checker: Checker, node: ast.Name) -> rx.Expr:
    world, scope = checker.world, checker.scope
    name = node.text
    if name in scope.locals:
        return _expect_directions(world, rx.Local(node.span, scope.locals[name], name), node)
    if name in scope.parameters:
        number = list(scope.parameters).index(name)
        return _expect_directions(world, rx.Parameter(node.span, scope.parameters[name], number), node)
    if name == "dir":
        return use_word(world, scope, "dir", node.span)
    board = world.ready_board
    symbol = world.symbols.get(name)
    if symbol and symbol.what is What.TRACK:
        return rx.TrackValue(node.span, Type.TRACK, name)
    if name in RELATIVE_DIRECTIONS and name not in board.direction_sets:
        return _relative(world, node)
    if name in board.direction_sets:
        numbers = board.direction_sets[name]
        return rx.FixedDirections(node.span, _direction_type(numbers), (numbers,))
    if name in board.player_direction_sets:
        sets = board.player_direction_sets[name]
        return rx.FixedDirections(node.span, max(map(_direction_type, sets), key=_breadth), sets)
    if symbol and symbol.what is What.VARIABLE:
        return _expect_directions(world, checker.value(node), node)
    if symbol:
        message = f'"{name}" is {symbol.what.value}, not a direction.'
        world.report.error("type-direction", message, node.span, _known_directions(world))
    elif name in FUNCTIONS:
        world.report.error("name-unknown", f'I don\'t know the direction "{name}".', node.span, f'write "{name}(…)"')
    elif name in COMPASS_WORDS and board.compass:
        # A direction of another kind of board: nothing that looks like it is meant.
        world.report.error("name-unknown", f'this board has no "{name}".', node.span, board_directions(board))
    else:
        world.unknown(name, node.span, _direction_names(world, scope), "the direction ")
    return world.broken(node.span)


COMPASS_WORDS = frozenset(("n", "ne", "e", "se", "s", "sw", "w", "nw", "orth", "diag"))


def board_directions(board: Board) -> str:
    """The directions of a board, all of them."""
    return f"this board has the directions {one_of(board.compass, 'and')}"


def _relative(world: World, node: ast.Name) -> rx.Expr:
    """`forward` and the like: by player, unless pieces have a facing of their own."""
    board = world.ready_board
    faced = any(axis.directions for kind in world.kinds for axis in kind.axes)
    found: list[tuple[int, ...]] = []
    for player in world.players:
        if player.forward is None:
            if not faced:
                _tell_forward(world, node, player.name)
                return world.broken(node.span)
            found.append(())
            continue
        numbers = board.relative(player.forward).get(node.text)
        if numbers is None:
            message = f'this board has no "{node.text}" for player {player.name}.'
            return world.reject("board-direction", message, node.span, _known_directions(world))
        found.append(numbers)
    single = max((len(numbers) for numbers in found), default=1) <= 1
    return rx.Relative(node.span, Type.DIRECTION if single else Type.DIRECTIONS, node.text, tuple(found))


def _tell_forward(world: World, node: ast.Name, player: str) -> None:
    """Told at the first word that needs it; the others wait for the same mending."""
    if world.forward_told:
        return
    world.forward_told = True
    compass = world.ready_board.compass
    if not compass:
        message = f'"{node.text}" needs compass directions, and this board has none.'
        help = "use a track, or a direction of your own under board.directions"
        world.report.error("players-forward", message, node.span, help)
        return
    ways = (compass[0], compass[len(compass) // 2])
    names = [f"{each.name}: {{forward: {ways[number % 2]}}}" for number, each in enumerate(world.players)]
    message = f'"{node.text}" is used, but player {player} has no "forward:".'
    world.report.error("players-forward", message, node.span, f"write players: {{{', '.join(names)}}}")


def _expect_directions(world: World, found: rx.Expr, node: ast.Expr) -> rx.Expr:
    if found.type.is_directions or found.type is Type.TRACK:
        return found
    message = f'"{node.span.text}" is {found.type.value}, not a direction.'
    return world.reject("type-direction", message, node.span, _known_directions(world))


def _direction_type(numbers: tuple[int, ...]) -> Type:
    return Type.DIRECTION if len(numbers) == 1 else Type.DIRECTIONS


def _breadth(type_: Type) -> int:
    return 1 if type_ is Type.DIRECTIONS else 0


def _direction_names(world: World, scope: Scope) -> list[str]:
    board = world.ready_board
    return [
        *board.direction_sets,
        *board.player_direction_sets,
        *board.tracks,
        *RELATIVE_DIRECTIONS,
        *(name for name, type_ in scope.locals.items() if type_.is_directions),
    ]


def _known_directions(world: World) -> str:
    names = [*world.ready_board.direction_sets, *world.ready_board.player_direction_sets]
    return "directions of this board: " + ", ".join(names) if names else "this board has no directions, only tracks"
