"""Names of a game: what each one means and where it was written (semantics D1 to D4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from ...source.source import Span


class What(Enum):
    """What a name stands for; the value is how messages speak of it."""

    PLAYER = "a player"
    KIND = "a kind of piece"
    STATE = "a state"
    STATES = "a row of states"
    CLASS = "a site class"
    SITE = "a site"
    REGION = "a region"
    VARIABLE = "a variable"
    DEFINE = "a define"
    BUILT_IN = "a word of the language"
    DIRECTION = "a direction"
    TRACK = "a track"


@dataclass(frozen=True, slots=True)
class Symbol:
    what: What
    name: str
    span: Span | None
    index: int = 0


# Words that are special everywhere and can never be names (the NAME token of the grammar excludes them).
RESERVED = frozenset(
    "against all along and are as attacked by can chance connected could count crossing else from if in is its joined "
    "jump leap like line next no not of on or over passed reached repeat slide some step then to together unless "
    "while with back beside across times".split()
)

BUILT_IN_NOUNS = frozenset(
    "empty piece mine my enemy neutral me it origin target passed dir leaving entering kind unmoved rim corners "
    "centre row rows column columns point anywhere anything off any true false round ply passes captures parts "
    "load last_sown next_player hand taken supply turn nothing".split()
)

FUNCTIONS = {
    "height": "the height of the stacks on these sites: height(target)",
    "holding": "sites with such a piece at any level: holding(my queen)",
    "hand": "pieces in hand: hand(me) or hand(me, queen)",
    "taken": "pieces a player has taken: taken(me) or taken(me, pawn)",
    "supply": "pieces left in the supply: supply() or supply(disc)",
    "sides": "how many sides of the board these sites touch: sides(mine)",
    "distance": "the fewest steps between two sets: distance(target, my goal)",
    "first": "the first so many sites of a track: first(3, ring)",
    "facing": "the direction a piece faces: facing(it)",
    "max": "the greatest: max(a, b)",
    "min": "the least: min(a, b)",
    "abs": "without its sign: abs(a - b)",
    "only": "the one site of a set that never has more: only(my king)",
    "remainder": "what is left over by a division: remainder(a, 3)",
    "row": "the number of the row of a site: row(target)",
    "column": "the number of the column of a site: column(target)",
    "level": "the number of the level of a site: level(target)",
    "counterpart": "the block that lies on the board where a site lies in its own block: counterpart(target)",
    "kind": "the kind of the piece on a site: kind(target)",
    "began": "the kind of the piece that stood on a site at the beginning: began(target)",
    "state": "the state of the piece on a site: state(target)",
    "bonus": "the bonus of a player, in score: bonus(me)",
}

# What people say, and how it is written here.
EVERYDAY_WORDS = {
    "own": "my", "our": "my", "ours": "mine", "opponent": "enemy", "opponents": "enemy", "opposing": "enemy",
    "foe": "enemy", "vacant": "empty", "free": "empty", "blank": "empty", "occupied": "piece", "everywhere": "anywhere",
    "border": "rim", "edge": "rim", "edges": "rim", "middle": "centre", "center": "centre", "source": "origin",
    "destination": "target", "self": "me", "i": "me", "player": "me", "turns": "ply", "at": "in", "inside": "in",
    "within": "in", "adjacent": "next to", "near": "next to", "touching": "next to",
    "beside": "next to", "alongside": "next to",
    "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw", "southeast": "se",
    "southwest": "sw", "up": "n", "down": "s", "diagonally": "diag", "straight": "orth",
}  # fmt: skip
SPELT_NUMBERS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_PLACES = ("square", "squares", "space", "spaces", "field", "fields", "spot", "spots", "site", "sites", "cells")
_ARRIVING = ("reaches", "reached", "reach", "enters", "stands", "arrives", "touches")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "last")
CONNECTING = ("connects", "connect", "connecting", "links", "joins", "bridges")
# Words of sentences that have no counterpart here, and the way out.
ADVICE = {
    **{word: f'leave out "{word}": rules have no articles' for word in ("a", "an", "the")},
    **{word: f"write {number}" for number, word in enumerate(SPELT_NUMBERS)},
    **dict.fromkeys(("his", "her", "their", "theirs"), 'write "my" or "enemy"'),
    **dict.fromkeys(("your", "yours"), 'write "my"'),
    **dict.fromkeys(("more", "greater", "larger"), 'write ">", or ">=" for "at least"'),
    **dict.fromkeys(("less", "fewer", "smaller"), 'write "<", or "<=" for "at most"'),
    **dict.fromkeys(_ARRIVING, 'ask where something is with "some … in …"'),
    **dict.fromkeys(("stalemate", "stuck", "blocked"), "what becomes of a player who cannot move is said under stuck:"),
    **dict.fromkeys(("check", "checkmate", "mate"), 'write "king attacked by …", and say under stuck: what follows'),
    **dict.fromkeys(("has", "have", "contains"), 'ask with "some … in …" or "no …"'),
    **dict.fromkeys(("there", "exists"), 'write "some …", or "no …" if there must be none'),
    "possible": 'a turn that cannot be finished is never offered; "walk else rest" is rest where walk is not possible',
    "number": 'write "count …"',
    **dict.fromkeys(
        ("captured", "eaten", "killed", "lost"), 'what was taken is gone: ask "no enemy", "no my king", "taken(me) > 0"'
    ),
    **dict.fromkeys(("dark", "light"), "squares have colours if the board says so: board: {…, checkered: yes}"),
    **dict.fromkeys(
        CONNECTING, 'write "mine joined to row 1 in row 8": those that hang on one side, some of them on the other'
    ),
    **dict.fromkeys(
        ("top", "bottom"), 'rows have numbers, from the bottom: "row 1"; or give the sites a name under regions:'
    ),
    **dict.fromkeys(("full", "board"), 'a full board has "no empty" site'),
    **{word: f'leave out "{word}": "empty" alone is every empty site' for word in _PLACES},
    **dict.fromkeys(("twice", "thrice", "times"), 'write "repeat 2 (…)"'),
    **dict.fromkeys(
        ("capture", "remove", "put", "flip", "sow"), "an effect stands alone; several are a list: do: [A, B]"
    ),
    "opposite": 'say what lies opposite, under board:  directions: {opposite: a1-a8 b1-b8}, and write "opposite of …"',
    **dict.fromkeys(ORDINALS, 'rows, columns and turns have numbers: "row 1", "columns 1..2", "round = 1", "ply = 1"'),
    **dict.fromkeys(("group", "groups"), 'write "count groups of mine", "group of 3 mine" or "mine joined to target"'),
    **dict.fromkeys(("largest", "biggest"), 'write "largest group of mine" for its size, or "max(…)" of numbers'),
    **dict.fromkeys(("none", "null", "nowhere", "nil"), 'write "nothing" for no site'),
}

RELATIVE_DIRECTIONS = ("forward", "backward", "left", "right", "sideways", "forward_diag", "backward_diag")

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
