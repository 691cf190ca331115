"""Paths: rays with run patterns, leaps, repeats, and the names they bind (semantics D36 to D42)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ...rules import expressions as rx
from ...rules import paths as rp
from ...rules.types import Type
from ...source.limits import LIMITS
from ...source.source import Span
from ..document.nodes import Mapping
from ..syntax import ast
from .directions import make_way, read_direction, read_directions
from .part_words import check_uses
from .scope import Scope, Uses
from .symbols import What
from .world import World

if TYPE_CHECKING:
    from .expressions import Checker

_INNER_WORDS = frozenset({"origin", "leaving", "entering", "dir", "kind"})
ENDLESS = 1_000_000  # sites: far more than any board has


def walk_scope(scope: Scope) -> Scope:
    """Inside `reached by (…)`: origin, leaving, entering, dir and kind belong to the inner walk (D7)."""
    words = (scope.words - _INNER_WORDS) | {"origin", "leaving", "kind"}
    return replace(scope, place="path", title='a path of "reached by" or "passed by"', words=words,
                   bound=scope.bound | _INNER_WORDS)  # fmt: skip


def read_path(checker: Checker, node: ast.Path) -> rp.Path:
    return rp.Path(node.span, tuple(_route(checker, route) for route in node.routes))


def _route(checker: Checker, route: ast.Route) -> rp.Route:
    """Legs in order; names bound by earlier legs are visible in later ones."""
    legs = []
    for number, leg in enumerate(route.legs):
        legs.append(_leg(checker, leg))
        names = bound_names(leg)
        for name, (type_, span) in names.items():
            if name in checker.scope.locals:
                message = f'"{name}" already means something here; choose another name for the "as".'
                checker.world.report.error("shadow", message, span, f'for example "{name}2"')
            else:
                checker = checker.at(checker.scope.with_locals(**{name: type_}))
        last = legs[-1].travel
        if number + 1 < len(route.legs) and isinstance(last, rp.LineTravel) and last.landing.item is None:
            message = "nothing can follow a leg that leaves the board."
            help = "let the last leg end with off"
            checker.world.report.error("path-off", message, route.legs[number + 1].span, help)
    return rp.Route(route.span, tuple(legs))


def _leg(checker: Checker, leg: ast.Leg) -> rp.Leg:
    travel = _travel(checker, leg.core)
    if leg.condition is None:
        return rp.Leg(leg.span, travel, None)
    scope = checker.scope.with_words("entering", "dir")
    scope = replace(scope, title='the "if" of a path', place="path if", bound=scope.bound | {"entering", "dir"})
    for name, (type_, _) in bound_names(leg).items():
        scope = scope.with_locals(**{name: type_})
    return rp.Leg(leg.span, travel, checker.at(scope).condition(leg.condition))


def _travel(checker: Checker, core: ast.Core) -> rp.Travel:
    match core:
        case ast.LineLeg():
            return _line(checker, core)
        case ast.Leap():
            return _leap(checker, core)
        case ast.LeapToward():
            directions = tuple(read_direction(checker, item) for item in core.directions)
            for item, written in zip(directions, core.directions, strict=True):
                if item.type is Type.TRACK:
                    _not_a_track(checker, written)
            return rp.LeapToward(core.span, directions, core.steps, _landing(checker, core.landing))
        case ast.RepeatPath():
            return _repeat(checker, core)
        case ast.Its():
            return _its(checker, core)
        case ast.Like():
            return _like(checker, core)
        case ast.UsePath():
            return _named(checker, core)
        case ast.PathGroup():
            return rp.InnerPath(core.span, read_path(checker, core.path))
    raise AssertionError(f"no rule for {type(core).__name__}")


def _line(checker: Checker, core: ast.LineLeg) -> rp.LineTravel:
    world, verb = checker.world, core.verb.text
    found = read_directions(checker, core.way.directions)
    if core.way.track is None:
        for item, written in zip(found, core.way.directions.items, strict=True):
            if item.type is Type.TRACK:
                _not_a_track(checker, written)
        way = rx.Way(core.way.span, make_way(world, core.way.span, found, False, True).directions, (), False)
    else:
        way = make_way(world, core.way.span, found, core.way.track == "against", False)
    if core.name is not None:
        world.check_local(core.name.text, core.name.span, '"as"')
        if core.way.track is not None:
            message = "a track has no direction to name."
            world.report.error("path-as", message, core.name.span, f'leave out "as {core.name.text}"')
    run = tuple(_run_item(checker, item) for item in core.run)
    if not run and verb == "slide":
        empty = rx.EmptySites(core.verb.span, Type.SET)
        run = (rp.RunItem(core.verb.span, 0, None, None, empty, None),)
    elif not run and verb == "jump":
        help = f'write "jump {core.way.span.text} over piece to …", or "step" to go to the next site'
        world.report.error("path-over", '"jump" needs "over": it does not say what is jumped.', core.verb.span, help)
    elif verb == "slide" and all(item.times is not None or item.high == item.low for item in run):
        message = 'this never slides: no part of "over" has an open number.'
        help = 'write "over 0.. …", or "step" or "jump" if the distance is fixed'
        world.report.warning("path-slide", message, core.verb.span, help)
    return rp.LineTravel(core.span, way, core.name.text if core.name else None, run, _landing(checker, core.landing))


def _not_a_track(checker: Checker, written: ast.Expr) -> None:
    message = f'"{written.span.text}" is a track.'
    checker.world.report.error("type-direction", message, written.span, f'write "along {written.span.text}"')


def _run_item(checker: Checker, item: ast.RunItem) -> rp.RunItem:
    if item.name is not None:
        checker.world.check_local(item.name.text, item.name.span, '"as"')
    low, high, times = _repeats(checker, item.repeats)
    return rp.RunItem(item.span, low, high, times, checker.sites(item.item), item.name.text if item.name else None)


def _repeats(checker: Checker, repeats: ast.Range | ast.Times | None) -> tuple[int, int | None, rx.Expr | None]:
    if repeats is None:
        return 1, 1, None
    if isinstance(repeats, ast.Times):
        return 0, None, checker.number(repeats.amount)
    checker.world.is_upside_down(repeats.span.text, repeats.span, repeats.low, repeats.high)
    return repeats.low, repeats.high, None


def _landing(checker: Checker, landing: ast.Landing) -> rp.Landing:
    """Where a leg ends; `off` may stand as a whole member of the top `or`."""
    if landing.name is not None:
        checker.world.check_local(landing.name.text, landing.name.span, '"as"')
    name = landing.name.text if landing.name else None
    items = landing.item.items if isinstance(landing.item, ast.Or) else (landing.item,)
    sites = [item for item in items if not _is_off(item)]
    off = len(sites) < len(items)
    if not sites:
        return rp.Landing(landing.span, None, True, name)
    if not off:
        return rp.Landing(landing.span, checker.sites(landing.item), False, name)
    item: ast.Expr = sites[0] if len(sites) == 1 else ast.Or(sites[0].span.to(sites[-1].span), tuple(sites))
    return rp.Landing(landing.span, checker.sites(item), True, name)


def _is_off(item: ast.Expr) -> bool:
    return isinstance(item, ast.Name) and item.text == "off"


def _leap(checker: Checker, core: ast.Leap) -> rp.Leap:
    board = checker.world.ready_board
    if board.tiling is None:
        message = f'"leap {core.first}x{core.second}" is measured on a grid, and this board has none.'
        help = 'list the leaps under directions: of the board, for example  hop: a1-c2 b1-d2  and write "step hop to …"'
        checker.world.report.error("path-leap", message, core.span, help)
    elif core.first == 0 and core.second == 0:
        checker.world.report.error("path-leap", '"leap 0x0" goes nowhere.', core.span, 'write for example "leap 1x2"')
    return rp.Leap(core.span, core.first, core.second, _landing(checker, core.landing))


def _repeat(checker: Checker, core: ast.RepeatPath) -> rp.RepeatTravel:
    low, high, times = _repeats(checker, core.repeats)
    if high is not None and high > LIMITS.sites.value:
        message = f"nobody can go {high:,} times: the largest board has {LIMITS.sites.value:,} sites."
        help = f'write "{low}.." for any number of times'
        checker.world.report.error("bounds-range", message, core.repeats.span, help)
    return rp.RepeatTravel(core.span, low, high, times, read_path(checker, core.path))


def _its(checker: Checker, core: ast.Its) -> rp.ItsPath:
    name = core.attribute.text
    _use_attribute(checker, name, core.attribute.span, "its")
    return rp.ItsPath(core.span, name)


def _use_attribute(checker: Checker, name: str, span: Span, word: str) -> None:
    world = checker.world
    if name not in world.attributes:
        guess = world.report.similar(name, world.attributes)
        help = f'did you mean "{guess}"?' if guess else f'give a piece "{name}:" under pieces:'
        world.report.error("name-unknown", f'no piece has a path "{name}", which "{word}" asks for.', span, help)
        return
    uses = world.attribute_uses.setdefault(name, Uses())
    world.used_attributes.add(name)
    world.later_uses.append((checker.scope, uses, name, span))


def _like(checker: Checker, core: ast.Like) -> rp.LikePath:
    """As another piece moves; inside an attribute `walk:` its `walk`, else its `move`."""
    world = checker.world
    attribute = checker.scope.attribute or "move"
    _use_attribute(checker, attribute, core.span, "like")
    if isinstance(core.item, ast.Name):
        symbol = world.symbols.get(core.item.text)
        if symbol and symbol.what is What.KIND:
            world.used.add(core.item.text)
            kind = world.kinds[symbol.index]
            if attribute not in world.kind_attributes.get(symbol.index, ()):
                message = f'"{kind.name}" has no path "{attribute}" to borrow.'
                help = f'give {kind.name} "{attribute}:" under pieces:'
                world.report.error("name-unknown", message, core.item.span, help)
            return rp.LikePath(core.span, symbol.index, None, attribute)
    return rp.LikePath(core.span, None, checker.sites(core.item), attribute)


def _named(checker: Checker, core: ast.UsePath) -> rp.Travel:
    world = checker.world
    draft = world.path_drafts.get(core.name.text)
    if draft is None:
        known = [*world.path_drafts, "step", "slide", "jump", "leap", "repeat", "its", "like"]
        world.unknown(core.name.text, core.name.span, known, "the path ")
        return rp.InnerPath(core.span, rp.Path(core.span, ()))  # goes nowhere, and asks nothing of others
    draft.used = True
    if not draft.broken:
        check_uses(world, checker.scope, draft.uses, draft.name, "path", core.name.span)
    return rp.NamedPath(core.span, draft.index)


# ---------------------------------------------------------------- what a path binds and crosses


def bound_names(node: ast.Node, repeated: bool = False) -> dict[str, tuple[Type, Span]]:
    """The names a path binds with `as`, with their types; in repeats a site name holds many sites."""
    found: dict[str, tuple[Type, Span]] = {}
    site = Type.SET if repeated else Type.SITE
    if isinstance(node, ast.LineLeg) and node.name is not None:
        found[node.name.text] = (Type.DIRECTION, node.name.span)
    if isinstance(node, ast.Landing) and node.name is not None:
        found[node.name.text] = (site, node.name.span)
    if isinstance(node, ast.RunItem) and node.name is not None:
        once = node.repeats is None or (
            isinstance(node.repeats, ast.Range) and node.repeats.low == node.repeats.high == 1
        )
        found[node.name.text] = (site if once else Type.SET, node.name.span)
    if isinstance(node, ast.Expr):
        return found
    inner = repeated or isinstance(node, ast.RepeatPath)
    for child in node.children():
        for name, (type_, span) in bound_names(child, inner).items():
            known = found.get(name)
            found[name] = (type_ if known is None or known[0] is type_ else Type.SET, span)
    return found


def most_passed(world: World, path: ast.Path, attribute: str = "move", known: dict[str, int] | None = None) -> int:
    """The greatest number of sites a walk can pass; at least `ENDLESS` if there is no fixed bound.

    Asked of what is written: a path may ask about an action before the paths that the action uses are read.
    `attribute` is the one that `like` means; `known` holds the answers for names, for each may be used many times.
    """
    answers = {} if known is None else known

    def passed(core: ast.Core) -> int:
        match core:
            case ast.LineLeg() if core.run:
                return sum(_most_repeats(item.repeats) for item in core.run)
            case ast.LineLeg():
                return ENDLESS if core.verb.text == "slide" else 0
            case ast.Leap() | ast.LeapToward():
                return 0
            case ast.PathGroup():
                return most_passed(world, core.path, attribute, answers)
            case ast.UsePath():
                draft = world.path_drafts.get(core.name.text)
                return under(draft.name, [draft.body], "move") if draft is not None else 0
            case ast.Its():
                name = core.attribute.text
                return under(f"its {name}", _attribute_paths(world, name), name)
            case ast.Like():
                return under(f"its {attribute}", _attribute_paths(world, attribute), attribute)
        return ENDLESS

    def under(name: str, paths: Iterable[ast.Path | None], meant: str) -> int:
        """What paths under a name pass; one that leads to itself has no bound."""
        if name not in answers:
            answers[name] = ENDLESS  # for whoever asks while it is being found out
            inner = [most_passed(world, path, meant, answers) for path in paths if path is not None]
            answers[name] = max(inner, default=0)
        return answers[name]

    routes = [len(route.legs) - 1 + sum(passed(leg.core) for leg in route.legs) for route in path.routes]
    return max(routes, default=0)


def _most_repeats(repeats: ast.Range | ast.Times | None) -> int:
    if repeats is None:
        return 1
    return repeats.high if isinstance(repeats, ast.Range) and repeats.high is not None else ENDLESS


def _attribute_paths(world: World, name: str) -> Iterator[ast.Path | None]:
    for node in world.attributes.get(name, ()):
        states = node.items() if isinstance(node, Mapping) else ()
        yield from (world.parse_path(one) for one in (node, *(value for _, value in states)))
