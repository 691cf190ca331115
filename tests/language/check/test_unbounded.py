"""Unbounded boards: the anchor, the number of pieces, the reach of the rules and the torus (D100 to D104)."""

import re
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from rulewright.language.compilation import compile_game, compile_text
from rulewright.rules.game import Unbounded
from rulewright.source.diagnostics import Diagnostic

GAMES = Path(__file__).parents[3] / "games"

GAME = """
game: Swarm
players: [white, black]
board: {{tiling: {tiling}, size: unbounded}}
pieces:
  bug: {{each: {each}}}
setup:
  hand: all
actions:
  enter: {{place: bug, to: empty next to piece or centre}}
{actions}
turn: {turn}
stuck: pass
end:
  - draw if passes = 2
{end}
"""
WALK = """
walk:
  move: mine
  if_lifted: connected piece
  path: step any to empty
"""


def read(
    actions: str = WALK,
    end: str = "",
    turn: str | None = None,
    each: int = 5,
    tiling: str = "hex",
    more: str = "",
) -> tuple[Unbounded | None, list[Diagnostic]]:
    text = GAME.format(
        actions=indent(dedent(actions), "  "),
        end=f"  - {end}" if end else "",
        turn=turn or " or ".join(["enter", *re.findall(r"^\w+(?=:)", dedent(actions), re.MULTILINE)]),
        each=each,
        tiling=tiling,
    )
    made = compile_text(text + dedent(more))
    rules = made.rules
    return (rules.unbounded if rules else None), made.report.errors


def found(**changes: Any) -> Unbounded:
    torus, told = read(**changes)
    assert torus is not None, told
    return torus


def only(**changes: Any) -> Diagnostic:
    torus, told = read(**changes)
    assert torus is None
    assert len(told) == 1, told
    assert told[0].help
    return told[0]


def marked(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return diagnostic.span.text


# ---------------------------------------------------------------- the games of the semantics


def of_game(name: str) -> Unbounded:
    rules = compile_game(GAMES / name).rules
    assert rules is not None
    assert rules.unbounded is not None
    return rules.unbounded


def test_hive() -> None:
    torus = of_game("hive.yaml")
    assert (torus.layer, torus.pieces, torus.reach, torus.side) == (0, 26, 2, 32)
    assert torus.directions == (0, 1, 2, 3, 4, 5)


def test_vier_kreise_is_held_together_by_its_tiles() -> None:
    torus = of_game("vier_kreise.yaml")
    assert (torus.layer, torus.pieces, torus.side) == (1, 20, 32)
    assert torus.directions == (0, 2, 4, 6)  # orth


def test_thirty_pieces_do_not_fit_into_32_columns() -> None:
    """Case 25 of the conformance list: N = 30, r = 2 needs 64, although 30 < 32."""
    torus = found(each=15)
    assert (torus.pieces, torus.reach, torus.side) == (30, 2, 64)


# ---------------------------------------------------------------- anchor


def test_a_placing_game_needs_no_anchor() -> None:
    torus = found(actions="", turn="enter")
    assert (torus.layer, torus.pieces) == (0, 10)
    assert torus.directions == (0, 1, 2, 3, 4, 5)


def test_a_move_without_connection() -> None:
    told = only(actions="walk: {move: mine, path: step any to empty}")
    assert told.code == "board-anchor"
    assert marked(told) == "walk"
    assert told.help
    assert "if_lifted: connected piece" in told.help


def test_every_move_is_asked() -> None:
    told = only(actions=WALK + "hop: {move: mine, path: jump any over piece to empty}")
    assert (told.code, marked(told)) == ("board-anchor", "hop")


@pytest.mark.parametrize(
    ("condition", "word"),
    [
        ("connected mine", "connected mine"),
        ("connected piece or round > 3", "connected piece"),
        ("not connected piece", "connected piece"),
    ],
)
def test_a_connection_that_does_not_hold_all_together(condition: str, word: str) -> None:
    told = only(actions=WALK.replace("connected piece", condition))
    assert (told.code, marked(told)) == ("board-anchor", word)


@pytest.mark.parametrize(
    "condition",
    ["connected piece and round > 1", "connected (bug)", "connected piece along any", "one_swarm"],
)
def test_other_ways_to_say_it(condition: str) -> None:
    more = "define: {one_swarm: connected piece}" if condition == "one_swarm" else ""
    assert found(actions=WALK.replace("connected piece", condition), more=more).side == 16


def test_different_connections() -> None:
    other = WALK.replace("walk:", "run:").replace("connected piece", "connected piece along orth")
    told = only(actions=WALK + other, tiling="square")
    assert (told.code, marked(told)) == ("board-anchor", "connected piece along orth")
    assert told.notes


# ---------------------------------------------------------------- pieces and effects


def test_pieces_without_a_limit() -> None:
    text = GAME.format(actions=indent(dedent(WALK), "  "), end="", turn="enter or walk", each=5, tiling="hex")
    made = compile_text(text.replace("{each: 5}", "{}").replace("setup:\n  hand: all\n", ""))
    assert made.rules is None
    assert [d.code for d in made.report.errors] == ["board-pieces"]


@pytest.mark.parametrize(
    "effect",
    ["capture enemy next to it", "remove enemy next to it", "put bug at origin", "shift mine toward e",
     "may capture it", "move it to origin"],
)  # fmt: skip
def test_effects_that_tear_apart(effect: str) -> None:
    told = only(actions=WALK + f"  do: {effect}\n")
    assert told.code == "board-effect"
    assert marked(told) == effect.removeprefix("may ")


def test_effects_that_leave_pieces_in_place() -> None:
    assert found(actions=WALK + "  do: set enemy next to it to mine\n").reach == 2


# ---------------------------------------------------------------- reach


@pytest.mark.parametrize(
    ("path", "reach"),
    [
        ("step any to empty", 2),  # the origin is one step from a piece, what is looked at one further
        ("jump any over 1.. piece to empty", 2),
        ("step any over 0..3 empty to empty", 5),
        ("leap 1x2 to empty", 4),
        ("step any to empty if some (piece next to entering)", 2),
        ("step any to empty if some (piece next to (empty next to entering))", 3),
        ("step any to empty then step any to empty then step any to empty", 2),  # every landing touches
        ("repeat 1.. (step any to empty)", 2),
        # An inner walk need not touch anything: entering 1, then 2, then 3.
        ("step any to empty if no (reached by (step any to empty then step any to empty) from entering)", 3),
    ],
)
def test_reach_of_a_path(path: str, reach: int) -> None:
    assert found(actions=WALK.replace("step any to empty", path)).reach == reach


def test_reach_through_defines_takes_the_grade_of_the_argument() -> None:
    define = "define: {around(s): count (piece next to s)}"
    near = WALK + "  if: around(target) > 0\n"
    far = WALK + "  if: around(empty next to target) > 0\n"
    assert found(actions=near, more=define).reach == 2
    assert found(actions=far, more=define).reach == 3


def test_the_side_is_the_least_power_of_two() -> None:
    """N + 2r + 1: 10 + 4 + 1 = 15, 12 + 4 + 1 = 17."""
    assert found(each=5).side == 16
    assert found(each=6).side == 32


def test_distances_need_twice_the_room() -> None:
    assert found(actions=WALK + "  if: distance(origin, target) < 3\n").side == 32


@pytest.mark.parametrize(
    ("path", "word"),
    [
        ("slide any to empty", "slide any to empty"),
        ("step any over 0.. empty to enemy", "0.. empty"),
        ("slide any over 1.. (empty next to piece) to empty", "1.. (empty next to piece)"),
    ],
)
def test_endless_slides(path: str, word: str) -> None:
    told = only(actions=WALK.replace("step any to empty", path))
    assert (told.code, marked(told)) == ("board-slide", word)


@pytest.mark.parametrize(
    ("condition", "word"),
    [
        ("count empty > 3", "empty"),
        ("some (anywhere not in mine)", "anywhere not in mine"),
        ("no empty", "empty"),
        ("all empty next to enemy", "empty"),
        ("empty = enemy", "empty"),
        ("some (empty joined to target)", "empty"),
        ("some (line of 3 empty)", "empty"),
        ("connected empty", "empty"),
        ("some (reached by (step any to empty) from empty)", "empty"),
        ("count (reached by (repeat 1.. (step any to empty)) from target) > 3",
         "reached by (repeat 1.. (step any to empty)) from target"),
    ],
)  # fmt: skip
def test_sets_without_end(condition: str, word: str) -> None:
    told = only(actions=WALK + f"  if: {condition}\n")
    assert (told.code, marked(told)) == ("board-reach", word)


@pytest.mark.parametrize(
    "condition",
    [
        "target is empty",
        "some (empty next to enemy)",
        "count (empty not in mine next to target) > 1",
        "some (mine joined to target)",
        "some (reached by (repeat 1.. (step any to mine)) from target)",
        "some (reached by (repeat 1.. (step any to (empty next to piece))) from mine)",
    ],
)
def test_sets_with_an_end(condition: str) -> None:
    assert found(actions=WALK + f"  if: {condition}\n").pieces == 10


def test_rules_of_the_end_are_looked_at_too() -> None:
    told = only(end="win if count empty = 3")
    assert (told.code, marked(told)) == ("board-reach", "empty")


def test_nobody_picks_from_all_of_the_plane() -> None:
    told = only(actions=WALK + "\npoint: {pick: empty}\n", turn="enter or walk then point")
    assert (told.code, marked(told)) == ("board-reach", "empty")
