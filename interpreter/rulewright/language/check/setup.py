"""`setup:`: the position before the first turn (D24, D29 to D32, D106)."""

from __future__ import annotations

from dataclasses import dataclass

from ...rules.game import Position
from ...source.diagnostics import did_you_mean, one_of
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar, Sequence
from . import nodes
from .amounts import HAND, SUPPLY
from .diagrams import read_diagram
from .piece_words import Piece, read_piece
from .places import EVERYWHERE, Ground, Spots, ground_of, told_enough
from .placing import Placing
from .symbols import BUILT_IN_NOUNS, NAME
from .trays import start_trays
from .world import World

DIAGRAM = "board"


@dataclass(frozen=True, slots=True)
class Anchor:
    """What holds an unbounded board together: a layer, and the directions that connect its pieces."""

    layer: int
    directions: tuple[int, ...]


def read_setup(world: World, node: Mapping | None, torus_side: int | None, anchor: Anchor | None = None) -> Position:
    """The start position.

    Without `torus_side` all of an unbounded board is checked, but the numbers of the sites mean nothing;
    without `anchor` all pieces together must be connected in any direction.
    """
    placing = Placing(world, ground_of(world, torus_side))
    for key, value in nodes.mapping(node):
        if key.text not in (HAND, SUPPLY):
            read_line(world, placing, key, value, "setup")
    check_position(placing, anchor, each_owner=True)
    _check_room(world)
    span = node.span if node else world.root.span
    return Position(span, placing.placed(), start_trays(world, node, placing))


def check_position(placing: Placing, anchor: Anchor | None, each_owner: bool) -> None:
    """What can only be asked when all pieces stand."""
    placing.check(each_owner)
    placing.check_together(anchor.layer if anchor else None, anchor.directions if anchor else None)


def read_line(world: World, placing: Placing, key: Scalar, value: Node, section: str) -> None:
    """One line of a position: `board: diagram` or `PIECE: sites`."""
    if told_enough(world) or (isinstance(value, Scalar) and value.value is None):
        return
    if key.text == DIAGRAM:
        if isinstance(value, Scalar):
            place_diagram(world, placing, value)
        else:
            message = "a diagram is a text with one row of signs for each row of the board."
            help = 'begin it with "board: |" and write the rows under it'
            world.report.error("setup-diagram", message, value.span, help)
        return
    piece = read_piece(world, key)
    if piece is None:
        return
    for spots, height, number in _placements(world, placing.ground, piece, value, f'{section} "{key.text}"'):
        for spot, span in spots:
            placing.add(spot, piece, span, height, number)


def place_diagram(world: World, placing: Placing, diagram: Scalar) -> None:
    for drawn in read_diagram(world, placing.ground, diagram):
        placing.add(drawn.spot, drawn.piece, drawn.span)


def _placements(
    world: World, ground: Ground, piece: Piece, node: Node, title: str
) -> list[tuple[Spots, int, Span | None]]:
    """Where a piece stands and how many on each site: a set, a list of sites, or sites with numbers."""
    if isinstance(node, Scalar):
        return [(_sites(world, ground, piece, node, title), 1, None)]
    if isinstance(node, Sequence):
        return [(ground.named(item), 1, None) for item in nodes.texts(node)]
    found: list[tuple[Spots, int, Span | None]] = []
    for key, value in node.items():
        height = nodes.number(value)
        if height is None or height < 1:
            shown = f'"{value.text}"' if isinstance(value, Scalar) else "this"
            message = f'{shown} is not a number of pieces on "{key.text}".'
            world.report.error("setup-stack", message, value.span, f"write how many stand there: {{{key.text}: 4}}")
            continue
        found.append((_sites(world, ground, piece, key, title), height, value.span if height > 1 else None))
    return found


def _sites(world: World, ground: Ground, piece: Piece, item: Scalar, title: str) -> Spots:
    if item.text == EVERYWHERE:
        return ground.everywhere(item, world.kinds[piece.kind].classes)
    is_word = NAME.fullmatch(item.text) and item.text not in world.symbols and item.text not in BUILT_IN_NOUNS
    if is_word and did_you_mean(item.text, [EVERYWHERE]):
        message = f'I don\'t know the sites "{item.text}".'
        world.report.error("setup-site", message, item.span, f'did you mean "{EVERYWHERE}"?')
        return []
    return ground.described(item, title)


def _check_room(world: World) -> None:
    """More pieces of a kind than could ever stand on the board: legal, but seldom meant."""
    board = world.ready_board
    if board.unbounded:
        return
    for kind in world.kinds:
        classes = kind.classes or tuple(board.classes)
        sites = sum(site.cls in classes for site in board.sites)
        room = sites * (world.stack if kind.layer == 0 else 1)
        rule, number = ("supply", kind.supply) if kind.each is None else ("each", kind.each)
        if number is None or number <= room:
            continue
        node = nodes.get(nodes.get(world.root.get("pieces"), kind.name), rule)
        where = f"sites of class {one_of(kind.classes)}" if kind.classes else "sites"
        world.report.warning(
            "setup-room",
            f'there are {number} pieces "{kind.name}", but only {sites} {where} for them'
            + (f", with {world.stack} on each." if room > sites else "."),
            node.span if node is not None else kind.span,
            f"use at most {room}, or a larger board",
        )
