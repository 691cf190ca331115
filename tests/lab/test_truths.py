"""What is known of games from elsewhere comes out of the lab, too; Dodgem, tic-tac-toe and Hex are in test_solve."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Cli, cli  # noqa: F401 (a fixture)

pytestmark = pytest.mark.rest  # a minute each on a busy machine


def test_the_middle_is_the_best_opening_of_connect_four(cli: Cli) -> None:  # noqa: F811
    """Allis and Allen 1988: the middle wins, its neighbours draw, the others lose."""
    found = json.loads(cli("lab", "connect_four", "--games", "1", "--workers", "1", "--json").out)
    assert found["first_moves"][0]["move"] == "d"
