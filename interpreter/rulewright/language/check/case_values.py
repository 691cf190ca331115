"""The small values of a test: players, variables, results, scores, lists of moves."""

from __future__ import annotations

from ...analysis.variables import entry_count
from ...rules.game import Outcome, VariableSpec
from ...rules.types import Type
from ...source.diagnostics import Note, one_of, suggestion
from ...source.source import Span
from ..document.nodes import Mapping, Node, Scalar
from ..schema.places import shortened
from ..syntax import ast
from . import nodes
from .piece_words import is_told_elsewhere
from .places import Ground, told_enough
from .symbols import What
from .world import World

NO_SITE = -1


def wrong(world: World, message: str, span: Span, help_text: str, *notes: Note) -> None:
    world.report.error("test-key", message, span, help_text, *notes)


def read_player(world: World, word: Scalar) -> int | None:
    """A player by name."""
    found = world.player_index(word.text)
    if found is None and not is_told_elsewhere(world, word.text):
        _unknown(world, "player", word, [player.name for player in world.players])
    return found


def read_phase(world: World, node: Node | None, phases: tuple[str | None, ...]) -> int:
    word = nodes.scalar(node)
    if word is None or word.text in phases:
        return phases.index(word.text) if word else 0
    names = [name for name in phases if name]
    if names:
        _unknown(world, "phase", word, names)
    else:
        wrong(world, f'this game has no phase "{word.text}": it has only one turn.', word.span, "delete this line")
    return 0


def _unknown(world: World, what: str, word: Scalar, known: list[str]) -> None:
    names = f"{what}s of this game: {one_of(known, 'and')}" if known else f"it has no {what}s at all"
    help_text = suggestion(word.text, known, names)
    wrong(world, f'this game has no {what} "{word.text}".', word.span, help_text)


# ---------------------------------------------------------------- variables


def read_variables(world: World, ground: Ground, node: Node | None) -> list[tuple[int, int, int]]:
    """`vars:` as (variable, entry, value); a value without an entry is that of all entries."""
    found: list[tuple[int, int, int]] = []
    for key, value in nodes.mapping(node):
        if told_enough(world):
            break
        symbol = world.symbols.get(key.text)
        if symbol is None or symbol.what is not What.VARIABLE:
            _unknown(world, "variable", key, [variable.name for variable in world.variables])
            continue
        variable = world.variables[symbol.index]
        if isinstance(value, Mapping):
            for entry, one in value.items():
                index, number = _entry(world, variable, entry), read_value(world, ground, variable, one)
                if index is not None and number is not None:
                    found.append((symbol.index, index, number))
        else:
            number = read_value(world, ground, variable, value)
            if number is not None:
                found += [(symbol.index, index, number) for index in range(entry_count(world, variable))]
    return found


def _entry(world: World, variable: VariableSpec, key: Scalar) -> int | None:
    """The number of an entry, from 0."""
    if variable.per_player:
        return read_player(world, key)
    if variable.per_range is None:
        wrong(world, f'"{variable.name}" has only one value.', key.span, f"write {variable.name}: value")
        return None
    low, high = variable.per_range
    number = nodes.number_of(key.text)
    if number is None or not low <= number <= high:
        wrong(world, f'"{variable.name}" has no entry "{key.text}".', key.span, f"its entries are {low} to {high}")
        return None
    return number - low


def read_value(world: World, ground: Ground, variable: VariableSpec, node: Node) -> int | None:
    """A value of a variable as a number; None after a mistake."""
    if variable.type is Type.SET:
        return _sites(world, ground, node)
    if not isinstance(node, Scalar) or node.value is None:
        wrong(world, f'this is not a value for "{variable.name}".', node.span, f"it holds {variable.type.value}")
        return None
    if variable.type is Type.SITE:
        if node.text == "none":
            return NO_SITE
        found = ground.named(node)
        return ground.number(found[0][0]) if len(found) == 1 else None
    if variable.type is Type.PLAYER:
        return read_player(world, node)
    choices = _choices(world, variable)
    number = nodes.number(node) if choices is None else choices.get(node.text)
    if number is None or (choices is None and not variable.low <= number <= variable.high):
        possible = f"{variable.low} to {variable.high}" if choices is None else one_of(choices)
        wrong(world, f'"{variable.name}" cannot be {shortened(node.text)}.', node.span, f"possible: {possible}")
        return None
    return number


def _sites(world: World, ground: Ground, node: Node) -> int | None:
    """`[a1, b2]`, `a1 b2` or `none`, as a bit set."""
    words = [word for item in nodes.texts(node) for word in nodes.words(item)]
    if [word.text for word in words] == ["none"]:
        return 0
    mask = 0
    for word in words:
        found = ground.named(word)
        site = ground.number(found[0][0]) if len(found) == 1 else None
        if site is None:
            return None
        mask |= 1 << site
    return mask


def _choices(world: World, variable: VariableSpec) -> dict[str, int] | None:
    """The words that a variable can hold; None for numbers."""
    if variable.type is Type.TRUTH:
        return {"no": 0, "yes": 1}
    if variable.type is Type.KIND:
        return {kind.name: number for number, kind in enumerate(world.kinds)}
    if variable.type is Type.DIRECTION:
        return {way.name: number for number, way in enumerate(world.ready_board.directions)}
    return None


# ---------------------------------------------------------------- what is expected


def read_result(world: World, node: Node | None) -> Outcome | None:
    """`draw`, `NAME wins`, or in a solitaire `nobody wins`."""
    parsed = world.parse(node, "rule") if nodes.scalar(node) else None
    if not isinstance(parsed, ast.Rule):
        return None
    if parsed.condition is not None or parsed.otherwise is not None:
        message = "a test knows how the game ended, without a condition."
        wrong(world, message, parsed.span, f'write only "{parsed.outcome.span.text}"')
        return None
    if parsed.outcome.what == "draw":
        return Outcome(parsed.span, "draw", None)
    if parsed.outcome.player is not None:
        word = parsed.outcome.player
        if word.text == "nobody" and len(world.players) == 1:
            return Outcome(parsed.span, "nobody", None)
        winner = read_player(world, Scalar(word.span, word.text, word.text))
        return Outcome(parsed.span, "wins", winner) if winner is not None else None
    names = [f'"{player.name} wins"' for player in world.players] + ['"nobody wins"'] * (len(world.players) == 1)
    message = f'"{parsed.outcome.span.text}" does not say who has won.'
    wrong(world, message, parsed.span, f"write {one_of([*names, chr(34) + 'draw' + chr(34)])}")
    return None


def read_scores(world: World, node: Node | None, has_score: bool) -> dict[int, float] | None:
    """`score:` of some or all players, in halves."""
    if not isinstance(node, Mapping) or not node.entries:
        return None
    if not has_score:
        help = "add score: to the game (a number for each player), or test the result"
        wrong(world, "this game has no score to compare with.", node.entries[0].key.span, help)
        return None
    found: dict[int, float] = {}
    for key, value in node.items():
        player, amount = read_player(world, key), nodes.scalar(value)
        number = amount.value if amount else None
        if isinstance(number, bool) or not isinstance(number, int | float) or number * 2 != int(number * 2):
            wrong(world, "a score is a whole number or ends in .5.", value.span, "for example 12 or 7.5")
        elif player is not None:
            found[player] = float(number)
    return found


def read_perft(world: World, node: Node | None) -> tuple[int, ...]:
    """Numbers of sequences of moves; where there are none, none are longer."""
    found: list[int] = []
    for item in nodes.items(node):
        number = nodes.number(item)
        if number is None or number < 0:
            wrong(world, "perft holds whole numbers.", item.span, "for example perft: [20, 400, 8902]")
        elif found and found[-1] == 0 and number:
            message = f"nobody can play {_moves(len(found))}, so there cannot be {number} ways to play more."
            wrong(world, message, item.span, "correct one of the two numbers")
        else:
            found.append(number)
    return tuple(found)


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def read_moves(world: World, node: Node | None) -> tuple[str, ...] | None:
    """The moves of a list, as they are written."""
    return tuple(item.text for item in nodes.texts(node)) if nodes.items(node) or _is_list(node) else None


def _is_list(node: Node | None) -> bool:
    return node is not None and not isinstance(node, Scalar)


def check_expected_moves(world: World, test: Mapping) -> None:
    """A move that is listed twice, or both expected and forbidden."""
    lists = {key: nodes.texts(test.get(key)) for key in ("moves", "also", "never")}
    for key, moves in lists.items():
        first: dict[str, Scalar] = {}
        for move in moves:
            before = first.setdefault(move.text, move)
            if before is not move and not told_enough(world):
                message = f'"{move.text}" stands twice under {key}:.'
                wrong(world, message, move.span, "delete one of the two", Note("first written here", before.span))
    legal = {move.text: move for move in (*lists["moves"], *lists["also"])}
    for move in lists["never"]:
        if move.text in legal:
            note = Note("here it is expected", legal[move.text].span)
            wrong(world, f'"{move.text}" is expected and forbidden at once.', move.span, "delete one of the two", note)
    if lists["moves"]:
        all_moves = {move.text for move in lists["moves"]}
        for move in lists["also"]:
            if move.text not in all_moves:
                message = f'"{move.text}" is not in moves:, which lists all legal moves.'
                wrong(world, message, move.span, "add it there, or delete it here")
