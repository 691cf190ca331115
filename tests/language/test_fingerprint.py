"""The fingerprint of rules: what changes it and what does not."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from rulewright.language.compilation import Compilation, compile_game, compile_text

GAME = """\
game: Fives
players: [x, o]
board: {tiling: square, size: $size}
pieces: {stone: {letter: s}}
options: {size: {default: 5, range: 3..9}}
actions:
  put: {place: my stone, to: empty}
turn: put
stuck: draw
end: [win if line of 3 mine]
tests: [{perft: [25]}]
"""


def of(compilation: Compilation) -> str:
    found = compilation.fingerprint
    assert found is not None, [problem.message for problem in compilation.report.errors]
    return found


def changed(old: str, new: str) -> str:
    assert old in GAME
    return of(compile_text(GAME.replace(old, new)))


def test_sixteen_digits_that_stay() -> None:
    found = of(compile_text(GAME))
    written = (
        '[{"actions": {"put": {"place": "my stone", "to": "empty"}}, "board": {"tiling": "square", "size": 5}, '
        '"end": ["win if line of 3 mine"], "pieces": {"stone": {"letter": "s"}}, "players": ["x", "o"], '
        '"stuck": "draw", "turn": "put"}]'
    )
    assert found == sha256(written.encode()).hexdigest()[:16], "as the specification has it; records name it"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: Fives", "# a comment\ngame: Fünf\nby: Somebody\nabout: Nothing\nlanguage: 1"),
        ("tests: [{perft: [25]}]", "tests: [{perft: [25, 600]}]"),
        ("tests: [{perft: [25]}]", "tests: [{perft: [25]}]\ndisplay: {x: {colour: orange}}"),
        ("  put: {place: my stone, to: empty}", '  put:\n    place: "my stone"\n    to: >\n      empty\n'),
        ("line of 3 mine", "line  of 3\n  mine"),
        ("stuck: draw\nend: [win if line of 3 mine]", "end: [win if line of 3 mine]\nstuck: draw"),
        ("size: $size", "size: 5"),
        ("range: 3..9", "range: 4..8"),
    ],
)
def test_what_leaves_it_alone(old: str, new: str) -> None:
    text = GAME if "size: 5" not in new else GAME.replace("options: {size: {default: 5, range: 3..9}}\n", "")
    assert old in text
    assert of(compile_text(text.replace(old, new))) == of(compile_text(GAME))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[x, o]", "[o, x]"),
        ("line of 3", "line of 4"),
        ("default: 5", "default: 6"),
        ("put: {place: my stone, to: empty}", "put: {to: empty, place: my stone}"),
        ("turn: put", "turn: put\nlimit: {turns: 9, result: draw}"),
    ],
)
def test_what_changes_it(old: str, new: str) -> None:
    assert changed(old, new) != of(compile_text(GAME))


def test_options_are_filled_in() -> None:
    one, other = (of(compile_text(GAME, options={"size": size})) for size in ("5", "6"))
    assert one == of(compile_text(GAME))
    assert other != one
    assert other == of(compile_text(GAME).with_options({"size": "6"}))


def test_what_is_extended_counts(tmp_path: Path) -> None:
    parent, child = tmp_path / "fives.yaml", tmp_path / "sixes.yaml"
    parent.write_text(GAME)
    child.write_text("game: Child\nextends: fives\n")
    assert of(compile_game(child)) == of(compile_game(parent))
    parent.write_text(GAME.replace("line of 3", "line of 4"))
    assert of(compile_game(child)) == of(compile_game(parent)) == changed("line of 3", "line of 4")


def test_the_hook_file_counts(tmp_path: Path) -> None:
    file, hooks = tmp_path / "game.yaml", tmp_path / "hooks.py"
    file.write_text(
        GAME.replace("to: empty", "to: '@free()'") + "hooks: {file: hooks.py, free: {gives: set}}\n", encoding="utf-8"
    )
    hooks.write_text("def free(view):\n    return view.empty\n")
    first = of(compile_game(file))
    assert of(compile_game(file)) == first
    hooks.write_text("def free(view):\n    return set()\n")
    assert of(compile_game(file)) != first


def test_a_game_with_mistakes_has_none() -> None:
    assert compile_text(GAME.replace("to: empty", "to: emptyy")).fingerprint is None
