"""A game in summary, as Rulewright understood it: for `rulewright show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..rules.game import Kind, Rules
from .syntax import ast
from .syntax.printer import show_explicit

WIDTH = 100
"""Lines are no longer than this where nobody says how wide they may be."""


def summarise(rules: Rules, trees: Mapping[str, ast.Node]) -> dict[str, object]:
    """The summary as data; `as_text` prints it."""
    return {
        "game": rules.title,
        "id": rules.id,
        "by": rules.by,
        "about": rules.about,
        "options": dict(rules.options),
        "players": [_player(rules, number) for number in range(len(rules.players))],
        "board": _board(rules),
        "pieces": {kind.name: _kind(rules, kind) for kind in rules.kinds},
        "regions": {region.name: _region(rules, region.sites, region.per_player) for region in rules.regions},
        "rules": {where: show_explicit(tree) for where, tree in trees.items()},
        "tests": len(rules.tests),
    }


def as_text(summary: Mapping[str, object], width: int = WIDTH) -> str:
    return "\n".join(_lines(summary, width))


def _lines(summary: Mapping[str, object], width: int) -> Iterator[str]:
    yield str(summary["game"]) + (f", by {summary['by']}" if summary["by"] else "")
    if summary["about"]:
        yield from _wrapped("  ", str(summary["about"]), width)
    options = summary["options"]
    if isinstance(options, Mapping) and options:
        yield from _wrapped("options   ", ", ".join(f"{name} = {value}" for name, value in options.items()), width)
    players = summary["players"]
    if isinstance(players, list):
        yield from _wrapped("players   ", ", then ".join(players), width)
    yield from _wrapped("board     ", str(summary["board"]), width)
    for section in ("pieces", "regions", "rules"):
        entries = summary[section]
        if isinstance(entries, Mapping) and entries:
            yield ""
            yield section
            yield from _table(entries, width)


def _table(entries: Mapping[str, object], width: int) -> Iterator[str]:
    longest = min(28, max(len(name) for name in entries))
    for name, value in entries.items():
        lead = f"  {name.ljust(longest)}  "
        yield from _wrapped(lead, str(value), width)


def _wrapped(lead: str, text: str, width: int) -> Iterator[str]:
    """Long values go on below their beginning, broken between words."""
    line = lead
    for word in text.split(" "):
        if len(line) + len(word) > width and line.strip() and line != lead:
            yield line.rstrip()
            line = " " * len(lead)
        line += word + " "
    yield line.rstrip()


def _player(rules: Rules, number: int) -> str:
    player = rules.players[number]
    notes = []
    if player.forward is not None:
        notes.append(f"forward {rules.board.directions[player.forward].name}")
    if player.team:
        notes.append(f"team {player.team}")
    return player.name + (f" ({', '.join(notes)})" if notes else "")


def _board(rules: Rules) -> str:
    board = rules.board
    if rules.unbounded is not None:
        unbounded = rules.unbounded
        return f"unbounded {board.tiling}; at most {unbounded.pieces} pieces hold together"
    classes = ", ".join(f"{sites.bit_count()} {name}" for name, sites in board.classes.items())
    tracks = f"; tracks {', '.join(board.tracks)}" if board.tracks else ""
    return f"{board.described}: {len(board)} sites ({classes}){tracks}"


def _kind(rules: Rules, kind: Kind) -> str:
    parts = ["nobody's" if kind.neutral else "owned"]
    if kind.each is not None:
        parts.append(f"{kind.each} each")
    if kind.supply is not None:
        parts.append(f"{kind.supply} in all")
    if kind.layer:
        parts.append(f"on layer {rules.layers[kind.layer]}")
    if kind.classes:
        parts.append(f"stands on {' or '.join(kind.classes)}")
    parts.extend("/".join(axis.values) for axis in kind.axes)
    return ", ".join(parts)


def _region(rules: Rules, sites: tuple[int, ...], per_player: bool) -> str:
    if not per_player:
        return _sites(rules, sites[0])
    return "; ".join(f"{player.name}: {_sites(rules, mask)}" for player, mask in zip(rules.players, sites, strict=True))


def _sites(rules: Rules, mask: int) -> str:
    names = [rules.board.label(site) for site in range(len(rules.board)) if mask >> site & 1]
    return " ".join(names) if len(names) <= 16 else f"{' '.join(names[:8])} … ({len(names)} sites)"
