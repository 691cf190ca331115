"""Small games whose turns repeat parts and count them: many ways lead to the same state in the middle of a turn."""

from __future__ import annotations

_HEAD = """\
game: Repeated
players: [ann, bob]
board: {tiling: square, size: 3x4}
stuck: draw
limit: {turns: 30, result: draw}
"""
_MEN = """\
pieces: {man: {letter: m}}
setup: {ann man: [a1, b1], bob man: [b4, c4]}
"""
_STEPS = """\
vars: {steps: {range: 0..3, start: 3}}
actions:
  go: {move: mine, path: step orth to empty or enemy, if: steps > 0, do: steps -= 1}
turn: repeat 1..3 (go)
when_turn_ends: steps = 3
"""

# A king goes one step or two; then it cannot be told which.
KING = (
    _HEAD
    + """\
pieces: {man: {letter: m}}
setup: {ann man: [a1], bob man: [c4]}
vars: {steps: {range: 0..2, start: 2}, luck: {range: 0..1}}
actions:
  go: {move: mine, path: step any to empty or enemy, if: steps > 0, do: steps -= 1}
  settle: {do: steps = 0}
  throw: {with: {amount: 0..1}, do: luck = amount}
  rest: {}
turn: (repeat 1..2 (go)) then settle then chance throw then rest
when_turn_ends: steps = 2
"""
)

_TOWERS = """\
game: Towers
players: [ann, bob]
board:
  sites: p1..p9
  tracks:
    road: {ann: p1..p9, bob: p9..p1}
stuck: draw
limit: {turns: 30, result: draw}
stack: 3
pieces: {man: {letter: m}}
setup:
  ann man: {p1: 2, p2: 1, p3: 1}
  bob man: {p9: 2, p8: 1, p6: 1}
vars:
  steps: {range: 0..4, per: 1..2}
actions:
  throw:
    with: {a: 1..2, b: 1..2}
    do: [steps(a) += 1, steps(b) += 1, steps(a) = 3 if a = b]
  go:
    with: {amount: 1..2}
    move: mine
    take: TAKE
    path: step along road over times(amount - 1) anywhere to LANDING
    if: steps(amount) > 0
    before: capture enemy in target
    do: steps(amount) -= 1
  rest: {}
turn: chance throw then (repeat 1..3 (go) else rest)
prefer: parts
when_captured: move it to p1
when_turn_ends: steps = 0
"""

REPEATED = {
    "three steps": _HEAD + _MEN + _STEPS,
    "three steps on a board of 72 sites": (_HEAD + _MEN + _STEPS).replace("3x4", "8x9"),
    "three steps on a board of 132 sites": (_HEAD + _MEN + _STEPS).replace("3x4", "12x11"),
    "as many steps as possible, and the number is remembered": _HEAD
    + _MEN
    + _STEPS.replace("when_turn_ends: steps = 3", "prefer: parts").replace("start: 3", "start: 2")
    + "when_turn_ends: steps = 2\n",
    "what is left of the steps stays": _HEAD
    + _MEN
    + _STEPS.replace("range: 0..3", "range: 0..60")
    .replace("start: 3", "start: 60")
    .replace("when_turn_ends: steps = 3", "prefer: 0 - parts"),
    "the last target counts": _HEAD
    + _MEN
    + _STEPS.replace("if: steps > 0", "if: steps > 0 and target not in go.target"),
    "men that have moved stay": _HEAD
    + _MEN
    + _STEPS.replace("if: steps > 0", "if: steps > 0 and (steps = 3 or origin in unmoved)"),
    "captured men come back": _HEAD
    + _MEN
    + """\
vars: {steps: {range: 0..2, start: 2}}
actions:
  go: {move: mine, path: step any to empty or enemy, if: steps > 0, do: steps -= 1}
  drop: {place: man, tray: hand, to: empty, if: steps > 0, do: steps -= 1}
turn: repeat 1..2 (go or drop)
when_captured: move it to enemy hand
when_turn_ends: steps = 2
""",
    "after a rest it is still no turn to do nothing": _HEAD
    + _MEN
    + """\
vars: {steps: {range: 0..2, start: 2}}
actions:
  go: {move: mine, path: step n to empty, if: steps > 0 and me = ann, do: steps -= 1}
  rest: {}
turn: (repeat 0..2 (go)) else rest
prefer: 0 - parts
when_turn_ends: steps = 2
""",
    "dice behind the parts": _HEAD
    + _MEN
    + """\
vars: {steps: {range: 0..3, start: 2}}
actions:
  go: {move: mine, path: step orth to empty or enemy, if: steps > 0, do: steps -= 1}
  throw: {with: {amount: 1..3}, do: steps = amount}
turn: (repeat 1..3 (go)) then chance throw
""",
    "what is set back later tells turns before the dice apart": _HEAD
    + _MEN
    + """\
vars: {steps: {range: 0..2, start: 2}, luck: {range: 0..1}}
actions:
  go: {move: mine, path: step any to empty or enemy, if: steps > 0, do: steps -= 1}
  throw: {with: {amount: 0..1}, do: luck = amount}
  more: {move: mine, path: step n to empty}
  rest: {}
turn: (repeat 1..2 (go)) then chance throw then (more if (steps = 1 and luck = 1)) then rest
when_turn_ends: steps = 2
""",
    "what is looked back at tells turns before the dice apart": _HEAD
    + _MEN
    + """\
vars: {steps: {range: 0..2, start: 2}, luck: {range: 0..1}}
actions:
  go: {move: mine, path: step orth to empty or enemy, if: steps > 0, do: steps -= 1}
  throw: {with: {amount: 0..1}, do: luck = amount}
  more: {move: mine in go.target, path: step orth to empty or enemy}
  rest: {}
turn: (repeat 1..2 (go)) then chance throw then (more or rest)
when_turn_ends: [steps = 2, luck = 0]
""",
    "how many parts it took before the dice is forgotten": KING,
    "a leap is as long as seventeen steps of the next repeat": """\
game: Long
players: [ann, bob]
board:
  sites: p1..p40
  tracks: {road: {ann: p1..p40, bob: p40..p1}}
stack: 2
pieces: {man: {letter: m}}
setup: {ann man: [p1], bob man: [p40]}
vars: {steps: {range: 0..40, start: 40}}
actions:
  leap_on: {move: mine, path: step along road over 16 anywhere to anywhere, if: steps > 16, do: steps -= 17}
  go: {move: mine, path: step along road to anywhere, if: steps > 0, do: steps -= 1}
turn: (repeat 0..1 (leap_on)) then (repeat 0..20 (go))
when_turn_ends: steps = 40
stuck: draw
limit: {turns: 12, result: draw}
""",
    "towers on a road": _TOWERS.replace("TAKE", "1").replace("LANDING", "(empty or mine or (enemy with height 1))"),
    "towers of both sides": _TOWERS.replace("TAKE", "1..2")
    .replace("LANDING", "anywhere")
    .replace("    before: capture enemy in target\n", ""),
}

_TWO = _STEPS.replace("steps: {range: 0..3, start: 3}", "steps: {range: 0..2, start: 2}").replace(
    "steps = 3", "steps = 2"
)
_TWO = _TWO.replace("repeat 1..3", "repeat 1..2")

# Turns that lead to the same state and are two moves all the same, because their results differ.
LOOKED_BACK_AT = {
    "the last target wins": _HEAD + _MEN + _TWO + "end: [win if target in column 3, lose if target in row 3]\n",
    "the last target is asked for by its name": _HEAD
    + _MEN
    + _TWO
    + """\
define: {arrived: go.target in column 3}
end: [win if arrived]
""",
    "the last target begins another phase": _HEAD
    + _MEN
    + _TWO.replace("turn: repeat 1..2 (go)\n", "")
    + """\
phases:
  - {name: first, turn: repeat 1..2 (go), until: target in column 3}
  - {name: second, turn: repeat 1..2 (go)}
""",
    "the last origin and the parts are points": _HEAD
    + _MEN
    + _TWO
    + """\
score: count (mine next to go.origin) + parts
end: [highest score wins if some mine in row 3]
""",
}
