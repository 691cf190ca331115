"""Options: declarations, choices, patches and `$name` (semantics D90, D93, D94)."""

import pytest

from rulewright.language.compilation import compile_game, compile_text
from rulewright.language.document.nodes import Mapping, PlainTree, Scalar, plain
from rulewright.language.document.reader import read_document
from rulewright.language.game_files import shipped
from rulewright.language.reading import text_source
from rulewright.language.syntax import ast
from rulewright.language.syntax.parse import parse
from rulewright.language.variants import options
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS

GO = """
board: {size: $size}
regions: {edge: row $size or row 1}
bonus: {white: $komi}
options:
  size: {default: 19, choices: [9, 13, 19]}
  komi: {default: 7.5}
"""

HIVE = """
actions: {enter: {place: anything, if: round < 4}, swap: {do: swap sides}}
turn: enter or swap
options:
  queen_first: {default: allowed, choices: {allowed: {}, forbidden: {actions: {enter: {if: round > 1}}}}}
  pie: {default: swap, choices: {swap: {}, none: {turn: enter, actions: {swap: ~}}}}
variants:
  tournament: {queen_first: forbidden}
"""


def root_of(text: str) -> Mapping:
    report = Report()
    source = text_source(text, "x.yaml", report)
    assert source
    document = read_document(source, report)
    assert document
    assert not report.failed
    return document.root


def applied(text: str, **chosen: str) -> PlainTree:
    report = Report()
    root = options.apply(root_of(text), chosen, report)
    assert not report.failed, [d.message for d in report]
    assert root
    found = plain(root)
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if key not in ("options", "variants", "tests")}


def told(text: str, **chosen: str) -> list[tuple[str, str]]:
    report = Report()
    options.apply(root_of(text), chosen, report)
    assert all(d.help for d in report)
    return [(d.code, d.span.text if d.span else "") for d in report]


def test_values_are_put_in_and_typed() -> None:
    for size, komi in ((19, 7.5), (9, 0.5)):
        assert applied(GO, size=str(size), komi=str(komi)) == {
            "board": {"size": size},
            "regions": {"edge": f"row {size} or row 1"},
            "bonus": {"white": komi},
        }
    assert applied(GO) == applied(GO, size="19", komi="7.5")


def test_quoted_texts_stay_texts() -> None:
    assert applied("a: '$n'\nb: \"$n x\"\noptions: {n: {default: 5}}\n") == {"a": "5", "b": "5 x"}


def test_places_lead_to_the_name() -> None:
    root = options.apply(root_of("a: row $size of it\noptions: {size: {default: 19}}\n"), {}, Report())
    assert root
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert node.text == "row 19 of it"
    assert node.places is not None
    assert len(node.places) == len(node.text)
    assert node.part(4, 6).text == "$size"
    assert node.part(5, 6).text == "$size"
    assert node.part(0, 3).text == "row"
    assert node.part(7, 9).text == "of"


def test_patches() -> None:
    assert applied(HIVE) == {
        "actions": {"enter": {"place": "anything", "if": "round < 4"}, "swap": {"do": "swap sides"}},
        "turn": "enter or swap",
    }
    assert applied(HIVE, queen_first="forbidden", pie="none") == {
        "actions": {"enter": {"place": "anything", "if": "round > 1"}},
        "turn": "enter",
    }


def test_names_and_values_in_any_dress() -> None:
    assert applied(HIVE, **{"Queen-First": "FORBIDDEN"}) == applied(HIVE, queen_first="forbidden")


def test_a_patch_can_use_values() -> None:
    text = "turn: a\noptions: {n: {default: 3}, o: {default: x, choices: {x: {}, y: {stack: $n}}}}\n"
    assert applied(text, o="y", n="4") == {"turn": "a", "stack": 4}


def test_a_choice_with_a_patch_is_a_value_too() -> None:
    text = "board: {size: $size}\noptions: {size: {default: 9, choices: {9: {}, 5: {setup: {pawn: c1}}}}}\n"
    assert applied(text, size="5") == {"board": {"size": 5}, "setup": {"pawn": "c1"}}


def test_declared() -> None:
    report = Report()
    found = options.declared(root_of(GO + "  n: {default: 2, range: 1..3}\nstack: $n\n"), report)
    assert not len(report)
    assert [(o.name, o.default, o.choices, o.range) for o in found.values()] == [
        ("size", "19", ("9", "13", "19"), None),
        ("komi", "7.5", (), None),
        ("n", "2", (), (1, 3)),
    ]


def test_variants() -> None:
    assert options.variants(root_of(HIVE), Report()) == {"tournament": {"queen_first": "forbidden"}}


@pytest.mark.parametrize(
    ("default", "good", "bad"),
    [
        ("7.5", ["6.5", "0", "-3"], ["e1", "", "7.5.5", "1234567890123456"]),
        ("7", ["6", "-1"], ["6.5", "x"]),
        ("e1", ["c1", "centre"], ["1", "a b", "a or b", "x" * 50]),
        ("5x5", ["3x4"], ["3", "axb", "3x"]),
        ("row 1", ["row 2", "a1, a2"], ["row (1)", "{x}", "$y"]),
    ],
)
def test_free_values_have_the_form_of_the_default(default: str, good: list[str], bad: list[str]) -> None:
    text = f"a: x $n\noptions: {{n: {{default: {default}}}}}\n"
    for value in good:
        assert applied(text, n=value) == {"a": f"x {value}"}
    for value in bad:
        assert told(text, n=value) == [("option-value", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: $sise\n" + GO, [("option-undeclared", "$sise")]),
        ("a: $x\n", [("option-undeclared", "$x")]),
        ("a: p$size\n" + GO, []),  # the number of a site
        ("a: p1$size\n" + GO, [("option-word", "$size")]),
        ("a: p$komi\n" + GO, [("option-word", "$komi")]),
        ("a: {$size: 1}\n" + GO, [("option-key", "$size")]),
        ("a: costs $5\n" + GO, []),
        ("options: {n: {default: 5}}\n", [("option-unused", "n")]),
        ("options: {n: {default: a, choices: {a: {}, b: {}}}}\n", [("option-unused", "n")]),
        ("a: $n\noptions: {n: 5}\n", [("option-form", "n")]),
        ("a: $n\noptions: {n: {choices: [1]}}\n", [("option-form", "n")]),
        ("a: $n\noptions: {n: {default: 1, choices: 5}}\n", [("option-form", "choices")]),
        ("a: $n\noptions: {n: {default: 1, choices: []}}\n", [("option-form", "choices")]),
        ("a: $n\noptions: {n: {default: 1, choices: [1, 2, 1]}}\n", [("option-form", "1")]),
        ("a: $n\noptions: {n: {default: a, choices: {a: {}, b: 5}}}\n", [("option-form", "b")]),
        ("a: $n\noptions: {n: {default: 1, range: 5..1}}\n", [("option-form", "5..1")]),
        ("a: $n\noptions: {n: {default: 1, range: many}}\n", [("option-form", "many")]),
        ("a: $n\noptions: {n: {default: 1, range: 1..2, choices: [1]}}\n", [("option-form", "range")]),
        ("a: $n\noptions: {n: {default: 4, choices: [1, 2]}}\n", [("option-default", "4")]),
        ("a: $n\noptions: {n: {default: 4, range: 1..3}}\n", [("option-default", "4")]),
        ("a: $n\noptions: {n: {default: (x)}}\n", [("option-default", "(x)")]),
        ("options: {Board-Size: {default: 4}}\n", [("option-name", "Board-Size")]),
        (HIVE + "  fast: {quen_first: allowed}\n", [("option-unknown", "quen_first")]),
        (HIVE + "  fast: {queen_first: forbiden}\n", [("option-value", "forbiden")]),
        (HIVE + "tests: [{options: {pi: none}}]\n", [("option-unknown", "pi")]),
        (HIVE + "tests: [{options: {pie: [none]}}]\n", [("option-value", "[none]")]),
        ("options: {o: {default: a, choices: {a: {}, b: {tests: [], options: {}}}}}\n",
         [("option-patch", "tests"), ("option-patch", "options")]),
        ("options: {o: {default: b, choices: {a: {}, b: {acions: {swap: ~}}}}}\nactions: {swap: {}}\n",
         [("merge-absent", "acions")]),
    ],
)  # fmt: skip
def test_mistakes(text: str, expected: list[tuple[str, str]]) -> None:
    assert told(text) == expected


def test_unknown_choices_from_outside() -> None:
    report = Report()
    assert options.apply(root_of(HIVE), {"pye": "none"}, report) is None
    assert options.apply(root_of(HIVE), {"pie": "non"}, report) is None
    assert [(d.code, d.file_name, d.help) for d in report] == [
        ("option-unknown", "x.yaml", 'did you mean "pie"?'),
        ("option-value", "x.yaml", 'did you mean "none"?'),
    ]


def two_patches(first: str, second: str) -> str:
    return f"""
turn: walk
board: {{size: 5}}
actions: {{walk: {{move: mine}}, swap: {{if: ply = 2, do: swap sides}}}}
options:
  one: {{default: x, choices: {{x: {first}, y: {{}}}}}}
  two: {{default: x, choices: {{x: {second}, y: {{}}}}}}
"""


@pytest.mark.parametrize(
    ("first", "second", "marked"),
    [
        ("{board: {size: 6}}", "{board: {size: 7}}", "size"),
        ("{turn: a}", "{turn: ~}", "turn"),
        ("{turn: a}", "{turn: {white: a}}", "turn"),
        ("{turn: a}", "{phases: [b]}", "phases"),
        ("{actions: {swap: ~}}", "{actions: {swap: {if: ply = 3}}}", "swap"),
        ("{actions: {swap: {if: ply = 3}}}", "{actions: {swap: ~}}", "swap"),
        ("{define: {f(x): a}}", "{define: {f(y): b}}", "f(y)"),
        ("{stack: 1}", "{stack: true}", "stack"),
    ],
)
def test_conflict(first: str, second: str, marked: str) -> None:
    assert told(two_patches(first, second)) == [("merge-conflict", marked)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("{board: {size: 6}}", "{board: {size: 6}}"),
        ("{actions: {swap: ~}}", "{actions: {swap: ~}}"),
        ("{actions: {swap: {if: ply = 3}}}", "{actions: {swap: {do: end turn}}}"),
        ("{actions: {pass: {}}}", "{actions: {pass: {if: ply = 1}}}"),
        ("{turn: ~}", "{phases: [b]}"),
    ],
)
def test_no_conflict_and_no_order(first: str, second: str) -> None:
    one, two = applied(two_patches(first, second)), applied(two_patches(second, first))
    assert one == two


def test_combinations() -> None:
    found = list(options.combinations(options.declared(root_of(HIVE), Report())))
    assert found == [
        {"queen_first": "allowed", "pie": "swap"},
        {"queen_first": "allowed", "pie": "none"},
        {"queen_first": "forbidden", "pie": "swap"},
        {"queen_first": "forbidden", "pie": "none"},
    ]
    assert list(options.combinations({})) == [{}]


def test_many_combinations_are_tried_one_value_at_a_time() -> None:
    names = "abcdefg"
    declared = ", ".join(f"{name}: {{default: 1, choices: [1, 2, 3]}}" for name in names)
    uses = " ".join(f"${name}" for name in names)
    report = Report()
    root = root_of(f"x: {uses}\noptions: {{{declared}}}\n")
    found = list(options.combinations(options.declared(root, report)))
    assert not len(report)
    assert len(found) == 1 + 2 * len(names)
    assert found[0] == dict.fromkeys(names, "1")
    assert all(sum(value != "1" for value in choice.values()) <= 1 for choice in found)


def test_long_ranges_are_tried_at_their_ends() -> None:
    text = "x: $n\noptions: {n: {default: 5, range: 1..100000}}\n"
    found = list(options.combinations(options.declared(root_of(text), Report())))
    assert found == [{"n": "5"}, {"n": "1"}, {"n": "100000"}]


def test_too_many_values() -> None:
    many = ", ".join(str(n) for n in range(LIMITS.option_combinations.value + 1))
    assert told(f"x: $n\noptions: {{n: {{default: 0, choices: [{many}]}}}}\n") == [("option-many", "n")]


def test_rules_that_options_leave_alone_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(node: Scalar, entry: str, report: Report, misnamed: frozenset[str]) -> ast.Node | None:
        read.append(node.text)
        return parse(node, entry, report, misnamed)

    monkeypatch.setattr("rulewright.language.syntax.trees.parse", counted)
    compilation = compile_game(shipped()["hive"])
    assert not compilation.validate().failed
    assert len(compilation.combinations) == 32
    assert len(read) <= 2 * len(set(read))  # the same words may stand in several places of the file


def test_each_value_once_where_rules_are_too_long_for_all_combinations() -> None:
    long = "win if " + " and ".join(["count mine > $a"] * 90)
    text = f"""\
game: Long
players: [white, black]
board: {{tiling: square, size: 3x3}}
pieces: {{man: {{letter: m}}}}
options:
{"".join(f"  {name}: {{default: 1, choices: [1, 2]}}{chr(10)}" for name in "abcdef")}
actions: {{put: {{place: man, to: empty, if: count mine < $b + $c + $d + $e + $f}}}}
turn: put
stuck: draw
end: [{long}, {long}, {long}]
tests: [{{perft: [1]}}]
"""
    compilation = compile_text(text)
    assert compilation.rules is not None
    assert len(compilation.combinations) == 7
