"""`pieces:`, `stack:`: kinds with their states, layers and letters (semantics D22 to D31)."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ...rules.game import Attribute, Axis, Kind, State
from ...rules.paths import Path
from ...source.diagnostics import Note, one_of
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar, Sequence
from ..syntax.leaves import PIECE_DATA
from . import nodes
from .calls import path_scope
from .expressions import Checker
from .part_words import check_uses
from .paths import read_path
from .piles import greatest_height
from .scope import Uses
from .symbols import What
from .world import MAIN_LAYER, World

FACING = "facing"


def read_pieces(world: World) -> None:
    """Kinds, states and layers; their paths are read when all names are known."""
    world.stack = greatest_height(world)
    section = world.root.get("pieces")
    state_places: dict[str, dict[int, tuple[int, int]]] = {}
    state_spans: dict[str, Span] = {}
    first_written: dict[str, Span] = {}  # also by kinds whose own name is refused
    for key, body in nodes.mapping(section):
        written = _values_written(body)
        first_written = dict(reversed(written)) | first_written
        last_written = dict(written)
        index = len(world.kinds)
        if not world.declare(What.KIND, key.text, key.span, index):
            continue
        kind = _kind(world, key, body)
        world.kinds.append(kind)
        for axis_number, axis in enumerate(kind.axes):
            if axis.directions is not None:
                continue
            for value_number, value in enumerate(axis.values):
                places = state_places.setdefault(value, {})
                if index in places:
                    message = f'"{value}" is already a state of "{key.text}".'
                    world.report.error("name-twice", message, last_written[value], "rename one of the two")
                places[index] = (axis_number, value_number)
                state_spans.setdefault(value, axis.span)
    for name, places in state_places.items():
        if world.declare(What.STATE, name, first_written.get(name) or state_spans[name], len(world.states)):
            world.states.append(State(state_spans[name], name, places))
    _check_letters(world)


def _kind(world: World, key: Scalar, body: Node) -> Kind:
    layer = nodes.text(nodes.get(body, "layer")) or MAIN_LAYER
    if layer not in world.layers:
        world.layers.append(layer)
    neutral = nodes.text(nodes.get(body, "owner")) == "none"
    each, supply = nodes.get(body, "each"), nodes.get(body, "supply")
    if neutral and each is not None:
        message = f'"{key.text}" belongs to nobody, so players have none "each".'
        world.report.error("setup-count", message, each.span, "write supply: for how many there are in all")
        each = None
    classes = tuple(nodes.texts(nodes.get(body, "on")))
    for item in classes:
        symbol = world.symbols.get(item.text)
        if symbol is None or symbol.what is not What.CLASS:
            known = world.ready_board.classes
            world.unknown(item.text, item.span, known, "the site class ")
    return Kind(
        key.span,
        key.text,
        neutral,
        world.layers.index(layer),
        nodes.number(each),
        nodes.number(supply),
        _letters(world, key.text, body),
        _axes(world, key, nodes.get(body, "states")),
        tuple(item.text for item in classes),
        (),
    )


def _axes(world: World, key: Scalar, node: Node | None) -> tuple[Axis, ...]:
    if node is None:
        return ()
    axes = [_axis(None, node)] if isinstance(node, Sequence) else []
    for name, values in nodes.mapping(node):
        axes.append(_facing(world, values) if name.text == FACING else _axis(name.text, values))
        known = world.symbols.get(name.text)
        if name.text != FACING and not (known and known.what is What.STATES):  # kinds may share a row
            world.declare(What.STATES, name.text, name.span)
    combinations = prod(max(1, len(axis.values)) for axis in axes)
    if combinations > LIMITS.states.value:
        message = f'"{key.text}" has {combinations} combinations of states; {LIMITS.states.value} is the most.'
        help = "use fewer states, several kinds of pieces, or a variable under vars:"
        world.report.error("bounds-states", message, node.span, help)
    return tuple(axes)


def _axis(name: str | None, node: Node) -> Axis:
    return Axis(node.span, name, tuple(item.text for item in nodes.texts(node)), None)


def _facing(world: World, node: Node) -> Axis:
    """An axis whose values are directions."""
    board = world.ready_board
    found = nodes.texts(node)
    numbers: list[int] = []
    for item in found:
        if item.text in board.direction_sets:
            numbers.extend(board.direction_sets[item.text])
        else:
            world.unknown(item.text, item.span, board.direction_sets, "the direction ")
    return Axis(node.span, FACING, tuple(board.directions[n].name for n in numbers), tuple(numbers))


def _letters(world: World, name: str, body: Node) -> dict[str | None, str]:
    node = nodes.get(body, "letter")
    if isinstance(node, Mapping):
        return {key.text: nodes.text(value) or "?" for key, value in node.items()}
    letter = nodes.text(node)
    return {None: letter} if letter else {}


def _check_letters(world: World) -> None:
    """Letters tell pieces apart in diagrams: no two alike, and a map by state names states."""
    section = world.root.get("pieces")
    taken: dict[str, tuple[str, Span]] = {}
    for kind in world.kinds:
        node = nodes.get(nodes.get(section, kind.name), "letter")
        own: set[str] = set()
        for state, letter in kind.letters.items():
            span = _letter_span(node, state) or kind.span
            states = [value for axis in kind.axes for value in axis.values]
            if state is not None and state not in states:
                world.unknown(state, span, states, f"the state of {kind.name} ")
                continue
            sign = letter.casefold()  # capitals are the first player's, so they cannot mean another piece
            if sign in own:
                continue
            own.add(sign)
            known = taken.get(sign)
            if known:
                message = f'"{letter}" already stands for "{known[0]}" in diagrams.'
                help = "choose another letter; capitals and small letters tell the players apart"
                world.report.error("setup-letter-twice", message, span, help, Note("it is used here", known[1]))
            taken[sign] = (kind.name, span)


def _letter_span(node: Node | None, state: str | None) -> Span | None:
    if isinstance(node, Mapping) and state is not None:
        entry = node.entry(state)
        return entry.value.span if entry else None
    return node.span if node is not None else None


def _values_written(body: Node) -> list[tuple[str, Span]]:
    """The states that a kind names, and where."""
    states = nodes.get(body, "states")
    lists = [states] if isinstance(states, Sequence) else [value for _, value in nodes.mapping(states)]
    return [(item.text, item.span) for values in lists for item in nodes.texts(values)]


# ---------------------------------------------------------------- path attributes


def note_attributes(world: World) -> None:
    """Which kinds have which path attributes; `its` and `like` ask before the paths are read."""
    for index, (key, value) in _attribute_nodes(world):
        world.attributes.setdefault(key.text, []).append(value)
        world.kind_attributes.setdefault(index, set()).add(key.text)


def _attribute_nodes(world: World) -> list[tuple[int, tuple[Scalar, Node]]]:
    found = []
    section = world.root.get("pieces")
    for index, kind in enumerate(world.kinds):
        for key, value in nodes.mapping(nodes.get(section, kind.name)):
            if key.text not in PIECE_DATA:
                found.append((index, (key, value)))
    return found


def read_attributes(world: World) -> None:
    for index, (key, value) in _attribute_nodes(world):
        kind = world.kinds[index]
        attribute = _attribute(world, kind, key, value)
        if attribute is None:
            continue
        world.kinds[index] = replace(kind, attributes=(*kind.attributes, attribute))
        paths = attribute.by_value if attribute.path is None else (attribute.path,)
        world.attribute_paths.setdefault(key.text, []).extend(paths)


def _attribute(world: World, kind: Kind, key: Scalar, value: Node) -> Attribute | None:
    if isinstance(value, Scalar):
        path = _path(world, kind, key.text, value)
        return Attribute(key.span, key.text, path, None, ()) if path else None
    by_state = {name.text: (name, node) for name, node in nodes.mapping(value)}
    axis = _axis_of(world, kind, key, by_state)
    if axis is None:
        return None
    found = [_path(world, kind, key.text, by_state[state][1]) for state in kind.axes[axis].values]
    paths = tuple(path for path in found if path is not None)
    return Attribute(key.span, key.text, None, axis, paths) if len(paths) == len(found) else None


def _axis_of(world: World, kind: Kind, key: Scalar, by_state: dict[str, tuple[Scalar, Node]]) -> int | None:
    """The axis whose values a path by state names, each of them once."""
    for number, axis in enumerate(kind.axes):
        named = [state for state in axis.values if state in by_state]
        if not named:
            continue
        missing = [state for state in axis.values if state not in by_state]
        foreign = [name for name in by_state if name not in axis.values]
        for name in foreign:
            _foreign_state(world, kind, by_state[name][0], named[0])
        if missing and not foreign:
            message = f'"{key.text}" of {kind.name} does not say how it goes when it is {one_of(missing)}.'
            help = f"add  {missing[0]}: …  beside {named[-1]}; a path by state names every state of a list"
            world.report.error("path-states", message, key.span, help)
        return None if missing or foreign else number
    states = [value for axis in kind.axes for value in axis.values]
    for name, (span, _) in by_state.items():
        world.unknown(name, span.span, states, f"the state of {kind.name} ")
    return None


def _foreign_state(world: World, kind: Kind, name: Scalar, known: str) -> None:
    """A path by state names a state of another list, or none at all."""
    states = [value for axis in kind.axes for value in axis.values]
    if name.text not in states:
        world.unknown(name.text, name.span, states, f"the state of {kind.name} ")
        return
    message = f'"{name.text}" and "{known}" belong to different lists of states.'
    world.report.error("path-states", message, name.span, "a path by state names every state of one list, and no other")


def _path(world: World, kind: Kind, attribute: str, node: Node) -> Path | None:
    parsed = world.parse_path(node)
    if parsed is None:
        return None
    uses = world.attribute_uses.setdefault(attribute, Uses())
    scope = path_scope(f'"{attribute}" of {kind.name}', uses, attribute)
    return read_path(Checker(world, scope), parsed)


def check_attribute_uses(world: World) -> None:
    """`its walk` needs at its place what the paths called walk ask for."""
    for scope, uses, name, span in world.later_uses:
        check_uses(world, scope, uses, name, "path", span)
    world.later_uses.clear()
    for name, values in world.attributes.items():
        if name in world.used_attributes:
            world.report.in_use(values[0].span)
        else:
            help = f'write "path: its {name}" in an action, or remove it'
            world.report.unused("dead-name", f'no action uses the paths called "{name}".', values[0].span, help)
