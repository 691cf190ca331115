"""Every package tells what it is for, and what it tells is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "interpreter" / "rulewright"
PARTS = ("Purpose", "In, out", "May import", "To add")
FOLDERS = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.relative_to(PACKAGE.parent).as_posix())
def test_a_package_has_a_readme_with_its_four_parts(folder: Path) -> None:
    text = (folder / "README.md").read_text(encoding="utf-8")
    written = dict(re.findall(r"^\*\*([A-Z][^*]*)\.\*\* (.+)$", text, re.MULTILINE))
    assert tuple(written) == PARTS
    for named in re.findall(r"`([\w/-]+\.(?:py|md|yaml|json|lark|toml))`", text):
        places = (folder, PACKAGE, folder.parent, ROOT)
        assert any((place / named).is_file() for place in places), f"there is no {named}"
    for named in re.findall(r"`([\w]+(?:/\w+)*)/`", text):
        assert any((place / named).is_dir() for place in (folder, PACKAGE, folder.parent, ROOT)), f"no {named}/"


def test_what_contributing_names_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not (ROOT / "docs" / "contributing.md").exists()
    links = re.findall(r"\]\(([^)#:]+)", text)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link
    for named in re.findall(r"`((?:[\w.]+/)+[\w.]*)`", text):
        if "CODE" not in named:  # which stands for any code
            assert any((place / named).exists() for place in (ROOT, PACKAGE)), f"there is no {named}"


def test_contributing_knows_every_room() -> None:
    rooms = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Where things live")[1].split("\n## ")[0]
    for path in sorted(PACKAGE.iterdir()):
        if path.suffix == ".py" and not path.stem.startswith("__"):
            assert f"`{path.name}`" in rooms
        elif (path / "__init__.py").is_file():
            assert f"`{path.name}/`" in rooms
