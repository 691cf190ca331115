"""Rules that would ask themselves: names in circles, `attacked` and `can` (semantics D5, D41, D57, D58)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules import turns as rt
from ...rules.game import Action, Phase
from ...source.diagnostics import Note
from ...source.limits import LIMITS
from ...source.source import Span
from ..syntax import ast
from ..syntax.leaves import PIECE_DATA, leaves
from . import nodes
from .name_graph import Name, cycles, drafts, name_graph, name_used, users_last
from .world import World

# ---------------------------------------------------------------- names


def define_cycles(world: World) -> None:
    """Tells about defines that use themselves, also through paths, and about chains that are too long."""
    for cycle in cycles(name_graph(world)):
        defines = [number for number, (what, _) in enumerate(cycle) if what == "define"]
        if defines:
            first = defines[0]
            _tell_cycle(world, "loop-define", [*cycle[first:], *cycle[:first]])
    depth_of_defines(world)


def path_cycles(world: World) -> None:
    """Tells about named paths that use themselves, and about pieces whose own path is `its` own path."""
    for cycle in cycles(name_graph(world)):
        _tell_cycle(world, "loop-path", cycle)
    _attribute_cycles(world)


def _tell_cycle(world: World, code: str, cycle: list[Name]) -> None:
    """Once for the whole circle; all its names are broken from here on, so that nobody complains again."""
    known = drafts(world)
    what, name = cycle[0]
    ring = " → ".join([*(other for _, other in cycle), name])
    again = 'what goes on and on is written with "joined to", or "repeat" in a path'
    help_text = f"say it without itself; {again}"
    notes = [Note(f'"{other}" is here', known[kind, other].span) for kind, other in cycle[1:]]
    message = f'{what} "{name}" uses itself ({ring}).'
    world.report.error(code, message, known[cycle[0]].span, help_text, *notes)
    for key in cycle:
        known[key].broken = True


def depth_of_defines(world: World) -> None:
    """Tells about defines and paths that need too long a chain of others."""
    graph, known = name_graph(world), drafts(world)
    depth: dict[Name, int] = {}
    most = LIMITS.define_depth.value
    for name in users_last(graph):
        depth[name] = 1 + max((depth[other] for other in graph[name]), default=0)
        if depth[name] <= most:
            continue
        known[name].broken = True
        if depth[name] == most + 1:  # those above it are only consequences
            chain = [name]
            while graph[chain[-1]] and len(chain) < 4:
                chain.append(max(graph[chain[-1]], key=lambda other: depth[other]))
            trail = " → ".join(other for _, other in chain)
            told = f'{name[0]} "{name[1]}" needs a chain of {most + 1} names ({trail} → …)'
            message = f"{told}; the limit is {most}."
            world.report.error("loop-depth", message, known[name].span, "join some of them into one")


def _attribute_cycles(world: World) -> None:
    """`move: its move`. Borrowing with `like` cannot go round: what borrows is never borrowed (D41)."""
    keys, graph = _attribute_graph(world)
    for cycle in cycles(graph):
        kind, attribute = cycle[0]
        ring = " → ".join(f"{k} {a}" for k, a in [*cycle, cycle[0]])
        help = "say where the piece goes; what it does again and again is written with repeat"
        world.report.error("loop-path", f'"{attribute}" of {kind} uses itself ({ring}).', keys[cycle[0]], help)


def _attribute_graph(world: World) -> tuple[dict[Name, Span], dict[Name, list[Name]]]:
    """(kind, attribute) → those it uses by `its`; the keys tell where each is written."""
    keys: dict[Name, Span] = {}
    texts: dict[Name, list[ast.Node]] = {}
    for kind, piece in nodes.mapping(world.root.get("pieces")):
        for key, value in nodes.mapping(piece):
            if key.text in PIECE_DATA:
                continue
            keys[kind.text, key.text] = key.span
            written = [value, *(inner for _, inner in nodes.mapping(value))]
            paths = [world.parse_path(node) for node in written if nodes.scalar(node)]
            texts[kind.text, key.text] = [path for path in paths if path is not None]
    graph: dict[Name, list[Name]] = {}
    for (kind_name, attribute), paths_of in texts.items():
        used = [found for path in paths_of for found in _its(world, path, kind_name)]
        graph[kind_name, attribute] = [name for name in dict.fromkeys(used) if name in keys]
    return keys, graph


def _its(world: World, path: ast.Node, kind: str) -> Iterator[Name]:
    """The attributes a path uses, also through names; a walk of `reached by` may be that of any kind."""
    known = drafts(world)
    waiting: list[tuple[ast.Node, bool]] = [(path, False)]
    seen: set[tuple[Name, bool]] = set()
    while waiting:
        node, any_kind = waiting.pop()
        if isinstance(node, ast.Its):
            owners = world.kind_attributes if any_kind else ()
            yield kind, node.attribute.text
            yield from ((world.kinds[number].name, node.attribute.text) for number in owners)
        any_kind = any_kind or isinstance(node, ast.Reached | ast.PassedBy)
        waiting.extend((child, any_kind) for child in node.children())
        name = name_used(world, node)
        if name and (name, any_kind) not in seen and not known[name].broken:
            seen.add((name, any_kind))
            body = known[name].body
            waiting.extend([(body, any_kind)] if body else [])


# ---------------------------------------------------------------- size


def expands_too_far(world: World) -> bool:
    """Tells if the rules become too large once all defines and paths are filled in wherever they are used."""
    graph, known, most = name_graph(world), drafts(world), LIMITS.expanded_rules.value
    sizes: dict[Name, int] = {}

    def size(tree: ast.Node) -> int:
        used = (name_used(world, node) for node in ast.walk(tree))
        return sum(1 + (sizes.get(name, 0) if name else 0) for name in used)

    for name in users_last(graph):
        body = known[name].body
        sizes[name] = size(body) if body and not known[name].broken else 0
        if sizes[name] > most:
            _tell_size(world, f'{name[0]} "{name[1]}"', sizes[name], known[name].span)
            return True
    total = 0
    for leaf in leaves(world.root):
        tree = world.parse(leaf.text, leaf.entry)
        if tree is not None and not leaf.where.startswith(("define.", "paths.")):
            total += size(tree)
            if total > most:
                _tell_size(world, "the game up to this rule", total, tree.span)
                return True
    return False


def _tell_size(world: World, what: str, size: int, span: Span) -> None:
    world.report.error(
        "bounds-size", f"{what} has {size:,} parts once all names are filled in; the limit is "
        f"{LIMITS.expanded_rules.value:,}.", span,
        "let defines that use others several times use them once",
    )  # fmt: skip


# ---------------------------------------------------------------- attacked and can


def attacked_cycles(world: World, actions: Sequence[Action], phases: Sequence[Phase]) -> None:
    """What decides where a piece can move must not ask what is attacked: that asks where pieces can move."""
    for action in _attackers(actions, phases):
        found = _reaches(world, _deciding(action), _is_attacked)
        if found is not None:
            span, inner = found
            notes = (Note("this asks what is attacked", inner.span),) if inner.span != span else ()
            message = f'"{action.name}" asks what is attacked while deciding what it attacks.'
            help = "ask in must:, which comes afterwards, or choose the piece with pick: and move it in do:"
            world.report.error("loop-attacked", message, span, help, *notes)


def can_cycles(world: World, actions: Sequence[Action], must: rx.Expr | None, phases: Sequence[Phase]) -> None:
    """What `can` tries out must not ask `can` again."""
    asked = _asked_actions(world)
    if not asked:
        return
    for action in actions:
        if action.name in asked:
            found = _reaches(world, _all_parts(action), _is_can)
            if found is not None:
                message = f'"{action.name}" asks who can do what, but "can {action.name}" is asked itself.'
                _tell_can(world, message, found, asked[action.name], _COULD)
    if must is not None and (found := _reaches(world, [must], _is_can)) is not None:
        message = '"must" is part of every "can", so it cannot ask "can" itself.'
        _tell_can(world, message, found, None, _COULD)
    _can_through_attacked(world, actions, must, phases, asked)


def _can_through_attacked(
    world: World,
    actions: Sequence[Action],
    must: rx.Expr | None,
    phases: Sequence[Phase],
    asked: dict[str, Span],
) -> None:
    """`can` tries out an action that asks what is attacked, and an attacker asks `can`."""
    tried = [part for action in actions if action.name in asked for part in _all_parts(action)]
    attacked = _reaches(world, [*tried, *([must] if must is not None else [])], _is_attacked)
    if attacked is None:
        return
    for action in _attackers(actions, phases):
        found = _reaches(world, _deciding(action), lambda node: isinstance(node, rx.CanDo))
        if found is None or (action.name in asked and _is_can(found[1])):
            continue  # or told already
        name = action.name
        word = "can" if _is_can(found[1]) else "could"
        message = f'"{name}" asks "{word}", which asks what is attacked, which asks "{name}" again.'
        _tell_can(world, message, found, attacked[1].span, _POSITION)


def _is_attacked(node: rx.Node) -> bool:
    return isinstance(node, rx.Attacked)


def _is_can(node: rx.Node) -> bool:
    return isinstance(node, rx.CanDo) and not node.could


_COULD = 'write "could" for "can": while it is asked, every "could" counts as yes'
_POSITION = 'ask about the position instead: with "some", "no" or "count"'


def _tell_can(world: World, message: str, found: tuple[Span, rx.Node], other: Span | None, help: str) -> None:
    notes = (Note("it is asked here", other),) if other is not None and other != found[0] else ()
    world.report.error("loop-can", message, found[0], help, *notes)


def _asked_actions(world: World) -> dict[str, Span]:
    """The actions that `can` asks for anywhere in the file, and where."""
    found: dict[str, Span] = {}
    for leaf in leaves(world.root):
        tree = world.parse(leaf.text, leaf.entry)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Can):
                found.setdefault(node.action.text, node.span)
    return found


def _attackers(actions: Sequence[Action], phases: Sequence[Phase]) -> list[Action]:
    """The actions that attack: those of a turn that move a piece."""
    turns = (turn for phase in phases for turn in phase.turns)
    done = {node.action for turn in turns for node in rx.walk(turn) if isinstance(node, rt.Do)}
    return [action for number, action in enumerate(actions) if number in done and action.verb == "move"]


def _deciding(action: Action) -> list[rx.Node]:
    """What decides whether and where an action can be done."""
    parts = [action.subject, action.start, action.take.amount, action.if_lifted, action.path, action.to]
    found = [*parts, *(let.value for let in action.lets), action.condition]
    return [part for part in found if part is not None]


def _all_parts(action: Action) -> list[rx.Node]:
    must = [action.must] if action.must is not None else []
    return [*_deciding(action), *action.before, *action.effects, *must]


def _reaches(world: World, roots: Sequence[rx.Node], wanted: Callable[[rx.Node], bool]) -> tuple[Span, rx.Node] | None:
    """The first such node, also through names: the place in the roots that leads there, and the node."""
    waiting: list[tuple[rx.Node, Span | None]] = [(root, None) for root in reversed(roots)]
    seen: set[int] = set()
    while waiting:
        node, outer = waiting.pop()
        if wanted(node):
            return outer or node.span, node
        inner = [(child, outer) for child in node.children()]
        for target in _behind(world, node):
            if id(target) not in seen:
                seen.add(id(target))
                inner.append((target, outer or node.span))
        waiting.extend(reversed(inner))
    return None


def _behind(world: World, node: rx.Node) -> list[rx.Node]:
    """What a name stands for."""
    match node:
        case rx.DefineCall():
            return [world.defines[node.define].body]
        case rp.NamedPath() if node.path < len(world.paths):
            return [world.paths[node.path].path]
        case rp.ItsPath() | rp.LikePath():
            return list(world.attribute_paths.get(node.attribute, ()))
        case rx.HookCall():
            reference = world.hooks[node.hook].same_as
            return [] if reference is None else [reference]
    return []
