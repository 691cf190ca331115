"""Both engines offer the same decisions, in every game, and decided turns lead to the same positions (chapter 21)."""

from __future__ import annotations

import pytest

from .deciding import walk
from .engines import both
from .generated_games import game_text, small_game
from .library_games import all_games, all_options
from .lockstep import Bounds, play

_GAMES = all_games()
_SOME = (3000, 3005, 3171)  # the last: a choice after a choice was taken for known
_MANY = (*range(3001, 3005), *range(3006, 3171), *range(3172, 3200))


# One part and several, chains, repeats, stacks, `with`, choices of effects, `else`, `prefer`, forced passes, dice.
_SORTS = {
    "connect_four", "othello", "breakthrough", "amazons", "english_draughts", "erleuchtung", "nine_mens_morris",
    "oware", "animal_shogi", "tictactoe", "surakarta", "ur", "backgammon",
}  # fmt: skip
_CHOOSING = """
game: Choices in blocks
players: [white, black]
board: {{tiling: square, size: 4x2}}
pieces:
  stone: {{states: [up, down], letter: {{up: u, down: d}}}}
  seed: {{owner: none, letter: o}}
setup: {{white up stone: [a1, b1], black up stone: [c2, d2], seed: a2}}
vars: {{number: {{range: 0..99}}}}
define:
  turning: [number += 1, set target to up or down]
  nested: [may turning, number += 2]
  deep: [{{if: some seed, do: [may nested, number += 1], else: may remove target}}]
  twice(x): [set x to up or down, may remove x]
actions:
  go: {{pick: mine, do: [{effects}, number += 1]}}
turn: {turn}
end: [draw if number > 20]
stuck: draw
"""
_FEW, _USUAL, _LONG = 8_000, 25_000, 2_000_000  # steps of the reference engine


@pytest.mark.parametrize("game", sorted(_SORTS))
def test_decisions_of_a_game(game: str) -> None:
    assert walk(*both(_GAMES[game]), plies=24, steps=_FEW, name=game).decisions


@pytest.mark.rest
@pytest.mark.parametrize("game", _GAMES)
def test_decisions_of_every_game(game: str) -> None:
    """By another random game; where the reference engine needs very long for the first turn, that is left out."""
    walk(*both(_GAMES[game]), plies=24, steps=_USUAL, name=game, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", _GAMES)
def test_decisions_of_a_whole_game(game: str) -> None:
    """With each value of its options."""
    for options in all_options(_GAMES[game]):
        assert walk(*both(_GAMES[game], **options), plies=80, steps=_LONG, name=f"{game} {options}").decisions


@pytest.mark.parametrize("seed", [*_SOME, *(pytest.param(seed, marks=pytest.mark.rest) for seed in _MANY)])
def test_decisions_of_generated_games(seed: int) -> None:
    for chains in (False, True):
        text = game_text(seed, chains)
        if small_game(text) is not None:
            walk(*both(text), plies=12, steps=_FEW, name=f"generated game {seed} {chains}")


@pytest.mark.parametrize(
    "effects",
    [
        "may turning if some seed",
        "may deep if number < 5",
        "{if: number < 7, do: {if: some seed, do: may twice(target)}, else: {if: number < 12, do: turning}}",
    ],
)
def test_choices_of_effects_with_names_and_in_blocks(effects: str) -> None:
    """One choice for all of them, choices within, and none where a condition does not hold: natively, too."""
    for turn in ("go", "go then may go"):
        first, second = both(_CHOOSING.format(effects=effects, turn=turn))
        play(first, second, Bounds(plies=8), name=effects)
        assert walk(first, second, plies=4, steps=_FEW, name=effects).decisions
        assert second._engines.failure is None
