"""A real Ray cluster on this machine: the same games as here.

That is slow, since a cluster takes its time to begin; without Ray it is skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.spread import cluster
from rulewright.spread.cluster import RayExecutor
from rulewright.spread.news import CannotWork

has_ray = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import ray"], capture_output=True, check=False).returncode != 0,
    reason="Ray is not installed",
)

_MATCH = ["match", "breakthrough", "--players", "greedy,random", "--games", "12", "--seed", "4", "--json"]


def _environment() -> dict[str, str]:
    return os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}


def _match(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "rulewright", *_MATCH, *more]
    return subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True, timeout=600)


def _games(file: Path) -> list[object]:
    """The games of a journal without how long they took."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    games = {line["task"]: [each for each in line["result"] if not isinstance(each, float)] for line in lines[2:]}
    return [games[str(number)] for number in range(len(games))]


def test_an_address_where_nobody_is_is_told_in_a_sentence() -> None:
    pytest.importorskip("ray")
    with pytest.raises(CannotWork, match=r"nobody answers at 127\.0\.0\.1:9, where a Ray cluster should be: "):
        RayExecutor("127.0.0.1:9")


def test_without_ray_there_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CannotWork, match=r'pip install "rulewright\[cluster\]"'):
        cluster.RayExecutor()


@has_ray
@pytest.mark.slow
def test_the_same_games_as_here(tmp_path: Path) -> None:
    here = _match(tmp_path, "--journal", "here")
    there = _match(tmp_path, "--journal", "there", "--cluster", "ray")
    assert (there.returncode, there.stderr) == (0, "")
    assert _games(tmp_path / "here") == _games(tmp_path / "there")
    one, two = json.loads(here.stdout), json.loads(there.stdout)
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
