"""Small games whose turns come to the same in many orders: each pass brings in pieces, or takes some away."""

from __future__ import annotations


def game_of(size: str, rules: str, setup: str = "rock: [b2]") -> str:
    return f"""\
game: Meeting
players: [ann, bob]
board: {{tiling: square, size: {size}}}
pieces: {{stone: {{letter: s}}, rock: {{letter: r, owner: none}}}}
setup: {{{setup}}}
stuck: draw
limit: {{turns: 12, result: draw}}
{rules}
"""


DROP = "actions: {drop: {place: my stone, to: empty}}\n"

FREE = {
    "free placements": game_of("3x3", DROP + "turn: repeat 1..3 (drop)"),
    "while there is room": game_of("3x2", DROP + "turn: repeat (drop) while count empty > 2"),
    "repeats inside one another": game_of("3x2", DROP + "turn: repeat 1..2 (repeat 1..2 (drop))"),
    "the last stone wins": game_of("3x3", DROP + "turn: repeat 2..3 (drop)\nend: [win if target in column 3]"),
    "the number of stones wins": game_of("3x3", DROP + "turn: repeat 1..3 (drop)\nend: [win if parts = 3]"),
    "next to the last stone": game_of(
        "3x3",
        "actions: {drop: {place: my stone, to: empty, if: no drop.target or target next to drop.target}}\n"
        "turn: repeat 1..3 (drop)",
    ),
    "not next to stones of this turn": game_of(
        "3x3",
        "actions: {drop: {place: my stone, to: empty, if: not target next to turn.target}}\n"
        "turn: repeat 1..3 (drop)\nprefer: parts",
    ),
    "stones away": game_of(
        "3x3",
        "actions: {drop: {place: my stone, to: empty}, lift: {pick: enemy, do: remove it}}\n"
        "turn: (repeat 1..3 (lift)) or drop",
        "ann stone: [a1, b1, c1], bob stone: [a3, b3, c3]",
    ),
    "the second action first": game_of(
        "3x2",
        "actions: {drop: {place: my stone, to: empty}, wall: {place: rock, to: empty}}\n"
        "turn: repeat 2..3 (wall or drop)\nmust: some mine",
    ),
    "one or two in a pass": game_of(
        "3x2",
        "actions: {drop: {place: my stone, to: empty}, wall: {place: rock, to: empty}}\n"
        "turn: repeat 1..2 (drop then may wall)",
    ),
    "where there is nothing better": game_of(
        "3x2",
        "actions: {drop: {place: my stone, to: empty, must: count mine < 3}, rest: {}}\n"
        "turn: (repeat 2 (drop)) else drop else rest",
    ),
    "and then another": game_of(
        "3x2",
        "actions: {drop: {place: my stone, to: empty}, take: {pick: enemy, do: capture it}}\n"
        "turn: (repeat 1..2 (drop)) then may take then may take",
    ),
    "with values that come to the same": game_of(
        "2x2",
        "vars: {luck: {range: 0..3}}\n"
        "actions: {drop: {with: {a: 1..3}, place: my stone, to: empty, do: luck = a}}\n"
        "turn: repeat 1..2 (drop)",
    ),
    "with effects that may be left out": game_of(
        "3x2",
        "actions:\n  drop:\n    place: my stone\n    to: empty\n"
        "    do: [may remove enemy next to it, may remove rock, may remove rock next to it]\nturn: drop then drop",
    ),
    "by routes": game_of("3x2", DROP + "turn: repeat 1..2 (drop)\ndistinct: route"),
}
