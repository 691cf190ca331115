"""Boards without an edge: steps, walks and connections that are worked out for all rows of the torus at once."""

from __future__ import annotations

import pytest

from rulewright.headless.perft import perft
from rulewright.native.compiler import Compiler
from rulewright.native.ir.expressions import Moves
from rulewright.players.mcts import Mcts

from .drawing import Drawing, check_game
from .engines import both, reference
from .lockstep import Bounds, play
from .replaying import replay

_HEAD = """
game: Tiles
players: [white, black]
board: {{tiling: {tiling}, size: unbounded}}
pieces:
  stone: {{each: 5, letter: s}}
  tower: {{each: 1, letter: t}}
  runner: {{each: 2, letter: r, go: "{path}"}}
setup: {{hand: all}}
actions:
  enter: {{place: anything, to: centre if ply = 1 else empty next to piece}}
  go: {{move: my runner, if_lifted: {lifted}, path: its go}}
turn: enter or go
stuck: pass
limit: {{turns: 40, result: draw}}
"""
_HOLDS = "connected piece"

WALKS = {
    "along the edge": "repeat 1.. (step any to empty if count (piece next to leaving next to entering) = 1)",
    "where nothing is in the way": "repeat 1.. (step any to empty if no (piece next to leaving next to entering))",
    "beside something": "repeat 1.. (step any to empty if some (piece next to entering))",
    "over pieces": "repeat 1.. (step any to piece)",
    "in some directions": "repeat 1.. (step (e or w) to empty next to piece)",
    "over enemies and empty sites": "repeat 1.. (step any to enemy or empty if some (mine next to entering))",
    "two kinds of steps": "repeat 1.. (step any to empty if some (piece next to entering) | step e to piece)",
}


@pytest.mark.parametrize("tiling", ["hex", "square"])
@pytest.mark.parametrize("name", WALKS)
def test_walks_lead_where_the_reference_says(name: str, tiling: str) -> None:
    text = _HEAD.format(tiling=tiling, path=WALKS[name], lifted=_HOLDS)
    first, second = both(text)
    for number in range(3):
        play(first, second, Bounds(plies=26), name=name, number=number)


_MAYBE_A_STEP = """
game: Tiles
players: [white, black]
board: {{tiling: square, size: unbounded}}
pieces:
  stone: {{each: 6, letter: s}}
setup: {{hand: all}}
actions:
  enter: {{place: stone, to: centre if ply = 1 else empty next to piece}}
  go: {{move: mine, if_lifted: connected piece, path: repeat 0..1 (step any to empty next to piece), if: "{question}"}}
turn: enter or go
stuck: pass
limit: {{turns: 24, result: draw}}
"""


@pytest.mark.parametrize(
    "question",
    ["no (piece joined to target along dir)", "no (piece next to target along dir)", "not (connected mine along dir)"],
)
def test_who_stays_has_no_direction_and_leads_nowhere(question: str) -> None:
    first, second = both(_MAYBE_A_STEP.format(question=question))
    for number in range(2):
        play(first, second, name=question, number=number)


@pytest.mark.parametrize("tiling", ["hex", "square"])
def test_playouts_walk_too(tiling: str) -> None:
    text = _HEAD.format(tiling=tiling, path=WALKS["along the edge"], lifted=_HOLDS)
    drawing = Drawing(reference(text)).compile()
    assert drawing.sampled
    check_game(drawing, tiling, positions=3, each=60, most=4000, plies=30)
    replay(drawing, tiling, 1, 0, Bounds(plies=30))


_LINES = """
game: Rows
players: [white, black]
board: {{tiling: {tiling}, size: unbounded}}
pieces: {{tile: {{each: 10, letter: o}}}}
setup: {{white tile: ["0,0"], hand: all}}
actions: {{add: {{place: my tile, to: empty next to piece}}}}
turn: add
stuck: draw
end: win if line of {line}
"""


@pytest.mark.parametrize(
    ("line", "tiling"),
    [("3 mine", "hex"), ("3 mine", "square"), ("exactly 3 mine", "hex"), ("4 mine along e", "square")],
)
def test_lines_that_end_nowhere(line: str, tiling: str) -> None:
    """No line of such a board has a first site, and playouts looked for the longest of none."""
    text = _LINES.format(tiling=tiling, line=line)
    first, second = both(text)
    assert perft(first.start(), 3) == perft(second.start(), 3)
    drawing = Drawing(reference(text)).compile()
    assert drawing.sampled
    replay(drawing, line, 1, 0, Bounds(plies=20))
    assert second.playouts(games=5).games == 5
    assert Mcts(playouts=20).choose(second.start(), 1).move in second.start().legal_moves


def _walks(path: str) -> tuple[Compiler, set[tuple[int, Moves] | None]]:
    """What was made of the walks of a game."""
    compiler = Compiler(reference(_HEAD.format(tiling="hex", path=path, lifted=_HOLDS))._engine)
    compiler.program()
    compiler.sampling_program()
    return compiler, set(compiler.space.torus._walks.values())


def test_a_walk_is_understood() -> None:
    """The edge of a group of pieces: in each of six directions, one of the two sites beside the step is taken."""
    compiler, walks = _walks(WALKS["along the edge"])
    (walk,) = walks
    assert walk is not None
    address, moves = walk
    assert address == compiler.unit.layout.bases[0].at["any", 0]
    assert len(moves) == 6
    for _, _, cases in moves:
        assert sorted((care & held).bit_count() for care, held in cases) == [1, 1]


def test_a_walk_that_depends_on_more_than_what_is_around_is_not() -> None:
    _, walks = _walks(WALKS["beside something"])
    assert walks == {None}


_ROUND = """
game: Round
players: [ann, bob]
board: {{tiling: square, size: unbounded}}
pieces:
  stone: {{each: 1, letter: s, move: "{path}"}}
{others}setup: {{ann stone: ["0,0"], bob stone: ["1,0"]}}
paths: {{west: step w to empty}}
actions:
  go: {{move: mine, if_lifted: connected piece, path: "{way}"{more}}}
turn: go
stuck: pass
limit: {{turns: 6, result: draw}}
"""
_SIX = "then".join([" step w to empty "] * 6).strip()

ROUND_THE_BACK = {
    "six legs": (_SIX, ""),
    "six legs that are looked at": (_SIX, ", if: count passed > 0"),
    "legs with names": ("west then west then west then west then west then west", ""),
    "six times": ("repeat 6 (step w to empty)", ""),
    "six or more times": ("repeat 6.. (step w to empty)", ", if: count passed > 3"),
    "any number of times": ("repeat 1.. (step w to empty)", ""),
    "any number of times over two": ("repeat 1.. (step w to empty then step w to empty)", ""),
    "its own": ("its move", ""),
    "like another": ("like stone", ""),
    "after none": ("repeat 0..1 (step n to piece) then repeat 6 (step w to empty)", ""),
}


@pytest.mark.parametrize("name", ROUND_THE_BACK)
def test_no_walk_goes_round_the_back(name: str) -> None:
    """Every landing on the way is in touch with the others (D101): six steps west never arrive in the east."""
    way, more = ROUND_THE_BACK[name]
    first, second = both(_ROUND.format(path=_SIX, way=way, more=more, others=""))
    for game in (first, second):
        assert game.rules.unbounded is not None
        assert game.rules.unbounded.side == 8
        assert [move.text for move in game.start().legal_moves if "2,0" in move.text] == []
    play(first, second)
    assert "does not lead from 0,0 to 2,0" in str(first.start().why("0,0-2,0"))


def test_no_kind_among_many_goes_round_the_back() -> None:
    others = "".join(f"  {kind}: {{each: 1, letter: {kind[0]}, move: west}}\n" for kind in ("guest", "host"))
    first, second = both(_ROUND.format(path=" then ".join(["west"] * 14), way="its move", more="", others=others))
    assert first.rules.unbounded is not None
    assert first.rules.unbounded.side == 16
    for game in (first, second):
        assert [move.text for move in game.start().legal_moves] == ["pass"]


def test_a_walk_keeps_in_touch_on_its_way() -> None:
    """Round a corner it may go, and over to the other side; not through the open."""
    corner = "step n to empty then step e to empty then step e to empty"
    first, second = both(_ROUND.format(path="west", way=corner, more="", others=""))
    assert [move.text for move in first.start().legal_moves] == ["0,0-2,1"]
    play(first, second)
    first, second = both(_ROUND.format(path="west", way="leap 1x2 to empty then leap 1x2 to empty", more="", others=""))
    assert sorted(move.text for move in first.start().legal_moves) == ["0,0-1,-1", "0,0-1,1"]
    play(first, second)


_UPON = """
game: Upon
players: [ann, bob]
board: {{tiling: square, size: unbounded}}
pieces:
  tile: {{owner: none, supply: 4, layer: ground, letter: "."}}
  man: {{each: 1, letter: m}}
setup: {{tile: ["0,0", "1,0", "1,1", "2,1"], ann man: ["0,0"], bob man: ["2,1"]}}
actions:
  carry: {{move: tile in empty, if_lifted: connected tile, to: empty next to tile}}
  walk: {{move: my man, path: "{path}"}}
turn: carry or walk
limit: {{turns: 12, result: draw}}
"""


@pytest.mark.parametrize(
    "path", ["step any to empty", "step any to empty then step any to empty", "repeat 1.. (step any to empty)"]
)
def test_others_stay_upon_the_anchor(path: str) -> None:
    text = _UPON.format(path=path)
    first, second = both(text)
    for number in range(2):
        play(first, second, number=number)
    for game in (first, second):
        tiles = {"0,0", "1,0", "1,1", "2,1"}
        walks = [move.text for move in game.start().legal_moves if move.text.startswith("0,0-")]
        assert walks
        assert {text.split("-", 1)[1] for text in walks} <= tiles
    drawing = Drawing(first).compile()
    check_game(drawing, path, positions=3, each=60, most=4000, plies=10)


def test_what_keeps_in_touch_anyway_is_not_asked() -> None:
    for name in ("hive", "vier_kreise"):
        game = reference(name)
        contact = Compiler(game._engine).contact
        assert all(contact.on_the_way(action) is None for action in game.rules.actions if action.path is not None)
