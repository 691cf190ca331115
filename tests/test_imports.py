"""The plan of the house holds: the contracts of pyproject.toml, by import-linter (extra `dev`)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def checked(package: Path, config: Path) -> subprocess.CompletedProcess[str]:
    program = "import sys; from importlinter.cli import lint_imports_command as run; run(sys.argv[1:])"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache", "--config", str(config)],
        env={**os.environ, "PYTHONPATH": str(package), "PYTHONUTF8": "1"},
        cwd=package,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def test_rooms_import_only_what_they_may() -> None:
    pytest.importorskip("importlinter")
    found = checked(ROOT / "interpreter", ROOT / "pyproject.toml")
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize(
    ("room", "line", "told"),
    [
        ("board", "from .. import rules", "rulewright.board is not allowed to import rulewright.rules"),
        (
            "analysis",
            "from ..reference import engine",
            "rulewright.analysis is not allowed to import rulewright.reference",
        ),
        ("language", "from .. import reference", "rulewright.language is not allowed to import rulewright.reference"),
        ("uhp", "from ..cli import terminal", "rulewright.uhp is not allowed to import rulewright.cli"),
        ("attic", "", "rulewright.attic"),  # a room that has no place in the plan
    ],
)
def test_a_wrong_import_is_seen(tmp_path: Path, room: str, line: str, told: str) -> None:
    pytest.importorskip("importlinter")
    package = tmp_path / "rulewright"
    for path in (ROOT / "interpreter" / "rulewright").rglob("*.py"):
        copy = package / path.relative_to(ROOT / "interpreter" / "rulewright")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    (package / room).mkdir(exist_ok=True)
    (package / room / "__init__.py").write_text(f"{line}\n", encoding="utf-8")
    found = checked(tmp_path, ROOT / "pyproject.toml")
    assert found.returncode == 1
    assert told in " ".join(found.stdout.split())
