"""Compiled code on disk: found again, under everything it depends on (tests/test_cache.py: when it is trusted)."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

import rulewright
from rulewright.headless.perft import perft
from rulewright.native.codegen import cache
from rulewright.native.codegen.cache import SHELF, cached, object_name
from rulewright.native.codegen.module import NativeModule
from rulewright.native.ir.program import Program


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    return tmp_path / "rulewright" / "native"


class Maker:
    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return b"code" * 100


def the_file() -> Path:
    found = SHELF.file(object_name("text", "recipe"))
    assert found is not None
    return found


def test_once_is_enough(folder: Path) -> None:
    make = Maker()
    assert cached("text", "recipe", make) == cached("text", "recipe", make) == make()
    assert make.calls == 2  # the second one is ours
    assert [file.name for file in folder.iterdir()] == [the_file().name]


def test_everything_it_depends_on_is_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    here = cache._circumstances()
    names = {object_name("text", "recipe"), object_name("other", "recipe"), object_name("text", "other")}
    for place in range(len(here)):
        changed = (*here[:place], here[place] + "!", *here[place + 1 :])
        monkeypatch.setattr(cache, "_circumstances", lambda changed=changed: changed)
        names.add(object_name("text", "recipe"))
    assert len(names) == 3 + len(here)
    assert len(here) >= 6  # Rulewright, llvmlite, LLVM, system, processor, its features


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "foreign"])
def test_a_broken_file_is_made_anew(damage: str) -> None:
    make = Maker()
    cached("text", "recipe", make)
    whole = the_file().read_bytes()
    broken = {"cut": whole[:-1], "changed": whole[:-1] + b"!", "empty": b"", "foreign": b"\x7fELF" + whole}[damage]
    the_file().write_bytes(broken)
    assert cached("text", "recipe", make) == b"code" * 100
    assert make.calls == 2
    assert the_file().read_bytes() == whole


def test_no_cache_if_the_user_wants_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert cached("text", "recipe", Maker()) == b"code" * 100
    assert not folder.exists()


def test_a_folder_that_cannot_be_made_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "rulewright").write_text("in the way", encoding="utf-8")
    assert cached("text", "recipe", Maker()) == b"code" * 100


def test_a_game_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing but the text of LLVM is made; the object is linked as it is."""
    assert len(rulewright.load("tictactoe", engine="native").start().legal_moves) == 9
    (kept,) = folder.iterdir()
    before = kept.read_bytes()

    def never(parsed: object, builder: object) -> None:
        raise AssertionError("it is there already")

    monkeypatch.setattr("rulewright.native.codegen.module.quickly", never)
    game = rulewright.load("tictactoe", engine="native")
    assert len(game.start().legal_moves) == 9
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent.parent))
    kept.write_bytes(before[:100])
    assert len(rulewright.load("tictactoe", engine="native").start().legal_moves) == 9
    assert kept.read_bytes() == before


def test_what_is_too_long_for_all_care_is_compiled_by_the_passes_that_matter_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 14,000 statements LLVM made code for minutes."""
    native = rulewright.load("tictactoe", engine="native")._engines.native()
    assert native is not None
    kernel = native._phases.kernel
    made = {}
    for bound in (kernel.statements + 1, kernel.statements):
        monkeypatch.setattr("rulewright.native.codegen.module.TOO_LONG", bound)
        module = NativeModule(Program(native.compiler.unit.n), native.layout.error, True)
        module.add(kernel)
        made[bound] = module.objects[-1] == object_name(module._text(kernel), "quickly 1")
    assert list(made.values()) == [False, True]


def test_careful_code_replaces_what_was_made_in_a_hurry(folder: Path) -> None:
    """For long work, and at the next start, when it is on disk."""
    game = rulewright.load("tictactoe", engine="native")
    state, native = game.start(), game._engines.fast()
    assert native is not None
    assert len(state.legal_moves) == 9
    assert [module.is_hurried for module in native._modules] == [True]
    assert perft(state, 4) == 3024
    assert [module.is_hurried for module in native._modules] == [True, False]
    state.push(state.legal_moves[0])
    assert len(state.legal_moves) == 8
    again = rulewright.load("tictactoe", engine="native")._engines.fast()
    assert again is not None
    assert [module.is_hurried for module in again._modules] == [False]


def test_many_lists_of_moves_are_long_work_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.native.engine.MANY", 5)
    game = rulewright.load("tictactoe", engine="native")
    state, native = game.start(), game._engines.fast()
    assert native is not None
    for left in range(9, 2, -1):
        assert len(state.legal_moves) == left
        assert native._modules[-1].is_hurried == (left > 5)
        state.push(state.legal_moves[0])
