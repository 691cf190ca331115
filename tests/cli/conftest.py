"""Running the command line inside the test process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.cli.main import run


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cli:
    """Call as `cli("validate", "x.yaml")`; the working folder is an empty one."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "RULEWRIGHT_DEBUG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Outcome:
        capsys.readouterr()
        try:
            code = run(arguments)
        except SystemExit as left:  # argparse leaves this way after --help and --version
            code = left.code if isinstance(left.code, int) else 1
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call
