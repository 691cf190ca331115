"""`rulewright serve`: what it needs, what it refuses, that it serves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from rulewright.cli import serve
from tests.cli.conftest import Cli

INTERPRETER = Path(__file__).parents[2] / "interpreter"


def test_a_file_that_is_not_there(cli: Cli) -> None:
    answer = cli("serve", "--no-open", "nothing.yaml")
    assert answer.code == 1
    assert "there is no file" in answer.err


def test_a_game_that_is_not_there(cli: Cli) -> None:
    answer = cli("serve", "--no-open", "hivve")
    assert answer.code == 1
    assert "hivve" in answer.err


def test_games_are_named_apart(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    mine, other, hive = tmp_path / "mine.yaml", tmp_path / "sub" / "mine.yaml", tmp_path / "hive.yaml"
    for path in (mine, other, hive):
        path.write_text("game: x\n", encoding="utf-8")
    files, first = serve._chosen(["hive", str(mine), str(other), str(hive), str(mine)])
    assert files == {"mine": mine, "my_mine": other, "my_hive": hive}
    assert first == "hive"


def test_a_port_that_is_none(cli: Cli) -> None:
    answer = cli("serve", "--no-open", "--port", "99999")
    assert answer.code == 2
    assert "from 0 to 65535" in answer.err


def test_without_the_extra_it_says_what_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = cli("serve", "--no-open")
    assert answer.code == 1
    assert "pip install 'rulewright[web]'" in answer.err


def _serving(host: str) -> subprocess.Popen[str]:
    """In a group of its own, as a shell starts it."""
    pytest.importorskip("uvicorn")
    return subprocess.Popen(
        [sys.executable, "-m", "rulewright", "serve", "--no-open", "--port", "0", "--host", host],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        start_new_session=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are a matter of Unix")
def test_an_interrupt_from_the_keyboard_ends_it_quietly() -> None:
    """A terminal interrupts everything that was started in it, workers included."""
    server = _serving("127.0.0.1")
    assert server.stdout is not None
    address = server.stdout.readline().split()[3]
    with urlopen(f"{address}api/games", timeout=60) as answer:
        assert b"hive" in answer.read(), "a worker has answered"
    os.killpg(server.pid, signal.SIGINT)
    _, complaints = server.communicate(timeout=60)
    assert (server.returncode, complaints) == (130, "")


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_serves_until_it_is_ended(host: str) -> None:
    server = _serving(host)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = next(word for word in said.split() if word.startswith("http://127.0.0.1:"))
        with urlopen(address, timeout=60) as answer:
            assert b"Rulewright" in answer.read()
    finally:
        server.terminate()
        _, complaints = server.communicate(timeout=60)
    assert "Traceback" not in complaints
    assert ("Everybody who can reach" in complaints) == (host == "0.0.0.0")
