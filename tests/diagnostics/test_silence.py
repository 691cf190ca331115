"""What must not be told: files that are right, though a warning lies near."""

from __future__ import annotations

import pytest

from rulewright.pipeline import Pipeline
from rulewright.proving import Effort, Proof, prove

_REST = """
turn: drop
stuck: draw
limit: {turns: 40, result: draw}
"""
REGION_OF_THE_SET_UP = """
game: Home
players: [x, o]
board: {tiling: square, size: 3x3}
pieces:
  mark: {letter: x}
regions:
  home: {x: row 1, o: row 3}
setup:
  x mark: x home
  o mark: o home
actions:
  drop: {place: my mark, to: empty}
tests:
  - perft: [3]
"""
VALUE_THAT_MUST_REJECTS = """
game: Range
players: [white, black]
board: {tiling: square, size: 3x3}
pieces:
  stone: {letter: o}
vars:
  num: {range: 0..9}
actions:
  drop:
    place: my stone
    to: empty
    do: num = 0 - 1 if it in corners else 1
    must: it not in corners
tests:
  - perft: [5, 20]
"""
CLASS_OF_ONE_SITE = """
game: Throne
players: [white, black]
board: {tiling: square, size: 3x3, extra: {throne: [seat]}}
pieces:
  stone: {letter: o, on: cell}
  crown: {owner: none, supply: 1, on: throne, letter: c}
vars:
  place: {holds: site}
setup:
  crown: [seat]
actions:
  drop: {place: my stone, to: empty cell, do: place = throne}
end:
  - win if no crown in place
tests:
  - perft: [9]
"""


def _codes(text: str, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    file = tmp_path_factory.mktemp("game") / "game.yaml"
    file.write_text(text, encoding="utf-8")
    pipeline = Pipeline.of_file(file)
    pipeline.front.validate()
    if not pipeline.report.failed:
        prove(pipeline, Effort(games=3, play_seconds=None), Proof(pipeline.report))
    return [found.code for found in pipeline.report]


@pytest.mark.parametrize("text", [REGION_OF_THE_SET_UP, VALUE_THAT_MUST_REJECTS, CLASS_OF_ONE_SITE])
def test_a_right_file_is_clean(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert _codes(text + _REST, tmp_path_factory) == []


def test_an_end_for_who_cannot_go_on_is_no_endless_passing(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = """
game: Fill
players: [white, black]
board: {tiling: square, size: 3x3}
pieces:
  stone: {letter: o}
actions:
  drop: {place: my stone, to: empty not next to enemy}
turn: drop
stuck: pass
score: count mine
end:
  - highest score wins if not (me can drop) and not (enemy can drop)
tests:
  - perft: [9]
"""
    assert _codes(text, tmp_path_factory) == []
    endless = text.replace("if not (me can drop) and not (enemy can drop)", "if count mine = 9")
    assert _codes(endless, tmp_path_factory) == ["rule-endless"]


def test_sets_of_other_options_are_no_dead_ones(tmp_path_factory: pytest.TempPathFactory) -> None:
    """With one option a set is always empty, with another it is not."""
    text = """
game: Way
players: [white, black]
board: {tiling: square, size: 3x3}
pieces:
  man: {letter: m}
setup: {white man: row 1, black man: row 3}
actions:
  drop: {move: mine, path: $way, do: capture passed}
options:
  way:
    default: step any to empty
    choices: [step any to empty, jump any over enemy to empty]
tests:
  - perft: [9]
"""
    found = _codes(text + _REST, tmp_path_factory)
    assert "dead-set" not in found
