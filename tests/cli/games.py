"""Small games with chance, whose numbers can be counted by hand."""

from __future__ import annotations

from pathlib import Path

# Three sites are filled from a bag of two red and one blue. Ways: 6 first outcomes (3 sites x 2 kinds); after a
# red one 2 x 2, after a blue one 2 x 1, together 18; then one each; then it is over.
BAG = """\
game: Bag
players: [ann, bob]
board: {tiling: square, size: 3x1}
pieces:
  red: {owner: none, supply: 2}
  blue: {owner: none, supply: 1}
actions:
  deal:
    place: anything
    to: empty
  stay: {}
turn: chance deal then stay
end:
  - win if no empty
"""
BAG_PERFT = [6, 18, 18, 0]

# A runner goes as far as the die says; what it says is carried inside the turn.
DICE = """\
game: Dice
players: [ann, bob]
board: {tiling: square, size: 4x2}
pieces: {runner: {each: 1}}
setup:
  ann runner: a1
  bob runner: a2
actions:
  roll:
    with: {pips: 1..2}
    say: "{pips}"
  walk:
    move: mine
    path: step e over times(roll.pips - 1) empty to empty
  stay: {}
turn: chance roll then (walk else stay)
end:
  - win if some mine in column 4
"""

# Nobody can ever win and every turn is the same: only the usual limit ends it.
ENDLESS = """\
game: Endless
players: [ann, bob]
board: {tiling: square, size: 2x1}
pieces: {stone: {owner: none, supply: 1}}
setup:
  stone: a1
actions:
  push:
    move: stone
    path: step (e or w) to empty
turn: push
"""

HOOKED = """\
game: Hooked
players: [ann, bob]
board: {tiling: square, size: 2x2}
pieces: {stone: {each: 4}}
setup:
  hand: {stone: 4}
hooks:
  file: hooked.py
  fine: {takes: [site], gives: bool}
actions:
  drop:
    place: stone
    to: empty
    if: "@fine(target)"
turn: drop
"""


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name
