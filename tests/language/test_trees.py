"""Each rule text is parsed once, whoever asks for its tree."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.language.compilation import compile_text
from rulewright.language.document.nodes import Scalar
from rulewright.language.summary import summarise
from rulewright.language.syntax import ast, parse, trees
from rulewright.source.diagnostics import Report

GAME = """\
game: Fives
players: [x, o]
board: {tiling: square, size: $size}
pieces: {stone: {letter: s}}
options: {size: {default: 5, choices: [4, 5, 6]}}
actions:
  put: {place: my stone, to: empty}
turn: put
stuck: draw
end: [win if line of 3 mine]
tests: [{perft: [25]}, {play: [a1], perft: [24]}]
"""
BROKEN = GAME.replace("to: empty", "to: empty and").replace("of 3 mine", "of of").replace("turn: put", "turn: put put")


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, str]]:
    """How often each text was parsed, by where it begins."""
    found: Counter[tuple[int, str]] = Counter()

    def counted(scalar: Scalar, entry: str, report: Report, misnamed: frozenset[str]) -> ast.Node | None:
        found[scalar.span.start, scalar.text] += 1
        return parse.parse(scalar, entry, report, misnamed)

    monkeypatch.setattr(trees, "parse", counted)
    return found


@pytest.mark.parametrize("text", [GAME, BROKEN], ids=["right", "broken"])
@pytest.mark.parametrize("first", ["asts", "rules"])
def test_each_text_is_parsed_once(parsed: Counter[tuple[int, str]], text: str, first: str) -> None:
    compilation = compile_text(text)
    getattr(compilation, first)
    trees_first = compilation.asts
    if compilation.rules is not None:
        summarise(compilation.rules, trees_first)
    compilation.validate()
    for size in ("4", "6"):
        other = compilation.with_options({"size": size})
        _ = other.rules, other.asts
        assert other.asts == trees_first
    assert len(parsed) >= 5
    assert set(parsed.values()) == {1}


def test_the_check_uses_the_trees_that_are_shown(parsed: Counter[tuple[int, str]]) -> None:
    shown = compile_text(GAME)
    before = dict(shown.asts)
    assert shown.rules is not None
    assert all(shown.asts[where] is tree for where, tree in before.items())


def test_mistakes_are_told_in_the_same_order() -> None:
    told = []
    for stages in (("asts", "rules"), ("rules", "asts")):
        compilation = compile_text(BROKEN)
        for stage in stages:
            getattr(compilation, stage)
        told.append([(found.code, found.message) for found in compilation.report])
    assert told[0] == told[1]
    assert len(told[0]) == 3
