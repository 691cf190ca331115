"""Small games made to mislead draws of a value, a piece and a direction: draws that lead to the same position."""

from __future__ import annotations

_HEAD = """\
game: Tricky
players: [ann, bob]
stuck: draw
limit: {turns: 30, result: draw}
"""
_BOARD = "board: {tiling: square, size: 4x4}\n"
_LIFT = "board: {tiling: square, size: 4x4, directions: {lift: a1-a2 b1-b2 c1-c2 d3-d2}}\n"
_RING = "board: {tiling: square, size: 3x3, directions: {ring: a1>b1 b1>c1 c1>a1 a2>b2 b2>c2 c2>a2, up: a1-a2 b1-b2}}\n"
_MEN = """\
pieces:
  man: {letter: m}
  king: {letter: k}
setup:
  ann man: [a1, b1, c2]
  ann king: [c1]
  bob man: [a4, c4, d3]
  bob king: [b4]
"""
_STONES = """\
pieces:
  man: {letter: m}
  stone: {owner: none, letter: s}
setup:
  ann man: [a1, b1]
  bob man: [a4, c4]
"""


def _game(rules: str, board: str = _BOARD, pieces: str = _MEN) -> str:
    return _HEAD + board + pieces + rules


_SIDEWAYS = """\
  sideways:
    with: {side: SIDES}
    pick: mine
    path: step any over 0..1 mine to mine
    let: {these: origin or passed or target}
    if: count (empty in side of these) = count these
    do: shift these toward side
turn: sideways
"""

DRAWS = {
    "lines are pushed": _game("""\
actions:
  forth: {pick: mine, path: step any over 0..1 mine to empty, do: shift (origin or passed) toward dir}
  push: {pick: mine, path: step any over 1 mine + 1..2 enemy to empty or off, do: shift (origin or passed) toward dir}
turn: forth or push
"""),
    "own men are pushed off": _game("""\
actions:
  forth: {pick: mine, path: step any over 0..2 mine to empty or off, do: shift (origin or passed) toward dir}
turn: forth
"""),
    "the same push by two actions": _game("""\
actions:
  forth: {pick: mine, path: step any over 0..2 mine to empty, do: shift (origin or passed) toward dir}
  also: {pick: mine, path: step orth over 0..1 mine to empty, do: shift (origin or passed) toward dir}
turn: forth or also
"""),
    "pushes that may end in two ways": _game("""\
actions:
  forth: {pick: mine, path: step any over 0..2 piece to anywhere, do: shift (origin or passed) toward dir}
turn: forth
"""),
    "men of a kind push others": _game("""\
actions:
  forth: {pick: my man, path: step any over 0..2 (mine or enemy) to empty, do: shift (origin or passed) toward dir}
turn: forth
"""),
    "a push round the board": _game(
        "actions:\n  forth: {pick: mine, path: step (ring or up) over 0..1 mine to empty,\n"
        "    do: shift (origin or passed) toward dir}\nturn: forth\n",
        board=_RING,
        pieces="pieces: {man: {letter: m}}\nsetup: {ann man: [a1, b1], bob man: [c3]}\n",
    ),
    "sideways": _game("actions:\n" + _SIDEWAYS.replace("SIDES", "any")),
    "sideways round the board": _game(
        "actions:\n" + _SIDEWAYS.replace("SIDES", "any").replace("step any", "step (ring or orth)"),
        board=_RING,
        pieces="pieces: {man: {letter: m}}\nsetup: {ann man: [a1, b1, c1], bob man: [c3]}\n",
    ),
    "sideways, and one end is looked at": _game(
        "actions:\n" + _SIDEWAYS.replace("SIDES", "any") + "end: [win if it in corners]\n"
    ),
    "sideways, and the origin is remembered": _game(
        "vars: {last: {range: 0..1}}\nactions:\n"
        + _SIDEWAYS.replace("SIDES", "any")
        .replace("do: shift", "do: [last = 1 if origin in corners, shift")
        .replace("toward side", "toward side]")
    ),
    "sideways onto others": _game(
        "actions:\n" + _SIDEWAYS.replace("SIDES", "any").replace("empty in side", "(empty or enemy) in side")
    ),
    "sideways and along": _game(
        "actions:\n"
        "  forth: {pick: mine, path: step any over 0..2 mine to empty, do: shift (origin or passed) toward dir}\n"
        + _SIDEWAYS.replace("SIDES", "any").replace("turn: sideways", "turn: forth or sideways")
    ),
    "a push or a step": _game("""\
actions:
  forth: {pick: mine, path: step any over 0..2 mine to empty, do: shift (origin or passed) toward dir}
  go: {move: mine, path: step any to empty}
turn: forth or go
"""),
    "as many steps as men": _game("""\
actions:
  go:
    with: {d: any}
    move: mine
    path: step d over times(count mine - 3) anywhere to empty or enemy
turn: go
"""),
    "a direction by two names": _game(
        """\
actions:
  go:
    with: {d: [n, lift, e, ne]}
    move: mine
    path: step d to empty or enemy
turn: go
""",
        board=_LIFT,
    ),
    "a value that changes nothing": _game("""\
actions:
  go:
    with: {d: any, x: 1..2}
    move: mine
    path: step d to empty
turn: go
"""),
    "a value that is the way, and is kept": _game("""\
vars: {last: {range: 0..9}}
actions:
  go:
    with: {d: any}
    move: mine
    path: step d over 0..1 mine to empty
    do: "last = 1 if d = n"
turn: go
"""),
    "a chosen way onto own men": _game("""\
actions:
  go:
    with: {d: any}
    move: mine
    path: step d to anywhere
turn: go
"""),
    "stones": _game(
        """\
actions:
  go: {move: mine, path: step orth to empty}
  build:
    with: {way: [orth, diag]}
    pick: empty
    let: {heap: target or (anywhere next to target along way)}
    do: put stone at heap
turn: go or build
""",
        pieces=_STONES,
    ),
    "stones, whatever is chosen": _game(
        """\
actions:
  build:
    with: {way: [orth, diag], number: 1..2}
    pick: empty
    do: put stone at target
turn: build
""",
        pieces=_STONES,
    ),
    "stones beside the site": _game(
        """\
actions:
  build:
    with: {d: any}
    pick: empty
    do: put stone at (d of target)
turn: build
""",
        pieces=_STONES,
    ),
    "stones where there is room": _game(
        """\
actions:
  build:
    with: {d: any}
    pick: empty
    do: put stone at (empty in (target or d of target))
turn: build
""",
        pieces=_STONES,
    ),
    "stones or a stone": _game(
        """\
actions:
  lay: {place: stone, to: empty}
  build:
    with: {d: [n, e]}
    pick: empty
    do: put stone at target
turn: build or lay
""",
        pieces=_STONES,
    ),
    "men instead of stones": _game(
        """\
actions:
  go: {move: mine, path: step orth to empty or enemy}
  build:
    with: {d: [n, e]}
    pick: empty
    do: [put man at (target or d of target), score(me) += 1]
    must: count mine < 6
turn: go or build
vars: {score: {range: 0..20, per: player}}
""",
        pieces=_STONES,
    ),
}

DRAWS["routes are moves of their own"] = _game("""\
actions:
  go: {move: mine, path: step any to empty}
  put: {do: put king at (a3 in empty)}
turn: (put or go) then go
distinct: route
""")

# What is put or taken beside the move itself.
for _name, _rules in (
    ("men leave men behind", "go: {move: mine, path: step any to empty, do: put man at origin}"),
    ("men leave kings behind", "go: {move: my man, path: step any to empty, do: put king at origin}"),
    ("all leave kings behind", "go: {move: mine, path: step any to empty, do: put king at origin}"),
    (
        "men leave kings behind and become kings",
        "go: {move: my man, path: step any to empty, do: [put king at origin, set it to king]}",
    ),
    ("men bring men", "go: {place: man, to: empty, do: put man at (empty next to target along e)}"),
    ("men bring kings", "go: {place: man, to: empty, do: put king at (empty next to target along e)}"),
    (
        "jumped men are taken",
        "go: {place: man, to: empty, do: capture passed by (jump any over enemy to mine) from target}",
    ),
    (
        "own men are jumped",
        "go: {place: man, to: empty, do: capture passed by (jump any over mine to mine) from target}",
    ),
    ("a king is taken", "go: {move: mine, path: step any to empty, do: capture king if me = ann}"),
    ("only bob has a king", "go: {move: mine, path: step any to empty, do: capture king if me = ann}"),
):
    _pieces = _MEN.replace("  ann king: [c1]\n", "") if _name == "only bob has a king" else _MEN
    DRAWS[_name] = _game(f"actions:\n  {_rules}\nturn: go\n", pieces=_pieces)

_HOUSES = """\
board:
  sites: a b c d e f
  tracks:
    ring: {closed: yes, sites: a b c d e f}
regions:
  side: {ann: [a, b, c], bob: [d, e, f]}
stack: 20
"""
_SEEDS = """\
pieces:
  seed: {owner: none, supply: 18, letter: "."}
setup:
  seed: {everywhere: 3}
"""
for _name, _subject, _effects in (
    ("one side is sown", "my side with height >= 1", "sow target along ring skipping target"),
    ("houses are sown all round", "my side with height >= 1", "sow target along ring"),
    ("empty houses are sown", "my side", "sow target along ring skipping target"),
    (
        "a sown house is taken",
        "my side with height >= 1",
        "sow target along ring skipping target, capture (enemy side with height 2..4)",
    ),
    (
        "own houses are taken",
        "my side with height >= 1",
        "sow target along ring skipping target, capture (my side with height 1..4)",
    ),
):
    DRAWS[_name] = _game(
        f"actions:\n  sow:\n    pick: {_subject}\n    do: [{_effects}]\nturn: sow\n", board=_HOUSES, pieces=_SEEDS
    )

# Turns of two parts.
DRAWS |= {
    "a stone is thrown from where a man has gone": _game(
        """\
actions:
  go: {move: mine, path: slide any to empty}
  throw: {place: stone, from: go.target, path: slide orth to empty}
turn: go then throw
""",
        pieces=_STONES,
    ),
    "a stone is thrown over the mover's men": _game(
        """\
actions:
  go: {move: mine, path: step any to empty}
  throw: {place: stone, from: go.target, path: step any over 0.. mine to empty}
turn: go then throw
""",
        pieces=_STONES,
    ),
    "a stone is thrown to a neighbour, by men who leap": _game(
        """\
actions:
  go: {move: mine, path: leap 1x2 to empty}
  throw: {place: stone, from: go.target, path: step diag to empty}
turn: go then throw
""",
        pieces=_STONES,
    ),
    "a stone is thrown on a large board": _game(
        """\
actions:
  go: {move: mine, path: leap 1x2 to empty}
  throw: {place: stone, from: go.target, path: slide orth to empty}
turn: go then throw
""",
        _BOARD.replace("4x4", "17x17"),
        _STONES.replace("a1", "q17, p15"),
    ),
    "men slide on a large board": _game(
        """\
actions:
  go: {move: mine, path: slide any to empty}
  throw: {place: stone, from: go.target, path: step any to empty}
turn: go then throw
""",
        _BOARD.replace("4x4", "17x17"),
        _STONES.replace("a1", "q17, h9"),
    ),
    "stones are thrown differently": _game(
        """\
actions:
  go: {move: mine, path: slide any to empty}
  throw: {place: stone, from: go.target, path: slide orth to empty}
  drop: {place: stone, from: go.target, path: step diag to empty}
phases:
  - {name: throwing, turn: {ann: go then throw, bob: go then drop}}
""",
        pieces=_STONES,
    ),
    "a stone is put where the man has been, or elsewhere": _game(
        """\
actions:
  go: {move: mine, path: step orth to empty}
  put_down: {place: stone, to: empty not in a1}
turn: go then put_down
""",
        pieces=_STONES,
    ),
    "a line closes, and something is taken": _game("""\
define: {milled: it in line of 3 mine along orth, loose: enemy not in line of 3 enemy along orth}
actions:
  place: {place: man, to: empty}
  walk: {move: mine, path: step any to empty}
  fly: {move: mine, if: count mine = 3, to: empty not in a1}
  take: {pick: loose if loose else enemy, do: capture target}
phases:
  - {name: first, turn: place then (take if milled), until: count mine > 5}
  - {name: second, turn: (walk or fly) then (take if milled)}
"""),
    "a line of two that the mover may leave": _game("""\
actions:
  slide: {move: mine, path: slide orth to empty}
  take: {pick: enemy not in line of exactly 2 enemy, do: capture target}
turn: slide then (take if (it in line of 2 mine))
"""),
    "a line of some of the mover's pieces": _game("""\
actions:
  walk: {move: mine, path: step any to empty}
  take: {pick: enemy, do: capture target}
turn: walk then (take if (it in line of 2 my man))
"""),
    "who closes a line takes what the move made loose": _game("""\
actions:
  walk: {move: mine, path: step any to empty}
  take: {pick: enemy next to empty, do: capture target}
turn: walk then (take if (it in line of 3 mine))
"""),
    "a line round a ring": _game(
        """\
actions:
  walk: {move: mine, path: step any to empty}
  take: {pick: enemy, do: remove target}
turn: walk then (take if (it in line of 3 mine along ring))
""",
        _RING,
        _STONES.replace("b1]", "b2, a3]").replace("[a4, c4]", "[b1, c2]"),
    ),
}

# Chains of jumps.
_JUMPERS = """\
pieces:
  man: {letter: m, jump: jump orth over enemy to empty}
  king: {letter: k, jump: jump any over enemy to empty}
setup:
  ann man: [a1, b2, d2, c1]
  ann king: [d1]
  bob man: [a3, b3, c2, c3, d4]
  bob king: [a4]
regions: {far: {ann: rows 3..4, bob: rows 1..2}}
"""
for _name, _again, _effects in (
    ("jumps that must go on", "must", "capture passed"),
    ("jumps that may go on", "may", "capture passed"),
    ("a king jumps on as a king", "must", "capture passed, set it to king if it is man in my far"),
    ("a jumper becomes another anywhere", "must", "capture passed, set it to man if it is king"),
    ("a jump that may end the turn", "must", "capture passed, end turn if it in my far"),
    ("what was jumped over may stay", "must", "capture (passed in my far)"),
    ("what was jumped over stays, if it is a king", "must", "capture passed if passed is enemy man"),
    ("jumps that take more", "must", "capture passed, capture (enemy king)"),
):
    _jump = f"  jump: {{move: mine, path: its jump, do: [{_effects}], again: {_again}}}\n"
    _walk = "  walk: {move: mine, path: step any to empty}\n"
    DRAWS[_name] = _game(f"actions:\n{_jump}{_walk}turn: jump else walk\n", pieces=_JUMPERS)
    DRAWS[f"{_name}, or one walks"] = _game(f"actions:\n{_jump}{_walk}turn: jump or walk\n", pieces=_JUMPERS)
DRAWS["jumps round a ring"] = _game(
    """\
actions:
  jump: {move: mine, path: jump ring over enemy to empty, do: capture passed, again: must}
  walk: {move: mine, path: step ring to empty}
turn: jump else walk
""",
    _RING,
    _STONES.replace("b1]", "b2]").replace("[a4, c4]", "[b1, c2]"),
)
_STRIKE = "actions:\n  go: {move: my man, path: step any to empty or enemy}\n"
DRAWS["what is attacked is taken"] = _game(
    _STRIKE + "  run: {move: my king, path: slide any to empty, do: capture enemy attacked by me}\nturn: go or run\n"
)
DRAWS["what is attacked is taken at the end"] = _game(
    _STRIKE + "turn: go\nwhen_turn_ends: [capture enemy man attacked by me if count enemy > 3]\n"
)
_TWO_SORTS = "pieces:\n  man: {letter: m}\n  king: {letter: k}\n"
for _name, _effects in (
    ("a stone that may turn others", "may set (enemy next to it) to mine"),
    ("a stone that may be a king", "may set it to king"),
    ("a stone that is one or the other", "set it to man or king"),
):
    DRAWS[_name] = _game(
        f"actions:\n  put: {{place: my man, to: empty, do: {_effects}}}\nturn: put\n", pieces=_TWO_SORTS
    )
DRAWS["pieces that move to no site"] = _game(
    "actions:\n  away: {do: move (enemy man) to nothing}\n  go: {move: mine, path: step any to empty}\n"
    "turn: away or go\nprefer: count target\n"
)
_STEP = "actions:\n  go: {move: mine, path: step any to empty or enemy}\n"
for _name, _hit in (
    ("a second part as long as there are two", "hit: {pick: enemy, if: count enemy > 1, do: capture target}"),
    ("a second part here and there", "hit: {pick: enemy, if: target not next to mine, do: capture target}"),
    ("a stone is put down early", "hit: {place: stone, to: empty, if: count stone < 4}"),
    ("a stone is put down among men", "hit: {place: stone, to: empty, if: target next to mine}"),
):
    DRAWS[_name] = _game(
        f"{_STEP}  {_hit}\nturn: go then (hit if target in rim)\n",
        pieces=_STONES,
    )

__all__ = ["DRAWS"]
