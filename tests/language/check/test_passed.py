"""`walk.passed` is one site if the walk passes at most one, whoever asks and however early."""

import pytest

from rulewright.language.compilation import compile_text

GAME = """\
game: Follow
players: [white, black]
board: {{tiling: square, size: 5x5}}
pieces:
  man: {{letter: m, follow: "{follow}", go: "{go}"}}
vars:
  seen: {{holds: site, lasts: 1 turn}}
setup: {{white man: row 1, black man: row 5}}
paths:
  after: "{after}"
  stride: "{go}"
actions:
  walk: {{move: mine, path: {path}}}
  run: {{move: mine, path: after | its follow, do: seen = walk.passed}}
turn: walk then run
stuck: lose
repetition: {{times: 3, result: draw}}
tests: [{{perft: [1]}}]
"""
ONE, MANY = "jump any over piece to empty", "slide any to empty"
STILL = "step orth to empty"


@pytest.mark.parametrize("path", ["stride", "its go", "(stride | its go)"])
@pytest.mark.parametrize("early", ["follow", "after"])
def test_asked_by_a_path(path: str, early: str) -> None:
    """A path is read before those that the action uses: what it is told must be what others are told later."""
    for go, codes in ((ONE, []), (MANY, ["type-one-site"])):
        paths = {"follow": STILL, "after": STILL, early: "step any to empty if some walk.passed or no seen"}
        compilation = compile_text(GAME.format(**paths, go=go, path=path))
        _ = compilation.rules
        assert [found.code for found in compilation.report.errors] == codes
