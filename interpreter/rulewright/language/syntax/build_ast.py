"""Lark's parse tree → our syntax tree: one method for each rule or alias of the grammar."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from ...source.source import Span
from ..document.nodes import Scalar
from . import ast


class TreeBuilder:
    """Builds the nodes of one rule text. Recursion is safe: the parser has bounded the depth before."""

    def __init__(self, scalar: Scalar) -> None:
        self.scalar = scalar

    def build(self, tree: Any) -> Any:
        return getattr(self, tree.data)(self.span(tree), *tree.children)

    def span(self, item: Tree[Token] | Token) -> Span:
        if isinstance(item, Token):
            return self.scalar.part(item.start_pos or 0, item.end_pos or 0)
        return self.scalar.part(item.meta.start_pos, item.meta.end_pos)

    def word(self, token: Token | None) -> Any:
        return None if token is None else ast.Word(self.span(token), str(token))

    def called(self, token: Token) -> ast.Word:
        """The name in `name(` or `@name(`."""
        start = (token.start_pos or 0) + (1 if token.startswith("@") else 0)
        text = str(token).lstrip("@").rstrip("(")
        return ast.Word(self.scalar.part(start, start + len(text)), text)

    def optional(self, tree: Any) -> Any:
        return None if tree is None else self.build(tree)

    def all(self, trees: Any) -> tuple[Any, ...]:
        return tuple(self.build(tree) for tree in trees if tree is not None)

    def range(self, token: Token) -> ast.Range:
        low, dots, high = str(token).partition("..")
        first = int(low)
        if not dots:
            return ast.Range(self.span(token), first, first)
        return ast.Range(self.span(token), first, int(high) if high else None)

    # ------------------------------------------------------------ expressions

    def either(self, span: Span, value: Any, condition: Any, otherwise: Any) -> ast.Either:
        return ast.Either(span, self.build(value), self.build(condition), self.build(otherwise))

    def union(self, span: Span, *items: Any) -> ast.Or:
        return ast.Or(span, self.all(items))

    def both(self, span: Span, *items: Any) -> ast.And:
        return ast.And(span, self.all(items))

    def negate(self, span: Span, item: Any) -> ast.Not:
        return ast.Not(span, self.build(item))

    def some(self, span: Span, item: Any) -> ast.Some:
        return ast.Some(span, self.build(item))

    def none(self, span: Span, item: Any) -> ast.No:
        return ast.No(span, self.build(item))

    def all_(self, span: Span, item: Any) -> ast.All:
        return ast.All(span, self.build(item))

    def connected(self, span: Span, item: Any, along: Any) -> ast.Connected:
        return ast.Connected(span, self.single(item), self.optional(along))

    def can(self, span: Span, player: Token, action: Token) -> ast.Can:
        return ast.Can(span, self.word(player), self.word(action))

    def compare(self, span: Span, left: Any, sign: Token, right: Any) -> ast.Compare:
        return ast.Compare(span, self.build(left), str(sign), self.build(right))

    def within_range(self, span: Span, left: Any, sign: Token, right: Token) -> ast.Compare:
        return ast.Compare(span, self.build(left), str(sign), self.range(right))

    def arith(self, span: Span, *parts: Any) -> ast.Sum:
        return ast.Sum(span, self.all(parts[::2]), tuple(str(sign) for sign in parts[1::2]))

    def product(self, span: Span, *items: Any) -> ast.Product:
        return ast.Product(span, self.all(items))

    def count(self, span: Span, item: Any) -> ast.Count:
        return ast.Count(span, self.build(item))

    def int(self, span: Span, token: Token) -> ast.Number:
        return ast.Number(span, int(token))

    def phrase(self, span: Span, words: Any, *posts: Any) -> ast.Expr:
        built: ast.Words = self.build(words)
        if posts:
            return ast.Phrase(span, built, self.all(posts))
        return built.items[0] if len(built.items) == 1 else built

    def words(self, span: Span, *items: Any) -> ast.Words:
        return ast.Words(span, self.all(items))

    def single(self, words: Any) -> ast.Expr:
        """Words as an expression; one word stands for itself."""
        built: ast.Words = self.build(words)
        return built.items[0] if len(built.items) == 1 else built

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
        return ast.Indexed(span, self.word(name), self.range(amount))

    def shifted(self, span: Span, direction: Any, item: Any) -> ast.Shifted:
        return ast.Shifted(span, self.build(direction), self.build(item))

    def args(self, span: Span, *items: Any) -> tuple[Any, ...]:
        return self.all(items)

    def arguments(self, args: Any) -> tuple[Any, ...]:
        return () if args is None else self.all(args.children)

    def call(self, span: Span, name: Token, args: Any) -> ast.Call:
        return ast.Call(span, self.called(name), self.arguments(args))

    def hook(self, span: Span, name: Token, args: Any) -> ast.Hook:
        return ast.Hook(span, self.called(name), self.arguments(args))

    def group(self, span: Span, item: Any) -> ast.Group:
        return ast.Group(span, self.build(item))

    def passed(self, span: Span) -> ast.Name:
        return ast.Name(span, "passed")

    def straight(self, span: Span, exactly: Token | None, length: Token, item: Any, along: Any) -> ast.Line:
        return ast.Line(span, int(length), exactly is not None, self.single(item), self.optional(along))

    def reached(self, span: Span, path: Any, start: Any) -> ast.Reached:
        return ast.Reached(span, self.build(path), self.single(start))

    def passed_by(self, span: Span, path: Any, start: Any) -> ast.PassedBy:
        return ast.PassedBy(span, self.build(path), self.single(start))

    def along(self, span: Span, which: Token, directions: Any) -> ast.Along:
        return ast.Along(span, which == "against", self.build(directions))

    def dset(self, span: Span, *items: Any) -> ast.Directions:
        return ast.Directions(span, self.all(items))

    def p_in(self, span: Span, word: Token, item: Any) -> ast.In:
        return ast.In(span, False, str(word), self.single(item))

    def p_not_in(self, span: Span, word: Token, item: Any) -> ast.In:
        return ast.In(span, True, str(word), self.single(item))

    def p_next(self, span: Span, item: Any, along: Any) -> ast.NextTo:
        return ast.NextTo(span, False, self.single(item), self.optional(along))

    def p_not_next(self, span: Span, item: Any, along: Any) -> ast.NextTo:
        return ast.NextTo(span, True, self.single(item), self.optional(along))

    def p_joined(self, span: Span, item: Any, along: Any) -> ast.JoinedTo:
        return ast.JoinedTo(span, False, self.single(item), self.optional(along))

    def p_not_joined(self, span: Span, item: Any, along: Any) -> ast.JoinedTo:
        return ast.JoinedTo(span, True, self.single(item), self.optional(along))

    def p_crossing(self, span: Span, item: Any) -> ast.Crossing:
        return ast.Crossing(span, False, self.single(item))

    def p_not_crossing(self, span: Span, item: Any) -> ast.Crossing:
        return ast.Crossing(span, True, self.single(item))

    def p_attacked(self, span: Span, player: Token) -> ast.AttackedBy:
        return ast.AttackedBy(span, False, self.word(player))

    def p_not_attacked(self, span: Span, player: Token) -> ast.AttackedBy:
        return ast.AttackedBy(span, True, self.word(player))

    def p_with(self, span: Span, what: Token, *amount: Any) -> ast.With:
        if len(amount) == 2:
            return ast.With(span, False, self.word(what), str(amount[0]), self.build(amount[1]))
        return ast.With(span, False, self.word(what), "=", self.range(amount[0]))

    # ------------------------------------------------------------ paths

    def path(self, span: Span, *routes: Any) -> ast.Path:
        return ast.Path(span, self.all(routes))

    def seq(self, span: Span, *legs: Any) -> ast.Route:
        return ast.Route(span, self.all(legs))

    def leg(self, span: Span, core: Any, condition: Any) -> ast.Leg:
        return ast.Leg(span, self.build(core), self.optional(condition))

    def line_leg(self, span: Span, verb: Token, way: Any, name: Token | None, run: Any, landing: Any) -> ast.LineLeg:
        items = () if run is None else tuple(self.build(item) for item in run.children if not isinstance(item, Token))
        return ast.LineLeg(span, self.word(verb), self.build(way), self.word(name), items, self.build(landing))

    def dirs(self, span: Span, track: Token | None, directions: Any) -> ast.Way:
        return ast.Way(span, None if track is None else str(track), self.build(directions))

    def landing(self, span: Span, item: Any, name: Token | None) -> ast.Landing:
        return ast.Landing(span, self.build(item), self.word(name))

    def runitem(self, span: Span, repeats: Any, item: Any, name: Token | None) -> ast.RunItem:
        return ast.RunItem(span, self.optional(repeats), self.build(item), self.word(name))

    def reps(self, span: Span, *parts: Any) -> ast.Range | ast.Times:
        if len(parts) == 2:
            return ast.Times(span, self.build(parts[1]))
        return self.range(parts[0])

    def leap_leg(self, span: Span, size: Token, landing: Any) -> ast.Leap:
        first, _, second = str(size).partition("x")
        return ast.Leap(span, int(first), int(second), self.build(landing))

    def leap_dir(self, span: Span, first: Any, n: Token, second: Any, m: Token, landing: Any) -> ast.LeapToward:
        steps = tuple(int(token) for token in (n, m) if token is not None)
        return ast.LeapToward(span, self.all((first, second)), steps, self.build(landing))

    def repeat_leg(self, span: Span, repeats: Any, path: Any) -> ast.RepeatPath:
        return ast.RepeatPath(span, self.build(repeats), self.build(path))

    def its(self, span: Span, attribute: Token) -> ast.Its:
        return ast.Its(span, self.word(attribute))

    def like(self, span: Span, item: Any) -> ast.Like:
        return ast.Like(span, self.build(item))

    def use(self, span: Span, name: Token) -> ast.UsePath:
        return ast.UsePath(span, self.word(name))

    def path_group(self, span: Span, path: Any) -> ast.PathGroup:
        return ast.PathGroup(span, self.build(path))

    # ------------------------------------------------------------ turns

    def turn(self, span: Span, *items: Any) -> ast.Turn:
        built = self.all(items)
        return built[0] if len(built) == 1 else ast.TurnElse(span, built)

    def turn_or(self, span: Span, *items: Any) -> ast.Turn:
        built = self.all(items)
        return built[0] if len(built) == 1 else ast.TurnOr(span, built)

    def turn_seq(self, span: Span, *items: Any) -> ast.Turn:
        built = self.all(items)
        return built[0] if len(built) == 1 else ast.TurnThen(span, built)

    def turn_part(self, span: Span, how: Token | None, item: Any, condition: Any) -> ast.Turn:
        built: ast.Turn = self.build(item)
        if how is None and condition is None:
            return built
        return ast.Part(span, None if how is None else str(how), built, self.optional(condition))

    def do_action(self, span: Span, name: Token) -> ast.DoAction:
        return ast.DoAction(span, self.word(name))

    def turn_group(self, span: Span, item: Any) -> ast.TurnGroup:
        return ast.TurnGroup(span, self.build(item))

    def do_repeat(self, span: Span, repeats: Any, item: Any) -> ast.RepeatTurn:
        return ast.RepeatTurn(span, self.build(repeats), self.build(item))

    def do_while(self, span: Span, item: Any, condition: Any) -> ast.RepeatWhile:
        return ast.RepeatWhile(span, self.build(item), self.build(condition))

    # ------------------------------------------------------------ effects

    def stmt(self, span: Span, effect: Any, condition: Any, otherwise: Any) -> ast.Statement:
        return ast.Statement(span, self.build(effect), self.optional(condition), False, self.optional(otherwise))

    def stmt_unless(self, span: Span, effect: Any, condition: Any) -> ast.Statement:
        return ast.Statement(span, self.build(effect), self.build(condition), True, None)

    def capture(self, span: Span, item: Any) -> ast.Capture:
        return ast.Capture(span, self.build(item))

    def remove(self, span: Span, item: Any) -> ast.Remove:
        return ast.Remove(span, self.build(item))

    def flip(self, span: Span, item: Any) -> ast.Flip:
        return ast.Flip(span, self.build(item))

    def set_value(self, span: Span, item: Any, *values: Token) -> ast.SetTo:
        return ast.SetTo(span, self.build(item), tuple(self.word(value) for value in values))

    def relocate(self, span: Span, item: Any, goal: Any) -> ast.Move:
        return ast.Move(span, self.build(item), self.build(goal))

    def put(self, span: Span, piece: Any, item: Any) -> ast.Put:
        return ast.Put(span, self.build(piece), self.build(item))

    def shift(self, span: Span, item: Any, direction: Any) -> ast.ShiftToward:
        return ast.ShiftToward(span, self.single(item), self.build(direction))

    def shift_track(self, span: Span, item: Any, way: Token, track: Token, steps: Any) -> ast.ShiftAlong:
        return ast.ShiftAlong(span, self.single(item), way == "against", self.word(track), self.optional(steps))

    def sow(self, span: Span, item: Any, way: Token, track: Token, skipping: Any) -> ast.Sow:
        skipped = None if skipping is None else self.single(skipping)
        return ast.Sow(span, self.single(item), way == "against", self.word(track), skipped)

    def assign(self, span: Span, name: Token, value: Any) -> ast.Assign:
        return ast.Assign(span, self.word(name), (), "=", self.build(value))

    def bump(self, span: Span, name: Token, sign: Token, value: Any) -> ast.Assign:
        return ast.Assign(span, self.word(name), (), str(sign), self.build(value))

    def assign_indexed(self, span: Span, name: Token, args: Any, value: Any) -> ast.Assign:
        return ast.Assign(span, self.called(name), self.arguments(args), "=", self.build(value))

    def bump_indexed(self, span: Span, name: Token, args: Any, sign: Token, value: Any) -> ast.Assign:
        return ast.Assign(span, self.called(name), self.arguments(args), str(sign), self.build(value))

    def end_turn(self, span: Span) -> ast.EndTurn:
        return ast.EndTurn(span)

    def swap_sides(self, span: Span) -> ast.SwapSides:
        return ast.SwapSides(span)

    def may(self, span: Span, _may: Token, effect: Any) -> ast.May:
        return ast.May(span, self.build(effect))

    def hook_effect(self, span: Span, name: Token, args: Any) -> ast.HookEffect:
        return ast.HookEffect(span, self.called(name), self.arguments(args))

    def piece(self, span: Span, *words: Token) -> ast.Piece:
        return ast.Piece(span, tuple(self.word(word) for word in words))

    # ------------------------------------------------------------ results

    def rule(self, span: Span, outcome: Any, condition: Any = None, otherwise: Any = None) -> ast.Rule:
        return ast.Rule(span, self.build(outcome), self.optional(condition), self.optional(otherwise))

    def win(self, span: Span) -> ast.Outcome:
        return ast.Outcome(span, "win", None)

    def lose(self, span: Span) -> ast.Outcome:
        return ast.Outcome(span, "lose", None)

    def draw(self, span: Span) -> ast.Outcome:
        return ast.Outcome(span, "draw", None)

    def pass_(self, span: Span) -> ast.Outcome:
        return ast.Outcome(span, "pass", None)

    def named_wins(self, span: Span, player: Token) -> ast.Outcome:
        return ast.Outcome(span, "wins", self.word(player))

    def by_score(self, span: Span) -> ast.Outcome:
        return ast.Outcome(span, "highest score wins", None)
