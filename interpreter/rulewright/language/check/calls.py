"""Functions, defines with arguments, hooks, and `P can A`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...board import bits
from ...rules import expressions as rx
from ...rules.game import Define
from ...rules.types import Type
from ...source.diagnostics import Note, one_of
from ...source.limits import LIMITS
from ...source.source import Span
from ..syntax import ast
from ..syntax.printer import show
from . import nodes
from .bounds import check_number
from .part_words import check_uses, use_late
from .scope import PART_WORDS, Scope, Uses, scope_at
from .symbols import FUNCTIONS, What
from .world import DefineDraft, Instance, World

if TYPE_CHECKING:
    from .expressions import Checker

_ASKED = (What.VARIABLE, What.DEFINE, What.STATES)
_ARGUMENT_TYPES = frozenset({Type.SITE, Type.SET, Type.NUMBER, Type.TRUTH, Type.DIRECTION, Type.DIRECTIONS})


def read_call(checker: Checker, node: ast.Call) -> rx.Expr:
    world, name = checker.world, node.name.text
    if name in world.refused:  # told where it is declared
        return world.broken(node.span)
    symbol = world.symbols.get(name)
    if symbol and symbol.what is What.VARIABLE:
        return _variable(checker, node, symbol.index)
    if symbol and symbol.what is What.DEFINE:
        return call_define(checker, name, node.args, node.span)
    if symbol and symbol.what is What.STATES:
        return _row(checker, node)
    if name in FUNCTIONS:
        return _FUNCTION_READERS[name](checker, node)
    if symbol:
        owned = symbol.what is What.KIND or (symbol.what is What.REGION and world.regions[symbol.index].per_player)
        help = f'write "my {name}"' if owned else f'write only "{name}"'
        world.report.error("type-arguments", f'"{name}" is {symbol.what.value} and takes no brackets.', node.span, help)
    elif not refuse_in_region(checker, node.name):
        known = [*FUNCTIONS, *(name for name, symbol in world.symbols.items() if symbol.what in _ASKED)]
        world.unknown(name, node.name.span, known, "the function ")
    return world.broken(node.span)


def refuse_in_region(checker: Checker, name: ast.Name | ast.Word) -> bool:
    """Regions come before define: and vars:; told if a region uses one of their names."""
    if checker.scope.place != "regions":
        return False
    root = checker.world.root
    for section, what in (("define", "a define"), ("vars", "a variable")):
        if name.text in (key.text.partition("(")[0].strip() for key, _ in nodes.mapping(root.get(section))):
            _tell_fixed(checker, f'"{name.text}" is {what}', name.span)
            return True
    return False


def _tell_fixed(checker: Checker, what: str, span: Span) -> None:
    message = f"{what}, but {checker.scope.title} is fixed before the game begins."
    help = "use words of the board (rows, columns, rim, site names) or a region"
    checker.world.report.error("type-region", message, span, help)


# ---------------------------------------------------------------- functions


def _count_arguments(checker: Checker, node: ast.Call, low: int, high: int) -> bool:
    if low <= len(node.args) <= high:
        return True
    wanted = str(low) if low == high else f"{low} to {high}"
    checker.world.report.error(
        "type-arguments",
        f'"{node.name.text}" takes {wanted} argument{"" if wanted == "1" else "s"}, not {len(node.args) or "none"}.',
        node.span,
        FUNCTIONS[node.name.text],
    )
    return False


def _of_sites(make: Callable[[Span, rx.Expr], rx.Expr]) -> Callable[[Checker, ast.Call], rx.Expr]:
    def read(checker: Checker, node: ast.Call) -> rx.Expr:
        if not _count_arguments(checker, node, 1, 1):
            return checker.world.broken(node.span)
        return make(node.span, checker.sites(node.args[0]))

    return read


def _sides(checker: Checker, node: ast.Call) -> rx.Expr:
    if checker.world.ready_board.sides is None:
        message = "this board has no straight sides to count."
        return checker.world.reject("board-word", message, node.span, "name the sides under regions:")
    return _of_sites(lambda span, item: rx.SidesOf(span, Type.NUMBER, item))(checker, node)


def _holding(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 1, 1):
        return checker.world.broken(node.span)
    found = checker.sites(node.args[0])
    if found.type is Type.BROKEN:
        return found
    patterns = found.items if isinstance(found, rx.Union) else (found,)
    if not all(isinstance(pattern, rx.Pattern) for pattern in patterns):
        message = f'"holding" needs words for a piece, not "{node.args[0].span.text}".'
        return checker.world.reject("type-arguments", message, node.args[0].span, "for example holding(my queen)")
    return rx.Holding(node.span, found.type, found)


def _distance(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 2, 2):
        return checker.world.broken(node.span)
    return rx.DistanceOf(node.span, Type.NUMBER, checker.sites(node.args[0]), checker.sites(node.args[1]))


def _first(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 2, 2):
        return checker.world.broken(node.span)
    amount, track = checker.number(node.args[0]), checker.value(node.args[1], frozenset({Type.TRACK}))
    if track.type not in (Type.TRACK, Type.BROKEN):
        message = f'"{node.args[1].span.text}" is {track.type.value}, not a track.'
        known = checker.world.ready_board.tracks
        help = f"tracks of this board: {', '.join(known)}" if known else "add a track under board: {tracks: …}"
        return checker.world.reject("type-direction", message, node.args[1].span, help)
    if track.type is Type.BROKEN or amount.type is Type.BROKEN:
        return checker.world.broken(node.span)
    return rx.FirstOf(node.span, Type.SET, amount, track)


def _facing(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 1, 1):
        return checker.world.broken(node.span)
    if not any(axis.directions for kind in checker.world.kinds for axis in kind.axes):
        message = "no piece of this game has a facing."
        return checker.world.reject("type-arguments", message, node.span, "give a piece states: {facing: orth}")
    return rx.FacingOf(node.span, Type.DIRECTION, checker.site(node.args[0], '"facing" needs one'))


def _extreme(checker: Checker, node: ast.Call) -> rx.Expr:
    wanted = (1, 1) if node.name.text == "abs" else (2, 8)
    if not _count_arguments(checker, node, *wanted):
        return checker.world.broken(node.span)
    items = tuple(checker.number(arg) for arg in node.args)
    return rx.Extreme(node.span, Type.NUMBER, node.name.text, items)


def _remainder(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 2, 2):
        return checker.world.broken(node.span)
    left, right = (checker.number(arg) for arg in node.args)
    checker.positive(right, node.args[1])
    return rx.Remainder(node.span, Type.NUMBER, left, right)


def _line_number(checker: Checker, node: ast.Call) -> rx.Expr:
    """`row(x)`, `column(x)`, `level(x)`."""
    world, word, board = checker.world, node.name.text, checker.world.ready_board
    if not _count_arguments(checker, node, 1, 1):
        return world.broken(node.span)
    if board.unbounded:
        message = f'"{word}" asks for a fixed place, but an unbounded board has none: only how the pieces lie counts.'
        return world.reject("board-absolute", message, node.span, "speak of pieces and of what is next to them")
    lines = {"row": board.rows, "column": board.columns, "level": board.levels}[word]
    if not lines:
        help = "give the sites names under regions: and ask in which one a site is"
        if word == "level":
            help = 'add "levels: pyramid" or a number of levels to board:'
        return world.reject("board-word", f"this board has no {word}s.", node.span, help)
    numbers = [0] * len(board)
    for number, sites in lines.items():
        for site in bits(sites):
            numbers[site] = number
    item = checker.site(node.args[0], f'"{word}" needs one')
    return rx.LineNumber(node.span, Type.NUMBER, word, tuple(numbers), item)


def _counterpart(checker: Checker, node: ast.Call) -> rx.Expr:
    world, known = checker.world, checker.world.ready_board.counterparts
    if not _count_arguments(checker, node, 1, 1):
        return world.broken(node.span)
    if not known:
        help = "cut it into some under board:, for example blocks: {small: 3x3}"
        return world.reject("board-word", "this board has no blocks.", node.span, help)
    item = checker.site(node.args[0], '"counterpart" needs one')
    found = tuple(rx.CounterpartOf(node.span, Type.SITE, table, item) for table in known.values())
    return found[0] if len(found) == 1 else rx.Union(node.span, Type.SET, found)


def _only(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 1, 1):
        return checker.world.broken(node.span)
    item = checker.sites(node.args[0])
    return item if item.type in (Type.SITE, Type.BROKEN) else rx.OnlyOf(node.span, Type.SITE, item)


def _kind(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 1, 1):
        return checker.world.broken(node.span)
    return rx.KindOf(node.span, Type.KIND, checker.site(node.args[0], '"kind" needs one'))


def _began(checker: Checker, node: ast.Call) -> rx.Expr:
    world = checker.world
    if not _count_arguments(checker, node, 1, 1):
        return world.broken(node.span)
    if world.ready_board.unbounded:
        message = '"began" asks for a fixed place, but an unbounded board has none: only how the pieces lie counts.'
        return world.reject("board-absolute", message, node.span, "speak of pieces and of what is next to them")
    return rx.BeganOf(node.span, Type.KIND, checker.site(node.args[0], '"began" needs one'))


def _state(checker: Checker, node: ast.Call) -> rx.Expr:
    world = checker.world
    if not _count_arguments(checker, node, 1, 1):
        return world.broken(node.span)
    rows = {kind.name: [axis for axis in kind.axes if axis.directions is None] for kind in world.kinds}
    if not any(rows.values()):
        help = "give a piece states: [one, other]; where it looks is facing(…)"
        return world.reject("type-arguments", "no piece of this game has states.", node.span, help)
    several = [name for name, axes in rows.items() if len(axes) > 1]
    if several:
        message = f'"{several[0]}" has several rows of states, so "state" does not say which one is meant.'
        world.refused.add(node.name.text)  # told once
        named = [f'"{axis.name}({node.args[0].span.text})"' for axis in rows[several[0]]]
        return world.reject("type-arguments", message, node.span, f"ask for one of them: {one_of(named)}")
    return rx.StateOf(node.span, Type.STATE, checker.site(node.args[0], '"state" needs one'), None)


def _row(checker: Checker, node: ast.Call) -> rx.Expr:
    """`colour(x)`: a row of states by its name."""
    world, row = checker.world, node.name.text
    if len(node.args) != 1:
        message = f'"{row}" takes 1 argument, not {len(node.args) or "none"}.'
        return world.reject("type-arguments", message, node.span, f"the {row} of the piece on a site: {row}(target)")
    kinds = [kind for kind in world.kinds if any(axis.name == row for axis in kind.axes)]
    if kinds and all(kind.layer for kind in kinds):
        named = one_of([kind.name for kind in kinds])
        message = f'"{row}" asks for the piece on the main layer, and {named} lies on another.'
        return world.reject("dead-pattern", message, node.span, "ask with the words for its states")
    return rx.StateOf(node.span, Type.STATE, checker.site(node.args[0], f'"{row}" needs one'), row)


def _bonus(checker: Checker, node: ast.Call) -> rx.Expr:
    if not _count_arguments(checker, node, 1, 1):
        return checker.world.broken(node.span)
    if not use_late(checker.world, checker.scope, "bonus", node.name.span):
        return checker.world.broken(node.span)
    return rx.BonusOf(node.span, Type.NUMBER, checker.player(node.args[0]))


def _tray(checker: Checker, node: ast.Call) -> rx.Expr:
    tray = node.name.text
    owned = tray != "supply"
    if not _count_arguments(checker, node, 1 if owned else 0, 2 if owned else 1):
        return checker.world.broken(node.span)
    player = checker.player(node.args[0]) if owned else None
    rest = node.args[1:] if owned else node.args
    what = None
    if rest:
        what = checker.value(rest[0], frozenset({Type.KIND, Type.STATE}))
        if what.type not in (Type.KIND, Type.STATE, Type.BROKEN):
            message = f'"{rest[0].span.text}" is {what.type.value}; a tray is asked for a kind or a state.'
            return checker.world.reject("type-arguments", message, rest[0].span, FUNCTIONS[tray])
    return rx.InTray(node.span, Type.NUMBER, tray, player, what)


_FUNCTION_READERS: dict[str, Callable[[Checker, ast.Call], rx.Expr]] = {
    "height": _of_sites(lambda span, item: rx.HeightOf(span, Type.NUMBER, item)),
    "holding": _holding,
    "hand": _tray,
    "taken": _tray,
    "supply": _tray,
    "sides": _sides,
    "distance": _distance,
    "facing": _facing,
    "first": _first,
    "max": _extreme,
    "min": _extreme,
    "abs": _extreme,
    "only": _only,
    "remainder": _remainder,
    "row": _line_number,
    "column": _line_number,
    "level": _line_number,
    "counterpart": _counterpart,
    "kind": _kind,
    "began": _began,
    "state": _state,
    "bonus": _bonus,
}


# ---------------------------------------------------------------- variables with entries


def _variable(checker: Checker, node: ast.Call, index: int) -> rx.Expr:
    variable = checker.world.variables[index]
    checker.world.used.add(variable.name)
    found = read_index(checker, index, node.args, node.span)
    if found is None:
        return checker.world.broken(node.span)
    return rx.Variable(node.span, variable.type, index, found)


def read_index(checker: Checker, index: int, args: tuple[ast.Expr, ...], span: Span) -> rx.Expr | None:
    """The entry of a variable with one value for each player or number."""
    variable = checker.world.variables[index]
    if not variable.per_player and variable.per_range is None:
        message = f'"{variable.name}" has a single value and takes no brackets.'
        help = f'write only "{variable.name}", or give it "per: player" under vars:'
        checker.world.report.error("type-arguments", message, span, help)
        return None
    if len(args) != 1:
        entry = "me" if variable.per_player else "1"
        message = f'"{variable.name}" is asked for one entry at a time.'
        checker.world.report.error("type-arguments", message, span, f'write "{variable.name}({entry})"')
        return None
    found = checker.player(args[0]) if variable.per_player else checker.number(args[0])
    if isinstance(found, rx.Enemies) and not checker.world.one_enemy:
        checker.world.unclear_enemy('"enemy" does not say which one', args[0].span)
        return None
    return None if found.type is Type.BROKEN else found


# ---------------------------------------------------------------- defines


def call_define(checker: Checker, name: str, args: tuple[ast.Expr, ...], span: Span) -> rx.Expr:
    world, scope = checker.world, checker.scope
    draft = world.define_drafts[name]
    draft.used = True
    if isinstance(draft.body, ast.Block):
        message = f'"{name}" is defined as effects, and has no value.'
        help = "use it in do:, before: or when_…, or define a phrase (no list) for what you want to ask"
        return world.reject("effect-define", message, span, help, Note("it is defined here", draft.span))
    found = read_arguments(checker, draft, args, span)
    if found is None or draft.broken or draft.body is None:
        return world.broken(span)
    if scope.place == "regions":
        _tell_fixed(checker, f'"{name}" is a define', span)
        return world.broken(span)
    types = tuple(value.type for value in found)
    instance = _instantiate(checker, draft, types)
    if instance is not None and scope.each and "it" in instance.uses.words:
        instance = _instantiate(checker, draft, types, each=True)  # here its `it` is the site that `where` asks about
    if instance is None:
        return world.broken(span)
    check_uses(world, scope, instance.uses, name, "define", span)
    made = rx.DefineCall(span, instance.type, instance.index, found)
    if any(value.type is Type.NUMBER for value in found):
        world.later.append(lambda: check_number(world, made, scope.action or ""))
    return made


def read_arguments(
    checker: Checker, draft: DefineDraft, args: tuple[ast.Expr, ...], span: Span
) -> tuple[rx.Expr, ...] | None:
    """The arguments of a define; None if they are too few or too many, or wrong, which was told."""
    world, name = checker.world, draft.name
    found = tuple(checker.value(arg, _expected_argument(checker, arg)) for arg in args)
    if len(args) != len(draft.parameters):
        wanted = "target" if draft.is_table else ", ".join(parameter for parameter, _ in draft.parameters)
        count = len(draft.parameters)
        message = f'"{name}" takes {_arguments(count)}, not {len(args) or "none"}.'
        help = f'write "{name}({wanted})"' if wanted else f'write only "{name}"'
        world.report.error("type-arguments", message, span, help)
        return None
    if draft.is_table:
        found = (checker.site(args[0], f'the table "{name}" needs one'),)
    for value, arg in zip(found, args, strict=True):
        if value.type not in _ARGUMENT_TYPES and value.type is not Type.BROKEN:
            message = f'"{arg.span.text}" is {value.type.value}; arguments are sites, numbers, yes/no or directions.'
            world.report.error("type-arguments", message, arg.span, "use it directly in the define")
            return None
    return None if any(value.type is Type.BROKEN for value in found) else found


def _expected_argument(checker: Checker, arg: ast.Expr) -> frozenset[Type]:
    """A direction name as an argument is a direction."""
    if isinstance(arg, ast.Name):
        symbol = checker.world.symbols.get(arg.text)
        if arg.text == "any" or (symbol and symbol.what is What.DIRECTION):
            return frozenset({Type.DIRECTION})
    return frozenset()


def _instantiate(checker: Checker, draft: DefineDraft, types: tuple[Type, ...], each: bool = False) -> Instance | None:
    """The define checked for arguments of these types; each combination is checked once."""
    world, passed = checker.world, checker.scope.passed
    key = (draft.name, types, passed, each)
    if key in world.instances:
        return world.instances[key]
    if len(world.defines) >= LIMITS.expanded_rules.value:
        return None
    world.instances[key] = None
    uses = Uses()
    names = [name for name, _ in draft.parameters]
    scope = body_scope(f'define "{draft.name}"', uses, dict(zip(names, types, strict=True)), passed)
    scope = replace(scope, each=each)
    if not isinstance(draft.body, ast.Expr):
        return None
    body = checker.at(scope).value(draft.body, draft.expected)
    if body.type is Type.BROKEN:
        return None
    world.defines.append(Define(draft.span, draft.name, tuple(zip(names, types, strict=True)), body))
    instance = Instance(len(world.defines) - 1, body.type, uses)
    world.instances[key] = instance
    return instance


def body_scope(title: str, uses: Uses, parameters: dict[str, Type], passed: Type) -> Scope:
    """A body sees every word; whether they exist is asked where it is used."""
    return scope_at(
        "anything", title, parameters=parameters, memories=frozenset(), uses=uses, passed=passed, words=PART_WORDS
    )


def path_scope(title: str, uses: Uses, attribute: str) -> Scope:
    """Of the body of a path with a name: its own walk binds some words. `attribute` is the one that `like` means."""
    words = frozenset({"origin", "kind", "load", "leaving"})
    bound = frozenset({"origin", "kind", "leaving", "entering", "dir"})
    return replace(body_scope(title, uses, {}, Type.SET), words=words, bound=bound, place="path", attribute=attribute)


def check_unused_define(checker: Checker, draft: DefineDraft) -> None:
    """A define nobody uses is checked all the same, if it has no parameters to guess the types of."""
    if not draft.parameters and not draft.broken:
        _instantiate(checker, draft, ())


# ---------------------------------------------------------------- hooks, can


def _arguments(count: int) -> str:
    return f"{count or 'no'} argument{'' if count == 1 else 's'}"


def read_hook(checker: Checker, node: ast.Hook) -> rx.Expr:
    found = hook_call(checker, node.name, node.args, node.span, ("set", "int", "bool"))
    if found is None:
        return checker.world.broken(node.span)
    index, args = found
    gives = {"set": Type.SET, "int": Type.NUMBER, "bool": Type.TRUTH}[checker.world.hooks[index].gives]
    return rx.HookCall(node.span, gives, index, args)


_HOOK_TYPES: dict[str, tuple[Type, ...]] = {
    "set": (Type.SET, Type.SITE),
    "site": (Type.SITE,),
    "int": (Type.NUMBER,),
    "bool": (Type.TRUTH, Type.SET, Type.SITE),
    "player": (Type.PLAYER,),
    "kind": (Type.KIND,),
    "state": (Type.STATE,),
    "dir": (Type.DIRECTION,),
}


def hook_call(
    checker: Checker, name: ast.Word, args: tuple[ast.Expr, ...], span: Span, gives: tuple[str, ...]
) -> tuple[int, tuple[rx.Expr, ...]] | None:
    """A call `@name(…)`: the hook's number and its arguments."""
    world = checker.world
    known = {hook.name: number for number, hook in enumerate(world.hooks)}
    if name.text not in known:
        world.unknown(name.text, name.span, known, "the hook ")
        return None
    hook = world.hooks[known[name.text]]
    world.used.add(f"@{hook.name}")
    if hook.gives not in gives:
        message = f'"@{hook.name}" gives {hook.gives}, which cannot stand here.'
        world.report.error("hook-use", message, span, f"here I need a hook that gives {one_of(gives)}")
        return None
    if len(args) != len(hook.takes):
        message = f'"@{hook.name}" takes {_arguments(len(hook.takes))}, not {len(args) or "none"}.'
        help = f"its takes: lists {one_of(hook.takes, 'and')}" if hook.takes else f'write "@{hook.name}()"'
        world.report.error("type-arguments", message, span, help)
        return None
    found = []
    for arg, takes in zip(args, hook.takes, strict=True):
        wanted = _HOOK_TYPES[takes]
        value = checker.value(arg, frozenset(wanted))
        if takes == "bool" and value.type.is_condition:
            value = checker.as_condition(value, arg)
        if value.type not in wanted and value.type is not Type.BROKEN:
            message = f'"@{hook.name}" takes {takes} here, but "{arg.span.text}" is {value.type.value}.'
            world.report.error("type-arguments", message, arg.span, "change the argument, or takes: of the hook")
            return None
        found.append(value)
    if any(value.type is Type.BROKEN for value in found):
        return None
    return known[name.text], tuple(found)


def read_can(checker: Checker, node: ast.Can) -> rx.Expr:
    """`enemy can move`, `enemy could move`."""
    world = checker.world
    player = checker.player_word(node.player)
    draft = world.actions.get(node.action.text)
    if draft is None:
        world.unknown(node.action.text, node.action.span, world.actions, "the action ")
    if player is None or draft is None:
        return world.broken(node.span)
    if isinstance(player, rx.Enemies) and not world.one_enemy:
        word = "could" if isinstance(node, ast.Could) else "can"
        world.unclear_enemy(f'"enemy {word}" does not say which one', node.player.span)
        return world.broken(node.span)
    world.report.in_use(draft.key.span)
    return rx.CanDo(node.span, Type.TRUTH, player, draft.index, isinstance(node, ast.Could))


def read_kept(checker: Checker, node: ast.Kept) -> rx.Expr:
    """`me kept giving_check`: the condition is asked after every turn, whoever made it."""
    found = _after_turns(checker, node)
    if found is None:
        return checker.world.broken(node.span)
    player, later = found
    return _kept(checker.world, node.span, player, show(node.condition), later.condition(node.condition))


def read_kept_one(checker: Checker, node: ast.KeptOne) -> rx.Expr:
    """`me kept one chased`: after every turn one and the same piece was in the set."""
    world, found = checker.world, _after_turns(checker, node)
    if found is None:
        return world.broken(node.span)
    player, later = found
    sites, text = later.sites(node.sites), show(node.sites)
    if world.ready_board.unbounded:
        message = '"kept one" follows a piece from place to place, but an unbounded board has no fixed places.'
        return world.reject(
            "board-absolute", message, node.span, f'write "kept (some {text})": always one, not always the same'
        )
    if sites.type is Type.BROKEN:
        return world.broken(node.span)
    held = _kept(world, node.span, player, f"some {text}", rx.NotEmpty(node.span, Type.TRUTH, sites))
    if not isinstance(held, rx.Kept):
        return held
    number = list(world.followed).index(text) if text in world.followed else len(world.followed)
    origin, target = (later.sites(ast.Name(node.span, word)) for word in ("origin", "target"))
    bare = rx.Intersection(node.span, Type.SITE, (origin, rx.EmptySites(node.span, Type.SET)))
    left = rx.NotEmpty(node.span, Type.TRUTH, bare)
    followed = world.followed.setdefault(text, rx.Followed(node.span, sites, held.number, left, origin, target))
    return rx.KeptOne(node.span, Type.TRUTH, player, held, followed, number)


def _after_turns(checker: Checker, node: ast.Kept | ast.KeptOne) -> tuple[rx.Expr, Checker] | None:
    """Who kept to something, and who reads what is asked after every turn; None where it cannot be asked."""
    world = checker.world
    there = use_late(world, checker.scope, "kept", node.span)
    player = checker.player_word(node.player)
    if player is None or not there:
        return None
    if isinstance(player, rx.Enemies) and not world.one_enemy:
        world.unclear_enemy('"enemy kept" does not say which one', node.player.span)
        return None
    return player, checker.at(scope_at("end of turn", "what is kept", memories=frozenset(world.actions)))


def _kept(world: World, span: Span, player: rx.Expr, text: str, condition: rx.Expr) -> rx.Expr:
    if condition.type is Type.BROKEN:
        return world.broken(span)
    number = list(world.kept).index(text) if text in world.kept else len(world.kept)
    return rx.Kept(span, Type.TRUTH, player, world.kept.setdefault(text, condition), number)
