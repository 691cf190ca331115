"""The words of a part (`target`, `it`, `passed` …) where they exist."""

from __future__ import annotations

from ...rules import expressions as rx
from ...rules.types import Type
from ...source.source import Span
from .memory import can_remember
from .scope import WORD_HELP, WORD_TYPES, Scope, Uses
from .world import World

# Words that inside `reached by (…)` and `passed by (…)` belong to the inner walk.
_INNER_WORDS = ("dir", "entering")


def use_word(world: World, scope: Scope, word: str, span: Span) -> rx.Expr:
    """A word of the part, if it exists at this place."""
    if word == "it" and scope.each:
        return rx.EachSite(span, Type.SITE)
    if word not in scope.words:
        help_text = _missing_help(world, scope, word)
        return world.reject("scope-word", f'"{word}" does not exist in {scope.title}.', span, help_text)
    if scope.uses is not None and word not in scope.bound:
        scope.uses.words[word] = None
    return rx.PartWord(span, scope.passed if word == "passed" else WORD_TYPES[word], word)


def use_counter(world: World, scope: Scope, word: str, span: Span) -> rx.Expr:
    """`captures` and `parts`, which are counted late; the other counters exist everywhere."""
    if word in ("captures", "parts") and not use_late(world, scope, word, span):
        return world.broken(span)
    return rx.Counter(span, Type.NUMBER, word)


def use_late(world: World, scope: Scope, word: str, span: Span) -> bool:
    """Whether a number that only some places know exists here; told if not."""
    if word not in scope.counters:
        world.report.error("scope-word", f'"{word}" does not exist in {scope.title}.', span, WORD_HELP[word])
        return False
    if scope.uses is not None:
        scope.uses.counters[word] = None
    return True


def check_uses(world: World, scope: Scope, uses: Uses, name: str, what: str, span: Span) -> None:
    """A define or path is used here: does everything it asks for exist at this place?"""
    missing = [word for word in uses.words if word not in scope.words]
    missing += [word for word in uses.counters if word not in scope.counters]
    if missing:
        word = missing[0]  # the others are missing for the same reason
        message = f'{what} "{name}" uses "{word}", but {scope.title} has no "{word}".'
        world.report.error("scope-define", message, span, _missing_help(world, scope, word))
    for action in uses.memories:
        can_remember(world, scope, action, f'{what} "{name}" looks back at "{action}"', span)
    if scope.uses is not None:
        scope.uses.add(Uses({w: None for w in uses.words if w not in scope.bound}, uses.memories, uses.counters))


def _missing_help(world: World, scope: Scope, word: str) -> str:
    """Why a word does not exist at a place, and the way out."""
    if scope.place == "position":
        return "nobody has moved here: speak of pieces and places, or keep what you need in a variable under vars:"
    if word in _INNER_WORDS and scope.place == "path" and scope.bound:
        return f'here "{word}" belongs to the inner path; give the outer one a name with let:, or as an argument'
    action = world.actions.get(scope.action or "")
    if action is None or (word not in WORD_TYPES and word != "passed"):
        return WORD_HELP[word]
    if action.verb is None:
        return f'"{action.name}" chooses no site: it has no move:, place: or pick:'
    if word == "load" and action.verb != "move":
        return 'only "move" lifts pieces'
    if word == "origin" and action.verb == "place":
        return 'a placed piece comes from a tray; the site it goes to is "target"'
    if word in ("dir", "passed") and action.body.get("path") is None:
        return f'"{action.name}" has no path:, so nothing is crossed and no way is gone'
    return WORD_HELP[word]
