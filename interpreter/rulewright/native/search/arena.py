"""Arena allocation: what a search must know of a game, the path it is on, the position it begins with, then the tree.

A node is a position that was looked into: a head, and one entry for each of its moves. What a move changes in the
block is kept beside it, so that going down the tree needs no rules.
"""

from __future__ import annotations

MOST_PLAYERS = 16
DEEPEST = 1024  # moves from the root

# The words the memory begins with.
_WORDS = (
    # Where the game is, from here and as an address, and the addresses of what it can do.
    "game", "block", "list_moves", "play_out", "sample",
    # Places in the block.
    "state_size", "result", "me", "seats", "history_length", "history", "hash", "filter", "moves", "patches", "error",
    "stop", "spent", "cells", "cells_end",
    # The game and what was asked for; real numbers are `exploration` and `rave`.
    "players", "two", "repeats", "circles", "exploration", "rave", "longest", "seed",
    # The tree.
    "top", "limit", "root", "root_proof", "root_history", "iteration", "deepest",
    # Where the judge lies, from here (0: there is none), and the ply of the root. Where it learns: how many turns were
    # listed, what these lists took in steps and may take, and whether a position was too large.
    "judge", "first_ply", "lists", "steps", "most_steps", "too_large",
    # Alpha-beta: more of the block, for whom it searches and who is with them, its tables, and how it goes.
    "segment", "passes", "log", "log_top", "taken", "taken_end", "hash_of", "person", "friends", "table", "table_mask",
    "goods", "killers", "lines", "line_lengths", "root_values", "stack", "stack_end", "nodes", "aborted", "root_value",
    # By decisions: how they are found, where that lies in the block, and the bytes of a cell (0: too wide for marks).
    "decide", "given", "front", "best", "mask", "mask_words", "path", "ways", "way", "way_size", "changes",
    "change_count", "by_chance", "sites", "cell_size",
)  # fmt: skip
AT = {name: 8 * number for number, name in enumerate(_WORDS)}
# Real numbers for each player. What chance "gets" is written in front of the first.
BEST = 8 * (len(_WORDS) + 1)  # the most that can be won
REWARD = BEST + 8 * (MOST_PLAYERS + 1)  # of the present playout
TOTAL = REWARD + 8 * (MOST_PLAYERS + 1)  # of all since the search began
SQUARES = TOTAL + 8 * (MOST_PLAYERS + 1)  # the squares of all
WIDE = SQUARES + 8 * (MOST_PLAYERS + 1)  # how widely to look for each: more where results differ much
PATH_NODE = WIDE + 8 * (MOST_PLAYERS + 1)
PATH_MOVE = PATH_NODE + 8 * DEEPEST
STATE = PATH_MOVE + 8 * DEEPEST  # the position of the root; its size is the game's


class Node:
    """How many moves, who chooses (-1: chance), how often it was passed, what that brought who chooses, the weights of
    chance together, the best outcome that who chooses is sure of, and whether the marks of its decisions are known."""

    COUNT, MOVER, VISITS, VALUE, WEIGHTS, SURE, MARKED = range(0, 56, 8)
    SIZE = 56


class Move:
    """How often it was made, what that brought who chose it, the node behind it (-1: too large), its patch (place and
    length), what is proven of it, the same two of playouts that have its mark at their end, and the mark: a cell and
    what comes to lie there. A move of chance has its weight there. A decision has the place of its path, too (0: it is
    a move of the list); it has a patch as soon as it is known that the turn is over with it."""

    VISITS, VALUE, NODE, PATCH, LENGTH, PROOF, MARK_VISITS, MARK_VALUE, MARK, PATH = range(0, 80, 8)
    SIZE = 80


class Path:
    """The decisions of a turn so far: what `prefer` says of its best turn, how many, and their numbers."""

    BEST, STEPS, NUMBERS = range(0, 24, 8)


# What is proven: winners by who they are, draw and end as in a result (course), and in how many moves.
OUTCOME = (1 << 18) - 1
DISTANCE = 32
