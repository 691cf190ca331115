"""The grammar and the cache of its tables."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from rulewright.language.syntax import grammar
from tests.language.rule_texts import grammar_text


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder that belongs to this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    grammar.parser.cache_clear()
    yield tmp_path / "rulewright"
    grammar.parser.cache_clear()


def can_parse() -> bool:
    grammar.parser.cache_clear()
    tree = grammar.parser().parse("line of 3 mine", start="expr")
    return tree.data == "phrase"


def only_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


def test_the_grammar_has_no_hidden_conflicts() -> None:
    """strict: lark settles no conflict of the parser or between two tokens silently."""
    lark.Lark(grammar_text(), parser="lalr", start=list(grammar.ENTRIES), strict=True)


def test_the_tables_are_kept_and_used(cache: Path) -> None:
    assert can_parse()
    file = only_file(cache)
    before = file.stat().st_mtime_ns
    assert can_parse()
    assert only_file(cache).stat().st_mtime_ns == before


def test_the_cache_holds_data_only(cache: Path) -> None:
    assert can_parse()
    assert set(json.loads(only_file(cache).read_text())) == {"data", "memo"}


@pytest.mark.parametrize(
    "content", [b"", b"null", b"\xff\xfe", b'{"data": {}, "memo": {}}']
)
def test_a_corrupt_cache_is_made_anew(cache: Path, content: bytes) -> None:
    assert can_parse()
    file = only_file(cache)
    file.write_bytes(content)
    assert grammar._read(file) is None
    assert can_parse()
    assert grammar._read(file) is not None


def test_a_cut_off_cache_is_made_anew(cache: Path) -> None:
    assert can_parse()
    file = only_file(cache)
    good = file.read_bytes()
    file.write_bytes(good[: len(good) // 2])
    assert grammar._read(file) is None
    assert can_parse()
    assert grammar._read(file) is not None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")
def test_a_foreign_cache_is_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_parse()
    file = only_file(cache)
    monkeypatch.setattr(os, "getuid", lambda: file.stat().st_uid + 1)
    assert grammar._read(file) is None
    assert can_parse()


def test_another_grammar_has_another_file(cache: Path) -> None:
    assert grammar._cache_file("one") != grammar._cache_file("two")


def test_no_cache_if_nobody_wants_one(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert can_parse()
    assert not cache.exists()


def test_a_folder_that_cannot_be_written_is_no_trouble(cache: Path) -> None:
    cache.write_text("a file where the folder should be")
    assert can_parse()
