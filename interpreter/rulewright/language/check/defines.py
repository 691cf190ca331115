"""`define:` and `paths:`: named expressions and paths."""

from __future__ import annotations

import re

from ...rules.game import PathSpec
from ...rules.paths import Path
from ...source.source import Span
from ..document.nodes import Scalar
from ..syntax import ast
from ..syntax.errors import is_effect, tell_effect
from . import nodes
from .blocks import check_unused_effects
from .calls import check_unused_define, path_scope
from .cycles import define_cycles, path_cycles
from .expressions import Checker
from .paths import read_path
from .scope import scope_at
from .symbols import What
from .tables import note_tables
from .world import DefineDraft, PathDraft, World


def note_defines(world: World) -> None:
    """Enters the names; bodies are checked where they are used."""
    for key, body in nodes.mapping(world.root.get("define")):
        name = key.text.partition("(")[0].strip()
        span = key.part(0, len(name))
        if not world.declare(What.DEFINE, name, span):
            continue
        read = _phrase(world, body) if isinstance(body, Scalar) else world.parse_block(body)
        world.define_drafts[name] = DefineDraft(name, span, _parameters(world, key), read)
    note_tables(world)
    for key, body in nodes.mapping(world.root.get("paths")):
        draft = PathDraft(key.text, key.span, world.parse_path(body), len(world.path_drafts))
        draft.broken = draft.body is None
        world.path_drafts[key.text] = draft
    define_cycles(world)
    path_cycles(world)


def _phrase(world: World, body: Scalar) -> ast.Expr | None:
    """A phrase; told if it is an effect, which stands in a list."""
    found = world.parse_expr(body)
    if found is not None and body.text.split()[0] not in world.symbols and is_effect(body.text):
        tell_effect(body, world.report)
        return None
    return found


def _parameters(world: World, key: Scalar) -> tuple[tuple[str, Span], ...]:
    _, opened, rest = key.text.partition("(")
    if not opened:
        return ()
    found: list[tuple[str, Span]] = []
    start = len(key.text) - len(rest)
    for match in re.finditer(r"[a-z][a-z0-9_]*", rest):
        name = match.group()
        span = key.part(start + match.start(), start + match.end())
        if name in (known for known, _ in found):
            world.report.error("name-twice", f'"{name}" stands twice in these brackets.', span, "rename one of the two")
        else:
            world.check_local(name, span, "argument")
        found.append((name, span))
    return tuple(found)


def read_paths(world: World) -> None:
    """Checks the named paths, those first that others use."""
    done: dict[str, Path] = {}

    def read(draft: PathDraft) -> None:
        if draft.name in done or draft.broken or draft.body is None:
            return
        for used in _names_used(draft, world):
            read(used)
        scope = path_scope(f'path "{draft.name}"', draft.uses, "move")
        done[draft.name] = read_path(Checker(world, scope), draft.body)

    for draft in world.path_drafts.values():
        read(draft)
    for draft in world.path_drafts.values():
        empty = Path(draft.span, ())
        world.paths.append(PathSpec(draft.span, draft.name, done.get(draft.name, empty)))


def _names_used(draft: PathDraft, world: World) -> list[PathDraft]:
    trees = ast.walk(draft.body) if draft.body else ()
    names = [node.name.text for node in trees if isinstance(node, ast.UsePath)]
    return [world.path_drafts[name] for name in names if name in world.path_drafts]


def check_unused(world: World) -> None:
    """Checks what nobody uses and says so."""
    checker = Checker(world, scope_at("position", "define:"))
    for define in world.define_drafts.values():
        if not define.used:
            (check_unused_effects if isinstance(define.body, ast.Block) else check_unused_define)(checker, define)
        _judge(world, f'"{define.name}"', define.span, define.used)
    for path in world.path_drafts.values():
        _judge(world, f'path "{path.name}"', path.span, path.used)


def check_unused_names(world: World) -> None:
    """Regions and variables that nobody uses, not even the set-up."""
    for region in world.regions:
        _judge(world, f'region "{region.name}"', region.span, region.name in world.used)
    for variable in world.variables:
        _judge(world, f'variable "{variable.name}"', variable.span, variable.name in world.used)


def _judge(world: World, what: str, span: Span, used: bool) -> None:
    if used:
        world.report.in_use(span)
    else:
        world.report.unused("dead-name", f"{what} is never used.", span, "use it, or remove it")
