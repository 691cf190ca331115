"""Hostile shapes: small valid files in which one thing grows until it hurts."""

from __future__ import annotations

from .mutants import Mutant

_HEAD = "game: Hostile\nplayers: [x, o]\nstuck: draw\n"
_SQUARE = (
    "board: {{tiling: square, size: {0}x{0}}}\npieces: {{mark: {{letter: x}}, coin: {{owner: none, letter: c}}}}\n"
)
_HALVES = "setup: {{x mark: row 1, o mark: row {0}}}\n"
_RING = """\
board: {{sites: p1..p{0}, tracks: {{ring: {{closed: yes, sites: p1..p{0}}}}}}}
pieces: {{seed: {{owner: none, letter: "."}}}}
stack: 60
setup: {{seed: {{everywhere: 3}}}}
"""
_LAY = "actions: {{lay: {{place: my mark, to: empty}}}}\n"
_SOW = "actions:\n  sow: {{pick: anywhere, do: sow target along ring}}\n"
_GO = "actions: {{go: {{move: mine, {rule}}}}}\nturn: go\n"


def _go(rule: str) -> str:
    return _SQUARE + _HALVES + _GO.replace("{rule}", rule)


# `{0}` is what grows: 2, 3, 4, 6, 8, 12 …
SHAPES = {
    "any order": _SQUARE.replace("{0}", "16") + _LAY + "turn: repeat 0..{0} (lay)\n",
    "each may": _SQUARE.replace("{0}", "9") + _LAY + "turn: repeat {0} (may lay)\n",
    "roaming": _go("path: step any to anywhere not in mine, again: may"),
    "slides": _go("path: slide any to empty then slide any to empty then slide any to empty"),
    "repeats": _go("path: repeat 1..{0} (step any to empty)"),
    "hops": _go("path: repeat 1..{0} (step any over anywhere to anywhere)"),
    "leaps": _go("path: leap {0}x1 to empty or enemy"),
    "to anywhere": _go("to: anywhere, must: not (enemy could go)"),
    "where in where": _go("to: anywhere where count (mine where count (enemy where it next to mine) > 1) > 1"),
    "attacks": _go("path: slide any to empty or enemy, must: no mine attacked by enemy"),
    "groups": _go("to: enemy, if: count groups of mine > {0}"),
    "reached": _go("to: empty, must: count (reached by (repeat 1..{0} (step any to empty)) from mine) > 1"),
    "lines": _go("to: empty, must: not (line of {0} mine)"),
    "connected": _go("to: empty, if_lifted: connected mine"),
    "choices": _SQUARE.replace("{0}", "5")
    + "actions: {{lay: {{place: my mark, to: empty, with: {{a: 1..{0}, b: 1..{0}}}, do: sum = a + b}}}}\n"
    + "vars: {{sum: {{range: 0..100000}}}}\nturn: lay\n",
    "dice": _SQUARE.replace("{0}", "5")
    + "actions: {{roll: {{with: {{a: 1..{0}, b: 1..{0}}}, do: sum = a + b}}, lay: {{place: my mark, to: empty}}}}\n"
    + "vars: {{sum: {{range: 0..100000}}}}\nturn: chance roll then lay\n",
    "laps": _RING.replace("{0}", "8")
    + "vars: {{laps: {{range: 0..1000000}}}}\n"
    + _SOW
    + "  lap: {{pick: last_sown, do: [laps += 1, sow target along ring]}}\n"
    + "turn: sow then repeat (lap) while laps < {0}\n",
    "a large ring": _RING
    + _SOW
    + "  lap: {{pick: last_sown, do: sow target along ring}}\nturn: sow then repeat 0..{0} (lap)\n",
    "an end that asks": _SQUARE + _HALVES + _LAY + "turn: lay\nend:\n  - win if some (mine where count (empty where it "
    "next to mine) > {0})\n",
    "blanks": _SQUARE.replace("{0}", "3") + _LAY + "turn:{blanks} lay\n",
    "brackets": _SQUARE.replace("{0}", "3")
    + "actions: {{lay: {{place: my mark, to: {open}empty{close}}}}}\nturn: lay\n",
    "ors": _SQUARE.replace("{0}", "3") + "actions: {{lay: {{place: my mark, to: empty{ors}}}}}\nturn: lay\n",
    "defines": _SQUARE.replace("{0}", "3")
    + "define:\n  d0: empty\n{defines}"
    + _LAY.replace("empty", "d{0}")
    + "turn: lay\n",
    "regions": _SQUARE.replace("{0}", "60") + "regions:\n{regions}" + _LAY + "turn: lay\n",
    "products": _SQUARE.replace("{0}", "3")
    + "define:\n  d0: 9 * 9\n{products}"
    + _LAY.replace("empty", "empty, if: d{0} > 3")
    + "turn: lay\n",
    "arguments": _SQUARE.replace("{0}", "3")
    + "define:\n  d0(a, b, c, d): a + b + c + d\n{arguments}"
    + _LAY.replace("empty", 'empty, if: "d{0}(1, 2, 3, 4) > 3"')
    + "turn: lay\n",
    "effects": _SQUARE.replace("{0}", "3")
    + "vars: {{sum: {{range: 0..99}}}}\ndefine:\n  d0(a): [sum += a]\n{effects}"
    + _LAY.replace("empty", "empty, do: d{0}(3)")
    + "turn: lay\n",
    "a cube": _go("path: slide (any or upward or downward) to empty").replace("{0}x{0}", "{0}, levels: {0}"),
    "blocks": _SQUARE.replace("{0}x{0}", "36x36, blocks: {{small: {0}x{0}}}")
    + _LAY.replace("empty", "empty cell where some (cell next to counterpart(it) where some (small next to it))")
    + "turn: lay\n",
    "all at once": _SQUARE + _LAY + "turn: together lay then together lay\n",
    "a track that meets itself": "board: {{sites: p1..p3, tracks: {{way: {{sites: {track}}}}}}}\n"
    + "pieces: {{mark: {{letter: x}}}}\nstack: 60\nsetup: {{x mark: {{p1: 9}}, o mark: {{p2: 9}}}}\n"
    + _GO.replace("{rule}", 'path: "{legs}"'),
    "alike": _SQUARE.replace("letter: x", "letter: x, states: {{colour: {states}}}")
    + "setup: {{x mark: row 1, o mark: rows 2..{0}}}\ndefine: {{alike(site): piece where colour(it) = colour(site)}}\n"
    + _GO.replace("{rule}", "to: enemy, if: some (mine where count alike(it) > 9000)"),
    "chased": _go("path: slide any to empty") + "define: {{chased: enemy attacked by me}}\n"
    "repetition: {{times: 2, result: [lose if me kept one chased, draw]}}\n",
    "tables": _SQUARE
    + _HALVES
    + "tables: {{worth: {{mine where some (enemy next to it): 1, line of 2 mine: 7, else: 0}}}}\n"
    + _GO.replace("{rule}", "to: anywhere, if: count (mine where worth(it) > worth(target)) < 9000"),
    "everything shifts": _SQUARE
    + "setup: {{x mark: rows 1..{0}}}\n"
    + "actions: {{push: {{with: {{d: any}}, pick: piece, do: [shift piece toward d, put my mark at empty in rim]}}}}\n"
    + "turn: repeat 1..{0} (push)\n",
}


def _size(step: int) -> int:
    """2, 3, 4, 6, 8, 12, 16 …"""
    return (2 + step % 2) << (step // 2)


def shape(number: int) -> Mutant:
    """The shapes in turn, and in each round all of them a size larger."""
    name = list(SHAPES)[number % len(SHAPES)]
    size = _size(number // len(SHAPES))
    text = _HEAD + SHAPES[name].format(
        size,
        blanks=" " * size,
        open="(" * size,
        close=")" * size,
        ors=" or empty" * size,
        defines="".join(f"  d{each + 1}: d{each} or d{each}\n" for each in range(size)),
        regions="".join(f"  region{each}: anywhere\n" for each in range(size)),
        products="".join(f"  d{each + 1}: d{each} * d{each}\n" for each in range(size)),
        arguments="".join(
            f"  d{each + 1}(a, b, c, d): d{each}(b, a, c, d - 1) - d{each}(b, c, d, a - 2)\n" for each in range(size)
        ),
        effects="".join(f"  d{each + 1}(a): [d{each}(a - 1), d{each}(a - 2)]\n" for each in range(size)),
        track=" ".join(["p1 p2 p3 p1 p3 p2"] * size),
        legs=" then ".join(["slide along way over 0.. anywhere to anywhere"] * size),
        states=f"[{', '.join(f's_{each}' for each in range(size))}]",
    )
    return Mutant(text, f"{name} {size}")
