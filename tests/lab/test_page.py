"""The command, its page and its figures."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

_BAD = """game: "<b>Bad</b> & unfair"
players: [first, second]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
actions:
  drop: {place: my stone, to: empty}
  never: {place: my stone, to: empty, if: count mine > 9}
turn: drop or never
end:
  - first wins if some first stone
tests: [{moves: [a1, a2, a3, b1, b2, b3, c1, c2, c3]}]
"""


def test_an_unfair_game_with_a_dead_rule(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "bad.yaml").write_text(_BAD)
    shown = cli("lab", "bad.yaml", "--games", "10", "--workers", "1")
    assert shown.code == 0, shown.err
    assert "with perfect play first, who begins, wins in 1 turn; between equal players first gets 100 %" in shown.out
    page = (tmp_path / "bad-lab.html").read_text()
    assert "<b>Bad" not in page
    assert "&lt;b&gt;Bad" in page
    assert '<span class="dead" title="never used">  never:' in page
    assert '<span class="dead" title="never used">  - first wins' not in page  # that is how all games have ended
    assert "http" not in page.replace("http-equiv", "")  # nothing from outside
    body = page[page.index("<body>") : page.index("</html>")]
    ElementTree.fromstring(body)  # every element is closed


def test_the_same_seed_gives_the_same_figures(cli: Cli) -> None:  # noqa: F811
    study = ("lab", "tictactoe", "--games", "3", "--json", "--seed", "5")
    one, two = cli(*study, "--workers", "1"), cli(*study, "--workers", "2")
    assert one.code == two.code == 0
    assert json.loads(one.out) == json.loads(two.out)
    assert json.loads(one.out)["strengths"][0]["games"] == 3


def test_a_page_is_not_written_over(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    (tmp_path / "page.html").write_text("mine")
    shown = cli("lab", "tictactoe", "-o", "page.html")
    assert shown.code == 1
    assert "is already there" in shown.err
    assert (tmp_path / "page.html").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--journal", "here", "-o", "./here"), "--journal and -o name the same file, ./here"),
        (("--journal", "tictactoe-lab.html"), "--journal and -o name the same file, tictactoe-lab.html"),
        (("--parquet", "here", "-o", "here"), "--parquet and -o name the same file, here"),
        (("--journal", "here", "--parquet", "here", "--json"), "--journal and --parquet name the same file, here"),
    ],
)
def test_what_a_study_writes_does_not_replace_itself(
    cli: Cli,  # noqa: F811
    tmp_path: Path,
    arguments: tuple[str, ...],
    told: str,
) -> None:
    """The page took the place of the journal with all games in it."""
    shown = cli("lab", "tictactoe", "--games", "1", "--force", *arguments)
    assert (shown.code, list(tmp_path.iterdir())) == (2, [])
    assert told in shown.err


def test_solve(cli: Cli) -> None:  # noqa: F811
    shown = cli("solve", "tictactoe")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith("Tic-Tac-Toe with perfect play: ")
    assert "(5,478 positions)" in shown.out
    large = cli("solve", "chess", "--positions", "50")
    assert large.code == 1
    assert "Chess cannot be solved: it has more than 50 positions" in large.err


def test_a_small_game_is_solved_beside(cli: Cli) -> None:  # noqa: F811
    """Tic-tac-toe is drawn, whoever wins between players who look no further; Winning Ways: who begins wins Dodgem."""
    drawn = json.loads(cli("lab", "tictactoe", "--games", "2", "--json", "--workers", "1").out)
    assert drawn["solved"]["value"] == "draw"
    assert drawn["verdict"][0].startswith("The game is solved: with perfect play nobody can force a win")
    won = json.loads(cli("lab", "dodgem", "--games", "2", "--json", "--workers", "1").out)
    assert won["solved"]["value"] == "win"
    assert won["verdict"][0].startswith("The game is solved: with perfect play white, who begins, wins in ")


def test_what_there_was_no_time_for_is_not_called_needed() -> None:
    import rulewright
    from rulewright.lab.page_rules import dead
    from rulewright.lab.removed import Removals
    from rulewright.lab.study import Study, Terms
    from rulewright.lab.tasks import Setup

    game = rulewright.load("tictactoe")
    report = Study(game, Setup(game, 1, 20), Terms(None, 0)).report()
    for found in (None, Removals(0, 36, 2, 381, ())):
        assert "not left out yet, for want of time" in dead(replace(report, removals=found))
    some = dead(replace(report, removals=Removals(3, 36, 2, 381, ())))
    assert "3 of 36 rules, alternatives and conditions were left out in 2 games, 381 positions: each of these" in some
