"""A piece in words: owner, states and kind, in any order (`white pin`, `red lit figure`, `mound`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules.game import Kind
from ...source.diagnostics import one_of, suggestion
from ...source.source import Span
from ..document.nodes import Mapping, Scalar, Sequence
from ..hiding import HIDDEN, HIDDEN_HELP, speaks_of_hiding
from . import nodes
from .places import told_enough
from .symbols import BUILT_IN_NOUNS, What
from .world import World

_NOBODY = -1
_NOUNS = (What.PLAYER, What.KIND, What.STATE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece without its place: owner None is neutral; `values` one value for each axis of its kind."""

    owner: int | None
    kind: int
    values: tuple[int, ...]


@dataclass(slots=True)
class _Words:
    owner: Scalar | None = None
    kind: Scalar | None = None
    states: list[Scalar] = field(default_factory=list)


def read_piece(world: World, text: Scalar) -> Piece | None:
    """The piece meant; None after a mistake."""
    words = None if told_enough(world) else _sorted_words(world, text)
    if words is None:
        return None
    number = world.symbols[words.kind.text].index if words.kind else _only_kind(world, text, words.owner)
    if number is None:
        return None
    kind = world.kinds[number]
    values = _values(world, kind, words.states)
    owner = _owner(world, kind, words, text)
    if values is None or owner is None:
        return None
    world.used.update(word.text for word in nodes.words(text))
    return Piece(None if owner == _NOBODY else owner, number, values)


def piece_name(world: World, piece: Piece) -> str:
    """The kind and its owner, for messages."""
    name = world.kinds[piece.kind].name
    return name if piece.owner is None else f"{world.players[piece.owner].name} {name}"


def is_told_elsewhere(world: World, name: str) -> bool:
    """Whether a name is written under players: or pieces: but was refused there: then that is the message."""
    if name in world.symbols:
        return False
    players, kinds = world.root.get("players"), world.root.get("pieces")
    if isinstance(players, Sequence) and name in (item.text for item in nodes.texts(players)):
        return True
    return any(isinstance(node, Mapping) and name in node.keys() for node in (players, kinds))  # noqa: SIM118


def _sorted_words(world: World, text: Scalar) -> _Words | None:
    found = _Words()
    for word in nodes.words(text):
        symbol = world.symbols.get(word.text)
        if (symbol and symbol.what is What.PLAYER) or word.text == "neutral":
            if found.owner:
                _twice(world, f'one piece cannot be "{found.owner.text}" and "{word.text}".', word.span)
                return None
            found.owner = word
        elif symbol and symbol.what is What.KIND:
            if found.kind:
                _twice(world, f'no piece is both "{found.kind.text}" and "{word.text}".', word.span)
                return None
            found.kind = word
        elif (symbol and symbol.what is What.STATE) or _is_facing(world, word.text):
            found.states.append(word)
        else:
            _unknown(world, word)
            return None
    return found


def _twice(world: World, message: str, span: Span) -> None:
    world.report.error("setup-piece", message, span, "write the owner, the states and the kind, each once")


def _is_facing(world: World, word: str) -> bool:
    return any(axis.directions is not None and word in axis.values for kind in world.kinds for axis in kind.axes)


def _unknown(world: World, word: Scalar) -> None:
    if is_told_elsewhere(world, word.text):
        return
    if word.text in ("my", "mine", "enemy"):
        message = f'"{word.text}" depends on who moves; a position names the player.'
        help = f"write {one_of([player.name for player in world.players])}"
        world.report.error("setup-piece", message, word.span, help)
        return
    symbol = world.symbols.get(word.text)
    if symbol is None and speaks_of_hiding(word.text):
        world.report.error("schema-hidden", HIDDEN, word.span, HIDDEN_HELP)
        return
    what = symbol.what.value if symbol else What.BUILT_IN.value if word.text in BUILT_IN_NOUNS else None
    known = [name for name, other in world.symbols.items() if other.what in _NOUNS]
    help_text = suggestion(word.text, known, f"pieces: {one_of(_all_pieces(world), 'and')}")
    message = f'"{word.text}" is {what}, not a piece.' if what else f'I don\'t know the piece "{word.text}".'
    world.report.error("setup-piece", message, word.span, help_text)


def _all_pieces(world: World) -> list[str]:
    owner = f"{world.players[0].name} " if world.players else ""
    return [kind.name if kind.neutral else owner + kind.name for kind in world.kinds]


def _only_kind(world: World, text: Scalar, owner: Scalar | None) -> int | None:
    """A bare owner means the only kind of the main layer that has owners."""
    kinds = [number for number, kind in enumerate(world.kinds) if kind.layer == 0 and not kind.neutral]
    if owner is not None and owner.text != "neutral" and len(kinds) == 1:
        return kinds[0]
    if text.text in world.refused:  # a kind that is called like a player: told where it is declared
        return None
    names = [f"{text.text} {kind.name}" for kind in world.kinds if not kind.neutral or owner is None]
    help = "write " + one_of([f'"{name}"' for name in names]) if names else "declare the kind under pieces:"
    world.report.error("setup-piece", f'"{text.text}" does not say which kind of piece it is.', text.span, help)
    return None


def _values(world: World, kind: Kind, states: list[Scalar]) -> tuple[int, ...] | None:
    values = [0] * len(kind.axes)
    named: dict[int, Scalar] = {}
    for state in states:
        axis = next((n for n, axis in enumerate(kind.axes) if state.text in axis.values), None)
        if axis is None:
            possible = [value for axis_ in kind.axes for value in axis_.values]
            help = f"states of {kind.name}: {one_of(possible, 'and')}" if possible else f"{kind.name} has no states"
            world.report.error("setup-piece", f'no {kind.name} is ever "{state.text}".', state.span, help)
            return None
        if axis in named:
            _twice(world, f'no piece is both "{named[axis].text}" and "{state.text}".', state.span)
            return None
        named[axis] = state
        values[axis] = kind.axes[axis].values.index(state.text)
    return tuple(values)


def _owner(world: World, kind: Kind, words: _Words, text: Scalar) -> int | None:
    """The owner, who may be nobody; None after a mistake."""
    if words.owner is None and not kind.neutral and len(world.players) > 1:
        names = [f'"{player.name} {text.text}"' for player in world.players]
        message = f'"{text.text}" does not say whose it is.'
        world.report.error("setup-piece", message, text.span, f"write {one_of(names)}")
        return None
    if words.owner is None:
        return _NOBODY if kind.neutral else 0
    if words.owner.text == "neutral":
        return _NOBODY
    if kind.neutral:
        message = f'"{kind.name}" belongs to nobody.'
        world.report.error("setup-piece", message, words.owner.span, f'write only "{kind.name}"')
        return None
    return world.symbols[words.owner.text].index
