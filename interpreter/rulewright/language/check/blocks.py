"""Effects as they stand in a file: blocks, conditions, defines of effects (semantics section 9)."""

from __future__ import annotations

from dataclasses import replace

from ...rules import effects as re_
from ...rules import expressions as rx
from ...rules.types import Type
from ...source.diagnostics import Note
from ...source.source import Span
from ..document.nodes import Node
from ..syntax import ast
from ..syntax.errors import tell_start
from ..syntax.vocabulary import STARTERS_SHOWN
from .assignments import read_assignment
from .bounds import check_numbers_in
from .calls import body_scope, read_arguments
from .effects import EffectPlace, check_choice, read_effect, read_track
from .expressions import Checker
from .part_words import check_uses
from .scope import Uses
from .symbols import BUILT_IN_NOUNS, FUNCTIONS, What
from .world import DefineDraft, PerformedInstance

Effects = tuple[re_.Effect, ...]


def read_effects(checker: Checker, node: Node | None, place: EffectPlace) -> Effects:
    block = checker.world.parse_block(node)
    return _block(checker, block, place) if block is not None else ()


def _block(checker: Checker, block: ast.Block, place: EffectPlace) -> Effects:
    """The effects of a block; those without a condition stand for themselves."""
    condition = checker.condition(block.condition) if block.condition is not None else None
    done = _items(checker, block.items, place)
    otherwise = _items(checker, block.otherwise, place)
    return done if condition is None else _under(block.span, condition, block.unless, done, otherwise)


def _items(checker: Checker, items: tuple[ast.Statement | ast.Block, ...], place: EffectPlace) -> Effects:
    found: list[re_.Effect] = []
    for item in items:
        if isinstance(item, ast.Block):
            found.extend(_block(checker, item, place))
        else:
            found.extend(_statement(checker, item, place))
    return tuple(found)


def _under(span: Span, condition: rx.Expr, unless: bool, done: Effects, otherwise: Effects) -> Effects:
    """Effects under a condition; one that stands alone is an effect with `if`."""
    if unless:
        done, otherwise = otherwise, done
    if not done and otherwise:
        condition, done, otherwise = rx.Negation(condition.span, Type.TRUTH, condition), otherwise, ()
    if not done:
        return ()
    single = len(done) == 1 and not otherwise
    if single and not isinstance(done[0], re_.Conditional | re_.Branch | re_.Named):
        return (re_.Conditional(span, done[0], condition),)
    return (re_.Branch(span, condition, done, otherwise),)


def _statement(checker: Checker, node: ast.Statement, place: EffectPlace) -> Effects:
    if node.otherwise is not None:
        if not isinstance(node.effect, ast.Assign):
            message = 'an effect has no "else"; only a value does: "name = a if … else b".'
            help = "write a block: {if: …, do: […], else: […]}"
            checker.world.report.error("rule-else", message, node.otherwise.span, help)
            return ()
        value = ast.Either(node.span, node.effect.value, node.condition or node.effect.value, node.otherwise)
        assign = node.effect
        made = read_assignment(
            checker, ast.Assign(assign.span, assign.name, assign.index, assign.sign, value), node.span
        )
        return (made,) if made is not None else ()
    if isinstance(node.effect, ast.Perform):
        effects = _perform(checker, node.effect, place)
    else:
        effect = _effect(checker, node.effect, place)
        effects = (effect,) if effect is not None else ()
    if node.condition is None:
        return effects
    return _under(node.span, checker.condition(node.condition), node.unless, effects, ())


def _effect(checker: Checker, node: ast.Effect, place: EffectPlace) -> re_.Effect | None:
    """One effect; those that hold others are read here."""
    match node:
        case ast.May():
            check_choice(checker, node.span, place)
            if isinstance(node.effect, ast.Perform):
                effects = _perform(checker, node.effect, place)
                return re_.May(node.span, effects[0] if len(effects) == 1 else re_.Named(node.span, (), effects))
            inner = _effect(checker, node.effect, place)
            return re_.May(node.span, inner) if inner is not None else None
        case ast.Sow():
            return _sow(checker, node, place)
    return read_effect(checker, node, place)


def _perform(checker: Checker, node: ast.Perform, place: EffectPlace) -> Effects:
    """The effects of a define, as they are where it is used."""
    world, name = checker.world, node.name.text
    symbol = world.symbols.get(name)
    if name in world.refused:
        return ()
    if symbol is None or symbol.what is not What.DEFINE:
        _no_effect(checker, node)
        return ()
    draft = world.define_drafts[name]
    draft.used = True
    if not isinstance(draft.body, ast.Block):
        if draft.body is not None and not draft.broken:
            message = f'"{name}" is defined as words for a value, and does nothing.'
            help = "a define of effects holds a list: name: [capture target, end turn]"
            notes = (Note("it is defined here", draft.span),)
            world.report.error("effect-define", message, node.span, help, *notes)
        return ()
    args = read_arguments(checker, draft, node.args, node.span)
    if args is None or draft.broken:
        return ()
    instance = _performed(checker, draft, tuple(arg.type for arg in args), node.span, place)
    if instance is None:
        return ()
    check_uses(world, checker.scope, instance.uses, name, "define", node.span)
    if not args:
        return instance.effects
    made = re_.Named(node.span, args, instance.effects)
    world.later.append(lambda: check_numbers_in(world, made, checker.scope.action or ""))
    return (made,)


def _performed(
    checker: Checker, draft: DefineDraft, types: tuple[Type, ...], span: Span, place: EffectPlace
) -> PerformedInstance | None:
    """A define of effects, checked once for each row of types and each sort of place."""
    world, passed = checker.world, checker.scope.passed
    key = (draft.name, types, passed, place.layer, place.may_choose, place.when_captured)
    if key not in world.performed:
        world.performed[key] = None
        uses, names = Uses(), [name for name, _ in draft.parameters]
        scope = body_scope(f'define "{draft.name}"', uses, dict(zip(names, types, strict=True)), passed)
        inner = replace(place, user=place.user or (checker.scope.title, span))
        assert isinstance(draft.body, ast.Block)
        world.performed[key] = PerformedInstance(_block(checker.at(scope), draft.body, inner), uses)
    return world.performed[key]


def check_unused_effects(checker: Checker, draft: DefineDraft) -> None:
    """A define of effects that nobody uses is checked all the same, if the types of its arguments need no guess."""
    if not draft.parameters and not draft.broken:
        in_hands = set(checker.world.hand_kinds)
        _performed(checker, draft, (), draft.span, EffectPlace(0, True))
        checker.world.hand_kinds = in_hands  # what is never done brings nothing into hands


def _no_effect(checker: Checker, node: ast.Perform) -> None:
    """A statement that is only a name, which is none of effects."""
    world, name, span = checker.world, node.name.text, node.name.span
    symbol = world.symbols.get(name)
    known = [define for define, draft in world.define_drafts.items() if isinstance(draft.body, ast.Block)]
    if name in world.actions:
        message = f'"{name}" is an action; actions are done in turn:, not by an effect.'
        world.report.error("effect-define", message, span, "write what it does as a define of effects, and use that")
    elif symbol is not None and symbol.what is What.VARIABLE:
        message = f'"{name}" is a variable, and alone it does nothing.'
        world.report.error("effect-define", message, span, f'write "{name} = …"')
    elif symbol is not None or name in BUILT_IN_NOUNS or name in FUNCTIONS:
        what = symbol.what.value if symbol is not None else What.BUILT_IN.value
        help = f"effects: {STARTERS_SHOWN['stmt']}"
        world.report.error("effect-define", f'"{name}" is {what}, and alone it does nothing.', span, help)
    else:
        tell_start(name, span, known, world.report)


def _sow(checker: Checker, node: ast.Sow, place: EffectPlace) -> re_.Effect | None:
    item = checker.site(node.item, '"sow" takes the pieces of one')
    track = read_track(checker, node.track)
    start = checker.site(node.start, '"sow … from" begins at one') if node.start is not None else None
    skipping = checker.sites(node.skipping) if node.skipping is not None else None
    each = _each(checker, node.each, place) if node.each is not None else ()
    if checker.world.stack == 1:
        message = '"sow" spreads a stack of pieces, but this game has no stacks.'
        help = "add for example  stack: 48  to the game: the most pieces on one site"
        checker.world.report.error("effect-sow", message, node.span, help)
    return re_.Sow(node.span, item, track, node.against, start, skipping, each) if track is not None else None


def _each(checker: Checker, word: ast.Word, place: EffectPlace) -> Effects:
    """What is done after each piece of a sowing; the argument of the define, if it has one, is how many are left."""
    world, draft = checker.world, checker.world.define_drafts.get(word.text)
    node = ast.Perform(word.span, word, ())
    if draft is None or not isinstance(draft.body, ast.Block):
        return _perform(checker, node, place)
    draft.used = True
    if len(draft.parameters) > 1:
        message = (
            f'"{word.text}" takes {len(draft.parameters)} arguments, but a sowing hands over one: how many are left.'
        )
        world.report.error("type-arguments", message, word.span, "leave one argument, or none")
        return ()
    if draft.broken:
        return ()
    types = (Type.NUMBER,) * len(draft.parameters)
    instance = _performed(checker, draft, types, word.span, replace(place, may_choose=False))
    if instance is None:
        return ()
    check_uses(world, checker.scope, instance.uses, word.text, "define", word.span)
    left = re_.Named(word.span, (rx.Number(word.span, Type.NUMBER, world.stack),) * len(types), instance.effects)
    world.later.append(lambda: check_numbers_in(world, left))
    return instance.effects
