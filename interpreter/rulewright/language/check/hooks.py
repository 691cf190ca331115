"""`hooks:`: Python functions beside the game, declared with their types (semantics D97 to D99).

Nothing is run here. The hook file is only read, to see whether it has the functions it should have.
"""

from __future__ import annotations

import ast as python
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ...rules.expressions import Expr
from ...rules.game import Hook
from ...rules.types import Type
from ...source.diagnostics import one_of, suggestion
from ...source.limits import LIMITS
from ...source.python_text import python_tree
from ...source.source import Place, Source
from ..document.nodes import Mapping, Scalar
from ..place import place_of
from ..reading import open_at_once, read_at_most
from . import nodes
from .expressions import Checker
from .scope import scope_at
from .world import World

_ANY_NUMBER = 1_000
_GIVES = {"set": Type.SET, "int": Type.NUMBER, "bool": Type.TRUTH}


def read_hooks(world: World) -> None:
    """Enters the hooks with their types."""
    section = world.root.get("hooks")
    if not isinstance(section, Mapping):
        return
    file = nodes.scalar(section.get("file"))
    source = _source(world, file) if file else None
    functions = _functions(world, file, source) if file and source else None
    for key, body in section.items():
        if key.text == "file":
            continue
        gives = nodes.text(nodes.get(body, "gives")) or "set"
        wanted = [f"{key.text}_format", f"{key.text}_parse"] if gives == "notation" else [key.text]
        if functions is not None:
            for name in wanted:
                _check_function(world, key, name, functions, file, len(nodes.texts(nodes.get(body, "takes"))))
        world.hooks.append(
            Hook(
                key.span,
                key.text,
                file.text if file else "",
                source,
                tuple(item.text for item in nodes.texts(nodes.get(body, "takes"))),
                gives,
                None,
            )
        )


def _source(world: World, file: Scalar) -> Source | None:
    """The hook file, read here and nowhere else: what is checked is what runs."""
    game = file.span.source  # through `extends` that is the file that names the hooks
    if game.place is None:
        return None
    place = place_of(game.place.path.parent / file.text)
    try:
        if not place.path.is_file():
            found = [other.name for other in sorted(game.place.path.parent.glob("*.py"))[:50]]
            help = suggestion(file.text, found, "write the hooks into this file, or remove hooks:")
            world.report.error("hook-file", f'there is no file "{file.text}" beside the game.', file.span, help)
            return None
        with open_at_once(place.path) as stream:
            data = read_at_most(stream, LIMITS.hook_bytes.value)
        if len(data) > LIMITS.hook_bytes.value:
            message = f'"{file.text}" is larger than {LIMITS.hook_bytes.value} bytes.'
            world.report.error("hook-file", message, file.span, "keep hooks small; they are exceptions")
            return None
        text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
        return _same_source(place, str(Path(game.name).parent / file.text), text)
    except (OSError, ValueError) as problem:
        _tell_no_python(world, file, problem)
        return None


@lru_cache(maxsize=64)
def _same_source(place: Place, name: str, text: str) -> Source:
    """One source for one text: a game with options is checked several times, and places are compared."""
    return Source(name, text, place)


def _tell_no_python(world: World, file: Scalar, problem: Exception) -> None:
    line = getattr(problem, "lineno", None)
    message = f'"{file.text}" cannot be read as Python{f" (line {line})" if line else ""}.'
    world.report.error("hook-file", message, file.span, "run it through Python to see what is wrong")


def _functions(world: World, file: Scalar, source: Source) -> dict[str, range] | None:
    """The functions of the hook file and how many arguments each takes; read, never run."""
    try:
        tree = python_tree(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        _tell_no_python(world, file, problem)
        return None
    return {item.name: _accepted(item.args) for item in tree.body if isinstance(item, python.FunctionDef)}


def _accepted(args: python.arguments) -> range:
    """How many arguments a function can be called with."""
    most = len(args.posonlyargs) + len(args.args)
    return range(most - len(args.defaults), (most if args.vararg is None else _ANY_NUMBER) + 1)


def _check_function(
    world: World, key: Scalar, name: str, functions: dict[str, range], file: Scalar | None, takes: int
) -> None:
    where = file.text if file else ""
    if name not in functions:
        known = one_of(sorted(functions), "and") if functions else "none"
        help = suggestion(name, functions, f"its functions: {known}")
        world.report.error("hook-function", f'{where} has no function "{name}".', key.span, help)
    elif name == key.text and takes + 1 not in functions[name]:
        world.report.error(
            "hook-function",
            f'the function "{name}" in {where} is called with {takes + 1} argument{"s" if takes else ""}, but has '
            f"{functions[name][-1]}.",
            key.span,
            'it gets the view first, then one argument for each type in "takes"',
        )


def read_references(world: World) -> None:
    """`same_as:` of each hook, when all names are known."""
    section = world.root.get("hooks")
    for number, hook in enumerate(world.hooks):
        node = nodes.scalar(nodes.get(nodes.get(section, hook.name), "same_as"))
        if node is None:
            continue
        wanted = _GIVES.get(hook.gives)
        parsed = world.parse_expr(node)
        if parsed is None:
            continue
        if wanted is None:
            message = f'"{hook.name}" gives {hook.gives}; only hooks that give a value have same_as.'
            world.report.error("hook-use", message, node.span, "remove same_as:")
            continue
        checker = Checker(world, scope_at("anything", f'same_as of "@{hook.name}"', memories=frozenset(world.actions)))
        found: Expr = checker.value(parsed)
        if wanted is Type.TRUTH:
            found = checker.as_condition(found, parsed)
        fits = found.type is Type.BROKEN or found.type is wanted or (wanted is Type.SET and found.type.is_sites)
        if not fits:
            message = f'"@{hook.name}" gives {hook.gives}, but "{node.text}" is {found.type.value}.'
            world.report.error("hook-use", message, node.span, "the reference must mean the same as the hook")
            continue
        world.hooks[number] = replace(hook, same_as=found)


def check_hooks_used(world: World) -> None:
    notation = nodes.scalar(world.root.get("notation"))
    known = {hook.name: hook for hook in world.hooks}
    if notation is not None:
        name = notation.text.lstrip("@")
        if name not in known:
            world.unknown(name, notation.span, known, "the hook ")
        elif known[name].gives != "notation":
            message = f'"@{name}" gives {known[name].gives}, not notation.'
            world.report.error("hook-use", message, notation.span, "declare it with {gives: notation}")
        world.used.add(f"@{name}")
    for hook in world.hooks:
        if f"@{hook.name}" in world.used:
            world.report.in_use(hook.span)
        else:
            world.report.unused("dead-name", f'hook "@{hook.name}" is never used.', hook.span, "use it, or remove it")


def check_hook_costs(world: World) -> None:
    """A value with a `same_as` is compiled from that phrase; for any other native code has to ask Python."""
    if world.report.failed:  # first things first
        return
    for hook in world.hooks:
        if hook.gives in _GIVES and hook.same_as is None and f"@{hook.name}" in world.used:
            message = f'"@{hook.name}" has no same_as: the compiled game asks Python for it each time, which is slow.'
            help = "if the language can say it too, write that phrase in same_as: (docs/hooks.md, What is fast)"
            world.report.warning("cost-hook", message, hook.span, help)
