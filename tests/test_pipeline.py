"""From bytes to machine code: each phase runs once, and only when it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.errors import InvalidGame
from rulewright.game import Game
from rulewright.language import compilation
from rulewright.language.game_files import library_folder
from rulewright.pipeline import Pipeline

TOE = library_folder() / "tictactoe.yaml"
STEPS = {
    "read": (compilation, "read_document"),
    "check": (compilation, "check"),
    "facts": ("rulewright.analysis.facts.Facts", "__init__"),
    "interpreter": ("rulewright.reference.engine.Engine", "__init__"),
    "compiler": ("rulewright.native.compiler.Compiler", "__init__"),
    "kernel": ("rulewright.native.compiler.Compiler", "program"),
    "playouts": ("rulewright.native.compiler.Compiler", "sampling_program"),
    "perft": ("rulewright.native.compiler.Compiler", "counting_program"),
    "engine": ("rulewright.native.engine.NativeEngine", "__init__"),
}


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each step was gone."""
    found: Counter[str] = Counter()

    def counted(step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            found[step] += 1
            return function(*given, **named)

        return run

    for step, (home, name) in STEPS.items():
        place = pytest.importorskip(home.rpartition(".")[0]) if isinstance(home, str) else home
        owner = getattr(place, home.rpartition(".")[2]) if isinstance(home, str) else place
        monkeypatch.setattr(owner, name, counted(step, getattr(owner, name)))
    return found


def test_nothing_runs_before_it_is_asked_for(ran: Counter[str]) -> None:
    pipeline = Pipeline.of_file(TOE)
    assert not ran
    assert pipeline.document is not None
    assert set(ran) == {"read"}
    assert pipeline.rules is not None
    assert set(ran) == {"read", "check"}
    assert pipeline.reference.rules is pipeline.rules
    assert set(ran) == {"read", "check", "facts", "interpreter"}
    assert pipeline.kernel
    assert set(ran) == {"read", "check", "facts", "interpreter", "compiler", "kernel"}


def test_a_game_that_is_played_in_every_way_is_compiled_once(ran: Counter[str]) -> None:
    pytest.importorskip("llvmlite")
    pipeline = Pipeline.of_file(TOE)
    assert pipeline.kernel
    game = Game(pipeline, "native")
    state = game.start()
    state.push(state.legal_moves[0])
    assert game.position({"a1": "x"}, to_move="o").legal_moves
    assert game.playouts(games=3).engine == "native"
    assert pipeline.native.perft(pipeline.native.new_block(), pipeline.native.snapshot(state.position), 3) == 8 * 7 * 6
    assert pipeline.sampling_kernel
    assert pipeline.assembly()
    assert ran.pop("read") == 2  # the file, and the position that was given
    assert set(ran.values()) == {1}
    assert set(ran) == set(STEPS) - {"read"}


def test_other_engines_of_the_same_rules(ran: Counter[str]) -> None:
    one = Pipeline.of_file(TOE)
    other = one.anew()
    assert one.reference is not other.reference
    assert one.rules is other.rules
    assert ran["check"] == 1


def test_mistakes_end_it_at_the_rules() -> None:
    pipeline = Pipeline.of_text(TOE.read_text(encoding="utf-8").replace("board:", "bord:"))
    assert pipeline.rules is None
    for phase in ("facts", "reference", "compiler", "kernel", "native"):
        with pytest.raises(InvalidGame, match="bord"):
            getattr(pipeline, phase)
