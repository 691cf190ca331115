"""Shapes of paths: how they end, what they bind, which repeats are plain reachability."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules import expressions as rx
from ..rules import paths as rp
from ..rules.game import Rules
from ..rules.types import Type


def attribute_paths(rules: Rules, name: str) -> Iterator[rp.Path]:
    """The paths that kinds of pieces have under a name, for each of their states."""
    for attribute in (attribute for kind in rules.kinds for attribute in kind.attributes if attribute.name == name):
        yield from (path for path in (attribute.path, *attribute.by_value) if path is not None)


def inner_paths(rules: Rules, travel: rx.Node) -> Iterator[rp.Path]:
    """The paths that a leg is made of, names or borrows."""
    match travel:
        case rp.InnerPath() | rp.RepeatTravel():
            yield travel.path
        case rp.NamedPath():
            yield rules.paths[travel.path].path
        case rp.ItsPath() | rp.LikePath():
            yield from attribute_paths(rules, travel.attribute)


def landings(rules: Rules, path: rp.Path, known: frozenset[int] = frozenset()) -> Iterator[rp.Landing]:
    """The landings that end a path, and those it names or borrows."""
    if id(path) in known:
        return
    known |= {id(path)}
    for route in path.routes:
        travel = route.legs[-1].travel
        if isinstance(travel, rp.LineTravel | rp.Leap | rp.LeapToward):
            yield travel.landing
        for inner in inner_paths(rules, travel):
            yield from landings(rules, inner, known)


def is_plain(rules: Rules, path: rp.Path) -> bool:
    """Whether a path is alternatives of one leg each that bind no name: the condition of a flood."""
    for route in path.routes:
        if len(route.legs) != 1:
            return False
        travel = route.legs[0].travel
        if isinstance(travel, rp.NamedPath | rp.InnerPath):
            if not all(is_plain(rules, inner) for inner in inner_paths(rules, travel)):
                return False
        elif isinstance(travel, rp.LineTravel):
            if travel.name or travel.landing.name or any(item.name for item in travel.run):
                return False
        elif not isinstance(travel, rp.Leap | rp.LeapToward) or travel.landing.name:
            return False
    return True


def floods(rules: Rules, travel: rp.RepeatTravel) -> bool:
    """Whether a repeat is plain reachability where nobody looks at the route (D40)."""
    return travel.times is None and travel.low <= 1 and travel.high is None and is_plain(rules, travel.path)


def repeated_line(travel: rp.RepeatTravel) -> rp.LineTravel | None:
    """What is repeated, if that is always the same line, straight on: in a direction that was chosen before."""
    routes = travel.path.routes
    leg = routes[0].legs[0] if len(routes) == 1 and len(routes[0].legs) == 1 else None
    line = leg.travel if leg is not None and leg.condition is None else None
    if not isinstance(line, rp.LineTravel) or binds_names(travel.path) or line.way.tracks:
        return None
    way = line.way.directions
    return line if isinstance(way, rx.Local) and way.type is Type.DIRECTION else None


def borrows(rules: Rules, path: rp.Path) -> bool:
    """Whether a path contains `like`, at any depth; such a path is not borrowed again (D41)."""
    for node in rx.walk(path):
        if isinstance(node, rp.LikePath):
            return True
        if isinstance(node, rp.NamedPath) and borrows(rules, rules.paths[node.path].path):
            return True
    return False


def binds_names(path: rp.Path) -> bool:
    """Whether a path gives names to what it goes through."""
    kinds = (rp.RunItem, rp.Landing, rp.LineTravel)
    return any(isinstance(node, kinds) and node.name is not None for node in rx.walk(path))


def bound_names(path: rp.Path) -> dict[str, str]:
    """The names a path binds, in order of appearance, and what each is: "site", "set" or "dirs"."""
    found: dict[str, str] = {}
    nodes = list(_in_order(path))
    repeated = any(isinstance(node, rp.RepeatTravel) for node in nodes)
    for node in nodes:
        if isinstance(node, rp.LineTravel) and node.name is not None:
            found[node.name] = "dirs"
        elif isinstance(node, rp.RunItem) and node.name is not None:
            found[node.name] = "set"
        elif isinstance(node, rp.Landing) and node.name is not None:
            found[node.name] = "set" if repeated or node.name in found else "site"
    return found


def _in_order(node: rx.Node) -> Iterator[rx.Node]:
    yield node
    for child in node.children():
        yield from _in_order(child)
