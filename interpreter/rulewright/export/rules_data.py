"""What a page must know of the rules of a game: names, and how moves, pieces and results are told. Plain data."""

from __future__ import annotations

from typing import Any

from ..analysis.variables import entry_count, start_value
from ..formats.shown import is_algebraic
from ..game import Game
from ..language.game_files import shipped
from ..native.compiler import Compiler
from ..reference.engine import Engine
from ..reference.labels import Labels, SiteNames
from ..rules import expressions as rx
from ..rules import turns as rt
from ..rules.appearance import dice_of
from ..rules.game import Action, Rules, SayPart
from ..rules.types import Type
from ..show.at_stake import demands, named_by_out
from ..show.endings import Cause, ending, mate
from ..state import Outcome

Data = dict[str, Any]


def rules_data(game: Game, compiler: Compiler) -> Data:
    """`compiler` has lowered the rules already: some numbers are given on the way."""
    rules, engine = game.rules, game._engine
    return {
        "players": list(game.players),
        "notation": _notation(rules),
        "algebraic": is_algebraic(rules),
        "layers": len(rules.layers),
        "stack": rules.stack,
        "kinds": [
            {
                "name": kind.name,
                "neutral": kind.neutral,
                "axes": [list(axis.values) for axis in kind.axes],
                "letters": [[word, letter] for word, letter in kind.letters.items()],
            }
            for kind in rules.kinds
        ],
        "states_of_kinds": engine.codes.states,
        "states": [state.name for state in rules.states],
        "directions": [way.name for way in rules.board.directions],
        "direction_sets": [[name, list(numbers)] for name, numbers in rules.board.direction_sets.items()],
        "side": rules.unbounded.side if rules.unbounded else 0,
        "anchor": rules.unbounded.layer if rules.unbounded else 0,
        "sites": _sites(engine),
        "actions": [_action(engine, compiler, action) for action in rules.actions],
        "leaves": _leaves(rules) if rules.distinct == "route" else None,
        "chosen": [value.span.text for value in compiler.choosing.new_values],
        "words": [[number, text] for text, number in compiler.unit.words.items()],
        "tracks": list(compiler.space.tracks),
        "vocabulary": [
            [int(decision.kind), *decision.value]
            for decision in map(engine.vocabulary.decision, range(len(engine.vocabulary)))
        ],
        "phases": [phase.name for phase in rules.phases],
        "chance": _chance(engine),
        "variables": [
            {
                "name": spec.name,
                "type": _type(spec.type),
                "start": start_value(spec),
                "entries": entry_count(rules, spec),
                "per_player": spec.per_player,
                "from": spec.per_range[0] if spec.per_range else None,
                "dice": spec.name in dice_of(rules.display),
            }
            for spec in rules.variables
        ],
        "results": _results(game, compiler),
        "at_stake": {
            "must": [[[one.layer, list(one.kinds)] for one in named] for _, named in demands(rules)],
            "out": [[one.layer, list(one.kinds)] for one in named_by_out(rules)],
        },
    }


def _notation(rules: Rules) -> str | None:
    """The notation that a hook writes, where a page can write it, too; else moves are told as the file says."""
    hook = next((hook for hook in rules.hooks if hook.name == rules.notation), None)
    known = shipped().get("hive")
    if hook is None or hook.name != "uhp" or hook.source is None or known is None:
        return None
    ours = known.with_name(hook.file)
    return hook.name if ours.is_file() and ours.read_text("utf-8") == hook.source.text else None


def _sites(engine: Engine) -> Data:
    """The names of sites, their rows and columns; on an unbounded board names follow the pieces."""
    names, board = SiteNames(engine), engine.rules.board
    says = (part for action in engine.rules.actions for part in action.say or ())
    detailed = any(part.detail is not None for part in says)
    every = range(len(board))
    return {
        "names": [] if names.side else [board.label(site) for site in every],
        "rows": [names.detail(site, "row") for site in every] if detailed else [],
        "columns": [names.detail(site, "column") for site in every] if detailed else [],
    }


def _action(engine: Engine, compiler: Compiler, action: Action) -> Data:
    types = {choice.name: choice.type for choice in action.choices} | {let.name: let.value.type for let in action.lets}
    several = action.verb == "place" and (
        action.piece is None
        or action.piece.kind is None
        or Labels(engine, SiteNames(engine)).is_varied(action.piece.kind)
    )
    take = action.take
    return {
        "name": action.name,
        "verb": action.verb,
        "say": None if action.say is None else [_said(part) for part in action.say],
        "again": action.again is not None,
        "observed": engine.facts.observed(action),
        "several": several,
        "stays": action.verb == "pick" and action.path is None,
        "choices": [{"name": choice.name, "type": _type(choice.type)} for choice in action.choices],
        "tells_load": take.low != take.high and not take.everything and take.amount is None,
        "names": [[name, how, _type(types.get(name, Type.SET))] for name, how in compiler.records.names(action)],
    }


def _said(part: SayPart) -> Data:
    return {"text": part.text, "field": part.field, "detail": part.detail, "shown": part.shown}


def _type(type_: Type) -> str:
    return "sites" if type_.is_sites and type_ is not Type.SITE else type_.name.lower()


def _leaves(rules: Rules) -> list[int]:
    """For each place in the turns where an action stands, which one it is."""
    found: dict[int, int] = {}
    for phase in rules.phases:
        for turn in phase.turns:
            found |= {node.leaf: node.action for node in rx.walk(turn) if isinstance(node, rt.Do)}
    return [found.get(leaf, 0) for leaf in range(max(found) + 1)]


def _chance(engine: Engine) -> list[list[list[bool]]]:
    """For each phase, player and segment of a turn: whether chance decides there."""
    return [
        [[isinstance(segment, rt.Chance) for segment in segments] for segments in by_player]
        for by_player in engine.facts.segments
    ]


def _results(game: Game, compiler: Compiler) -> list[Data]:
    """For each rule that a game can end by, as blocks number them: its text, its line, and why in words."""
    rules, found = game.rules, []
    for node in compiler.course.result_nodes:
        by = ending(rules, Outcome((), False, None, node.span if node is not None else None))
        because = {
            Cause.STUCK: mate(rules, by.span) or "stuck",
            Cause.LIMIT: f"{rules.limit.turns} turns have been played",
            Cause.REPETITION: (
                f"the same position has come up {rules.repetition.times} times" if rules.repetition is not None else ""
            ),
            Cause.OUT: "out",
        }.get(by.cause, "")
        found.append({"text": by.text, "line": by.span.line if by.span else None, "because": because})
    return found
