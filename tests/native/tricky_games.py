"""Small games made to mislead the sampler: different draws that lead to the same position, bounds that are too small,
conditions that only seem to hold for all candidates alike."""

from __future__ import annotations

_HEAD = """\
game: Tricky
players:
  ann: {forward: n}
  bob: {forward: s}
stuck: draw
limit: {turns: 30, result: draw}
"""
_BOARD = "board: {tiling: square, size: 4x4}\n"
_MEN = """\
pieces:
  man: {letter: m}
  king: {letter: k}
setup:
  ann man: [a1, c1, d2]
  ann king: [b1]
  bob man: [a4, c4, d3, b3]
  bob king: [b4]
"""


def _game(rules: str, board: str = _BOARD, pieces: str = _MEN) -> str:
    return _HEAD + board + pieces + rules


TRICKY = {
    "two routes to the same site": _game("""\
actions:
  go: {move: mine, path: step any to empty | step n to empty | step orth to empty}
turn: go
"""),
    "a direction of its own beside north": _game(
        """\
actions:
  go: {move: mine, path: step orth to empty | step lift to empty}
turn: go
""",
        board="board: {tiling: square, size: 4x4, directions: {lift: a1-a2 b1-b2 c2-d3}}\n",
    ),
    "a route along a direction of its own": _game(
        """\
actions:
  go: {move: mine, path: step orth to empty | step lift to empty, do: "ways = 1 if dir = n"}
vars: {ways: {range: 0..1}}
turn: go
""",
        board="board: {tiling: square, size: 4x4, directions: {lift: a1-a2 b1-b2 c2-d3}}\n",
    ),
    "a direction of its own goes far": _game(
        """\
actions:
  far: {move: mine, path: step lift to empty}
  jump: {move: mine, path: step orth over empty to empty}
turn: far or jump
""",
        board="board: {tiling: square, size: 4x4, directions: {lift: c1-c3 a1-b2}}\n",
    ),
    "a ring": _game(
        """\
actions:
  go: {move: mine, path: slide ring to empty or enemy}
  turn_round: {move: mine, path: step ring over 3 anywhere to anywhere}
turn: go or turn_round
""",
        board="board: {tiling: square, size: 4x4, directions: {ring: a1>b1 b1>b2 b2>a2 a2>a1}}\n",
    ),
    "pieces that take their own": _game("""\
actions:
  go: {move: mine, path: step any to anywhere}
turn: go
"""),
    "pieces that take their own by a leap": _game("""\
actions:
  go: {move: mine, path: leap 1x2 to anywhere}
turn: go
"""),
    "pieces that take anything": _game("""\
actions:
  go: {move: mine, to: anywhere}
turn: go
"""),
    "pieces that take their own beside the king": _game("""\
actions:
  go: {move: mine, path: step any to piece | step any to empty}
turn: go
"""),
    "sites without a piece are no movers": _game("""\
actions:
  go: {move: corners or mine, path: step any to empty}
turn: go
"""),
    "whoever moves": _game("""\
actions:
  go: {move: piece, path: step any to piece or empty}
turn: go
"""),
    "enemies that are taken when they arrive": _game("""\
actions:
  go: {move: enemy, path: step any to empty, do: capture enemy in centre}
turn: go
end: [win if no enemy]
"""),
    "enemies that are placed and taken": _game("""\
actions:
  go: {place: enemy man, to: empty, do: capture enemy in centre}
turn: go
"""),
    "all enemies change sides": _game("""\
actions:
  go: {move: mine, path: step any to enemy or empty, do: set enemy to mine if captures > 0}
turn: go
end: [win if no enemy]
"""),
    "all enemies change sides at the end of a turn": _game("""\
actions:
  go: {move: mine, path: step any to enemy or empty}
turn: go
when_turn_ends: [set enemy to mine if captures > 0]
end: [win if no enemy]
"""),
    "deserters are taken": _game("""\
actions:
  go: {move: mine, path: step any to empty, do: [set it to enemy if it in centre, capture enemy in centre]}
turn: go
end: [win if no enemy]
"""),
    "placed and taken": _game("""\
actions:
  go: {place: my man, to: empty, do: [set it to enemy if it in centre, capture enemy in centre]}
turn: go
end: [win if no enemy]
"""),
    "men at the centre go home": _game("""\
actions:
  go: {move: mine, path: step any to empty}
turn: go
when_turn_ends: [move (mine in centre) to my taken]
end: [lose if no mine]
"""),
    "captured men are brought back": _game("""\
actions:
  go: {move: mine, path: step any to empty or enemy}
turn: go
when_captured: [move it to my hand, move (mine in centre) to my taken]
end: [win if no enemy]
"""),
    "kings may become kings": _game("""\
actions:
  go: {move: mine, path: step any to empty, do: may set it to king}
turn: go
"""),
    "a capture of nothing may be done": _game("""\
actions:
  go: {move: mine, path: step any to empty, do: may capture enemy next to it}
turn: go
end: [win if no enemy]
"""),
    "a number may be what it is": _game("""\
vars: {told: {range: 0..1}}
actions:
  go: {move: mine, path: step any to empty, do: may told = 1}
turn: go
"""),
    "a change before the choice": _game("""\
actions:
  go:
    move: mine
    path: step any to empty
    do: [set it to man if it in rows 2..3, set it to king or man if it is man in rows 2..3]
turn: go
"""),
    "a choice on a tile": _game(
        """\
actions:
  go: {move: mine, path: step any to empty, do: set it to king or man if it on tile}
turn: go
""",
        pieces="""\
pieces:
  man: {letter: m}
  king: {letter: k}
  tile: {owner: none, layer: ground, letter: t}
setup:
  ann man: [a1, c1, d2]
  bob man: [a4, c4, d3, b3]
  tile: rows 2..3
""",
    ),
    "off the board": _game("""\
actions:
  go: {move: mine, path: step any to empty or off}
turn: go
end: [lose if no mine]
"""),
    "off the board by other paths": _game("""\
paths:
  leave: slide any to off
actions:
  go: {move: my king, path: leave}
  walk: {move: my man, path: step any to empty}
turn: go or walk
end: [lose if no mine]
"""),
    "full stacks": _game("""\
stack: 2
actions:
  go: {place: my man, to: anywhere}
turn: go
"""),
    "full stacks from the hand": _game(
        """\
stack: 2
actions:
  go: {place: my man, to: anywhere not in corners}
turn: go
""",
        pieces="pieces:\n  man: {letter: m, each: 9}\nsetup: {hand: all}\n",
    ),
    "stacks": _game("""\
stack: 3
actions:
  go: {move: mine, path: step any to anywhere}
turn: go
"""),
    "stacks are taken": _game("""\
stack: 3
actions:
  go: {move: mine, path: step any to anywhere, do: capture enemy in corners}
turn: go
end: [win if no enemy, lose if no mine]
"""),
    "shot from anywhere": _game(
        """\
actions:
  go: {move: my man, path: step any to empty}
  shoot: {place: arrow, from: mine, path: slide any to empty}
turn: go then shoot
""",
        pieces="""\
pieces:
  man: {letter: m}
  arrow: {owner: none, letter: a}
setup:
  ann man: [a1, d1]
  bob man: [a4, c4]
""",
    ),
    "shot at two ranges": _game(
        """\
actions:
  go: {move: my man, path: step any to empty}
  shoot: {place: arrow, from: go.target, path: slide any to empty | leap 1x2 to empty | step any to empty}
turn: go then shoot
""",
        pieces="""\
pieces:
  man: {letter: m}
  arrow: {owner: none, letter: a}
setup:
  ann man: [a1, d1]
  bob man: [a4, c4]
""",
    ),
    "own men are taken, then an enemy": _game("""\
actions:
  go: {move: mine, path: step any to anywhere}
  hit: {pick: enemy, do: remove target}
turn: go then (hit if (target in centre and some enemy))
end: [win if no enemy]
"""),
    "an enemy if there is one": _game("""\
actions:
  go: {move: mine, path: step any to empty or enemy}
  drop: {place: my man, to: empty in rim}
  hit: {pick: enemy not in rim, if: target not next to my king, do: capture target}
turn: (go or drop) then (hit if target in centre)
end: [win if no enemy]
"""),
    "two steps are as far as a jump": _game("""\
actions:
  walk: {move: mine, path: step orth to empty then step orth to empty}
  jump: {move: mine, path: step orth over empty to empty}
turn: walk or jump
"""),
    "a name means two things": _game("""\
actions:
  one: {move: mine, let: {number: count mine}, if: number > 2, path: step n to empty}
  two: {move: mine, let: {number: 1 + 0}, if: number < 2, path: step any to empty}
turn: one or two
"""),
    "the same word of two actions": _game("""\
actions:
  one: {move: mine, if: count (mine next to target) > 1, path: step n to empty}
  two: {move: mine, if: count (mine next to target) <= 1, path: step any to empty}
turn: one or two
"""),
    "where a piece goes depends on its kind": _game(
        """\
actions:
  go: {place: anything, tray: hand, to: empty in (row 1 if kind = man else rows 2..4)}
turn: go
""",
        pieces="pieces:\n  man: {letter: m, each: 3}\n  king: {letter: k, each: 2}\nsetup: {hand: all}\n",
    ),
    "pieces from two trays": _game(
        """\
actions:
  go: {place: anything, to: empty}
turn: go
""",
        pieces="""\
pieces:
  man: {letter: m, each: 3}
  king: {letter: k, supply: 2}
setup: {hand: all, supply: {king: 2}}
""",
    ),
    "over tiles": _game(
        """\
actions:
  go: {move: mine, if_lifted: true, path: jump orth over 1.. tile to empty}
turn: go
""",
        board="board: {tiling: square, size: 9x9}\n",
        pieces="""\
pieces:
  man: {letter: m}
  tile: {owner: none, layer: ground, letter: t}
setup:
  ann man: [e5, a1]
  bob man: [d2]
  tile: everywhere
""",
    ),
    "sites seen from the origin": _game("""\
actions:
  go: {move: mine, path: step any to (empty not in (n of origin))}
  jump: {move: mine, path: step orth over (piece not in leaving) to (empty not in origin)}
turn: go or jump
"""),
    "the row of its own": _game("""\
actions:
  go: {move: mine, path: "step any to empty in (rows 1..2 if kind = king else rows 2..4)"}
turn: go
"""),
    "a condition about nothing in particular": _game("""\
define:
  quiet: no enemy next to target
  king_moves: kind = king
actions:
  go: {move: mine, path: step any to empty, if: quiet or king_moves}
  drop: {place: my man, to: empty, if: count mine < 5 and no enemy next to target}
turn: go or drop
"""),
    "pieces that look somewhere": _game(
        """\
actions:
  go: {move: mine, path: step forward to empty, if: forward of target}
  drop: {place: my man, to: empty in rim, if: some (empty in forward of target)}
turn: go or drop
""",
        pieces="""\
pieces:
  man: {states: {facing: orth}}
setup:
  ann man: [b2, c3]
  bob man: [a4, d1]
""",
    ),
    "must and else": _game("""\
actions:
  hit: {move: mine, path: step any to enemy, must: it not next to enemy}
  walk: {move: mine, path: step any to empty, must: it not in corners}
  rest: {}
turn: hit else (walk or rest)
must: no my king next to enemy king
end: [win if no enemy]
"""),
    "nothing may be repeated": _game("""\
actions:
  walk: {move: mine, path: step orth to empty}
  rest: {}
turn: walk or rest
repetition: {forbidden: yes, compare: board}
"""),
    "kinds with ways of their own": _game(
        """\
actions:
  go: {move: mine, path: its move}
turn: go
end: [win if no enemy]
""",
        pieces="""\
pieces:
  man: {letter: m, move: step forward to empty | step (forward or n) to empty | step diag to enemy}
  king: {letter: k, move: step any to empty or enemy | step orth to empty}
setup:
  ann man: [a1, c1, d2]
  ann king: [b1]
  bob man: [a4, c4, d3]
  bob king: [b4]
""",
    ),
}

# The same with one kind of piece, where all pieces are followed at once.
for _name, _rules, _board in (
    ("two routes", "path: step any to empty | step n to empty | step orth to empty or enemy", ""),
    ("one route is part of another", "path: step orth over enemy to empty | step any over piece to empty", ""),
    ("a direction beside north", "path: step orth to empty | step lift to empty", "lift: a1-a2 b1-b2 c2-d3"),
    (
        "its own direction is seen",
        'path: step orth to empty | step lift to empty, do: "ways = 1 if dir = n"',
        "lift: a1-a2",
    ),
    ("a direction is seen", 'path: step any to empty, do: "ways = 1 if dir = n"', ""),
    ("what was passed", "path: step orth to empty | jump any over enemy to empty, do: capture (enemy in passed)", ""),
    ("a pair of sites", "path: step lift over anywhere to anywhere | step orth to empty", "lift: a1-a2 b1-b2"),
    ("from the corners", "path: step any to empty", ""),
    (
        "not where it came from",
        "path: step orth over (piece not in origin) to empty | step any to (empty not in leaving)",
        "",
    ),
    ("not north of itself", "path: step any to (empty not in (n of origin))", ""),
    ("away from itself", "path: step any to (empty not next to (mine not in leaving))", ""),
):
    _mover = "corners or mine" if _name == "from the corners" else "mine"
    TRICKY[f"men: {_name}"] = _game(
        f"vars: {{ways: {{range: 0..1}}}}\nactions:\n  go: {{move: {_mover}, {_rules}}}\nturn: go\n",
        board=f"board: {{tiling: square, size: 4x4, directions: {{{_board}}}}}\n" if _board else _BOARD,
        pieces="pieces:\n  man: {letter: m}\nsetup:\n  ann man: [a1, c1, d2]\n  bob man: [a4, c4, d3, b3]\n",
    )

TRICKY["movers on tiles"] = _game(
    """\
actions:
  walk: {move: my man on tile, path: step any to empty}
  climb: {move: mine on tile, path: step n to empty}
turn: walk or climb
""",
    pieces="""\
pieces:
  man: {letter: m}
  tile: {owner: none, layer: ground, letter: t}
setup:
  ann man: [a1, c1, d2]
  bob man: [a4, c4, d3, b3]
  tile: everywhere
""",
)
TRICKY["the ground is pulled away"] = _game(
    """\
actions:
  pull: {move: mine in corners, layer: ground, path: step any to (anywhere not in tile)}
  walk: {move: mine, path: step any to empty}
turn: pull or walk
""",
    pieces="""\
pieces:
  man: {letter: m}
  tile: {owner: none, layer: ground, letter: t}
setup:
  ann man: [a1, d1]
  bob man: [a4, d4]
  tile: rim
""",
)

__all__ = ["TRICKY"]
