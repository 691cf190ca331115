"""`rulewright serve`: what it needs, what it refuses, that it serves."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from rulewright.cli import serve
from rulewright.cli.main import run
from tests.cli.conftest import Cli

INTERPRETER = Path(__file__).parents[2] / "interpreter"


@pytest.mark.parametrize("name", ["nothing.yaml", "x" * 300 + ".yaml"])
def test_a_file_that_is_not_there(cli: Cli, name: str) -> None:
    answer = cli("serve", "--no-open", name)
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


ODD_NAMES = {
    "50% #1?.yaml": "play/50%25%20%231%3F",
    "a;b.yaml": "play/a%3Bb",
    "<img src=x onerror=alert(1)>.yaml": "play/%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E",
    "two\nlines\x1b[2J.yaml": "play/two%0Alines%1B%5B2J",
    "...yaml": "play/my_..",
    "\udcff.yaml": "play/%EF%BF%BD",  # a byte that is no text
}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_whatever_a_file_is_called_the_browser_is_sent_to_its_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text("game: x\n", encoding="utf-8")
    opened: list[str] = []
    monkeypatch.setattr(serve, "_serve", lambda _arguments, _files, page, listening: opened.append(page))
    run(["serve", "--port", "0", str(tmp_path / name)])
    assert opened == [ODD_NAMES[name]]


def test_a_port_that_is_none(cli: Cli) -> None:
    answer = cli("serve", "--no-open", "--port", "99999")
    assert answer.code == 2
    assert "from 0 to 65535" in answer.err


@pytest.mark.parametrize("host", ["", " "])
def test_an_empty_host_is_refused_because_it_would_mean_every_address(cli: Cli, host: str) -> None:
    answer = cli("serve", "--no-open", "--host", host)
    assert answer.code == 2
    assert "--host is empty" in answer.err


@pytest.mark.parametrize("host", ["a..b", "ä..b", "x" * 70, "ä" * 70, "no such machine", "[::1]", "256.1.1.1"])
def test_a_host_that_is_none(cli: Cli, host: str) -> None:
    answer = cli("serve", "--no-open", "--host", host)
    assert answer.code == 1
    assert answer.err.startswith(f"rulewright: cannot listen on {host}, port ")
    assert answer.err.count("\n") == 1


def test_without_the_extra_it_says_what_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    answer = cli("serve", "--no-open")
    assert answer.code == 1
    assert "pip install 'rulewright[web]'" in answer.err


def _serving(host: str, descriptors: int | None = None) -> subprocess.Popen[str]:
    """In a group of its own, as a shell starts it, perhaps with few descriptors."""
    pytest.importorskip("uvicorn")

    def limit() -> None:
        import resource

        assert descriptors is not None
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    return subprocess.Popen(
        [sys.executable, "-m", "rulewright", "serve", "--no-open", "--port", "0", "--host", host],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(INTERPRETER)},
        start_new_session=True,
        preexec_fn=limit if descriptors else None,
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


def _asked(address: str, path: str, data: dict[str, Any]) -> Any:
    request = Request(f"{address}{path}", json.dumps(data).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def _said(where: tuple[str, int], path: str, body: bytes, length: int | None = None) -> socket.socket:
    """Somebody who has said this and waits."""
    connection = socket.create_connection(where, timeout=60)
    connection.sendall(
        f"POST /{path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body) if length is None else length}\r\n\r\n".encode()
        + body
    )
    return connection


@pytest.mark.skipif(sys.platform == "win32", reason="groups of processes are a matter of Unix")
@pytest.mark.parametrize("what", ["thinking", "half a body", "half a header", "nothing", "an answer not taken"])
def test_whoever_still_waits_does_not_keep_it_from_ending(what: str) -> None:
    """A program could think for a minute, and half a body might never be a whole one."""
    server = _serving("127.0.0.1")
    assert server.stdout is not None
    address = server.stdout.readline().split()[3]
    where = "127.0.0.1", int(address.rstrip("/").rpartition(":")[2])
    try:
        table = _asked(address, "api/tables", {"game": "chess"})["table"]
        think = json.dumps({"spec": "mcts:time=60", "play": True}).encode()
        if what == "thinking":
            waiting = _said(where, f"api/tables/{table}/think", think)
        elif what == "half a body":
            waiting = _said(where, "api/tables", b"{", 99)
        else:
            waiting = socket.create_connection(where, timeout=60)
            text = b"GET /static/vendor/editor.js HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
            waiting.sendall({"half a header": text[:9], "nothing": b"", "an answer not taken": text * 50}[what])
        with waiting, urlopen(address, timeout=60):  # whoever came before has been heard
            os.killpg(server.pid, signal.SIGINT)
            _, complaints = server.communicate(timeout=50)
        assert (server.returncode, complaints) == (130, "")
    finally:
        server.kill()
        server.communicate()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody changes the limits of a running process")
def test_without_descriptors_it_says_so_and_goes_on_when_there_are_some() -> None:
    import resource

    server = _serving("127.0.0.1")
    assert server.stdout is not None
    address = server.stdout.readline().split()[3]
    asking = http.client.HTTPConnection(address.split("/")[2], timeout=60)

    def table() -> tuple[int, str]:
        asking.request("POST", "/api/tables", '{"game": "tictactoe"}', {"content-type": "application/json"})
        answer = asking.getresponse()
        return answer.status, answer.read().decode()

    try:
        assert table()[0] == 200
        before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (3, before[1]))
        for _ in range(2):
            status, said = table()
            assert status == 503
            assert "Too many open files" in said
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)
        assert table()[0] == 200
    finally:
        asking.close()
        server.terminate()
        _, complaints = server.communicate(timeout=60)
    assert complaints == ""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are set by its number")
def test_a_crowd_that_says_nothing_does_not_take_every_descriptor() -> None:
    """They come faster than they are counted; whoever has something to say is answered all the same."""
    import resource

    server = _serving("127.0.0.1", descriptors=64)
    assert server.stdout is not None
    address = server.stdout.readline().split()[3]
    where = "127.0.0.1", int(address.rstrip("/").rpartition(":")[2])
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    crowd = [socket.socket() for _ in range(min(most // 2, 400))]
    try:
        with urlopen(address, timeout=60):
            pass
        for silent in crowd:
            silent.setblocking(False)
            silent.connect_ex(where)
        assert _asked(address, "api/tables", {"game": "tictactoe"})["table"]
    finally:
        for silent in crowd:
            silent.close()
        server.terminate()
        _, complaints = server.communicate(timeout=60)
    assert complaints == ""


@pytest.mark.parametrize(
    ("host", "warned"),
    [("127.0.0.1", False), ("127.0.0.9", False), ("localhost", False), ("0.0.0.0", True), ("0", True)],
)
def test_it_serves_until_it_is_ended(host: str, warned: bool) -> None:
    if host == "127.0.0.9" and sys.platform != "linux":
        pytest.skip("only Linux has more than one address of its own from the start")
    server = _serving(host)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = next(word for word in said.split() if word.startswith("http://"))
        with urlopen(address, timeout=60) as answer:
            assert b"Rulewright" in answer.read()
    finally:
        server.terminate()
        _, complaints = server.communicate(timeout=60)
    assert complaints.count("\n") == warned
    assert ("ATTENTION: it listens on all addresses of this machine" in complaints) == warned
