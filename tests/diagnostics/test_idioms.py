"""What people write who do not know the language yet, and the way out that they are told, in one message."""

from __future__ import annotations

import pytest

from rulewright.language.compilation import compile_text

GAME = """
game: Sample
players: [white, black]
board: {{tiling: square, size: 5x5}}
pieces:
  man: {{letter: m}}
  king: {{letter: k}}
regions:
  goal: row 5
vars:
  num: {{range: 0..9}}
setup:
  white man: row 1
  black man: row 5
actions:
  walk: {{move: mine, path: {path}, if: {condition}, do: {effect}}}
  hit: {{move: mine, path: step any to enemy}}
turn: {turn}
stuck: {stuck}
end:
  - win if mine in goal and num = 0
limit: {{turns: 60, result: draw}}
"""
RIGHT = {
    "path": "step any to empty", "condition": "target not in goal", "effect": "set it to king if it in goal",
    "turn": "walk or hit", "stuck": "lose",
}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "text", "way_out"),
    [
        ("path", "one step any to empty", 'leave out "one"'),
        ("path", "step to empty", '"step any to …"'),
        ("path", "step in any direction to empty", 'write "step any …"'),
        ("path", "jump over enemy to empty", '"jump any over …"'),
        ("path", "step any", '"step any to empty"'),
        ("path", "step any to empty or jump any over enemy to empty", "| jump any over enemy to empty"),
        ("path", "up to 2 steps any to empty", 'write "repeat 1..2 (step any to empty)"'),
        ("effect", "add 1 to num", 'write "num += 1"'),
        ("effect", "subtract 1 from num", 'write "num -= 1"'),
        ("effect", "increase num by 2", 'write "num += 2"'),
        ("effect", "reduce num by 2", 'write "num -= 2"'),
        ("condition", "all enemy captured", '"no enemy"'),
        ("stuck", "draw if 50 moves without capture", "draw if quiet = 50"),
        ("turn", "random hit then walk", 'write "chance hit"'),
        ("path", "slide any to empty up to 3", '"slide any over 0..2 empty to empty"'),
        ("path", "step any 2 to empty", '"leap any 2 to …"'),
        ("path", "step forward left to empty", 'write "step (forward or left) …"'),
        ("path", "leap 1x2 any to empty", 'leave out "any"'),
        ("path", "step any to any", 'write "anywhere"'),
        ("path", "step any to empty twice", 'write "repeat 2 (…)"'),
        ("effect", "put 7 stone", 'say where: "put 7 stone at target"'),
        ("effect", "put man of enemy at origin", 'write "put enemy man at origin"'),
        ("effect", "move 7 of goal to a1", 'write "move 7 from goal to a1"'),
        ("effect", "move all from goal to a1", 'write "move goal to a1"'),
        ("effect", "remove all men from goal", 'write "remove goal"'),
        ("effect", "remove 2 of goal", 'write "remove 2 from goal"'),
        ("effect", "6 times flip it", '"put 6 seed at …"'),
        ("effect", "num = num + 1 and capture enemy next to it", "do: [num = num + 1, capture enemy next to it]"),
        ("condition", "target.row = 3", 'write "row(target)"'),
        ("condition", "row of target = 3", 'write "row(…)"'),
        ("condition", "no enemy can hit", 'write "not (enemy can hit)"'),
        ("condition", "num is 2", 'write "num = 2"'),
        ("condition", "mine next to 2 piece", 'write "mine where count (piece next to it) = 2"'),
        ("condition", "my man connects row 1 to row 5", 'write "my man joined to row 1 in row 8"'),
        ("condition", "enemy has no man", 'write "no enemy man"'),
        ("path", "step any to empty square", 'leave out "square"'),
        ("condition", "man of mine", 'write "my man"'),
        ("condition", "any mine", 'leave out "any"'),
        ("stuck", "mine in goal: win", '"win if mine in goal"'),
        ("stuck", "player with most pieces wins", 'write "highest score wins if …"'),
        ("stuck", "(lose if no mine) else draw", "[lose if A, draw if B, pass]"),
        ("stuck", "lose if I have no king", 'write "me"'),
        ("turn", "walk * 2", 'write "repeat 2 (walk)"'),
        ("turn", "either walk or hit", 'leave out "either"'),
        ("effect", "it becomes king", 'write "set it to king"'),
        ("effect", "set it king", 'write "set it to king"'),
        ("effect", "set it to a king", 'write "set it to king"'),
        ("effect", "capture passed and set it to king", "do: [capture passed, set it to king]"),
        ("effect", "move again", 'write "next_player = me"'),
        ("effect", "win", "end: [win if …]"),
        ("effect", "capture enemy if count > 2", '"count enemy > 2"'),
        ("condition", "target is next to enemy", 'write only "next to"'),
        ("condition", "enemy count > 2", 'write "count enemy > 2"'),
        ("condition", "2 enemy next to target", 'write "count (enemy next to target) = 2"'),
        ("condition", "not in check", 'write "no my king attacked by enemy"'),
        ("condition", "target not goal", 'write "target not in goal"'),
        ("condition", "distance from origin to target > 2", 'write "distance(origin, target)"'),
        ("condition", "target in row 1 or 5", '"row 5"'),
        ("condition", "target in row5", 'write "row 5"'),
        ("condition", "target in first row", '"row 1"'),
        ("condition", "number of enemy > 2", 'write "count …"'),
        ("condition", "origin has enemy", '"some … in …"'),
        ("turn", "2 walk", 'write "repeat 2 (walk)"'),
        ("turn", "walk twice", 'write "repeat 2 (walk)"'),
        ("turn", "walk or pass", "pass: {}"),
        ("turn", "walk then end turn", "a turn ends by itself"),
        ("turn", "optional walk", 'write "may walk"'),
        ("turn", "repeat (walk)", '"repeat 1.. (walk)"'),
        ("turn", "walk until no enemy", 'write "repeat (walk) while not (no enemy)"'),
        ("turn", "walk; hit", 'write "then"'),
        ("stuck", "lose if no mine else draw if no enemy else pass", "[lose if A, draw if B, pass]"),
        ("stuck", "hit unless no enemy", "turn: walk else remove_one"),
        ("condition", "empty next to at least 2 mine", '"… where count (mine next to it) >= 2"'),
        ("condition", "mine next to at most 2 man", '"… where count (man next to it) <= 2"'),
        ("condition", "mine with more than 2 enemy next to it", '"… where count (enemy next to it) > 2"'),
        ("condition", "mine with exactly 2 enemy next to it", '"… where count (enemy next to it) = 2"'),
        ("condition", "mine beside enemy", 'write "next to"'),
        ("condition", "man near king", 'write "next to"'),
        ("condition", "num += 1", "effects stand in do:"),
        ("condition", "mine with kings", '"with height >= 1"'),
        ("condition", "captured 5", 'write "taken(me) = 5"'),
        ("condition", "board is full", '"no empty"'),
        ("effect", "sow target around goal", 'write "sow target along goal"'),
        ("effect", "sow target along goal except a1", 'write "sow target along goal skipping a1"'),
        ("effect", "sow target along goal clockwise", '"against" it for the other way'),
        ("effect", "capture opposite target", "directions: {opposite:"),
        ("effect", "play again if it in goal", 'write "next_player = me"'),
        ("stuck", "draw if repeat 3", "repetition: {times: 3, result: draw}"),
        ("stuck", "draw after 50 moves", "limit: {turns: 50, result: draw}"),
        ("turn", "roll 2 dice then walk", "roll: {with: {n: 1..6}, do: pips = n}"),
        ("path", "jump any over 1..3 to empty", '"over 1..3 empty to …"'),
        ("path", "step any to empty or capture enemy", 'write "to … or enemy"'),
    ],
)
def test_one_message_leads_to_the_right_file(key: str, text: str, way_out: str) -> None:
    compiled = compile_text(GAME.format(**{**RIGHT, key: text if ":" not in text else f'"{text}"'}))
    errors = compiled.validate().errors
    assert [way_out in (error.help or "") for error in errors] == [True], [str(error) for error in errors]


ROWS = GAME.replace("letter: m}}", "letter: m, states: {{colour: [pale, dark], size: [tall, short]}}}}")


@pytest.mark.parametrize(
    ("key", "text", "way_out"),
    [
        ("condition", "colour of target = dark", 'write "colour(target)"'),
        ("condition", "target.colour = dark", 'write "colour(target)"'),
        ("condition", "mine where same colour as target", 'compare them: "… where colour(it) = colour(target)"'),
        ("condition", "colour(target) is dark", 'compare it, as in "colour(target) = pale"'),
        ("condition", "line of 3 man with same colour", '"… where colour(it) = colour(target)"'),
        ("condition", "man with colour dark", 'write "… where colour(it) = dark"'),
        ("condition", "man with colour = dark", '"… where colour(it) = …"'),
        ("condition", "mine with two men next to it", "count"),
        ("condition", "mine in colour", '"colour(target)"'),
        ("effect", "set it to colour(origin)", 'let: {new: colour(origin)}, and write "set it to new"'),
        ("effect", "set it to colour dark", 'write "set it to dark"'),
    ],
)
def test_rows_of_states_as_people_say_them(key: str, text: str, way_out: str) -> None:
    errors = compile_text(ROWS.format(**{**RIGHT, key: text})).validate().errors
    assert [way_out in (error.help or "") for error in errors] == [True], [str(error) for error in errors]


def test_an_assignment_where_a_phrase_is_defined() -> None:
    text = GAME.format(**RIGHT) + "define: {once_more: next_player = me}\n"
    (error,) = compile_text(text).validate().errors
    assert (error.code, error.help and error.help.endswith("[next_player = me]")) == ("effect-define", True)


@pytest.mark.parametrize(
    ("said", "way_out"),
    [
        ("score: mine", 'write "height(mine)" for the pieces there, "count mine" for the sites'),
        ("must: mine > 3", 'write "height(mine) > 3", or with count for the sites'),
    ],
)
def test_piles_have_two_numbers(said: str, way_out: str) -> None:
    (error,) = compile_text(GAME.format(**RIGHT) + f"stack: 4\n{said}\n").validate().errors
    assert error.help == way_out


def test_all_where_a_path_of_a_piece_would_stand() -> None:
    """`stack: all` in a piece is told at its key, and not again as a path."""
    (error,) = compile_text(GAME.format(**RIGHT).replace("letter: k}", "letter: k, stack: all}")).validate().errors
    assert (error.code, error.help and error.help.endswith("stack: all")) == ("schema-unknown-key", True)


def test_the_game_itself_is_right() -> None:
    assert compile_text(GAME.format(**RIGHT)).validate().errors == []
