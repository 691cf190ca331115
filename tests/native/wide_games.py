"""Games that need more room than most: each can be made to sit just below, at and just above a width of the engine."""

from __future__ import annotations

_HEAD = """\
game: Wide
players: [ann, bob]
stuck: draw
limit: {{turns: {turns}, result: draw}}
"""
_BOARD = "board: {tiling: square, size: 4x4}\n"


def _site(number: int, columns: int = 4) -> str:
    return f"{'abcdefghijklmnop'[number % columns]}{number // columns + 1}"


def sets(amount: int) -> str:
    """So many sets of pieces are kept: two of owners, and one for each kind."""
    kinds = range(amount - 2)
    places = (f"  {'bob' if kind % 2 else 'ann'} kind_{kind}: [{_site(2 * kind, 8)}]\n" for kind in kinds)
    return (
        _HEAD.format(turns=30)
        + "board: {tiling: square, size: 8x16}\npieces:\n"
        + "".join(f"  kind_{kind}: {{}}\n" for kind in kinds)
        + "setup:\n"
        + "".join(places)
        + "actions:\n"
        + "".join(f"  go_{kind}: {{move: mine kind_{kind}, path: step orth to empty}}\n" for kind in kinds)
        + f"turn: {' or '.join(f'go_{kind}' for kind in kinds)}\n"
    )


def directions(amount: int) -> str:
    """A board with so many directions, which are chosen, kept and turned round."""
    own = amount - 8
    pairs = [(a, b) for a in range(16) for b in range(16) if a != b][:: 240 // own][:own]
    named = ", ".join(f"way_{number}: {_site(a)}-{_site(b)}" for number, (a, b) in enumerate(pairs))
    path = " | ".join(["step orth to empty", *(f"step way_{number} to empty" for number in range(own))])
    return f"""\
{_HEAD.format(turns=30)}board: {{tiling: square, size: 4x4, directions: {{{named}}}}}
pieces: {{man: {{}}}}
setup: {{ann man: [a1, b1, c1, d1], bob man: [a4, b4, c4, d4]}}
vars: {{last_way: {{holds: direction}}}}
actions:
  go: {{move: mine, path: {path}, do: last_way = dir}}
  follow: {{move: mine, path: step last_way to empty}}
  return: {{move: mine, path: step back(last_way) to empty}}
turn: go or follow or return
"""


def choices(amount: int, otherwise: int = 0) -> str:
    """An action with so many choices among its effects, all of which its text tells; so many in the other arm."""
    sets = [f"set (my man in {_site(number)}) to up or down" for number in range(max(amount, otherwise))]
    do = ", ".join(sets[:amount])
    if otherwise:
        do = f"{{if: target = a1, do: [{do}], else: [{', '.join(sets[:otherwise])}]}}"
    men = ", ".join(_site(number) for number in range(len(sets)))
    picked = "a1 or b1" if otherwise else "a1"
    return f"""\
{_HEAD.format(turns=6)}{_BOARD}pieces: {{man: {{states: [up, down]}}}}
setup: {{ann man: [{men}], bob man: [d4]}}
actions:
  turn_all: {{pick: mine in ({picked} or d4), do: [{do}], say: "{{set}}"}}
turn: turn_all
"""


def different_pieces(players: int, kinds: int) -> str:
    """(players + 1) * kinds * 256 different pieces."""
    names = "ann bob cid dan eve fay gus hal ida jim kay leo".split()[:players]
    rows = f"{{{', '.join(f'row_{row}: [on_{row}, off_{row}]' for row in range(8))}}}"
    last = f"kind_{kinds - 1} {' '.join(f'off_{row}' for row in range(8))}"
    return f"""\
game: Wide
players: [{", ".join(names)}]
stuck: draw
limit: {{turns: 8, result: draw}}
{_BOARD}pieces:
{"".join(f"  kind_{kind}: {{states: {rows}}}{chr(10)}" for kind in range(kinds))}setup:
  ann kind_0: [a1]
  ann {last}: [c1]
  {names[-1]} {last}: [d4]
actions:
  go: {{move: mine, path: step n to empty or enemy}}
  change: {{pick: mine, do: set target to kind_{kinds - 1} or kind_0 or off_7}}
turn: go or change
"""


def changes(kinds: int) -> str:
    """Pieces become one of 16 states that is named in play: 3 * 256 * 16 entries of a table for each kind."""
    rows = f"{{{', '.join(f'row_{row}: [on_{row}, off_{row}]' for row in range(8))}}}"
    return f"""\
{_HEAD.format(turns=8)}{_BOARD}pieces:
{"".join(f"  kind_{kind}: {{states: {rows}}}{chr(10)}" for kind in range(kinds))}setup:
  ann kind_0: [a1]
  bob kind_{kinds - 1} off_0 off_7: [d4]
actions:
  change: {{with: {{side: [on_0, off_0, on_7, off_7]}}, pick: mine, do: set target to side}}
  become: {{pick: mine, do: set target to kind_0 or kind_{kinds - 1}}}
turn: change or become
"""


def captures(turns: int, placed: str = "") -> str:
    """Men are captured, and counted in trays; `placed`: how new ones come."""
    return f"""\
{_HEAD.format(turns=turns)}{_BOARD}pieces: {{man: {{}}}}
setup: {{ann man: [a1, b1, c1, d1], bob man: [a2, b2, c2, d2]}}
actions:
  go: {{move: mine, path: step (n or s) to enemy}}
  {placed or "stay: {move: mine, path: step w to empty}"}
turn: {"drop or go" if placed else "go or stay"}
score: taken(me)
end: highest score wins if ply = 25
"""


def burning(asked: str) -> str:
    """Twenty men are captured at once, and the turn is legal if something holds then."""
    return f"""\
{_HEAD.format(turns=3)}board: {{tiling: square, size: 5x5}}
pieces: {{man: {{}}}}
setup: {{ann man: [a1], bob man: "row 2 or row 3 or row 4 or row 5"}}
actions:
  burn: {{place: my man, to: b1 or c1, do: [capture enemy]}}
turn: burn
must: "{asked}"
"""


def remembering(asked: str) -> str:
    """A die is thrown in the middle of a turn, which remembers a small number."""
    return f"""\
{_HEAD.format(turns=30)}{_BOARD}pieces: {{man: {{}}}}
setup: {{ann man: [a1], bob man: [b1]}}
actions:
  lay: {{place: my man, to: empty, let: {{held: "min(9, count mine)"}}}}
  roll: {{with: {{pips: 1..3}}}}
  more: {{move: mine, path: step orth to empty, if: "{asked}"}}
  less: {{move: mine, path: step diag to empty, if: roll.pips > 1}}
  wait: {{}}
turn: lay then chance roll then (more or less or wait)
"""


def waiting(turns: int) -> str:
    """Nobody may come back to a position, but everybody may wait."""
    return f"""\
{_HEAD.format(turns=turns)}{_BOARD}pieces: {{man: {{}}}}
setup: {{ann man: [a1], bob man: [d4]}}
actions:
  wait: {{}}
  go: {{move: mine, path: step orth to empty}}
turn: go or wait
repetition: {{forbidden: yes, compare: board}}
"""


def promotions(actions: int) -> str:
    """So many actions whose candidates playouts collect one by one."""
    numbers = range(actions)
    one = "path: leap 1x2 to empty, do: set it to up or down"
    return f"""\
{_HEAD.format(turns=20)}{_BOARD}pieces:
{"".join(f"  kind_{n}: {{states: [up, down]}}{chr(10)}" for n in numbers)}setup:
  ann kind_0: [a1]
  bob kind_1: [d4]
actions:
{"".join(f"  go_{n}: {{move: my kind_{n}, {one}}}{chr(10)}" for n in numbers)}
turn: {" or ".join(f"go_{n}" for n in numbers)}
"""


def repeats(amount: int) -> str:
    """A turn with so many repeats."""
    return f"""\
{_HEAD.format(turns=20)}{_BOARD}pieces: {{man: {{}}}}
setup: {{ann man: [a1, b1], bob man: [a4, b4]}}
actions:
  go: {{move: mine, path: step orth to empty}}
turn: {" or ".join(["repeat 1..2 (go)"] * amount)}
"""


def large_board() -> str:
    """Two actions that slide over 4,096 sites: playouts have no room for all their targets side by side."""
    return f"""\
{_HEAD.format(turns=6)}board: {{tiling: square, size: 64x64}}
pieces: {{rook: {{}}, bishop: {{}}}}
setup: {{ann rook: [a1], bob rook: [d4], ann bishop: [c1], bob bishop: [e9]}}
actions:
  go: {{move: my rook, path: slide orth to empty or enemy}}
  glide: {{move: my bishop, path: slide diag to empty or enemy}}
turn: go or glide
"""


def together(kinds: int, rows: int, ways: int, turns: int, more_players: str = "") -> str:
    """Many kinds, states, directions and pieces in trays in one game, which needs all their words at a time.

    2 + kinds sets, 3 * kinds * 2 ** rows different pieces, 8 + ways directions; and men come from nowhere for so many
    turns, so that trays have no smaller bound than those.
    """
    pairs = [(a, b) for a in range(16) for b in range(16) if a != b][:: 240 // max(ways, 1)][:ways]
    named = ", ".join(f"way_{number}: {_site(a)}-{_site(b)}" for number, (a, b) in enumerate(pairs))
    board = f"{{tiling: square, size: 4x4{f', directions: {{{named}}}' if ways else ''}}}"
    states = ", ".join(f"row_{row}: [on_{row}, off_{row}]" for row in range(rows))
    last = f"kind_{kinds - 1}"
    far = " ".join(f"off_{row}" for row in range(rows))
    path = " | ".join(["step orth to empty or enemy", *(f"step way_{number} to empty" for number in range(ways))])
    moved = "\n".join(f"  go_{kind}: {{move: my kind_{kind}, path: step diag to empty}}" for kind in range(kinds))
    become = f"{last} or kind_0" + (f" or off_{rows - 1}" if rows else "")
    return f"""\
{_HEAD.format(turns=turns).replace("bob]", f"bob{more_players}]")}board: {board}
pieces:
{"".join(f"  kind_{kind}: {{{f'states: {{{states}}}' if rows else ''}}}{chr(10)}" for kind in range(kinds))}setup:
  ann {last} {far}: [a1, b1]
  bob {last} {far}: [a2, d4]
  bob kind_0: [b2]
vars: {{last_way: {{holds: direction}}}}
actions:
  go: {{move: mine, path: {path}, do: last_way = dir}}
  return: {{move: mine, path: step back(last_way) to empty}}
  change: {{pick: mine, do: set target to {become}}}
  drop: {{place: my {last}, to: empty}}
{moved}
turn: go or return or change or drop or {" or ".join(f"go_{kind}" for kind in range(kinds))}
score: taken(me) - 2 * taken(me, {last})
end: highest score wins if ply = {turns - 2}
"""


def table(largest: int) -> str:
    """A table whose values are so large, on both sides of zero; rules compare them, and the score is one of them."""
    return f"""\
{_HEAD.format(turns=30)}board: {{tiling: square, size: 3x3}}
pieces: {{stone: {{letter: s}}}}
tables:
  worth: {{a1: {largest}, b1: 0 - {largest}, row 2: {largest} - 1, mine: 1 - {largest}, else: 0}}
vars: {{seen: {{range: 0..3}}}}
actions:
  go: {{place: stone, to: empty, do: [seen = 1 if worth(target) = {largest}, seen = 2 if worth(target) < worth(c3)]}}
turn: go
score: worth(a1) if a1 is mine else worth(b1)
end: [highest score wins if no empty]
"""
