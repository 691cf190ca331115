"""A game in summary, as Rulewright understood it: for `rulewright show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..board import Direction, Track
from ..rules.game import Action, Kind, Phase, Rules, VariableSpec
from ..rules.types import Type
from ..source.diagnostics import one_of
from ..source.rendering.numbers import points
from .syntax import ast
from .syntax.printer import show_explicit

WIDTH = 100
"""Lines are no longer than this where nobody says how wide they may be."""


def summarise(
    rules: Rules,
    trees: Mapping[str, ast.Node],
    choices: Mapping[str, Sequence[str]] | None = None,
    explanations: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """The summary as data; `as_text` prints it. `choices` are the values that each option has."""
    return {
        "game": rules.title,
        "id": rules.id,
        "by": rules.by,
        "about": rules.about,
        "options": dict(rules.options),
        "choices": {name: list(values) for name, values in (choices or {}).items()},
        "what options mean": dict(explanations or {}),
        "players": [_player(rules, number) for number in range(len(rules.players))],
        "board": _board(rules),
        "pieces": {kind.name: _kind(rules, kind) for kind in rules.kinds},
        "regions": {region.name: _region(rules, region.sites, region.per_player) for region in rules.regions},
        "directions": {way.name: _direction(rules, way) for way in rules.board.directions[len(rules.board.compass) :]},
        "tracks": {track.name: _track(rules, track) for track in rules.board.tracks.values()},
        "vars": {variable.name: _variable(variable) for variable in rules.variables},
        "setup": _setup(rules),
        "rules": _rules(rules, trees),
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
        choices = summary.get("choices")
        others = choices if isinstance(choices, Mapping) else {}
        chosen = [f"{name} = {value}{_others(others.get(name, ()), value)}" for name, value in options.items()]
        yield from _wrapped("options   ", ", ".join(chosen), width)
    players = summary["players"]
    if isinstance(players, list):
        yield from _wrapped("players   ", ", then ".join(players), width)
    yield from _wrapped("board     ", str(summary["board"]), width)
    for section in ("what options mean", "pieces", "regions", "directions", "tracks", "vars", "setup", "rules"):
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
    parts.extend(f"{axis.name or ''} {'/'.join(axis.values)}".strip() for axis in kind.axes)
    return ", ".join(parts)


def _region(rules: Rules, sites: tuple[int, ...], per_player: bool) -> str:
    if not per_player:
        return _sites(rules, sites[0])
    return "; ".join(f"{player.name}: {_sites(rules, mask)}" for player, mask in zip(rules.players, sites, strict=True))


def _others(values: Sequence[str], chosen: object) -> str:
    """The values that an option could have instead."""
    rest = [value for value in values if value != chosen]
    return f" (or {one_of(rest)})" if rest else ""


def _direction(rules: Rules, way: Direction) -> str:
    """An own direction: `a-l` leads both ways, `a>l` one way."""
    label = rules.board.label
    rows = []
    for table in way.tables:
        steps = [(site, end) for site, end in enumerate(table) if end >= 0]
        both = [f"{label(site)}-{label(end)}" for site, end in steps if table[end] == site and site <= end]
        rows.append(" ".join([*both, *(f"{label(site)}>{label(end)}" for site, end in steps if table[end] != site)]))
    if way.by_player is not None:
        rows = [f"{player.name}: {row}" for player, row in zip(rules.players, rows, strict=True)]
    return "; ".join(rows)


def _track(rules: Rules, track: Track) -> str:
    rows = []
    for sites, loop in zip(track.sequences, track.loops, strict=True):
        names = [rules.board.label(site) for site in sites]
        rows.append(" ".join(names) + (f", closed at {names[loop]}" if loop > 0 else ""))
    if len(rows) > 1:
        rows = [f"{player.name}: {row}" for player, row in zip(rules.players, rows, strict=True)]
    return "; ".join(rows) + (", closed" if track.closed else "")


def _variable(spec: VariableSpec) -> str:
    parts = [f"{spec.low}..{spec.high}" if spec.type is Type.NUMBER else spec.type.value]
    if spec.per_player:
        parts.append("one for each player")
    if spec.per_range is not None:
        parts.append(f"one for each of {spec.per_range[0]}..{spec.per_range[1]}")
    if spec.type is Type.NUMBER and spec.start is not None:
        parts.append(f"{spec.start} at first")
    if spec.lasts is not None:
        parts.append(f"lasts {spec.lasts} turn{'' if spec.lasts == 1 else 's'}")
    if spec.clock:
        parts.append("no part of the position (clock)")
    return ", ".join(parts)


def _setup(rules: Rules) -> dict[str, str]:
    """What stands where, piece by piece, and what lies beside the board."""
    found: dict[str, dict[str, int]] = {}
    for placed in rules.start.pieces:
        sites = found.setdefault(_piece(rules, placed.owner, placed.kind, placed.values), {})
        name = rules.board.label(placed.site)
        sites[name] = sites.get(name, 0) + 1
    said = {piece: _standing(sites) for piece, sites in found.items()}
    for stock in rules.start.trays:
        whose = "" if stock.owner is None else f"{rules.players[stock.owner].name} "
        key = f"{whose}{stock.tray}"
        piece = _piece(rules, None, stock.kind, stock.values)
        said[key] = ", ".join(filter(None, (said.get(key), f"{stock.count} {piece}")))
    return said


def _piece(rules: Rules, owner: int | None, kind: int, values: tuple[int, ...]) -> str:
    spec = rules.kinds[kind]
    states = [axis.values[value] for axis, value in zip(spec.axes, values, strict=True)]
    return " ".join([*([rules.players[owner].name] if owner is not None else []), *states, spec.name])


def _standing(sites: Mapping[str, int]) -> str:
    names = [name if number == 1 else f"{name}: {number}" for name, number in sites.items()]
    joiner = " " if all(number == 1 for number in sites.values()) else ", "
    return joiner.join(names) if len(names) <= 24 else f"{joiner.join(names[:12])} … ({len(names)} sites)"


def _rules(rules: Rules, trees: Mapping[str, ast.Node]) -> dict[str, str]:
    """The rule texts with all brackets, and beside them what is no text: how often, what is chosen, what is usual."""
    told = ("repetition.result", "limit.result")  # with their sections, below
    found = {where: show_explicit(tree) for where, tree in trees.items() if not where.startswith(told)}
    said: dict[str, str] = {}
    actions = {f"actions.{action.name}.": action for action in rules.actions}
    before = ""
    for where, text in [*found.items(), ("", "")]:
        here = next((lead for lead in actions if where.startswith(lead)), "")
        if before and here != before:
            said |= {f"{before}{key}": value for key, value in _more(actions.pop(before)).items()}
        if where:
            said[where] = text
        before = here
    for lead, action in actions.items():  # those without any rule text
        said |= {f"{lead}{key}": value for key, value in _more(action).items()}
    return said | _usual(rules, found)


def _more(action: Action) -> dict[str, str]:
    found = {}
    for choice in action.choices:
        values = [" ".join(value.span.text.split()) for value in choice.values]
        found[f"with.{choice.name}"] = one_of(dict.fromkeys(values))
    if (action.verb == "move" and (action.take.low, action.take.high) != (1, 1)) or action.take.everything:
        take = action.take
        found["take"] = "all" if take.everything else f"{take.low}..{take.high}"
    if action.trays:
        found["tray"] = ", or else ".join(action.trays)
    if action.again is not None:
        found["again"] = action.again
    if action.verb is None and not action.effects and not found:
        found["do"] = "nothing"
    return found


def _phase(rules: Rules, phase: Phase) -> str:
    """What of a phase is no rule text."""
    parts = [phase.name or ""]
    if phase.player is not None:
        parts.append(f"only {rules.players[phase.player].name} moves")
    if phase.length is not None:
        parts.append(f"over after {phase.length} turn{'' if phase.length == 1 else 's'}")
    if phase.following is not None:
        parts.append(f"then {rules.phases[phase.following].name}")
    return ", ".join(parts)


def _usual(rules: Rules, found: Mapping[str, str]) -> dict[str, str]:
    """What holds though the file may not say it."""
    said = {}
    for number, phase in enumerate(rules.phases, 1):
        if phase.name is not None:
            said[f"phases.{number}"] = _phase(rules, phase)
    if any(rules.bonus):
        said["bonus"] = ", ".join(
            f"{player.name}: {points(bonus)}" for player, bonus in zip(rules.players, rules.bonus, strict=True)
        )
    if rules.stack > 1:
        said["stack"] = f"{rules.stack} pieces at the most"
    if not rules.stuck:
        said["stuck"] = "draw (usual)"
    if rules.repetition is not None:
        times = f"{rules.repetition.times} times: " if rules.repetition.times is not None else ""
        result = "; ".join(" ".join(rule.span.text.split()) for rule in rules.repetition.results)
        said["repetition"] = f"{times}{result}" if not rules.repetition.forbidden else "forbidden"
        said["repetition"] += f", compared by {rules.repetition.compare}"
    said["distinct"] = rules.distinct
    usual = " (usual)" if rules.limit.span == rules.span else ""
    said["limit"] = f"{rules.limit.turns} turns: {rules.limit.result.what}{usual}"
    return {key: value for key, value in said.items() if key not in found}


def _sites(rules: Rules, mask: int) -> str:
    names = [rules.board.label(site) for site in range(len(rules.board)) if mask >> site & 1]
    return " ".join(names) if len(names) <= 16 else f"{' '.join(names[:8])} … ({len(names)} sites)"
