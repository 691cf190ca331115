"""Reading files: limits, kinds of files, odd characters."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.language.reading import printable, read_source, text_source
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS


def read(path: Path) -> Report:
    report = Report()
    assert read_source(path, report) is None
    return report


def only(report: Report, code: str) -> str:
    assert [d.code for d in report] == [code]
    found = next(iter(report))
    assert found.help
    assert found.message.isprintable()
    return found.message


def test_a_good_file(tmp_path: Path) -> None:
    path = tmp_path / "hex.yaml"
    path.write_text("game: Hex\n")
    report = Report()
    source = read_source(path, report)
    assert source
    assert (source.text, source.name, source.path) == ("game: Hex\n", str(path), path)
    assert not len(report)


def test_the_name_shown_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "hex.yaml"
    path.write_text("game: Hex\r\n")
    source = read_source(path, Report(), "my hex")
    assert source
    assert source.name == "my hex"


def test_a_missing_file_names_the_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "hexagon.yaml").write_text("game: Hex\n")
    report = read(tmp_path / "hexagn.yaml")
    only(report, "file-missing")
    assert "hexagon.yaml" in (next(iter(report)).help or "")


def test_a_missing_file_in_a_missing_folder(tmp_path: Path) -> None:
    only(read(tmp_path / "no" / "where.yaml"), "file-missing")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("game: A\n")
    only(read(tmp_path / "a.yaml" / "b.yaml"), "file-missing")


def test_nul_in_a_name() -> None:
    only(read(Path("a\0b.yaml")), "file-missing")


def test_a_folder_names_the_games_in_it(tmp_path: Path) -> None:
    (tmp_path / "hex.yaml").write_text("game: Hex\n")
    report = read(tmp_path)
    only(report, "file-directory")
    assert "hex.yaml" in (next(iter(report)).help or "")


def test_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    only(read(tmp_path / "pipe"), "file-kind")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("game: X\n")
    path.chmod(0)
    only(read(path), "file-access")


def test_size(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_text("#" * LIMITS.file_bytes.value + "\n")
    assert "64 KB" in only(read(path), "file-size")


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    path.write_text("a: 1".ljust(LIMITS.file_bytes.value))
    assert read_source(path, Report())


@pytest.mark.parametrize(
    ("data", "line", "column", "words"),
    [
        ("a: 1\nb: ü\n".encode("latin-1"), 2, 4, "byte 9 of the file is FC"),
        ("a: ä".encode("utf-16"), 1, 1, "UTF-16"),
        (b"a: \xc3", 1, 4, "byte 4 of the file is C3"),
        ("ä: ".encode() + b"\xff", 1, 4, "byte 5 of the file is FF"),
    ],
)
def test_encoding(data: bytes, line: int, column: int, words: str, tmp_path: Path) -> None:
    path = tmp_path / "old.yaml"
    path.write_bytes(data)
    report = read(path)
    assert words in only(report, "file-encoding")
    span = next(iter(report)).span
    assert span
    assert (span.line, span.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "words", "offset"),
    [
        ("a: \0", "U+0000", 3),
        ("a: \x1b[31m", "U+001B", 3),
        ("a: \u202e", "U+202E", 3),
        ("a:\u00a01", "U+00A0", 2),
        ("\ufeffa: 1", "byte order mark", 0),
        ("a: \ufeff1", "invisible", 3),
        ("a: \u200b1", "U+200B", 3),
        ("a: 1\rb: 2", "U+000D", 4),
        ("a: 1\u2028b: 2", "U+2028", 4),
        ("a: \x85", "U+0085", 3),
        ("a: \ud800", "U+D800", 3),
        ("a: \ue000 and \ue000", "and 1 more", 3),
    ],
)
def test_odd_characters(text: str, words: str, offset: int) -> None:
    report = Report()
    assert text_source(text, "x.yaml", report) is None
    assert words in only(report, "file-control")
    span = next(iter(report)).span
    assert span
    assert span.start == offset
    assert span.source.text.isprintable()  # what an excerpt would show


def test_ordinary_text_of_many_languages() -> None:
    for text in ("game: Schleicher & Hüpfer\n", "game: 将棋\n", "game: 🦗\r\nabout: ♟\tx\n"):
        assert text_source(text, "x.yaml", Report())


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n  # comments\n"])
def test_empty(text: str) -> None:
    report = Report()
    assert text_source(text, "x.yaml", report) is None
    only(report, "file-empty")


def test_text_has_the_same_size_limit() -> None:
    report = Report()
    assert text_source("ü" * LIMITS.file_bytes.value, "x.yaml", report) is None
    only(report, "file-size")


@settings(deadline=None)
@given(st.text())
def test_names_are_always_printable(name: str) -> None:
    assert printable(name).isprintable()


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_give_a_source_or_a_diagnostic(data: bytes) -> None:
    report = Report()
    text = data.decode("utf-8", "surrogateescape")
    source = text_source(text, "x.yaml", report)
    assert (source is None) == report.failed
