"""Small games whose turns are drawn while all are found: chains, two parts, stacks, rings, and ends that make equal."""

from __future__ import annotations

_HEAD = """\
game: Light
players: [ann, bob]
board: {tiling: square, size: 4x4}
stuck: draw
limit: {turns: 30, result: draw}
"""
_MEN = """\
pieces: {man: {letter: m}, king: {letter: k}}
setup: {ann man: [a1, b1, c1], bob man: [b4, c4, d3]}
"""
_JUMPERS = """\
pieces:
  man: {letter: m, states: [safe, doomed]}
setup: {ann man: [a1, b1, c2, d1], bob man: [b2, c3, b4, d3]}
actions:
  walk: {move: mine, path: step any to empty}
  jump: {move: mine, path: jump any over enemy safe to empty, do: set (enemy in passed) to doomed, again: must}
turn: jump else walk
"""
_TOWERS = """\
stack: 4
pieces: {man: {letter: m}, gem: {owner: none, letter: g}}
setup: {ann man: {a1: 2, b1: 1, c2: 3}, bob man: {b4: 2, c4: 1, d3: 2}, gem: [b2, d4]}
"""

LISTED = {
    "two walks in any order": _HEAD
    + _MEN
    + "actions: {go: {move: mine, path: step any to empty or enemy}}\nturn: go then go\n",
    "the end makes kings of some": _HEAD
    + _MEN
    + """\
actions:
  go: {move: mine, path: step any to empty or enemy}
  crown: {pick: my man, do: set target to king}
turn: go then (go or crown)
when_turn_ends: set (my man in rows 3..4) to king
""",
    "the end takes away": _HEAD
    + _MEN
    + """\
actions: {go: {move: mine, path: step any to empty}}
turn: go then go
when_turn_ends: remove (mine in column 4)
""",
    "as many as possible": _HEAD + _JUMPERS + "prefer: count doomed\nwhen_turn_ends: capture doomed\n",
    "who goes twice is named, or is next anyway": _HEAD
    + _MEN
    + """\
actions:
  go: {move: mine, path: step any to empty or enemy, do: next_player = me if target in column 2}
  more: {move: mine, path: step any to empty, do: next_player = enemy if target in column 3}
turn: go then more
""",
    "chains that may end": _HEAD
    + _MEN
    + """\
actions:
  hop: {move: mine, path: jump any over piece to empty, again: may}
  go: {move: mine, path: step any to empty}
turn: hop or go
""",
    "towers are taken apart and joined": _HEAD
    + _TOWERS
    + """\
actions:
  carry: {take: 1..3, move: mine, path: slide orth to empty or piece}
  drop: {take: 1..2, move: turn.it, path: step orth to empty or piece, if: dir = carry.dir and load < carry.load}
turn: carry then repeat 0..2 (drop)
""",
    "towers are taken": _HEAD
    + _TOWERS
    + """\
define: {prey: enemy with height <= load}
actions:
  hit: {take: all, move: mine, path: slide any to prey, before: capture target}
  pile: {take: all, move: mine, path: step any over times(load - 1) anywhere to mine}
  rest: {}
turn: (hit or pile) then (hit or pile or rest)
end: [win if no enemy]
""",
    "what is not joined to a gem goes": _HEAD
    + _TOWERS
    + """\
actions:
  move: {take: all, move: mine, path: step any to piece or empty, do: remove piece not joined to holding(gem)}
turn: move
""",
    "rings that turn": _HEAD.replace("size: 4x4}", "size: 4x4, tracks: {low: {closed: yes, sites: a1 a2 b2 b1}, "
                                     "high: {closed: yes, sites: b2 b3 b4 c4 c3 c2}}}")
    + """\
pieces: {man: {letter: m}}
setup: {ann man: [a1, c3], bob man: [b2, c4]}
actions:
  place: {place: my man, to: empty, do: end turn if line of 4 mine}
  right: {with: {ring: [low, high]}, do: shift anywhere along ring by 1}
  left: {with: {ring: [low, high]}, do: shift anywhere against ring by 2}
turn: place then (right or left)
""",
}  # fmt: skip

# Turns of one move of which most need no list: several may remove all that told them apart.
ALONE = {
    "who leaves the gem is gone": _HEAD
    + """\
pieces: {man: {letter: m}, gem: {owner: none, letter: g}}
setup: {ann man: [a1, a2, b1, c1, d2], bob man: [b4, c4, d3, d4, c3], gem: [b2]}
actions: {go: {move: mine, path: step any to empty, do: remove piece not joined to gem}}
turn: go
""",
    "towers that leave the gem are gone": _HEAD
    + _TOWERS
    + """\
actions: {go: {take: all, move: mine, path: step any to anywhere, do: remove piece not joined to holding(gem)}}
turn: go
""",
    "towers leap as far as they are high, and only some may be removed": _HEAD
    + _TOWERS
    + """\
actions:
  go:
    take: all
    move: mine
    path: step any over times(load - 1) anywhere to anywhere
    do: [remove mine in rows 1..2 if target in column 2, set it to bob if target in row 4]
turn: go
""",
}

DRAWN = {
    "straight hops": _HEAD
    + """\
pieces: {man: {letter: m}}
setup: {ann man: [a1, b3, d2, c4], bob man: [b1, d1, a2, c2, b2, d3]}
actions:
  hop: {with: {d: any}, move: mine, path: repeat 1.. (jump d over enemy to empty), do: capture passed in enemy}
turn: hop
""",
    "two or three steps straight on": _HEAD
    + _MEN.replace(", king: {letter: k}", "")
    + """\
actions: {run: {with: {d: any}, move: mine, path: repeat 2..3 (step d to empty)}}
turn: run
""",
    "some are doomed before it begins": _HEAD
    + _JUMPERS.replace("setup: {ann man: [a1, b1, c2, d1]", "setup: {ann man: [b1, d1], ann man doomed: [a1, c2]")
    + "prefer: count doomed\nwhen_turn_ends: capture doomed\n",
    "pieces from a hand and from the supply": _HEAD
    + """\
pieces: {man: {letter: m, each: 4}, gem: {owner: none, supply: 2, letter: g}}
setup: {hand: {man: 4}}
actions: {enter: {place: anything, to: empty, if: kind = gem or supply(gem) = 0 or target in row 1}}
turn: enter
""",
}
