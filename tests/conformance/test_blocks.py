"""Decisions D119 and D120, and the amounts of D53 and D54: effects in blocks, with names, and so many of a thing."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

import rulewright
from rulewright.errors import InvalidGame
from rulewright.state import State
from tests.conformance.helpers import after, labels, pieces, small, tray, variable

_LINE = "{tiling: square, size: 6x1}"
_STACKS = "stack: 9"
_SEEDS = "{stone: {letter: s}, seed: {owner: none, letter: o}}"


def _done(effects: str, position: dict[str, object], more: str = "", what: str = _SEEDS) -> State:
    """A position after an action that does nothing but these effects, which are lines of a list."""
    lines = indent(dedent(effects).strip(), "    ")
    acting = small(f"act:\n  do:\n{lines}", turn="act", board=_LINE, pieces=what, more=more)
    return after(acting.position(position), "act")


def test_d119_the_condition_of_a_block_is_asked_once() -> None:
    """What the first effect does to the condition changes nothing for the second."""
    block = "- {if: some seed in a1, do: [move a1 to b1, move c1 to d1], else: remove c1}"
    standing: dict[str, object] = {"seed": ["a1", "c1"], "white stone": ["f1"]}
    assert pieces(_done(block, standing)) == {"b1": "seed", "d1": "seed", "f1": "white stone"}
    one_by_one = "- move a1 to b1 if some seed in a1\n- move c1 to d1 if some seed in a1"
    assert pieces(_done(one_by_one, standing)) == {"b1": "seed", "c1": "seed", "f1": "white stone"}
    assert pieces(_done(block, {"seed": ["c1"], "white stone": ["f1"]})) == {"f1": "white stone"}


def test_d119_unless_and_blocks_in_blocks() -> None:
    nested = """
        - unless: some seed in a1
          do:
            - put seed at a1
            - {if: some seed in b1, do: [remove b1, put seed at c1], else: [put seed at d1]}
            - put seed at e1
          else: remove a1
    """
    assert set(pieces(_done(nested, {"seed": ["b1"], "white stone": ["f1"]}))) == {"a1", "c1", "e1", "f1"}
    assert set(pieces(_done(nested, {"white stone": ["f1"]}))) == {"a1", "d1", "e1", "f1"}
    assert set(pieces(_done(nested, {"seed": ["a1", "b1"], "white stone": ["f1"]}))) == {"b1", "f1"}


def test_d119_choices_in_a_block_exist_only_where_its_condition_holds() -> None:
    two_faced = "{stone: {states: [up, down], letter: {up: u, down: d}}, seed: {owner: none, letter: o}}"
    choosing = small(
        """
        go:
          do:
            - count_up += 1
            - if: some seed
              do: [set mine to up or down, remove b1, may put seed at c1]
              else: [put seed at d1]
            - count_up += 1
        """,
        turn="go", board=_LINE, pieces=two_faced, more="vars: {count_up: {range: 0..9}}",
    )  # fmt: skip
    state = choosing.position({"a1": "white up stone", "b1": "seed", "f1": "black up stone"})
    assert len(labels(state)) == 4
    assert {tuple(pieces(after(state, move)).items()) for move in labels(state)} == {
        (("a1", f"white {face} stone"), *extra, ("f1", "black up stone"))
        for face in ("up", "down")
        for extra in ((), (("c1", "seed"),))
    }
    assert all(variable(after(state, move), "count_up") == 2 for move in labels(state))
    without = choosing.position({"a1": "white up stone", "f1": "black up stone"})
    assert labels(without) == ["go"]
    assert pieces(after(without, "go"))["d1"] == "seed"


def test_d119_an_illegal_effect_in_a_block_makes_the_turn_illegal() -> None:
    putting = small(
        "go: {pick: mine, do: {if: target is a1, do: [hold = target, put seed at b1]}}\nrest: {}",
        turn="go or rest", board=_LINE, pieces=_SEEDS, more="vars: {hold: {holds: site}}",
    )  # fmt: skip
    assert labels(putting.position({"white stone": ["a1", "c1"]})) == ["a1", "rest"]
    assert labels(putting.position({"white stone": ["a1", "c1"], "seed": ["b1"]})) == ["rest"]


def test_d120_arguments_are_found_before_the_first_effect() -> None:
    """What the body puts is not among the seeds that were given to it."""
    more = f"define: {{gather(found): [put seed at d1, move found to e1]}}\n{_STACKS}"
    standing: dict[str, object] = {"seed": ["a1", "c1"], "white stone": ["f1"]}
    assert pieces(_done("- gather(seed)", standing, more)) == {"d1": "seed", "e1": "seed/seed", "f1": "white stone"}


def test_d120_the_words_of_a_body_are_those_of_the_place_of_use() -> None:
    banking = small(
        """
        go: {move: mine, path: step e to empty, do: [hop_on if target is b1, mark(it)]}
        """,
        turn="go", board=_LINE, pieces="{stone: {letter: s}}",
        more="define: {hop_on: [move it to e of it], mark(x): [last = x]}\nvars: {last: {holds: site}}",
    )  # fmt: skip
    state = after(banking.position({"a1": "white stone", "f1": "black stone"}), "a1-b1")
    assert pieces(state) == {"c1": "white stone", "f1": "black stone"}
    assert variable(state, "last") == 2


def test_d120_may_is_one_choice_for_all_of_them() -> None:
    offering = small(
        "go: {do: [tick += 1, may plant(a1) if some seed]}\nrest: {}",
        turn="go or rest", board=_LINE, pieces=_SEEDS,
        more="define: {plant(x): [put seed at x, set mine to black or white, tick += 1]}\nvars: {tick: {range: 0..9}}",
    )  # fmt: skip
    state = offering.position({"white stone": ["b1"], "seed": ["f1"]})
    assert len(labels(state)) == 4, "not done; done with either colour; rest"
    found = {(pieces(after(state, move)).get("a1"), variable(after(state, move), "tick")) for move in labels(state)}
    assert found == {(None, 1), ("seed", 2), (None, 0)}
    assert labels(offering.position({"white stone": ["b1"]})) == ["go", "rest"]


def test_d120_defines_of_effects_use_one_another_at_the_end_of_a_turn_and_at_a_capture() -> None:
    chained = small(
        "go: {move: mine, path: step e to any_piece}",
        turn="go", board=_LINE, pieces=_SEEDS,
        more="""
        define:
          any_piece: empty or enemy or seed
          count_one(more): [tick += more]
          count_all: [count_one(1), count_one(2)]
        when_turn_ends: {if: some seed in f1, do: count_all}
        when_captured: [count_all if it is b1, remove it]
        vars: {tick: {range: 0..99}}
        """,
    )  # fmt: skip
    state = chained.position({"a1": "white stone", "b1": "black stone", "f1": "seed"})
    assert variable(after(state, "a1-b1"), "tick") == 6
    assert variable(after(chained.position({"a1": "white stone", "b1": "black stone"}), "a1-b1"), "tick") == 3


def test_d53_so_many_are_put_on_each_site() -> None:
    standing: dict[str, object] = {"white stone": ["f1"]}
    assert pieces(_done("- put 3 seed at (a1 or b1)", standing, _STACKS)) == {
        "a1": "seed/seed/seed", "b1": "seed/seed/seed", "f1": "white stone",
    }  # fmt: skip
    assert pieces(_done("- put (count mine - 1) seed at a1\n- put seed at b1", standing, _STACKS)).keys() == {
        "b1",
        "f1",
    }
    number = f"{_STACKS}\nvars: {{few: {{range: 0..9, start: 2}}}}"
    assert pieces(_done("- put few seed at a1", standing, number))["a1"] == "seed/seed"


def test_d53_more_than_the_tray_has_is_illegal() -> None:
    what = "{stone: {letter: s}, seed: {owner: none, letter: o, supply: 3}}"
    putting = small(
        "two: {do: put 2 seed at a1}\nfour: {do: put 4 seed at a1}",
        turn="two or four", board=_LINE, pieces=what, more=_STACKS,
    )  # fmt: skip
    state = putting.position({"white stone": ["f1"]})
    assert labels(state) == ["two"]
    assert (tray(after(state, "two"), "supply"), labels(after(state, "two"))) == (1, [])


def test_d54_so_many_off_the_top_in_their_order() -> None:
    pile: dict[str, object] = {"white stone": {"a1": 1}, "seed": ["f1"]}
    effects = "- put 2 seed at a1\n- put enemy stone at a1\n- put seed at b1\n- move 2 from a1 to b1"
    found = pieces(_done(effects, pile, _STACKS))
    assert found == {"a1": "white stone/seed", "b1": "seed/seed/black stone", "f1": "seed"}
    nothing = "- move 1 from a1 to a1\n- move 0 from a1 to b1\n- move 9 from (seed in c1) to d1\n- put seed at e1"
    assert pieces(_done(nothing, pile, _STACKS)) == {"a1": "white stone", "e1": "seed", "f1": "seed"}
    assert pieces(_done("- remove 1 from f1", pile, _STACKS)) == {"a1": "white stone"}
    taken = _done("- move 1 from a1 to my hand", pile, _STACKS)
    assert (tray(taken, "hand", "white"), pieces(taken)) == (1, {"f1": "seed"})


def test_d54_more_than_there_are_is_illegal_and_why_says_how_many() -> None:
    taking = small(
        "go: {pick: seed, do: move 2 from target to f1}\nrest: {}",
        turn="go or rest", board=_LINE, pieces=_SEEDS, more=_STACKS,
    )  # fmt: skip
    state = taking.position({"white stone": ["f1"], "seed": {"a1": 1, "b1": 2}})
    assert labels(state) == ["b1", "rest"]
    why = str(state.why("a1"))
    assert "2 are wanted, and there is 1 on a1" in why


def test_d54_it_goes_along_with_the_top_of_its_stack() -> None:
    carried = small(
        "go: {move: mine, path: step e to piece, do: [move 2 from it to e1, last = it]}",
        turn="go", board=_LINE, pieces=_SEEDS, more=f"{_STACKS}\nvars: {{last: {{holds: site}}}}",
    )  # fmt: skip
    state = after(carried.position({"white stone": ["a1"], "seed": {"b1": 2}}), "a1-b1")
    assert pieces(state) == {"b1": "seed", "e1": "seed/white stone"}
    assert variable(state, "last") == 4


@pytest.mark.parametrize(
    ("define", "actions", "code"),
    [
        ("one: [two]\n  two: [one]", "do: one", "loop-define"),
        ("one: [tick += 1]", "if: one", "effect-define"),
        ("one: some piece", "do: one", "effect-define"),
        ("one: remove piece", "do: one", "effect-define"),
        ("one(x): [remove x]", "do: one", "type-arguments"),
    ],
)
def test_d120_what_a_define_holds_is_clear(define: str, actions: str, code: str) -> None:
    text = f"define:\n  {define}\nvars: {{tick: {{range: 0..9}}}}"
    with pytest.raises(InvalidGame) as caught:
        small(f"go: {{{actions}}}", turn="go", board=_LINE, more=text)
    assert code in [found.code for found in caught.value.diagnostics if found.code != "tests-none"]


def test_both_engines_read_them() -> None:
    """So that a form that only the reference engine knows does not pass unnoticed."""
    for engine in ("native", "reference"):
        loaded = rulewright.load(
            "game: Both\nplayers: [white, black]\nboard: {tiling: square, size: 4x1}\nstack: 5\n"
            "pieces: {seed: {owner: none}}\nsetup: {seed: {a1: 3}}\n"
            "define: {carry(x): [move 1 from x to e of x, put 2 seed at d1]}\n"
            "actions: {go: {pick: seed, do: {if: height(target) > 1, do: carry(target)}}}\n"
            "turn: go\nend: win if no seed in a1\n",
            engine=engine,
        )
        assert [move.text for move in loaded.start().legal_moves] == ["a1"]
