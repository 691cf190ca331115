"""`stuck:`, `end:`, `repetition:`, `limit:`, `score:` (semantics section 14)."""

from __future__ import annotations

from ...rules.game import Outcome, Repetition, ResultRule, TurnLimit
from ...rules.types import Type
from ...source.source import Span
from ..document.nodes import Node
from ..syntax import ast
from . import nodes
from .expressions import Checker
from .scope import Scope
from .world import World

DEFAULT_LIMIT = 5000


def read_rules(world: World, node: Node | None, scope: Scope) -> tuple[ResultRule, ...]:
    """Results tried in order."""
    found = []
    for item in nodes.items(node):
        parsed = world.parse(item, "rule")
        if not isinstance(parsed, ast.Rule):
            continue
        outcome = _outcome(world, parsed.outcome)
        condition = Checker(world, scope).condition(parsed.condition) if parsed.condition else None
        otherwise = _outcome(world, parsed.otherwise) if parsed.otherwise else None
        if outcome is not None:
            found.append(ResultRule(parsed.span, outcome, condition, otherwise))
    return tuple(found)


def _outcome(world: World, node: ast.Outcome) -> Outcome | None:
    if node.what == "highest score wins":
        if world.root.get("score") is None:
            message = '"highest score wins" needs a score, but the game has none.'
            kept = next((spec.name for spec in world.variables if spec.per_player and spec.type is Type.NUMBER), None)
            help_text = f"add for example  score: {kept}(me)" if kept else "add for example  score: count mine"
            world.report.error("rule-score", message, node.span, help_text)
        return Outcome(node.span, "score", None)
    if node.player is not None:
        index = world.player_index(node.player.text)
        if index is None:
            names = [player.name for player in world.players]
            if node.player.text in ("me", "mine", "my"):
                message = f'"{node.player.text}" is not the name of a player: my own win is written "win".'
                world.report.error("rule-player", message, node.span, 'write "win"')
            elif node.player.text == "enemy":
                message = '"enemy" is not the name of a player: a win of the enemy is written "lose".'
                help = f'write "lose", or name the player: "{names[0]} wins"'
                world.report.error("rule-player", message, node.span, help)
            else:
                world.unknown(node.player.text, node.player.span, names, "the player ")
            return None
        return Outcome(node.span, "wins", index)
    return Outcome(node.span, node.what, None)


def check_end(world: World, rules: tuple[ResultRule, ...], where: str) -> None:
    """`pass` is no result."""
    for rule in rules:
        for outcome in (rule.outcome, rule.otherwise):
            if outcome is not None and outcome.what == "pass":
                message = f'"pass" cannot be a result in "{where}": it ends nothing.'
                help = 'write win, lose, draw or highest score wins; "pass" belongs to "stuck"'
                world.report.error("rule-pass", message, outcome.span, help)


def check_stuck(world: World, rules: tuple[ResultRule, ...], span: Span) -> None:
    """What happens to a player without a move must always be decided."""
    if rules and not any(rule.condition is None or rule.otherwise is not None for rule in rules):
        last = rules[-1]
        message = '"stuck" does not say what happens if this does not hold.'
        world.report.error("rule-else", message, last.span, f'write "{last.span.text} else draw"')
    passing = any(o is not None and o.what == "pass" for rule in rules for o in (rule.outcome, rule.otherwise))
    ends = any(world.root.get(key) is not None for key in ("repetition", "limit"))
    if passing and not ends and not _counts_passes(world):
        help = 'add to "end" for example  draw if passes = 2  or give the game a "limit"'
        world.report.error("rule-endless", "players who can only pass would go on for ever.", span, help)


def _counts_passes(world: World) -> bool:
    """Whether a rule of `end` speaks of passes or of who can do something, itself or through a define; one that is
    broken may."""
    rules = [world.parse(item, "rule") for item in nodes.items(world.root.get("end"))]
    waiting: list[ast.Node] = [rule for rule in rules if rule is not None]
    if len(waiting) < len(rules):
        return True
    seen: set[str] = set()
    while waiting:
        node = waiting.pop()
        name = node.text if isinstance(node, ast.Name) else node.name.text if isinstance(node, ast.Call) else None
        if name == "passes" or name in world.refused or isinstance(node, ast.Can):
            return True
        define = world.define_drafts.get(name) if name is not None and name not in seen else None
        if define is not None and define.body is not None:
            seen.add(define.name)
            waiting.append(define.body)
        waiting.extend(node.children())
    return False


def _plain_result(world: World, node: Node, scope: Scope) -> Outcome | None:
    """The result of a limit, which is the same in every position."""
    rules = read_rules(world, nodes.get(node, "result"), scope)
    check_end(world, rules, "limit")
    for rule in rules:
        if rule.condition is not None:
            message = 'the result of "limit" cannot depend on a condition.'
            help = 'write one result, such as draw; "highest score wins" lets the score decide'
            world.report.error("rule-if", message, rule.condition.span, help)
    return rules[0].outcome if rules else None


def read_repetition(world: World, scope: Scope) -> Repetition | None:
    node = world.root.get("repetition")
    if node is None:
        return None
    forbidden = nodes.yes(nodes.get(node, "forbidden"))
    times = nodes.number(nodes.get(node, "times"))
    results = read_rules(world, nodes.get(node, "result"), scope)
    check_end(world, results, "repetition")
    if not forbidden and times is None:
        message = '"forbidden: no" leaves nothing of this rule: repetition is allowed anyway.'
        help = "remove repetition:, or write {times: 3, result: draw}"
        world.report.error("rule-repetition", message, node.span, help)
    compare = nodes.text(nodes.get(node, "compare")) or "position"
    followed = tuple(world.followed.values())
    return Repetition(node.span, times, results, forbidden, compare, tuple(world.kept.values()), followed)


def read_limit(world: World, scope: Scope, span: Span) -> TurnLimit:
    node = world.root.get("limit")
    draw = Outcome(span, "draw", None)
    if node is None:
        return TurnLimit(span, DEFAULT_LIMIT, draw)
    turns = nodes.number(nodes.get(node, "turns"))
    result = _plain_result(world, node, scope)
    return TurnLimit(node.span, turns or DEFAULT_LIMIT, result or draw)


def read_bonus(world: World) -> tuple[float, ...]:
    """`bonus:` of each player; the schema has seen to it that it is a multiple of a half."""
    node = world.root.get("bonus")
    found = {player.name: 0.0 for player in world.players}
    for key, value in nodes.mapping(node):
        if key.text not in found:
            world.unknown(key.text, key.span, found, "the player ")
            continue
        amount = nodes.scalar(value)
        if amount is None or isinstance(amount.value, bool) or not isinstance(amount.value, int | float):
            continue
        found[key.text] = float(amount.value)
    return tuple(found.values())


def check_clocks(world: World) -> None:
    """A variable that grows every turn keeps any position from repeating (semantics D61)."""
    if world.root.get("repetition") is None:
        return
    block = world.parse_block(world.root.get("when_turn_ends"))
    for parsed in block.items if block is not None and block.condition is None else ():
        if not isinstance(parsed, ast.Statement) or not isinstance(parsed.effect, ast.Assign):
            continue
        name = parsed.effect.name.text
        variable = next((v for v in world.variables if v.name == name), None)
        if variable is None or variable.clock or variable.lasts is not None:
            continue
        grows = parsed.condition is None and parsed.effect.sign == "+="
        if grows or (parsed.otherwise is not None and _mentions(parsed.otherwise, name)):
            message = f'"{name}" changes every turn, so no position can repeat.'
            help = f'add clock: yes to "{name}" to keep it out of the position'
            world.report.warning("repetition-clock", message, variable.span, help)


def _mentions(tree: ast.Node, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.text == name for node in ast.walk(tree))
