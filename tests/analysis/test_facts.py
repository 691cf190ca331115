"""What rules look at: routes, captured pieces, trays, segments."""

from __future__ import annotations

import pytest

from rulewright.analysis.conditions import exclude, is_general
from rulewright.analysis.effects import may_fail
from rulewright.analysis.facts import Facts
from rulewright.analysis.paths import floods, landings
from rulewright.rules import paths as rp
from rulewright.rules.expressions import walk
from tests.analysis.small_games import action, facts, rules
from tests.conformance.helpers import library


def of_library(name: str) -> Facts:
    return Facts(library(name).rules)


_STEP = "{go: {move: mine, path: step any to empty%s}}"


@pytest.mark.parametrize(
    ("keys", "seen"),
    [
        ({}, False),
        ({"actions": "{go: {move: mine, path: step any to empty as there, do: [capture enemy next to there]}}"}, True),
        ({"actions": _STEP % ", do: [capture enemy in passed]"}, True),
        ({"actions": _STEP % ", do: [capture enemy next to target]"}, False),
        ({"end": "[win if some passed]"}, True),
        ({"end": "[win if hopped]", "define": "{hopped: some passed}"}, True),
        ({"end": "[win if hopped]", "define": "{hopped: some target in a4}"}, False),
        ({"out": "no mine", "when_out": "[remove stone in passed]"}, True),
        ({"actions": _STEP % ', say: "{origin} {dir}"'}, True),
    ],
)
def test_a_route_is_observed_if_some_rule_can_tell_it(keys: dict[str, str], seen: bool) -> None:
    found = facts(**keys)
    assert found.observed(action(found.rules, "go")) is seen


@pytest.mark.parametrize(
    ("effects", "captured", "fails"),
    [
        ("capture enemy next to target", None, False),
        ("remove enemy next to target", "put stone at it", False),
        ("capture enemy next to target", "put stone at it", True),
        ("put stone at origin", None, True),
        ("set it to king", None, False),
    ],
)
def test_effects_may_fail_that_bring_pieces_somewhere(effects: str, captured: str | None, fails: bool) -> None:
    after = {} if captured is None else {"when_captured": f"[{captured}]"}
    found = rules(actions=_STEP % f", do: [{effects}]", **after)
    assert may_fail(found, action(found, "go").effects) is fails


@pytest.mark.parametrize(("end", "read"), [("no mine", False), ("taken(me) >= 2", True), ("many", True)])
def test_captured_pieces_count_if_some_rule_asks_for_them(end: str, read: bool) -> None:
    keys = {"define": "{many: taken(me) >= 2}"} if end == "many" else {}
    assert facts(end=f"[win if {end}]", **keys).taken_is_read is read


@pytest.mark.parametrize(
    ("condition", "general"),
    [
        ("some my king", True),
        ("some enemy next to target", False),
        ("threatened", False),
        ("crowned", True),
        ("some my king next to stone along forward", True),
    ],
)
def test_a_general_condition_does_not_depend_on_the_candidate(condition: str, general: bool) -> None:
    define = "{threatened: some enemy next to target, crowned: some my king}"
    found = rules(
        actions=_STEP % f", if: {condition}", define=define, players="{white: {forward: n}, black: {forward: s}}"
    )
    asked = action(found, "go").condition
    assert asked is not None
    assert is_general(found, asked) is general


def test_forward_depends_on_a_piece_that_looks_somewhere() -> None:
    found = rules(
        pieces="{man: {letter: m, states: {facing: orth}}, king: {letter: k}, stone: {owner: none, letter: '*'}}",
        setup="{white man e: [a1], black man e: [a4]}",
        actions=_STEP % ", if: some mine next to enemy along forward",
    )
    asked = action(found, "go").condition
    assert asked is not None
    assert not is_general(found, asked)


@pytest.mark.parametrize(
    ("one", "other", "excluded"),
    [
        ("count mine > 3", "count mine <= 3", True),
        ("count mine > 3", "count mine <= 4", False),
        ("count mine = 3", "count mine = 4", True),
        ("count mine = 3", "count enemy = 4", False),
    ],
)
def test_conditions_exclude_each_other_by_what_they_want_of_one_number(one: str, other: str, excluded: bool) -> None:
    way = "path: step any to empty"
    found = rules(
        actions=f"{{go: {{move: mine, {way}, if: {one}}}, run: {{move: mine, {way}, if: {other}}}}}", turn="go or run"
    )
    assert exclude(action(found, "go").condition, action(found, "run").condition) is excluded


@pytest.mark.parametrize(
    ("path", "flooded"),
    [
        ("repeat 1.. (step any to empty)", True),
        ("repeat 2.. (step any to empty)", False),
        ("repeat 1..3 (step any to empty)", False),
        ("repeat 1.. (step any to empty as there)", False),
        ("repeat 1.. (step n to empty then step e to empty)", False),
        ("repeat 1.. (step n to empty | step e to empty)", True),
    ],
)
def test_a_repeat_floods_if_only_where_it_leads_can_be_told(path: str, flooded: bool) -> None:
    found = rules(actions=f"{{go: {{move: mine, path: {path}}}}}")
    repeat = next(node for node in walk(action(found, "go")) if isinstance(node, rp.RepeatTravel))
    assert floods(found, repeat) is flooded


def test_landings_are_those_that_end_a_path() -> None:
    path = "step n to empty then (step e to enemy | hop)"
    found = rules(actions=f"{{go: {{move: mine, path: {path}}}}}", paths="{hop: jump any over 1 enemy to stone}")
    way = action(found, "go").path
    assert way is not None
    assert [end.item.span.text for end in landings(found, way) if end.item is not None] == ["enemy", "stone"]


@pytest.mark.parametrize(
    ("name", "kind", "trays"),
    [
        ("chess", "queen", ()),  # as many as one likes
        ("hive", "ant", ("hand",)),
        ("crazyhouse", "pawn", ("hand",)),  # captured pieces come into hands
        ("nine_mens_morris", "man", ("hand",)),
    ],
)
def test_where_pieces_come_from(name: str, kind: str, trays: tuple[str, ...]) -> None:
    found = of_library(name)
    number = next(number for number, spec in enumerate(found.rules.kinds) if spec.name == kind)
    assert found.trays.default_trays(number) == trays


def test_a_turn_is_cut_at_its_chance_parts() -> None:
    assert [[len(row) for row in phase] for phase in of_library("ur").segments] == [[2, 2]]
    assert of_library("ur").segmented
    assert not of_library("chess").segmented
