"""The pages of the Python interface tell every public name and every public member of it, and no others."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from dataclasses import is_dataclass
from importlib import import_module

import pytest

import rulewright
from rulewright.source.diagnostics import Diagnostic
from tests.docs.pages import DOCS

PAGES = [page.read_text(encoding="utf-8") for page in sorted((DOCS / "api").glob("*.md"))]
SECTIONS: dict[str, str] = {
    name: text
    for page in PAGES
    for name, text in re.findall(r"^### `([\w.]+)`$(.*?)(?=^###? |\Z)", page, re.MULTILINE | re.DOTALL)
}


def _found(name: str) -> object:
    """A name of `rulewright`, or of one of its modules."""
    module, _, last = name.rpartition(".")
    return getattr(import_module(f"rulewright.{module}") if module else rulewright, last)


def _public_members(thing: object) -> set[str]:
    """Fields, properties, methods, and what is set when one is made; what a public base has is told there."""
    if not inspect.isclass(thing):
        return set()
    found: set[str] = set()
    for home in thing.__mro__:
        if home is not thing and home.__name__ in rulewright.__all__:
            break
        if home.__module__.startswith("rulewright"):
            found |= {*vars(home), *inspect.get_annotations(home)}
            made = vars(home).get("__init__")
            if inspect.isfunction(made) and not is_dataclass(home):
                found |= set(re.findall(r"self\.(\w+)(?=[^=()\n]*=[^=])", inspect.getsource(made)))
    return {name for name in found if not name.startswith("_")}


def test_the_page_tells_every_public_name_and_no_other() -> None:
    assert sorted(name for name in SECTIONS if "." not in name) == sorted(rulewright.__all__)
    assert len(rulewright.__all__) <= 21


@pytest.mark.parametrize("name", SECTIONS)
def test_the_page_tells_every_member_and_no_other(name: str) -> None:
    cells = re.findall(r"^\| (`\..*?) \|", SECTIONS[name], re.MULTILINE)
    told = [member for cell in cells for member in re.findall(r"`\.(\w+)", cell)]
    assert sorted(told) == sorted(_public_members(_found(name)))


@pytest.mark.parametrize("name", SECTIONS)
def test_every_public_name_says_what_it_is(name: str) -> None:
    thing = _found(name)
    assert inspect.getdoc(thing)
    for member in _public_members(thing):
        value = inspect.getattr_static(thing, member, None)
        if isinstance(value, property) or inspect.isfunction(value):
            assert inspect.getdoc(value) or thing is Diagnostic, f"{name}.{member}"


def test_public_names_are_sorted_and_listed() -> None:
    assert rulewright.__all__ == sorted(rulewright.__all__)
    assert set(rulewright.__all__) <= set(dir(rulewright))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = rulewright.no_such_name  # type: ignore[attr-defined]


def test_import_fetches_nothing_yet() -> None:
    code = "import sys, rulewright; print([name for name in sys.modules if name.startswith('rulewright.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_for_python_chess_leaves_out_no_member_of_its_board() -> None:
    chess = pytest.importorskip("chess")
    page = (DOCS / "api" / "python_chess.md").read_text(encoding="utf-8")
    names = [name for name in dir(chess.Board()) if not name.startswith("_")]
    assert [name for name in names if not re.search(rf"\b{name}\b", page)] == []
