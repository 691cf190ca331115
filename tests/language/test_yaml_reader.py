"""From text to document: values, spans, limits, and everything YAML has that a game file has not."""

import textwrap

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulewright.language.document.nodes import Document, Mapping, Node, Scalar, Sequence, Style, plain
from rulewright.language.document.reader import read_document
from rulewright.language.document.scalars import plain_value
from rulewright.language.reading import text_source
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS
from rulewright.source.source import Source


def read(text: str) -> tuple[Document | None, Report]:
    report = Report()
    source = text_source(text, "x.yaml", report)
    return (read_document(source, report) if source else None), report


def good(text: str) -> Document:
    document, report = read(text)
    assert not len(report), [d.message for d in report]
    assert document
    return document


def value_of(text: str) -> Scalar:
    node = good(f"a: {text}\n").root.get("a")
    assert isinstance(node, Scalar)
    return node


def told(text: str) -> list[tuple[str, int, str]]:
    """(code, line, the marked text) of every diagnostic."""
    _, report = read(text)
    found = []
    for diagnostic in report:
        assert diagnostic.help
        assert diagnostic.span
        found.append((diagnostic.code, diagnostic.span.line, diagnostic.span.text))
    return found


# --- values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("false", False), ("null", None), ("~", None), ("0", 0), ("-3", -3), ("7.5", 7.5)],
)
def test_json_scalars_are_typed(text: str, value: object) -> None:
    found = value_of(text).value
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    ["on", "no", "yes", "off", "y", "n", "True", "TRUE", "Null", "012", "1:30", "0x1F", "0o7", "1_000", ".5",
     "5.", "1e5", "+1", ".inf", ".nan", "--", "2001-01-01", "a1", "5x5", "1..3", "=", "<<"],
)  # fmt: skip
def test_everything_else_is_text(text: str) -> None:
    assert value_of(text).value == text


@pytest.mark.parametrize("text", ["'1'", '"1"', "'true'", '"~"', "''"])
def test_quoted_scalars_are_text(text: str) -> None:
    assert value_of(text).value == text[1:-1]


def test_keys_are_text() -> None:
    root = good("on: no\n1: x\ntrue: y\n'~': z\n").root
    assert plain(root) == {"on": "no", "1": "x", "true": "y", "~": "z"}


def test_spans() -> None:
    document = good("game: Hex\nboard:\n  size: 11   # eleven\nlist: [a, 'b c']\n")
    root = document.root
    board = root.get("board")
    assert isinstance(board, Mapping)
    assert board.span.text == "size: 11"
    size = board.entry("size")
    assert size
    assert (size.key.span.text, size.key.span.line, size.value.span.column) == ("size", 3, 9)
    items = root.get("list")
    assert isinstance(items, Sequence)
    assert items.span.text == "[a, 'b c']"
    assert items.items[1].span.text == "'b c'"
    assert root.span.start == 0


def test_windows_line_ends() -> None:
    document = good("game: Hex\r\nabout: |\r\n  one\r\n  two\r\n")
    assert plain(document.root) == {"game": "Hex", "about": "one\ntwo\n"}


# --- places ------------------------------------------------------------------------------------------------


def check_places(node: Node) -> None:
    """Every character that is no white space comes from a stretch that says it."""
    if isinstance(node, Sequence):
        for item in node.items:
            check_places(item)
        return
    if isinstance(node, Mapping):
        for entry in node.entries:
            check_places(entry.key)
            check_places(entry.value)
        return
    assert node.places is not None
    assert len(node.places) == len(node.text)
    assert list(node.places) == sorted(node.places)
    for char, (start, end) in zip(node.text, node.places, strict=True):
        written = node.span.source.text[start:end]
        if char.isspace() and not written.startswith("\\"):
            assert not written.strip()
        elif node.style is Style.DOUBLE and written.startswith("\\"):
            assert yaml.safe_load(f'"{written}"') == char
        elif node.style is Style.SINGLE and char == "'":
            assert written == "''"
        else:
            assert written == char


def check_text(text: str) -> None:
    """Our reading equals PyYAML's, with places."""
    document = good(text)
    assert plain_texts(document.root) == yaml.load(text, yaml.BaseLoader)
    check_places(document.root)


def plain_texts(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain_texts(item) for item in node.items]
    return {key.text: plain_texts(value) for key, value in node.items()}


@pytest.mark.parametrize(
    "text",
    [
        "a: one two\n",
        "a: one\n  two\n\n\n  three\nb: 1\n",
        "a: 'it''s  one\n   two\n\n three '\n",
        'a: "x\\ty \\u00e4 \\x41 \\"q\\" \\\n   z\\\n\n  w\n  v"\n',
        "a: |\n  one\n   two\n\n  three\nb: 1\n",
        "a: |2\n    one\n  two\n",
        "a: >\n  one\n  two\n\n  three\n   more\n   and\n  last\n\n\nb: 1\n",
        "a: >-\n  one\n\n\n  two\n\n",
        "a: |+\n  one\n\n\n",
        "a: |\n\n\n  one\n",
        "a: >\n\n  \n  one\n  two\n",
        "a:\n  - |\n    x\n  - >2\n      y\n    z\n",
        "a: {b: one\n  two, c: [x\n    y, z]}\n",
        "a: |\n  # no comment\n# a comment\nb: 1\n",
        "a: |   # header\n  x\n",
        "a: |\nb: >\n\n",
        "a: |1\n    \n  x\n",
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_places(text: str, line_end: str) -> None:
    check_text(text.replace("\n", line_end))


words = st.text(st.sampled_from("abXY019äß☃._-+=()'\"\\|>~$@"), min_size=1, max_size=6)
lines = st.lists(words, min_size=1, max_size=4).map(" ".join)
gaps = st.sampled_from([" ", "  ", "\n", "\n  ", "\n\n  ", "  \n\n\n ", " \n  \t"])


@st.composite
def single_quoted(draw: st.DrawFn) -> str:
    parts = draw(st.lists(lines, min_size=1, max_size=4))
    text = parts[0]
    for part in parts[1:]:
        text += draw(gaps) + part
    return "'" + text.replace("'", "''") + "'"


ESCAPES = ["\\t", "\\n", "\\\\", '\\"', "\\ ", "\\x41", "\\u00e4", "\\U0001F997", "\\\n   ", "\\\n\n  "]


@st.composite
def double_quoted(draw: st.DrawFn) -> str:
    solid = lines.map(lambda line: line.replace("\\", "/").replace('"', "'"))
    return '"' + "".join(draw(st.lists(st.one_of(solid, gaps, st.sampled_from(ESCAPES)), max_size=8))) + '"'


@st.composite
def plain_scalar(draw: st.DrawFn) -> str:
    safe = st.text(st.sampled_from("abXY019äß☃._+=()$"), min_size=1, max_size=6)
    safe = safe.filter(lambda word: word != "...")
    parts = draw(st.lists(safe, min_size=1, max_size=8))
    text = "x" + parts[0]
    for part in parts[1:]:
        text += draw(st.sampled_from([" ", "  ", "\n ", "\n   ", "\n\n  ", "  \n\n\n "])) + part
    return text


@st.composite
def block_scalar(draw: st.DrawFn) -> str:
    header = draw(st.sampled_from("|>")) + draw(st.sampled_from(["", "-", "+"]))
    any_line = st.one_of(lines, lines.map(lambda line: "  " + line), st.just(""))
    body = draw(st.lists(any_line, min_size=1, max_size=7))
    first = next((line for line in body if line), "")
    if first.startswith(" ") or not first:
        body.insert(0, "x")
    return header + "\n" + textwrap.indent("\n".join(body), draw(st.sampled_from(["  ", "     "]))) + "\n"


@settings(deadline=None)
@given(st.one_of(single_quoted(), double_quoted(), plain_scalar(), block_scalar()))
@example("'a\n\n\nb'")
def test_places_of_any_scalar(scalar: str) -> None:
    check_text(f"a: {scalar}\nb: 1\n")


@settings(deadline=None)
@given(st.one_of(single_quoted(), double_quoted(), plain_scalar()))
def test_places_in_flow(scalar: str) -> None:
    if scalar[0] in "'\"" or scalar.count("(") == scalar.count(")") == 0:
        check_text(f"a: [{scalar}, {{b: {scalar}}}]\n")


def test_a_part_of_a_scalar_points_into_the_file() -> None:
    scalar = value_of("'it''s mine'")
    start = scalar.text.index("mine")
    assert scalar.part(start, start + 4).text == "mine"


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("end: draw\nend: lose\nend: win\n", [("yaml-duplicate", 2, "end"), ("yaml-duplicate", 3, "end")]),
        ("a: {b: 1, b: 2}\nc: 1\nc: 2\n", [("yaml-duplicate", 1, "b"), ("yaml-duplicate", 3, "c")]),
        ("a: &x 1\nb: *x\n<<: *x\n", [("yaml-anchor", 1, "&x")]),
        ("a: *x\n", [("yaml-anchor", 1, "*x")]),
        ("<<: {a: 1}\n", [("yaml-anchor", 1, "<<")]),
        ("must: !enemy\n", [("yaml-tag", 1, "!enemy")]),
        ("a: !!int 5\nb: !x\n  c: 1\n", [("yaml-tag", 1, "!!int"), ("yaml-tag", 2, "!x")]),
        ("%YAML 1.2\n---\na: 1\n", [("yaml-directive", 1, "%YAML 1.2")]),
        ("a: 1\n---\nb: 1\n", [("yaml-documents", 2, "---")]),
        ("? a\n: b\n", [("yaml-key", 1, "?")]),
        ("[a]: b\n", [("yaml-key", 1, "[")]),
        ("a: {{b}}\n", [("yaml-key", 1, "{")]),
        ("~: b\n", [("yaml-key", 1, "~")]),
        ("a: 1234567890123456\n", [("yaml-number", 1, "1234567890123456")]),
        ("a: -1.234567890123456\n", [("yaml-number", 1, "-1.234567890123456")]),
        ("- a\n", [("yaml-root", 1, "-")]),
        ("text\n", [("yaml-root", 1, "t")]),
        ('a: "\\e[1m\\e"\n', [("yaml-escape", 1, "\\e")]),
        ('a: "\\UFFFFFFFF"\n', [("yaml-escape", 1, "\\UFFFFFFFF")]),
        ("a:\nb: #fff\nc: [x, ,]\n", [("yaml-syntax", 3, ",")]),
        ("a:\nb: #fff\nc:\n  -\n", [("yaml-empty", 1, "a"), ("yaml-empty", 2, "b"), ("yaml-empty", 4, "-")]),
        ("players: {white, black}\n", [("yaml-empty", 1, "white")]),
        ("a: {b: {c: hand(me, queen) = 0}}\n", [("yaml-comma", 1, ",")]),
        ("a: {if: max(a, b, c) > 0, do: f(x, c) > 0}\n", [("yaml-comma", 1, ","), ("yaml-comma", 1, ",")]),
        ("a: [f(x, y), z]\n", [("yaml-comma", 1, ",")]),
        ("a: {if: f(x, y}\n", [("yaml-comma", 1, ",")]),
        ("a: {if: 'f(x', y: 'z)'}\n", []),
        ("a: [f(x), (y)]\n", []),
    ],
)  # fmt: skip
def test_refused(text: str, expected: list[tuple[str, int, str]]) -> None:
    assert told(text) == expected


def test_a_second_key_points_back_to_the_first() -> None:
    _, report = read("end: draw\nend: lose\n")
    assert [note.span.line for note in next(iter(report)).notes] == [1]


def test_mended_mistakes_leave_a_document() -> None:
    document, _ = read("a: {if: hand(me, queen) = 0, x: 1, x: 2}\nn: 1234567890123456\n")
    assert document
    assert plain(document.root) == {"a": {"if": "hand(me, queen) = 0", "x": 1}, "n": 1}


def test_a_cut_rule_keeps_its_places() -> None:
    document, _ = read("a: {if: hand(me,\n  queen) = 0}\n")
    assert document
    node = document.root.get("a")
    assert isinstance(node, Mapping)
    rule = node.get("if")
    assert isinstance(rule, Scalar)
    assert rule.text == "hand(me, queen) = 0"
    check_places(rule)


def nested(levels: int) -> str:
    return "a: " + "[" * (levels - 1) + "x" + "]" * (levels - 1) + "\n"


def test_depth() -> None:
    limit = LIMITS.yaml_depth.value
    assert told(nested(limit)) == []
    assert told(nested(limit + 1)) == [("yaml-depth", 1, "[")]
    block = "".join("  " * depth + "a:\n" for depth in range(limit))
    assert told(block + "  " * limit + "x\n") == []
    assert [code for code, *_ in told(block + "  " * limit + "a: x\n")] == ["yaml-depth"]
    assert [code for code, *_ in told(block[:-1] + " [x]\n")] == ["yaml-depth"]


def test_nodes() -> None:
    most = LIMITS.yaml_nodes.value - 3
    assert told("a: [" + "1," * most + "]\n") == []
    assert [code for code, *_ in told("a: [" + "1," * (most + 1) + "]\n")] == ["yaml-size"]


@pytest.mark.parametrize(
    ("text", "line", "marked", "words"),
    [
        ("game: X\n\tturn: a\n", 2, "\t", "tab"),
        ("turn:\ta\n", 1, "\t", "tab"),
        ('say: "abc\nturn: x\n', 1, '"', "never closed"),
        ("turn move\nstuck: pass\n", 1, "turn move", "no colon"),
        ("game: X\nturn move\nstuck: pass\n", 2, "turn move", "no colon"),
        ("game: X\nturn:move\nstuck: pass\n", 2, ":", "space"),
        ("turn:move\nstuck: pass\n", 1, ":", "space"),
        ("board: x\n  size: 5\n", 2, "size", "indented deeper"),
        ("a:\n  b: 1\n c: 2\n", 3, "c", "not indented"),
        ("  a: 1\n b: 2\n", 2, "b", "not indented"),
        ("moves: [a, b\nturn: x\n", 1, "[", "not closed"),
        ("board: {size: 5\n", 1, "{", "never closed"),
        ("if: @one_hive(piece)\n", 1, "@", "quotes"),
        ("say: `x`\n", 1, "`", "quotes"),
        ("say: %x\n", 1, "%", "quotes"),
        ("about: One rule: win\n", 1, ":", "one too many"),
        ("say: {origin}-{target}\n", 1, "-", "goes on"),
        ("a: {say: {origin}-{target}}\n", 1, "-", "goes on"),
        ("a: 'it's'\n", 1, "s", "goes on"),
        ('a: "b" c\n', 1, "c", "goes on"),
        ("a: b\n- c\n", 2, "-", "list item"),
        ("a: - b\n", 1, "-", "list item"),
        ("a: }\n", 1, "}", "where a value"),
        ("x: [a, b]]\n", 1, "]", "closes nothing"),
        ('a: "\\q"\n', 1, "\\q", "means nothing"),
        ("a: | text\n", 1, "text", "next line"),
        ("a: &\n", 1, "&", "quotes"),
        (": x\n", 1, ":", "no key"),
        ("a: 1\n...\nb: 2\n", 3, "b", "ends"),
        ('a: "x\n---\ny"\n', 1, '"', "still open"),
    ],
)
def test_syntax(text: str, line: int, marked: str, words: str) -> None:
    _, report = read(text)
    (found,) = report
    assert found.span
    assert (found.code, found.span.line, found.span.text) == ("yaml-syntax", line, marked)
    assert words in found.message + (found.help or "")


INGREDIENTS = [
    "a", "b:", ": ", "- ", "\n", "\n  ", "\n    ", "{", "}", "[", "]", ", ", "'", '"', "|", ">", "&a", "*a",
    "!t", "? ", "#", "\\", "%", "@", "\t", "---\n", "...\n", "<<: ", "~", "1", "f(", ")", "$a", "ä", "''",
    "\r\n", "\\U", "\\x4",
]  # fmt: skip
yaml_soup = st.lists(st.sampled_from(INGREDIENTS), max_size=40).map("".join)


@settings(deadline=None)
@given(st.one_of(yaml_soup, st.text(max_size=200)))
def test_any_text_gives_a_document_or_a_diagnostic(text: str) -> None:
    document, report = read(text)
    assert document is not None or report.failed
    for diagnostic in report:
        assert diagnostic.message.isprintable()
        if diagnostic.span:
            assert 0 <= diagnostic.span.start < diagnostic.span.end <= len(text)
    if document and not len(report):
        check_places(document.root)


@settings(deadline=None)
@given(yaml_soup)
def test_a_clean_document_is_what_yaml_says(text: str) -> None:
    report = Report()
    source = text_source(text, "x.yaml", report)
    document = read_document(source, report) if source else None
    if document and not len(report):
        assert plain_texts(document.root) == yaml.load(text, yaml.BaseLoader)


@settings(deadline=None)
@given(st.integers(-999_999_999, 999_999_999))
def test_numbers(number: int) -> None:
    assert plain_value(str(number)) == number


def test_sources_are_read_as_they_are() -> None:
    source = Source("x.yaml", "a: 1\n")
    document = read_document(source, Report())
    assert document
    assert document.source is source
