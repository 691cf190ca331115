"""`tables:`: values by where something is or by what stands there (D131); each is a define with one argument."""

from __future__ import annotations

from ...board import BoardProblems
from ...rules.types import Type
from ..document.nodes import Mapping, Scalar
from ..syntax import ast
from . import nodes
from .symbols import What
from .world import DefineDraft, World

ARGUMENT = "the space"
"""The argument of every table; nobody can write this name."""
_ELSE = "else"
_VALUES = {What.KIND: Type.KIND, What.STATE: Type.STATE, What.PLAYER: Type.PLAYER}


def note_tables(world: World) -> None:
    """Enters the tables as defines; their rows are checked where they are used."""
    for key, body in nodes.mapping(world.root.get("tables")):
        if world.declare(What.DEFINE, key.text, key.span, written="a table"):
            found = _body(world, key, body) if isinstance(body, Mapping) else None
            draft = DefineDraft(key.text, key.span, ((ARGUMENT, key.span),), found, broken=found is None)
            draft.expected = _expected(world, body) if isinstance(body, Mapping) else frozenset()
            draft.is_table = True
            world.define_drafts[key.text] = draft


def _body(world: World, name: Scalar, body: Mapping) -> ast.Expr | None:
    """The rows as one phrase: the first value whose sites hold the argument, else the last."""
    rows = [(key, value) for key, value in nodes.mapping(body) if key.text != _ELSE]
    found = world.parse_expr(body.get(_ELSE))
    if body.get(_ELSE) is None:
        message = f'the table "{name.text}" does not say what holds for everything else.'
        world.report.error("type-table", message, name.span, 'add a last row:  else: …, for example "else: 0"')
    sound = found is not None
    for key, value in reversed(rows):
        places, what = _places(world, key), world.parse_expr(value)
        if places is None or what is None:
            sound = False
        elif found is not None:
            argument = ast.Words(key.span, (ast.Name(key.part(0, 0), ARGUMENT),))  # no word of the file stands for it
            condition = ast.Phrase(key.span, argument, (ast.In(key.span, False, "in", ast.Group(key.span, places)),))
            found = ast.Either(value.span, what, condition, found)
    return found if sound else None


def _places(world: World, key: Scalar) -> ast.Expr | None:
    """What stands before the colon: a row of sites, or a set."""
    words = nodes.words(key)
    if any(".." in word.text or world.ready_board.find(word.text) is not None for word in words):
        try:
            sites = [site for site, _ in world.read_sites(key.text)]
        except BoardProblems:
            pass  # a set that speaks of a site, or a mistake: told as that of a set
        else:
            names = tuple(ast.Name(key.span, world.ready_board.sites[site].name) for site in sites)
            return names[0] if len(names) == 1 else ast.Or(key.span, names)
    return world.parse_expr(key)


def _expected(world: World, body: Mapping) -> frozenset[Type]:
    """Kinds, states or players, where all values are names of such."""
    symbols = [world.symbols.get(nodes.text(value) or "") for _, value in nodes.mapping(body)]
    found = {_VALUES.get(symbol.what) if symbol else None for symbol in symbols}
    kind = found.pop() if len(found) == 1 else None
    return frozenset({kind}) if kind else frozenset()
