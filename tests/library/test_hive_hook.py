"""Hive's hook for the one-hive rule beside its reference, `connected piece`, on whole and on torn hives."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

import rulewright
from rulewright.reference.view import Part, View

HIVE = rulewright.load("hive")
ENGINE = HIVE._engine
ONE_HIVE = next(number for number, hook in enumerate(HIVE.rules.hooks) if hook.name == "one_hive")
SIDE = round(len(HIVE.rules.board) ** 0.5)


def agree(heights: dict[tuple[int, int], int]) -> None:
    """Lifts every piece of a hive in turn, and none, and asks both."""
    reference = HIVE.rules.hooks[ONE_HIVE].same_as
    assert reference is not None
    beetle = ENGINE.codes.code(0, 1, 0)
    stacks = {x + y * SIDE: (beetle,) * height for (x, y), height in heights.items()}
    for origin in (None, *stacks):
        position = HIVE.start().position.copy()
        position.layers[0] = dict(stacks)
        part = Part()
        if origin is not None:
            part = Part(origin=1 << origin)
            rest = stacks[origin][:-1]
            if rest:
                position.layers[0][origin] = rest
            else:
                del position.layers[0][origin]
        view = View(position, 0, part=part)
        given = ENGINE.hooks.call(ONE_HIVE, view, [position.occupied(0)])
        assert given == bool(ENGINE.evaluator.value(reference, view)), (sorted(heights.items()), origin)


def test_all_hives_on_nine_sites() -> None:
    sites = list(product(range(3), range(3)))
    for chosen in range(1 << len(sites)):
        agree({site: 1 for number, site in enumerate(sites) if chosen >> number & 1})


@given(st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(1, 3), max_size=22))
def test_any_hive_with_stacks_whole_or_torn(heights: dict[tuple[int, int], int]) -> None:
    agree(heights)


def test_a_hive_is_whole_again_when_the_part_that_lay_apart_is_lifted() -> None:
    agree({(0, 0): 1, (1, 0): 1, (5, 5): 1})
    agree({(0, 0): 1, (1, 0): 1, (5, 5): 2})
    agree({(0, 0): 1, (9, 9): 1})
