"""Whole games, clicked to their end in a real browser."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect

import rulewright
from rulewright.headless.random_games import play_random
from rulewright.show.drawing.status import turn_in_words
from rulewright.show.endings import because
from tests.browser.table import Table, row_of

MOST_CLICKED = 16
"""Plies. What is longer begins with a link to the position so many plies before the end."""

# Games of the random player (seed 1) that come to an end soon, by their number.
GAMES = {
    "surikata": 18,
    "creeper": 47,
    "hive": 44,
    "abalone": 0,
    "schleicher_und_huepfer": 55,
    "erleuchtung": 29,
    "vier_kreise": 54,
}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_clicked_to_its_end(table: Table, game: str) -> None:
    played = play_random(rulewright.load(game), 1, GAMES[game]).state
    moves = played.history
    begun = max(0, len(moves) - MOST_CLICKED)
    state = rulewright.load(game).start()
    for move in moves[:begun]:
        state.push(move)
    table.open(game, moves=[move.text for move in moves[:begun]])
    for move in moves[begun:]:
        table.play(row_of(state, move))
        state.push(move)
    assert state.outcome is not None
    said = turn_in_words(state)
    expect(table.turn).to_have_text(said[0].upper() + said[1:])
    expect(table.told).to_contain_text(because(state, state.outcome))
    assert table.history == [move.text for move in moves]
    expect(table.lit).to_have_count(0)
