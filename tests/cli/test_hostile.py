"""Files that describe more than anybody can wait for: Ctrl-C ends every command at once, and memory has a bound."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")  # not on Windows

from tools.hostile import COLLECTION, COMMANDS, ENGINES, Command, tried  # noqa: E402 (limits of processes are of Unix)

INTERPRETER = Path(__file__).parents[2] / "interpreter"

# Says when the first part of a turn was done, or the first list was asked of machine code; then goes on as ever.
_TOLD = """
import sys
from rulewright.cli.main import run
from rulewright.reference.exploring import Exploring
from rulewright.native.engine import NativeEngine

def telling(kind, name):
    real = getattr(kind, name)
    def told(*given):
        setattr(kind, name, real)
        print("begun", flush=True)
        return real(*given)
    setattr(kind, name, told)

telling(Exploring, "step")
telling(NativeEngine, "_moves")
sys.exit(run())
"""

_GAMES = {
    "orders": """
game: Any order
players: [one, two]
board: {tiling: square, size: 14x14}
pieces: {stone: {letter: o}}
actions:
  lay: {place: my stone, to: empty}
turn: repeat 0..40 (lay)
stuck: draw
""",
    "roaming": """
game: Roaming
players: [one, two]
board: {tiling: square, size: 10x10}
pieces: {king: {letter: k}, tree: {owner: none, letter: t}}
setup: {one king: [a1], two king: [j10], tree: columns 3..8}
actions:
  roam: {move: mine, path: step any to anywhere not in mine, again: may}
turn: roam
stuck: draw
""",
    "dice": """
game: Three large dice
players: [one, two]
board: {tiling: square, size: 3x3}
pieces: {stone: {letter: o}}
vars: {sum: {range: 0..2000}}
actions:
  throw: {with: {a: 1..100, b: 1..100, c: 1..100}, do: sum = a + b + c}
  lay: {place: my stone, to: empty}
turn: chance throw then lay
stuck: draw
""",
}

_LAPS = """
game: Laps
players: [one, two]
board: {sites: p1..p8, tracks: {ring: {closed: yes, sites: p1..p8}}}
pieces: {seed: {owner: none, letter: "."}}
vars: {laps: {range: 0..100000}}
stack: 60
setup: {seed: {everywhere: 5}}
actions:
  sow: {pick: p1, do: sow target along ring}
  lap: {pick: last_sown, do: [laps += 1, sow target along ring], say: ""}
turn: sow then repeat (lap) while laps < 100000
stuck: lose
"""

_COMMANDS = [
    ["moves", "GAME"],
    ["run", "GAME"],
    ["run", "GAME", "--threads", "2"],
    ["perft", "GAME", "3", "--threads", "2"],
    ["why", "GAME", "a1"],
    ["validate", "GAME", "--games", "1"],
]


def _cases(names: list[str], commands: list[list[str]]) -> list[object]:
    """Every command with one of the files in turn, on the engines in turn; all of it with -m rest."""
    return [
        pytest.param(
            name, command, engine,
            marks=() if (number + place + other) % max(2, len(names)) == 0 else pytest.mark.rest,
            id=f"{name} {' '.join(command)} {engine}",
        )
        for number, name in enumerate(names)
        for place, command in enumerate(commands)
        for other, engine in enumerate(ENGINES)
    ]  # fmt: skip


def _begin(arguments: list[str], engine: str, limit: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _TOLD, *arguments],
        env=os.environ | {"PYTHONPATH": str(INTERPRETER), "RULEWRIGHT_ENGINE": engine},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        preexec_fn=limit,
    )


@pytest.mark.parametrize(("name", "command", "engine"), _cases(list(_GAMES), _COMMANDS))
def test_control_c_ends_it(tmp_path: Path, name: str, command: list[str], engine: str) -> None:
    file = tmp_path / f"{name}.yaml"
    file.write_text(_GAMES[name].lstrip(), encoding="utf-8")
    with _begin([str(file) if word == "GAME" else word for word in command], engine) as process:
        assert process.stdout is not None
        begun = process.stdout.readline()
        if begun:
            process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    if begun:
        assert process.returncode == 130
    else:  # refused before it has begun
        assert (process.returncode, "there are more than" in told) == (1, True)


_DEAF = """
import ctypes, sys
from rulewright.cli import limits, main
def deaf(_):
    library, lock = ctypes.CDLL(None), ctypes.create_string_buffer(64)
    library.pthread_mutex_lock(lock)
    print("begun", flush=True)
    library.pthread_mutex_lock(lock)  # for ever, and no signal ends it
limits.run = deaf
sys.argv[1:] = ["limits"]
sys.exit(main.run())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a lock of zeros is one on Linux")
def test_control_c_ends_what_python_does_not_hear() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _DEAF],
        env=os.environ | {"PYTHONPATH": str(INTERPRETER)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 130


@pytest.mark.parametrize(("name", "command", "engine"), _cases(["laps"], [*_COMMANDS[:3], *_COMMANDS[4:]]))
def test_a_turn_without_end_is_told_and_eats_no_memory(
    tmp_path: Path, name: str, command: list[str], engine: str
) -> None:
    file = tmp_path / f"{name}.yaml"
    file.write_text(_LAPS.lstrip(), encoding="utf-8")
    most = (2 if engine == "reference" else 16) << 30  # machine code has far more addresses than it ever uses
    words = [str(file) if word == "GAME" else word for word in command]
    with _begin(words, engine, lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most))) as process:
        said, told = process.communicate(timeout=120)
    assert process.returncode == 1
    sentence = 'more than 4,000 parts of one turn; most of it is done by the action "lap"'
    assert sentence in " ".join((said + told).split())
    assert "Traceback" not in told


_SHARE = 0.05  # of every limit of play; the memory that SECURITY.md speaks of is measured with all of them (-m slow)


def _collection() -> list[object]:
    """Every file in every command on both engines: one of 200, half of them with -m rest, all with -m slow."""
    cases = [(file, words, engine) for file in COLLECTION for words in COMMANDS for engine in ENGINES]
    normal = [case for number, case in enumerate(cases) if number % 197 == 0]
    rest = [case for number, case in enumerate(cases) if (number + number // 2 + number // 42) % 2 == 0]
    return [
        pytest.param(*case, share, marks=marks, id=f"{case[0].stem} {case[1]} {case[2]} {share}")
        for share, marks, chosen in (
            (_SHARE, (), normal),
            (_SHARE, pytest.mark.rest, rest),
            (1, pytest.mark.slow, cases),
        )
        for case in chosen
        if chosen is not rest or case not in normal
    ]


@pytest.mark.parametrize(("file", "command", "engine", "share"), _collection())
def test_the_hostile_collection_comes_to_an_end(
    file: Path, command: Command, engine: str, share: float, tmp_path: Path
) -> None:
    """With an answer or with one sentence, in bounded time and memory; never with a traceback."""
    outcome = tried(file, command, engine, tmp_path, share)
    assert not outcome.problem(command), outcome.said
