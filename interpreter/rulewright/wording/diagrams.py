"""Diagrams for a rulebook: the beginning, and positions of the game's own tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game import Game
from ..rules.game import Outcome, Rules, TestCase
from ..source.diagnostics import one_of
from ..state import State
from .nouns import capital, joined, plain, sentence


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position and what it shows."""

    caption: str
    state: State


def diagrams(game: Game, most: int) -> Iterator[Diagram]:
    """The beginning, then at most so many positions of tests; those with a name that begin somewhere of their own."""
    if game.rules.start.pieces:
        yield Diagram("The beginning.", game.start())
    shown = 0
    for case in game.rules.tests:
        fits = all(game.rules.options.get(name) == value for name, value in case.options.items())
        if case.name is None or case.position is None or not fits or case.perft:
            continue
        if shown == most:
            return
        shown += 1
        yield Diagram(_caption(game, case), game._position_of(case))


def legend(rules: Rules) -> str:
    """What the signs of a board in letters mean (D24)."""
    signs = [
        f"{letter} {' '.join(plain(word) for word in (state, kind.name) if word)}"
        for kind in rules.kinds
        for state, letter in kind.letters.items()
    ]
    if not signs or all(kind.neutral for kind in rules.kinds):
        return ""
    names = [plain(player.name) for player in rules.players]
    whose = {1: "", 2: f"; capital letters are {names[0]}'s, small ones {names[-1]}'s"}.get(
        len(names), f"; a number says whose it is: {joined([f'{at} {name}' for at, name in enumerate(names, 1)])}"
    )
    return sentence(f"the letters: {joined(signs)}{whose}")


def _caption(game: Game, case: TestCase) -> str:
    said = [sentence(plain(case.name or ""))]
    mover = capital(plain(game.players[case.to_move]))
    if case.play:
        first, *others = case.play
        then = f"; then {one_of(others, 'and', 6)} {'follows' if len(others) == 1 else 'follow'}" if others else ""
        said.append(f"{mover} plays {first}{then}.")
    elif case.moves is not None and case.moves:
        said.append(f"{mover} to move: {one_of(list(case.moves), 'or', 12)}.")
    elif case.also or case.never:
        legal = f" {one_of(list(case.also), 'and', 8)} {_are(case.also)} allowed." if case.also else ""
        not_legal = f" {one_of(list(case.never), 'and', 8)} {_are(case.never)} not." if case.never else ""
        said.append(f"{mover} to move.{legal}{not_legal}")
    if case.result is not None:
        said.append(_result(game, case.result))
    return " ".join(said)


def _are(items: tuple[str, ...]) -> str:
    return "is" if len(items) == 1 else "are"


def _result(game: Game, outcome: Outcome) -> str:
    if outcome.what == "nobody":
        return "The game is over and not won."
    if outcome.what == "draw" or outcome.player is None:
        return "The game is a draw."
    return f"{capital(plain(game.players[outcome.player]))} wins."
