"""Tiny games, each with one thing to ask about."""

from __future__ import annotations

from functools import cache

from rulewright.analysis.facts import Facts
from rulewright.pipeline import Pipeline
from rulewright.rules.game import Action, Rules

_GAME = {
    "game": "Small",
    "players": "[white, black]",
    "board": "{tiling: square, size: 4x4}",
    "pieces": '{man: {letter: m}, king: {letter: k}, stone: {owner: none, letter: "*"}}',
    "setup": "{white man: [a1, b1], white king: [c1], black man: [a4, b4], black king: [c4], stone: [d2]}",
    "actions": "{go: {move: mine, path: step any to empty}}",
    "turn": "go",
    "stuck": "draw",
}


@cache
def game(**keys: str) -> Pipeline:
    """A game on a board of 4x4 with these keys, each as YAML, instead of the usual ones or besides."""
    return Pipeline.of_text("".join(f"{key}: {value}\n" for key, value in {**_GAME, **keys}.items()))


def rules(**keys: str) -> Rules:
    return game(**keys).facts.rules


def facts(**keys: str) -> Facts:
    return game(**keys).facts


def action(found: Rules, name: str) -> Action:
    return next(action for action in found.actions if action.name == name)
