"""Rule texts as a designer gets them wrong: which mistake is told, where, and with which way out."""

import pytest

from rulewright.source.limits import LIMITS
from tests.language.rule_texts import parsed

LONGEST, DEEPEST = LIMITS.rule_length.value, LIMITS.rule_depth.value

# entry, text, code, column, a part of the message, a part of the help
WRONG = [
    # misspelt and foreign words
    ("path", "step any too empty", "syntax-unexpected", 10, 'I expected "to", "over" or "as"', 'mean "to"?'),
    ("path", "crawl than crawl", "syntax-unexpected", 7, 'found "than"', 'did you mean "then"?'),
    ("stmt", "capure passed", "syntax-start", 1, '"capure" does not start an effect', 'mean "capture"?'),
    ("stmt", "place stone at target", "syntax-start", 1, '"place" does not start', 'did you mean "put"?'),
    ("path", "hop any over piece to empty", "syntax-start", 1, '"hop" does not start a path', '"jump"'),
    ("path", "diagonal to empty", "syntax-unexpected", 10, 'found "to"', "paths begin with step, slide"),
    ("rule", "tie", "syntax-start", 1, '"tie" does not start a result', 'did you mean "draw"?'),
    ("rule", "wins if no enemy", "syntax-start", 1, '"wins" does not start', 'did you mean "win"?'),
    ("rule", "black win", "syntax-unexpected", 7, 'I expected "wins"', 'write "black wins"'),
    ("rule", "win when no enemy", "syntax-unexpected", 5, 'I expected "if" or the end', 'write "if"'),
    ("rule", "lose unless some mine", "syntax-unexpected", 6, 'found "unless"', 'write "if not (…)"'),
    ("expr", "empty adjacent to mine", "syntax-unexpected", 16, '"to" follows', 'write "next to"'),
    ("expr", "empty next mine", "syntax-unexpected", 12, 'I expected "to"', 'write "to" before it'),
    ("path", "slide orth until enemy", "syntax-unexpected", 12, 'found "until"', "over 0.. empty"),
    ("stmt", "put disc on target", "syntax-unexpected", 10, 'expected "at" or a name', 'write "put … at …"'),
    ("expr", "Mine in row 8", "syntax-character", 1, 'I cannot read "Mine"', 'small letters: "mine"'),
    ("expr", "brücke", "syntax-character", 3, 'I cannot read "ücke"', "a to z"),
    # signs of other languages
    ("expr", "count mine == 3", "syntax-character", 12, '"=="', 'write "="'),
    ("expr", "count mine => 3", "syntax-character", 12, '"=>"', 'write ">="'),
    ("expr", "count mine > = 3", "syntax-character", 12, '"> ="', 'write ">=" without a blank'),
    ("expr", "count mine <> 3", "syntax-character", 12, '"<>"', 'write "!="'),
    ("expr", "count mine - -1", "syntax-character", 14, '"-"', "no negative numbers"),
    ("expr", "-1", "syntax-character", 1, '"-"', "write 0 - 1"),
    ("expr", "count mine / 2", "syntax-end", 15, "rounded down", "becomes a whole number"),
    ("expr", "2 * a / 3 rounded down", "syntax-character", 7, '"/"', "in brackets"),
    ("expr", "a % 2", "syntax-character", 3, '"%"', "remainder"),
    ("expr", "group of mine", "syntax-unexpected", 10, "a number", "how large"),
    ("expr", "mine with 2 piece next to it", "syntax-unexpected", 11, "a name", "where count"),
    ("stmt", "sow mine where it in rim along ring", "syntax-unexpected", 10, "along", "in brackets"),
    ("expr", "mine && enemy", "syntax-character", 6, '"&&"', 'write "and"'),
    ("expr", "mine || enemy", "syntax-character", 6, '"||"', 'write "or"'),
    ("expr", "!mine", "syntax-character", 1, '"!"', 'write "not"'),
    ("expr", "pips[3]", "syntax-character", 5, '"["', "round brackets"),
    ("expr", "'mine'", "syntax-character", 1, '"\'"', "without quotes"),
    ("expr", "row 8.5", "syntax-character", 6, '"."', "numbers are whole"),
    ("expr", "@one_hive", "syntax-character", 1, '"@"', "with brackets: @name()"),
    ("stmt", "score++", "syntax-character", 6, '"++"', 'write "+= 1"'),
    ("stmt", "score =+ 1", "syntax-character", 7, '"=+"', 'write "+="'),
    ("stmt", "score + 1", "syntax-unexpected", 7, 'found "+"', 'write "score += 1"'),
    ("stmt", "capture passed; end turn", "syntax-character", 15, '";"', "as a list"),
    # brackets and commas
    ("expr", "(mine or enemy", "syntax-end", 15, 'I expected ")"', "1 closing bracket is missing"),
    ("expr", "((mine or enemy", "syntax-end", 16, 'I expected ")"', "2 closing brackets are missing"),
    ("expr", "hand(me, queen", "syntax-end", 15, 'I expected ")"', "1 closing bracket is missing"),
    ("expr", "mine or enemy)", "syntax-unexpected", 14, "the rule should end after", "closes nothing"),
    ("expr", "mine, enemy", "syntax-unexpected", 5, 'the rule should end after "mine"', "mine or enemy"),
    ("turn", "walk, jump", "syntax-unexpected", 5, 'found ","', 'joined with "then", "or" and "else"'),
    ("stmt", "capture passed, end turn", "syntax-unexpected", 15, 'found ","', "another item of the list"),
    ("path", "repeat 2 crawl", "syntax-unexpected", 10, 'I expected "("', 'write "(" before it'),
    ("path", "repeat (crawl)", "syntax-unexpected", 8, "I expected a number", "say how often"),
    # unfinished
    ("expr", "", "syntax-empty", 1, "should be an expression, but it is empty", "remove the key"),
    ("piece", "  ", "syntax-empty", 1, "should be a piece", "remove the key"),
    ("path", "step any to", "syntax-end", 12, 'after "step any to" something is missing', "finish the rule"),
    ("path", "crawl then", "syntax-end", 11, "the name of a path", "finish the rule"),
    ("turn", "walk then", "syntax-end", 10, "the name of an action", "finish the rule"),
    ("stmt", "move it", "syntax-end", 8, 'I expected "to"', "finish the rule"),
    ("expr", "mine if some enemy", "syntax-end", 19, 'I expected "else"', 'needs an "else"'),
    ("expr", "line of 3", "syntax-end", 10, "words for sites", "finish the rule"),
    # words in the wrong place
    ("path", "step to empty", "syntax-unexpected", 6, 'found "to"', 'say which way it goes: "step any to …"'),
    ("expr", "mine is not in row 1", "syntax-unexpected", 13, 'found "in"', 'write only "not in"'),
    ("expr", "mine is in row 1", "syntax-unexpected", 9, 'found "in"', 'write only "in"'),
    ("expr", "line of mine", "syntax-unexpected", 9, "a number", 'say how long: "line of 3 mine"'),
    ("expr", "if ply = 2 then mine", "syntax-unexpected", 1, 'found "if"', "the condition comes last"),
    ("stmt", "if it is man set it to king", "syntax-start", 1, '"if" does not start', "comes last"),
    ("expr", "1 < count mine < 3", "syntax-unexpected", 16, '"<" follows', "compare two at a time"),
    ("turn", "walk and jump", "syntax-unexpected", 6, 'found "and"', 'write "then"'),
    ("turn", "take if milled and some enemy", "syntax-unexpected", 16, 'found "and"', "in brackets"),
    ("path", "leap 1 x 2 to empty", "syntax-unexpected", 6, 'found "1"', '"leap 1x2"'),
    ("piece", "my 3 stones", "syntax-unexpected", 4, 'found "3"', "owner, states, kind"),
    # limits
    ("expr", "x " * (LONGEST // 2) + "x", "syntax-long", 1, f"has {LONGEST + 1} characters", "under define:"),
    ("expr", "(" * (DEEPEST + 1) + "x" + ")" * (DEEPEST + 1), "syntax-deep", 1, "nested", "under define:"),
    ("expr", "not " * (LONGEST // 4 - 1) + "mine", "syntax-deep", 1, "nested", "under define:"),
    ("expr", "count mine = " + "9" * 4_300, "syntax-number", 14, "4300 digits", "a smaller one"),
    ("path", "leap 1x" + "9" * 200 + " to empty", "syntax-number", 8, "200 digits", "a smaller one"),
]


@pytest.mark.parametrize(
    ("entry", "text", "code", "column", "message", "help_text"),
    WRONG,
    ids=[f"{wrong[0]}: {wrong[1][:40]}" for wrong in WRONG],
)
def test_wrong_texts(entry: str, text: str, code: str, column: int, message: str, help_text: str) -> None:
    tree, told = parsed(text, entry)
    assert tree is None
    assert [d.code for d in told] == [code]
    (found,) = told
    assert found.span
    assert found.span.column == column
    assert message in found.message
    assert found.help
    assert help_text in found.help
    assert found.message.endswith(".")
    assert not found.help.endswith(".")


@pytest.mark.parametrize(
    ("entry", "text", "word"),
    [
        ("path", "step any too empty", "too"),
        ("expr", "count mine == 3", "=="),
        ("expr", "Mine in row 8", "Mine"),
        ("stmt", " capure passed", "capure"),
        ("rule", "win when no enemy", "when"),
    ],
)
def test_the_caret_stands_under_the_word(entry: str, text: str, word: str) -> None:
    _, (told,) = parsed(text, entry)
    assert told.span
    assert told.span.text == word


def test_the_longest_and_the_deepest_rule_are_read() -> None:
    longest = "mine" + " " * (LONGEST - 4)
    assert parsed(longest, "expr")[0] is not None
    deepest = "(" * (DEEPEST - 2) + "mine" + ")" * (DEEPEST - 2)
    assert parsed(deepest, "expr")[0] is not None
