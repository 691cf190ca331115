"""A real Ray cluster on this machine: the same games as here, also when a worker or a node is killed.

They are slow, since a cluster takes its time to begin; without Ray they are skipped.
"""

from __future__ import annotations

import json
import os
import signal
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


_NODES = """
import json, os, signal, sys, time
from ray.cluster_utils import Cluster

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
node = cluster.add_node(num_cpus=1)
print(cluster.address, node.all_processes["raylet"][0].process.pid, flush=True)
sys.stdin.readline()
cluster.shutdown()
"""


@has_ray
@pytest.mark.slow
@pytest.mark.parametrize("whom", ["worker", "node"])
def test_who_is_killed_takes_no_game_along(tmp_path: Path, whom: str) -> None:
    """Two nodes; when the first game has ended, a worker is killed, or the second node as a whole."""
    nodes = subprocess.Popen(
        [sys.executable, "-c", _NODES], env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert nodes.stdout is not None
    assert nodes.stdin is not None
    try:
        address, node = "", ""
        while address.count(":") != 1:
            address, _, node = nodes.stdout.readline().strip().partition(" ")
        command = [sys.executable, "-P", "-m", "rulewright", *_MATCH, "--journal", "there"]
        command += ["--players", "mcts:playouts=100,random", "--cluster", f"ray:{address}"]
        driver = subprocess.Popen(
            command, cwd=tmp_path, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        journal = tmp_path / "there"
        while driver.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= 3):
            pass
        assert driver.poll() is None, "it ended before anybody was killed"
        victims = [int(node)] if whom == "node" else _workers()[:1]
        for process in victims:
            os.kill(process, signal.SIGKILL)
        assert victims
        out, err = driver.communicate(timeout=600)
        assert (driver.returncode, err) == (0, "")
        assert json.loads(out)["games"] == 12
        here = _match(tmp_path, "--players", "mcts:playouts=100,random", "--journal", "here")
        assert here.returncode == 0
        assert _games(tmp_path / "here") == _games(journal)
    finally:
        nodes.stdin.close()
        nodes.wait(60)


def _workers() -> list[int]:
    """The processes of Ray that do our tasks just now: Ray writes the name of the function into their titles."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if title.startswith(b"ray::_at"):
            found.append(int(folder.name))
    return found
