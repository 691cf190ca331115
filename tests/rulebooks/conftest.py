"""Every sentence of the rulebooks is asked of both engines."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from rulewright.engine_choice import Engines
from rulewright.game import Game

_made: dict[tuple[int, str], Engines] = {}  # a game is compiled once, not once for each test
_native = pytest.param("native", marks=pytest.mark.skipif(find_spec("llvmlite") is None, reason="needs llvmlite"))


def _games(module: object) -> list[Game]:
    return [value for value in vars(module).values() if isinstance(value, Game)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Modules with a game of their own; what names its engine itself is left alone."""
    if _games(metafunc.module):
        metafunc.fixturenames.append("played_by")
        metafunc.parametrize("played_by", ["reference", _native], indirect=True)


@pytest.fixture
def played_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The engine that the games of the module, and those loaded by a test, are played with."""
    name: str = request.param
    monkeypatch.setenv("RULEWRIGHT_ENGINE", name)
    for game in _games(request.module):
        before = game._engines
        made = _made.setdefault((id(game), name), Engines(before.pipeline, name))
        assert (made.native() is not None) is (name == "native"), made.failure
        monkeypatch.setattr(game, "_engines", made)
    return name
