"""Diagnostics as text: the exact layout, and every way a source line can be awkward."""

from __future__ import annotations

import pytest

from rulewright.source.diagnostics import Diagnostic, Note, Severity
from rulewright.source.limits import LIMITS
from rulewright.source.rendering import render
from rulewright.source.source import Source, Span


def at(text: str, word: str, name: str = "game.yaml") -> Span:
    start = text.index(word)
    return Span(Source(name, text), start, start + len(word))


def lines_for(text: str, word: str) -> list[str]:
    return render([Diagnostic("name-unknown", "What?", at(text, word))]).split("\n")


def test_the_layout() -> None:
    text = "\n" * 30 + "    path: jump diag over octogon to empty\n"
    source = Source("creeper.yaml", text)
    start = text.index("octogon")
    found = Diagnostic(
        "name-unknown",
        'I don\'t know "octogon".',
        Span(source, start, start + 7),
        'did you mean "octagon"?',
        (Note("first written here", Span(source, 11, 12)),),
    )
    assert render([found]) == (
        'creeper.yaml:31:26: error[name-unknown]: I don\'t know "octogon".\n'
        "   31 |     path: jump diag over octogon to empty\n"
        "      |                          ^^^^^^^\n"
        '  help: did you mean "octagon"?\n'
        "  note: creeper.yaml:12:1: first written here"
    )


def test_without_a_place_there_is_one_line() -> None:
    found = Diagnostic("file-missing", "There is no such file.", file="hex.yml")
    assert render([found]) == "hex.yml: error[file-missing]: There is no such file."


def test_a_warning_says_so() -> None:
    found = Diagnostic("test-none", "Nothing proves this file.", file="a.yaml", severity=Severity.WARNING)
    assert render([found]).startswith("a.yaml: warning[test-none]: ")


def test_sorted_by_place_with_blank_lines_between() -> None:
    text = "one two three"
    words = ("three", "one", "two")
    source = Source("a.yaml", text)
    spans = {word: Span(source, text.index(word), text.index(word) + len(word)) for word in words}
    shown = render(Diagnostic("x-y", word, spans[word]) for word in words)
    assert [block.split("\n")[0] for block in shown.split("\n\n")] == [
        "a.yaml:1:1: error[x-y]: one",
        "a.yaml:1:5: error[x-y]: two",
        "a.yaml:1:9: error[x-y]: three",
    ]


def test_after_the_limit_the_rest_is_counted() -> None:
    most = LIMITS.shown_errors.value
    found = [Diagnostic("x-y", f"number {n}", file=f"{n:03}.yaml") for n in range(most + 12)]
    blocks = render(found).split("\n\n")
    assert len(blocks) == most + 1
    assert blocks[-1] == "… and 12 more"


def test_warnings_never_hide_an_error() -> None:
    warnings = [
        Diagnostic("x-y", f"{n}", file=f"a{n:03}.yaml", severity=Severity.WARNING)
        for n in range(LIMITS.shown_errors.value)
    ]
    shown = render([*warnings, Diagnostic("x-z", "the error", file="z.yaml")])
    assert "z.yaml: error[x-z]: the error" in shown
    assert shown.endswith("… and 1 more")


def test_a_tab_is_shown_as_blanks() -> None:
    assert lines_for("a\tb: wrong", "wrong")[1:] == ["    1 | a   b: wrong", "      |        ^^^^^"]


def test_wide_characters_take_two_columns() -> None:
    assert lines_for("将棋: wrong", "wrong")[1:] == ["    1 | 将棋: wrong", "      |       ^^^^^"]
    assert lines_for("game: 将棋 x", "将棋")[2] == "      |       ^^^^"


def test_combining_characters_take_none() -> None:
    text = "e\u0301te\u0301: wrong"  # été written with combining accents
    assert lines_for(text, "wrong")[2] == "      |      ^^^^^"
    assert lines_for(text, "\u0301")[2] == "      | ^"


def test_a_span_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    shown = lines_for("end: [win,\n  draw]\n", "[win,\n  draw]")
    assert shown[1:] == ["    1 | end: [win,", "      |      ^^^^^"]


def test_an_empty_span_still_has_a_mark() -> None:
    source = Source("a.yaml", "turn: walk")
    assert render([Diagnostic("x-y", "More?", Span(source, 10, 10))]).split("\n")[2] == "      |           ^"
    assert render([Diagnostic("x-y", "More?", Span(source, 10, 11))]).split("\n")[2] == "      |           ^"


def test_an_empty_line_leaves_no_blank_behind() -> None:
    assert render([Diagnostic("x-y", "Hm.", Span(Source("a.yaml", "\n\n"), 0, 1))]).split("\n")[1:] == [
        "    1 |",
        "      | ^",
    ]


def test_windows_line_ends_are_not_shown() -> None:
    assert lines_for("turn: walk\r\nend: x\r\n", "walk")[1] == "    1 | turn: walk"


@pytest.mark.parametrize("before", [0, 40, 90, 150, 5000])
def test_a_long_line_is_cut_around_the_marks(before: int) -> None:
    text = "x" * before + " wrong " + "y" * 5000
    _, shown, marks = lines_for(text, "wrong")
    assert len(shown) <= 8 + 102
    start = marks.index("^")
    assert shown[start : start + 5] == "wrong"
    assert marks.count("^") == 5
    assert shown.endswith("…")
    assert shown.startswith("    1 | …") == (before > 66)


def test_marks_stop_where_a_long_line_is_cut() -> None:
    _, shown, marks = lines_for("a: " + "x" * 300, "x" * 300)
    assert len(marks) < len(shown)


def test_the_end_of_a_long_line_is_not_called_cut() -> None:
    _, shown, _ = lines_for("x" * 300 + " wrong", "wrong")
    assert shown.endswith(" wrong")


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("\x1b", "\\x1b"),
        ("\x00", "\\x00"),
        ("\x9b", "\\x9b"),
        ("\u202e", "\\u202e"),
        ("\u00a0", "\\xa0"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_what_does_not_print_is_shown_as_an_escape(char: str, shown: str) -> None:
    text = f"game: {char}[31mRed {char} wrong"
    found = Diagnostic("x-y", f"m{char}", at(text, "wrong", f"a{char}.yaml"), f"h{char}")
    rendered = render([found])
    assert char not in rendered
    assert f"game: {shown}[31mRed {shown} wrong" in rendered
    assert f"a{shown}.yaml:1:" in rendered
    assert f"error[x-y]: m{shown}\n" in rendered
    assert f"  help: h{shown}" in rendered
    _, excerpt, marks, _ = rendered.split("\n")
    assert marks.index("^") == excerpt.index("wrong")


def test_a_line_end_in_a_message_does_not_break_the_layout() -> None:
    assert render([Diagnostic("x-y", "a\nb", file="f")]) == "f: error[x-y]: a\\nb"


def test_colours_change_nothing_but_the_colour() -> None:
    import re

    text = "turn: wlak"
    found = [Diagnostic("name-unknown", "What?", at(text, "wlak"), "did you mean walk?")]
    coloured = render(found, colours=True)
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(found)
