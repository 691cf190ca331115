"""What the workshop in a browser runs, tried outside of one: its answers, and the stand-in for machine code."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

import rulewright.site.rpds
from rulewright.site.in_browser import Ones, Workshop
from rulewright.site.python import NoPyodide, pyodide_files

_TAB = "tab-of-a-test"
GAME = Path("games/breakthrough.yaml").read_text(encoding="utf-8")


def _run(answering: Coroutine[Any, Any, Any]) -> Any:
    """Nothing in it waits for anything. No event loop is begun: other tests may have one here."""
    with pytest.raises(StopIteration) as ended:
        answering.send(None)
    return ended.value.value


def _ask(workshop: Workshop, address: str, code: int = 200, **data: Any) -> Any:
    answer = json.loads(_run(workshop.answer(f"/api/{address}", json.dumps(data))))
    assert answer["status"] == code, answer
    return answer["data"]


def test_a_game_is_written_and_played_as_on_the_server() -> None:
    workshop = Workshop()
    assert _ask(workshop, "workshop/check", tab=_TAB, text=GAME)["valid"]
    found = _ask(workshop, "workshop/check", tab=_TAB, text=GAME.replace("step forward to", "step forwrd to"))
    assert found["diagnostics"][0]["fixes"][0]["insert"] == "forward"
    table = _ask(workshop, "tables", text=GAME, seed=1)
    assert len(table["next"]["picks"]) == 8
    played = _ask(workshop, f"tables/{table['table']}/play", move="a2-a3", ply=0)
    assert [made["move"] for made in played["history"]] == ["a2-a3"]
    thought = _ask(workshop, f"tables/{table['table']}/think", spec="random", play=True, ply=1)
    assert len(thought["history"]) == 2
    assert "extends: chess" in _ask(workshop, "workshop/begin", tab=_TAB, variant="chess")["text"]
    assert _ask(workshop, "workshop/guide", page="tutorial")["title"].startswith("From a rulebook")
    assert "that nobody knows" in _ask(workshop, "workshop/explain/name-unknown")["text"]


@pytest.mark.parametrize(
    ("address", "code", "told"),
    [
        ("nothing", 404, "nothing at this address"),
        ("workshop/fly", 404, "nothing at this address"),
        ("tables/none/play", 404, "not there any more"),
        ("workshop/check", 400, '"tab"'),
        ("workshop/page", 422, "compiler"),
    ],
)
def test_what_is_not_to_be_had_is_told_in_a_sentence(address: str, code: int, told: str) -> None:
    assert told in _ask(Workshop(), address, code, text=GAME)["error"]


def test_few_workers_are_kept() -> None:
    ones = Ones()
    for number in range(20):
        _run(ones.ask(f"table:{number}", "table.list", {"games": {}}, 1))
    assert ones.known("table:19") is not None
    assert ones.known("table:0") is None


_CHECKED = """
import rpds, rulewright
assert rpds.__file__.startswith(FOLDER) == STANDS_IN
from rulewright.errors import InvalidGame
try:
    rulewright.load(GAME)
except InvalidGame as error:
    print(error)
"""
_BROKEN = GAME.replace("pieces:", "peaces:").replace("size: 8x8", "size: [8]")


def test_shapes_are_checked_alike_with_the_stand_in(tmp_path: Path) -> None:
    source = Path(rulewright.site.rpds.__file__)
    shutil.copy(source, tmp_path / "rpds.py")

    def found(stands_in: bool) -> str:
        names = f"FOLDER, STANDS_IN, GAME = {str(tmp_path)!r}, {stands_in}, {_BROKEN!r}\n"
        path = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n" if stands_in else ""
        ran = subprocess.run(
            [sys.executable, "-c", path + names + _CHECKED], capture_output=True, text=True, check=True
        )
        return ran.stdout

    told = found(stands_in=True)
    assert "peaces" in told
    assert told == found(stands_in=False)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({}, "there is no pyodide.mjs"),
        ({"pyodide.mjs": ""}, "pyodide.asm.wasm is missing"),
        ({"package/pyodide.mjs": ""}, "pyodide.asm.wasm is missing"),
        ({"python": "3.9.1"}, "Rulewright needs 3.11"),
        ({"python": "new"}, "does not tell its Python"),
    ],
)
def test_a_folder_that_is_no_pyodide(files: dict[str, str], told: str, tmp_path: Path) -> None:
    if "python" in files:
        lock = json.dumps({"info": {"python": files["python"]}})
        names = ("pyodide.mjs", "pyodide.asm.wasm", "pyodide.asm.js", "python_stdlib.zip")
        files = dict.fromkeys(names, "") | {"pyodide-lock.json": lock}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(NoPyodide, match=told):
        pyodide_files(tmp_path)
