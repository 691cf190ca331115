"""The conversation, in this process and with the program as viewers start it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from rulewright.uhp.engine import Engine
from rulewright.uhp.serving import serve

COMMAND = [sys.executable, "-m", "rulewright", "uhp"]


def _talk(*lines: str, engine: Engine | None = None) -> list[str]:
    said: list[str] = []
    serve(engine or Engine("random"), [f"{line}\n" for line in lines], said.append, lambda error: f"sorry: {error}")
    return said[3:]  # who it is, which comes unasked


def test_every_answer_ends_with_ok() -> None:
    assert _talk("newgame", "", "  ", "fly", "play wQ", "play wS1", "exit", "info") == [
        "Base;NotStarted;White[1]",
        "ok",
        'err there is no command "fly"; there are info, newgame, play, pass, validmoves, bestmove, undo, options, exit',
        "ok",
        'invalidmove enter on 0,0: "round > 1 or kind != queen" fails because round is 1 and kind is queen',
        "ok",
        "Base;InProgress;Black[1];wS1",
        "ok",
    ]


def test_nothing_written_reaches_a_terminal_raw() -> None:
    assert _talk("\x1b[31m")[0].startswith('err there is no command "\\x1b[31m"')


@pytest.mark.parametrize(
    "line", ["{}", "newgame {}", "newgame Base;a;b;{}", "options get {}", "options set {} 1", "play {}"]
)
def test_what_is_not_understood_is_not_said_again_at_length(line: str) -> None:
    engine = Engine("random")
    engine.answer("newgame")
    (said, *_) = _talk(line.format("w" * 100_000), engine=engine)
    assert len(said) < 500


class _Broken(Engine):
    def answer(self, line: str, stop: Callable[[], bool] = lambda: False) -> list[str]:
        raise RuntimeError("two\nlines")


def test_a_fault_of_ours_is_an_answer_too() -> None:
    assert _talk("info", engine=_Broken("random")) == ["err sorry: two\\nlines", "ok"]


class _Thinking(Engine):
    """Thinks until it is told to stop."""

    def answer(self, line: str, stop: Callable[[], bool] = lambda: False) -> list[str]:
        threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
        while not stop():
            threading.Event().wait(0.01)
        return ["pass"]


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals come to the main thread")
def test_an_interrupt_asks_for_the_move() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert _talk("bestmove time 01:00:00", "bestmove time 01:00:00", engine=_Thinking()) == ["pass", "ok"] * 2
    assert signal.getsignal(signal.SIGINT) is before


def test_the_program() -> None:
    lines = b"newgame Base+ML\nplay \xff\xfe\nplay wL\nvalidmoves\n"
    shown = subprocess.run([*COMMAND, "--player", "random"], input=lines, capture_output=True, timeout=300, check=False)
    said = shown.stdout.decode().splitlines()
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert said[0].startswith("id Rulewright v")
    assert said[2:5] == ["ok", "Base+ML;NotStarted;White[1]", "ok"]
    assert said[5].startswith("invalidmove ")
    assert said[7] == "Base+ML;InProgress;Black[1];wL"
    assert len(said[9].split(";")) == 6 * 6  # six kinds of pieces, without the queen, around one piece
    assert said[10:] == ["ok"]


def test_wrong_usage() -> None:
    shown = subprocess.run([*COMMAND, "--player", "fish"], capture_output=True, text=True, timeout=300, check=False)
    assert shown.returncode == 2
    assert "invalid choice: 'fish'" in shown.stderr
