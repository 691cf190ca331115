"""Files that people send: each is refused with its own diagnostic, with little memory and time."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.document.empty import report_empty
from rulewright.language.document.nodes import Entry, Mapping, Scalar
from rulewright.language.document.reader import read_document
from rulewright.language.game_files import find_game
from rulewright.source.diagnostics import Report
from rulewright.source.source import Source, Span

DRIVER = Path(__file__).with_name("hostile_driver.py")
PACKAGE_ROOT = Path(__file__).parents[2] / "interpreter"

ALIAS_BOMB = "a: &a [l,l,l,l,l,l,l,l,l]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in pairwise("abcdefghi")
)


def codes_of(path: Path, mode: str = "file") -> list[str]:
    (codes,) = codes_of_each([path], mode)
    return codes


def codes_of_each(paths: Sequence[Path], mode: str = "file") -> list[list[str]]:
    """Of one process for each file, started by one that has imported everything."""
    done = subprocess.run(
        [sys.executable, str(DRIVER), mode, *map(str, paths)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PACKAGE_ROOT)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1::2] == ["= 0"] * len(paths)
    return [line.split() for line in lines[::2]]


CONTENTS = {
    "60 KB of [": ("a: " + "[" * 60_000, ["yaml-depth"]),
    "60 KB of {": ("a: " + "{" * 60_000, ["yaml-depth"]),
    "60 KB of {a:": ("{a: " * 15_000, ["yaml-depth"]),
    "dashes": ("- " * 30_000, ["yaml-depth"]),
    "question marks": ("? " * 30_000, ["yaml-key"]),
    "indentation": ("\n".join(" " * depth + "a:" for depth in range(340)), ["yaml-depth"]),
    "alias bomb": (ALIAS_BOMB, ["yaml-anchor"] * 9),
    "anchor on itself": ("a: &a [*a]\n", ["yaml-anchor"]),
    "on: no": ("on: no\n", []),
    "a key twice": ("end: draw\nend: win if mine\n", ["yaml-duplicate"]),
    "many keys twice": ("a: 1\n" * 2_900, ["yaml-duplicate"] * 2_899),
    "4,300 digits": ("size: " + "9" * 4_300 + "\n", ["yaml-number"]),
    "60,000 digits": ("size: " + "9" * 60_000 + "\n", ["yaml-number"]),
    "digits in a range": ("options: {a: {default: 1, range: 1.." + "9" * 60_000 + "}}\n", ["option-form"]),
    "control characters": ("game: \x1b[2Jboo\x07\n", ["file-control"]),
    "unknown options": (
        "a: ["
        + ", ".join(f"${'x' * 30}{n}" for n in range(1_500))
        + "]\noptions:\n"
        + "".join(f"  {'x' * 30}{n}: {{default: 1}}\n" for n in range(2_000, 2_060)),
        ["option-undeclared"] * 1_500 + ["option-unused"] * 60,
    ),
    "escaped control characters": ('"\\e[2J": "\\u202Eboo"\n', ["yaml-escape", "yaml-escape"]),
    "a code point that is none": ('game: "\\UFFFFFFFF"\n', ["yaml-escape"]),
    "half a surrogate pair": ('game: "\\uD800"\n', ["yaml-escape"]),
    "direction marks": ("game: a\u202eb\n", ["file-control"]),
    "NUL": ("game: a\0b\n", ["file-control"]),
    "markup in names": ('game: "<script>alert(1)</script>"\n"<b>": "[red]x[/red]"\n', []),
    "empty": ("", ["file-empty"]),
    "only comments": ("# a game\n\n   # later\n", ["file-empty"]),
    "Python object": ("a: !!python/object/apply:os.system [ls]\n", ["yaml-tag"]),
    "many nodes": ("a: [" + "1," * 30_000 + "1]\n", ["yaml-size"]),
    "many empty values": ("".join(f"k{n}:\n" for n in range(2_900)), ["yaml-empty"] * 2_900),
    "many open brackets": ("a: [" + "f(," * 5_000 + "x]\n", []),
    "many closed brackets": ("a: [" + "f(, )," * 2_900 + "x]\n", ["yaml-comma"] * 2_900),
    "one long line": ("a: " + "x " * 30_000 + "\n", []),
    "one long key": ("x" * 60_000 + ": 1\n", ["yaml-syntax"]),
    "a never-ending quote": ('a: "' + "\n" * 60_000, ["yaml-syntax"]),
    "a never-ending comment": ("#" * 60_000, ["file-empty"]),
    "a long block text": ("a: >\n" + "  x\n\n" * 10_000, []),
    "extends a system file": ("extends: ../../../../../../etc/passwd\n", ["merge-path"]),
    "extends an absolute path": ("extends: /etc/passwd\n", ["merge-path"]),
    "extends a home folder": ("extends: ~root\n", ["merge-path"]),
    "extends backwards": ("extends: ..\\..\\boot\n", ["merge-path"]),
    "extends a dot file": ("extends: .hidden\n", ["merge-path"]),
    "extends 60 KB": ("extends: " + "a" * 60_000 + "\n", ["merge-path"]),
    "extends itself": ("extends: sent\n", ["merge-cycle"]),
    "many options": (
        "options:\n" + "".join(f"  o{n}: {{default: a, choices: [a, b]}}\n" for n in range(700)),
        ["option-many"] + ["option-unused"] * 700,
    ),
    "an endless range": ("options: {n: {default: 1, range: 1..999999999}}\nstack: $n\n", []),
}


def test_contents(tmp_path: Path) -> None:
    paths = {name: tmp_path / str(number) / "sent.yaml" for number, name in enumerate(CONTENTS)}
    for name, (content, _) in CONTENTS.items():
        paths[name].parent.mkdir()
        paths[name].write_bytes(content.encode("utf-8", "surrogatepass"))
    found = dict(zip(CONTENTS, map(sorted, codes_of_each(list(paths.values()))), strict=True))
    assert found == {name: sorted(expected) for name, (_, expected) in CONTENTS.items()}


def test_nesting_is_refused_even_without_the_size_limit(tmp_path: Path) -> None:
    indentation = "\n".join(" " * depth + "a:" for depth in range(640))
    contents = {"brackets": "[" * 200_000, "braces": "{a: " * 50_000, "dashes": "- " * 100_000, "blanks": indentation}
    paths = [tmp_path / f"{name}.yaml" for name in contents]
    for path in paths:
        path.write_text(contents[path.stem])
    assert codes_of_each(paths, "text") == [["yaml-depth"]] * len(paths)
    assert codes_of_each(paths) == [["file-size"]] * len(paths)


# So long that whatever looks at the rest of a line from each of its signs takes longer than its process may.
LONG = 150_000
GAME = "players: [white, black]\nboard: {tiling: square, size: 3x3}\n"


def test_a_long_line_is_refused_in_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "sent.yaml"
    path.write_text("a: b\nc" + " " * LONG + "d\ne: f\n")
    assert codes_of(path, "text") == ["yaml-syntax"]


TYPED = {
    "blanks": "a" + " " * LONG,
    "blanks in braces": "a: {b" + " " * LONG,
    "a long word": "a" * LONG + " ",
    "a long number": "1" * LONG + ".",
    "names": GAME + "define:\n" + "".join(f"  d{n}: 0\n" for n in range(10_000)),
    "states": GAME + "pieces: {man: {states: [" + ", ".join(f"s{n}" for n in range(10_000)) + "]}}\n",
    "a choice that is none": (
        "options: {o: {default: " + "".join(chr(0x4E00 + n % 1_500) for n in range(60_000)) + ", choices: ["
        + "".join(chr(0x4E00 + n % 1_499) for n in range(60_000)) + "]}}\n"
    ),
}  # fmt: skip


def test_help_while_typing_takes_linear_time(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.yaml" for name in TYPED]
    for path in paths:
        path.write_text(TYPED[path.stem])
    assert codes_of_each(paths, "workshop") == [[]] * len(paths)


# Each name is used twice and again by the next one: who follows every use has to go 3^20 ways.
_MEN = "game: Ways\n" + GAME + "pieces: {man: {MORE}}\nactions: {go: {move: mine, path: LAST}}\nturn: go\nstuck: draw\n"
USES = {
    "paths": _MEN.replace("{MORE}", "{}").replace("LAST", "p20") + "paths:\n  p0: step any to empty\n"
    + "".join(f"  p{n}: p{n - 1} | p{n - 1} then p{n - 1}\n" for n in range(1, 21)),
    "attributes": _MEN.replace("LAST", "its p20").replace(
        "MORE",
        "p0: step any to empty"
        + "".join(f", p{n}: its p{n - 1} | its p{n - 1} then its p{n - 1}" for n in range(1, 21)),
    ),
    "effects with numbers": _MEN.replace("{MORE}", "{}").replace("path: LAST", "to: empty, do: e20(3)")
    + "vars: {sum: {range: 0..99}}\ndefine:\n  e0(num): [sum += num]\n"
    + "".join(f"  e{n}(num): [e{n - 1}(num - 1), e{n - 1}(num - 2)]\n" for n in range(1, 21)),
    "numbers": _MEN.replace("{MORE}", "{}").replace("path: LAST", "to: empty, if: d11 > 3")
    + "define:\n  d0: 9 * 9\n" + "".join(f"  d{n}: d{n - 1} * d{n - 1}\n" for n in range(1, 12)),
}  # fmt: skip


def test_what_is_used_many_times_is_looked_at_once(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.yaml" for name in USES]
    for path in paths:
        path.write_text(USES[path.stem])
    found = [["bounds-size"], ["tests-none", "dead-kind"], ["bounds-size"], ["bounds-number"] * 9]
    assert codes_of_each(paths, "rules") == found


# A few letters name thousands of sites, and there is room for thousands of them.
_SITES = """\
game: Sites
players: [white, black]
board:
  sites: s1..s4000
pieces: {man: {}}
actions: {put: {place: my man, to: empty}}
turn: put
stuck: draw
end: [win if count mine > 3 or count (mine in r) > 3]
"""
_TRACKS = "".join(f"    t{n}: {{sites: {'s1..s4000 ' * 16}}}\n" for n in range(300))
SITES = {
    "rows": (_SITES + "display: {board: {rows: '" + "s1..s4000 " * 6_000 + "'}}\n", "display-board"),
    "misspelt rows": (_SITES + "display: {board: {rows: '" + "sls2 s1s2 " * 6_000 + "'}}\n", "board-site"),
    "region": (_SITES + "regions: {r: [" + "s1..s4000, " * 5_700 + "s1]}\n", "board-limit"),
    "set-up": (_SITES + "setup: {white man: [" + "s1..s4000, " * 5_700 + "s1]}\n", "setup-site"),
    "tracks": (_SITES.replace("pieces:", f"  tracks:\n{_TRACKS}pieces:"), "board-limit"),
}


def test_sites_that_lists_name_are_bounded(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.yaml" for name in SITES]
    for path in paths:
        path.write_text(SITES[path.stem][0])
    for (_, code), codes in zip(SITES.values(), codes_of_each(paths, "rules"), strict=True):
        assert code in codes
        assert len(codes) < 100


class _Counted(list[int]):
    """Numbers that count how often one of them is read."""

    reads = 0

    def __getitem__(self, at: Any) -> Any:
        self.reads += 1
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[int]:
        for number in super().__iter__():
            self.reads += 1
            yield number


def test_values_that_are_told_already_are_not_searched_again_and_again() -> None:
    source = Source("sent.yaml", "key: \n" * 2_000)
    spans = [Span(source, at, at + 3) for at in range(0, len(source.text), 6)]
    entries = tuple(Entry(Scalar(span, f"k{span.start}", "k"), Scalar(span, "", None)) for span in spans)
    told, report = _Counted(span.end + 1 for span in spans[::2]), Report()
    report_empty(Mapping(Span(source, 0, len(source.text)), entries), told, report)
    assert len(report) == len(entries) // 2
    assert told.reads < 20 * len(entries)


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "sent.yaml"
    path.write_bytes("game: Schleicher & Hüpfer\n".encode("latin-1"))
    assert codes_of(path) == ["file-encoding"]


def test_folder(tmp_path: Path) -> None:
    assert codes_of(tmp_path) == ["file-directory"]


def test_pipe(tmp_path: Path) -> None:
    path = tmp_path / "sent.yaml"
    os.mkfifo(path)
    assert codes_of(path) == ["file-kind"]


def test_device() -> None:
    assert codes_of(Path("/dev/zero")) == ["file-kind"]


def test_file_of_a_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "sent.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    assert codes_of(path) == ["file-size"]


def test_file_that_tells_no_size() -> None:
    """Files of /proc have size 0 and content all the same."""
    path = Path("/proc/self/maps")
    if not path.exists():
        pytest.skip("no /proc here")
    assert codes_of(path)[0] in ("file-empty", "file-control", "file-size", "yaml-syntax", "yaml-root")


def test_names_that_are_no_names(tmp_path: Path) -> None:
    assert codes_of(tmp_path / ("x" * 5_000)) == ["file-missing"]
    assert codes_of(tmp_path / "\x1b[2J.yaml") == ["file-missing"]


def test_links_in_a_circle(tmp_path: Path) -> None:
    path = tmp_path / "sent.yaml"
    path.symlink_to(path)
    assert codes_of(path) == ["file-access"]


def test_games_that_extend_one_another(tmp_path: Path) -> None:
    for name, parent in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.yaml").write_text(f"extends: {parent}\n")
    assert codes_of(tmp_path / "a.yaml") == ["merge-cycle"]


def test_endless_chain(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"g{number}.yaml").write_text(f"extends: g{number + 1}\n")
    assert codes_of(tmp_path / "g0.yaml") == ["merge-depth"]


def test_parent_that_is_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "parent.yaml")
    (tmp_path / "sent.yaml").write_text("extends: parent\n")
    assert codes_of(tmp_path / "sent.yaml") == ["file-kind"]


def test_thousands_of_misspelt_names(tmp_path: Path) -> None:
    names = "".join(f"{'name' * 8}{n}: 1\n" for n in range(1_500))
    (tmp_path / "parent.yaml").write_text(names)
    missing = "".join(f"{'name' * 8}{n}: ~\n" for n in range(2_000, 3_400))
    (tmp_path / "sent.yaml").write_text("extends: parent\n" + missing)
    assert codes_of(tmp_path / "sent.yaml") == ["merge-absent"] * 1_400


@pytest.mark.parametrize("text", ["game: !" + "x" * 60_000, "game: &" + "x" * 60_000, "game: *" + "x" * 60_000])
def test_a_message_does_not_say_a_long_text_back(text: str) -> None:
    report = Report()
    read_document(Source("long.yaml", text), report)
    assert report.failed
    assert all(len(each.message) + len(each.help or "") < 5000 for each in report)


def test_nor_the_name_of_a_game_that_is_not_there() -> None:
    report = Report()
    assert find_game("a" * 100_000, report) is None
    [told] = report
    assert len(told.message) + len(told.file_name) < 5000
