"""The grammar and the cache of its tables."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import lark
import pytest

from rulewright.language.game_files import grammar_folder
from rulewright.language.syntax import grammar
from tests.language.rule_texts import grammar_text


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache folder that belongs to this test alone, and no tables beside the grammar."""
    monkeypatch.setattr(grammar, "shipped_tables", lambda name: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_CACHE", raising=False)
    grammar.parser.cache_clear()
    yield tmp_path / "rulewright" / "grammar"
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
    before = file.stat().st_ino
    assert can_parse()
    assert only_file(cache).stat().st_ino == before


def test_the_cache_holds_data_only(cache: Path) -> None:
    assert can_parse()
    assert set(json.loads(grammar.SHELF.read(only_file(cache).name) or b"")) == {"data", "memo"}


@pytest.mark.parametrize("content", [b"", b"null", b"\xff\xfe", b'{"data": {}, "memo": {}}'])
def test_a_corrupt_cache_is_made_anew(cache: Path, content: bytes) -> None:
    """Even if it was kept like that."""
    assert can_parse()
    name = only_file(cache).name
    grammar.SHELF.keep(name, content)
    assert can_parse()
    assert grammar.SHELF.read(name) != content


def test_a_cache_that_somebody_changed_is_made_anew(cache: Path) -> None:
    """Two words that change places would turn rules into their contrary."""
    assert can_parse()
    file = only_file(cache)
    changed = file.read_bytes().replace(b"WIN", b"???").replace(b"LOSE", b"WIN").replace(b"???", b"LOSE")
    file.write_bytes(changed)
    assert can_parse()
    assert file.read_bytes() != changed


@pytest.mark.skipif(os.name != "posix", reason="there are no such permissions here")
def test_a_cache_that_others_can_write_is_made_anew(cache: Path) -> None:
    assert can_parse()
    file = only_file(cache)
    file.chmod(0o666)
    assert can_parse()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_in_place_of_the_cache_is_not_waited_for(cache: Path) -> None:
    assert can_parse()
    file = only_file(cache)
    file.unlink()
    os.mkfifo(file, 0o600)
    code = (
        "from rulewright.language.syntax import grammar; grammar.shipped_tables = lambda name: None; grammar.parser()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)  # who waits for it waits for ever
    assert file.is_file()


def test_the_tables_that_are_shipped_are_those_of_the_grammar() -> None:
    """After a change of the grammar `python tools/make_parser_tables.py` makes them anew."""
    head = (grammar_folder() / grammar.TABLES_FILE).read_text(encoding="utf-8").partition("\n")[0].split()
    if head[1] != lark.__version__:
        pytest.skip(f"they are for lark {head[1]}; {lark.__version__} makes its own")
    made, _ = grammar.build(grammar_text())
    shipped = grammar._loaded(grammar.shipped_tables(grammar.tables_name(grammar_text())))
    assert shipped is not None
    assert sorted(map(str, shipped.terminals)) == sorted(map(str, made.terminals))
    assert sorted(map(str, shipped.rules)) == sorted(map(str, made.rules))
    for text in ("line of 3 mine", "2 + 3 * count mine on edge > 4 and not (a1 is empty or some enemy near target)"):
        assert shipped.parse(text, start="expr") == made.parse(text, start="expr")


def test_another_grammar_has_another_file(cache: Path) -> None:
    assert grammar.tables_name("one") != grammar.tables_name("two")


def test_no_cache_if_nobody_wants_one(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert can_parse()
    assert not cache.exists()


def test_a_folder_that_cannot_be_written_is_no_trouble(cache: Path) -> None:
    cache.parent.mkdir(mode=0o700)
    cache.write_text("a file where the folder should be")
    assert can_parse()
