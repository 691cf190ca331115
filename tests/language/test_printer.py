"""Trees printed as text: what is printed is read back as the same tree."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.language.document.nodes import Mapping, Node
from rulewright.language.document.reader import read_document
from rulewright.language.reading import read_source
from rulewright.language.syntax.grammar import ENTRIES
from rulewright.language.syntax.leaves import Leaf, leaves
from rulewright.language.syntax.parse import parse
from rulewright.language.syntax.printer import show, show_explicit
from rulewright.source.diagnostics import Report
from rulewright.source.limits import LIMITS
from tests.language.rule_texts import parsed, sentences, shape, tree_of

ROOT = Path(__file__).parents[2]
FILES = sorted(file for folder in ("tests/drafts", "games") for file in (ROOT / folder).glob("*.yaml"))

BOUNDED = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)


def rules_of(node: Node) -> list[Leaf]:
    """The rules of a game and of the patches in its options: a patch has the form of a game."""
    if not isinstance(node, Mapping):
        return []
    found = list(leaves(node))
    for option in values(node.get("options")):
        if isinstance(option, Mapping):
            found.extend(leaf for patch in values(option.get("choices")) for leaf in rules_of(patch))
    return found


def values(node: Node | None) -> list[Node]:
    return [value for _, value in node.items()] if isinstance(node, Mapping) else []


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_texts_of_games_come_back(file: Path) -> None:
    report = Report()
    source = read_source(file, report)
    assert source
    document = read_document(source, report)
    assert document
    for leaf in rules_of(document.root):
        tree = parse(leaf.text, leaf.entry, report)
        if tree is None:
            assert "$" in leaf.text.text  # filled in before it is parsed
            continue
        assert shape(tree_of(show(tree), leaf.entry)) == shape(tree)
        explicit = show_explicit(tree)
        assert show_explicit(tree_of(explicit, leaf.entry)) == explicit


@pytest.mark.parametrize("entry", ENTRIES)
@BOUNDED
@given(data=st.data())
def test_sentences_come_back(entry: str, data: st.DataObject) -> None:
    text = data.draw(sentences()[entry])
    tree, told = parsed(text, entry)
    if tree is None:
        assert {d.code for d in told} <= {"syntax-long", "syntax-deep"}, text
        return
    assert not told
    printed = show(tree)
    assert shape(tree_of(printed, entry)) == shape(tree)
    assert show(tree_of(printed, entry)) == printed


@pytest.mark.parametrize("entry", ENTRIES)
@BOUNDED
@given(data=st.data())
def test_explicit_brackets_say_the_same_again(entry: str, data: st.DataObject) -> None:
    tree, _ = parsed(data.draw(sentences()[entry]), entry)
    if tree is None:
        return
    explicit = show_explicit(tree)
    again, told = parsed(explicit, entry)
    if again is None:  # the brackets may reach the limits that the text respects
        assert {d.code for d in told} <= {"syntax-long", "syntax-deep"}, explicit
    else:
        assert show_explicit(again) == explicit


@pytest.mark.parametrize("entry", ENTRIES)
@BOUNDED
@given(data=st.data())
def test_spoilt_sentences_give_one_diagnostic(entry: str, data: st.DataObject) -> None:
    """Words lost, doubled, swapped or misspelt: a tree or one message, never anything else."""
    words = data.draw(sentences()[entry]).split()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, max(0, len(words) - 1)))
        spoil = data.draw(st.sampled_from(["lose", "double", "swap", "misspell"]))
        if spoil == "lose":
            del words[place : place + 1]
        elif spoil == "double":
            words[place:place] = words[place : place + 1]
        elif spoil == "swap":
            words[place : place + 2] = reversed(words[place : place + 2])
        else:
            words[place : place + 1] = [data.draw(st.text(max_size=4))]
    text = data.draw(st.sampled_from([" ", ""])).join(words)
    check_reading(text, entry)


@pytest.mark.parametrize("entry", ENTRIES)
@BOUNDED
@given(text=st.text(max_size=60))
def test_any_text_gives_a_tree_or_one_diagnostic(entry: str, text: str) -> None:
    check_reading(text, entry)


def check_reading(text: str, entry: str) -> None:
    tree, told = parsed(text, entry)
    assert (tree is None) == (len(told) == 1)
    for diagnostic in told:
        assert diagnostic.code.startswith("syntax-")
        assert diagnostic.message.endswith(".")
        assert diagnostic.span
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text) + 1
    if tree is not None:
        assert shape(tree_of(show(tree), entry)) == shape(tree)


@pytest.mark.parametrize(
    ("entry", "text", "explicit"),
    [
        ("expr", "empty next to mine not next to enemy", "(empty next to mine) not next to enemy"),
        ("expr", "passed not in homes or square", "(passed not in homes) or square"),
        ("expr", "my up stone in n of (empty)", "(my up stone) in (n of empty)"),
        ("expr", "a or b and not c", "a or (b and (not c))"),
        ("expr", "count mine + 2 * 3 = 5", "((count mine) + (2 * 3)) = 5"),
        ("expr", "all mine next to enemy are lit", "all (mine next to enemy) are lit"),
        ("expr", "((mine))", "mine"),
        ("expr", "max(count mine, 2)", "max(count mine, 2)"),
        ("expr", "it is not pawn", "it is not pawn"),
        ("expr", "connected piece", "connected piece"),
        ("path", "crawl | climb then descend", "crawl | (climb then descend)"),
        ("path", "step any to empty if leaving is empty", "(step any to empty) if leaving is empty"),
        ("path", "slide (n or s) over my pin to a or off", "slide (n or s) over (my pin) to (a or off)"),
        ("turn", "may relay then (walk or jump) else pass", "((may relay) then (walk or jump)) else pass"),
        ("turn", "may take if (milled and some enemy)", "(may take) if (milled and (some enemy))"),
        ("stmt", "v = passed if kind = pawn else target", "v = (passed if (kind = pawn) else target)"),
        ("stmt", "capture enemy in passed unless it is me", "capture (enemy in passed) unless it is me"),
        ("rule", "win if line of 3 mine or passes = 2", "win if (line of 3 mine) or (passes = 2)"),
        ("rule", "win if a or b else draw", "win if (a or b) else draw"),
        ("piece", "my up stone", "my up stone"),
    ],
)
def test_how_a_text_was_understood(entry: str, text: str, explicit: str) -> None:
    assert show_explicit(tree_of(text, entry)) == explicit


@pytest.mark.parametrize(
    ("entry", "text", "neat"),
    [
        ("expr", "count(mine)=3", "count (mine) = 3"),
        ("expr", "it not is  pawn\n  and  n = 2..2", "it is not pawn and n = 2..2"),
        ("expr", "rows 2..2", "rows 2"),
        ("path", "step( n or s )to(empty)", "step (n or s) to (empty)"),
        ("stmt", "v( me )+=1", "v(me) += 1"),
    ],
)
def test_texts_are_tidied(entry: str, text: str, neat: str) -> None:
    assert show(tree_of(text, entry)) == neat


def test_the_deepest_rule_can_be_printed() -> None:
    levels = LIMITS.rule_depth.value - 2
    text = "(" * levels + "mine" + ")" * levels
    assert show(tree_of(text, "expr")) == text
    assert show_explicit(tree_of(text, "expr")) == "mine"
