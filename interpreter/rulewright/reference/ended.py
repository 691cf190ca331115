"""The end of a game from outside: whether the rules can have come to it in this position (semantics D85 to D89)."""

from __future__ import annotations

from ..analysis.players import mates
from ..analysis.roots import with_defines
from ..errors import Unplayable
from ..rules import expressions as rx
from ..rules.game import Outcome, Rules
from .budget import allowed
from .engine import Engine
from .game_flow import Result
from .position import Position
from .view import View


def ending_rules(rules: Rules) -> list[rx.Node]:
    """Everything that can end a game."""
    found: list[rx.Node] = [
        node for rule in (*rules.end, *rules.stuck, *rules.if_repeated) for node in rule.outcomes if node.what != "pass"
    ]
    found.append(rules.limit.result)
    return found if rules.out is None else [*found, rules.out]


def is_of_the_stuck(rules: Rules, result: Result) -> bool:
    """Whether somebody without a move ended it: then the moves of the position show whether that is true."""
    return result.rule is None or any(result.rule is node for rule in rules.stuck for node in rule.outcomes)


def wrong_end(engine: Engine, position: Position, result: Result) -> str | None:
    """Why the game cannot have ended so, as far as the position shows it; None where nothing speaks against it.

    Who made the last turn, and how, is not part of a position: a rule that asks for it is believed.
    """
    rules, course = engine.rules, engine.course
    teams = course.teams_in(position)
    playing = frozenset(player for team in teams.values() for player in team)
    if result.scores is not None and not (isinstance(result.rule, Outcome) and result.rule.what == "score"):
        return "there are scores, but no score decided the game"
    if result.rule is rules.out and result.rule is not None:
        return None if _is_left(rules, position, result, teams) else "the players who are out do not fit"
    if result.rule is None or isinstance(result.rule, Outcome):
        what = "draw" if result.rule is None else result.rule.what
        if not _fits(rules, what, position, result, playing, teams):
            return "the winners do not fit the rule"
    if result.rule is rules.limit.result and position.ply <= rules.limit.turns:
        return "the limit of turns has not been reached"
    repetition = rules.repetition
    by_repetition = any(result.rule is node for rule in rules.if_repeated for node in rule.outcomes)
    if repetition is not None and by_repetition and repetition.times is not None:
        seen = position.history.count(position.history[-1])
        if seen < repetition.times:
            return "the position has not been repeated so often"
    try:
        with allowed(engine, position):
            return _wrong_condition(engine, position, result)
    except Unplayable:
        return None


def _fits(
    rules: Rules, what: str, position: Position, result: Result, playing: frozenset[int], teams: dict[str, list[int]]
) -> bool:
    """Whether an outcome of this sort can have these winners."""
    sides = [mates(rules, player) for player in range(len(rules.players))]
    if what == "draw":
        return result.draw and result.winners == playing
    if what == "score":
        if result.scores is None:
            return False
        best = max((result.scores[player] for player in playing), default=0)
        leaders = {mate for player in playing if result.scores[player] == best for mate in sides[player]}
        return bool(result.winners) and result.winners <= leaders and (not result.draw or playing <= leaders)
    if result.draw:
        return False
    if what == "wins" and isinstance(result.rule, Outcome) and result.rule.player is not None:
        return result.winners == sides[result.rule.player]
    if what == "lose" and not result.winners:
        return len(teams) <= 1
    return result.winners in sides


def _is_left(rules: Rules, position: Position, result: Result, teams: dict[str, list[int]]) -> bool:
    """Whether these are the last who are in, or those who went out together as the last (D35)."""
    if len(teams) == 1:
        return not result.draw and result.winners == mates(rules, next(iter(teams.values()))[0])
    return not teams and result.draw and bool(result.winners) and result.winners <= {*position.out}


def _wrong_condition(engine: Engine, position: Position, result: Result) -> str | None:
    """Asks the condition of a rule of `end` again, where it looks at nothing but the position."""
    rules = engine.rules
    for rule in rules.end:
        if rule.condition is None or not any(result.rule is node for node in rule.outcomes):
            continue
        asked = [rule.condition, *((rules.score, *rules.tie_breaks) if result.scores is not None else ())]
        if not all(node is None or _is_of_the_position(rules, node) for node in asked):
            return None
        assert isinstance(result.rule, Outcome)
        if result.rule.what == "lose" and rules.when_out:
            return None  # what was done afterwards may have changed the answer
        for mover in range(len(rules.players)):
            view = View(position, mover)
            if engine.evaluator.asked(rule.condition, view) != (result.rule is rule.outcome):
                continue
            if result.rule.what == "lose" and len(rules.players) > 2:
                return None  # whoever loses is out by now
            there = position.copy()
            made = engine.course.decide(result.rule, there, mover, View(there, mover))
            if made is not None and (made.winners, made.draw, made.scores) == (
                result.winners, result.draw, result.scores,
            ):  # fmt: skip
                return None
        return "the rule does not come to this here"
    return None


def _is_of_the_position(rules: Rules, node: rx.Node) -> bool:
    """Whether it asks for nothing of the last turn, nor for what is counted on after it."""
    of_the_turn = (rx.PartWord, rx.Memory, rx.CanDo, rx.Kept, rx.KeptOne, rx.Attacked, rx.HookCall)
    return not any(
        isinstance(found, of_the_turn) or (isinstance(found, rx.Counter) and found.word != "passes")
        for found in with_defines(rules, [node])
    )
