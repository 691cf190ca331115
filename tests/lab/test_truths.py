"""What is known of games from elsewhere comes out of the lab, too; Dodgem and tic-tac-toe are in test_page and
test_solve, a game made for a sweep in test_versions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

pytestmark = pytest.mark.rest  # a minute each on a busy machine


def test_the_middle_is_the_best_opening_of_connect_four(cli: Cli) -> None:  # noqa: F811
    """Allis and Allen 1988: the middle wins, its neighbours draw, the others lose."""
    found = json.loads(cli("lab", "connect_four", "--games", "1", "--workers", "1", "--json").out)
    assert found["first_moves"][0]["move"] == "d"


def test_who_begins_has_the_better_side_of_hex_without_a_swap(cli: Cli, tmp_path: Path) -> None:  # noqa: F811
    """John Nash: who begins wins; and on a small board players see that."""
    (tmp_path / "plain.yaml").write_text(
        "extends: hex\ngame: Hex without a swap\noptions: {size: {default: 4, choices: [4, 5]}}\n"
        "turn: place\nactions: {swap: null}\n"
    )
    found = json.loads(cli("lab", "plain.yaml", "--games", "20", "--workers", "1", "--json").out)
    strong = found["strengths"][-1]
    assert strong["players"] == "mcts:playouts=1000"
    assert strong["sides"]["red"]["low"] > 0.5
    assert found["verdict"][0].startswith("red has clearly the better side: ")


def test_who_begins_has_the_better_side_of_kalah(cli: Cli) -> None:  # noqa: F811
    """Irving, Donkers and Uiterwijk, Solving Kalah, ICGA Journal 2000: with six houses of four seeds who begins wins.

    As the engine values the first moves; between equal players of 1,000 playouts it takes some hundred games to see it.
    """
    found = json.loads(cli("lab", "kalah", "--games", "1", "--workers", "1", "--json").out)
    assert found["begins"] == "south"
    assert max(each["low"] for each in found["first_moves"]) > 0.5
