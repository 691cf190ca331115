"""The texts that `rulewright new` writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_HEAD = "# yaml-language-server: $schema={schema}\n"

_NEW = """\
#
# {title}: a game file. All that Rulewright knows about the game stands here.
#   rulewright validate {name}.yaml     checks it and shows every mistake at its line
#   rulewright show {name}.yaml         prints the rules as Rulewright understood them
# This one is a small race of pawns. Change a line, validate, change the next.

game: {title}
about: Be the first to bring a pawn to the other side.

players:
  white: {{forward: n}}          # n, e, s and w are the directions of a square board;
  black: {{forward: s}}          # "forward" below is each player's own

board: {{tiling: square, size: 5x5}}        # sites are called a1 to e5

pieces:
  pawn: {{letter: p}}            # in diagrams P is a white pawn, p a black one

regions:
  goal: {{white: row 5, black: row 1}}      # one for each player: "my goal"

setup:
  white pawn: row 1
  black pawn: row 5

actions:
  walk:
    move: my pawn
    path: step forward to empty
  take:
    move: my pawn
    path: step forward_diag to enemy      # landing on a piece captures it

turn: walk or take             # also: take else walk (who can take, must), walk then take, may take
stuck: lose                    # what happens to a player who cannot move

end:                           # asked after every turn; "me" is the player who has just moved
  - win if some mine in my goal

tests:                         # the file proves itself
  - perft: [5, 25, 125, 628]   # positions after one, two, three, four turns, counted with another program
  - name: a pawn takes to the side, never straight ahead
    position: {{c2: white pawn, c3: black pawn, d3: black pawn}}
    moves: [c2-d3]
"""

_CHILD = """\
#
# {title}: a variant of {parent_title}. What this file does not say is as in {parent}.
#   rulewright validate {name}.yaml     checks it and shows every mistake at its line
#   rulewright show {name}.yaml         prints the rules with the changes made

game: {title}
extends: {parent}

# Write below what is different. Maps are merged key by key, lists and texts replace what they find,
# and ~ takes an inherited entry away, as in
#   pieces:
#     {example}: ~
# What {parent} has:
{inherited}"""

_CHILD_TESTS = """
tests:
  - {first_test}                # as in {parent}; think again after a change
"""


def new_game(name: str, schema: str) -> str:
    """A complete small game with a comment for everything that a beginner meets first."""
    return _HEAD.format(schema=schema) + _NEW.format(name=name, title=title(name))


def child_game(
    name: str,
    schema: str,
    parent: str,
    parent_title: str,
    inherited: Mapping[str, Sequence[str]],
    first_test: str,
) -> str:
    """A variant that changes nothing yet, with the names of all that it can change."""
    hints = "".join(_hint(key, names) for key, names in inherited.items() if names)
    text = _HEAD.format(schema=schema) + _CHILD.format(
        name=name,
        title=title(name),
        parent=parent,
        # A title may hold line ends, and what follows one would no longer be a comment.
        parent_title=" ".join(parent_title.split()),
        example=(inherited.get("pieces") or ["pawn"])[-1],
        inherited=hints,
    )
    return text + _CHILD_TESTS.format(first_test=first_test, parent=parent)


def title(name: str) -> str:
    """`my_game` becomes "My game"."""
    return name.replace("_", " ").strip().capitalize()


def _hint(key: str, names: Sequence[str]) -> str:
    from textwrap import fill

    listed = " ".join(f"{key}: {', '.join(names)}".split())
    return fill(listed, 100, initial_indent="#   ", subsequent_indent="#     ", break_on_hyphens=False) + "\n"
