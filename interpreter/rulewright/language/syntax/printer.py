"""Syntax tree → text.

`show` writes what the author wrote, neatly: brackets stand where the author put them, and where a tree that
was built by hand needs them. `show_explicit` makes visible how the text was understood.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Any

from . import ast
from .bracketing import with_all_brackets

# How tightly the forms bind, weakest first: the ladders of `grammar/rules.lark` for expressions and for turns.
_LADDER = (
    "any",
    "where",
    "or",
    "and",
    "not",
    "compare",
    "sum",
    "product",
    "count",
    "phrase",
    "words",
    "pattern",
    "plain",
)
_TURN_LADDER = ("any_turn", "turn_or", "turn_then", "part", "atom")
_RANK = {name: rank for ladder in (_LADDER, _TURN_LADDER) for rank, name in enumerate(ladder)}
_BINDING: dict[type[ast.Node], str] = {
    ast.Either: "any",
    ast.Where: "where",
    ast.Or: "or",
    ast.And: "and",
    **dict.fromkeys(
        (ast.Not, ast.Some, ast.No, ast.All, ast.Connected, ast.Can, ast.Could, ast.Kept, ast.KeptOne), "not"
    ),
    ast.Compare: "compare",
    ast.Sum: "sum",
    **dict.fromkeys((ast.Product, ast.Quotient), "product"),
    **dict.fromkeys((ast.Count, ast.CountGroups, ast.LargestGroup, ast.Number), "count"),
    ast.Phrase: "phrase",
    **dict.fromkeys((ast.Line, ast.GroupOf, ast.Reached, ast.PassedBy), "words"),
    ast.TurnElse: "any_turn",
    ast.TurnOr: "turn_or",
    ast.TurnThen: "turn_then",
    ast.Part: "part",
}
# After `with height >` and `by` stand a number, a name or a call; all else in brackets.
_AMOUNTS = (ast.Number, ast.Name, ast.Register, ast.Call, ast.Group)
# After `put` a name would be a word of the piece.
_QUANTITIES = (ast.Number, ast.Register, ast.Call, ast.Group)
_NARROW = {"amount": _AMOUNTS, "quantity": _QUANTITIES}

# The forms as they are written; `_Form` says what stands behind the colons.
_FORMS: dict[type[ast.Node], str] = {
    ast.Word: "{text}",
    # expressions
    ast.Either: "{value:or} if {condition:or} else {otherwise}",
    ast.Where: "{item:or} where {condition:or}",
    ast.Or: "{items: or ;and}",
    ast.And: "{items: and ;not}",
    ast.Not: "not {item:not}",
    ast.Some: "some {item:phrase}",
    ast.No: "no {item:phrase}",
    ast.All: "all {item:phrase}",
    ast.Connected: "connected {item:pattern}{along: ;}",
    ast.Can: "{player} can {action}",
    ast.Could: "{player} could {action}",
    ast.Kept: "{player} kept {condition:plain}",
    ast.KeptOne: "{player} kept one {sites:plain}",
    ast.Product: "{items: * ;count}",
    ast.Quotient: "{left:count} / {right:count} rounded {up:up;down}",
    ast.Count: "count {item:phrase}",
    ast.Number: "{value}",
    ast.Phrase: "{words:words} {posts: ;}",
    ast.Group: "({item})",
    ast.Name: "{text}",
    ast.Register: "{owner}.{field}",
    ast.Turned: "{how}({direction})",
    ast.Indexed: "{name} {range}",
    ast.Shifted: "{direction} of {item:plain}",
    ast.Call: "{name}({args:, ;})",
    ast.Hook: "@{name}({args:, ;})",
    ast.Line: "line of {exactly:exactly ;}{length} {item:pattern}{along: ;}",
    ast.GroupOf: "group of {exactly:exactly ;}{size} {item:pattern}{along: ;}",
    ast.CountGroups: "count groups of {exactly:exactly ;}{size:;; }{item:pattern}{along: ;}",
    ast.LargestGroup: "largest group of {item:pattern}{along: ;}",
    ast.Reached: "reached by ({path}) from {start:pattern}",
    ast.PassedBy: "passed by ({path}) from {start:pattern}",
    ast.Along: "{against:against;along} {directions}",
    ast.NextTo: "{negated:not ;}next to {item:pattern}{along: ;}",
    ast.JoinedTo: "{negated:not ;}joined to {item:pattern}{along: ;}",
    ast.Crossing: "{negated:not ;}crossing {item:pattern}",
    ast.AttackedBy: "{negated:not ;}attacked by {player}",
    # paths
    ast.Path: "{routes: | ;}",
    ast.Route: "{legs: then ;}",
    ast.Leg: "{core}{condition: if ;where}",
    ast.Way: "{track:;; }{directions}",
    ast.Landing: "{item:where}{name: as ;}",
    ast.Times: "times({amount})",
    ast.RunItem: "{repeats:;; }{item:phrase}{name: as ;}",
    ast.Leap: "leap {first}x{second} to {landing}",
    ast.RepeatPath: "repeat {repeats} ({path})",
    ast.Its: "its {attribute}",
    ast.Like: "like {item:phrase}",
    ast.UsePath: "{name}",
    ast.PathGroup: "({path})",
    # turns
    ast.TurnElse: "{items: else ;turn_or}",
    ast.TurnOr: "{items: or ;turn_then}",
    ast.TurnThen: "{items: then ;part}",
    ast.Part: "{how:;; }{item:atom}{condition: if ;not}",
    ast.DoAction: "{name}",
    ast.TurnGroup: "({item})",
    ast.RepeatTurn: "repeat {repeats} ({item})",
    ast.RepeatWhile: "repeat {repeats:;; }({item}) while {condition:not}",
    # effects
    ast.Capture: "capture {item:where}",
    ast.Remove: "remove {item:where}",
    ast.Flip: "flip {item:where}",
    ast.SetTo: "set {item:where} to {values: or ;}",
    ast.Move: "move {item:where} to {goal:where}",
    ast.Put: "put {amount:;quantity; }{piece} at {item:where}",
    ast.ShiftToward: "shift {item:pattern} toward {direction}",
    ast.ShiftAlong: "shift {item:pattern} {against:against;along} {track:plain}{steps: by ;amount}",
    ast.Sow: (
        "sow {item:pattern} {against:against;along} {track:plain}{start: from ;pattern}{skipping: skipping ;pattern}"
        "{each: doing ;}"
    ),
    ast.EndTurn: "end turn",
    ast.SwapSides: "swap sides",
    ast.SetUpAgain: "set up again",
    ast.May: "may {effect}",
    ast.HookEffect: "@{name}({args:, ;})",
    ast.Piece: "{words: ;}",
    # results
    ast.Outcome: "{player:;; }{what}",
    ast.Rule: "{outcome}{condition: if ;where}{otherwise: else ;}",
}


class _Form(Formatter):
    """`{part:binding}` is a part at a place that takes what binds at least so tightly.

    `{part:before;binding;after}` is one that may be missing, with what stands before and behind it if it is there;
    of several parts, `before` stands between them. `{part:yes;no}` is one of two words.
    """

    def format_field(self, value: Any, spec: str) -> str:
        before, _, rest = spec.partition(";") if ";" in spec else ("", "", spec)
        binding, _, after = rest.partition(";")
        if isinstance(value, bool):
            return before if value else rest
        if isinstance(value, tuple):
            return before.join(_operand(item, binding) for item in value)
        return "" if value is None else f"{before}{_operand(value, binding)}{after}"


_form = _Form()


def show(node: ast.Node) -> str:
    """The text of a tree; parsing it gives the tree again."""
    if type(node) in _FORMS:
        return _form.vformat(_FORMS[type(node)], (), vars(node)).rstrip()  # a row at the end may be empty
    return _OTHERS[type(node)](node)


def show_explicit(node: ast.Node) -> str:
    """The text of a tree with a bracket round every part of two words or more."""
    return show(with_all_brackets(node))


def _operand(part: object, binding: str) -> str:
    """A part at a place that takes what binds at least so tightly."""
    if not isinstance(part, ast.Node):
        return str(part)
    fits = isinstance(part, _NARROW[binding]) if binding in _NARROW else _rank(part) >= _RANK.get(binding, 0)
    return show(part) if fits else f"({show(part)})"


def _rank(node: ast.Node) -> int:
    if isinstance(node, ast.Words):
        last = _rank(node.items[-1])
        return last if last == _RANK["words"] or len(node.items) == 1 else _RANK["pattern"]
    return _RANK[_BINDING.get(type(node), "atom" if isinstance(node, ast.Turn) else "plain")]


# ---------------------------------------------------------------- forms that are not always written alike


def _words(node: ast.Words) -> str:
    *head, last = node.items
    special = _rank(last) == _RANK["words"]  # "line of …" and the like may end a row of words
    return " ".join([*(_operand(item, "plain") for item in head), _operand(last, "words" if special else "plain")])


def _sum(node: ast.Sum) -> str:
    first, *rest = (_operand(item, "product") for item in node.items)
    return " ".join([first, *(f"{sign} {item}" for sign, item in zip(node.signs, rest, strict=True))])


def _compare(node: ast.Compare) -> str:
    """`2..2` stays a range here: `= 2` would be a number."""
    right = _ends(node.right) if isinstance(node.right, ast.Range) else _operand(node.right, "sum")
    return f"{_operand(node.left, 'sum')} {node.sign} {right}"


def _range(node: ast.Range) -> str:
    return str(node.low) if node.low == node.high else _ends(node)


def _ends(node: ast.Range) -> str:
    return f"{node.low}..{'' if node.high is None else node.high}"


def _in(node: ast.In) -> str:
    """`is not`, but `not in`: as people say it. The parser takes both orders for the same."""
    words = [node.word, "not"] if node.word in ("is", "are") else ["not", node.word]
    return f"{' '.join(words) if node.negated else node.word} {_operand(node.item, 'words')}"


def _with(node: ast.With) -> str:
    amount = (
        show(node.amount) if isinstance(node.amount, ast.Range) else f"{node.sign} {_operand(node.amount, 'amount')}"
    )
    return f"with {node.what.text} {amount}"


def _directions(node: ast.Directions) -> str:
    text = " or ".join(show(item) for item in node.items)
    return text if len(node.items) == 1 else f"({text})"


def _line_leg(node: ast.LineLeg) -> str:
    name = f" as {node.name.text}" if node.name else ""
    run = f" over {' + '.join(show(item) for item in node.run)}" if node.run else ""
    return f"{node.verb.text} {show(node.way)}{name}{run} to {show(node.landing)}"


def _leap_toward(node: ast.LeapToward) -> str:
    steps = zip(node.directions, node.steps, strict=True)
    return f"leap {' and '.join(f'{show(direction)} {number}' for direction, number in steps)} to {show(node.landing)}"


def _statement(node: ast.Statement) -> str:
    parts = (("unless" if node.unless else "if", node.condition), ("else", node.otherwise))
    return " ".join([show(node.effect), *(f"{word} {_operand(part, 'where')}" for word, part in parts if part)])


def _take_some(node: ast.TakeSome) -> str:
    verb, goal = ("remove", "") if node.goal is None else ("move", f" to {_operand(node.goal, 'where')}")
    return f"{verb} {_operand(node.amount, 'amount')} from {_operand(node.item, 'where')}{goal}"


def _perform(node: ast.Perform) -> str:
    return node.name.text + (f"({', '.join(show(item) for item in node.args)})" if node.args else "")


def _assign(node: ast.Assign) -> str:
    entry = f"({', '.join(show(item) for item in node.index)})" if node.index else ""
    return f"{node.name.text}{entry} {node.sign} {_operand(node.value, 'where')}"


_OTHERS: dict[type[ast.Node], Callable[[Any], str]] = {
    ast.Words: _words,
    ast.Sum: _sum,
    ast.Compare: _compare,
    ast.Range: _range,
    ast.In: _in,
    ast.With: _with,
    ast.Directions: _directions,
    ast.LineLeg: _line_leg,
    ast.LeapToward: _leap_toward,
    ast.Statement: _statement,
    ast.Assign: _assign,
    ast.TakeSome: _take_some,
    ast.Perform: _perform,
}
