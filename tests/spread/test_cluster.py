"""A real Ray cluster on this machine: the same results as here, also when a worker or a whole node is killed.

That is slow, since a cluster takes its time to begin; without Ray it is skipped.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulewright.spread import cluster
from rulewright.spread.cluster import RayExecutor
from rulewright.spread.news import CannotWork

has_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
on_linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")

_ENVIRONMENT = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}
_RULEWRIGHT = [sys.executable, "-P", "-m", "rulewright"]

# The head has one core, and each line that comes in adds a node with another one.
_NODES = """
import sys
from ray.cluster_utils import Cluster

small = {"num_cpus": 1, "object_store_memory": 100 << 20}
cluster = Cluster(initialize_head=True, head_node_args={**small, "include_dashboard": False})
print("address", cluster.address, flush=True)
print("head", *(cluster.head_node.all_processes[each][0].process.pid for each in ("gcs_server", "raylet")), flush=True)
for _ in sys.stdin:
    print("node", cluster.add_node(**small).all_processes["raylet"][0].process.pid, flush=True)
cluster.shutdown()
"""


class Nodes:
    """Machines of a cluster, as processes of this one."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _NODES],
            env=_ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        (self.address,) = self._heard("address")
        self.head = list(map(int, self._heard("head")))

    def _heard(self, word: str) -> list[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:  # Ray may say something too
            if line.startswith(f"{word} "):
                return line.split()[1:]
        raise AssertionError("the cluster has ended")

    def add(self) -> int:
        """One more machine: the process that is at its head."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return int(self._heard("node")[0])

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(300)

    def kill(self) -> None:
        """All of them, when the head is gone and nobody answers any more."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    made = Nodes()
    yield made
    made.end()


def _ran(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [*_RULEWRIGHT, *words], cwd=folder, env=_ENVIRONMENT, capture_output=True, text=True, timeout=900
    )
    assert (done.returncode, done.stderr) == (0, ""), words
    return done.stdout


def _results(journal: Path) -> dict[str, object]:
    """What came of each task, without how long it took."""
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    return {
        line["task"]: [each for each in line["result"] if not isinstance(each, float)]
        for line in lines
        if "task" in line
    }


def test_an_address_where_nobody_is_is_told_in_a_sentence() -> None:
    pytest.importorskip("ray")
    with pytest.raises(CannotWork, match=r"nobody answers at 127\.0\.0\.1:9, where a Ray cluster should be: "):
        RayExecutor("127.0.0.1:9")


def test_without_ray_there_is_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CannotWork, match=r'pip install "rulewright\[cluster\]"'):
        cluster.RayExecutor()


@has_ray
@pytest.mark.rest
def test_one_of_our_own_for_the_while(tmp_path: Path) -> None:
    words = ["run", "surikata", "--games", "20", "--seed", "4", "--json"]
    assert _ran(tmp_path, *words, "--cluster", "ray") == _ran(tmp_path, *words)


@has_ray
@pytest.mark.rest
@pytest.mark.parametrize(
    "words",
    [
        ["run", "breakthrough", "--games", "40", "--seed", "4", "--json"],
        ["match", "breakthrough", "--players", "greedy,random", "--games", "8", "--seed", "4"],
        ["lab", "tictactoe", "--games", "4", "--seed", "4", "--json"],
        ["lab", "hex", "--sweep", "size=5", "--games", "1", "--json"],
        ["solve", "dodgem", "--json"],
    ],
    ids=lambda words: words[0],
)
def test_the_same_results_as_here(nodes: Nodes, tmp_path: Path, words: list[str]) -> None:
    """In one process, in two, and on the cluster."""
    for name, where in {"one": (), "two": ("--workers", "2"), "ray": ("--cluster", f"ray:{nodes.address}")}.items():
        _ran(tmp_path, *words, *where, "--journal", name)
    assert _results(tmp_path / "one")
    assert _results(tmp_path / "one") == _results(tmp_path / "two") == _results(tmp_path / "ray")


@has_ray
@pytest.mark.rest
def test_games_are_checked_on_a_cluster(nodes: Nodes, tmp_path: Path) -> None:
    words = ["validate", "tictactoe", "dodgem", "--games", "2", "--deep", "--quiet", "--format", "json"]
    there = ("--cluster", f"ray:{nodes.address}")
    assert _ran(tmp_path, *words, *there, "--journal", "there") == _ran(tmp_path, *words, "--journal", "here")
    assert _results(tmp_path / "there") == _results(tmp_path / "here")


# Where the tools lie is only known to whoever begins.
_PROVE = f"""
import sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from tools import prove
prove.library_folder = Path.cwd
prove.main()
"""


@has_ray
@pytest.mark.rest
def test_games_are_proven_on_a_cluster(nodes: Nodes, tmp_path: Path) -> None:
    """By tables, for which nobody else's program is needed."""
    written = []
    for where in (["--workers", "2"], ["--cluster", f"ray:{nodes.address}"]):
        words = [sys.executable, "-P", "-c", _PROVE, "bravalath", "brazilian_draughts", *where]
        done = subprocess.run(words, cwd=tmp_path, env=_ENVIRONMENT, capture_output=True, text=True, timeout=900)
        assert (done.returncode, done.stderr) == (0, "")
        written.append((tmp_path / "evidence.json").read_bytes())
        (tmp_path / "evidence.json").unlink()
    assert written[0] == written[1]
    assert all(game["proofs"] for game in json.loads(written[0]).values())


_LONG = ["match", "breakthrough", "--players", "mcts:playouts=100,random", "--games", "60", "--seed", "4", "--json"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("undisturbed")
    _ran(folder, *_LONG, "--journal", "here", "--workers", "2")
    return _results(folder / "here")


@has_ray
@on_linux
@pytest.mark.rest
@pytest.mark.parametrize("whom", ["worker", "node"])
def test_who_is_killed_takes_no_game_along(
    nodes: Nodes, tmp_path: Path, whom: str, undisturbed: dict[str, object]
) -> None:
    """A node is killed while a game is played on it and others have ended: all of its processes, by SIGKILL."""
    raylet, journal = nodes.add(), tmp_path / "journal"
    words = [*_RULEWRIGHT, *_LONG, "--journal", str(journal), "--cluster", f"ray:{nodes.address}"]
    driver = subprocess.Popen(words, env=_ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        busy: list[int] = []
        while driver.poll() is None and not (busy and journal.read_bytes().count(b"\n") >= 4):
            with suppress(subprocess.TimeoutExpired):
                driver.wait(0.05)
            busy = [process for process in _children(raylet) if _is_busy(process)] if journal.exists() else []
        assert driver.poll() is None, "it ended before anybody was killed"
        for process in busy if whom == "worker" else [raylet, *_children(raylet)]:
            with suppress(ProcessLookupError):  # it went with the raylet
                os.kill(process, signal.SIGKILL)
        out, err = driver.communicate(timeout=900)
    finally:
        driver.kill()
        driver.wait()
    assert (driver.returncode, err) == (0, "")
    assert json.loads(out)["games"] == 60
    assert _results(journal) == undisturbed


@has_ray
@on_linux
@pytest.mark.rest
def test_when_the_head_is_killed_what_has_ended_is_kept(tmp_path: Path, undisturbed: dict[str, object]) -> None:
    """Ray would end the command after a minute, with words of its own."""
    nodes, journal = Nodes(), tmp_path / "journal"
    words = [*_RULEWRIGHT, *_LONG, "--journal", str(journal)]
    driver = subprocess.Popen(
        [*words, "--cluster", f"ray:{nodes.address}"], env=_ENVIRONMENT, stderr=subprocess.PIPE, text=True
    )
    try:
        while driver.poll() is None and not (journal.exists() and journal.read_bytes().count(b"\n") >= 4):
            with suppress(subprocess.TimeoutExpired):
                driver.wait(0.05)
        assert driver.poll() is None, "it ended before anybody was killed"
        for process in nodes.head:
            os.kill(process, signal.SIGKILL)
        _, err = driver.communicate(timeout=900)
    finally:
        driver.kill()
        driver.wait()
        nodes.kill()
    assert driver.returncode == 1
    assert f"the head of the Ray cluster at {nodes.address} is gone" in err
    assert "--resume" in err
    kept = _results(journal)
    assert kept
    assert kept.items() <= undisturbed.items()
    again = subprocess.run([*words, "--resume", "--workers", "2"], capture_output=True, text=True, timeout=900)
    assert (again.returncode, again.stderr) == (0, f"going on: {len(kept)} of 60 games are in the journal already\n")
    assert _results(journal) == undisturbed


def _children(process: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                found.append(int(folder.name))
    return found


def _is_busy(process: int) -> bool:
    """Whether it does a task of ours just now: Ray writes the name of the function into the titles of its workers."""
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes().startswith(b"ray::_at")
    return False
