"""Many games at once: the same is told as one after the other."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli

BROKEN = """\
game: Broken {number}
players: [x, o]
board: {{tiling: square, size: 3x3}}
pieces:
  mark: {{letter: x}}
actions:
  drop: {{place: my mark, to: empti}}
turn: drop
stuck: draw
tests:
  - perft: [9]
"""
NAMES = [f"broken{number}.yaml" for number in range(6)]


def test_several_at_once_tell_what_one_after_the_other_does(cli: Cli, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        (tmp_path / name).write_text(BROKEN.format(number=number), encoding="utf-8")
    right = BROKEN.format(number=3).replace("empti", "empty")
    (tmp_path / NAMES[3]).write_text(right, encoding="utf-8")
    alone = cli("validate", *NAMES, "--workers", "1")
    at_once = cli("validate", *NAMES, "--workers", "2")
    assert alone.code == 1
    assert alone.out.count("error[name-unknown]") == 5
    assert (at_once.code, at_once.out, at_once.err) == (alone.code, alone.out, alone.err)


def test_a_game_that_is_not_there_is_told_by_its_process(cli: Cli, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES[:4]):
        (tmp_path / name).write_text(BROKEN.format(number=number).replace("empti", "empty"), encoding="utf-8")
    shown = cli("validate", *NAMES[:4], "nowhere.yaml", "--workers", "2", "--no-play")
    assert shown.code == 1
    assert shown.out.count("error[") == 1
    assert 'there is no file "nowhere.yaml"' in shown.out
    assert shown.err == "5 games, 1 error, 0 warnings\n"
