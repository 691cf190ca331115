"""Diagnostics for programs: json, github and sarif."""

from __future__ import annotations

import json
from typing import Any

from rulewright.source.diagnostics import Diagnostic, Note, Severity
from rulewright.source.limits import LIMITS
from rulewright.source.rendering import render
from rulewright.source.source import Source, Span

TEXT = "turn: wlak\nend: [win,\n  draw]\n"
SOURCE = Source("my games/a,b.yaml", TEXT)


def span(word: str) -> Span:
    return Span(SOURCE, TEXT.index(word), TEXT.index(word) + len(word))


WORD = Diagnostic(
    "name-unknown",
    'I don\'t know "wlak".',
    span("wlak"),
    "did you mean walk?",
    (Note("see here", span("win")),),
)
LINES = Diagnostic("x-lines", "Over 100%:\x1b lines", span("[win,\n  draw]"), severity=Severity.WARNING)
NOWHERE = Diagnostic("file-missing", "There is no such file.", file="gone.yaml")
ALL = [WORD, LINES, NOWHERE]


def test_json_has_every_key_for_every_diagnostic() -> None:
    data = json.loads(render(ALL, games=3, style="json"))
    assert data["summary"] == {"games": 3, "errors": 2, "warnings": 1}
    by_code = {found["code"]: found for found in data["diagnostics"]}
    assert by_code["name-unknown"] == {
        "file": "my games/a,b.yaml",
        "line": 1,
        "column": 7,
        "end_line": 1,
        "end_column": 11,
        "severity": "error",
        "code": "name-unknown",
        "message": 'I don\'t know "wlak".',
        "help": "did you mean walk?",
        "notes": [
            {
                "file": "my games/a,b.yaml",
                "line": 2,
                "column": 7,
                "end_line": 2,
                "end_column": 10,
                "message": "see here",
            }
        ],
    }
    assert (by_code["x-lines"]["end_line"], by_code["x-lines"]["end_column"]) == (3, 8)
    missing = by_code["file-missing"]
    assert missing.keys() == by_code["name-unknown"].keys()
    assert [missing[key] for key in ("line", "column", "end_line", "end_column", "help")] == [None] * 5
    assert missing["notes"] == []


def test_json_of_a_clean_run() -> None:
    clean = {"diagnostics": [], "summary": {"games": 2, "errors": 0, "warnings": 0}}
    assert json.loads(render([], games=2, style="json")) == clean


def test_json_and_sarif_are_ascii() -> None:
    found = [Diagnostic("x-y", "bad \x9b \u202e", file="ü\x1b.yaml")]
    for style in ("json", "sarif"):
        rendered = render(found, style=style)
        assert rendered.isascii()
        assert "\x1b" not in rendered


def test_programs_get_everything() -> None:
    many = [Diagnostic("x-y", f"{n}", file="a.yaml") for n in range(LIMITS.shown_errors.value * 3)]
    assert len(json.loads(render(many, style="json"))["diagnostics"]) == len(many)
    assert len(render(many, style="github").split("\n")) == len(many)
    assert len(json.loads(render(many, style="sarif"))["runs"][0]["results"]) == len(many)


def test_github_escapes_what_its_syntax_needs() -> None:
    missing, word, lines = render(ALL, style="github").split("\n")
    assert missing == "::error file=gone.yaml,title=file-missing::There is no such file."
    assert word == (
        "::error file=my games/a%2Cb.yaml,line=1,col=7,endLine=1,endColumn=11,title=name-unknown::"
        'I don\'t know "wlak".%0Ahelp: did you mean walk?%0Anote: my games/a,b.yaml:2:7: see here'
    )
    # The runner refuses columns for several lines.
    assert lines == ("::warning file=my games/a%2Cb.yaml,line=2,endLine=3,title=x-lines::Over 100%25:\\x1b lines")


def sarif(diagnostics: list[Diagnostic]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(render(diagnostics, style="sarif"))
    return data


def test_sarif_structure() -> None:
    log = sarif(ALL)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert driver["name"] == "Rulewright"
    assert [rule["id"] for rule in driver["rules"]] == ["file-missing", "name-unknown", "x-lines"]
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert " " not in uri
        region = location["physicalLocation"].get("region")
        if region:
            start = (region["startLine"], region["startColumn"])
            assert (1, 1) <= start <= (region["endLine"], region["endColumn"])


def test_sarif_rules_are_described_by_their_page() -> None:
    (rule,) = sarif([NOWHERE])["runs"][0]["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "there is no such game"
    assert rule["fullDescription"]["text"].startswith("There is neither a file")
    assert rule["help"]["markdown"].startswith("# file-missing: ")


def test_sarif_places() -> None:
    missing, word, lines = sarif(ALL)["runs"][0]["results"]
    assert "region" not in missing["locations"][0]["physicalLocation"]
    assert word["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "my%20games/a%2Cb.yaml"},
        "region": {"startLine": 1, "startColumn": 7, "endLine": 1, "endColumn": 11},
    }
    (related,) = word["relatedLocations"]
    assert related["message"]["text"] == "see here"
    assert related["physicalLocation"]["region"]["startLine"] == 2
    assert lines["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 2,
        "startColumn": 6,
        "endLine": 3,
        "endColumn": 8,
    }


def test_sarif_of_a_clean_run_is_still_a_run() -> None:
    (run,) = sarif([])["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []


def test_a_whole_line_ends_on_itself() -> None:
    whole = Diagnostic("x-y", "Hm.", Span(SOURCE, 0, TEXT.index("\n") + 1))
    (found,) = json.loads(render([whole], style="json"))["diagnostics"]
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (1, 1, 1, 11)
