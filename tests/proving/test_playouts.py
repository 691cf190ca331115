"""Random games: what must hold in each position is looked at, and told when it does not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from rulewright.analysis.repeats import goes_one_way
from rulewright.game import Game
from rulewright.language.game_files import shipped
from rulewright.language.variants.options import combinations, declared
from rulewright.node import Node
from rulewright.pipeline import Pipeline
from rulewright.proving import Effort, Proof, prove, random_trials
from rulewright.proving.budget import Clock
from rulewright.reference.engine import Engine
from rulewright.reference.naming import Names
from rulewright.reference.position import Position
from rulewright.reference.serialise import from_data
from rulewright.source.diagnostics import Report
from rulewright.state import State

TOE = (shipped()["tictactoe"]).read_text(encoding="utf-8")


def toe() -> Pipeline:
    return Pipeline.of_text(TOE)


def test_a_sound_game() -> None:
    proof = prove(toe(), Effort(games=3, play_seconds=None))
    assert list(proof.report) == []
    assert proof.games == 3
    assert proof.plies >= 15  # nobody has three in a row before the fifth move


def _choices(game: str) -> int:
    whole = Pipeline.of_file(shipped()[game]).whole
    assert whole is not None
    return len(list(combinations(declared(whole.root, Report()))))


def test_the_same_seed_plays_the_same_games() -> None:
    plies = [prove(toe(), Effort(games=4, play_seconds=None, seed=seed)).plies for seed in (5, 5)]
    assert plies[0] == plies[1]


def test_no_time_still_means_a_game_with_each_choice_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_trials, "_TOO_LONG", 60.0)  # a busy machine may take long for one position
    proof = prove(Pipeline.of_file(shipped()["abalone"]), Effort(play_seconds=0, perft_seconds=0))
    assert proof.games == _choices("abalone")


_PATROL = """\
game: Patrol
players: [white, black]
board: {tiling: square, size: 3x2}
pieces: {man: {letter: m}}
setup: {white man: [a1], black man: [c1]}
actions:
  walk: {move: mine, path: step any to empty}
turn: walk
end: [%s]
stuck: draw
%s
"""


@pytest.mark.parametrize(
    ("end", "more", "codes"),
    [
        ("win if count mine = 5", "", ["play-endless"]),
        ("draw if ply = 200", "", []),  # what is counted ends it, though it goes round
        ("win if count mine = 5", "repetition: {times: 3, result: draw}", []),
        ("win if count mine = 5", "limit: {turns: 500}", []),
    ],
)
def test_one_game_that_goes_round_is_enough_to_warn(end: str, more: str, codes: list[str]) -> None:
    """By default there is no time for ten games of three hundred turns."""
    proof = prove(Pipeline.of_text(_PATROL % (end, more)), Effort(games=1, plies=5, play_seconds=None))
    assert [found.code for found in proof.report if found.code == "play-endless"] == codes


@pytest.mark.parametrize(
    ("setup", "effect", "asked", "turns"),
    [
        ("black man: [c1]", "", 200, 199),
        ("black man: [c1]", "", 100, 0),  # too few turns
        ("black man: [c1, c2]", ", do: remove enemy next to it if ply = 100", 200, 0),  # pieces go
    ],
)
def test_fewer_turns_are_enough_where_all_pieces_stay(
    monkeypatch: pytest.MonkeyPatch, setup: str, effect: str, asked: int, turns: int
) -> None:
    def until(*_: object) -> Callable[[], None]:
        calls = iter(range(asked - 1))

        def ask() -> None:
            if next(calls, None) is None:
                raise random_trials._TooLong

        return ask

    monkeypatch.setattr(random_trials, "_now_and_then", until)
    monkeypatch.setattr(random_trials, "looking_up", nullcontext)
    text = (_PATROL % ("win if count mine = 5", "")).replace("black man: [c1]", setup)
    game = Game(Pipeline.of_text(text.replace("to empty", f"to empty{effect}")), "reference")
    trials = random_trials.RandomTrials(game, game.rules.span, Proof(), Effort())
    assert trials.goes_round(Clock(None)) == turns


@pytest.mark.parametrize(
    ("game", "one_way"),
    # Go and Othello pass, Connect6 only places, Breakthrough moves.
    [("connect6", True), ("tictactoe", True), ("othello", False), ("go", False), ("breakthrough", False)],
)
def test_no_game_is_looked_at_for_going_round_where_pieces_only_come(game: str, one_way: bool) -> None:
    rules = Pipeline.of_file(shipped()[game]).rules
    assert rules is not None
    assert goes_one_way(rules) is one_way


def test_taking_back(monkeypatch: pytest.MonkeyPatch) -> None:
    pop = State.pop

    def forgetful(self: State) -> object:
        move = pop(self)
        position = self.position.copy()
        position.layers[0].pop(next(iter(position.layers[0]), -1), None)
        self._node = Node(self.game, position, parent=self._node.parent, index=0)
        return move

    monkeypatch.setattr(State, "pop", forgetful)
    found = prove(toe(), Effort(games=1, play_seconds=None)).report
    assert [one.code for one in found] == ["play-fault"]


def test_writing_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(engine: Engine, data: dict[str, Any], names: Names) -> Position:
        position = from_data(engine, data, names)
        position.me ^= 1
        return position

    monkeypatch.setattr("rulewright.game.from_data", careless)
    found = list(prove(toe(), Effort(games=1, play_seconds=None)).report)
    assert [one.code for one in found] == ["play-fault"]
    assert "written down" in found[0].message


def test_hooks_of_strangers_are_not_run(tmp_path: Path) -> None:
    """Neither without permission, nor by reading: the file would leave a trace."""
    trace = tmp_path / "trace"
    (tmp_path / "spy.py").write_text(
        f"open({str(trace)!r}, 'w').close()\ndef lone(view, stones):\n    return True\n", encoding="utf-8"
    )
    text = """\
game: Spied On
players: [white, black]
board: {tiling: square, size: 3x1}
pieces:
  stone: {letter: o}
actions:
  drop: {place: stone, to: empty, must: "@lone(mine)"}
turn: drop
stuck: draw
hooks:
  file: spy.py
  lone: {takes: [set], gives: bool, same_as: some mine}
tests:
  - perft: [3]
"""
    file = tmp_path / "spied_on.yaml"
    file.write_text(text, encoding="utf-8")
    proof = prove(file)
    assert [one.code for one in proof.report] == ["hook-unproved"]
    assert proof.games > 0
    assert not trace.exists()
    file.write_text(text.replace(", same_as: some mine", ""), encoding="utf-8")
    proof = prove(file)
    assert [one.code for one in proof.report] == ["hook-unproved"]
    assert proof.games == 0
    assert not trace.exists()
    assert prove(file, Effort(allow_hooks=True, games=1), Proof()).games == 1
    assert trace.exists()


_ANY_ORDER = """
game: Any order
players: [one, two]
board: {tiling: square, size: 14x14}
pieces: {stone: {letter: o}}
actions:
  lay: {place: my stone, to: empty}
turn: repeat 0..40 (lay)
stuck: draw
"""


def test_time_is_up_in_the_middle_of_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its turns take hours to find; the clock is looked at while they are looked for."""
    monkeypatch.setattr("rulewright.proving.random_trials._TOO_LONG", 0.0)
    proof = prove(Pipeline.of_text(_ANY_ORDER.lstrip()), Effort(games=3, play_seconds=0.2))
    assert (proof.games, proof.cut) == (0, 1)
    assert "1 given up, as moves take long to find" in proof.summary


def test_games_that_were_asked_for_and_not_played_to_their_end_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.proving.random_trials._TOO_LONG", 0.0)
    proof = prove(Pipeline.of_text(_ANY_ORDER.lstrip()), Effort(games=3, play_seconds=0.2, to_the_end=True))
    assert (proof.games, proof.cut) == (0, 3)
