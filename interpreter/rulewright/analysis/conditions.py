"""Dependence of conditions: on the candidate, on the route, on one another."""

from __future__ import annotations

from ..rules import expressions as rx
from ..rules.game import Rules
from .roots import with_defines


def has_facing(rules: Rules) -> bool:
    """Whether pieces look somewhere, so that `forward` depends on the piece."""
    return any(axis.directions is not None for kind in rules.kinds for axis in kind.axes)


def is_general(rules: Rules, node: rx.Expr) -> bool:
    """Whether a condition is invariant: it does not depend on the candidate."""
    own: tuple[type[rx.Node], ...] = (rx.PartWord, rx.Local, rx.HookCall)
    if has_facing(rules):
        own += (rx.Relative,)  # as the piece looks
    return not any(isinstance(inner, own) for inner in with_defines(rules, [node]))


def exclude(one: rx.Expr | None, other: rx.Expr | None) -> bool:
    """Whether two conditions can never hold together: different numbers wanted of the same thing."""
    if not isinstance(one, rx.Comparison) or not isinstance(other, rx.Comparison) or not same(one.left, other.left):
        return False
    for node in rx.walk(one.left):
        if isinstance(node, rx.Local) or (isinstance(node, rx.PartWord) and node.word in ("dir", "passed")):
            return False  # each action has its own
    if not isinstance(one.right, rx.Number) or not isinstance(other.right, rx.Number):
        return False
    first, second = _wanted(one.sign, one.right.value), _wanted(other.sign, other.right.value)
    return first is not None and second is not None and (first[1] < second[0] or second[1] < first[0])


def _wanted(sign: str, value: int) -> tuple[int, int] | None:
    """The numbers that pass a comparison, from and to."""
    endless = 1 << 62
    ranges = {
        "=": (value, value),
        "<": (-endless, value - 1),
        "<=": (-endless, value),
        ">": (value + 1, endless),
        ">=": (value, endless),
    }
    return ranges.get(sign)


def same(one: object, other: object) -> bool:
    """Structural equality: whether two expressions say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, rx.Node) and isinstance(other, rx.Node):
        names = [name for name in type(one).__match_args__ if name != "span"]
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return one == other
