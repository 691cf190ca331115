"""`players:`, in turn order."""

from __future__ import annotations

from ...board import Board
from ...rules.game import Player
from ..document.nodes import Mapping, Scalar, Sequence
from . import nodes
from .directions import COMPASS_WORDS, board_directions
from .symbols import What
from .world import World

# Words that are directions elsewhere, seen from a player; here they can only mean the board's.
_SIDES = {"right": "e", "left": "w"}


def read_players(world: World) -> None:
    """Names and teams; `forward` waits for the board."""
    node = world.root.get("players")
    names: list[tuple[Scalar, object]] = []
    if isinstance(node, Sequence):
        names = [(item, None) for item in node.items if isinstance(item, Scalar)]
    elif isinstance(node, Mapping):
        names = [(key, value) for key, value in node.items()]
    for key, value in names:
        world.declare(What.PLAYER, key.text, key.span, len(world.players))
        team = nodes.text(nodes.get(value, "team")) if isinstance(value, Mapping) else None
        world.players.append(Player(key.span, key.text, team, None))  # also if its name is refused: they still count
    teams = [nodes.scalar(nodes.get(value, "team")) if isinstance(value, Mapping) else None for _, value in names]
    last = teams[-1] if teams else None
    if len(teams) > 1 and last is not None and all(team is not None and team.text == last.text for team in teams):
        message = f'all players are in team "{last.text}", so nobody can win.'
        world.report.error("players-team", message, last.span, "give the players at least two teams")


def read_forward(world: World, board: Board) -> None:
    """`forward:` of each player, a compass direction of the board."""
    node = world.root.get("players")
    for number, player in enumerate(world.players):
        found = nodes.scalar(nodes.get(nodes.get(node, player.name), "forward"))
        if found is None:
            continue
        if found.text in board.compass:
            direction = board.compass.index(found.text)
            world.players[number] = Player(player.span, player.name, player.team, direction)
        elif not board.compass:
            message = "this board has no compass directions, so nobody has a forward."
            world.report.error("players-forward", message, found.span, "remove forward:, and use tracks")
        elif _SIDES.get(found.text) in board.compass:
            message = f'I don\'t know the direction "{found.text}".'
            world.report.error("name-unknown", message, found.span, f'write "{_SIDES[found.text]}"')
        elif found.text in COMPASS_WORDS:
            message = f'this board has no direction "{found.text}".'
            world.report.error("name-unknown", message, found.span, board_directions(board))
        else:
            world.unknown(found.text, found.span, board.compass, "the direction ")
        world.forward_told = world.forward_told or world.players[number].forward is None
