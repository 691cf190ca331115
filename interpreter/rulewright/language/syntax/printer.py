"""Syntax tree → text.

`show` writes what the author wrote, neatly: brackets stand where the author put them, and where a tree that
was built by hand needs them. `show_explicit` makes visible how the text was understood.
"""

from __future__ import annotations

from . import ast
from .bracketing import with_all_brackets

# How tightly the forms bind, weakest first: the ladder of `grammar/rules.lark`.
_ANY, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _COUNT, _PHRASE, _WORDS, _PATTERN, _PLAIN = range(12)

_BINDING: dict[type[ast.Expr], int] = {
    ast.Either: _ANY,
    ast.Or: _OR,
    ast.And: _AND,
    ast.Not: _NOT,
    ast.Some: _NOT,
    ast.No: _NOT,
    ast.All: _NOT,
    ast.Connected: _NOT,
    ast.Can: _NOT,
    ast.Compare: _COMPARE,
    ast.Sum: _SUM,
    ast.Product: _PRODUCT,
    ast.Count: _COUNT,
    ast.Number: _COUNT,
    ast.Phrase: _PHRASE,
    ast.Line: _WORDS,
    ast.Reached: _WORDS,
    ast.PassedBy: _WORDS,
}
_TURN_BINDING: dict[type[ast.Turn], int] = {ast.TurnElse: 0, ast.TurnOr: 1, ast.TurnThen: 2, ast.Part: 3}
_TURN_ATOM = 4


def show(node: ast.Node) -> str:
    """The text of a tree; parsing it gives the tree again."""
    if isinstance(node, ast.Expr):
        return _expr(node)
    if isinstance(node, ast.Post):
        return _post(node)
    if isinstance(node, ast.Core):
        return _core(node)
    if isinstance(node, ast.Turn):
        return _turn(node)
    if isinstance(node, ast.Effect):
        return _effect(node)
    return _other(node)


def show_explicit(node: ast.Node) -> str:
    """The text of a tree with a bracket round every part of two words or more."""
    return show(with_all_brackets(node))


# ---------------------------------------------------------------- expressions


def _binding(node: ast.Expr) -> int:
    if isinstance(node, ast.Words):
        last = _binding(node.items[-1])
        return last if last == _WORDS or len(node.items) == 1 else _PATTERN
    return _BINDING.get(type(node), _PLAIN)


def _operand(node: ast.Expr, binding: int) -> str:
    """An expression at a place that takes what binds at least so tightly."""
    return show(node) if _binding(node) >= binding else f"({show(node)})"


def _expr(node: ast.Expr) -> str:
    match node:
        case ast.Either():
            value, condition = _operand(node.value, _OR), _operand(node.condition, _OR)
            return f"{value} if {condition} else {_operand(node.otherwise, _ANY)}"
        case ast.Or():
            return " or ".join(_operand(item, _AND) for item in node.items)
        case ast.And():
            return " and ".join(_operand(item, _NOT) for item in node.items)
        case ast.Not():
            return f"not {_operand(node.item, _NOT)}"
        case ast.Some():
            return f"some {_operand(node.item, _PHRASE)}"
        case ast.No():
            return f"no {_operand(node.item, _PHRASE)}"
        case ast.All():
            return f"all {_operand(node.item, _PHRASE)}"
        case ast.Connected():
            return f"connected {_operand(node.item, _PATTERN)}{_along(node.along)}"
        case ast.Can():
            return f"{node.player.text} can {node.action.text}"
        case ast.Compare():
            return f"{_operand(node.left, _SUM)} {node.sign} {_compared(node.right)}"
        case ast.Sum():
            first, *rest = (_operand(item, _PRODUCT) for item in node.items)
            return " ".join([first, *(f"{sign} {item}" for sign, item in zip(node.signs, rest, strict=True))])
        case ast.Product():
            return " * ".join(_operand(item, _COUNT) for item in node.items)
        case ast.Count():
            return f"count {_operand(node.item, _PHRASE)}"
        case ast.Phrase():
            return " ".join([_operand(node.words, _WORDS), *(show(post) for post in node.posts)])
        case ast.Line():
            exactly = "exactly " if node.exactly else ""
            return f"line of {exactly}{node.length} {_operand(node.item, _PATTERN)}{_along(node.along)}"
        case ast.Reached():
            return f"reached by ({show(node.path)}) from {_operand(node.start, _PATTERN)}"
        case ast.PassedBy():
            return f"passed by ({show(node.path)}) from {_operand(node.start, _PATTERN)}"
    return _plain(node)


def _plain(node: ast.Expr) -> str:
    match node:
        case ast.Words():
            *head, last = node.items
            special = _binding(last) == _WORDS  # "line of …" and the like may end a row of words
            words = [_operand(item, _PLAIN) for item in head]
            return " ".join([*words, _operand(last, _WORDS if special else _PLAIN)])
        case ast.Group():
            return f"({show(node.item)})"
        case ast.Number():
            return str(node.value)
        case ast.Name():
            return node.text
        case ast.Register():
            return f"{node.owner}.{node.field}"
        case ast.Turned():
            return f"{node.how}({show(node.direction)})"
        case ast.Indexed():
            return f"{node.name.text} {_range(node.range)}"
        case ast.Shifted():
            return f"{show(node.direction)} of {_operand(node.item, _PLAIN)}"
        case ast.Call():
            return f"{node.name.text}({_arguments(node.args)})"
        case ast.Hook():
            return f"@{node.name.text}({_arguments(node.args)})"
    raise AssertionError(f"no text for {type(node).__name__}")


def _post(node: ast.Post) -> str:
    no = "not " if node.negated else ""
    match node:
        case ast.In():
            # "is not", but "not in": as people say it. The parser takes both orders for the same.
            word = f"{node.word} not" if node.negated and node.word in ("is", "are") else f"{no}{node.word}"
            return f"{word} {_operand(node.item, _WORDS)}"
        case ast.NextTo():
            return f"{no}next to {_operand(node.item, _PATTERN)}{_along(node.along)}"
        case ast.JoinedTo():
            return f"{no}joined to {_operand(node.item, _PATTERN)}{_along(node.along)}"
        case ast.Crossing():
            return f"{no}crossing {_operand(node.item, _PATTERN)}"
        case ast.AttackedBy():
            return f"{no}attacked by {node.player.text}"
        case ast.With():
            if isinstance(node.amount, ast.Range):
                return f"with {node.what.text} {_range(node.amount)}"
            return f"with {node.what.text} {node.sign} {_amount(node.amount)}"
    raise AssertionError(f"no text for {type(node).__name__}")


def _compared(node: ast.Expr | ast.Range) -> str:
    """`2..2` stays a range here: `= 2` would be a number."""
    if isinstance(node, ast.Range):
        return f"{node.low}..{'' if node.high is None else node.high}"
    return _operand(node, _SUM)


def _amount(node: ast.Expr) -> str:
    """After `with height >` and `by` stands a number, a name or a call; all else in brackets."""
    simple = isinstance(node, ast.Number | ast.Name | ast.Register | ast.Call | ast.Group)
    return show(node) if simple else f"({show(node)})"


def _arguments(args: tuple[ast.Expr, ...]) -> str:
    return ", ".join(show(arg) for arg in args)


def _range(node: ast.Range) -> str:
    if node.low == node.high:
        return str(node.low)
    return f"{node.low}..{'' if node.high is None else node.high}"


def _along(along: ast.Along | None) -> str:
    if along is None:
        return ""
    return f" {'against' if along.against else 'along'} {_directions(along.directions)}"


def _directions(node: ast.Directions) -> str:
    text = " or ".join(show(item) for item in node.items)
    return text if len(node.items) == 1 else f"({text})"


# ---------------------------------------------------------------- paths and turns


def _core(node: ast.Core) -> str:
    match node:
        case ast.LineLeg():
            run = f" over {' + '.join(show(item) for item in node.run)}" if node.run else ""
            return f"{node.verb.text} {show(node.way)}{_named(node.name)}{run} to {show(node.landing)}"
        case ast.Leap():
            return f"leap {node.first}x{node.second} to {show(node.landing)}"
        case ast.LeapToward():
            steps = zip(node.directions, node.steps, strict=True)
            way = " and ".join(f"{show(direction)} {number}" for direction, number in steps)
            return f"leap {way} to {show(node.landing)}"
        case ast.RepeatPath():
            return f"repeat {show(node.repeats)} ({show(node.path)})"
        case ast.Its():
            return f"its {node.attribute.text}"
        case ast.Like():
            return f"like {_operand(node.item, _PHRASE)}"
        case ast.UsePath():
            return node.name.text
        case ast.PathGroup():
            return f"({show(node.path)})"
    raise AssertionError(f"no text for {type(node).__name__}")


def _named(name: ast.Word | None) -> str:
    return f" as {name.text}" if name else ""


def _part(node: ast.Turn, binding: int) -> str:
    return show(node) if _TURN_BINDING.get(type(node), _TURN_ATOM) >= binding else f"({show(node)})"


def _turn(node: ast.Turn) -> str:
    match node:
        case ast.TurnElse():
            return " else ".join(_part(item, 1) for item in node.items)
        case ast.TurnOr():
            return " or ".join(_part(item, 2) for item in node.items)
        case ast.TurnThen():
            return " then ".join(_part(item, 3) for item in node.items)
        case ast.Part():
            how = f"{node.how} " if node.how else ""
            condition = "" if node.condition is None else f" if {_operand(node.condition, _NOT)}"
            return f"{how}{_part(node.item, _TURN_ATOM)}{condition}"
        case ast.DoAction():
            return node.name.text
        case ast.TurnGroup():
            return f"({show(node.item)})"
        case ast.RepeatTurn():
            return f"repeat {show(node.repeats)} ({show(node.item)})"
        case ast.RepeatWhile():
            return f"repeat ({show(node.item)}) while {_operand(node.condition, _NOT)}"
    raise AssertionError(f"no text for {type(node).__name__}")


# ---------------------------------------------------------------- effects


def _effect(node: ast.Effect) -> str:
    match node:
        case ast.Capture():
            return f"capture {_operand(node.item, _OR)}"
        case ast.Remove():
            return f"remove {_operand(node.item, _OR)}"
        case ast.Flip():
            return f"flip {_operand(node.item, _OR)}"
        case ast.SetTo():
            return f"set {_operand(node.item, _OR)} to {' or '.join(word.text for word in node.values)}"
        case ast.Move():
            return f"move {_operand(node.item, _OR)} to {_operand(node.goal, _OR)}"
        case ast.Put():
            return f"put {show(node.piece)} at {_operand(node.item, _OR)}"
        case ast.ShiftToward():
            return f"shift {_operand(node.item, _PATTERN)} toward {show(node.direction)}"
        case ast.ShiftAlong():
            steps = "" if node.steps is None else f" by {_amount(node.steps)}"
            return f"shift {_on_track(node)}{steps}"
        case ast.Sow():
            skipping = "" if node.skipping is None else f" skipping {_operand(node.skipping, _PATTERN)}"
            return f"sow {_on_track(node)}{skipping}"
        case ast.Assign():
            entry = f"({_arguments(node.index)})" if node.index else ""
            return f"{node.name.text}{entry} {node.sign} {_operand(node.value, _OR)}"
        case ast.EndTurn():
            return "end turn"
        case ast.SwapSides():
            return "swap sides"
        case ast.May():
            return f"may {show(node.effect)}"
        case ast.HookEffect():
            return f"@{node.name.text}({_arguments(node.args)})"
    raise AssertionError(f"no text for {type(node).__name__}")


def _on_track(node: ast.ShiftAlong | ast.Sow) -> str:
    return f"{_operand(node.item, _PATTERN)} {'against' if node.against else 'along'} {node.track.text}"


def _condition(word: str, node: ast.Expr | None) -> str:
    return "" if node is None else f" {word} {_operand(node, _OR)}"


# ---------------------------------------------------------------- the rest: whole texts and their small parts


def _other(node: ast.Node) -> str:
    match node:
        case ast.Path():
            return " | ".join(show(route) for route in node.routes)
        case ast.Route():
            return " then ".join(show(leg) for leg in node.legs)
        case ast.Leg():
            return show(node.core) + _condition("if", node.condition)
        case ast.Way():
            return (f"{node.track} " if node.track else "") + _directions(node.directions)
        case ast.Along():
            return _along(node).strip()
        case ast.Directions():
            return _directions(node)
        case ast.Landing():
            return _operand(node.item, _OR) + _named(node.name)
        case ast.RunItem():
            repeats = "" if node.repeats is None else show(node.repeats) + " "
            return f"{repeats}{_operand(node.item, _PHRASE)}{_named(node.name)}"
        case ast.Times():
            return f"times({show(node.amount)})"
        case ast.Range():
            return _range(node)
        case ast.Statement():
            word = "unless" if node.unless else "if"
            return show(node.effect) + _condition(word, node.condition) + _condition("else", node.otherwise)
        case ast.Piece():
            return " ".join(word.text for word in node.words)
        case ast.Word():
            return node.text
        case ast.Outcome():
            return f"{node.player.text} {node.what}" if node.player else node.what
        case ast.Rule():
            otherwise = "" if node.otherwise is None else f" else {show(node.otherwise)}"
            return show(node.outcome) + _condition("if", node.condition) + otherwise
    raise AssertionError(f"no text for {type(node).__name__}")
