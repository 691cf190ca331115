"""What every command says of itself: help with examples, and words for the shell."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.cli.main import COMMANDS, command_parser
from tests.cli.conftest import Cli


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_examples_that_can_be_typed(command: str, cli: Cli) -> None:
    shown = cli(command, "--help")
    assert shown.code == 0
    _, _, examples = shown.out.partition("examples:\n")
    lines = examples.splitlines()
    assert lines
    for line in lines:
        words = shlex.split(line.partition(" > ")[0], comments=True)
        assert words[:2] == ["rulewright", command]
        command_parser().parse_args(words[1:])  # whatever it does not understand, it raises


def test_bash_completes_commands_and_games(cli: Cli, tmp_path: Path) -> None:
    shown = cli("completion", "bash")
    assert shown.code == 0
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    (tmp_path / "words.bash").write_text(shown.out, encoding="utf-8")

    def completed(*words: str) -> list[str]:
        typed = f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}"
        script = f'source words.bash; {typed}; _shtab_rulewright; printf "%s\\n" "${{COMPREPLY[@]}}"'
        answer = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
        return answer.stdout.split()

    assert completed("rulewright", "per") == ["perft"]
    assert completed("rulewright", "play", "surik") == ["surikata"]
    assert "--threads" in completed("rulewright", "perft", "--t")


def test_a_shell_that_is_not_known(cli: Cli) -> None:
    shown = cli("completion", "csh")
    assert shown.code == 2
    assert "bash" in shown.err


def test_without_the_package_it_is_told_what_to_install(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "shtab", None)
    shown = cli("completion", "bash")
    assert (shown.code, shown.out) == (2, "")
    assert "pip install 'rulewright[completion]'" in shown.err
