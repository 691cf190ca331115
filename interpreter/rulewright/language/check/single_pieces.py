"""Which kinds of pieces there is only one of, whatever is played: their patterns name one site (D18)."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.game import Kind
from ..document.nodes import Mapping, Node
from ..syntax import ast
from ..syntax.leaves import leaves
from . import nodes
from .amounts import HAND, SUPPLY
from .symbols import What
from .world import World

_NEW_OWNERS = ("mine", "enemy")  # a piece that becomes neutral is nobody's second one
_OTHERS_TRAYS = ("taken", SUPPLY)  # a piece comes out of them with another owner than it went in with


def find_kinds_that_exist_once(world: World) -> None:
    """Before the rules are read, because it decides types: so it looks at what is written, not at what it means."""
    effects = list(_effects(world))
    if any(isinstance(effect, ast.HookEffect) for effect in effects):
        return  # they do whatever they like
    values = {word for effect in effects if isinstance(effect, ast.SetTo) for word in _values(world, effect)}
    put = {word.text for effect in effects if isinstance(effect, ast.Put) for word in effect.piece.words}
    into_hands = any(_goal(effect) == HAND for effect in effects)
    players = {player.name for player in world.players}
    owners_change = into_hands or bool(values & {*_NEW_OWNERS, *players})
    for number, kind in enumerate(world.kinds):
        if kind.name in values:
            continue
        if kind.supply == 1:
            world.once.add(number)
        elif kind.each == 1 and not owners_change and not _comes_from_elsewhere(world, kind, kind.name in put):
            world.once_each.add(number)


def _effects(world: World) -> Iterator[ast.Node]:
    for leaf in leaves(world.root):
        parsed = world.parse(leaf.text, leaf.entry) if leaf.entry == "stmt" else None
        if parsed is not None:
            yield from ast.walk(parsed)


def _values(world: World, effect: ast.SetTo) -> Iterator[str]:
    """What it may write, by name: what is chosen can be all that is offered, what is computed can be anything."""
    for word in effect.values:
        yield word.text
        for _, action in nodes.mapping(world.root.get("actions")):
            offered = nodes.get(nodes.get(action, "with"), word.text)
            yield from (value.text for value in nodes.texts(offered))
            if nodes.get(nodes.get(action, "let"), word.text) is not None:
                yield from (name for name, known in world.symbols.items() if known.what in (What.KIND, What.PLAYER))


def _goal(effect: ast.Node) -> str | None:
    """The last word of where pieces are moved: a tray, perhaps."""
    goal = effect.goal if isinstance(effect, ast.Move | ast.TakeSome) else None
    last = goal.items[-1] if isinstance(goal, ast.Words) else goal
    return last.text if isinstance(last, ast.Name) else None


def _comes_from_elsewhere(world: World, kind: Kind, put: bool) -> bool:
    """Whether a player can get a piece that is not the one of the set-up or of the own hand (D32)."""
    setup = world.root.get("setup")
    hand = nodes.get(setup, HAND)
    if nodes.get(nodes.get(setup, SUPPLY), kind.name) is not None:
        return True
    if put and nodes.text(hand) != "all" and kind.name not in _named(hand):
        return True  # from nowhere, without end
    for _, action in nodes.mapping(world.root.get("actions")):
        placed = (nodes.text(nodes.get(action, "place")) or "").split()
        trays = {tray.text for tray in nodes.texts(nodes.get(action, "tray"))}
        if {kind.name, "anything"} & {*placed} and trays & {*_OTHERS_TRAYS}:
            return True
    return False


def _named(hand: Node | None) -> set[str]:
    """The kinds in a `hand:`, of everybody or of one player."""
    found: set[str] = set()
    if isinstance(hand, Mapping):
        for key, value in hand.items():
            found |= {key.text, *_named(value)}
    return found
