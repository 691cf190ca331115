"""The site of the documentation: links that lead nowhere are told, texts stay as they are, and games are played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("markdown_it")

from tools import make_docs_site
from tools.docs_site.pages import Pages
from tools.docs_site.reading import read

ROOT = Path(__file__).parents[2]
GAME = """game: Two
players: [white, black]
board: {tiling: square, size: 2x1}
pieces: {stone: {letter: s}}
actions: {drop: {place: my stone, to: empty}}
turn: drop
end: [draw if no empty]
tests: [{perft: [2, 2]}]
"""


def _pages(folder: Path, **files: str) -> Pages:
    """A repository with these pages in docs/; what has a suffix lies beside it."""
    for name, text in files.items():
        path = folder / "docs" / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    pages = Pages(folder)
    pages.gather()
    return pages


def test_all_links_of_the_documentation_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert make_docs_site.main(["--check"]) == 0
    assert re.fullmatch(r"\d+ pages, all links hold\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# One\n\nSee [this](two.md).", '3: "two.md" leads nowhere'),
        ("# One\n\nSee [a](#one) and\n[b](#two).", '4: "#two" leads to a place that is not on its page'),
        (
            "[a](other.md#there)\n[b](other.md#nowhere)",
            '2: "other.md#nowhere" leads to a place that is not on its page',
        ),
        ("| A |\n|---|\n| x |\n| [b](two.md) |", '4: "two.md" leads nowhere'),
        ("* one\n* ![b](two.svg)", '2: "two.svg" leads nowhere'),
        ('| A |\n|---|\n| <img src="two.svg" alt=""> |', '3: "two.svg" leads nowhere'),
        ('<p>\n<a href="two.md">b</a>\n</p>', '2: "two.md" leads nowhere'),
        ("[b](../../two.md)", '1: "../../two.md" leads out of the repository'),
        ("Words.\n\n[b][there]\n\n[there]: other.md", '3: "other.md" is to be written here as [words](other.md)'),
        ("```yaml fragment\nturn: x\n```\n<!-- board -->", "4: <!-- board --> stands behind a whole game"),
        ("<!-- board -->", "1: <!-- board --> stands behind a whole game"),
    ],
)
def test_what_does_not_hold_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    (fault,) = _pages(tmp_path, page=text, other="# Other\n\n## There\n").faults
    assert fault.startswith(f"docs/page.md:{told}")


def test_a_fault_ends_the_tool_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _pages(tmp_path, page="[b](two.md)")
    monkeypatch.setattr(make_docs_site, "ROOT", tmp_path)
    assert make_docs_site.main(["-o", str(tmp_path / "site")]) == 1
    assert capsys.readouterr().err == 'docs/page.md:1: "two.md" leads nowhere\n'
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    "arguments",
    [[], ["--check", "no_such_game"], ["-o", "docs"], ["--check", "--workers", "0"]],
    ids=["nowhere", "no game", "not empty", "nobody"],
)
def test_wrong_use_is_told(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as ended:
        make_docs_site.main(arguments)
    assert ended.value.code == 2


def test_code_is_no_link_and_neither_is_what_leads_elsewhere(tmp_path: Path) -> None:
    text = "`[a](nowhere.md)`, [b](https://example.org/x.md)\n\n```text\n[c](nowhere.md)\n```\n\n    [d](nowhere.md)\n"
    assert _pages(tmp_path, page=text).faults == []


def test_anchors_are_those_of_a_code_forge(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        '# `State`: "what" *is* it?\n\n<a id="D12"></a> Twelve\n\n## Same\n\n## Same\n\n<a id="own"></a>\n\nTwo\n---\n',
        encoding="utf-8",
    )
    assert read(path).anchors == {"state-what-is-it", "D12", "same", "same-1", "own", "two"}


def test_a_page_keeps_its_lines_and_links_lead_to_what_the_site_has(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "two.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "tool.py").write_text("print('`')\n", encoding="utf-8")
    (tmp_path / "docs" / "deep").mkdir(parents=True)
    (tmp_path / "docs" / "deep" / "board.svg").write_text("<svg/>", encoding="utf-8")
    lines = [
        "[Home](../README.md#docs) and [itself](#top), [two](../../games/two.yaml), [games](../../games/)",
        "<!-- for those who",
        "write it -->",
        "",
        "![a board](board.svg) [tool](../../tool.py)",
        "# Top",
        "```yaml game two.yaml",
        *GAME.splitlines(),
        "```",
        "<!-- board -->",
    ]
    pages = _pages(
        tmp_path, README="# Docs\n\n* [Page](deep/page.md)\n", games="# Games\n", deep__page="\n".join(lines)
    )
    assert pages.faults == []
    pages.games = frozenset({"two"})
    text = pages.text(tmp_path / "docs" / "deep" / "page.md").splitlines()
    assert text == [
        "[Home](../index.md#docs) and [itself](page.md#top), [two](../games/two.md), [games](../games.md)",
        *("", "", ""),
        "![a board](board.svg) [tool](../files/tool.py.md)",
        *lines[5:-1],
        '<iframe class="board" src="../play/deep_page_1.html" title="The game above" loading="lazy"></iframe>',
    ]
    assert list(pages.boards()) == [("deep_page_1", GAME)]
    contents = pages.text(tmp_path / "docs" / "README.md").splitlines()[-5:]
    assert contents == ["```{toctree}", ":hidden:", "deep/page", "games", "```"]


@pytest.mark.rest
@pytest.mark.filterwarnings("ignore:'myst_parser")  # which Sphinx 11 will not know
def test_the_site_has_search_and_a_page_for_a_game(tmp_path: Path) -> None:
    pytest.importorskip("furo")
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "tictactoe.yaml"
    game.write_bytes((ROOT / "games" / "tictactoe.yaml").read_bytes())
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    (tmp_path / "docs" / "pictures" / "tictactoe.svg").write_bytes((ROOT / "docs/pictures/tictactoe.svg").read_bytes())
    home = "# Docs\n\n[Noughts and crosses](../games/tictactoe.yaml), in [words](#docs). A zebra.\n"
    picture = "# Games\n\n![](pictures/tictactoe.svg)\n"
    pages = _pages(tmp_path, README=f"{home}\n```yaml game two.yaml\n{GAME}```\n<!-- board -->\n", games=picture)
    pages.games = frozenset({"tictactoe"})
    site = tmp_path / "site"
    assert make_docs_site.make(pages, {"tictactoe": game}, site, 1) == []
    first = (site / "index.html").read_text("utf-8")
    assert 'href="games/tictactoe.html"' in first
    assert 'src="play/index_1.html"' in first
    page = (site / "games" / "tictactoe.html").read_text("utf-8")
    for said in ("<h1>Tic-Tac-Toe", 'src="../play/tictactoe.html"', "empty space", "game</span>", "no other program"):
        assert said in page
    assert "zebra" in (site / "searchindex.js").read_text("utf-8")
    assert {path.name for path in (site / "play").iterdir()} == {"index_1.html", "tictactoe.html"}
    elsewhere = re.compile(r'(?:\bsrc|<link[^>]* href)="(?:\w+:)?//')
    assert [file.name for file in site.rglob("*.html") if elsewhere.search(file.read_text("utf-8"))] == []


def test_what_leads_nowhere_in_the_site_is_found(tmp_path: Path) -> None:
    checking = pytest.importorskip("tools.docs_site.checking")
    (tmp_path / "a.html").write_text('<a href="b.html#x">1</a><a href="b.html#y">2</a><img src="c.svg">', "utf-8")
    (tmp_path / "b.html").write_text('<p id="x"><a href="https://example.org/c.svg">3</a><a href="#x">4</a>', "utf-8")
    assert list(checking.dead_ends(tmp_path)) == [
        'a.html: "b.html#y" leads to a place that is not on its page',
        'a.html: "c.svg" leads nowhere',
    ]
