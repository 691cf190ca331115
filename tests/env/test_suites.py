"""Environments: the suites of their own libraries on some games, and one clear error for each mistake.

All games: tools/check_environments.py.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import pytest

import rulewright
from rulewright.errors import IllegalMove, StaleEncoding
from tests.docs.pages import DOCS, blocks
from tools.check_environments import SUITES

# One decision a turn; several, and chance; an unbounded board; a puzzle for one; three players.
GAMES = ("tictactoe", "backgammon", "hive", "peg_solitaire", "abalone_for_three")
PAGE = DOCS / "api" / "environments.md"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("library", SUITES)
@pytest.mark.parametrize("game", [GAMES[0], *(pytest.param(game, marks=pytest.mark.rest) for game in GAMES[1:])])
def test_the_suite_of_a_library(library: str, game: str) -> None:
    pytest.importorskip(library)
    SUITES[library](game)


@pytest.mark.parametrize("number", range(3))
def test_what_the_page_shows(number: int) -> None:
    shown = [block.text for block in blocks(PAGE) if block.text.startswith("# needs: ")]
    assert len(shown) == 3
    pytest.importorskip(shown[number].split("\n")[0].removeprefix("# needs: "))
    exec(compile(shown[number], str(PAGE), "exec"), {})


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium", "openspiel"])
def test_a_library_that_is_missing(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pettingzoo", "gymnasium", "pyspiel"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"rulewright.env.{library}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install 'rulewright\[{library}\]'"):
        importlib.import_module(f"rulewright.env.{library}")
    monkeypatch.delitem(sys.modules, f"rulewright.env.{library}", raising=False)


# ---------------------------------------------------------------- Gymnasium


def _gymnasium() -> Any:
    pytest.importorskip("gymnasium")
    return importlib.import_module("rulewright.env.gymnasium")


def test_an_illegal_number_loses_or_raises() -> None:
    made = _gymnasium().RulewrightEnv("tictactoe", seat="turns")
    made.reset(seed=1)
    made.step(0)
    _, reward, over, cut, info = made.step(0)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, "0")
    made.reset()
    assert made.step(2.5)[4]["illegal"] == "2.5"
    with pytest.raises(ValueError, match="call reset"):
        made.step(1)
    strict = _gymnasium().RulewrightEnv("tictactoe", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="cannot be decided here; there is"):
        strict.step(99)


def test_a_vector_goes_on_when_a_game_outgrows_its_window() -> None:
    """Bravalath: the space stays as it was, and what is seen is what `observe` shows (D124)."""
    many = _gymnasium().RulewrightVectorEnv("bravalath", 1)
    encoding, state = many.batch.encoding, many.batch.game.start()
    seen, infos = many.reset(seed=1)
    for _ in range(60):
        action = int(infos["action_mask"][0].argmax())
        state.push(state.turn(action))
        if state.outcome is not None:
            break
        seen, _, _, _, infos = many.step([action])
        assert many.observation_space.contains(seen)
        shown = encoding.observe(state)
        assert all((array[0] == shown[name]).all() for name, array in seen.items())
        if not encoding.fits(state):
            break
    assert not encoding.fits(state)
    many.close()


def test_what_chance_sets_up_is_not_cut_off() -> None:
    """Tzaar: chance lays out sixty pieces before anybody decides, one a turn."""
    made = _gymnasium().RulewrightEnv("tzaar", seat="turns", max_plies=2)
    _, info = made.reset(seed=1)
    cuts: list[bool] = []
    while not cuts or not cuts[-1]:
        _, _, over, cut, info = made.step(int(info["action_mask"].argmax()))
        assert not over
        cuts.append(cut)
    assert made.table.state.ply == 63


def test_a_game_that_is_cut_off_before_the_learner_comes_to_it() -> None:
    made = _gymnasium().RulewrightEnv("tictactoe", seat=1, max_plies=1)
    with pytest.raises(ValueError, match="max_plies=1 is too few: seat 1 has nothing to decide"):
        made.reset(seed=1)


def test_a_win_is_worth_something() -> None:
    """a1 b1 a2 b2 a3: whoever begins has three in a row."""
    made = _gymnasium().RulewrightEnv("tictactoe", seat="turns")
    made.reset(seed=1)
    numbers = {name: number for number, name in enumerate(made.table.encoding.actions)}
    for site in ("a1", "b1", "a2", "b2"):
        assert made.step(numbers[f"site:{site}"])[1] == 0
    assert made.step(numbers["site:a3"])[1:4] == (1.0, True, False)


def test_an_opponent_answers() -> None:
    def last(state: rulewright.State) -> rulewright.Move:
        return state.legal_moves[-1]

    made = _gymnasium().RulewrightEnv("tictactoe", opponent=last, seat=1)
    made.reset(seed=1)
    assert [move.text for move in made.table.state.history] == ["c3"]
    made.step(0)
    assert [move.text for move in made.table.state.history] == ["c3", "a1", "b3"]


@pytest.mark.parametrize(
    ("settings", "error", "expected"),
    [
        ({"illegal": "laugh"}, ValueError, 'illegal is "lose" or "raise"'),
        ({"seat": 2}, ValueError, 'seat is a number below 2, "random" or "turns"'),
        ({"render_mode": "human"}, ValueError, 'render_mode is "ansi" or "svg"'),
        ({"max_plies": 0}, ValueError, "max_plies is 0, but it is at least 1"),
        ({"fingerprint": "0" * 16}, StaleEncoding, "learn anew"),
        ({"colour": "red"}, ValueError, "colour"),
    ],
)
def test_what_cannot_be_made(settings: dict[str, Any], error: type[Exception], expected: str) -> None:
    with pytest.raises(error) as caught:
        _gymnasium().RulewrightEnv("tictactoe", **settings)
    assert expected in str(caught.value)


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_a_closed_environment_says_so(library: str) -> None:
    pytest.importorskip(library)
    module = importlib.import_module(f"rulewright.env.{library}")
    made = (module.env if library == "pettingzoo" else module.RulewrightEnv)("tictactoe")
    look = made.last if library == "pettingzoo" else made.action_masks
    with pytest.raises(ValueError, match="no game was begun: call reset"):
        look()
    made.reset(seed=1)
    made.close()
    for ask in (lambda: made.step(0), look):
        with pytest.raises(ValueError, match="this environment is closed: make a new one"):
            ask()
    with pytest.raises(ValueError, match="this environment is closed: make a new one"):
        made.reset(seed=1)


def test_openspiel_refuses_a_stale_fingerprint() -> None:
    pytest.importorskip("pyspiel")
    make = importlib.import_module("rulewright.env.openspiel").openspiel_game
    with pytest.raises(StaleEncoding, match="learn anew"):
        make("tictactoe", fingerprint="0" * 16)
    assert make("tictactoe", fingerprint=rulewright.load("tictactoe").encoding().fingerprint)


def test_many_games_refuse_what_makes_no_sense() -> None:
    many = _gymnasium().RulewrightVectorEnv("tictactoe", 3)
    many.reset(seed=1)
    for wrong in ([0, 0], [0.5, 1, 1], [0, 1, 99]):
        with pytest.raises(ValueError, match=r"actions are|game 2|99"):
            many.step(wrong)
    many.close()
    with pytest.raises(ValueError, match="closed"):
        many.step([0, 0, 0])
