"""The recipes and the longer examples: as many as were promised, all to be found, and each does what it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from rulewright.pipeline import Pipeline
from rulewright.proving import Effort, Proof, prove
from rulewright.source.rendering import render
from tests.docs.pages import BASES, DOCS, Block, blocks

_RECIPES = DOCS / "recipes.md"
_EXAMPLES = [DOCS / "examples" / name for name in ("mancala.md", "dice_race.md", "many_parts.md")]
_PROMISED = 60
_OPEN = {"dead-name", "dead-action"}  # the rest of the game is not shown
_PROVED = [block for page in (_RECIPES, *_EXAMPLES) for block in blocks(page) if block.kind in ("game", "fragment")]


def _headings() -> list[str]:
    return re.findall(r"^### (.+)$", _RECIPES.read_text(encoding="utf-8"), re.MULTILINE)


def _anchor(heading: str) -> str:
    """As GitHub makes it of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_as_many_as_promised() -> None:
    assert len(_headings()) >= _PROMISED
    assert len(_EXAMPLES) == len({page.read_text(encoding="utf-8") for page in _EXAMPLES}) == 3


def test_every_recipe_is_in_the_index() -> None:
    listed = re.findall(r"^\* … \[(.+)\]\(#(.+)\)$", _RECIPES.read_text(encoding="utf-8"), re.MULTILINE)
    assert listed == [(heading, _anchor(heading)) for heading in _headings()]


def test_every_recipe_is_one_block() -> None:
    for part in _RECIPES.read_text(encoding="utf-8").split("\n### ")[1:]:
        heading, text = part.split("\n", 1)
        assert text.count("```yaml") == 1, heading


@pytest.mark.parametrize("block", _PROVED, ids=str)
def test_it_does_what_it_says(block: Block, tmp_path: Path) -> None:
    for base in BASES.iterdir():
        shutil.copy(base, tmp_path)
    file = tmp_path / block.file
    file.write_text(block.whole, encoding="utf-8")
    pipeline = Pipeline.of_file(file)
    pipeline.front.validate()
    assert not pipeline.report.failed
    proof = prove(pipeline, Effort(games=0, perft_seconds=None), Proof(pipeline.report))
    assert proof.tests, "a recipe has a proof behind it, or tests of its own"
    assert render([one for one in pipeline.report if one.code not in _OPEN]) == ""


@pytest.mark.parametrize("page", ["README.md", "tutorial.md", "workshop.md", "reference/README.md"])
def test_people_are_led_to_them(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert "recipes.md" in text
    assert "examples/README.md" in text
