"""The rules of small games in sentences: what a person would expect to read, written before it was asked for."""

from __future__ import annotations

import pytest

from rulewright.game import Game
from rulewright.language.compilation import compile_text
from rulewright.language.game_files import shipped
from rulewright.pipeline import Pipeline
from rulewright.rules.game import Rules
from rulewright.wording import as_html, as_text, diagrams, rulebook
from rulewright.wording.turn_words import Voice

GAME = """
game: Small
players: {white: {forward: n}, black: {forward: s}}
board: {tiling: square, size: 5x5}
pieces:
  man: {each: 5, letter: {up: m, down: d}, states: [down, up]}
  king: {each: 1, letter: k, move: step any to empty or enemy}
  mound: {owner: none, supply: 3, letter: "#"}
regions:
  goal: {white: row 5, black: row 1}
vars:
  hits: {range: 0..9, per: player}
setup:
  white down man: row 1
  black down man: row 5
  white king: [c2]
  black king: [c4]
actions:
  ACTIONS
turn: walk
stuck: lose
END
"""


def _rules(actions: str, end: str = "", turn: str = "walk") -> Rules:
    text = GAME.replace("ACTIONS", actions).replace("turn: walk", f"turn: {turn}")
    compiled = compile_text(text.replace("END", f"end: {end}" if end else ""))
    assert compiled.rules is not None, [str(found) for found in compiled.report]
    return compiled.rules


@pytest.mark.parametrize(
    ("action", "sentences"),
    [
        (
            "walk: {move: my man, path: step forward to empty}",
            ["Move one of your men one step forward to an empty space."],
        ),
        (
            "walk: {move: mine, path: slide orth to empty}",
            ["Move one of your pieces any distance along a row or column over empty spaces to an empty space."],
        ),
        (
            "walk: {move: my king, path: step any to empty or enemy}",
            [
                "Move your king one step in any direction to an empty space or an enemy piece.",
                "A piece of another owner on the space where it lands is captured.",
            ],
        ),
        (
            "walk: {move: my man, path: jump diag over enemy to empty, do: capture passed, again: must}",
            [
                "Move one of your men diagonally over an enemy piece, to an empty space right behind.",
                "Afterwards, capture the piece it passed over.",
                "As long as the same piece can go on in the same way, it must.",
            ],
        ),
        (
            "walk: {place: mound, to: empty not next to piece}",
            ["Put a mound from the supply on an empty space that is not next to a piece."],
        ),
        (
            "walk: {move: my man, path: step any to empty, do: flip it if it in my goal}",
            [
                "Move one of your men one step in any direction to an empty space.",
                "Afterwards, if it is in your “goal”, turn it over (from down to up, or back).",
            ],
        ),
        (
            "walk: {pick: my down man, do: [may set target to up, hits(me) += 1]}",
            [
                "Choose one of your down men.",
                "Afterwards, you may make the chosen man up.",
                "Afterwards, your “hits” grows by 1.",
            ],
        ),
        (
            "walk: {move: my king, path: leap 1x2 to empty, must: no my king attacked by enemy}",
            [
                "Move your king 1 by 2 spaces (like a knight in chess), jumping over all between, to an empty space.",
                "It is allowed only if afterwards you have no king attacked by your opponent.",
            ],
        ),
    ],
)
def test_an_action_is_told_in_sentences(action: str, sentences: list[str]) -> None:
    rules = _rules(action)
    assert Voice(rules).about(rules.actions[0]) == sentences


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("win if no enemy", "you win if your opponent has no piece"),
        ("win if my king in my goal", "you win if you have a king in your “goal”"),
        ("lose if line of 3 mine", "you lose if there is a row of at least three of your pieces"),
        ("draw if count piece <= 3", "the game is a draw if there are at most three pieces"),
        ("draw if passes = 2", "the game is a draw if there have been exactly two passes in a row"),
        ("win if hits(me) >= 3", "you win if your “hits” is at least 3"),
        ("win if no mound and round > 2", "you win if there is no mound and it is after your second turn"),
        ("win if all mine in my goal", "you win if all your pieces are in your “goal”"),
        ("win if mine joined to row 1 in row 5", "you win if a chain of your pieces, step by step, links a space in "
         "row 1 with a space in row 5"),
    ],
)  # fmt: skip
def test_a_result_is_told_in_a_sentence(rule: str, sentence: str) -> None:
    rules = _rules("walk: {move: mine, path: step any to empty, do: hits(me) += 1}", rule)
    assert Voice(rules).result(rules.end[0]) == sentence


def test_what_one_piece_was_after_every_turn_is_told() -> None:
    rules = _rules(
        "walk: {move: mine, path: step any to empty}",
        "win if ply = 9\nrepetition: REPEATED".replace(
            "REPEATED", "{times: 3, result: [lose if me kept one (enemy attacked by me), draw]}"
        ),
    )
    told = "after every turn of yours since then one and the same piece was attacked by you, for whoever made it"
    assert Voice(rules).result(rules.if_repeated[0]) == f"you lose if {told}"


def test_a_piece_that_is_lifted_does_not_stand_where_it_left() -> None:
    rules = _rules("walk: {move: mine, path: step any to empty if leaving is empty}")
    told = " ".join(as_text(rulebook(rules)).split())
    assert "provided that nothing else stands on the space it leaves" in told


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("walk", "“walk”"),
        ("walk or take", "“walk” or “take”"),
        ("take else walk", "“take” if that is possible, otherwise “walk”"),
        ("walk then may take", "“walk”, then “take” if you like"),
        ("repeat 2 (walk or take)", "twice: (“walk” or “take”)"),
        ("walk or take if no king", "“walk” or “take” (only if there is no king)"),
    ],
)
def test_a_turn_is_told(turn: str, said: str) -> None:
    actions = "walk: {move: mine, path: step any to empty}\n  take: {move: my king, path: step any to enemy}"
    rules = _rules(actions, turn=turn)
    assert Voice(rules).turn(rules.phases[0].turns[0]) == said


def test_a_page_has_all_chapters_and_the_beginning() -> None:
    pipeline = Pipeline.of_file(shipped()["creeper"])
    assert pipeline.rules is not None
    pictures = list(diagrams(Game(pipeline, "reference"), 2))
    text = as_text(rulebook(pipeline.rules), pictures)
    for title in ("WHAT YOU NEED", "SET-UP", "A TURN", "WHAT YOU CAN DO", "THE END", "WORDS", "EXAMPLES"):
        assert f"\n{title}\n" in text
    assert "White begins." in text
    assert "links your “home a” with your “home b”." in " ".join(text.split())
    assert [len(line) <= 80 for line in text.splitlines()].count(False) == 0
    assert len(pictures) == 3
    page = as_html(rulebook(pipeline.rules), pictures)
    assert page.count("<svg") == 3
    assert page.startswith("<!doctype html>")


BLOCKS = """
game: Blocks
players: [ann, bob]
board: {tiling: square, size: 4x4, ADJACENCY}
pieces:
  block: {owner: none, letter: o, states: {size: [tall, short], colour: [pale, dark]}}
  chip: {owner: none, letter: c, states: [red, blue]}
  man: {each: 3, letter: m, states: [down, up]}
setup:
  hand: {man: 3}
  supply: {block: 2 of each, chip: {red: 1, blue: 3}}
actions:
  build: {place: anything, to: empty, do: set (block next to it where colour(it) = colour(target)) to short}
  give: {place: block, to: empty}
turn: build or give
end: [win if line of 4 (piece where size(it) = tall), win if line of 3 piece along orth]
"""


def _told(adjacency: str) -> str:
    rules = compile_text(BLOCKS.replace("ADJACENCY", adjacency)).rules
    assert rules is not None
    return " ".join(as_text(rulebook(rules)).split())


def test_what_a_rulebook_says_before_the_game() -> None:
    """What is next to what, how many there are of a kind, on which side it begins, and where it comes from."""
    text = _told("adjacency: orth")
    for sentence in (
        "Spaces are next to each other along rows and columns, not diagonally.",
        "Eight blocks, which belong to nobody, each either tall or short, each either pale or dark.",
        "Three men for each player, each either down or up, down at first.",
        "In the supply there are eight blocks (two of each sort) and four chips (one red and three blue).",
        "Put any piece from the supply or your hand on an empty space.",
        "Put a block from the supply on an empty space.",
    ):
        assert sentence in text
    assert "Spaces are next to each other in all directions, also diagonally." in _told("adjacency: any")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("erleuchtung", "The letters: f dark figure and l lit figure; capital letters are white's, small ones red's."),
        ("surikata", "capital letters are white's, small ones orange's."),  # nothing stands at the beginning
        ("abalone_for_three", "The letters: o marble; a number says whose it is: 1 black, 2 white and 3 blue."),
        ("peg_solitaire", ""),
    ],
)
def test_the_letters_of_a_board_are_explained(name: str, said: str) -> None:
    pipeline = Pipeline.of_file(shipped()[name])
    assert pipeline.rules is not None
    text = as_text(rulebook(pipeline.rules), list(diagrams(Game(pipeline, "reference"), 1)))
    assert said in " ".join(text.split())
    assert ("The letters:" in text) is bool(said)


def test_a_row_may_be_slanting_unless_the_rule_says_how_it_runs() -> None:
    text = _told("adjacency: any")
    assert "You win if there is a row of four pieces for which its size is tall, in any direction." in text
    assert "You win if there is a row of at least three pieces along a row or column." in text


def test_text_of_a_file_is_no_markup() -> None:
    text = GAME.replace("game: Small", "game: <b>Small</b>").replace("END", "")
    rules = compile_text(text.replace("ACTIONS", "walk: {move: mine, path: step any to empty}")).rules
    assert rules is not None
    assert "&lt;b&gt;Small" in as_html(rulebook(rules))
    assert "<b>" not in as_html(rulebook(rules))


@pytest.mark.parametrize("name", sorted(shipped()))
def test_there_are_words_for_all_of_the_library(name: str) -> None:
    """Nothing of the library is left in the author's own words."""
    from rulewright.wording import chapters

    rules = Pipeline.of_file(shipped()[name]).rules
    assert rules is not None
    spoken: list[Voice] = []

    class Listened(Voice):
        def __init__(self, rules: Rules) -> None:
            super().__init__(rules)
            spoken.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chapters, "Voice", Listened)
        book = rulebook(rules)
    assert [each.unsaid for each in spoken] == [[]]
    texts = [entry.text for chapter in book.chapters for entry in chapter.entries]
    assert not [text for text in texts if "$" in text or " _" in text or "  " in text]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("count groups of mine", "the number of groups of your pieces"),
        ("count groups of exactly 1 (my man)", "the number of groups of exactly one of your men"),
        ("count groups of 3 enemy", "the number of groups of at least three enemy pieces"),
        ("largest group of mine along orth", "the size of the largest group of your pieces along a row or column"),
        ("count group of 3 mine", "the number of your pieces in a group of at least three"),
        ("count (mine where no (enemy next to it))",
         "the number of your pieces for which your opponent has no piece next to it"),
        ("count mine / 2 rounded up", "the number of your pieces divided by 2, rounded up"),
        ("remainder(ply, 3)", "what is left over when the number of the turn is divided by 3"),
        ("row(only(my king))", "the number of the row of your king"),
    ],
)  # fmt: skip
def test_numbers_and_groups(expression: str, said: str) -> None:
    rules = _rules(
        "walk: {move: mine, path: step any to empty}", f'["highest score wins if ply > 9"]\nscore: {expression}'
    )
    assert rules.score is not None
    assert Voice(rules).number(rules.score) == said


def test_what_decides_between_equal_scores() -> None:
    end = "[highest score wins if ply > 9]\nscore: [count mine, largest group of mine, hits(me)]"
    text = as_text(rulebook(_rules("walk: {move: mine, path: step any to empty}", end)))
    text = " ".join(text.split())
    assert "Between equal scores, the one with more counts: the size of the largest group of your pieces." in text
    assert "If that is equal too, the one with more counts: your “hits”." in text


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("win if count groups of mine = 1", "you win if the number of groups of your pieces is 1"),
        ("win if largest group of mine >= 4", "you win if the size of the largest group of your pieces is at least 4"),
        ("win if group of 3 my man", "you win if you have a man in a group of at least three"),
        ("win if mine where (row(it) = 5)", "you win if you have a piece for which the number of the row of it is 5"),
        ("win if hits(me) / 2 rounded down > 1", "you win if your “hits” divided by 2, rounded down is more than 1"),
    ],
)
def test_groups_filters_and_division_are_told(rule: str, sentence: str) -> None:
    rules = _rules("walk: {move: mine, path: step any to empty, do: hits(me) += 1}", rule)
    assert Voice(rules).result(rules.end[0]) == sentence


def test_a_block_of_effects_is_told() -> None:
    rules = _rules(
        "walk: {move: my man, path: step any to empty, do: [{if: it in my goal, do: [flip it, hits(me) += 1]}]}"
    )
    assert Voice(rules).about(rules.actions[0])[1] == (
        "Afterwards, if it is in your “goal”: turn it over (from down to up, or back); then your “hits” grows by 1."
    )


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("put 3 mound at target", "put 3 mounds on that space"),
        ("move 2 from target to b2", "move 2 pieces from that space to b2"),
    ],
)
def test_amounts_are_told(effect: str, said: str) -> None:
    text = GAME.replace("regions:", "stack: 9\nregions:").replace("END", "")
    compiled = compile_text(text.replace("ACTIONS", f"walk: {{place: mound, to: empty, do: {effect}}}"))
    assert compiled.rules is not None, [str(found) for found in compiled.report]
    assert Voice(compiled.rules).about(compiled.rules.actions[0])[1] == f"Afterwards, {said}."
