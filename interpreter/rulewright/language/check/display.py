"""`display:`: rules never look at it, but what it speaks of must exist, and what it asks for can be drawn."""

from __future__ import annotations

from ...analysis.turns import actions_of, has_several_parts, segments
from ...rules import turns as rt
from ...rules.appearance import ALGEBRAIC, BOARD, COLOURS, MOVES, Appearance
from ...rules.game import Rules
from ...source.diagnostics import Report, one_of, suggestion
from ..document.nodes import Node, Scalar
from . import nodes
from .outlines import check_outline
from .symbols import What
from .world import World

_SHOWN = (What.PLAYER, What.KIND, What.STATE)
_PIECES = ("colour", "symbol", "shape", "outline", "numbered")
_OTHERS = {BOARD: ("colour",), MOVES: ("notation",)}


def read_display(world: World) -> tuple[Appearance, ...]:
    """A choice of an option may take a piece away and leave its look, so a name is told if no choice has it."""
    known = [name for name, symbol in world.symbols.items() if symbol.what in _SHOWN]
    found = []
    for key, look in nodes.mapping(world.root.get("display")):
        if key.text not in (*known, *_OTHERS):
            message = f'"{key.text}" under display is neither a player nor a piece, so it is never shown.'
            help = suggestion(
                key.text,
                (*known, *_OTHERS),
                f"this game has {one_of(known, 'and')}, and there are the board and the moves",
            )
            world.report.unused("dead-name", message, key.span, help)
            continue
        world.report.in_use(key.span)
        is_kind = key.text in known and world.symbols[key.text].what is What.KIND
        _only(
            world,
            key.text,
            look,
            _OTHERS.get(key.text, ()) if key.text not in known else _PIECES[: 5 if is_kind else 4],
        )
        symbol, shape, outline = (nodes.text(nodes.get(look, word)) for word in ("symbol", "shape", "outline"))
        drawn = nodes.scalar(nodes.get(look, "outline"))
        if drawn is not None:
            check_outline(world, drawn)
        notation = nodes.scalar(nodes.get(look, "notation"))
        span = key.span if notation is None else notation.span
        colour, numbered = _colour(world, nodes.get(look, "colour")), nodes.yes(nodes.get(look, "numbered"))
        found.append(Appearance(span, key.text, colour, symbol, shape, outline, nodes.text(notation), numbered))
    return tuple(found)


def _only(world: World, name: str, look: Node, words: tuple[str, ...]) -> None:
    """Of the board, of moves and of pieces different things can be told."""
    for key, _ in nodes.mapping(look):
        if key.text in words:
            continue
        if name == BOARD and key.text in _PIECES:
            message = f'the board has no {key.text}: under display it can be given a "colour" only.'
            help = "write it below a player, a piece or a state; the form of cells is said under board"
        else:
            others = one_of([f'"{word}"' for word in words])
            message = f'"{name}" has no {key.text}: under display it can be given {others}.'
            help = f'a notation is that of all moves: "moves: {{notation: {ALGEBRAIC}}}"'
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
