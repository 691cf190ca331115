"""Small random games in our own language: the same ones from the same number, or drawn by hypothesis.

    text = game_text(17)        # the text of game 17
    game = accepted_game(text)  # the game, or None if the front end refuses it
    is_small(game)              # whether it can be played without too much work
    small_game(text)            # all of that at once: the game, or None

`python -m tests.native.generated_games 300` tells how many are accepted and which parts of the rules occur in them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

from hypothesis import strategies as st

from rulewright.errors import InvalidGame, TooLarge
from rulewright.game import Game
from rulewright.headless.random_games import random_move
from rulewright.rules import effects, expressions, paths, turns
from rulewright.rules.expressions import Node, walk
from rulewright.rules.game import Rules

from .effort import TooMuchWork, bounded
from .engines import reference
from .writer.writer import write_game

_WORK = 120_000  # steps of the reference engine for the first plies: about a fifth of a second
_PLIES = 6
_KEPT = Path(__file__).parent / "kept"
_MOST_MOVES = 250  # of one position
# Hooks need a Python file, a mistake is no rule, and secrets are made of what all choose together.
_LEFT_OUT = {"HookCall", "HookEffect", "Broken", "Node", "Expr", "Effect", "Travel", "Turn", "Secret"}


def game_text(seed: int, chains: bool = False, blocks: bool = False) -> str:
    """The text of game number `seed`; with `chains`: of those whose turns repeat moves that may go on; `blocks`: of
    those whose effects stand in blocks, have names, and say how many.
    """
    return write_game(Random(seed), chains, blocks)


def kept_text(seed: int, chains: bool = False) -> str:
    """The text that a number stood for when it was found to be of interest, kept in a file.

    Every new word of the writer changes what all numbers stand for.
    """
    return (_KEPT / f"{'chains_' if chains else ''}{seed}.yaml").read_text(encoding="utf-8")


def texts() -> st.SearchStrategy[str]:
    """Texts of games; those that `small_game` refuses are to be discarded with `assume`."""
    return st.builds(write_game, st.randoms(use_true_random=False), blocks=st.booleans())


def accepted_game(text: str) -> Game | None:
    """The game on the reference engine, if the front end takes it."""
    try:
        return reference(text)
    except InvalidGame:
        return None


def is_small(game: Game) -> bool:
    """Whether the first plies of a game on the reference engine are little work."""
    try:
        with bounded(game, _WORK):
            state = game.start()
            for ply in range(_PLIES):
                if len(state._node.turns()) > _MOST_MOVES:
                    return False
                if state.outcome is not None:
                    break
                state.push(random_move(state, 1, 0, ply))
    except (TooMuchWork, TooLarge, RecursionError):  # a turn of hundreds of parts
        return False
    return True


def small_game(text: str) -> Game | None:
    """The game on the reference engine, if the front end takes it and it is small."""
    game = accepted_game(text)
    return game if game is not None and is_small(game) else None


# ---------------------------------------------------------------- what occurs


def node_classes() -> list[str]:
    """Every sort of node that rules can have."""
    return [
        name
        for module in (expressions, paths, effects, turns)
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__
        and name not in _LEFT_OUT
    ]  # fmt: skip


def occurring(rules: Rules) -> set[str]:
    """The sorts of nodes that occur in a game."""
    return {type(node).__name__ for node in walk(rules)}


def coverage(seeds: range) -> tuple[int, int, Counter[str]]:
    """How many texts of a range the front end takes, how many of these are small, and in how many each node occurs."""
    accepted = small = 0
    found: Counter[str] = Counter(dict.fromkeys(node_classes(), 0))
    for seed in seeds:
        game = accepted_game(game_text(seed, blocks=seed % 2 == 1))
        if game is None:
            continue
        accepted += 1
        if not is_small(game):
            continue
        small += 1
        found.update(occurring(game.rules) & set(found))
    return accepted, small, found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    accepted, small, found = coverage(range(count))
    print(f"{count} texts, {accepted} accepted ({100 * accepted / count:.0f} %), {small} of them small")
    for name, number in sorted(found.items(), key=lambda item: item[1]):
        print(f"{number:6} {name}")


if __name__ == "__main__":
    main()
