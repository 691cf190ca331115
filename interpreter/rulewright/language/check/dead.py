"""Warnings about what can never act: sets that are empty in every position."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.emptiness import always_empty, never_occupied, passes_nothing
from ...analysis.roots import roots, walk_all
from ...rules import effects as fx
from ...rules import expressions as rx
from ...rules.game import Action, Rules
from ...source.diagnostics import Report

# Effects that do something to the pieces on a set.
_ON_PIECES = fx.Capture | fx.Remove | fx.Flip | fx.SetTo | fx.Move | fx.ShiftToward | fx.ShiftAlong


def check_dead(rules: Rules, report: Report) -> None:
    """Tells each set that is always empty once, unless other options fill it."""
    for number, action in enumerate(rules.actions):
        no_passed = passes_nothing(rules, action)
        for node in rules.actions[number].children():
            _look(rules, node, no_passed, report)
        _look_at_origin(rules, action, report)
    for node in _elsewhere(rules):
        _look(rules, node, False, report)


def check_kinds(rules: Rules, report: Report) -> None:
    """A kind of which no piece ever comes into the game: what is said of it is never asked."""
    nodes = list(walk_all(roots(rules)))
    made = {piece.kind for piece in rules.start.pieces} | {stock.kind for stock in rules.start.trays}
    made |= {number for number, kind in enumerate(rules.kinds) if kind.supply is not None}
    for node in nodes:
        if isinstance(node, fx.HookEffect) or (isinstance(node, fx.NewValue) and node.local is not None):
            return  # what they make is not written
        if isinstance(node, fx.NewValue | fx.PieceSpec) and node.kind is not None:
            made.add(node.kind)
    for number, kind in enumerate(rules.kinds):
        if number in made:
            report.in_use(kind.span)
            continue
        message = f'no "{kind.name}" ever comes into the game: none is set up, placed or put, and no "set" makes one.'
        help_text = f"set it up, or bring it in, for example  place: my {kind.name}  or  put my {kind.name} at …"
        if kind.neutral:
            help_text = help_text.replace("my ", "")
        report.unused("dead-kind", message, kind.span, help_text)


def _look_at_origin(rules: Rules, action: Action, report: Report) -> None:
    """`remove origin` behind a move: the piece has gone, and nothing else stands there."""
    if action.verb != "move" or (action.layer == 0 and rules.stack > 1):
        return
    below = next((kind.name for kind in rules.kinds if kind.layer != action.layer), None)
    for effect in action.effects:
        if not isinstance(effect, fx.Capture | fx.Remove | fx.Flip | fx.SetTo):
            return  # it may have brought something there
        item = effect.item
        if isinstance(item, rx.PartWord) and item.word == "origin" and effect.layer == action.layer:
            message = f'"{effect.span.text}" can never act: the piece has left "origin", and nothing stands there.'
            other = f'"{below} in origin" for what lies there, or ' if below else ""
            report.unused("dead-set", message, effect.span, f'write {other}"it" for the piece itself')


def _elsewhere(rules: Rules) -> Iterator[rx.Node]:
    for define in rules.defines:
        if not define.parameters:
            yield define.body
    for path in rules.paths:
        yield path.path
    for phase in rules.phases:
        yield from (node for node in (*phase.turns, phase.until) if node is not None)
    yield from (node for node in (rules.must, rules.prefer, rules.out, rules.score) if node is not None)
    yield from (*(rules.when_captured or ()), *rules.when_turn_ends, *rules.when_out)
    yield from (rule.condition for rule in (*rules.stuck, *rules.end, *rules.if_repeated) if rule.condition is not None)


def _look(rules: Rules, top: rx.Node, no_passed: bool, report: Report) -> None:
    """The widest sets that are empty: what stands inside them is so because of the same words."""
    waiting = [top]
    while waiting:
        node = waiting.pop()
        # A region without a site is told where it is written, and a bare word may be empty for good reason.
        if isinstance(node, rx.Expr) and node.type.is_sites and not isinstance(node, rx.Fixed | rx.FixedOf):
            if always_empty(rules, node, no_passed):
                if not isinstance(node, rx.DefineCall):  # told where it is defined
                    _tell(node, no_passed, report)
                continue
            report.in_use(node.span)
        # What `before` does is done while the mover is in the air: a place that it sees as empty is so all the same.
        if isinstance(node, _ON_PIECES) and node.layer == 0 and never_occupied(rules, node.item):
            message = f'"{" ".join(node.span.text.split())}" can never act: nothing stands on an empty site.'
            report.unused("dead-set", message, node.span, "leave out the condition that the sites are empty")
        waiting.extend(node.children())


def _tell(node: rx.Expr, no_passed: bool, report: Report) -> None:
    text = " ".join(node.span.text.split())
    if no_passed and any(isinstance(inner, rx.PartWord) and inner.word == "passed" for inner in rx.walk(node)):
        message = f'"{text}" never holds a site: a path of single steps passes over nothing.'
        help_text = 'write "or" between sites to mean all of them; "origin" is where it came from'
    else:
        message = f'"{text}" never holds a site, so this can never act.'
        help_text = 'write "or" between sites to mean all of them, or "nothing" if no site is meant'
    report.unused("dead-set", message, node.span, help_text)
