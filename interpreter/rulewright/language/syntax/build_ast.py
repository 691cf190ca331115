"""Lark's parse tree → our syntax tree: a line of one table for each rule or alias of the grammar.

Only a rule that must see its tokens as they are written has a method of `TreeBuilder` instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from ...source.source import Span
from ..document.nodes import Scalar
from . import ast

Maker = Callable[..., Any]


def _row(node: Maker) -> Maker:
    """The node holds all parts of the rule."""
    return lambda span, *parts: node(span, parts)


def _several(node: Maker) -> Maker:
    """The same, but a single part stands for itself."""
    return lambda span, *parts: parts[0] if len(parts) == 1 else node(span, parts)


def _post(node: Maker, negated: bool = False) -> Maker:
    return lambda span, *parts: node(span, negated, *parts)


def _call(node: Maker) -> Maker:
    return lambda span, name, args: node(span, name, args or ())


def _outcome(what: str) -> Maker:
    return lambda span, player=None: ast.Outcome(span, what, player)


# What becomes of a rule: called with the place of its text and with its parts, which have been built before.
_MAKERS: dict[str, Maker] = {
    "either": ast.Either,
    "where": ast.Where,
    "union": _row(ast.Or),
    "both": _row(ast.And),
    "negate": ast.Not,
    "some": ast.Some,
    "none": ast.No,
    "all_": ast.All,
    "connected": ast.Connected,
    "can": ast.Can,
    "could": ast.Could,
    "kept": ast.Kept,
    "kept_one": ast.KeptOne,
    "compare": ast.Compare,
    "within_range": ast.Compare,
    "arith": lambda span, *parts: ast.Sum(span, parts[::2], parts[1::2]),
    "product": _row(ast.Product),
    "quotient": lambda span, left, right, rounded: ast.Quotient(span, left, right, rounded.endswith("up")),
    "count": ast.Count,
    "int": ast.Number,
    "words": _several(ast.Words),
    "shifted": ast.Shifted,
    "args": lambda _, *parts: parts,
    "call": _call(ast.Call),
    "hook": _call(ast.Hook),
    "group": ast.Group,
    "passed": lambda span: ast.Name(span, "passed"),
    "straight": lambda span, exactly, length, *rest: ast.Line(span, length, exactly is not None, *rest),
    "grouped": lambda span, exactly, size, *rest: ast.GroupOf(span, size, exactly is not None, *rest),
    "count_groups": lambda span, exactly, size, *rest: ast.CountGroups(span, size, exactly is not None, *rest),
    "count_all_groups": lambda span, *rest: ast.CountGroups(span, None, False, *rest),
    "largest_group": ast.LargestGroup,
    "reached": ast.Reached,
    "passed_by": ast.PassedBy,
    "along": ast.Along,
    "dset": _row(ast.Directions),
    "p_in": _post(ast.In),
    "p_not_in": _post(ast.In, negated=True),
    "p_next": _post(ast.NextTo),
    "p_not_next": _post(ast.NextTo, negated=True),
    "p_joined": _post(ast.JoinedTo),
    "p_not_joined": _post(ast.JoinedTo, negated=True),
    "p_crossing": _post(ast.Crossing),
    "p_not_crossing": _post(ast.Crossing, negated=True),
    "p_attacked": _post(ast.AttackedBy),
    "p_not_attacked": _post(ast.AttackedBy, negated=True),
    # paths
    "path": _row(ast.Path),
    "seq": _row(ast.Route),
    "leg": ast.Leg,
    "line_leg": lambda span, verb, way, name, run, landing: ast.LineLeg(span, verb, way, name, run or (), landing),
    "landing": ast.Landing,
    "run": lambda _, *parts: parts[::2],  # a plus between two of them
    "runitem": ast.RunItem,
    "leap_dir": lambda span, *parts: ast.LeapToward(span, _given(parts[0:3:2]), _given(parts[1:4:2]), parts[4]),
    "repeat_leg": ast.RepeatPath,
    "its": ast.Its,
    "like": ast.Like,
    "use": ast.UsePath,
    "path_group": ast.PathGroup,
    # turns
    "turn": _several(ast.TurnElse),
    "turn_or": _several(ast.TurnOr),
    "turn_seq": _several(ast.TurnThen),
    "turn_part": lambda span, how, item, test: ast.Part(span, how, item, test) if how or test else item,
    "do_action": ast.DoAction,
    "turn_group": ast.TurnGroup,
    "do_repeat": ast.RepeatTurn,
    "do_while": ast.RepeatWhile,
    # effects
    "stmt": lambda span, effect, condition, otherwise: ast.Statement(span, effect, condition, False, otherwise),
    "stmt_unless": lambda span, effect, condition: ast.Statement(span, effect, condition, True, None),
    "capture": ast.Capture,
    "remove": ast.Remove,
    "remove_some": lambda span, amount, item: ast.TakeSome(span, amount, item, None),
    "move_some": ast.TakeSome,
    "flip": ast.Flip,
    "set_value": lambda span, item, *values: ast.SetTo(span, item, values),
    "relocate": ast.Move,
    "put": ast.Put,
    "shift": ast.ShiftToward,
    "shift_track": ast.ShiftAlong,
    "sow": ast.Sow,
    "assign": lambda span, name, value: ast.Assign(span, name, (), "=", value),
    "bump": lambda span, name, sign, value: ast.Assign(span, name, (), sign, value),
    "assign_indexed": lambda span, name, args, value: ast.Assign(span, name, args or (), "=", value),
    "bump_indexed": lambda span, name, args, sign, value: ast.Assign(span, name, args or (), sign, value),
    "end_turn": ast.EndTurn,
    "swap_sides": ast.SwapSides,
    "set_up_again": ast.SetUpAgain,
    "may": lambda span, _, effect: ast.May(span, effect),
    "hook_effect": _call(ast.HookEffect),
    "perform": lambda span, name: ast.Perform(span, name, ()),
    "perform_with": _call(ast.Perform),
    "piece": _row(ast.Piece),
    # results
    "rule": lambda span, outcome, condition=None, otherwise=None: ast.Rule(span, outcome, condition, otherwise),
    "win": _outcome("win"),
    "lose": _outcome("lose"),
    "draw": _outcome("draw"),
    "pass_": _outcome("pass"),
    "named_wins": _outcome("wins"),
    "by_score": _outcome("highest score wins"),
}


def _given(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(part for part in parts if part is not None)


class TreeBuilder:
    """Builds the nodes of one rule text. Recursion is safe: the parser has bounded the depth before."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar

    def build(self, tree: Any) -> Any:
        if tree.data in _MAKERS:
            return _MAKERS[tree.data](self.span(tree), *self.parts(tree))
        return getattr(self, tree.data)(self.span(tree), *tree.children)

    def parts(self, tree: Tree[Token]) -> tuple[Any, ...]:
        return tuple(child if child is None else self.part(child) for child in tree.children)

    def part(self, item: Tree[Token] | Token) -> Any:
        """A node, or by the kind of the token a word, a number, a sign."""
        if not isinstance(item, Token):
            return self.build(item)
        match item.type:
            case "NAME" | "VERB" | "LEAP":
                return ast.Word(self.span(item), str(item))
            case "CALL" | "HOOKCALL":  # `name(`, `@name(`
                start = (item.start_pos or 0) + item.startswith("@")
                text = item.strip("@(")
                return ast.Word(self.scalar.part(start, start + len(text)), text)
            case "INT":
                return int(item)
            case "RANGE":
                return self.range(item)
            case "ALONG" | "AGAINST":
                return item == "against"
        return str(item)

    def span(self, item: Tree[Token] | Token) -> Span:
        if isinstance(item, Token):
            return self.scalar.part(item.start_pos or 0, item.end_pos or 0)
        return self.scalar.part(item.meta.start_pos, item.meta.end_pos)

    def range(self, token: Token) -> ast.Range:
        low, dots, high = str(token).partition("..")
        last = int(high) if high else None
        return ast.Range(self.span(token), int(low), last if dots else int(low))

    # ------------------------------------------------------------ rules with a look at their tokens

    def phrase(self, span: Span, words: Any, *posts: Any) -> Any:
        if not posts:
            return self.build(words)
        row = ast.Words(self.span(words), self.parts(words))
        return ast.Phrase(span, row, tuple(self.build(post) for post in posts))

    def name(self, span: Span, token: Token) -> ast.Name:
        return ast.Name(span, str(token))

    d_name = name

    def register(self, span: Span, token: Token) -> ast.Register:
        owner, _, field = str(token).partition(".")
        return ast.Register(span, owner, field)

    d_register = register

    def turned(self, span: Span, how: Token, direction: Any) -> ast.Turned:
        return ast.Turned(span, str(how).rstrip("("), self.build(direction))

    def indexed(self, span: Span, name: Token, amount: Token) -> ast.Indexed:
        return ast.Indexed(span, self.part(name), self.range(amount))

    def p_with(self, span: Span, what: Token, *amount: Any) -> ast.With:
        if len(amount) == 2:
            return ast.With(span, False, self.part(what), str(amount[0]), self.build(amount[1]))
        return ast.With(span, False, self.part(what), "=", self.range(amount[0]))

    def dirs(self, span: Span, track: Token | None, directions: Any) -> ast.Way:
        return ast.Way(span, None if track is None else str(track), self.build(directions))

    def reps(self, span: Span, *parts: Any) -> ast.Range | ast.Times:
        return ast.Times(span, self.build(parts[1])) if len(parts) == 2 else self.range(parts[0])

    def leap_leg(self, span: Span, size: Token, landing: Any) -> ast.Leap:
        first, _, second = str(size).partition("x")
        return ast.Leap(span, int(first), int(second), self.build(landing))
