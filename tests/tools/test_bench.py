"""The bench tool: what it compares is what it says. Speeds are nobody's promise, so none is tested."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.headless.perft import perft
from tools.benching import plot, tables
from tools.benching.contests import CONTESTS, Contest, chosen
from tools.benching.growth import SIZES
from tools.benching.in_c import InC
from tools.benching.measuring import Measured, Result
from tools.benching.ours import Ours, load_edited
from tools.benching.runners import SYSTEMS, Run

ROOT = Path(__file__).resolve().parents[2]
IN_C = [contest for contest in CONTESTS if any(rival.system == "C" for rival in contest.rivals)]


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_we_play_the_game_that_is_compared(contest: Contest) -> None:
    assert all(rival.system in SYSTEMS for rival in contest.rivals)
    state = Ours(**contest.all_settings).game.start()
    if contest.leaves:
        assert perft(state, 1) == contest.leaves[0]
    depths = [rival.perft for rival in contest.rivals if rival.perft] + [contest.perft or 0]
    assert max(depths) <= len(contest.leaves) or contest.perft is None


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("contest", IN_C, ids=lambda contest: contest.name)
def test_c_programs_know_the_rules(contest: Contest) -> None:
    program = InC(next(rival.settings["game"] for rival in contest.rivals if rival.system == "C"))
    counted = [program.perft(depth + 1).moves for depth in range(len(contest.leaves))]
    assert counted == list(contest.leaves)
    run = program.playouts(0.01)
    assert run.playouts > 0
    assert run.moves > run.playouts


def test_boards_of_all_sizes_load() -> None:
    for make, sizes in SIZES.values():
        board = make(sizes[-1])
        settings = {key: value for key, value in board.settings.items() if key != "max_plies"}
        game = load_edited(**settings)
        assert len(game.rules.board.sites) == board.sites


def test_a_contest_is_found_by_its_name_or_by_its_game() -> None:
    assert chosen(["hex"]) == chosen(["Hex 11"])
    with pytest.raises(SystemExit, match="there is no contest"):
        chosen(["snakes"])


def test_tables_have_medians_and_ratios() -> None:
    ours = Result("Rulewright", runs=[Run(10, 1000, 1.0), Run(10, 3000, 1.0), Run(10, 2000, 1.0)])
    theirs = Result("C", runs=[Run(10, 1000, 1.0), Run(10, 1000, 1.0), Run(10, 1000, 1.0)])
    absent = Result("Pgx", missing="pgx is not installed")
    measured = Measured(IN_C[0], "playouts", [ours, theirs, absent])
    text = tables.text_table("playouts", [measured], markdown=True)
    assert "| 2 k |" in text
    assert "2.00 (1.00–3.00)" in text  # noqa: RUF001
    assert "skipped: pgx is not installed" in text
    assert len({line.count("|") for line in text.splitlines()}) == 1
    assert "100% (worst)" in tables.noise([measured])


def test_plots_are_drawn() -> None:
    points = tuple(plot.Point(size, 1e8 / size, 0.9e8 / size, 1.1e8 / size, f"<{size}>") for size in (25, 121, 361))
    across = plot.logarithmic("sites", [25, 361])
    up = plot.logarithmic("moves", [1e5, 1e7], (1,))
    drawing = plot.draw("A & B", across, up, [plot.Line("one", points), plot.Line("two", points)], ((64, "64"),))
    root = ElementTree.fromstring(drawing)
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == 6
    heights = [float(y) for y in re.findall(r'y="([\d.]+)" dy=".35em" fill="#', drawing)]
    assert abs(heights[0] - heights[1]) >= 15


def test_it_lists_the_contests() -> None:
    command = [sys.executable, str(ROOT / "tools" / "bench.py"), "--list"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Hex 11: Rulewright, C, OpenSpiel C++" in told
