"""Rules that would ask themselves: names in circles, `attacked`, `can`, and rules that grow too large."""

from textwrap import dedent, indent

import pytest

from rulewright.language.check.name_graph import cycles, users_last
from rulewright.language.compilation import compile_text
from rulewright.source.diagnostics import Diagnostic
from rulewright.source.limits import LIMITS

GAME = """
game: Guard
players: [white, black]
board: {tiling: square, size: 5x5}
pieces:
  king: {each: 1, move: step any to empty or enemy}
  rook: {each: 1, move: slide orth to empty or enemy}
setup: {white king: a1, white rook: b1, black king: e5, black rook: d5}
actions:
  move: {move: mine, path: its move}
turn: move
stuck: lose
end:
  - win if no enemy king
limit: {turns: 100, result: draw}
"""


def errors(text: str) -> list[Diagnostic]:
    made = compile_text(text)
    if made.rules is not None:
        return []
    return made.report.errors


def defining(body: str, use: str = "") -> str:
    text = GAME + "define:\n" + indent(dedent(body).strip(), "  ") + "\n"
    return text.replace("no enemy king", f"no enemy king or {use}") if use else text


def only(text: str) -> Diagnostic:
    told = errors(text)
    assert len(told) == 1, told
    return told[0]


def marked(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return diagnostic.span.text


# ---------------------------------------------------------------- the graph


def test_users_come_last() -> None:
    graph = {"a": ["b", "c"], "b": ["c"], "c": [], "x": ["x"], "y": ["x", "c"]}
    assert users_last(graph) == ["c", "b", "a"]


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({"a": ["b"], "b": []}, []),
        ({"a": ["a"]}, [["a"]]),
        ({"a": ["b"], "b": ["c"], "c": ["a"]}, [["a", "b", "c"]]),
        ({"a": ["b"], "b": ["b"]}, [["b"]]),
        ({"a": ["b", "c"], "b": [], "c": ["a"], "d": ["e"], "e": ["d"]}, [["a", "c"], ["d", "e"]]),
        ({"a": ["b", "c"], "b": ["a"], "c": ["a"]}, [["a", "b"]]),  # both go through a: cut once
    ],
)
def test_cycles(graph: dict[str, list[str]], expected: list[list[str]]) -> None:
    assert cycles(graph) == expected


def test_long_chains_do_not_recurse() -> None:
    graph = {str(n): [str(n + 1)] for n in range(5_000)} | {"5000": []}
    assert len(users_last(graph)) == 5_001
    ring = {str(n): [str((n + 1) % 5_000)] for n in range(5_000)}
    assert [len(cycle) for cycle in cycles(ring)] == [5_000]


# ---------------------------------------------------------------- names


def test_a_define_that_uses_itself_is_told_once() -> None:
    told = only(defining("alive: mine next to area\narea: empty next to alive", "some alive"))
    assert told.code == "loop-define"
    assert told.message == 'define "alive" uses itself (alive → area → alive).'
    assert marked(told) == "alive"


def test_with_arguments() -> None:
    told = only(defining("near(x): piece next to near(x)", "some near(mine)"))
    assert told.message == 'define "near" uses itself (near → near).'


def test_through_a_path() -> None:
    text = defining("open: some (reached by (walk) from leaving)").replace("path: its move", "path: walk")
    told = only(text + "paths: {walk: step any to empty if open}\n")
    assert told.message == 'define "open" uses itself (open → walk → open).'


def test_two_circles_are_two_mistakes() -> None:
    told = errors(defining("first: second\nsecond: first\nthird: third"))
    assert [d.code for d in told] == ["loop-define", "loop-define"]


def test_a_path_that_uses_itself() -> None:
    text = GAME + "paths: {hop: jump any over piece to empty | hop then hop}\n"
    told = only(text.replace("path: its move", "path: hop | its move"))
    assert (told.code, told.message) == ("loop-path", 'path "hop" uses itself (hop → hop).')


def test_its_own_path() -> None:
    told = only(GAME.replace("slide orth to empty or enemy", "slide orth to empty or enemy | its move"))
    assert told.code == "loop-path"
    assert told.message == '"move" of rook uses itself (rook move → rook move).'


def test_pieces_may_name_their_paths_crosswise() -> None:
    king, rook = "step any to empty or enemy", "slide orth to empty or enemy"
    text = GAME.replace(f"move: {king}", f"move: its run, run: {king}")
    assert not errors(text.replace(f"move: {rook}", f"move: {rook}, run: its move"))


def test_borrowing_is_no_circle() -> None:
    assert not errors(GAME.replace("slide orth to empty or enemy", "like piece next to origin"))


@pytest.mark.parametrize(("length", "codes"), [(0, []), (1, ["loop-depth"]), (50, ["loop-depth"])])
def test_chains_of_defines(length: int, codes: list[str]) -> None:
    count = LIMITS.define_depth.value + length
    chain = [f"link{n}: link{n + 1}" for n in range(count - 1)]
    told = errors(defining("\n".join([*chain, f"link{count - 1}: mine in row 1"]), "some link0"))
    assert [d.code for d in told] == codes


def test_a_chain_of_thousands_is_told_and_not_followed() -> None:
    chain = "\n".join(f"link{n}: link{n + 1}" for n in range(2_000))
    assert [d.code for d in errors(defining(f"{chain}\nlink2000: mine"))] == ["loop-depth"]


def test_doubling_defines_grow_too_large() -> None:
    lines = ["part0: mine in row 1", *(f"part{n}: part{n - 1} or part{n - 1}" for n in range(1, 20))]
    told = only(defining("\n".join(lines), "some part19"))
    assert told.code == "bounds-size"


def test_rules_that_are_large_together() -> None:
    lines = ["part0: mine in row 1", *(f"part{n}: part{n - 1} or part{n - 1}" for n in range(1, 9))]
    assert not errors(defining("\n".join(lines), "some part8"))
    told = only(defining("\n".join(lines), " or ".join(["some part8"] * 8)))
    assert told.code == "bounds-size"


# ---------------------------------------------------------------- attacked and can


def test_attacked_decides_an_attack() -> None:
    told = only(GAME.replace("path: its move}", "path: its move, if: target not attacked by enemy}"))
    assert told.code == "loop-attacked"
    assert marked(told) == "target not attacked by enemy"


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("path: its move}", "path: its move, if: safe}", "safe"),
        ("path: its move}", "path: step any to anywhere not in mine if safe_step}", "safe_step"),
        ("move: step any to empty or enemy", "move: step any to empty or enemy if safe_step", "its move"),
    ],
)
def test_attacked_through_names(old: str, new: str, word: str) -> None:
    safe = defining("safe: target not attacked by enemy\nsafe_step: entering not attacked by enemy")
    told = only(safe.replace(old, new))
    assert (told.code, marked(told)) == ("loop-attacked", word)
    assert told.notes


def test_attacked_may_be_asked_afterwards_and_by_a_pick() -> None:
    assert not errors(GAME + "must: no my king attacked by enemy\n")
    assert not errors(GAME.replace("its move}", "its move, must: it not attacked by enemy}"))
    pick = "  guard: {pick: my king, if: no my king attacked by enemy, do: next_player = me}\n"
    assert not errors(GAME.replace("turn: move", f"{pick}turn: move or guard"))


WAIT = "  wait: {if: enemy can move}\nturn: move or wait"


def test_can_asks_another_action() -> None:
    assert not errors(GAME.replace("turn: move", WAIT))


def test_can_asks_itself() -> None:
    told = only(GAME.replace("turn: move", WAIT.replace("can move", "can wait")))
    assert (told.code, marked(told)) == ("loop-can", "enemy can wait")


def test_can_asks_one_that_asks() -> None:
    text = GAME.replace("turn: move", WAIT).replace("its move}", "its move, must: enemy can wait}")
    assert {d.code for d in errors(text)} == {"loop-can"}


def test_can_in_must() -> None:
    told = only(GAME + "must: enemy can move\n")
    assert (told.code, marked(told)) == ("loop-can", "enemy can move")


def test_can_through_attacked() -> None:
    text = GAME.replace("turn: move", "  wait: {must: no my king attacked by enemy}\nturn: move or wait")
    told = only(text.replace("its move}", "its move, if: enemy can wait}"))
    assert (told.code, marked(told)) == ("loop-can", "enemy can wait")
