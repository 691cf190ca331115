"""Which names use which: defines and paths as a graph, read from the syntax before any type is known.

Nothing here recurses: a file may hold thousands of names that use one another in a chain.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from ..syntax import ast
from .world import DefineDraft, PathDraft, World

KeyT = TypeVar("KeyT", bound=Hashable)
Name = tuple[str, str]
"""("define", "gate") or ("path", "crawl"): the two have name spaces of their own."""


def drafts(world: World) -> dict[Name, DefineDraft | PathDraft]:
    """All defines and named paths of the file."""
    defines = {("define", name): define for name, define in world.define_drafts.items()}
    return {**defines, **{("path", name): path for name, path in world.path_drafts.items()}}


def name_used(world: World, node: ast.Node) -> Name | None:
    """The define or named path that this very node speaks of."""
    match node:
        case ast.Name() if node.text in world.define_drafts:
            return "define", node.text
        case ast.Call() | ast.Perform() if node.name.text in world.define_drafts:
            return "define", node.name.text
        case ast.Sow(each=ast.Word(text=name)) if name in world.define_drafts:
            return "define", name
        case ast.UsePath() if node.name.text in world.path_drafts:
            return "path", node.name.text
    return None


def name_graph(world: World) -> dict[Name, list[Name]]:
    """For every define and path the names it uses, as often as it uses them; broken ones use nothing."""
    graph: dict[Name, list[Name]] = {}
    for name, draft in drafts(world).items():
        body = None if draft.broken else draft.body
        used = (name_used(world, node) for node in ast.walk(body)) if body else ()
        graph[name] = [found for found in used if found is not None]
    return graph


def users_last(graph: Mapping[KeyT, Sequence[KeyT]]) -> list[KeyT]:
    """The names, each behind all that it uses; those in or above a cycle are missing."""
    missing = {name: len(set(used)) for name, used in graph.items()}
    users: dict[KeyT, list[KeyT]] = {name: [] for name in graph}
    for name, used in graph.items():
        for other in dict.fromkeys(used):
            users[other].append(name)
    found = [name for name, count in missing.items() if not count]
    for name in found:  # grows while it is walked
        for user in users[name]:
            missing[user] -= 1
            if not missing[user]:
                found.append(user)
    return found


def cycles(graph: Mapping[KeyT, Sequence[KeyT]]) -> list[list[KeyT]]:
    """Cycles without a common name; cutting them leaves no cycle."""
    left = {name: list(used) for name, used in graph.items()}
    found: list[list[KeyT]] = []
    while True:
        done = set(users_last(left))
        left = {name: [o for o in used if o not in done] for name, used in left.items() if name not in done}
        if not left:
            return found
        fresh = _first_cycles(left)
        found.extend(fresh)
        cut = {name for cycle in fresh for name in cycle}
        left = {name: [o for o in used if o not in cut] for name, used in left.items() if name not in cut}


def _first_cycles(graph: Mapping[KeyT, Sequence[KeyT]]) -> list[list[KeyT]]:
    """The cycles that are reached by always following the first name used; every name here uses some name."""
    seen: set[KeyT] = set()
    found = []
    for start in graph:
        trail: dict[KeyT, None] = {}
        name = start
        while name not in seen:
            seen.add(name)
            trail[name] = None
            name = graph[name][0]
        if name in trail:
            steps = list(trail)
            found.append(steps[steps.index(name) :])
    return found
