"""The project around the code: what it declares, what the README promises, what CI runs."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import rulewright
from tests.conftest import LATER, QUICK, THINNED

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_console_script_exists() -> None:
    (entry,) = PROJECT["project"]["scripts"].values()
    module, _, function = entry.partition(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_the_package_is_typed_and_data_is_where_the_build_looks_for_it() -> None:
    assert (Path(rulewright.__file__).parent / "py.typed").is_file()
    for folder in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]:
        assert (ROOT / folder).exists()


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == rulewright.__version__


def test_only_promised_dependencies_are_imported() -> None:
    """A module that a developer happens to have installed must not slip in."""
    allowed = {"lark", "yaml", "jsonschema", "llvmlite", "numpy", "starlette", "uvicorn", "shtab", "rulewright"}
    allowed |= {"gymnasium", "pettingzoo", "pyspiel"}  # extras of `rulewright.env`
    allowed |= {"ray", "pyarrow"}  # extras of spread work and of the lab
    imported = re.compile(r"^\s*(?:from (\w+)\S* import|import (\w.*))", re.MULTILINE)
    seen = set()
    for path in Path(rulewright.__file__).parent.rglob("*.py"):
        for found in imported.finditer(path.read_text(encoding="utf-8")):
            for name in [found[1]] if found[1] else found[2].partition("#")[0].split(","):
                top = name.split()[0].split(".")[0]
                seen.add(top)
                assert top in allowed or top in sys.stdlib_module_names, f"{path}: {name}"
    assert allowed - {"rulewright"} <= seen


def test_programs_that_tests_start_are_those_of_the_checkout(tmp_path: Path) -> None:
    """Not an installed copy: tests/conftest.py sees to it, wherever the program is started."""
    command = [sys.executable, "-c", "import rulewright; print(rulewright.__file__)"]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()
    assert Path(shown) == ROOT / "interpreter" / "rulewright" / "__init__.py" == Path(rulewright.__file__)


def test_what_is_quick_is_there() -> None:
    """A file that moves would drop out of `pytest -m quick` without a word."""
    assert [way for way in (*QUICK, *THINNED) if not (ROOT / "tests" / way).exists()] == []


def test_what_comes_later_is_there() -> None:
    """A test that gets another name would be back in the normal run."""
    ways = [test.split("::") for test in LATER]
    assert [name for way, name in ways if f"def {name}(" not in (ROOT / "tests" / way).read_text("utf-8")] == []


def test_readme_and_ci_run_the_same_commands() -> None:
    commands = [block.strip() for block in blocks("sh")]
    assert len(commands) == 2, "one for the main job, one for the tests"
    assert all("\n" not in command for command in commands)
    lines = [line.strip() for line in CI.splitlines()]
    assert [lines.count(command) for command in commands] == [1, 1]


def test_ci_knows_where_the_rest_of_the_cases_is() -> None:
    parts = re.search(r'parts="(.*?)"', CI)
    assert parts is not None
    marked = re.compile(r"mark\.rest|or_rest|OR_REST|AND_LATER")
    files = (path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__))
    rest = {file.parts[0] for file in files if marked.search((ROOT / "tests" / file).read_text(encoding="utf-8"))}
    rest |= {Path(file.split("::")[0]).parts[0] for file in (*THINNED, *LATER)}
    assert {part if (ROOT / "tests" / part).is_dir() else "test_*.py" for part in rest} == {*parts[1].split()}


def test_ci_is_a_program() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True)


def test_the_notice_is_that_of_the_library() -> None:
    """Every game says whose it is, or after which text its rules are written."""
    from tools.make_notice import NOTICE, notice

    assert NOTICE.read_text(encoding="utf-8") == notice(), "python tools/make_notice.py brings it up to date"
    games = {path.name for path in (ROOT / "games").glob("*.yaml")}
    assert set(re.findall(r"\((\w+\.yaml)\)$", notice(), re.MULTILINE)) == games
    assert "by: -\n  rules after: -" not in notice()


def test_what_is_cited_is_this_version() -> None:
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {rulewright.__version__}\n" in cited
    assert f"license: {PROJECT['project']['license']}\n" in cited


def test_licence_files_are_there() -> None:
    from tools.release import LICENCES

    assert tuple(PROJECT["project"]["license-files"]) == LICENCES
    assert all((ROOT / name).is_file() for name in LICENCES)
