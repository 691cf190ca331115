"""`display:`: rules never look at it, but what it speaks of must exist, and what it asks for can be drawn."""

from __future__ import annotations

from ...analysis.turns import actions_of, has_several_parts, segments
from ...rules import turns as rt
from ...rules.appearance import ALGEBRAIC, BOARD, COLOURS, DICE, MOVES, Appearance, OutlinePart
from ...rules.game import Rules
from ...rules.types import Type
from ...source.diagnostics import Report, one_of, suggestion
from ..document.nodes import Node, Scalar
from . import nodes
from .display_board import read_points, read_rows
from .outlines import check_outline
from .svg_files import SVG_FILE, read_svg
from .symbols import What
from .world import World

_SHOWN = (What.PLAYER, What.KIND, What.STATE, What.VARIABLE)
_PIECES = ("colour", "symbol", "shape", "outline", "numbered")
_OTHERS = {BOARD: ("colour", "rows", "points"), MOVES: ("notation",)}
_WAYS_OUT = {
    "notation": f'a notation is that of all moves: "moves: {{notation: {ALGEBRAIC}}}"',
    "rows": "rows are those of the board: write it below board",
    "points": "points are sites of the board: write it below board",
}
_FACES = 9
"""Eyes on a die, at most."""
_DICE = 20
"""Of each sort on the table, at most: a page draws them one by one."""


def read_display(world: World) -> tuple[Appearance, ...]:
    """A choice of an option may take a piece away and leave its look, so a name is told if no choice has it."""
    known = [name for name, symbol in world.symbols.items() if symbol.what in _SHOWN]
    found = []
    for key, look in nodes.mapping(world.root.get("display")):
        if key.text not in (*known, *_OTHERS):
            message = f'"{key.text}" under display is no player, piece, state or variable, so it is never shown.'
            help = suggestion(
                key.text,
                (*known, *_OTHERS),
                f"this game has {one_of(known, 'and')}, and there are the board and the moves",
            )
            world.report.unused("dead-name", message, key.span, help)
            continue
        world.report.in_use(key.span)
        what = world.symbols[key.text].what if key.text in known else None
        _only(world, key.text, look, _words_for(key.text, what))
        _check_shape(world, key.text, what, nodes.scalar(nodes.get(look, "shape")))
        symbol, shape, outline = (nodes.text(nodes.get(look, word)) for word in ("symbol", "shape", "outline"))
        drawn = nodes.scalar(nodes.get(look, "outline"))
        parts: tuple[OutlinePart, ...] = ()
        if drawn is not None and SVG_FILE.fullmatch(drawn.text):
            outline, parts = None, read_svg(world, drawn)
        elif drawn is not None:
            check_outline(world, drawn)
        notation = nodes.scalar(nodes.get(look, "notation"))
        span = key.span if notation is None else notation.span
        colour, numbered = _colour(world, nodes.get(look, "colour")), nodes.yes(nodes.get(look, "numbered"))
        of_board = look if key.text in _OTHERS and what is None else None
        rows, points = read_rows(world, nodes.get(of_board, "rows")), read_points(world, nodes.get(of_board, "points"))
        found.append(
            Appearance(
                span, key.text, colour, symbol, shape, outline, nodes.text(notation), numbered, rows, points, parts
            )
        )
    return tuple(found)


def _words_for(name: str, what: What | None) -> tuple[str, ...]:
    if what is None:
        return _OTHERS[name]
    if what is What.VARIABLE:
        return ("shape",)
    return _PIECES if what is What.KIND else _PIECES[:-1]


def _check_shape(world: World, name: str, what: What | None, shape: Scalar | None) -> None:
    """Numbers are shown as dice and pieces are not; a number that is counted (per 1..6) is that of the eyes."""
    if shape is None or what is None or (shape.text == DICE) == (what is What.VARIABLE and _has_eyes(world, name)):
        return
    if what is What.VARIABLE and shape.text != DICE:
        message, help = f'"{name}" is a variable: its only shape is dice.', f'write "{name}: {{shape: dice}}"'
    elif what is What.VARIABLE:
        most = f"a die has from 0 to {_FACES} eyes, and of each there are from 0 to {_DICE}"
        message = f'"{name}" cannot be shown as dice: {most}.'
        help = 'dice are for a number with "range: 0..6", or with "per: 1..6" (how many dice show so many eyes)'
    else:
        message, help = f'"{name}" is no number, so it cannot be shown as dice.', "write disc, block, tile or sign"
    world.report.error("display-board", message, shape.span, help)


def _has_eyes(world: World, name: str) -> bool:
    spec = next((spec for spec in world.variables if spec.name == name), None)
    if spec is None:
        return True  # what is wrong with it has been told
    eyes, amount = (spec.per_range, (spec.low, spec.high)) if spec.per_range else ((spec.low, spec.high), (0, 1))
    fits = 0 <= eyes[0] <= eyes[1] <= _FACES and 0 <= amount[0] <= amount[1] <= _DICE
    return spec.type is Type.NUMBER and not spec.per_player and fits


def _only(world: World, name: str, look: Node, words: tuple[str, ...]) -> None:
    """Of the board, of moves and of pieces different things can be told."""
    for key, _ in nodes.mapping(look):
        if key.text in words:
            continue
        if name == BOARD and key.text in _PIECES:
            message = f'the board has no {key.text}: under display it can be given "colour", "rows" or "points".'
            help = "write it below a player, a piece or a state; the form of cells is said under board"
        else:
            others = one_of([f'"{word}"' for word in words])
            message = f'"{name}" has no {key.text}: under display it can be given {others}.'
            help = _WAYS_OUT.get(key.text, "leave it away, or write it below the name that is meant")
        world.report.error("display-board", message, key.span, help)


def check_notation(rules: Rules, report: Report) -> None:
    """Algebraic notation tells one piece of each move, by its letter, and where it goes by column and row."""
    for look in rules.display:
        if look.notation != ALGEBRAIC:
            continue
        why = _not_algebraic(rules)
        if why is not None:
            message = f"algebraic notation cannot tell the moves of this game: {why}."
            help = "leave the notation away: then pages show moves as the actions write them"
            report.error("display-notation", message, look.span, help)


def _not_algebraic(rules: Rules) -> str | None:
    if rules.board.tiling != "square" or rules.board.unbounded or rules.board.levels:
        return "its board is no plane of squares with columns and rows"
    if rules.stack > 1:
        return "pieces stand on each other"
    for kind in rules.kinds:
        letter = kind.letters.get(None) or next(iter(kind.letters.values()), "")
        if len(letter) != 1 or letter.upper() == letter.lower():
            return f'the piece "{kind.name}" has no letter'
    for phase in rules.phases:
        for turn in phase.turns:
            own = [part for part in segments(turn, len(rules.players)) if not isinstance(part, rt.Chance)]
            if len(own) > 1 or any(has_several_parts(rules, part) for part in own):
                return "turns have several parts"
            for action in actions_of(rules, rt.InOrder(turn.span, tuple(own))):
                if action.verb is None:
                    return f'the action "{action.name}" brings no piece anywhere'
    if any(outcome.what == "pass" for rule in rules.stuck for outcome in rule.outcomes):
        return "a player may have to pass"
    return None


def _colour(world: World, node: Node | None) -> str | None:
    given = nodes.scalar(node)
    if not isinstance(given, Scalar) or given.text.startswith("#"):
        return given.text.lower() if given else None
    if given.text not in COLOURS:
        help = suggestion(given.text, COLOURS, f'colours are {one_of(COLOURS, most=40)}, or "#rrggbb" in quotes')
        world.report.error("name-unknown", f'I don\'t know the colour "{given.text}".', given.span, help)
    return COLOURS.get(given.text)
