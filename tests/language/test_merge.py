"""`extends`: the patch rules of semantics D90 to D92 and D94, and finding the parent."""

import textwrap
from pathlib import Path

import pytest

from rulewright.language import game_files
from rulewright.language.document.nodes import Document, Mapping, PlainTree, Scalar, plain
from rulewright.language.document.reader import read_document
from rulewright.language.reading import read_source, text_source
from rulewright.language.variants.merge import load_chain
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    monkeypatch.setattr(game_files, "library_folder", lambda: folder)
    return folder


def write(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.yaml"
    path.write_text(textwrap.dedent(text))
    return path


def load(path: Path) -> tuple[Document | None, Report]:
    report = Report()
    source = read_source(path, report)
    assert source
    document = read_document(source, report)
    assert document
    return load_chain(document, report), report


def merged(tmp_path: Path, parent: str, child: str) -> tuple[PlainTree, list[str]]:
    """The child laid over the parent (without `extends`), and the codes told."""
    write(tmp_path, "parent", parent)
    document, report = load(write(tmp_path, "child", "extends: parent\n" + textwrap.dedent(child)))
    assert document
    found = plain(document.root)
    assert isinstance(found, dict)
    assert found.pop("extends") == "parent"
    return found, [d.code for d in report]


@pytest.mark.parametrize(
    ("parent", "child", "result"),
    [
        ("a: 1\nb: {c: 1, d: 2}\n", "b: {d: 3, e: 4}\n", {"a": 1, "b": {"c": 1, "d": 3, "e": 4}}),
        ("a: [1, 2]\n", "a: [3]\n", {"a": [3]}),
        ("a: text\n", "a: {b: 1}\n", {"a": {"b": 1}}),
        ("a: {b: 1}\n", "a: text\n", {"a": "text"}),
        ("a: {b: 1, c: 2}\n", "a: {b: ~}\n", {"a": {"c": 2}}),
        ("a: 1\nb: 2\n", "a: null\n", {"b": 2}),
        ("a: 1\n", "b: {c: {d: 1}}\n", {"a": 1, "b": {"c": {"d": 1}}}),
        ("define: {others(d): mine}\n", "define: {others(x): enemy}\n", {"define": {"others(x)": "enemy"}}),
        ("define: {others(d): mine}\n", "define: {others: ~}\n", {"define": {}}),
        ("turn: walk\n", "phases: [{turn: place}]\n", {"phases": [{"turn": "place"}]}),
        ("phases: [{turn: place}]\n", "turn: walk\n", {"turn": "walk"}),
        ("turn: walk\n", "turn: ~\nphases: []\n", {"phases": []}),
        ("actions: {a: {move: mine, to: empty}}\n", "actions: {a: {path: step any to empty}}\n",
         {"actions": {"a": {"move": "mine", "path": "step any to empty"}}}),
        ("actions: {a: {move: mine, to: empty}}\n", "actions: {a: {place: stone}}\n",
         {"actions": {"a": {"to": "empty", "place": "stone"}}}),
        ("pieces: {p: {move: x}}\n", "pieces: {p: {place: y}}\n",
         {"pieces": {"p": {"move": "x", "place": "y"}}}),
        ("vars: {v: {range: 0..3}}\n", "vars: {v: {holds: site}}\n", {"vars": {"v": {"holds": "site"}}}),
        ("board: {tiling: square, size: 3}\n", "board: {drawing: a-b}\n",
         {"board": {"size": 3, "drawing": "a-b"}}),
        ("setup: {board: x, man: a1}\n", "setup: {board: y}\n", {"setup": {"board": "y", "man": "a1"}}),
        ("options: {o: {default: a, choices: {a: {}, b: {x: ~, y: 1}}}}\n",
         "options: {o: {choices: {b: {z: ~}}}}\n",
         {"options": {"o": {"default": "a", "choices": {"a": {}, "b": {"z": None}}}}}),
        ("options: {o: {default: a, choices: {a: {}, b: {}}}}\n", "options: {o: {choices: {b: ~}}}\n",
         {"options": {"o": {"default": "a", "choices": {"a": {}}}}}),
        ("options: {o: {default: 1, choices: [1]}}\n", "options: {o: {range: 1..3}}\n",
         {"options": {"o": {"default": 1, "range": "1..3"}}}),
        ("game: P\nabout: x\n", "game: C\n", {"game": "C", "about": "x"}),
    ],
)  # fmt: skip
def test_patch(parent: str, child: str, result: PlainTree, tmp_path: Path) -> None:
    assert merged(tmp_path, parent, child) == (result, [])


def test_inherited_keys_keep_their_place(tmp_path: Path) -> None:
    found, _ = merged(tmp_path, "a: 1\nb: 1\nc: 1\n", "d: 2\nb: 2\n")
    assert isinstance(found, dict)
    assert list(found) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("parent", "child", "help"),
    [
        ("pieces: {ladybug: {each: 1}}\n", "pieces: {ladibug: ~}\n", 'did you mean "ladybug"?'),
        ("pieces: {ladybug: {each: 1}}\n", "piecse: {ladybug: ~}\n", 'did you mean "pieces"?'),
        ("prefer: captures\n", "prefr: ~\n", 'did you mean "prefer"?'),
        ("a: 1\n", "b: {c: {d: ~}}\n", "delete the line"),
        ("a: [1]\n", "a: [~]\n", "delete the item"),
        ("a: text\n", "a: {b: ~}\n", 'delete the line with "b: ~"'),
        ("a: 1\n", "tests: [{vars: {x: ~}}]\n", "delete the line"),
    ],
)
def test_nothing_to_remove(parent: str, child: str, help: str, tmp_path: Path) -> None:
    write(tmp_path, "parent", parent)
    _, report = load(write(tmp_path, "child", "extends: parent\n" + child))
    (found,) = report
    assert found.code == "merge-absent"
    assert help in (found.help or "")
    assert found.file_name.endswith("child.yaml")


def test_removing_without_a_parent(tmp_path: Path) -> None:
    text = "turn: ~\nactions: {a: {if: ~}}\noptions: {o: {default: a, choices: {a: {turn: ~}}}}\n"
    document, report = load(write(tmp_path, "child", text))
    assert document
    assert document.root.keys() == ["turn", "actions", "options"]  # no missing key is told on top
    assert [d.code for d in report] == ["merge-absent", "merge-absent"]
    assert [d.span and d.span.text for d in report] == ["turn", "if"]


def test_tests_are_inherited_when_marked(tmp_path: Path) -> None:
    parent = "tests: [{perft: [1]}, {perft: [2], inherit: yes}, {perft: [3], inherit: true}]\n"
    both = [{"perft": [2], "inherit": "yes"}, {"perft": [3], "inherit": True}]
    assert merged(tmp_path, parent, "")[0] == {"tests": both}
    assert merged(tmp_path, parent, "tests: [{perft: [4]}]\n")[0] == {"tests": [*both, {"perft": [4]}]}
    assert merged(tmp_path, parent, "tests: ~\n") == ({}, [])
    assert merged(tmp_path, "tests: [{perft: [1]}]\n", "") == ({}, [])


def test_every_node_remembers_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "far"
    write(folder, "parent", "hooks: {file: hive.py, f: {gives: bool}}\na: {x: 1}\n")
    document, _ = load(write(folder, "child", "extends: parent\na: {y: 2}\n"))
    assert document
    hooks, a = document.root.get("hooks"), document.root.get("a")
    assert isinstance(hooks, Mapping)
    assert isinstance(a, Mapping)
    file = hooks.get("file")
    assert isinstance(file, Scalar)
    assert file.span.source.path == folder / "parent.yaml"
    assert [Path(value.span.source.name).name for _, value in a.items()] == ["parent.yaml", "child.yaml"]
    assert document.source.name.endswith("child.yaml")


def test_three_generations(tmp_path: Path) -> None:
    write(tmp_path, "a", "game: A\nx: 1\ny: 1\nz: 1\n")
    write(tmp_path, "b", "game: B\nextends: a\ny: 2\nz: 2\n")
    document, report = load(write(tmp_path, "c", "game: C\nextends: b\nz: 3\n"))
    assert document
    assert plain(document.root) == {"game": "C", "x": 1, "y": 2, "z": 3, "extends": "b"}
    assert not len(report)


# --- finding the parent ------------------------------------------------------------------------------------


def test_beside_the_file_comes_before_the_library(shipped: Path, tmp_path: Path) -> None:
    write(shipped, "hive_base", "from: library\n")
    here = tmp_path / "here"
    child = write(here, "child", "extends: Hive-Base\n")
    document, _ = load(child)
    assert document
    assert document.root.get("from")
    write(here, "hive_base", "from: here\n")
    document, _ = load(child)
    assert document
    origin = document.root.get("from")
    assert isinstance(origin, Scalar)
    assert origin.text == "here"


def test_a_file_may_extend_its_namesake_in_the_library(shipped: Path, tmp_path: Path) -> None:
    write(shipped, "chess", "x: 1\n")
    document, report = load(write(tmp_path / "here", "chess", "extends: chess\n"))
    assert document
    assert document.root.get("x")
    assert not len(report)


def test_a_text_can_only_extend_the_library(shipped: Path) -> None:
    write(shipped, "chess", "x: 1\n")
    report = Report()
    source = text_source("extends: chess\n", "pasted", report)
    assert source
    document = read_document(source, report)
    assert document
    whole = load_chain(document, report)
    assert whole
    assert plain(whole.root) == {"x": 1, "extends": "chess"}


@pytest.mark.parametrize(
    "parent",
    ["../../etc/passwd", "/etc/passwd", "games/hive", "hive.yaml", ".hive", "..", "'~'", "~root", "a\\b",
     "C:\\x", "'a b'", "[hive]", "{hive: 1}", "a" * 41, "'hive%00'", "'é'"],
)  # fmt: skip
def test_never_a_path(parent: str, tmp_path: Path) -> None:
    document, report = load(write(tmp_path, "child", f"extends: {parent}\n"))
    assert document is None
    assert [d.code for d in report] == ["merge-path"]
    assert next(iter(report)).help


def test_a_path_is_answered_with_the_id(shipped: Path, tmp_path: Path) -> None:
    write(shipped, "hive_base", "x: 1\n")
    for text in ("games/hive_base.yaml", "Hive base", "hive_base.yml"):
        _, report = load(write(tmp_path, "child", f"extends: {text}\n"))
        assert next(iter(report)).help == "write  extends: hive_base"


def test_missing(shipped: Path, tmp_path: Path) -> None:
    write(shipped, "breakthrough", "x: 1\n")
    document, report = load(write(tmp_path / "here", "child", "extends: breakthru\n"))
    assert document is None
    (found,) = report
    assert (found.code, found.help) == ("merge-missing", 'did you mean "breakthrough"?')
    assert found.span
    assert found.span.text == "breakthru"


def test_cycle(tmp_path: Path) -> None:
    for name, parent in (("a", "b"), ("b", "c"), ("c", "b")):
        write(tmp_path, name, f"extends: {parent}\n")
    document, report = load(tmp_path / "a.yaml")
    assert document is None
    (found,) = report
    assert found.code == "merge-cycle"
    assert "b → c → b" in found.message
    assert found.file_name.endswith("c.yaml")


def test_itself(tmp_path: Path) -> None:
    _, report = load(write(tmp_path, "a", "extends: a\n"))
    (found,) = report
    assert (found.code, found.message) == ("merge-cycle", '"a" extends itself.')


def test_depth(tmp_path: Path) -> None:
    limit = LIMITS.extends_depth.value
    write(tmp_path, f"g{limit}", "x: 1\n")
    for number in range(limit):
        write(tmp_path, f"g{number}", f"extends: g{number + 1}\n")
    assert not len(load(tmp_path / "g1.yaml")[1])
    assert [d.code for d in load(tmp_path / "g0.yaml")[1]] == ["merge-depth"]


def test_a_broken_parent_is_told_once_and_in_its_own_file(tmp_path: Path) -> None:
    write(tmp_path, "parent", "a: [\n")
    document, report = load(write(tmp_path, "child", "extends: parent\n"))
    assert document is None
    (found,) = report
    assert (found.code, found.file_name.endswith("parent.yaml")) == ("yaml-syntax", True)
