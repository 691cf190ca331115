"""Kinds of pieces, and where they are at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .world import KindFacts
from .yaml_text import Value

if TYPE_CHECKING:
    from .writer import Writer

_AXES = {"form": ["flat", "tall"], "hue": ["pale", "grey", "black_hue"], "mood": ["calm", "wild"]}


def write_pieces(writer: Writer) -> dict[str, Value]:
    """The kinds; at least one of the main layer belongs to players."""
    world, dice = writer.world, writer.dice
    world.stack = dice.pick([1, 1, 1, 1, 2, 3, 5]) if world.bounded else dice.pick([1, 1, 1, 3])
    found: dict[str, Value] = {}
    names = ["stone", "knight", "token", "flag"]
    for number, name in enumerate(names[: dice.pick([1, 2, 2, 3, 4])]):
        kind = KindFacts(name)
        if name == "token":
            kind.neutral = True
        if name == "flag" or (number and dice.percent(15)):
            kind.layer = "top"
            kind.neutral = name != "flag" or dice.percent(50)
        _states(writer, kind)
        _numbers(writer, kind)
        if world.bounded and len(world.board.classes) > 1 and dice.percent(25) and kind.layer == "main":
            kind.on = dice.pick(world.board.classes)
        world.kinds.append(kind)
        found[name] = _described(writer, kind)
    return found


def _states(writer: Writer, kind: KindFacts) -> None:
    dice, world = writer.dice, writer.world
    if not dice.percent(40):
        return
    # A state belongs to one layer, so kinds of different layers have rows of their own.
    rows = ["form", "hue"] if kind.layer == "main" else ["mood"]
    kind.axes = {row: _AXES[row] for row in dice.some(rows, 1, 2 if dice.percent(30) else 1)}
    if world.board.compass and dice.percent(30) and kind.layer == "main":
        kind.facing = True
        if dice.percent(60):
            kind.axes = {}


def _numbers(writer: Writer, kind: KindFacts) -> None:
    dice, world = writer.dice, writer.world
    limited = not world.bounded or dice.percent(50)
    if not limited:
        return
    if kind.neutral:
        kind.supply = dice.pick([1, 3, 5])
        kind.in_supply = True
    elif dice.percent(75):
        kind.each = dice.pick([1, 3, 4])
        kind.in_hand = not world.bounded or dice.percent(65)
        writer.hands = writer.hands or kind.in_hand
    else:
        kind.supply = dice.number(4, 6)
        kind.in_supply = True


def _described(writer: Writer, kind: KindFacts) -> dict[str, Value]:
    spec: dict[str, Value] = {"letter": {"stone": "s", "knight": "k", "token": "%", "flag": "*"}[kind.name]}
    if kind.name == "flag" and not kind.neutral:
        spec["letter"] = "f"
    elif kind.neutral:
        spec["letter"] = {"stone": "+", "knight": "=", "token": "%", "flag": "*"}[kind.name]
    if kind.neutral:
        spec["owner"] = "none"
    if kind.each is not None:
        spec["each"] = kind.each
    if kind.supply is not None:
        spec["supply"] = kind.supply
    if kind.layer != "main":
        spec["layer"] = kind.layer
    if kind.on is not None:
        spec["on"] = kind.on
    if kind.facing:
        axes: dict[str, Value] = {row: [*values] for row, values in kind.axes.items()}
        sets = [name for name in writer.world.board.sets if name in ("orth", "any")]
        spec["states"] = {**axes, "facing": writer.dice.pick(sets)}
    elif len(kind.axes) == 1:
        spec["states"] = [*next(iter(kind.axes.values()))]
    elif kind.axes:
        spec["states"] = {row: [*values] for row, values in kind.axes.items()}
    return spec


def write_setup(writer: Writer) -> dict[str, Value]:
    world, dice = writer.world, writer.dice
    found: dict[str, Value] = {}
    if world.bounded:
        free = {"main": list(world.board.names), "top": list(world.board.names)}
        share = max(1, len(world.board.names) // (2 * max(1, len(world.main)) * len(world.players)))
        for kind in world.kinds:
            owners = [""] if kind.neutral else world.players
            for owner in owners:
                sites = [s for s in free[kind.layer] if kind.on is None or s in world.board.sites[kind.on]]
                most = min(4, share, kind.each if kind.each is not None else 4, (kind.supply or 6) // len(owners))
                chosen = dice.some(sites, 0 if dice.percent(15) else min(2, most), most) if sites and most else []
                if not chosen:
                    continue
                state = dice.pick(next(iter(kind.axes.values()))) if kind.axes and dice.percent(30) else ""
                words = " ".join(word for word in (owner, state, kind.name) if word)
                free[kind.layer] = [site for site in free[kind.layer] if site not in chosen]
                if world.stack > 1 and kind.layer == "main" and kind.each is None and kind.supply is None:
                    found[words] = {site: dice.number(1, world.stack) for site in chosen}
                else:
                    found[words] = [*chosen]
    elif dice.percent(30):
        # A row that hangs together; the bottom left of it is 0,0.
        place = 0
        for kind in world.main:
            for owner in [""] if kind.neutral else world.players:
                if kind.each is not None or kind.neutral:
                    found[f"{owner} {kind.name}".strip()] = [f"{place},0"]
                    place += 1
    _trays(writer, found)
    return found


def _trays(writer: Writer, found: dict[str, Value]) -> None:
    world, dice = writer.world, writer.dice
    hands: dict[str, Value] = {}
    for kind in world.kinds:
        if kind.in_hand and kind.each is not None:
            placed = max((len(v) for k, v in found.items() if k.endswith(kind.name) and isinstance(v, list)), default=0)
            if kind.each > placed:
                hands[kind.name] = kind.each - placed
            else:
                kind.in_hand = False
    if hands:
        found["hand"] = "all" if dice.percent(20) else hands
    stock: dict[str, Value] = {}
    for kind in world.kinds:
        if kind.in_supply and kind.supply is not None and kind.axes and not kind.facing and dice.percent(40):
            first = next(iter(kind.axes.values()))
            left = kind.supply - sum(len(v) for k, v in found.items() if k.endswith(kind.name) and isinstance(v, list))
            if left >= len(first):
                stock[kind.name] = {state: left // len(first) for state in first}
    if stock:
        found["supply"] = stock
